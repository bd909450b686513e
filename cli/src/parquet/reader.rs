//! The rows of a file, each as a line of JSON: so whatever reads JSON Lines reads them.

use std::io::{self, Write};
use std::sync::Arc;

use bytes::Buf;
use cubebatch::cube::{FACELETS, Face};
use cubebatch_rows::is_alike;
use parquet::basic::Compression;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::reader::{ChunkReader, FileReader, Length, SerializedFileReader};
use parquet::record::reader::{ReaderIter, TreeBuilder};
use parquet::record::{Field, Row};
use parquet::schema::types::{SchemaDescPtr, SchemaDescriptor, Type};
use xxhash_rust::xxh3::xxh3_64;

use super::{ParquetReadError, RowReader};
use crate::stored_file::StoredFile;
use crate::system::caught;
use cubebatch_rows::records::{RecordError, WantedColumns};

struct FileRows {
    file: SerializedFileReader<StoredFile>,
    /// The columns that are read, and what they are called in the lines.
    schema: SchemaDescPtr,
    names: Vec<&'static str>,
    /// The name of the column with positions.
    positions: &'static str,
    /// The group after the one that is read.
    next_group: usize,
    rows: Option<ReaderIter>,
    /// Rows of the file, and rows read so far.
    total: i64,
    read: i64,
    footer_hash: u64,
}

/// The bytes at the end of a file: the length of its footer, and the mark of the format.
const END_BYTES: usize = 8;

/// Begins with the first row of a file.
pub fn open(
    file: StoredFile,
    wanted: &'static WantedColumns,
) -> std::result::Result<Box<dyn RowReader>, ParquetReadError> {
    // The library says what is wrong with a damaged one.
    let footer_hash = footer_hash(&file).unwrap_or_default();
    let file = guarded(|| SerializedFileReader::new(file))?;
    refuse_unread_compression(file.metadata())?;
    let metadata = file.metadata().file_metadata();
    let root = metadata.schema_descr().root_schema();
    let column =
        |name: &'static str| column_named(root, name).map(|index| (name, root.get_fields()[index].clone()));
    let Some(needed) = wanted.needed.iter().find_map(|name| column(name)) else {
        let there = root.get_fields().iter().map(|column| column.name().to_owned()).collect();
        return Err(ParquetReadError::Columns(RecordError::NoColumn { wanted, there }));
    };
    let first = needed.0;
    let others = wanted.others.iter().filter(|name| **name != first).filter_map(|name| column(name));
    let (names, columns) = std::iter::once(needed).chain(others).unzip();
    let schema = guarded(|| Type::group_type_builder(root.name()).with_fields(columns).build())?;
    let total = metadata.num_rows();
    let schema = Arc::new(SchemaDescriptor::new(Arc::new(schema)));
    Ok(Box::new(FileRows {
        file,
        schema,
        names,
        positions: wanted.positions,
        next_group: 0,
        rows: None,
        total,
        read: 0,
        footer_hash,
    }))
}

impl RowReader for FileRows {
    fn read_line(&mut self, to: &mut Vec<u8>) -> std::result::Result<bool, ParquetReadError> {
        let Some(row) = guarded(|| self.next()).map_err(unread_page)? else { return Ok(false) };
        self.read += 1;
        write_object(&self.names, self.positions, row, to)?;
        Ok(true)
    }

    fn total(&self) -> u64 {
        self.total.max(0) as u64
    }

    fn footer_hash(&self) -> u64 {
        self.footer_hash
    }

    fn pass_over(&mut self, rows: u64) -> u64 {
        let mut passed = 0;
        while self.rows.is_none() && self.next_group < self.file.num_row_groups() {
            let group = self.file.metadata().row_group(self.next_group).num_rows().max(0) as u64;
            if passed + group > rows {
                break;
            }
            passed += group;
            self.next_group += 1;
        }
        self.read += passed as i64;
        passed
    }

    fn part(&self) -> f64 {
        self.read as f64 / self.total.max(1) as f64
    }
}

impl FileRows {
    fn next(&mut self) -> Result<Option<Row>> {
        loop {
            if let Some(row) = self.rows.as_mut().and_then(Iterator::next) {
                return row.map(Some);
            }
            if self.next_group == self.file.num_row_groups() {
                return Ok(None);
            }
            let group = self.file.get_row_group(self.next_group)?;
            self.rows = Some(TreeBuilder::new().as_iter(self.schema.clone(), &*group)?);
            self.next_group += 1;
        }
    }
}

/// The error for rows that cannot be read. The header of an encrypted page seems to lack its fields.
fn unread_page(error: io::Error) -> ParquetReadError {
    let lacks_field = error.to_string().starts_with("Required field");
    if lacks_field { ParquetReadError::Page(error) } else { ParquetReadError::Io(error) }
}

fn footer_hash(file: &StoredFile) -> Result<u64> {
    let end = file.len().saturating_sub(END_BYTES as u64);
    let length = u64::from(file.get_bytes(end, END_BYTES)?.slice(..4).get_u32_le());
    let start =
        end.checked_sub(length).ok_or_else(|| ParquetError::General("its footer is damaged".to_owned()))?;
    Ok(xxh3_64(&file.get_bytes(start, length as usize)?))
}

/// The number of the column with this name; without such a one, of the first whose letters may be small or capital.
pub fn column_named(root: &Type, name: &str) -> Option<usize> {
    let names = || root.get_fields().iter().map(|column| column.name());
    names().position(|other| other == name).or_else(|| names().position(|other| is_alike(other, name)))
}

/// Refuses what this program cannot unpack before it reads rows, where the message would be about damage.
fn refuse_unread_compression(metadata: &ParquetMetaData) -> std::result::Result<(), ParquetReadError> {
    let columns = metadata.row_groups().iter().flat_map(RowGroupMetaData::columns);
    let is_unread = |compression| matches!(compression, Compression::BROTLI(_) | Compression::LZO);
    match columns.into_iter().find(|column| is_unread(column.compression())) {
        None => Ok(()),
        Some(column) => Err(ParquetReadError::Compressed {
            column: column.column_path().string(),
            by: match column.compression() {
                Compression::LZO => "LZO".to_owned(),
                _ => "Brotli".to_owned(),
            },
        }),
    }
}

/// Calls the library on a file that may be damaged: it reports most damages, and panics at others.
pub fn guarded<T>(read: impl FnOnce() -> Result<T>) -> io::Result<T> {
    let damaged = |problem: &str| io::Error::new(io::ErrorKind::InvalidData, problem.to_owned());
    match caught(read) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(ParquetError::General(problem))) => Err(damaged(&problem)),
        Ok(Err(error)) => Err(damaged(&error.to_string())),
        Err(_) => Err(damaged("its content is not valid Parquet")),
    }
}

fn write_object(names: &[&str], positions: &str, row: Row, to: &mut Vec<u8>) -> io::Result<()> {
    let fields = names.iter().zip(row.into_columns()).map(|(name, (_, field))| (*name, field));
    let mut separator = b'{';
    for (name, field) in fields.filter(|(_, field)| !matches!(field, Field::Null)) {
        to.push(separator);
        serde_json::to_writer(&mut *to, name)?;
        to.push(b':');
        match field {
            Field::Bytes(bytes) => serde_json::to_writer(&mut *to, &text_of_bytes(bytes.data()))?,
            Field::ListInternal(list) if name == positions => {
                let numbers: Vec<String> = list.elements().iter().map(ToString::to_string).collect();
                serde_json::to_writer(&mut *to, &text_of_numbers(&numbers))?;
            }
            field => write_field(&field, to)?,
        }
        separator = b',';
    }
    to.extend_from_slice(if separator == b'{' { b"{}" } else { b"}" });
    Ok(())
}

fn write_field(field: &Field, to: &mut Vec<u8>) -> io::Result<()> {
    match field {
        Field::Null => to.extend_from_slice(b"null"),
        Field::Str(text) => serde_json::to_writer(to, text)?,
        Field::ListInternal(list) => {
            let mut separator = b'[';
            for element in list.elements() {
                to.push(separator);
                write_field(element, to)?;
                separator = b',';
            }
            to.extend_from_slice(if separator == b'[' { b"[]" } else { b"]" });
        }
        Field::Bool(_)
        | Field::Byte(_)
        | Field::Short(_)
        | Field::Int(_)
        | Field::Long(_)
        | Field::UByte(_)
        | Field::UShort(_)
        | Field::UInt(_)
        | Field::ULong(_) => write!(to, "{field}")?,
        Field::Float(real) => serde_json::to_writer(to, real)?,
        Field::Double(real) => serde_json::to_writer(to, real)?,
        // A caller that needs a number or a text reports that this is neither.
        _ => to.extend_from_slice(b"{}"),
    }
    Ok(())
}

/// A position in bytes: its faces by number, or text.
fn text_of_bytes(bytes: &[u8]) -> String {
    let faces: Option<String> = bytes.iter().map(|&number| letter(number.into())).collect();
    match faces {
        Some(faces) if bytes.len() == FACELETS => faces,
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// A position in numbers: its faces, or those of Lin's paper.
fn text_of_numbers(numbers: &[String]) -> String {
    let faces: Option<String> = numbers.iter().map(|number| letter(number.parse().ok()?)).collect();
    match faces {
        Some(faces) if numbers.len() == FACELETS => faces,
        _ => numbers.join(" "),
    }
}

fn letter(number: usize) -> Option<char> {
    Face::ALL.get(number).map(|face| face.letter())
}
