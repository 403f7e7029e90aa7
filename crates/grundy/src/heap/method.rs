//! The methods that compute sequences, by name. A new one is one line in the list.

use std::fmt;
use std::str::FromStr;

use super::sequence::Method;

impl Method {
    /// Every method with its name.
    pub const NAMES: &'static [(&'static str, Method)] = &[
        ("auto", Method::Auto),
        ("plain", Method::Plain),
        ("sparse", Method::Sparse),
        ("block", Method::Block),
        ("sets", Method::Sets),
        ("checked", Method::Checked),
    ];
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Method::NAMES.iter().find(|(_, method)| method == self).map_or("unnamed", |(name, _)| name);
        f.write_str(name)
    }
}

/// There is no method of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMethod;

impl fmt::Display for UnknownMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Method::NAMES.iter().map(|(name, _)| *name).collect();
        write!(f, "the methods are {}", names.join(", "))
    }
}

impl std::error::Error for UnknownMethod {}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Method, UnknownMethod> {
        Method::NAMES.iter().find(|(known, _)| *known == name).map(|(_, method)| *method).ok_or(UnknownMethod)
    }
}
