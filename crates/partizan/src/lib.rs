//! The values of short partizan games: canonical forms, their arithmetic and their notation.
//!
//! A [`Universe`] holds the values met so far; a [`Value`] is a handle of eight bytes into it. Equal games have equal
//! handles.
//!
//! ```
//! use grundy_partizan::{Relation, Universe, Value};
//!
//! let mut universe = Universe::new();
//! let switch = universe.from_options(&[Value::ONE], &[Value::ZERO])?; // {1|0}
//! let sum = universe.sum(switch, switch)?;
//! assert_eq!(universe.text(sum)?, "1");
//! assert_eq!(universe.compare(Value::UP, Value::STAR), Relation::Confused);
//! assert_eq!(universe.mean(switch).to_string(), "1/2");
//! # Ok::<(), grundy_partizan::Limit>(())
//! ```
//!
//! Values that are a number plus a multiple of ↑ plus a nimber live in the handle. Whatever would grow past a bound is an
//! error ([`Limit`]), never a panic. A universe is for one thread; each thread may have its own.
//!
//! The theory is that of Conway (1976), of Berlekamp, Conway and Guy (1982) and of Siegel (2013), whose names are used.

mod atomic;
mod birthday;
mod canonical;
mod compare;
mod cooling;
mod dyadic;
mod families;
mod incentives;
mod limits;
mod memo;
mod notation;
mod nus;
mod ordinal;
mod reduced;
mod stops;
mod sum;
mod thermograph;
mod universe;
mod value;

pub use compare::{Outcome, Relation};
pub use dyadic::Dyadic;
pub use limits::{Limit, Limits};
pub use notation::{FUNCTIONS, ParseError};
pub use nus::NumberUpStar;
pub use thermograph::{Corner, Thermograph, Wall};
pub use universe::{Options, Statistics, Universe};
pub use value::Value;
