//! The description of the API in OpenAPI 3.1, made from the types that are read and written.

use std::sync::OnceLock;

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::answer::Refusal;
use crate::api::ENDPOINTS;

/// The description.
pub fn document() -> Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(write).clone()
}

fn write() -> Value {
    // A field with a default may be left out of a request, one that says nothing out of an answer. Requests are short, and
    // stand where they are used.
    let settings = SchemaSettings::draft2020_12;
    let mut requests =
        SchemaGenerator::new(settings().for_deserialize().with(|settings| settings.inline_subschemas = true));
    let place = "/components/schemas";
    let mut generator =
        SchemaGenerator::new(settings().for_serialize().with(|settings| settings.definitions_path = place.into()));
    let mut paths = Map::new();
    let error = generator.subschema_for::<Refusal>();
    let refused = json!({
        "description": "What is wrong with the request, or why there is no answer within the limits",
        "content": { "application/json": { "schema": error } }
    });
    let statuses = ["400", "408", "413", "415", "421", "422", "503"];
    for endpoint in ENDPOINTS {
        let request = (endpoint.request)(&mut requests);
        let mut response = json!((endpoint.response)(&mut generator));
        with_strings(&mut response);
        let mut content = Map::from_iter([("application/json".to_string(), json!({ "schema": response }))]);
        for media in endpoint.files {
            let media = media.split(';').next().unwrap_or(media).trim();
            content.insert(media.to_string(), json!({ "schema": { "type": "string" } }));
        }
        content.insert("text/event-stream".to_string(), json!({ "schema": { "type": "string" } }));
        let example: Value = serde_json::from_str(endpoint.example).unwrap_or_default();
        let mut responses =
            Map::from_iter([("200".to_string(), json!({ "description": "The answer", "content": content }))]);
        responses
            .extend(statuses.map(|status| (status.to_string(), json!({ "$ref": "#/components/responses/Refused" }))));
        paths.insert(
            format!("/api/{}", endpoint.name),
            json!({ "post": {
                "operationId": endpoint.name,
                "summary": endpoint.summary,
                "requestBody": {
                    "required": true,
                    "content": { "application/json": { "schema": request, "example": example } }
                },
                "responses": responses,
            } }),
        );
    }
    let game = generator.subschema_for::<grundy::report::GameReport<'static>>();
    let get = |name: &str, summary: &str, schema: Value| {
        json!({ "get": {
            "operationId": name,
            "summary": summary,
            "responses": {
                "200": { "description": "The answer", "content": { "application/json": { "schema": schema } } },
                "421": { "$ref": "#/components/responses/Refused" },
            }
        } })
    };
    paths.insert("/api/games".to_string(), get("games", "The games known", json!({ "type": "array", "items": game })));
    paths.insert(
        "/api/gallery".to_string(),
        get("gallery", "The games with a picture each", json!({ "type": "array" })),
    );
    paths.insert("/api/examples".to_string(), get("examples", "Rules to start from", json!({ "type": "array" })));
    let mut one = get("game", "One of the games", json!(game));
    one["get"]["parameters"] =
        json!([{ "name": "name", "in": "path", "required": true, "schema": { "type": "string" } }]);
    one["get"]["responses"]["404"] = json!({ "$ref": "#/components/responses/Refused" });
    one["get"]["responses"]["400"] = json!({ "$ref": "#/components/responses/Refused" });
    paths.insert("/api/games/{name}".to_string(), one);
    let mut schemas = Value::Object(generator.take_definitions(true));
    with_strings(&mut schemas);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "grundy",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Combinatorial games: values, winning moves, tables, graphs and explanations, the objects of `grundy \
                            --json`. Integers above 2^53 are strings. Questions that take long tell their progress to those who \
                            accept text/event-stream.",
            "license": { "name": "MIT OR Apache-2.0" }
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": { "schemas": schemas, "responses": { "Refused": refused } }
    })
}

/// Integers that may be too large for a double may be strings.
fn with_strings(schema: &mut Value) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(with_strings),
        Value::Object(fields) => {
            let is_large =
                fields.get("format").is_some_and(|format| format == "uint64" || format == "int64" || format == "uint");
            if let Some(kind) = fields.get("type").filter(|_| is_large).cloned() {
                let kinds = match kind {
                    Value::Array(list) => list.into_iter().chain([json!("string")]).collect(),
                    one => vec![one, json!("string")],
                };
                fields.insert("type".to_string(), json!(kinds));
                fields.remove("format");
            }
            fields.values_mut().for_each(with_strings);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every reference leads somewhere, and every example is a request that is answered.
    #[test]
    fn the_description_holds_together() {
        fn references(value: &Value, found: &mut Vec<String>) {
            match value {
                Value::Array(list) => list.iter().for_each(|value| references(value, found)),
                Value::Object(fields) => {
                    if let Some(Value::String(to)) = fields.get("$ref") {
                        found.push(to.clone());
                    }
                    fields.values().for_each(|value| references(value, found));
                }
                _ => {}
            }
        }
        let document = document();
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 50);
        for reference in found {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
        }
        for endpoint in ENDPOINTS {
            assert!(serde_json::from_str::<Value>(endpoint.example).is_ok(), "{}", endpoint.name);
        }
    }
}
