//! The functions that rules have beyond the language's own, and what they return: `plus` and `move` for options, `circle`, `rect`, `line` and
//! `label` for pictures.
//!
//! Starlark asks that values which hold others can be traced by its collector, and that trait is an unsafe one to implement.
#![allow(unsafe_code)] // SAFETY: implemented by Starlark's own derive macro, field by field.

use std::fmt;
use std::num::NonZeroI32;

use allocative::Allocative;
use grundy::draw::Shape;
use grundy::draw::picture::Paint;
use starlark::any::ProvidesStaticType;
use starlark::environment::GlobalsBuilder;
use starlark::values::float::UnpackFloat;
use starlark::values::range::Range;
use starlark::values::tuple::{AllocTuple, UnpackTuple};
use starlark::values::typing::StarlarkIter;
use starlark::values::{
    AllocValue, FrozenValue, Heap, NoSerialize, StarlarkValue, Trace, UnpackValue, Value, ValueOfUnchecked,
    starlark_value,
};
use starlark::{starlark_module, starlark_simple_value};

use crate::language::kind_of;

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

/// What `circle(...)` and the like return: a shape of a picture.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative)]
pub struct Drawn {
    /// The shape.
    #[allocative(skip)]
    pub shape: Shape,
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.shape {
            Shape::Circle { .. } => "circle(...)",
            Shape::Rect { .. } => "rect(...)",
            Shape::Line { .. } => "line(...)",
            Shape::Polygon { .. } => "polygon(...)",
            Shape::Label { .. } => "label(...)",
        })
    }
}

starlark_simple_value!(Drawn);

#[starlark_value(type = "shape")]
impl<'v> StarlarkValue<'v> for Drawn {}

/// A range whose numbers have more than the 32 bits of the language's own: how many numbers it would have.
#[derive(Clone, Copy, Debug)]
pub struct LongRange(pub u64);

impl fmt::Display for LongRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a range goes up to {}, which is a limit of the language", i32::MAX)
    }
}

impl std::error::Error for LongRange {}

const ZERO_STEP: &str = "the step of a range can't be 0";

/// Why there is no range from `start` to `stop`.
fn no_range<'v>(start: Option<Value<'v>>, stop: Value<'v>, step: Option<Value<'v>>) -> anyhow::Error {
    let bounds = [start, Some(stop), step];
    if let Some(wrong) = bounds.into_iter().flatten().find(|value| value.get_type() != "int") {
        return anyhow::anyhow!("a range goes over whole numbers, and this is {}", kind_of(wrong));
    }
    let number = |value: Option<Value<'v>>, without: i64| {
        value.map_or(Some(without), |value| i64::unpack_value(value).ok().flatten()).map(i128::from)
    };
    let length = match (number(start, 0), number(Some(stop), 0), number(step, 1)) {
        (_, _, Some(0)) => return anyhow::anyhow!(ZERO_STEP),
        (Some(start), Some(stop), Some(step)) => {
            let (way, pace) = if step > 0 { (stop - start, step) } else { (start - stop, -step) };
            u64::try_from((way + pace - 1).max(0) / pace).unwrap_or(u64::MAX)
        }
        _ => u64::MAX,
    };
    LongRange(length).into()
}

fn paint(text: &str) -> anyhow::Result<Paint> {
    text.parse().map_err(anyhow::Error::msg)
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

    /// The language's own computes what is made of constant ranges when it compiles, such as `max(range(2000000000))`. Then nobody could say
    /// which line takes so long, and about which position.
    fn range<'v>(
        #[starlark(require = pos)] first: Value<'v>,
        #[starlark(require = pos)] second: Option<Value<'v>>,
        #[starlark(require = pos)] step: Option<Value<'v>>,
    ) -> anyhow::Result<Range> {
        let small = |value: Option<Value<'v>>, without: i32| value.map_or(Some(without), |value| value.unpack_i32());
        let (start, stop) = second.map_or((None, first), |stop| (Some(first), stop));
        match (small(start, 0), stop.unpack_i32(), small(step, 1)) {
            (Some(start), Some(stop), Some(step)) => {
                let step = NonZeroI32::new(step).ok_or_else(|| anyhow::anyhow!(ZERO_STEP))?;
                Ok(Range::new(start, stop, step))
            }
            _ => Err(no_range(start, stop, step)),
        }
    }

    /// The language's own, which makes three tuples for each one that it returns; games on heaps zip a lot.
    fn zip<'v>(
        #[starlark(args)] sequences: UnpackTuple<ValueOfUnchecked<'v, StarlarkIter<FrozenValue>>>,
        heap: Heap<'v>,
    ) -> starlark::Result<Vec<Value<'v>>> {
        let iterators = sequences.items.iter().map(|sequence| sequence.get().iterate(heap));
        let mut iterators = iterators.collect::<starlark::Result<Vec<_>>>()?;
        if let [first, second] = &mut iterators[..] {
            return Ok(first.zip(second).map(|pair| heap.alloc(pair)).collect());
        }
        let mut tuples = Vec::new();
        let mut tuple = Vec::with_capacity(iterators.len());
        while !iterators.is_empty() {
            tuple.clear();
            tuple.extend(iterators.iter_mut().map_while(Iterator::next));
            if tuple.len() < iterators.len() {
                break;
            }
            tuples.push(heap.alloc(AllocTuple(tuple.iter().copied())));
        }
        Ok(tuples)
    }

    /// A circle around (x, y).
    fn circle(
        #[starlark(require = pos)] x: UnpackFloat,
        #[starlark(require = pos)] y: UnpackFloat,
        #[starlark(require = pos)] radius: UnpackFloat,
        #[starlark(default = "white")] fill: &str,
    ) -> anyhow::Result<Drawn> {
        Ok(Drawn { shape: Shape::Circle { at: (x.0, y.0), radius: radius.0, fill: paint(fill)? } })
    }

    /// A rectangle whose upper left corner is (x, y).
    fn rect(
        #[starlark(require = pos)] x: UnpackFloat,
        #[starlark(require = pos)] y: UnpackFloat,
        #[starlark(require = pos)] width: UnpackFloat,
        #[starlark(require = pos)] height: UnpackFloat,
        #[starlark(default = "white")] fill: &str,
    ) -> anyhow::Result<Drawn> {
        Ok(Drawn { shape: Shape::Rect { at: (x.0, y.0), size: (width.0, height.0), fill: paint(fill)? } })
    }

    /// A line from (x1, y1) to (x2, y2).
    fn line(
        #[starlark(require = pos)] x1: UnpackFloat,
        #[starlark(require = pos)] y1: UnpackFloat,
        #[starlark(require = pos)] x2: UnpackFloat,
        #[starlark(require = pos)] y2: UnpackFloat,
        #[starlark(default = "black")] stroke: &str,
    ) -> anyhow::Result<Drawn> {
        Ok(Drawn { shape: Shape::Line { from: (x1.0, y1.0), to: (x2.0, y2.0), stroke: paint(stroke)? } })
    }

    /// A text around (x, y).
    fn label(
        #[starlark(require = pos)] x: UnpackFloat,
        #[starlark(require = pos)] y: UnpackFloat,
        #[starlark(require = pos)] text: &str,
    ) -> anyhow::Result<Drawn> {
        Ok(Drawn { shape: Shape::Label { at: (x.0, y.0), text: text.to_string() } })
    }
}
