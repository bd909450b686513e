//! Where lines come from: a file or standard input, which may be compressed, or the rows of a Parquet file.

use std::fs::File;
use std::io::{self, BufReader, Cursor, IsTerminal, Read, Seek};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Failure;
use super::lines::{LineReader, is_end};
use super::quotes::Quotes;
use super::records::ReadLine;
use crate::cli::compression::{GzipReader, ZstdReader};
use crate::cli::failure::UNUSABLE;
use crate::cli::parquet::{self, ReadError, RowReader, Wanted};

/// Read from an input at once.
const BUFFER_BYTES: usize = 64 << 10;

/// What one types where nothing more comes.
const END_OF_INPUT: &str = if cfg!(windows) { "Ctrl-Z" } else { "Ctrl-D" };

/// How many bytes inputs have, as far as that is known, and how many of them were read.
#[derive(Debug, Default)]
pub struct Volume {
    /// Of files, as they lie on the disk.
    pub stored: AtomicU64,
    /// Read of them.
    pub read: AtomicU64,
    /// Lines that came of what was read.
    pub text: AtomicU64,
    /// Inputs of which nobody knows how much is still to come.
    pub unknown: AtomicU64,
}

/// An input that was opened.
pub struct Opened {
    pub name: String,
    pub source: Source,
}

/// Opens a file; `-` is standard input. Of a Parquet file these columns are read; without them, none is.
pub fn open(path: &Path, volume: &Arc<Volume>, wanted: Option<&Wanted>) -> Result<Opened, Failure> {
    let (name, reader, bytes): (String, Reader, _) = if path == "-" {
        if io::stdin().is_terminal() {
            tell!("reading from the terminal, a line at a time; {END_OF_INPUT} ends it");
        }
        ("stdin".to_owned(), Reader::Bytes(Box::new(io::stdin())), None)
    } else {
        let mut file = File::open(path).map_err(|error| Failure::io(path, error))?;
        let metadata = file.metadata().map_err(|error| Failure::io(path, error))?;
        if metadata.is_dir() {
            return Err(Failure::new(
                UNUSABLE,
                format_args!("{}: it is a folder", path.display()),
                "Give a file.",
            ));
        }
        let bytes = metadata.is_file().then_some(metadata.len());
        let is_parquet = bytes.is_some()
            && wanted.is_some()
            && begins_with(&mut file, parquet::MAGIC).map_err(|error| Failure::io(path, error))?;
        let reader = match wanted.filter(|_| is_parquet) {
            Some(wanted) => Reader::Rows(
                RowReader::open(file, wanted).map_err(|error| SourceError::from(error).at(path))?,
            ),
            None => Reader::Bytes(Box::new(file)),
        };
        (path.to_string_lossy().into_owned(), reader, bytes)
    };
    match bytes {
        Some(bytes) => volume.stored.fetch_add(bytes, Relaxed),
        None => volume.unknown.fetch_add(1, Relaxed),
    };
    let stage = match reader {
        Reader::Bytes(reader) => Stage::Unread(Some(Box::new(Counted { reader, volume: volume.clone() }))),
        Reader::Rows(rows) => Stage::Rows { rows, bytes: bytes.unwrap_or(0), counted: 0 },
    };
    let source = Source { stage, may_wait: bytes.is_none(), volume: volume.clone() };
    Ok(Opened { name, source })
}

/// What an input is read by.
enum Reader {
    Bytes(Box<dyn Read + Send>),
    Rows(RowReader),
}

/// Whether a file does; it is read from its beginning then.
fn begins_with(file: &mut File, magic: &[u8]) -> io::Result<bool> {
    let mut head = Vec::new();
    file.take(magic.len() as u64).read_to_end(&mut head)?;
    file.rewind()?;
    Ok(head == magic)
}

/// A reader that is opened, and looked into when the first line is wanted: a pipe may be silent for long.
pub struct Source {
    stage: Stage,
    /// Whether more comes only when somebody writes it.
    may_wait: bool,
    volume: Arc<Volume>,
}

enum Stage {
    Unread(Option<Box<dyn Read + Send>>),
    Text(LineReader<BufReader<Box<dyn Read + Send>>>),
    /// With the size of the file, and how much of that counts as read.
    Rows {
        rows: RowReader,
        bytes: u64,
        counted: u64,
    },
}

impl Source {
    /// The text of an argument.
    pub fn of_text(text: &str) -> Source {
        let reader = Box::new(Cursor::new(text.as_bytes().to_vec()));
        Source { stage: Stage::Unread(Some(reader)), may_wait: false, volume: Arc::default() }
    }

    /// Text that is in memory, whatever it looks like.
    #[cfg(feature = "serve")]
    pub fn of_plain(text: Vec<u8>) -> Source {
        Source { stage: text_stage(Box::new(Cursor::new(text))), may_wait: false, volume: Arc::default() }
    }

    /// Whether the next line would have to be waited for.
    pub fn waits(&self) -> bool {
        match &self.stage {
            Stage::Text(reader) => self.may_wait && !reader.has_line(reader.reader().buffer()),
            Stage::Unread(_) | Stage::Rows { .. } => self.may_wait,
        }
    }

    /// Counts what lines took.
    pub fn count_text(&self, bytes: usize) {
        self.volume.text.fetch_add(bytes as u64, Relaxed);
    }
}

impl ReadLine for Source {
    fn read_line(
        &mut self,
        text: &mut Vec<u8>,
        longest: usize,
        quotes: Option<&mut Quotes>,
    ) -> Result<bool, SourceError> {
        if let Stage::Unread(reader) = &mut self.stage {
            let reader = reader.take().ok_or_else(|| io::Error::other("it cannot be read"))?;
            self.stage = text_stage(decoded(reader)?);
        }
        match &mut self.stage {
            Stage::Text(reader) => Ok(reader.read_line(text, longest, quotes)?),
            Stage::Rows { rows, bytes, counted } => {
                let start = text.len();
                let is_row = rows.read_line(text)?;
                text.truncate(start + longest + 1);
                let read = (rows.part() * *bytes as f64) as u64;
                self.volume.read.fetch_add(read - *counted, Relaxed);
                *counted = read;
                Ok(is_row)
            }
            Stage::Unread(_) => unreachable!("it was looked into"),
        }
    }
}

fn text_stage(reader: Box<dyn Read + Send>) -> Stage {
    Stage::Text(LineReader::new(BufReader::with_capacity(BUFFER_BYTES, reader)))
}

/// Why an input cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it is {name}, not lines of text")]
    Foreign { name: &'static str, remedy: &'static str },
    #[error("line {line}: a quote is opened and not closed")]
    OpenQuote {
        /// Where its record begins, from 1.
        line: u64,
    },
    #[error(transparent)]
    Rows(ReadError),
}

impl From<ReadError> for SourceError {
    fn from(error: ReadError) -> SourceError {
        match error {
            ReadError::Io(error) => SourceError::Io(error),
            error => SourceError::Rows(error),
        }
    }
}

impl SourceError {
    /// What is told of the file.
    pub fn at(self, path: &Path) -> Failure {
        let remedy = self.remedy();
        match self {
            SourceError::Io(error) => Failure::io(path, error),
            error => Failure::new(UNUSABLE, format_args!("{}: {error}", path.display()), remedy),
        }
    }

    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            SourceError::Io(_) => "",
            SourceError::Foreign { remedy, .. } => remedy,
            SourceError::OpenQuote { .. } => "Close it, or remove it.",
            SourceError::Rows(ReadError::NoColumn { .. }) => "Give that name to the column that holds them.",
            SourceError::Rows(_) => parquet::BUILD_IT,
        }
    }
}

/// How files begin that hold something else than text.
const FOREIGN: [(&[u8], &str, &str); 8] = [
    (b"\xff\xfe", "UTF-16 text", "Convert it: `iconv -f UTF-16 -t UTF-8`, or save it as UTF-8."),
    (b"\xfe\xff", "UTF-16 text", "Convert it: `iconv -f UTF-16 -t UTF-8`, or save it as UTF-8."),
    (b"PK\x03\x04", "a ZIP archive", "Unpack it first: `unzip -p FILE | cubebatch solve`."),
    (b"\xfd7zXZ\0", "compressed by xz", "Unpack it first: `xz -dc FILE | cubebatch solve`."),
    (b"BZh", "compressed by bzip2", "Unpack it first: `bzip2 -dc FILE | cubebatch solve`."),
    (b"PAR1", "a Parquet file", PARQUET),
    (b"CUBEBTCH", "a table of this program", "Give a file with a position a line."),
    (b"\x7fELF", "a program", "Give a file with a position a line."),
];

const PARQUET: &str = if parquet::IS_THERE {
    "Give it to `solve` or `check` by its name: it is read from its end."
} else {
    parquet::BUILD_IT
};

const GZIP: &[u8] = b"\x1f\x8b";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// As many first bytes as tell what a file is.
const HEAD_BYTES: usize = 8;

/// The text that a file holds, unpacked if need be.
fn decoded(mut reader: Box<dyn Read + Send>) -> Result<Box<dyn Read + Send>, SourceError> {
    let head = head(&mut reader)?;
    if let Some(&(_, name, remedy)) = FOREIGN.iter().find(|(magic, ..)| head.starts_with(magic)) {
        return Err(SourceError::Foreign { name, remedy });
    }
    let (is_gzip, is_zstd) = (head.starts_with(GZIP), head.starts_with(ZSTD));
    let whole = Cursor::new(head).chain(reader);
    Ok(if is_gzip {
        Box::new(GzipReader::new(BufReader::with_capacity(BUFFER_BYTES, whole)))
    } else if is_zstd {
        Box::new(ZstdReader::new(BufReader::with_capacity(BUFFER_BYTES, whole)))
    } else {
        Box::new(whole)
    })
}

/// The first bytes; fewer where a line ends before, as somebody may wait for the answer to it.
fn head(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(HEAD_BYTES);
    let mut piece = [0; HEAD_BYTES];
    while head.len() < HEAD_BYTES && !head.iter().any(is_end) {
        match reader.read(&mut piece[head.len()..]) {
            Ok(0) => break,
            Ok(read) => head.extend_from_slice(&piece[head.len()..][..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(head)
}

/// A reader that counts.
struct Counted {
    reader: Box<dyn Read + Send>,
    volume: Arc<Volume>,
}

impl Read for Counted {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(to)?;
        self.volume.read.fetch_add(read as u64, Relaxed);
        Ok(read)
    }
}
