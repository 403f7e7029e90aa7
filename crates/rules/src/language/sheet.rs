//! What a file says about its game: its name, its words, its coordinates, its examples. Everything is looked at when the file is read,
//! so that a mistake does not wait for somebody to ask.

use starlark::docs::{DocItem, DocMember, DocParams};
use starlark::environment::FrozenModule;

use super::reading::{Reading, kind_of, sequence};
use super::{CANONICAL, DRAW, FUNCTIONS, RESULT, Script, VALID, assignment_of};
use crate::limits::Limit;
use crate::message::Sheet;
use crate::trouble::Trouble;

impl Script {
    pub(super) fn read_sheet(&self, file: &str, module: &FrozenModule) -> Result<Sheet, Trouble> {
        let [options, left, right, ..] = &self.functions;
        let main = match (options, left, right) {
            (Some(_), None, None) => 0,
            (None, Some(_), Some(_)) => 1,
            (Some(_), _, _) => {
                let message = "a game has either `options`, the same for both players, or `left` and `right`";
                return Err(Trouble::mistake(message).or_at(self.place(0)));
            }
            (None, None, None) => {
                let names: Vec<String> = module.names().map(|name| name.as_str().to_string()).collect();
                let close = grundy::notation::nearest("options", names.iter().map(String::as_str));
                let hint = close.map_or(String::new(), |name| format!(" (is `{name}` meant to be it?)"));
                let message = format!("there is no function `options` that lists the options of a position{hint}");
                return Err(Trouble::mistake(message).or_at(Some(0..0)));
            }
            (None, left, _) => {
                let (there, missing) = if left.is_some() { (1, "right") } else { (2, "left") };
                let message = format!("there is a function `{}` and no `{missing}`", FUNCTIONS[there]);
                return Err(Trouble::mistake(message).or_at(self.place(there)));
            }
        };
        let parameters = self.parameters(main)?;
        let mut sheet = Sheet {
            parameters: parameters
                .pos_only
                .iter()
                .chain(&parameters.pos_or_named)
                .map(|one| one.name.clone())
                .collect(),
            any_number: parameters.args.is_some(),
            partizan: main == 1,
            has_canonical: self.functions[CANONICAL].is_some(),
            has_valid: self.functions[VALID].is_some(),
            has_draw: self.functions[DRAW].is_some(),
            has_result: self.functions[RESULT].is_some(),
            ..Sheet::default()
        };
        if sheet.parameters.is_empty() && !sheet.any_number {
            let message = format!("`{}` takes no coordinates; a heap game has one, like options(n)", FUNCTIONS[main]);
            return Err(Trouble::mistake(message).or_at(self.place(main)));
        }
        for (index, function) in self.functions.iter().enumerate() {
            if let Some(function) = function
                && !sheet.any_number
                && let Some(spec) = function.value().parameters_spec()
                && !spec.can_fill_with_args(sheet.parameters.len(), &[])
            {
                let (name, first, count) = (FUNCTIONS[index], FUNCTIONS[main], sheet.parameters.len());
                let s = if count == 1 { "" } else { "s" };
                let message =
                    format!("`{first}` takes {count} coordinate{s}, and `{name}` can't be called with as many");
                return Err(Trouble::mistake(message).or_at(self.place(index)));
            }
        }
        let text = |name: &str| match module.get_option(name) {
            Ok(Some(value)) => match value.value().unpack_str() {
                Some(text) if text.len() as u64 <= self.limits.size => Ok(Some(text.to_string())),
                Some(_) => Err(Trouble::limit(Limit::Size, Limit::Size.exceeded(&self.limits))),
                None => {
                    Err(Trouble::mistake(format!("`{name}` must be a text, and this is {}", kind_of(value.value()))))
                }
            }
            .map_err(|trouble: Trouble| trouble.or_at(assignment_of(&self.source, name))),
            _ => Ok(None),
        };
        let stem = std::path::Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let given = text("name")?;
        sheet.name = given.clone().or(stem).unwrap_or_default();
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_alphabetic())
                && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
        };
        if !is_name(&sheet.name) || sheet.name.len() > 60 {
            let message = format!(
                "{} can't be the name of a game: a name has letters, digits, `_` and `-`, and begins with a letter",
                grundy::notation::quote(&sheet.name)
            );
            let help = if given.is_some() { "" } else { "; write one, like name = \"candy\"" };
            return Err(Trouble::mistake(message + help).or_at(assignment_of(&self.source, "name").or(Some(0..0))));
        }
        sheet.title = text("title")?.unwrap_or_else(|| sheet.name.clone());
        sheet.doc = text("doc")?.unwrap_or_else(|| format!("The rules are those of {file}."));
        let at = |name| assignment_of(&self.source, name);
        if let Ok(Some(smallest)) = module.get_option("smallest") {
            let number = smallest.value().unpack_i32().and_then(|number| u64::try_from(number).ok());
            let wrong = || Trouble::mistake("`smallest` must be a number of 0 or more").or_at(at("smallest"));
            sheet.smallest = number.ok_or_else(wrong)?;
        }
        if let Ok(Some(examples)) = module.get_option("examples") {
            let wrong = || Trouble::mistake("`examples` must be a list of positions").or_at(at("examples"));
            let list = sequence(examples.value()).ok_or_else(wrong)?;
            let mut positions = Vec::with_capacity(list.len());
            for example in list {
                let reading = Reading { sheet: &sheet, limits: &self.limits };
                let named = reading.position(*example).map_err(|trouble| trouble.or_at(at("examples")))?;
                positions.push(named.position());
            }
            sheet.examples = positions;
        }
        Ok(sheet)
    }

    fn parameters(&self, function: usize) -> Result<DocParams, Trouble> {
        let documented = self.functions[function].as_ref().map(|value| value.value().documentation());
        let Some(DocItem::Member(DocMember::Function(documented))) = documented else {
            return Err(Trouble::mistake(format!("`{}` must be a function", FUNCTIONS[function])));
        };
        let parameters = documented.params;
        if !parameters.named_only.is_empty() || parameters.kwargs.is_some() {
            let message = format!("`{}` takes coordinates in order, not by name", FUNCTIONS[function]);
            return Err(Trouble::mistake(message).or_at(self.place(function)));
        }
        Ok(parameters)
    }
}
