//! The columns of the input that the output keeps: they are copied value by value, whatever they hold.

use std::fs::File;
use std::path::{Path, PathBuf};

use cubebatch::rows::columns;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::column::writer::{ColumnWriter, ColumnWriterImpl};
use parquet::data_type::DataType;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::TypePtr;

use super::columns::Run;
use super::reader::guarded;
use super::{MAGIC, Wanted};
use crate::cli::failure::Failure;
use crate::cli::input::begins_with;
use crate::cli::input::given::Given;

/// Columns of the input, and how far they were copied.
pub struct KeptColumns {
    /// The inputs, in the order of the arguments.
    files: Vec<PathBuf>,
    columns: Vec<TypePtr>,
    /// Where the next value of each column of values lies; a list or a structure has several of these.
    places: Vec<Option<Place>>,
    /// The file that was read last.
    opened: Option<Opened>,
}

/// A file of which values are copied.
struct Opened {
    file: usize,
    reader: SerializedFileReader<File>,
    /// The numbers of the kept columns of values.
    leaves: Vec<usize>,
}

/// A place in a column of values.
struct Place {
    file: usize,
    /// The row of the file that comes next, and the first row of the next group.
    next: u64,
    end: u64,
    reader: ColumnReader,
}

impl KeptColumns {
    /// The columns of all inputs, without the positions and what the output says itself, if all inputs are Parquet files.
    pub fn of(inputs: &[Given], wanted: &Wanted) -> std::result::Result<KeptColumns, Failure> {
        let mut kept =
            KeptColumns { files: Vec::new(), columns: Vec::new(), places: Vec::new(), opened: None };
        for input in inputs {
            let Given::File(path) = input else { return Ok(kept.none()) };
            if path == "-" || !path.is_file() || !is_parquet(path)? {
                return Ok(kept.none());
            }
            let there = columns_of(path, wanted)?;
            if kept.files.is_empty() {
                kept.columns = there;
            } else {
                kept.keep_common(path, &there);
            }
            kept.files.push(path.clone());
        }
        let Some(first) = kept.files.first() else { return Ok(kept) };
        let leaves =
            guarded(|| Opened::new(0, first, &kept.columns)).map_err(|error| Failure::io(first, error))?;
        kept.places.resize_with(leaves.leaves.len(), || None);
        Ok(kept)
    }

    /// Nothing is kept; it says so, if there was something.
    fn none(self) -> KeptColumns {
        if let (Some(file), false) = (self.files.first(), self.columns.is_empty()) {
            tell!("columns of {} are not kept, because another input is no Parquet file", file.display());
        }
        KeptColumns { files: Vec::new(), columns: Vec::new(), places: Vec::new(), opened: None }
    }

    /// Keeps what another file has, too, and tells of the others.
    fn keep_common(&mut self, path: &Path, there: &[TypePtr]) {
        let (common, left): (Vec<_>, Vec<_>) =
            self.columns.drain(..).partition(|column| there.contains(column));
        let new = there.iter().filter(|column| !common.contains(column)).cloned();
        let mut names: Vec<String> =
            left.into_iter().chain(new).map(|column| column.name().to_owned()).collect();
        names.dedup();
        if !names.is_empty() {
            let names = names.join(", ");
            tell!("not kept, because {} differs there from the files before: {names}", path.display());
        }
        self.columns = common;
    }

    /// The columns.
    pub fn columns(&self) -> &[TypePtr] {
        &self.columns
    }

    /// The number of columns of values.
    pub fn leaves(&self) -> usize {
        self.places.len()
    }

    /// Writes what a column of values has in these rows.
    pub fn copy(
        &mut self,
        leaf: usize,
        runs: &[Run],
        writer: &mut ColumnWriter,
    ) -> std::result::Result<(), Failure> {
        for run in runs {
            let named =
                |path: &PathBuf| run.file.as_ref().is_none_or(|name| path.to_string_lossy() == **name);
            let file = self.files.iter().position(named).expect("rows are of the inputs");
            let copied = guarded(|| self.copy_run(leaf, file, run, writer));
            copied.map_err(|error| Failure::io(&self.files[file], error))?;
        }
        Ok(())
    }

    fn copy_run(&mut self, leaf: usize, file: usize, run: &Run, writer: &mut ColumnWriter) -> Result<()> {
        // Lines are numbered from 1.
        let (mut row, end) = (run.lines.start - 1, run.lines.end - 1);
        while row < end {
            let mut place = match self.places[leaf].take() {
                Some(place) if place.file == file && (place.next..place.end).contains(&row) => place,
                _ => self.place(leaf, file, row)?,
            };
            skip(&mut place.reader, row - place.next)?;
            let rows = end.min(place.end) - row;
            transfer(&mut place.reader, writer, rows as usize)?;
            row += rows;
            place.next = row;
            self.places[leaf] = Some(place);
        }
        Ok(())
    }

    /// The beginning of the group with this row.
    fn place(&mut self, leaf: usize, file: usize, row: u64) -> Result<Place> {
        if self.opened.as_ref().is_none_or(|opened| opened.file != file) {
            self.opened = Some(Opened::new(file, &self.files[file], &self.columns)?);
        }
        let opened = self.opened.as_ref().expect("it was opened");
        let mut next = 0;
        for (index, group) in opened.reader.metadata().row_groups().iter().enumerate() {
            let end = next + group.num_rows().max(0) as u64;
            if (next..end).contains(&row) {
                let group = opened.reader.get_row_group(index)?;
                return Ok(Place { file, next, end, reader: group.get_column_reader(opened.leaves[leaf])? });
            }
            next = end;
        }
        Err(ParquetError::General("it has fewer rows than before".to_owned()))
    }
}

impl Opened {
    fn new(file: usize, path: &Path, columns: &[TypePtr]) -> Result<Opened> {
        let reader = SerializedFileReader::new(File::open(path)?)?;
        let schema = reader.metadata().file_metadata().schema_descr();
        let mut leaves = Vec::new();
        for column in columns {
            leaves
                .extend((0..schema.num_columns()).filter(|&leaf| schema.get_column_root(leaf) == &**column));
        }
        Ok(Opened { file, reader, leaves })
    }
}

fn is_parquet(path: &Path) -> std::result::Result<bool, Failure> {
    let begins = File::open(path).and_then(|mut file| begins_with(&mut file, MAGIC));
    begins.map_err(|error| Failure::io(path, error))
}

/// The columns of a file that can be kept.
fn columns_of(path: &Path, wanted: &Wanted) -> std::result::Result<Vec<TypePtr>, Failure> {
    let file = File::open(path).map_err(|error| Failure::io(path, error))?;
    let reader = guarded(|| SerializedFileReader::new(file)).map_err(|error| Failure::io(path, error))?;
    let is_other = |column: &&TypePtr| {
        let is = |name: &&str| name.eq_ignore_ascii_case(column.name());
        !is(&wanted.positions) && !columns::ALL.iter().any(|name| is(name))
    };
    let schema = reader.metadata().file_metadata().schema_descr().root_schema_ptr();
    Ok(schema.get_fields().iter().filter(is_other).cloned().collect())
}

/// Calls of functions for values of one type.
macro_rules! of_each_type {
    ($($reader:ident $writer:ident,)*) => {
        fn skip(reader: &mut ColumnReader, rows: u64) -> Result<()> {
            let skipped = match reader {
                $(ColumnReader::$reader(reader) => reader.skip_records(rows as usize)?,)*
            };
            if skipped as u64 == rows { Ok(()) } else { Err(too_short()) }
        }

        fn transfer(reader: &mut ColumnReader, writer: &mut ColumnWriter, rows: usize) -> Result<()> {
            match (reader, writer) {
                $((ColumnReader::$reader(reader), ColumnWriter::$writer(writer)) => copied(reader, writer, rows),)*
                _ => unreachable!("the output has the columns of the input"),
            }
        }
    };
}

of_each_type! {
    BoolColumnReader BoolColumnWriter,
    Int32ColumnReader Int32ColumnWriter,
    Int64ColumnReader Int64ColumnWriter,
    Int96ColumnReader Int96ColumnWriter,
    FloatColumnReader FloatColumnWriter,
    DoubleColumnReader DoubleColumnWriter,
    ByteArrayColumnReader ByteArrayColumnWriter,
    FixedLenByteArrayColumnReader FixedLenByteArrayColumnWriter,
}

fn copied<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    writer: &mut ColumnWriterImpl<'_, T>,
    rows: usize,
) -> Result<()> {
    let (mut values, mut definitions, mut repetitions) = (Vec::new(), Vec::new(), Vec::new());
    let (read, ..) =
        reader.read_records(rows, Some(&mut definitions), Some(&mut repetitions), &mut values)?;
    if read != rows {
        return Err(too_short());
    }
    // A column without gaps or lists has no such levels.
    let definitions = Some(&definitions[..]).filter(|levels| !levels.is_empty());
    let repetitions = Some(&repetitions[..]).filter(|levels| !levels.is_empty());
    writer.write_batch(&values, definitions, repetitions).map(|_| ())
}

fn too_short() -> ParquetError {
    ParquetError::General("a column has fewer rows than the file".to_owned())
}
