//! What comes back: an answer, or a refusal that says what is wrong and where. JSON that any browser can read: integers that
//! a double cannot hold are strings.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, StatusCode, header};
use grundy::{ParseError, Stopped, Unsolved};
use grundy_rules::{Kind, Trouble};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// The largest integer such that it and all smaller ones are doubles.
const LARGEST_EXACT: u64 = 1 << 53;
/// The longest message.
const LONGEST: usize = 3_500;

/// An answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// One of the objects of `--json`.
    Json(Value),
    /// A text or a picture, as a file would have it.
    File {
        /// Its media type.
        media: &'static str,
        /// What it is called when it is kept.
        name: String,
        /// Its bytes.
        bytes: Vec<u8>,
    },
}

impl Answer {
    /// An answer of the library.
    pub fn json(report: &impl Serialize) -> Result<Answer, Refusal> {
        let value = serde_json::to_value(report).map_err(|error| Refusal::new(422, "limit", error.to_string()))?;
        Ok(Answer::Json(exact(value)))
    }

    /// A text or a picture.
    pub fn file(media: &'static str, name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Answer {
        Answer::File { media, name: name.into(), bytes: bytes.into() }
    }
}

/// The same with large integers as strings.
pub fn exact(value: Value) -> Value {
    match value {
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(large), _) if large > LARGEST_EXACT => Value::String(large.to_string()),
            (None, Some(small)) if small.unsigned_abs() > LARGEST_EXACT => Value::String(small.to_string()),
            _ => Value::Number(number),
        },
        Value::Array(list) => Value::Array(list.into_iter().map(exact).collect()),
        Value::Object(fields) => Value::Object(fields.into_iter().map(|(name, field)| (name, exact(field))).collect()),
        other => other,
    }
}

/// What is wrong with a request, or why there is no answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Refusal {
    /// The HTTP status.
    #[serde(skip)]
    pub status: u16,
    /// What kind of trouble it is: `request`, `position`, `rules`, `limit`, `busy` or `unknown`.
    pub kind: &'static str,
    /// What is wrong, for the person who asked.
    pub message: String,
    /// More about it.
    #[serde(flatten)]
    pub more: Box<More>,
}

/// Where a mistake is, and what would be right.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct More {
    /// What would be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The field of the request that is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Where in that field: the first byte, and the one after the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<[usize; 2]>,
    /// In rules, the line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// In rules, the column, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// In rules, the position that was being looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: u16, kind: &'static str, message: impl Into<String>) -> Refusal {
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(LONGEST) {
            message.truncate(end);
            message.push('…');
        }
        Refusal { status, kind, message, more: Box::default() }
    }

    /// The same, meaning one field of the request.
    pub fn at(mut self, field: &'static str) -> Refusal {
        self.more.field = Some(field.to_string());
        self
    }

    /// A mistake in the notation of one field.
    pub fn notation(field: &'static str, error: &ParseError) -> Refusal {
        let mut refusal = Refusal::new(422, "position", error.message.clone()).at(field);
        refusal.more.help.clone_from(&error.help);
        refusal.more.span = Some([error.span.start, error.span.end]);
        refusal
    }

    /// A mistake in the value of one field.
    pub fn field(field: &'static str, message: impl Into<String>) -> Refusal {
        Refusal::new(422, "request", message).at(field)
    }

    /// Trouble with rules.
    pub fn rules(trouble: &Trouble, source: &str) -> Refusal {
        let kind = if trouble.kind == Kind::Mistake { "rules" } else { "limit" };
        let when = if trouble.reading { " while the rules were read" } else { "" };
        let mut refusal = Refusal::new(422, kind, format!("{}{when}", trouble.message)).at("rules");
        refusal.more.position.clone_from(&trouble.position);
        if let Some(span) = &trouble.span {
            let before = &source.as_bytes()[..span.start.min(source.len())];
            let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            refusal.more.span = Some([span.start, span.end]);
            refusal.more.line = Some(before.iter().filter(|byte| **byte == b'\n').count() + 1);
            refusal.more.column = Some(String::from_utf8_lossy(&before[start..]).chars().count() + 1);
        }
        refusal
    }

    /// The refusal as a response.
    pub fn response(&self) -> Response<Body> {
        let body = serde_json::to_vec(self).unwrap_or_default();
        let mut response = plain(self.status, "application/json", body.into());
        if self.status == 503 {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

impl From<Stopped> for Refusal {
    fn from(stopped: Stopped) -> Refusal {
        Refusal::new(422, "limit", stopped.to_string())
    }
}

impl From<Unsolved> for Refusal {
    fn from(unsolved: Unsolved) -> Refusal {
        match unsolved {
            Unsolved::Stopped(stopped) => stopped.into(),
            Unsolved::Unanswerable(why) => Refusal::new(422, "position", why),
        }
    }
}

/// A response of this status and media type.
pub fn plain(status: u16, media: &'static str, body: Bytes) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    response
}

/// An answer as a response.
pub fn response(answer: Answer) -> Response<Body> {
    let mut response = match answer {
        Answer::Json(value) => plain(200, "application/json", serde_json::to_vec(&value).unwrap_or_default().into()),
        Answer::File { media, name, bytes } => {
            let mut response = plain(200, media, bytes.into());
            let kept: String =
                name.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' }).collect();
            if let Ok(disposition) = HeaderValue::from_str(&format!("attachment; filename=\"{kept}\"")) {
                response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
            }
            response
        }
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn integers_that_are_no_doubles_are_strings() {
        let value = json!({ "small": 3, "edge": 1u64 << 53, "list": [(1u64 << 53) + 1, -1, 0.5], "none": null });
        let text = json!({ "small": 3, "edge": 1u64 << 53, "list": ["9007199254740993", -1, 0.5], "none": null });
        assert_eq!(exact(value), text);
    }
}
