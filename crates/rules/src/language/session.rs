//! Asking the functions of a file, one position after the other, in a heap that is thrown away afterwards.

use std::sync::Arc;

use starlark::eval::Evaluator;
use starlark::values::tuple::TupleRef;
use starlark::values::{UnpackValue, Value, ValueLike};

use super::errors::trouble;
use super::found::{Found, Known, Named};
use super::reading::{Reading, alloc, kind_of, picture, sequence};
use super::watch::Watch;
use super::{CANONICAL, DRAW, FUNCTIONS, RESULT, Script, Side, VALID};
use crate::functions::{Plus, Told};
use crate::limits::Limit;
use crate::message::Question;
use crate::position::{Coordinates, Part};
use crate::trouble::{Kind, Trouble};

/// The functions of one file, with a heap for their answers.
pub struct Session<'s, 'v, 'a, 'e> {
    pub(super) script: &'s Script,
    pub(super) watch: &'s Watch,
    pub(super) eval: Evaluator<'v, 'a, 'e>,
    pub(super) arguments: Vec<Value<'v>>,
}

impl<'v> Session<'_, 'v, '_, '_> {
    /// Bytes that the answers so far have taken.
    pub fn used(&self) -> usize {
        self.eval.heap().allocated_bytes()
    }

    fn call(&mut self, function: usize, position: &[Part]) -> Result<Value<'v>, Trouble> {
        let heap = self.eval.heap();
        let Some(value) = &self.script.functions[function] else {
            return Err(Trouble::mistake(format!("there is no function `{}`", FUNCTIONS[function])));
        };
        let value = heap.access_owned_frozen_value(value);
        let mut arguments = std::mem::take(&mut self.arguments);
        arguments.clear();
        arguments.extend(position.iter().map(|part| alloc(part, heap)));
        let answer = self.eval.eval_function(value, &arguments, &[]);
        self.arguments = arguments;
        answer.map_err(|error| {
            let trouble = trouble(&error, &self.script.limits, self.watch);
            // Where a limit was met is found line by line, if Starlark does not say.
            if trouble.kind == Kind::Mistake { trouble.or_at(self.script.place(function)) } else { trouble }
        })
    }

    /// The options of a position.
    pub fn options(
        &mut self,
        side: Side,
        position: &[Part],
        known: &impl Known,
        found: &mut Found,
    ) -> Result<(), Trouble> {
        found.clear();
        let function = side as usize;
        let answer = self.call(function, position)?;
        self.collect(answer, known, found).map_err(|trouble| trouble.or_at(self.script.place(function)))
    }

    fn collect(&self, answer: Value<'v>, known: &impl Known, found: &mut Found) -> Result<(), Trouble> {
        let Script { limits, sheet, .. } = self.script;
        let reading = Reading { sheet, limits };
        let is_single = sheet.is_single();
        let mut add = |option: Value<'v>| {
            if found.ends.len() as u64 >= limits.options {
                return Err(Trouble::limit(Limit::Options, Limit::Options.exceeded(limits)));
            }
            if is_single && found.heaps(option, known) {
                return Ok(());
            }
            let (option, words) = match option.downcast_ref::<Told>() {
                None => (option, None),
                Some(told) => {
                    let Some(words) = told.words.unpack_str() else {
                        let message = format!("the words of a move are a text, and these are {}", kind_of(told.words));
                        return Err(Trouble::mistake(message));
                    };
                    if words.len() as u64 > limits.size {
                        return Err(Trouble::limit(Limit::Size, Limit::Size.exceeded(limits)));
                    }
                    (told.option, Some(Arc::from(words)))
                }
            };
            let several = TupleRef::from_value(option).filter(|tuple| is_single && tuple.len() != 1);
            match option.downcast_ref::<Plus>() {
                None if several.is_some() => {
                    for part in several.iter().flat_map(|tuple| tuple.content()) {
                        found.position(*part, reading, known)?;
                    }
                }
                None => found.position(option, reading, known)?,
                Some(plus) => {
                    let rest = sequence(plus.rest).unwrap_or(&[]);
                    for position in plus.first.iter().chain(&plus.second).chain(rest) {
                        found.position(*position, reading, known)?;
                    }
                }
            }
            found.words.extend(words.map(|words| (found.ends.len(), words)));
            found.ends.push(found.parts.len());
            Ok(())
        };
        if let Some(list) = sequence(answer) {
            return list.iter().try_for_each(|option| add(*option));
        }
        match answer.iterate(self.eval.heap()) {
            Ok(mut options) if answer.unpack_str().is_none() => options.try_for_each(add),
            _ => {
                let hint = if answer.is_none() { "; is there a way to the end without `return`?" } else { "" };
                let message = format!("the options must be a list, and this is {}{hint}", kind_of(answer));
                Err(Trouble::mistake(message))
            }
        }
    }

    /// The canonical form of a position.
    pub fn canonical(&mut self, position: &[Part]) -> Result<Named, Trouble> {
        let answer = self.call(CANONICAL, position)?;
        let reading = Reading { sheet: &self.script.sheet, limits: &self.script.limits };
        reading.position(answer).map_err(|trouble| trouble.or_at(self.script.place(CANONICAL)))
    }

    /// What a function says of a position, where it says anything.
    pub fn ask(&mut self, question: Question, position: &[Part]) -> Result<Option<String>, Trouble> {
        let function = match question {
            Question::Canonical => return Ok(Some(Coordinates(&self.canonical(position)?.parts()).to_string())),
            Question::Valid => VALID,
            Question::Draw | Question::Picture => DRAW,
            Question::Result => RESULT,
        };
        let answer = self.call(function, position)?;
        let said = match (question, answer.unpack_str(), answer.unpack_bool()) {
            (Question::Draw | Question::Picture, ..) if sequence(answer).is_some() => {
                // Shapes are looked at whoever asks, so that a mistake in them does not wait for a picture.
                let picture = picture(sequence(answer).unwrap_or_default());
                let picture = picture.map_err(|why| Trouble::mistake(why).or_at(self.script.place(function)))?;
                Some(picture.to_string()).filter(|_| question == Question::Picture)
            }
            (Question::Picture, ..) => None,
            (_, Some(text), _) => Some(text.to_string()),
            (Question::Valid, _, Some(true)) => None,
            (Question::Valid, _, Some(false)) => Some("the rules say that there is no such position".to_string()),
            (Question::Result, ..) if i64::unpack_value(answer).ok().flatten().is_some() => Some(answer.to_str()),
            _ if answer.is_none() => None,
            _ => {
                let wanted = match question {
                    Question::Valid => "`valid` returns True, or a text that says what is wrong",
                    Question::Draw | Question::Picture => "`draw` returns a text or a list of shapes",
                    _ => "`result` returns \"loss\", \"win\", \"draw\" or a number of points",
                };
                let message = format!("{wanted}, and this is {}", kind_of(answer));
                return Err(Trouble::mistake(message).or_at(self.script.place(function)));
            }
        };
        match said {
            Some(text) if text.len() as u64 > self.script.limits.size => {
                Err(Trouble::limit(Limit::Size, Limit::Size.exceeded(&self.script.limits)))
            }
            said => Ok(said),
        }
    }
}
