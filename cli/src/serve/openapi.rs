//! The description of the interface, with what the library knows of methods and options.

use std::sync::LazyLock;

use cubebatch::Method;
use cubebatch_rows::Form;
use cubebatch_search::method::{Kind, OptionCard};
use serde_json::{Value, json};

use super::options::{asked_of_service, served_range};
use super::question::names;
use super::scramble::MOST;
use crate::args::{Format, MoveNotation, ScrambleFormat};

/// The description of the interface, for programs.
pub static OPENAPI: LazyLock<String> = LazyLock::new(|| {
    let of_solving = include_str!("parameters.json").trim().trim_matches(['[', ']']);
    let filled = include_str!("openapi.json").replace("\"parameters of solving\"", of_solving);
    let mut filled = filled.replace("\"most scrambles\"", &MOST.to_string());
    let lists = [
        ("methods", Method::ALL.iter().copied().map(|method| method.name().to_owned()).collect()),
        ("forms", Form::of_lines().map(|form| form.name().to_owned()).collect()),
        ("notations", names::<MoveNotation>()),
        ("formats", names::<Format>()),
        ("scramble formats", names::<ScrambleFormat>()),
    ];
    for (list, names) in lists {
        filled = filled.replace(&format!("[\"{list}\"]"), &Value::from(names).to_string());
    }
    let properties = joined(asked_of_service().map(property));
    let filled = filled.replace("\"options of solving\": {}", &properties);
    filled.replace("\"options of solving\"", &joined(asked_of_service().map(parameter)))
});

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",\n          ")
}

fn property(card: &OptionCard) -> String {
    let mut schema = schema(card);
    schema["description"] = card.description().into();
    format!("{}: {schema}", Value::from(card.name))
}

fn parameter(card: &OptionCard) -> String {
    let (schema, description) = (schema(card), card.description());
    json!({"name": card.name, "in": "query", "schema": schema, "description": description}).to_string()
}

fn schema(card: &OptionCard) -> Value {
    let range = served_range(card);
    match (card.kind, *range.end()) {
        (kind, _) if kind.is_text() => json!({"type": "string"}),
        (Kind::Flag, _) => json!({"type": "boolean"}),
        (_, u64::MAX) => json!({"type": "integer", "minimum": range.start()}),
        (_, most) => json!({"type": "integer", "minimum": range.start(), "maximum": most}),
    }
}
