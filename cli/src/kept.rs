//! What rows keep of the columns of input files.

use std::path::Path;
use std::sync::Arc;

use cubebatch_rows::{Form, KeptFields};

use crate::failure::Failure;
use crate::input::given::Given;
use crate::input::{Input, WantedColumns};
use crate::stored_file::is_stream;

/// What rows in this form keep of these inputs. CSV has the columns that all inputs have, if all are files of CSV.
pub fn kept(form: Form, sources: &[Given], wanted: &'static WantedColumns) -> Result<KeptFields, Failure> {
    let mut columns: Option<Vec<String>> = None;
    for source in sources.iter().filter(|_| form == Form::Csv) {
        let there = match source.path().filter(|path| !is_stream(path)) {
            Some(path) => columns_of(path, wanted)?,
            None => Vec::new(),
        };
        let is_common = |name: &String| columns.as_ref().is_none_or(|columns| columns.contains(name));
        columns = Some(there.into_iter().filter(is_common).collect());
    }
    Ok(KeptFields::new(form, columns.unwrap_or_default()))
}

/// The columns of a file of CSV that rows keep; none of another file.
fn columns_of(path: &Path, wanted: &'static WantedColumns) -> Result<Vec<String>, Failure> {
    let first = Input::open_rows(path, &Arc::default(), wanted)?.next_chunk(1);
    // The reader of the rows reports a fault.
    let Ok(Some(chunk)) = first else { return Ok(Vec::new()) };
    Ok(chunk.kept_columns())
}
