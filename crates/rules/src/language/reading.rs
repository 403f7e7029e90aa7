//! Values of the language as positions and pictures, and positions as values.

use std::fmt;

use grundy::draw::{Picture, Shape};
use starlark::values::list::ListRef;
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, UnpackValue, Value, ValueLike};

use super::found::{Few, Named};
use crate::functions::Drawn;
use crate::limits::{Limit, Limits};
use crate::message::Sheet;
use crate::position::{MOST_DEPTH, Part, Position};
use crate::trouble::Trouble;

/// The content of a list or of a tuple.
pub fn sequence(value: Value<'_>) -> Option<&[Value<'_>]> {
    ListRef::from_value(value)
        .map(|list| list.content())
        .or_else(|| TupleRef::from_value(value).map(|tuple| tuple.content()))
}

/// The picture that shapes make.
pub fn picture(shapes: &[Value<'_>]) -> Result<Picture, String> {
    let shape = |value: &Value<'_>| {
        let wrong = || format!("a shape is what circle, rect, line or label returns, and this is {}", kind_of(*value));
        value.downcast_ref::<Drawn>().map(|drawn| drawn.shape.clone()).ok_or_else(wrong)
    };
    Picture::new(shapes.iter().map(shape).collect::<Result<Vec<Shape>, String>>()?)
}

/// Reads positions of one file.
#[derive(Clone, Copy)]
pub struct Reading<'s> {
    /// How many coordinates they have.
    pub sheet: &'s Sheet,
    /// How large they may be.
    pub limits: &'s Limits,
}

impl Reading<'_> {
    /// A position as the rules write it: a tuple of its coordinates, or the only coordinate.
    #[inline]
    pub fn position(self, value: Value<'_>) -> Result<Named, Trouble> {
        let Reading { sheet, limits } = self;
        let single = sheet.is_single();
        if let Some(heap) = value.unpack_i32()
            && single
        {
            return Ok(Named::Heap(heap));
        }
        let coordinates = match TupleRef::from_value(value) {
            Some(tuple) => tuple.content(),
            None if single => std::slice::from_ref(&value),
            None => {
                let message = format!("a position is a tuple of coordinates, and this is {}", kind_of(value));
                return Err(Trouble::mistake(message));
            }
        };
        if let [only] = coordinates
            && single
            && let Some(heap) = only.unpack_i32()
        {
            return Ok(Named::Heap(heap));
        }
        if !sheet.accepts(coordinates.len()) {
            let wanted = if sheet.any_number { "at least " } else { "" };
            let has = match coordinates.len() {
                1 => "1 coordinate".to_string(),
                count => format!("{count} coordinates"),
            };
            let mut message =
                format!("{} has {has}, and a position has {wanted}{}", shown(value), sheet.parameters.len());
            if single {
                message.push_str(": a tuple that is a coordinate stands in another one, like ((1,2),)");
            }
            return Err(Trouble::mistake(message));
        }
        if coordinates.len() as u64 <= limits.size
            && coordinates.len() != 1
            && let Some(numbers) = coordinates.iter().map(|part| part.unpack_i32()).collect::<Option<Few>>()
        {
            return Ok(Named::Few(numbers));
        }
        let mut size = 0;
        let parts = coordinates.iter().map(|part| self.part(*part, 0, &mut size)).collect::<Result<Vec<Part>, _>>()?;
        Ok(Named::from(&Position::from(parts)))
    }

    fn part(self, value: Value<'_>, depth: usize, size: &mut u64) -> Result<Part, Trouble> {
        let limits = self.limits;
        *size += 1 + value.unpack_str().map_or(0, |text| text.len() as u64);
        if *size > limits.size {
            return Err(Trouble::limit(Limit::Size, Limit::Size.exceeded(limits)));
        }
        if let Some(number) = value.unpack_i32() {
            return Ok(Part::Number(i64::from(number)));
        }
        if let Some(text) = value.unpack_str() {
            return Ok(Part::Text(text.into()));
        }
        if let Some(tuple) = TupleRef::from_value(value) {
            if depth >= MOST_DEPTH {
                return Err(Trouble::mistake(format!("the tuples of a position go {MOST_DEPTH} deep at most")));
            }
            let parts = tuple.content().iter().map(|part| self.part(*part, depth + 1, size));
            return Ok(Part::Tuple(parts.collect::<Result<Vec<Part>, _>>()?.into()));
        }
        match i64::unpack_value(value) {
            Ok(Some(number)) if value.unpack_bool().is_none() => Ok(Part::Number(number)),
            _ => {
                let hint = match value.get_type() {
                    "list" => "; tuple(...) makes a tuple of a list",
                    "float" => "; // divides whole numbers",
                    "bool" => "; 0 and 1 do as well",
                    "int" => ", too large for 64 bits",
                    _ => "",
                };
                let message =
                    format!("a position is made of numbers, texts and tuples, and this is {}{hint}", kind_of(value));
                Err(Trouble::mistake(message))
            }
        }
    }
}

/// A part of a position, as a value.
pub fn alloc<'v>(part: &Part, heap: Heap<'v>) -> Value<'v> {
    match part {
        Part::Number(number) => heap.alloc(*number),
        Part::Text(text) => heap.alloc(&**text),
        Part::Tuple(parts) => heap.alloc(AllocTuple(parts.iter().map(|part| alloc(part, heap)))),
    }
}

/// A value and its type, for a message.
pub fn kind_of(value: Value<'_>) -> String {
    format!("{} ({})", shown(value), value.get_type())
}

/// A value, for a message; long ones are cut before they are written.
fn shown(value: Value<'_>) -> String {
    /// Stops writing when there is enough.
    struct Short(String);
    impl fmt::Write for Short {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.push_str(text);
            if self.0.len() > 60 { Err(fmt::Error) } else { Ok(()) }
        }
    }
    let mut short = Short(String::new());
    if fmt::Write::write_fmt(&mut short, format_args!("{value}")).is_err() {
        short.0 = short.0.chars().take(50).chain("…".chars()).collect();
    }
    short.0
}
