//! Where rows go: standard output, or a file that is left as it is until there are some.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::compression::Compression;
use super::failure::{Failure, UNUSABLE};

/// Rows that are compressed at a time, at most.
const PIECE_BYTES: usize = 4 << 20;

/// Where rows go.
pub struct Target {
    name: PathBuf,
    output: Output,
}

enum Output {
    Stdout,
    /// A terminal, a pipe or something else that has no length.
    Device(File),
    File(RowFile),
}

/// A file of rows.
struct RowFile {
    file: File,
    compression: Compression,
    /// Where the whole rows in the file end.
    end: u64,
    /// Rows that are not compressed yet.
    waiting: Vec<u8>,
}

impl Target {
    /// Opens the file `out`, or else standard output. Of a file nothing is changed yet; if there is none, an empty one is
    /// made.
    pub fn open(out: Option<&Path>, inputs: &[PathBuf]) -> Result<Target, Failure> {
        refuse_inputs(out, inputs)?;
        let Some(path) = out else {
            return Ok(Target { name: "stdout".into(), output: Output::Stdout });
        };
        let failed = |error| Failure::io(path, error);
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(path).map_err(failed)?;
        let is_file = file.metadata().map_err(failed)?.is_file();
        if is_file {
            refuse_locked(path, &file)?;
        }
        let compression = Compression::of_name(path);
        let output = match is_file {
            true => Output::File(RowFile { file, compression, end: 0, waiting: Vec::new() }),
            false => Output::Device(file),
        };
        Ok(Target { name: path.to_owned(), output })
    }

    /// What it is called in messages.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Whether a run that ends early can go on there.
    pub fn is_file(&self) -> bool {
        matches!(self.output, Output::File(_))
    }

    /// Whether rows come together, to be compressed.
    pub fn is_compressed(&self) -> bool {
        matches!(&self.output, Output::File(file) if file.compression != Compression::None)
    }

    /// How long the file is; 0 if it is none.
    pub fn length(&self) -> Result<u64, Failure> {
        let Output::File(file) = &self.output else { return Ok(0) };
        let metadata = file.file.metadata().map_err(|error| Failure::io(&self.name, error))?;
        Ok(metadata.len())
    }

    /// Leaves the first bytes of a file and removes what comes after them.
    pub fn cut(&mut self, end: u64) -> Result<(), Failure> {
        let Output::File(file) = &mut self.output else { return Ok(()) };
        file.cut(end).map_err(|error| Failure::io(&self.name, error))
    }

    /// Appends whole rows. Where that fails the file ends with the whole rows before.
    pub fn write(&mut self, rows: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.output {
            Output::Stdout => write_whole(&mut io::stdout().lock(), rows),
            Output::Device(file) => write_whole(file, rows),
            Output::File(file) => file.write(rows),
        };
        written.map_err(|error| Failure::io(&self.name, error))
    }

    /// Brings all rows into the file, and the file to the disk; gives where they end.
    pub fn save(&mut self) -> Result<u64, Failure> {
        let saved = match &mut self.output {
            Output::File(file) => file.save(),
            Output::Stdout | Output::Device(_) => Ok(0),
        };
        saved.map_err(|error| Failure::io(&self.name, error))
    }
}

fn write_whole(output: &mut impl Write, rows: &[u8]) -> io::Result<()> {
    output.write_all(rows)?;
    output.flush()
}

impl RowFile {
    fn cut(&mut self, end: u64) -> io::Result<()> {
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end))?;
        self.end = end;
        Ok(())
    }

    fn write(&mut self, rows: &[u8]) -> io::Result<()> {
        if self.compression == Compression::None {
            return self.append(rows);
        }
        self.waiting.extend_from_slice(rows);
        if self.waiting.len() < PIECE_BYTES { Ok(()) } else { self.append_waiting() }
    }

    fn append_waiting(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let bytes = self.compression.compress(&self.waiting);
        self.append(&bytes)?;
        self.waiting.clear();
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.file.write_all(bytes) {
            // A disk that is full took a part of a row, perhaps. Should this fail as well, the first error tells more.
            _ = self.cut(self.end);
            return Err(error);
        }
        self.end += bytes.len() as u64;
        Ok(())
    }

    fn save(&mut self) -> io::Result<u64> {
        self.append_waiting()?;
        self.file.sync_data()?;
        Ok(self.end)
    }
}

/// The file to write, if `-o` names one.
pub fn file_of(out: Option<&Path>) -> Option<&Path> {
    out.filter(|out| *out != "-")
}

/// Refuses to write what is read, whatever names it has: opening an output empties it.
fn refuse_inputs(out: Option<&Path>, inputs: &[PathBuf]) -> Result<(), Failure> {
    // What cannot be looked at is not there yet, or told of when it is opened.
    let output = match out {
        Some(path) => Handle::from_path(path),
        None => Handle::stdout(),
    };
    let Ok(output) = output else { return Ok(()) };
    // Terminals and other devices can be both.
    if !output.as_file().metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Ok(());
    }
    let handle =
        |input: &PathBuf| if input.as_os_str() == "-" { Handle::stdin() } else { Handle::from_path(input) };
    if inputs.iter().any(|input| handle(input).is_ok_and(|input| input == output)) {
        let name = out.map_or("standard output".into(), |out| out.display().to_string());
        let problem = format!("{name} is an input and cannot be the output as well");
        return Err(Failure::new(UNUSABLE, problem, "Choose another file."));
    }
    Ok(())
}

/// Refuses a file that another process writes; from now on this one does.
fn refuse_locked(path: &Path, file: &File) -> Result<(), Failure> {
    // Elsewhere than on Unix nobody could read a locked file.
    if cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        let problem = format!("{}: another process is writing it", path.display());
        return Err(Failure::new(UNUSABLE, problem, "Wait for its end, or choose another file."));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn text(path: &Path) -> String {
        let mut text = String::new();
        File::open(path).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn a_file_stays_as_it_is_until_it_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        std::fs::write(&path, "old rows\n").unwrap();
        let mut target = Target::open(Some(&path), &[]).unwrap();
        assert_eq!((target.length().unwrap(), text(&path)), (9, "old rows\n".to_owned()));
        target.cut(4).unwrap();
        target.write(b"new\n").unwrap();
        assert_eq!((target.save().unwrap(), text(&path)), (8, "old new\n".to_owned()));
    }

    #[test]
    fn a_file_is_written_by_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let first = Target::open(Some(&path), &[]).unwrap();
        assert_eq!(Target::open(Some(&path), &[]).is_err(), cfg!(unix));
        drop(first);
        assert!(Target::open(Some(&path), &[]).is_ok());
    }

    #[test]
    fn an_input_is_no_output_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["in", "link"].map(|name| folder.path().join(name));
        std::fs::write(&path, "R\n").unwrap();
        std::fs::hard_link(&path, &link).unwrap();
        assert!(Target::open(Some(&link), std::slice::from_ref(&path)).is_err());
        assert_eq!(text(&path), "R\n");
    }

    #[test]
    fn compressed_rows_are_saved_in_pieces() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.gz");
        let mut target = Target::open(Some(&path), &[]).unwrap();
        target.cut(0).unwrap();
        target.write(b"one\n").unwrap();
        let first = target.save().unwrap();
        target.write(b"two\n").unwrap();
        assert_eq!(target.length().unwrap(), first, "it waits for more");
        let second = target.save().unwrap();
        assert!(second > first && target.save().unwrap() == second);
        let mut unpacked = String::new();
        flate2::read::MultiGzDecoder::new(File::open(&path).unwrap()).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, "one\ntwo\n");
    }
}
