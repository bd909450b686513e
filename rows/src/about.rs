//! What the metadata of a file of columns say of its rows.

use cubebatch::{Method, Move};
use cubebatch_search::method::{Effect, Question, Takes};

/// The version of this program, and the names of the moves by their numbers.
pub fn of_program() -> Vec<(String, String)> {
    let moves: Vec<&str> = Move::all().map(Move::name).collect();
    vec![named("version", env!("CARGO_PKG_VERSION").to_owned()), named("move_names", moves.join(" "))]
}

/// The same, the method, and the options of which solutions depend, as a resolved question has them.
pub fn of_rows(method: Method, question: &Question) -> Vec<(String, String)> {
    let options = method.card().options.iter();
    let options = options.filter_map(|takes| Some(named(takes.option.name(), deciding(takes, question)?)));
    of_program().into_iter().chain([named("method", method.to_string())]).chain(options).collect()
}

fn named(name: &str, value: String) -> (String, String) {
    (format!("cubebatch.{name}"), value)
}

/// The value of an option of a method, given or usual; `None` if it does not decide rows.
pub fn deciding(takes: &Takes, question: &Question) -> Option<String> {
    let decides = takes.effect == Effect::Rows && question.asks(takes.option);
    question.text(takes.option).filter(|_| decides)
}
