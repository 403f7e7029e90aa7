//! x
mod canonical;
mod compare;
mod dyadic;
mod limits;
mod memo;
mod nus;
mod stops;
mod sum;
mod thermograph;
mod universe;
mod value;

pub use compare::{Outcome, Relation};
pub use dyadic::Dyadic;
pub use limits::{Limit, Limits};
pub use nus::NumberUpStar;
pub use universe::{Options, Statistics, Universe};
pub use value::Value;
