//! The stand-in for Parquet in a program that was built without it. No value of these types exists.

use std::path::Path;

use cubebatch_rows::{Cell, Column, Kind};

use super::{ReadError, Wanted};
use crate::failure::{Failure, UNUSABLE};
use crate::journal::target::Target;
use crate::stored_file::StoredFile;

/// There is no row.
#[derive(Default)]
pub struct Columns;

impl Columns {
    pub fn add<'a>(&mut self, _: (Option<&str>, u64), _: impl Iterator<Item = (Kind, Cell<'a>)>) {
        unreachable!("the plan refuses such output")
    }
}

/// There are none.
pub struct KeptColumns;

impl KeptColumns {
    pub fn of(_: &[Option<&Path>], _: &Wanted) -> Result<KeptColumns, Failure> {
        unreachable!("the plan refuses such output")
    }
}

/// There are none.
pub enum RowGroups {}

impl RowGroups {
    pub fn new(_: &[Column], _: &[(String, String)], _: KeptColumns) -> RowGroups {
        unreachable!("the plan refuses such output")
    }

    pub fn begin(&mut self, _: &mut Target) -> Result<(), Failure> {
        match *self {}
    }

    pub fn go_on(&mut self, _: &Path, _: u64) -> Result<(), Failure> {
        match *self {}
    }

    pub fn add(&mut self, _: Columns, _: &mut Target) -> Result<(), Failure> {
        match *self {}
    }

    pub fn finish(&mut self, _: &mut Target) -> Result<(), Failure> {
        match *self {}
    }
}

/// There is none.
pub enum RowReader {}

impl RowReader {
    pub fn open(_: StoredFile, _: &'static Wanted) -> Result<RowReader, ReadError> {
        Err(ReadError::Absent)
    }

    pub fn read_line(&mut self, _: &mut Vec<u8>) -> Result<bool, ReadError> {
        match *self {}
    }

    pub fn total(&self) -> u64 {
        match *self {}
    }

    pub fn footer_hash(&self) -> u64 {
        match *self {}
    }

    pub fn pass_over(&mut self, _: u64) -> u64 {
        match *self {}
    }

    pub fn part(&self) -> f64 {
        match *self {}
    }
}

/// Joins files.
pub fn join(_: &[&Path], _: &mut Target) -> Result<(), Failure> {
    Err(Failure::new(UNUSABLE, "Parquet cannot be written", super::BUILD_IT))
}
