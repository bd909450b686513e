//! Rows as they are written: text, or columns of Parquet.

use cubebatch::rows::{Form, Row, Style};

use super::parquet::Columns;

/// Some rows: one of both holds nothing.
#[derive(Default)]
pub struct Rows {
    /// With their line ends.
    pub text: Vec<u8>,
    pub columns: Columns,
}

impl Rows {
    /// Appends a row.
    pub fn add(&mut self, row: &Row, style: Style) {
        match style.form {
            Form::Parquet => self.columns.add(style.cells(row)),
            _ => style.write(row, &mut self.text),
        }
    }
}
