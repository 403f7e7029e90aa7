//! The two functions that rules have beyond the language's own, `plus` and `move`, and what they return.
//!
//! Starlark asks that values which hold others can be traced by its collector, and that trait is an unsafe one to implement.
#![allow(unsafe_code)] // SAFETY: implemented by Starlark's own derive macro, field by field.

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::values::{AllocValue, Heap, NoSerialize, StarlarkValue, Trace, Value, starlark_value};

/// What `plus(...)` returns: the positions that a sum is made of.
#[derive(Debug, Trace, ProvidesStaticType, NoSerialize, Allocative)]
pub struct Plus<'v> {
    /// The first: most sums have no more than two, and need no list.
    pub first: Option<Value<'v>>,
    /// The second.
    pub second: Option<Value<'v>>,
    /// A tuple of the others.
    pub rest: Value<'v>,
}

impl fmt::Display for Plus<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plus(")?;
        for position in self.first.iter().chain(&self.second) {
            write!(f, "{position}, ")?;
        }
        write!(f, "*{})", self.rest)
    }
}

#[starlark_value(type = "plus")]
impl<'v> StarlarkValue<'v> for Plus<'v> {}

impl<'v> AllocValue<'v> for Plus<'v> {
    fn alloc_value(self, heap: Heap<'v>) -> Value<'v> {
        heap.alloc_complex_no_freeze(self)
    }
}

/// What `move(...)` returns: an option with its words.
#[derive(Debug, Trace, ProvidesStaticType, NoSerialize, Allocative)]
pub struct Told<'v> {
    /// The words.
    pub words: Value<'v>,
    /// The option: a position or a sum.
    pub option: Value<'v>,
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move({}, {})", self.words, self.option)
    }
}

#[starlark_value(type = "move")]
impl<'v> StarlarkValue<'v> for Told<'v> {}

impl<'v> AllocValue<'v> for Told<'v> {
    fn alloc_value(self, heap: Heap<'v>) -> Value<'v> {
        heap.alloc_complex_no_freeze(self)
    }
}

#[starlark_module]
pub fn game_functions(builder: &mut GlobalsBuilder) {
    /// A sum of positions, as an option.
    fn plus<'v>(
        #[starlark(require = pos)] first: Option<Value<'v>>,
        #[starlark(require = pos)] second: Option<Value<'v>>,
        #[starlark(args)] rest: Value<'v>,
    ) -> anyhow::Result<Plus<'v>> {
        Ok(Plus { first, second, rest })
    }

    /// An option with the words a person would use.
    fn r#move<'v>(
        #[starlark(require = pos)] words: Value<'v>,
        #[starlark(require = pos)] option: Value<'v>,
    ) -> anyhow::Result<Told<'v>> {
        Ok(Told { words, option })
    }
}
