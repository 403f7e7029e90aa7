//! The methods that value components, by name.

use super::search;

/// How components are valued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// As each game does best.
    #[default]
    Auto,
    /// By the mex rule, over everything below.
    Mex,
    /// By search.
    Search(search::Method),
}

impl Method {
    /// Every method with its name.
    pub const NAMES: &'static [(&'static str, Method)] = &[
        ("auto", Method::Auto),
        ("mex", Method::Mex),
        ("couples", Method::Search(search::Method::Couples)),
        ("proof-number", Method::Search(search::Method::ProofNumber)),
    ];

    /// The method of this name.
    pub fn named(name: &str) -> Option<Method> {
        Method::NAMES.iter().find(|(known, _)| *known == name).map(|(_, method)| *method)
    }
}
