//! `--resume`: goes on after the last whole row of an output file.
//!
//! That row is made once more and compared, so that rows of other input, other tables or
//! other options are not mixed; until then the file stays as it is.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::failure::{Failure, UNUSABLE};

/// An output file that an earlier run began.
pub struct Begun {
    file: File,
    /// Whole rows.
    rows: u64,
    /// The last whole row with its line end; empty if there is none.
    last: Vec<u8>,
    /// Where the last whole row ends.
    end: u64,
}

impl Begun {
    /// Opens a file and finds its last whole row. A file that is not there has none.
    pub fn open(path: &Path, header: &str) -> Result<Begun, Failure> {
        let failed = |error| Failure::io(path, error);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(failed)?;
        let mut reader = BufReader::with_capacity(1 << 20, &file);
        let mut found = Vec::new();
        reader.by_ref().take(header.len() as u64).read_to_end(&mut found).map_err(failed)?;
        if !header.as_bytes().starts_with(&found) {
            return Err(foreign(path));
        }
        if found.len() < header.len() {
            return Ok(Begun { file, rows: 0, last: Vec::new(), end: 0 });
        }
        let (mut rows, mut end, mut last, mut row) = (0, header.len() as u64, Vec::new(), Vec::new());
        while reader.read_until(b'\n', &mut row).map_err(failed)? > 0 && row.ends_with(b"\n") {
            rows += 1;
            end += row.len() as u64;
            std::mem::swap(&mut last, &mut row);
            row.clear();
        }
        Ok(Begun { file, rows, last, end })
    }

    /// How many rows need not be made again: all whole ones but the last. `None` if there are
    /// no whole ones.
    pub fn done(&self) -> Option<u64> {
        self.rows.checked_sub(1)
    }

    /// Whether the header is still to be written.
    pub fn is_new(&self) -> bool {
        self.end == 0
    }

    /// Where the rows from the last whole one on are to be written.
    pub fn into_output(mut self) -> io::Result<Box<dyn Write + Send>> {
        if self.last.is_empty() {
            self.cut()?;
        }
        Ok(Box::new(self))
    }

    /// Removes what is not whole.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end)).map(|_| ())
    }
}

impl Write for Begun {
    /// Rows come whole, so the first bytes hold all of the row that is expected.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.last.is_empty() {
            return self.file.write(bytes);
        }
        let Some(rest) = bytes.strip_prefix(self.last.as_slice()) else {
            return Err(io::Error::new(io::ErrorKind::InvalidData, FOREIGN));
        };
        self.cut()?;
        self.last.clear();
        self.file.write_all(rest)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

const FOREIGN: &str = "it holds rows that these inputs, tables and options do not give";

fn foreign(path: &Path) -> Failure {
    let remedy = "Give the options and inputs that it was begun with, or another file.";
    Failure::new(UNUSABLE, format_args!("{}: {FOREIGN}", path.display()), remedy)
}

/// When the inputs end before the file does.
pub fn too_long(path: &Path) -> Failure {
    foreign(path)
}
