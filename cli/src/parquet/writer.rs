//! Rows into groups, and groups into a file that can be read whenever it was saved.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use cubebatch::cube::FACELETS;
use cubebatch_rows::{Column, ColumnKind};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::{ByteArray, FixedLenByteArray};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{
    FileMetaData, KeyValue, ParquetMetaData, ParquetMetaDataReader, ParquetMetaDataWriter, RowGroupMetaData,
};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedRowGroupWriter, TrackedWrite};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnPath, SchemaDescPtr, SchemaDescriptor, Type};

use super::columns::{Columns, Scalars};
use super::kept::KeptColumns;
use super::reader::guarded;
use super::{MAGIC, RowGroups};
use crate::failure::{Failure, UNUSABLE};
use crate::journal::target::Target;
use crate::remote::Show;
use crate::stored_file::StoredFile;
use cubebatch_rows::records::WantedColumns;

/// Rows of a group at most: some 40 MB of them wait to be written.
const GROUP_ROWS: usize = 1 << 17;

/// Bytes of a group in the columns that are kept, about.
const KEPT_BYTES: u64 = 64 << 20;

/// The groups of a file.
///
/// Only the footer, which comes last, says what a file holds where. Saved bytes are never overwritten: more groups follow the
/// footer, and then a footer for all of them. So a saved file can be read and continued, however the program ends. The cost is
/// the footers in between.
struct FileGroups {
    schema: SchemaDescPtr,
    /// What the footer says of the rows.
    about: Vec<KeyValue>,
    properties: Arc<WriterProperties>,
    /// The columns of the input, which come last.
    kept: KeptColumns,
    /// Rows of a group.
    group_rows: usize,
    waiting: Columns,
    /// The groups in the file.
    groups: Vec<RowGroupMetaData>,
    /// The end of the file, where the next bytes go.
    end: u64,
    /// Whether the file ends with a footer for all groups.
    is_whole: bool,
}

/// For a new file, whose footer has these names and values. It keeps the columns of the inputs, which may be texts without a
/// file.
pub fn groups(
    columns: &[Column],
    about: &[(String, String)],
    inputs: &[Option<&Path>],
    wanted: &WantedColumns,
) -> std::result::Result<Box<dyn RowGroups>, Failure> {
    let kept = KeptColumns::of(inputs, wanted)?;
    let own = parse_message_type(&message_type(columns)).expect("it is a message type");
    let all = own.get_fields().iter().chain(kept.columns()).cloned().collect();
    let schema = Type::group_type_builder(own.name()).with_fields(all).build();
    Ok(Box::new(FileGroups {
        schema: Arc::new(SchemaDescriptor::new(Arc::new(schema.expect("it is a group of columns")))),
        group_rows: GROUP_ROWS.min((KEPT_BYTES / kept.row_bytes().max(1)) as usize).max(1),
        kept,
        about: about.iter().map(|(name, value)| KeyValue::new(name.clone(), value.clone())).collect(),
        properties: Arc::new(properties()),
        waiting: Columns::default(),
        groups: Vec::new(),
        end: 0,
        is_whole: false,
    }))
}

impl RowGroups for FileGroups {
    fn begin(&mut self, target: &mut Target) -> std::result::Result<(), Failure> {
        self.write(MAGIC, target)
    }

    fn go_on(&mut self, path: &Path, end: u64) -> std::result::Result<(), Failure> {
        let file = StoredFile::open(path).map_err(|error| Failure::io(path, error))?;
        let metadata = guarded(|| ParquetMetaDataReader::new().parse_and_finish(&file)).map_err(|error| {
            let problem = format!("{}: {error}", path.shown());
            Failure::new(UNUSABLE, problem, "The file is damaged: remove it and its record to start again.")
        })?;
        if metadata.file_metadata().schema() != self.schema.root_schema() {
            let problem = format!("{}: the columns of the input were others", path.shown());
            return Err(Failure::new(UNUSABLE, problem, "Remove it and its record to start again."));
        }
        self.groups = metadata.row_groups().to_vec();
        (self.end, self.is_whole) = (end, true);
        Ok(())
    }

    fn add(&mut self, rows: Columns, target: &mut Target) -> std::result::Result<(), Failure> {
        self.waiting.append(rows);
        if self.waiting.rows() < self.group_rows { Ok(()) } else { self.write_group(target) }
    }

    fn finish(&mut self, target: &mut Target) -> std::result::Result<(), Failure> {
        if self.waiting.rows() > 0 {
            self.write_group(target)?;
        }
        if !self.is_whole {
            let footer = self.footer().map_err(impossible)?;
            self.write(&footer, target)?;
            self.is_whole = true;
        }
        Ok(())
    }
}

impl FileGroups {
    /// If this fails, the rows wait as before.
    fn write_group(&mut self, target: &mut Target) -> std::result::Result<(), Failure> {
        let (bytes, group) = self.encode()?;
        self.write(&bytes, target)?;
        self.groups.push(group);
        self.waiting.clear();
        self.is_whole = false;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8], target: &mut Target) -> std::result::Result<(), Failure> {
        target.write(bytes)?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// The bytes of a group, and its entry in the footer.
    fn encode(&mut self) -> std::result::Result<(Vec<u8>, RowGroupMetaData), Failure> {
        let mut bytes = TrackedWrite::new(Vec::new());
        let index = self.groups.len() as i32;
        let (schema, properties) = (self.schema.clone(), self.properties.clone());
        let mut group = SerializedRowGroupWriter::new(schema, properties, &mut bytes, index, None);
        for values in self.waiting.values() {
            let mut column = next_column(&mut group)?;
            let levels = (Some(&values.definitions[..]), Some(&values.repetitions[..]));
            match (column.untyped(), &values.scalars) {
                (ColumnWriter::ByteArrayColumnWriter(writer), Scalars::Texts(texts)) => {
                    let texts: Vec<ByteArray> = texts.iter().map(|text| text.as_str().into()).collect();
                    writer.write_batch(&texts, levels.0, levels.1)
                }
                (ColumnWriter::FixedLenByteArrayColumnWriter(writer), Scalars::Faces(rows)) => {
                    let rows: Vec<FixedLenByteArray> = rows.iter().map(|row| row.to_vec().into()).collect();
                    writer.write_batch(&rows, levels.0, levels.1)
                }
                (ColumnWriter::Int32ColumnWriter(writer), Scalars::Bytes(bytes)) => {
                    writer.write_batch(bytes, levels.0, levels.1)
                }
                (ColumnWriter::Int64ColumnWriter(writer), Scalars::Counts(counts)) => {
                    writer.write_batch(counts, levels.0, levels.1)
                }
                (ColumnWriter::DoubleColumnWriter(writer), Scalars::Reals(reals)) => {
                    writer.write_batch(reals, levels.0, levels.1)
                }
                (ColumnWriter::BoolColumnWriter(writer), Scalars::Truths(truths)) => {
                    writer.write_batch(truths, levels.0, levels.1)
                }
                _ => unreachable!("the schema has these columns"),
            }
            .map_err(impossible)?;
            column.close().map_err(impossible)?;
        }
        for leaf in 0..self.kept.leaves() {
            let mut column = next_column(&mut group)?;
            self.kept.copy(leaf, self.waiting.runs(), column.untyped())?;
            column.close().map_err(impossible)?;
        }
        let group = group.close().and_then(|group| moved(&group, self.end as i64)).map_err(impossible)?;
        Ok((bytes.into_inner().map_err(impossible)?, group))
    }

    fn footer(&self) -> Result<Vec<u8>> {
        let rows = self.groups.iter().map(RowGroupMetaData::num_rows).sum();
        let program = Some(concat!("cubebatch ", env!("CARGO_PKG_VERSION")).to_owned());
        let file = FileMetaData::new(1, rows, program, Some(self.about.clone()), self.schema.clone(), None);
        let mut footer = Vec::new();
        ParquetMetaDataWriter::new(&mut footer, &ParquetMetaData::new(file, self.groups.clone())).finish()?;
        Ok(footer)
    }
}

fn next_column<'a, W: Write + Send>(
    group: &'a mut SerializedRowGroupWriter<'_, W>,
) -> std::result::Result<SerializedColumnWriter<'a>, Failure> {
    Ok(group.next_column().map_err(impossible)?.expect("the schema has these columns"))
}

/// The footer's entry for a group that lies `by` bytes after the beginning.
fn moved(group: &RowGroupMetaData, by: i64) -> Result<RowGroupMetaData> {
    let columns = group.columns().iter().map(|column| {
        let dictionary = column.dictionary_page_offset().map(|offset| offset + by);
        let moved = column.clone().into_builder().set_data_page_offset(column.data_page_offset() + by);
        moved.set_dictionary_page_offset(dictionary).build()
    });
    let columns = columns.collect::<Result<Vec<_>>>()?;
    group.clone().into_builder().set_column_metadata(columns).set_file_offset(by).build()
}

fn impossible(error: ParquetError) -> Failure {
    Failure::new(UNUSABLE, format_args!("rows cannot be written as Parquet: {error}"), "Use --format jsonl.")
}

/// The columns in Parquet's language for schemas.
fn message_type(columns: &[Column]) -> String {
    const MOVES: &str = "(LIST) { repeated group list { required int32 element (INTEGER(8,false)); } }";
    let column = |Column { name, kind }: &Column| match kind {
        ColumnKind::Text => format!("optional binary {name} (STRING);"),
        ColumnKind::Faces => format!("optional fixed_len_byte_array({FACELETS}) {name};"),
        ColumnKind::Byte => format!("optional int32 {name} (INTEGER(8,false));"),
        ColumnKind::Count => format!("optional int64 {name};"),
        ColumnKind::Real => format!("optional double {name};"),
        ColumnKind::Truth => format!("optional boolean {name};"),
        ColumnKind::Moves => format!("optional group {name} {MOVES}"),
        ColumnKind::MoveLists => {
            format!(
                "optional group {name} (LIST) {{ repeated group list {{ required group element {MOVES} }} }}"
            )
        }
    };
    format!("message solutions {{ {} }}", columns.iter().map(column).collect::<Vec<_>>().join(" "))
}

fn properties() -> WriterProperties {
    let [cube, line] = ["cube", "line"].map(ColumnPath::from);
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        // Each of these values is another one.
        .set_column_dictionary_enabled(cube.clone(), false)
        .set_column_statistics_enabled(cube, EnabledStatistics::None)
        .set_column_dictionary_enabled(line.clone(), false)
        .set_column_encoding(line, Encoding::DELTA_BINARY_PACKED)
        .build()
}
