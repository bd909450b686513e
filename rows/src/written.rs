//! Rows as text, as fields of CSV or JSON Lines, and as cells of columns.

use std::io::Write;

use serde::{Serialize, Serializer};

use super::columns::{Cell, Column, ColumnKind};
use super::form::Form;
use super::outcome::{Outcome, Row};

/// Few rows have more.
const MOST_COLUMNS: usize = 16;

/// A value of a row in its column.
struct RowField<'a> {
    name: &'static str,
    kind: ColumnKind,
    cell: Cell<'a>,
}

/// The values of a row in their columns.
pub struct RowFields<'a>(Vec<RowField<'a>>);

impl<'a> RowFields<'a> {
    /// None yet.
    pub fn empty() -> RowFields<'a> {
        RowFields(Vec::with_capacity(MOST_COLUMNS))
    }

    /// Adds a value, if its column is shown.
    pub fn add(&mut self, is_shown: bool, name: &'static str, kind: ColumnKind, cell: impl Into<Cell<'a>>) {
        if is_shown {
            self.0.push(RowField { name, kind, cell: cell.into() });
        }
    }
}

/// Writes rows of positions `P` with solutions `S`.
pub trait Writes<P, S> {
    /// In which form.
    fn form(&self) -> Form;

    /// The moves of a solution, as they are summed up.
    fn length(&self, solution: &S) -> usize;

    /// Appends the text of a row with a solution, without its line end.
    fn write_solution(&self, row: &Row<P, S>, to: &mut Vec<u8>);

    /// The fields of a row: their names are the same for all rows.
    fn fields<'r>(&self, row: &'r Row<P, S>) -> RowFields<'r>;

    /// What comes before the first row.
    fn header(&self) -> String {
        if self.form() != Form::Csv {
            return String::new();
        }
        let names: Vec<&str> = self.columns().iter().map(|column| column.name).collect();
        names.join(",") + "\n"
    }

    /// The columns of a table, in their order.
    fn columns(&self) -> Vec<Column> {
        let blank = Row { file: None, line: 0, outcome: Outcome::Blank };
        let column = |RowField { name, kind, .. }: &RowField| Column { name, kind: *kind };
        self.fields(&blank).0.iter().map(column).collect()
    }

    /// The values of a row, in the order of the columns.
    fn cells<'r>(&self, row: &'r Row<P, S>) -> impl Iterator<Item = (ColumnKind, Cell<'r>)> {
        self.fields(row).0.into_iter().map(|field| (field.kind, field.cell))
    }

    /// Appends a row with its line end, if it has one; of [`Form::Parquet`] there are [cells](Writes::cells) alone.
    fn write(&self, row: &Row<P, S>, to: &mut Vec<u8>) {
        match self.form() {
            _ if matches!(row.outcome, Outcome::Blank) => {}
            Form::Text => self.write_text(row, to),
            Form::Jsonl => write_json(&self.fields(row).0, to),
            Form::Csv => write_csv(&self.fields(row).0, to),
            Form::Parquet => {}
        }
    }

    /// Appends a row of [`Form::Text`]: a solution, or else a comment that says why there is none.
    fn write_text(&self, row: &Row<P, S>, to: &mut Vec<u8>) {
        match row.outcome.error() {
            Some(error) => write!(to, "# {row}: {error}").expect("a vector takes everything"),
            None => self.write_solution(row, to),
        }
        to.push(b'\n');
    }
}

fn write_csv(fields: &[RowField], to: &mut Vec<u8>) {
    write_record(fields.iter().map(|field| field.cell.to_string()), to);
}

/// Appends a record of CSV with these fields.
pub fn write_record(fields: impl IntoIterator<Item: AsRef<[u8]>>, to: &mut Vec<u8>) {
    csv::Writer::from_writer(to).write_record(fields).expect("a vector takes everything");
}

fn write_json(fields: &[RowField], to: &mut Vec<u8>) {
    serde_json::to_writer(&mut *to, &JsonObject(fields)).expect("a vector takes everything");
    to.push(b'\n');
}

/// Fields as an object of JSON, without empty ones.
struct JsonObject<'a>(&'a [RowField<'a>]);

impl Serialize for JsonObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.0.iter().filter(|field| !field.cell.is_empty());
        serializer.collect_map(fields.map(|field| (field.name, &field.cell)))
    }
}
