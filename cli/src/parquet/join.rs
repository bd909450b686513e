//! Several files of Parquet with the same columns as one: their groups of rows, one after the other.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use parquet::column::writer::ColumnCloseResult;
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;

use super::chunks::reader_from;
use super::reader::guarded;
use crate::failure::Failure;
use crate::journal::target::Target;
use crate::stored_file::StoredFile;

/// Writes the rows of all files, in this order.
pub fn join(paths: &[&Path], target: &mut Target) -> std::result::Result<(), Failure> {
    let open = |path: &&Path| {
        let file = StoredFile::open(path).map_err(|error| Failure::io(path, error))?;
        guarded(|| SerializedFileReader::new(reader_from(&file, 0)?))
            .map(|reader| (file, reader))
            .map_err(|error| Failure::io(path, error))
    };
    let (_, first) = open(&paths[0])?;
    let metadata = first.metadata().file_metadata();
    let properties = WriterProperties::builder()
        .set_created_by(metadata.created_by().unwrap_or_default().to_owned())
        .set_key_value_metadata(metadata.key_value_metadata().cloned())
        .build();
    let schema = metadata.schema_descr().root_schema_ptr();
    let failed = Mutex::new(None);
    let kept = |failure| {
        *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
        io::Error::other("the failure was kept")
    };
    let written = TargetWriter { target, kept: &kept };
    let result = guarded(|| {
        let mut writer = SerializedFileWriter::new(written, schema, Arc::new(properties))?;
        for path in paths {
            let (file, reader) = open(path).map_err(kept)?;
            copy_groups(&file, &reader, &mut writer)?;
        }
        writer.close().map(|_| ())
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(failure) => Err(failure),
        None => result.map_err(|error| Failure::io(paths[0], error)),
    }
}

fn copy_groups(
    file: &StoredFile,
    reader: &SerializedFileReader<StoredFile>,
    writer: &mut SerializedFileWriter<TargetWriter>,
) -> Result<()> {
    for group in reader.metadata().row_groups() {
        let mut copied = writer.next_row_group()?;
        for column in group.columns() {
            let result = ColumnCloseResult {
                bytes_written: column.compressed_size() as u64,
                rows_written: group.num_rows() as u64,
                metadata: column.clone(),
                bloom_filter: None,
                column_index: None,
                offset_index: None,
            };
            copied.append_column(file, result)?;
        }
        copied.close()?;
    }
    Ok(())
}

/// Writes to a target, and keeps its error.
struct TargetWriter<'a> {
    target: &'a mut Target,
    kept: &'a (dyn Fn(Failure) -> io::Error + Sync),
}

impl io::Write for TargetWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.target.write(bytes).map(|()| bytes.len()).map_err(self.kept)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
