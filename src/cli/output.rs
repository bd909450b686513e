//! Where output goes: standard output, or a file that is left as it is until there is something to write.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::failure::{Failure, UNUSABLE};
use super::interrupt;

/// Prints data.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Prints data.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    io::stdout().write_all(bytes).map_err(|error| Failure::io(Path::new("stdout"), error))
}

/// The file to write, if `-o` names one.
pub fn file_of(out: Option<&Path>) -> Option<&Path> {
    out.filter(|out| *out != "-")
}

/// Opening the output empties it, which must not happen to an input.
pub fn refuse_to_overwrite(inputs: &[PathBuf], out: Option<&Path>) -> Result<(), Failure> {
    let Some(Ok(out)) = out.map(fs::canonicalize) else { return Ok(()) };
    let is_out = |input: &PathBuf| fs::canonicalize(input).is_ok_and(|input| input == out);
    // Devices such as terminals are not emptied.
    if out.is_file() && inputs.iter().any(is_out) {
        let problem = format!("{} is an input and cannot be the output as well", out.display());
        return Err(Failure::new(UNUSABLE, problem, "Choose another file."));
    }
    Ok(())
}

/// Finds out before long work whether a file can be written, and leaves what is in it. If there is none, one is
/// made.
pub fn open_unchanged(path: &Path) -> Result<File, Failure> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
    file.map_err(|error| Failure::io(path, error))
}

/// Empties a file, now that there is something to write.
pub fn emptied(path: &Path, file: File) -> Result<File, Failure> {
    // Devices cannot be emptied, and need not be.
    let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
    let emptied = if is_file { file.set_len(0) } else { Ok(()) };
    emptied.map(|()| file).map_err(|error| Failure::io(path, error))
}

/// Written at once: lists are longer than any memory.
const PIECE_BYTES: usize = 64 << 10;

/// Where a list goes, in pieces of whole lines or words.
pub struct Out {
    output: &'static Mutex<Box<dyn Write + Send>>,
    name: PathBuf,
    piece: Vec<u8>,
}

impl Out {
    /// To standard output.
    pub fn stdout() -> Out {
        Out::to(Box::new(io::stdout()), Path::new("stdout"))
    }

    /// To a new file.
    pub fn file(path: &Path) -> Result<Out, Failure> {
        let file = File::create(path).map_err(|error| Failure::io(path, error))?;
        Ok(Out::to(Box::new(file), path))
    }

    fn to(output: Box<dyn Write + Send>, name: &Path) -> Out {
        Out { output: interrupt::guard(output), name: name.to_owned(), piece: Vec::new() }
    }

    /// Appends what belongs together.
    pub fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.piece.extend_from_slice(text);
        if self.piece.len() < PIECE_BYTES { Ok(()) } else { self.flush() }
    }

    /// To be called at the end, and where somebody waits.
    pub fn flush(&mut self) -> Result<(), Failure> {
        let mut output = self.output.lock().expect("no writer panics");
        let written = output.write_all(&self.piece).and_then(|()| output.flush());
        self.piece.clear();
        written.map_err(|error| Failure::io(&self.name, error))
    }
}
