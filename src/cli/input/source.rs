//! Where lines come from: a file or standard input, which may be compressed.

use std::fs::File;
use std::io::{self, BufReader, Cursor, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Failure;
use crate::cli::compression::{GzipReader, ZstdReader};
use crate::cli::failure::UNUSABLE;

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

/// Opens a file; `-` is standard input.
pub fn open(path: &Path, volume: &Arc<Volume>) -> Result<Opened, Failure> {
    let (name, reader, bytes): (String, Box<dyn Read + Send>, _) = if path == "-" {
        if io::stdin().is_terminal() {
            tell!("reading from the terminal, a line at a time; {END_OF_INPUT} ends it");
        }
        ("stdin".to_owned(), Box::new(io::stdin()), None)
    } else {
        let file = File::open(path).map_err(|error| Failure::io(path, error))?;
        let metadata = file.metadata().map_err(|error| Failure::io(path, error))?;
        if metadata.is_dir() {
            return Err(Failure::new(
                UNUSABLE,
                format_args!("{}: it is a folder", path.display()),
                "Give a file.",
            ));
        }
        let bytes = metadata.is_file().then_some(metadata.len());
        (path.to_string_lossy().into_owned(), Box::new(file), bytes)
    };
    match bytes {
        Some(bytes) => volume.stored.fetch_add(bytes, Relaxed),
        None => volume.unknown.fetch_add(1, Relaxed),
    };
    let counted = Counted { reader, volume: volume.clone() };
    let source = Source {
        stage: Stage::Unread(Some(Box::new(counted))),
        may_wait: bytes.is_none(),
        volume: volume.clone(),
    };
    Ok(Opened { name, source })
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
    Text(BufReader<Box<dyn Read + Send>>),
}

impl Source {
    /// The text of an argument.
    pub fn of_text(text: &str) -> Source {
        let reader = Box::new(Cursor::new(text.as_bytes().to_vec()));
        Source { stage: Stage::Unread(Some(reader)), may_wait: false, volume: Arc::default() }
    }

    /// What lines are read from.
    pub fn reader(&mut self) -> Result<&mut BufReader<Box<dyn Read + Send>>, SourceError> {
        if let Stage::Unread(reader) = &mut self.stage {
            let reader = reader.take().ok_or_else(|| io::Error::other("it cannot be read"))?;
            self.stage = Stage::Text(BufReader::with_capacity(BUFFER_BYTES, decoded(reader)?));
        }
        match &mut self.stage {
            Stage::Text(reader) => Ok(reader),
            Stage::Unread(_) => unreachable!("it was looked into"),
        }
    }

    /// Whether the next line would have to be waited for.
    pub fn waits(&self) -> bool {
        match &self.stage {
            Stage::Text(reader) => self.may_wait && !reader.buffer().contains(&b'\n'),
            Stage::Unread(_) => self.may_wait,
        }
    }

    /// Counts what lines took.
    pub fn count_text(&self, bytes: usize) {
        self.volume.text.fetch_add(bytes as u64, Relaxed);
    }
}

/// Why an input cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it is {name}, not lines of text")]
    Foreign { name: &'static str, remedy: &'static str },
}

impl SourceError {
    /// What is told of the file.
    pub fn at(self, path: &Path) -> Failure {
        match self {
            SourceError::Io(error) => Failure::io(path, error),
            SourceError::Foreign { remedy, .. } => {
                Failure::new(UNUSABLE, format_args!("{}: {self}", path.display()), remedy)
            }
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
    (b"PAR1", "a Parquet file", "Write its column of positions as text first."),
    (b"CUBEBTCH", "a table of this program", "Give a file with a position a line."),
    (b"\x7fELF", "a program", "Give a file with a position a line."),
];

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
    while head.len() < HEAD_BYTES && !head.contains(&b'\n') {
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
