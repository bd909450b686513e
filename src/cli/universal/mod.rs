//! `cubebatch universal`: lists of moves that solve every cube.

pub mod args;
mod circuit;
mod de_bruijn;
mod find;
mod loops;

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Serialize;

use super::failure::Failure;
use super::interrupt;
use args::Universal;

/// Runs a command.
pub fn run(command: &Universal) -> Result<u8, Failure> {
    match command {
        Universal::DeBruijn(args) => de_bruijn::run(args),
        Universal::Loops(args) => loops::run(args),
        Universal::Circuit(args) => circuit::run(args),
    }
}

/// Written at once; lists are longer than any memory.
const PIECE_BYTES: usize = 64 << 10;

/// Where a list goes, in pieces of whole lines or words.
struct Out {
    output: &'static Mutex<Box<dyn Write + Send>>,
    name: PathBuf,
    piece: Vec<u8>,
}

impl Out {
    fn stdout() -> Out {
        Out::to(Box::new(io::stdout()), Path::new("stdout"))
    }

    fn file(path: &Path) -> Result<Out, Failure> {
        let file = File::create(path).map_err(|error| Failure::io(path, error))?;
        Ok(Out::to(Box::new(file), path))
    }

    fn to(output: Box<dyn Write + Send>, name: &Path) -> Out {
        Out { output: interrupt::guard(output), name: name.to_owned(), piece: Vec::new() }
    }

    /// Appends what belongs together.
    fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.piece.extend_from_slice(text);
        if self.piece.len() < PIECE_BYTES { Ok(()) } else { self.flush() }
    }

    /// To be called at the end, and where somebody waits.
    fn flush(&mut self) -> Result<(), Failure> {
        let mut output = self.output.lock().expect("no writer panics");
        let written = output.write_all(&self.piece).and_then(|()| output.flush());
        self.piece.clear();
        written.map_err(|error| Failure::io(&self.name, error))
    }
}

fn json_line(row: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(row).expect("numbers and texts are JSON");
    line.push(b'\n');
    line
}

fn csv_line(fields: &[&str]) -> Vec<u8> {
    let mut line = Vec::new();
    csv::Writer::from_writer(&mut line).write_record(fields).expect("a vector takes everything");
    line
}
