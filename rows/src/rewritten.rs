//! Lines that are written anew: moves in another way, or a text for each position.

use cubebatch::cube::Algorithm;
use cubebatch::notation::{MoveChange, MoveNotation, WrittenMoves, parse_moves};
use cubebatch_cube::notation::content_to_read;

use super::columns::{self, ColumnKind};
use super::{Form, LineError, Outcome, Row, RowFields, Writes, text};

/// What becomes of moves.
pub struct Rewriting {
    pub change: MoveChange,
    pub notation: MoveNotation,
}

impl Rewriting {
    /// The text of the changed moves.
    pub fn text(&self, moves: &Algorithm) -> String {
        WrittenMoves { moves: &self.change.of(moves), notation: self.notation }.to_string()
    }
}

/// The moves on a line, if there are any.
pub fn sequence(line: &[u8]) -> Result<Option<Algorithm>, LineError> {
    let content = content_to_read(text(line)?)?;
    match content.trim().is_empty() {
        true => Ok(None),
        false => Ok(Some(parse_moves(&content)?.moves().into())),
    }
}

/// Texts, or rows with a text in this column.
pub struct Texts {
    pub form: Form,
    pub column: &'static str,
}

impl Writes<(), String> for Texts {
    fn form(&self) -> Form {
        self.form
    }

    fn length(&self, _: &String) -> usize {
        // They are not summed up.
        0
    }

    fn write_solution(&self, row: &Row<(), String>, to: &mut Vec<u8>) {
        let Outcome::Solved { solution: text, .. } = &row.outcome else { return };
        to.extend_from_slice(text.as_bytes());
    }

    fn fields<'r>(&self, row: &'r Row<(), String>) -> RowFields<'r> {
        let text = match &row.outcome {
            Outcome::Solved { solution: text, .. } => Some((*text).clone()),
            _ => None,
        };
        fields_of(row, self.column, text)
    }
}

/// A row with its line, and a text or what is wrong.
pub fn fields_of<'r, P, S>(row: &'r Row<P, S>, column: &'static str, text: Option<String>) -> RowFields<'r> {
    let mut fields = RowFields::empty();
    fields.add(true, columns::LINE, ColumnKind::Count, row.line);
    fields.add(true, column, ColumnKind::Text, text);
    fields.add(true, columns::ERROR, ColumnKind::Text, row.outcome.error());
    fields
}
