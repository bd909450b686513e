//! The columns of the input that the output keeps: they are copied value by value, whatever they hold.

use std::ops::Range;
use std::path::{Path, PathBuf};

use cubebatch_rows::{columns, is_alike};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::column::writer::{ColumnWriter, ColumnWriterImpl};
use parquet::data_type::DataType;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::{SchemaDescriptor, TypePtr};

use super::columns::LineRun;
use super::is_parquet;
use super::reader::{column_named, guarded};
use crate::failure::Failure;
use crate::remote::{Show, is_remote};
use crate::stored_file::StoredFile;
use cubebatch_rows::records::WantedColumns;

/// Rows whose values are in memory at a time, besides the pages of the files.
const BATCH_ROWS: u64 = 1024;

/// Columns of the input, and how far they were copied.
pub struct KeptColumns {
    /// The inputs, in the order of the arguments.
    files: Vec<PathBuf>,
    columns: Vec<TypePtr>,
    /// The bytes of a row of these columns, in the group in which rows are largest.
    row_bytes: u64,
    /// Where the next value of each column of values lies; a list or a structure has several of these.
    places: Vec<Option<ColumnCursor>>,
    /// The file that was read last.
    opened: Option<OpenedFile>,
}

/// A file of which values are copied.
struct OpenedFile {
    file: usize,
    reader: SerializedFileReader<StoredFile>,
    /// The numbers of the kept columns of values.
    leaves: Vec<usize>,
}

/// A place in a column of values.
struct ColumnCursor {
    file: usize,
    /// The row of the file that comes next, and the first row of the next group.
    next: u64,
    end: u64,
    reader: ColumnReader,
}

impl KeptColumns {
    /// The columns of all inputs, which may be texts without a file; without the positions and what rows say themselves, if all inputs are Parquet files.
    pub fn of(inputs: &[Option<&Path>], wanted: &WantedColumns) -> std::result::Result<KeptColumns, Failure> {
        let mut kept = KeptColumns {
            files: Vec::new(),
            columns: Vec::new(),
            row_bytes: 0,
            places: Vec::new(),
            opened: None,
        };
        let mut others = 0;
        for input in inputs {
            match input {
                Some(path) if can_be_read(path)? => kept.add(path, wanted)?,
                _ => others += 1,
            }
        }
        if others > 0 && !kept.columns.is_empty() {
            tell!(
                "the columns of {} are not kept, because another input is not Parquet",
                kept.files[0].shown()
            );
        }
        if others > 0 {
            kept.columns.clear();
        }
        for file in 0..kept.files.len() {
            let opened = OpenedFile::new(file, &kept.files, &kept.columns)?;
            let groups = opened.reader.metadata().row_groups().iter();
            let row_bytes = groups.map(|group| row_bytes(group, &opened.leaves)).max().unwrap_or(0);
            kept.row_bytes = kept.row_bytes.max(row_bytes);
            kept.places.resize_with(opened.leaves.len(), || None);
        }
        Ok(kept)
    }

    /// Adds a file: the columns that it lacks go.
    fn add(&mut self, path: &Path, wanted: &WantedColumns) -> std::result::Result<(), Failure> {
        let (there, own) = columns_of(path, wanted)?;
        if !own.is_empty() {
            let own = own.join(", ");
            tell!("{}: rows have columns of the same names, so these are not kept: {own}", path.shown());
        }
        if self.files.is_empty() {
            self.columns = there;
        } else {
            let (common, left): (Vec<_>, Vec<_>) =
                self.columns.drain(..).partition(|column| there.contains(column));
            let new = there.into_iter().filter(|column| !common.contains(column));
            let mut names: Vec<String> =
                left.into_iter().chain(new).map(|column| column.name().to_owned()).collect();
            names.sort_unstable();
            names.dedup();
            if !names.is_empty() {
                let names = names.join(", ");
                tell!(
                    "{}: the files before differ in these columns, which are not kept: {names}",
                    path.shown()
                );
            }
            self.columns = common;
        }
        self.files.push(path.to_owned());
        Ok(())
    }

    /// The columns.
    pub fn columns(&self) -> &[TypePtr] {
        &self.columns
    }

    /// The number of columns of values.
    pub fn leaves(&self) -> usize {
        self.places.len()
    }

    /// The bytes of a row, at most but for rows that are much larger than the others of their group.
    pub fn row_bytes(&self) -> u64 {
        self.row_bytes
    }

    /// Writes what a column of values has in these rows.
    pub fn copy(
        &mut self,
        leaf: usize,
        runs: &[LineRun],
        writer: &mut ColumnWriter,
    ) -> std::result::Result<(), Failure> {
        for run in runs {
            let named =
                |path: &PathBuf| run.file.as_ref().is_none_or(|name| path.shown().to_string() == **name);
            let file = self.files.iter().position(named).expect("rows are of the inputs");
            let copied = guarded(|| self.copy_run(leaf, file, run, writer));
            copied.map_err(|error| Failure::io(&self.files[file], error))?;
        }
        Ok(())
    }

    fn copy_run(&mut self, leaf: usize, file: usize, run: &LineRun, writer: &mut ColumnWriter) -> Result<()> {
        // Lines are numbered from 1.
        let (mut row, end) = (run.lines.start - 1, run.lines.end - 1);
        while row < end {
            let mut place = match self.places[leaf].take() {
                Some(place) if place.file == file && (place.next..place.end).contains(&row) => place,
                _ => self.place(leaf, file, row)?,
            };
            skip(&mut place.reader, row - place.next)?;
            let rows = (end.min(place.end) - row).min(BATCH_ROWS);
            transfer(&mut place.reader, writer, rows as usize)?;
            row += rows;
            place.next = row;
            self.places[leaf] = Some(place);
        }
        Ok(())
    }

    /// The beginning of the group with this row.
    fn place(&mut self, leaf: usize, file: usize, row: u64) -> Result<ColumnCursor> {
        if self.opened.as_ref().is_none_or(|opened| opened.file != file) {
            self.opened = None;
        }
        let opened = match &mut self.opened {
            Some(opened) => opened,
            opened => opened.insert(OpenedFile::read(file, &self.files[file], &self.columns)?),
        };
        let mut next = 0;
        for (index, group) in opened.reader.metadata().row_groups().iter().enumerate() {
            let end = next + group.num_rows().max(0) as u64;
            if (next..end).contains(&row) {
                let group = opened.reader.get_row_group(index)?;
                return Ok(ColumnCursor {
                    file,
                    next,
                    end,
                    reader: group.get_column_reader(opened.leaves[leaf])?,
                });
            }
            next = end;
        }
        Err(ParquetError::General("it has fewer rows than before".to_owned()))
    }
}

impl OpenedFile {
    fn new(file: usize, files: &[PathBuf], columns: &[TypePtr]) -> std::result::Result<OpenedFile, Failure> {
        let path = &files[file];
        guarded(|| OpenedFile::read(file, path, columns)).map_err(|error| Failure::io(path, error))
    }

    fn read(file: usize, path: &Path, columns: &[TypePtr]) -> Result<OpenedFile> {
        let reader = SerializedFileReader::new(StoredFile::open(path)?)?;
        let schema = reader.metadata().file_metadata().schema_descr();
        let leaves = columns.iter().flat_map(|column| leaves_of(schema, column)).collect();
        Ok(OpenedFile { file, reader, leaves })
    }
}

/// The columns of values of a column: of equal ones, the first.
fn leaves_of(schema: &SchemaDescriptor, column: &TypePtr) -> Range<usize> {
    let roots = schema.root_schema().get_fields();
    let root = roots.iter().position(|root| root == column);
    let is_of = |&leaf: &usize| Some(schema.get_column_root_idx(leaf)) == root;
    let mut leaves = (0..schema.num_columns()).filter(is_of);
    leaves.next().map_or(0..0, |first| first..first + 1 + leaves.count())
}

/// The bytes of a row of a group in these columns of values, as they are unpacked.
fn row_bytes(group: &RowGroupMetaData, leaves: &[usize]) -> u64 {
    let bytes = leaves.iter().map(|&leaf| group.column(leaf).uncompressed_size().max(0) as u64);
    bytes.sum::<u64>().div_ceil(group.num_rows().max(1) as u64)
}

/// Whether a path leads to a Parquet file.
fn can_be_read(path: &Path) -> std::result::Result<bool, Failure> {
    if path == "-" || !path.is_file() && !is_remote(path) {
        return Ok(false);
    }
    StoredFile::open(path)
        .and_then(|mut file| is_parquet(&mut file))
        .map_err(|error| Failure::io(path, error))
}

/// The columns of a file that can be kept, and the names of the others but for the one that is read.
fn columns_of(
    path: &Path,
    wanted: &WantedColumns,
) -> std::result::Result<(Vec<TypePtr>, Vec<String>), Failure> {
    let file = StoredFile::open(path).map_err(|error| Failure::io(path, error))?;
    let reader = guarded(|| SerializedFileReader::new(file)).map_err(|error| Failure::io(path, error))?;
    let root = reader.metadata().file_metadata().schema_descr().root_schema_ptr();
    let positions = column_named(&root, wanted.positions);
    let (mut kept, mut own) = (Vec::<TypePtr>::new(), Vec::new());
    for (index, column) in root.get_fields().iter().enumerate() {
        let is_own = columns::ALL.iter().any(|name| is_alike(name, column.name()));
        if Some(index) == positions {
            // Rows have it as `cube`.
        } else if is_own || kept.iter().any(|other| other.name() == column.name()) {
            own.push(column.name().to_owned());
        } else {
            kept.push(column.clone());
        }
    }
    Ok((kept, own))
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
