//! The rows of many lines, worked on by many threads, written in their order.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use cubebatch::pipeline::ordered_map;
use indicatif::ProgressBar;

use super::failure::{Failure, INVALID};
use super::input::Chunk;
use super::interrupt;
use super::watch::counter;

/// What became of a chunk.
pub struct Done {
    pub rows: Vec<u8>,
    pub positions: u64,
    /// One for each invalid line.
    pub messages: Vec<String>,
    /// What ends everything after these rows.
    pub end: Option<Failure>,
}

/// Where the rows go, in order.
pub struct Sink {
    output: &'static Mutex<Box<dyn Write + Send>>,
    name: PathBuf,
    counter: ProgressBar,
    /// Whether an invalid line ends everything.
    stop: bool,
    /// Whether no rows came yet.
    pub is_empty: bool,
    /// What the program will end with.
    pub outcome: Result<u8, Failure>,
}

impl Sink {
    /// Rows go to `output`, which is the file `out` or standard output.
    pub fn new(output: Box<dyn Write + Send>, out: Option<&Path>, stop: bool) -> Sink {
        Sink {
            output: interrupt::guard(output),
            name: out.unwrap_or(Path::new("stdout")).to_owned(),
            counter: counter(out.is_none() && io::stdout().is_terminal()),
            stop,
            is_empty: true,
            outcome: Ok(0),
        }
    }

    /// The name of the output.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Takes what comes of each chunk, in their order.
    pub fn fill(
        &mut self,
        chunks: impl Iterator<Item = Result<Chunk, Failure>> + Send + 'static,
        threads: usize,
        work: impl Fn(&Chunk) -> Done + Sync,
    ) {
        ordered_map(chunks, threads, |chunk| chunk.map(|chunk| work(&chunk)), |done| self.take(done));
        self.counter.finish_and_clear();
    }

    fn take(&mut self, done: Result<Done, Failure>) -> ControlFlow<()> {
        let all_valid = done.and_then(|done| self.write_rows(done));
        let go_on = all_valid.as_ref().is_ok_and(|&all_valid| all_valid || !self.stop);
        match all_valid {
            Ok(true) => {}
            Ok(false) => self.outcome = Ok(INVALID),
            Err(failure) => self.outcome = Err(failure),
        }
        if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Whether all lines were positions.
    fn write_rows(&mut self, done: Done) -> Result<bool, Failure> {
        self.is_empty &= done.rows.is_empty();
        self.write(&done.rows)?;
        self.counter.inc(done.positions);
        for message in &done.messages {
            self.counter.suspend(|| tell!("{message}"));
        }
        done.end.map_or(Ok(done.messages.is_empty()), Err)
    }

    /// Writes whole rows.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let mut output = self.output.lock().expect("no writer panics");
        let written = output.write_all(bytes).and_then(|()| output.flush());
        written.map_err(|error| Failure::io(&self.name, error))
    }
}
