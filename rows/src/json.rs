//! What is wrong with a text of JSON, for people.

use serde_json::Error;
use serde_json::error::Category;

/// What is wrong with a text, and where. A wrong value has no place here: its reader names the field.
pub fn fault(error: &Error) -> String {
    let text = error.to_string();
    let (line, column) = (error.line(), error.column());
    let told = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    let place = if line == 1 { format!("column {column}") } else { format!("line {line}, column {column}") };
    match error.classify() {
        Category::Data => told.to_owned(),
        Category::Eof => format!("{place}: the text ends too early"),
        Category::Syntax | Category::Io => format!("{place}: {told}"),
    }
}
