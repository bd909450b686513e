//! The columns of CSV and JSON Lines that rows keep beside their own. Columns of Parquet are copied value by value.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::{
    BYTE_ORDER_MARK, Chunk, ChunkReader, Form, Header, Line, columns, is_alike, is_object, text, write_record,
};

/// What rows keep.
pub struct KeptFields {
    form: Form,
    /// The columns that rows of CSV have after their own: JSON Lines name theirs in each row.
    columns: Vec<String>,
}

impl KeptFields {
    /// None.
    pub const NONE: KeptFields = KeptFields { form: Form::Text, columns: Vec::new() };

    /// What rows in this form keep of inputs that all have these columns.
    pub fn new(form: Form, columns: Vec<String>) -> KeptFields {
        KeptFields { form, columns }
    }

    /// What rows in this form keep of the body of a request.
    pub fn of_body(form: Form, text: &[u8]) -> KeptFields {
        let first = || ChunkReader::of_body(text.to_vec()).next_chunk(1).ok().flatten();
        let columns = if form == Form::Csv { first().map(|chunk| chunk.kept_columns()) } else { None };
        KeptFields::new(form, columns.unwrap_or_default())
    }

    /// The header with the names of these columns.
    pub fn header(&self, own: String) -> String {
        if self.columns.is_empty() {
            return own;
        }
        let mut header = own.into_bytes();
        self.append_record(&mut header, self.columns.iter().map(String::as_str));
        String::from_utf8_lossy(&header).into_owned()
    }

    /// Appends what the row of a line keeps, if `rows` end with one.
    pub fn append(&self, chunk: &Chunk, line: &Line, rows: &mut Vec<u8>) {
        match self.form {
            Form::Csv if !self.columns.is_empty() => {
                let record = chunk.header().zip(text(line.bytes).ok());
                let record = record.and_then(|(header, line)| Some((header, header.record(line).ok()??)));
                let field = |name| record.as_ref().and_then(|(header, record)| header.get(record, name));
                self.append_record(rows, self.columns.iter().map(|name| field(name).unwrap_or_default()));
            }
            Form::Jsonl => {
                let kept = fields(chunk, line).unwrap_or_default();
                rows.truncate(rows.len() - "}\n".len());
                for (name, value) in kept {
                    rows.push(b',');
                    serde_json::to_writer(&mut *rows, &name).expect("a vector takes everything");
                    rows.push(b':');
                    rows.extend_from_slice(value.as_bytes());
                }
                rows.extend_from_slice(b"}\n");
            }
            _ => {}
        }
    }

    /// Appends fields to the record at the end of `rows`.
    fn append_record<'a>(&self, rows: &mut Vec<u8>, fields: impl Iterator<Item = &'a str>) {
        rows.truncate(rows.len() - "\n".len());
        rows.push(b',');
        write_record(fields, rows);
    }
}

/// Whether rows have a column of this name themselves.
fn is_own(name: &str) -> bool {
    columns::ALL.iter().any(|own| is_alike(own, name))
}

/// The columns of a table but for the positions and the columns of rows.
fn other_columns<'a>(header: &'a Header, positions: &str) -> impl Iterator<Item = &'a str> {
    // pandas has no name for the first column, the index of each row.
    let is_there = |(number, name): &(usize, &str)| *number == 0 || !name.is_empty();
    let columns = header.columns().enumerate().filter(is_there).map(|(_, name)| name);
    columns.filter(move |name| !is_own(name) && !is_alike(name, positions))
}

impl Chunk {
    /// The columns of a table that rows keep; none of another file.
    pub fn kept_columns(&self) -> Vec<String> {
        let columns = self.header().map(|header| other_columns(header, self.column()).map(str::to_owned));
        columns.into_iter().flatten().collect()
    }
}

/// The other fields of a line, each with its value as JSON.
fn fields(chunk: &Chunk, line: &Line) -> Option<Vec<(String, String)>> {
    let text = text(line.bytes).ok()?;
    if let Some(header) = chunk.header() {
        let record = header.record(text).ok()??;
        let field = |name: &str| {
            let value = header.get(&record, name)?;
            Some((name.to_owned(), serde_json::Value::from(value).to_string()))
        };
        return Some(other_columns(header, chunk.column()).filter_map(field).collect());
    }
    if !is_object(text) {
        return None;
    }
    // Values as they are written: numbers may have more digits than a float.
    let fields: BTreeMap<String, &RawValue> =
        serde_json::from_str(text.trim_start_matches(BYTE_ORDER_MARK)).ok()?;
    let is_kept = |(name, _): &(String, _)| !is_own(name) && name != chunk.column();
    Some(fields.into_iter().filter(is_kept).map(|(name, value)| (name, value.get().to_owned())).collect())
}
