//! The target of lists and texts: standard output or a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::compression::Compression;
use super::failure::Failure;
use super::interrupt;
use super::system::stdout_is_closed;

/// Standard output; to write there fails where it is closed.
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if stdout_is_closed() {
            return Err(io::Error::other("it is closed: open it, or name a file with -o"));
        }
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Prints data.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Prints data.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    Stdout.write_all(bytes).map_err(|error| Failure::io(Path::new("stdout"), error))
}

/// Written at once: lists are longer than any memory.
const PIECE_BYTES: usize = 64 << 10;

/// The target of a list, which comes in pieces of whole lines or words.
pub struct Out {
    output: &'static Mutex<Box<dyn Write + Send>>,
    name: PathBuf,
    compression: Compression,
    piece: Vec<u8>,
}

impl Out {
    /// Opens standard output.
    pub fn stdout() -> Out {
        Out::to(Box::new(Stdout), Path::new("stdout"), Compression::None)
    }

    /// Opens a new file, which is compressed if its name says so.
    pub fn file(path: &Path) -> Result<Out, Failure> {
        let compression = Compression::of_name(path)?;
        let file = File::create(path).map_err(|error| Failure::io(path, error))?;
        Ok(Out::to(Box::new(file), path, compression))
    }

    fn to(output: Box<dyn Write + Send>, name: &Path, compression: Compression) -> Out {
        Out { output: interrupt::guard(output), name: name.to_owned(), compression, piece: Vec::new() }
    }

    /// Appends what belongs together.
    pub fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.piece.extend_from_slice(text);
        if self.piece.len() < PIECE_BYTES { Ok(()) } else { self.flush() }
    }

    /// Call it at the end, and before a reader waits.
    pub fn flush(&mut self) -> Result<(), Failure> {
        let bytes = match self.piece.is_empty() {
            true => Vec::new(),
            false => self.compression.compress(&self.piece),
        };
        self.piece.clear();
        let mut output = self.output.lock().expect("no writer panics");
        let written = output.write_all(&bytes).and_then(|()| output.flush());
        written.map_err(|error| Failure::io(&self.name, error))
    }
}
