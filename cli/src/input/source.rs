//! The source of lines: a file or standard input, which may be compressed, or the rows of a Parquet file.

use std::io::{self, BufReader, Cursor, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cubebatch_rows::records::{
    LONGEST_DOCUMENT, LineReader, Quotes, ReadLine, RecordError, WantedColumns, begins_document, is_end,
};
use cubebatch_rows::{LONGEST_LINE, ReadChunks};
use xxhash_rust::xxh3::Xxh3;

use super::{Failure, Line, fingerprint};
use crate::compression::{Compression, GzipReader, ZstdReader};
use crate::failure::UNUSABLE;
use crate::parquet::{self, ParquetReadError, RowReader};
use crate::remote::Show;
use crate::stored_file::StoredFile;

/// Read from an input at once.
const BUFFER_BYTES: usize = 64 << 10;

/// The keys that a person types to end the input.
const END_OF_INPUT: &str = if cfg!(windows) { "Ctrl-Z" } else { "Ctrl-D" };

/// How many bytes inputs have, as far as that is known, and how many of them were read.
#[derive(Debug, Default)]
pub struct Volume {
    /// Bytes of files on the disk.
    pub stored: AtomicU64,
    /// Read of them.
    pub read: AtomicU64,
    /// Lines that came of what was read.
    pub text: AtomicU64,
    /// The number of inputs of unknown length.
    pub unknown: AtomicU64,
}

impl Volume {
    /// Expects one of `parts` parts of all bytes.
    pub fn expect_part(&self, parts: u64) {
        self.stored.store((self.stored.load(Relaxed) / parts).max(1), Relaxed);
    }
}

/// An input that was opened.
pub struct Opened {
    pub name: String,
    pub source: Source,
}

/// Opens a file; `-` is standard input. It reads these columns of a Parquet file; without columns it refuses the file.
pub fn open(
    path: &Path,
    volume: &Arc<Volume>,
    wanted: Option<&'static WantedColumns>,
) -> Result<Opened, Failure> {
    let (name, stage, bytes) = if path == "-" {
        if io::stdin().is_terminal() {
            note!("reading lines from the terminal; {END_OF_INPUT} ends the input");
        }
        ("stdin".to_owned(), unread(io::stdin(), volume), None)
    } else {
        let (stage, bytes) = open_file(path, volume, wanted).map_err(|error| error.at(path))?;
        (path.shown().to_string(), stage, bytes)
    };
    let (stage, volumes) = match bytes {
        // There may be more files than may be open at a time.
        Some(bytes) => (SourceState::Closed { path: path.to_owned(), wanted }, (&volume.stored, bytes)),
        None => (stage, (&volume.unknown, 1)),
    };
    volumes.0.fetch_add(volumes.1, Relaxed);
    let source = Source { name: name.clone(), stage, may_wait: bytes.is_none(), volume: volume.clone() };
    Ok(Opened { name, source })
}

/// Opens a file; with its size, unless it is a pipe or something else that has none.
fn open_file(
    path: &Path,
    volume: &Arc<Volume>,
    wanted: Option<&'static WantedColumns>,
) -> Result<(SourceState, Option<u64>), SourceError> {
    let mut file = StoredFile::open_input(path)?;
    if file.is_folder()? {
        return Err(SourceError::Folder);
    }
    let bytes = file.length()?;
    match (wanted, bytes) {
        (Some(wanted), Some(bytes)) if parquet::is_parquet(&mut file)? => {
            let rows = parquet::open(file, wanted)?;
            Ok((SourceState::Rows { rows, bytes, counted: 0 }, Some(bytes)))
        }
        _ => Ok((unread(file, volume), bytes)),
    }
}

fn unread(reader: impl Read + Send + 'static, volume: &Arc<Volume>) -> SourceState {
    SourceState::Unread(Some(Box::new(Counted { reader, volume: volume.clone() })))
}

/// A reader that is opened, and looked into when the first line is wanted: a pipe may be silent for long.
pub struct Source {
    /// For messages.
    name: String,
    stage: SourceState,
    /// Whether more input comes only when a person writes it.
    may_wait: bool,
    volume: Arc<Volume>,
}

enum SourceState {
    /// A file that can be opened.
    Closed {
        path: PathBuf,
        wanted: Option<&'static WantedColumns>,
    },
    Unread(Option<Box<dyn Read + Send>>),
    Text(LineReader<BufReader<Box<dyn Read + Send>>>),
    /// The rows of a Parquet file, with the size of the file and the part of it that counts as read.
    Rows {
        rows: Box<dyn RowReader>,
        bytes: u64,
        counted: u64,
    },
    /// No line comes any more, and no file is open.
    Ended,
}

impl Source {
    /// The text of an argument.
    pub fn of_text(text: &str) -> Source {
        let reader = Box::new(Cursor::new(text.as_bytes().to_vec()));
        Source::in_memory(SourceState::Unread(Some(reader)))
    }

    fn in_memory(stage: SourceState) -> Source {
        Source { name: "argument".to_owned(), stage, may_wait: false, volume: Arc::default() }
    }

    /// Reads all lines: gives their number, and adds them to a hash. The footer of a Parquet file stands for its rows.
    pub fn survey(mut self, hash: &mut Xxh3) -> Result<u64, SourceError> {
        self.open_closed()?;
        if let SourceState::Rows { rows, .. } = &self.stage {
            hash.update(&rows.footer_hash().to_le_bytes());
            return Ok(rows.total());
        }
        let (mut number, mut text, mut bytes) = (0, Vec::new(), Vec::new());
        let longest = |number| if number == 0 { LONGEST_DOCUMENT } else { LONGEST_LINE };
        while self.read_line(&mut text, longest(number), None)? {
            number += 1;
            if number == 1 && begins_document(&String::from_utf8_lossy(&text)) {
                return Err(RecordError::UnwantedDocument {
                    remedy: "Parts are cut at lines: put each position on a line of its own, as `cubebatch convert` does.",
                }
                .into());
            }
            fingerprint(&Line { number, bytes: &text }, &mut bytes);
            hash.update(&bytes);
            text.clear();
            bytes.clear();
        }
        Ok(number)
    }

    fn open_closed(&mut self) -> Result<(), SourceError> {
        if let SourceState::Closed { path, wanted } = &self.stage {
            (self.stage, _) = open_file(path, &self.volume, *wanted)?;
        }
        Ok(())
    }
}

impl ReadLine for Source {
    type Error = SourceError;

    fn read_line(
        &mut self,
        text: &mut Vec<u8>,
        longest: usize,
        quotes: Option<&mut Quotes>,
    ) -> Result<bool, SourceError> {
        self.open_closed()?;
        if let SourceState::Unread(reader) = &mut self.stage {
            let reader = reader.take().ok_or_else(|| io::Error::other("it cannot be read"))?;
            self.stage = text_stage(decoded(reader, &self.name)?);
        }
        let is_line = match &mut self.stage {
            SourceState::Text(reader) => reader.read_line(text, longest, quotes)?,
            SourceState::Rows { rows, bytes, counted } => {
                let start = text.len();
                let is_row = rows.read_line(text)?;
                text.truncate(start + longest + 1);
                let read = (rows.part() * *bytes as f64) as u64;
                self.volume.read.fetch_add(read - *counted, Relaxed);
                *counted = read;
                is_row
            }
            SourceState::Ended => false,
            SourceState::Closed { .. } | SourceState::Unread(_) => unreachable!("it was looked into"),
        };
        if !is_line {
            self.stage = SourceState::Ended;
        }
        Ok(is_line)
    }

    fn is_idle(&self) -> bool {
        match &self.stage {
            SourceState::Text(reader) => self.may_wait && !reader.has_part(reader.reader().buffer()),
            _ => self.may_wait,
        }
    }
}

impl ReadChunks for Source {
    fn record_error(error: &SourceError) -> Option<&RecordError> {
        match error {
            SourceError::Records(error) => Some(error),
            _ => None,
        }
    }

    fn waits(&self) -> bool {
        match &self.stage {
            SourceState::Text(reader) => self.may_wait && !reader.has_line(reader.reader().buffer()),
            SourceState::Closed { .. }
            | SourceState::Unread(_)
            | SourceState::Rows { .. }
            | SourceState::Ended => self.may_wait,
        }
    }

    fn pass_over(&mut self, rows: u64) -> Result<u64, SourceError> {
        self.open_closed()?;
        match &mut self.stage {
            SourceState::Rows { rows: reader, .. } => Ok(reader.pass_over(rows)),
            _ => Ok(0),
        }
    }

    // Forgets that bytes were read before.
    fn begin_part(&mut self) {
        self.volume.read.store(0, Relaxed);
    }

    fn count_text(&mut self, bytes: usize) {
        self.volume.text.fetch_add(bytes as u64, Relaxed);
    }
}

fn text_stage(reader: Box<dyn Read + Send>) -> SourceState {
    SourceState::Text(LineReader::new(BufReader::with_capacity(BUFFER_BYTES, reader)))
}

/// Why an input cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it is a folder")]
    Folder,
    #[error("it is {name}, not lines of text")]
    Foreign { name: &'static str, remedy: &'static str },
    #[error(transparent)]
    Records(RecordError),
    #[error(transparent)]
    Rows(ParquetReadError),
}

impl From<RecordError> for SourceError {
    fn from(error: RecordError) -> SourceError {
        match error {
            RecordError::Io(error) => SourceError::Io(error),
            error => SourceError::Records(error),
        }
    }
}

impl From<ParquetReadError> for SourceError {
    fn from(error: ParquetReadError) -> SourceError {
        match error {
            ParquetReadError::Io(error) => SourceError::Io(error),
            ParquetReadError::Columns(error) => error.into(),
            error => SourceError::Rows(error),
        }
    }
}

impl SourceError {
    /// The error that names the file.
    pub fn at(self, path: &Path) -> Failure {
        let remedy = self.remedy();
        match self {
            SourceError::Io(error) => Failure::io(path, error),
            error => Failure::new(UNUSABLE, format_args!("{}: {error}", path.shown()), &remedy),
        }
    }

    /// The remedy.
    pub fn remedy(&self) -> String {
        let remedy = match self {
            SourceError::Io(_) => "",
            SourceError::Folder => "Give a file.",
            SourceError::Foreign { remedy, .. } => remedy,
            SourceError::Records(error) => return error.remedy(),
            #[cfg(feature = "parquet")]
            SourceError::Rows(ParquetReadError::Page(_)) => {
                "The file is damaged, or has encrypted columns: write it again, without encryption."
            }
            #[cfg(feature = "parquet")]
            SourceError::Rows(ParquetReadError::Compressed { .. }) => {
                "Write the file with Zstandard, Snappy, gzip or LZ4."
            }
            SourceError::Rows(_) => parquet::BUILD_IT,
        };
        remedy.to_owned()
    }
}

/// The first bytes of files that are not text. A mark of UTF-32 begins with one of UTF-16.
const FOREIGN: [(&[u8], &str, &str); 11] = [
    (b"\xff\xfe\0\0", "UTF-32 text", UTF_32),
    (b"\0\0\xfe\xff", "UTF-32 text", UTF_32),
    (b"\xff\xfe", "UTF-16 text", UTF_16),
    (b"\xfe\xff", "UTF-16 text", UTF_16),
    (
        b"PK\x03\x04",
        "a ZIP archive",
        "Save a spreadsheet as CSV, or unpack it: `unzip -p FILE | cubebatch solve`.",
    ),
    (b"\xfd7zXZ\0", "compressed with xz", "Unpack it first: `xz -dc FILE | cubebatch solve`."),
    (b"BZh", "compressed with bzip2", "Unpack it first: `bzip2 -dc FILE | cubebatch solve`."),
    (b"PAR1", "a Parquet file", PARQUET),
    (b"PARE", "an encrypted Parquet file", "Write it again, without encryption."),
    (b"CUBEBTCH", "a table of this program", "Give a file with one position per line."),
    (b"\x7fELF", "a program", "Give a file with one position per line."),
];

const UTF_16: &str = "Convert it: `iconv -f UTF-16 -t UTF-8`, or save it as UTF-8.";
const UTF_32: &str = "Convert it: `iconv -f UTF-32 -t UTF-8`, or save it as UTF-8.";

/// What a file is that begins so, if it is not text; and what to do about it.
fn foreign(head: &[u8]) -> Option<(&'static str, &'static str)> {
    let marked = FOREIGN.iter().find(|(magic, ..)| head.starts_with(magic));
    marked.map(|&(_, name, remedy)| (name, remedy)).or_else(|| unmarked(head))
}

/// The encoding of a text that begins with an ASCII symbol of several bytes.
fn unmarked(head: &[u8]) -> Option<(&'static str, &'static str)> {
    match head {
        [1..=255, 0, 0, 0, ..] => {
            Some(("UTF-32 text", "Convert it: `iconv -f UTF-32LE -t UTF-8`, or save it as UTF-8."))
        }
        [0, 0, 0, 1..=255, ..] => {
            Some(("UTF-32 text", "Convert it: `iconv -f UTF-32BE -t UTF-8`, or save it as UTF-8."))
        }
        [1..=255, 0, ..] => {
            Some(("UTF-16 text", "Convert it: `iconv -f UTF-16LE -t UTF-8`, or save it as UTF-8."))
        }
        [0, 1..=255, ..] => {
            Some(("UTF-16 text", "Convert it: `iconv -f UTF-16BE -t UTF-8`, or save it as UTF-8."))
        }
        _ => None,
    }
}

const PARQUET: &str = if parquet::IS_THERE {
    "Name the file as an argument of `solve` or `check`: it is read from its end."
} else {
    parquet::BUILD_IT
};

/// The number of first bytes that identify a file.
const HEAD_BYTES: usize = 8;

/// The text of a file, unpacked if need be.
pub fn unpacked(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    let file = StoredFile::open(path).map_err(|error| Failure::io(path, error))?;
    decoded(Box::new(file), &path.shown().to_string()).map_err(|error| error.at(path))
}

/// The text that a file holds, unpacked if need be.
fn decoded(reader: Box<dyn Read + Send>, name: &str) -> Result<Box<dyn Read + Send>, SourceError> {
    let (compression, whole) = identified(reader)?;
    let buffered = |whole| BufReader::with_capacity(BUFFER_BYTES, whole);
    let (unpacked, remedy): (Box<dyn Read + Send>, _) = match compression {
        Compression::None => return Ok(whole),
        Compression::Gzip => (
            Box::new(GzipReader::new(buffered(whole), name)),
            "Unpack it once: `gzip -dc FILE | cubebatch solve`.",
        ),
        Compression::Zstd => {
            (Box::new(ZstdReader::new(buffered(whole))), "Unpack it once: `zstd -dc FILE | cubebatch solve`.")
        }
    };
    match identified(unpacked)? {
        (Compression::None, text) => Ok(text),
        _ => Err(SourceError::Foreign { name: "compressed twice", remedy }),
    }
}

/// How a file is compressed, with all that it holds; or what it is, if it is not text.
fn identified(
    mut reader: impl Read + Send + 'static,
) -> Result<(Compression, Box<dyn Read + Send>), SourceError> {
    let head = head(&mut reader)?;
    if let Some((name, remedy)) = foreign(&head) {
        return Err(SourceError::Foreign { name, remedy });
    }
    Ok((Compression::of_bytes(&head), Box::new(Cursor::new(head).chain(reader))))
}

/// The first bytes, with all that came at once; fewer if a line ends before, because its writer may wait for the answer.
fn head(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let mut piece = vec![0; BUFFER_BYTES];
    while head.len() < HEAD_BYTES && !head.iter().any(is_end) {
        match reader.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => head.extend_from_slice(&piece[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(head)
}

/// A reader that counts.
struct Counted<R> {
    reader: R,
    volume: Arc<Volume>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(to)?;
        self.volume.read.fetch_add(read as u64, Relaxed);
        Ok(read)
    }
}
