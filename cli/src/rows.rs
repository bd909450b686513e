//! Rows as they are written: text, or columns of Parquet.

use cubebatch_rows::{Form, Outcome, Row, Writes};

use super::parquet::Columns;

/// Some rows: one of both holds nothing.
#[derive(Default)]
pub struct Rows {
    /// The rows with their line ends.
    pub text: Vec<u8>,
    pub columns: Columns,
}

impl Rows {
    /// Appends a row, if the line has one.
    pub fn add<P, S>(&mut self, row: &Row<P, S>, style: &impl Writes<P, S>) {
        match style.form() {
            _ if matches!(row.outcome, Outcome::Blank) => {}
            Form::Parquet => self.columns.add((row.file, row.line), style.cells(row)),
            _ => style.write(row, &mut self.text),
        }
    }
}
