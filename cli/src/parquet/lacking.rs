//! A program without the feature `parquet` refuses such files.

use std::path::Path;

use cubebatch_rows::Column;

use super::{BUILD_IT, ParquetReadError, RowGroups, RowReader};
use crate::failure::{Failure, UNUSABLE};
use crate::journal::target::Target;
use crate::stored_file::StoredFile;
use cubebatch_rows::records::WantedColumns;

pub fn open(_: StoredFile, _: &'static WantedColumns) -> Result<Box<dyn RowReader>, ParquetReadError> {
    Err(ParquetReadError::Absent)
}

pub fn groups(
    _: &[Column],
    _: &[(String, String)],
    _: &[Option<&Path>],
    _: &WantedColumns,
) -> Result<Box<dyn RowGroups>, Failure> {
    Err(Failure::new(UNUSABLE, "Parquet cannot be written", BUILD_IT))
}

pub fn join(_: &[&Path], _: &mut Target) -> Result<(), Failure> {
    Err(Failure::new(UNUSABLE, "Parquet cannot be written", BUILD_IT))
}
