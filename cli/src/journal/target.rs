//! The target of rows: standard output, or a file that keeps its contents until the first row.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, IsTerminal, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use cubebatch::table::Table;
use cubebatch_tables::files::regular_file;
use same_file::Handle;
use xxhash_rust::xxh3::Xxh3;

use super::record::record_of;
use crate::compression::Compression;
use crate::empty::Empty;
use crate::failure::{Failure, UNUSABLE};
use crate::output::Stdout;
use crate::remote::{self, Show, Upload, is_read_only, is_remote};
use crate::stored_file::bytes_of;

/// Rows that are compressed at a time, at most.
const PIECE_BYTES: usize = 4 << 20;

/// The target of rows.
pub struct Target {
    name: PathBuf,
    place: Destination,
    compression: Compression,
    /// The whole rows that a file has: of a run that goes on, those of the run before.
    pub written: Written,
    /// Rows that are not compressed yet.
    uncompressed: Vec<u8>,
    /// The file, if this run created it and has written nothing yet.
    empty: Option<Empty>,
}

/// The place of the rows.
enum Destination {
    Stdout,
    /// A terminal, a pipe or something else that has no length.
    Device(File),
    Disk(File),
    /// An object. Its upload begins with the first byte; at the end it is whole, and nothing follows.
    Object(Option<Box<dyn Upload>>),
}

/// The bytes written to a file, from its beginning.
#[derive(Clone, Default)]
pub struct Written {
    pub bytes: u64,
    /// The hash of these bytes.
    pub hash: Xxh3,
}

impl Written {
    pub fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.hash.update(bytes);
    }
}

impl Target {
    /// Opens the file `out`, or else standard output. It does not change a file yet; if there is none, it creates an empty one,
    /// which goes away with the target unless [`Target::begin`] is called.
    pub fn open(out: Option<&Path>, inputs: &[PathBuf]) -> Result<Target, Failure> {
        refuse_inputs(out, inputs)?;
        let Some(path) = out else {
            return Ok(Target::new("stdout".as_ref(), Destination::Stdout, Compression::None));
        };
        let compression = Compression::of_name(path)?;
        if is_remote(path) {
            if is_read_only(path) {
                let problem = format!("{}: the program only reads from such addresses", path.shown());
                return Err(Failure::new(UNUSABLE, problem, "Write to a file, or to s3://, gs:// or az://."));
            }
            return Ok(Target::new(path, Destination::Object(None), compression));
        }
        let failed = |error| Failure::io(path, error);
        let (empty, file) = match Empty::create(path) {
            Ok((empty, file)) => (Some(empty), file),
            // It is there, or its name cannot be that of a new file.
            Err(_) => {
                let mut options = OpenOptions::new();
                (None, options.write(true).create(true).truncate(false).open(path).map_err(failed)?)
            }
        };
        if !file.metadata().map_err(failed)?.is_file() {
            return Ok(Target::new(path, Destination::Device(file), Compression::None));
        }
        refuse_locked(path, &file)?;
        refuse_table(path)?;
        Ok(Target { empty, ..Target::new(path, Destination::Disk(file), compression) })
    }

    fn new(name: &Path, place: Destination, compression: Compression) -> Target {
        let (written, uncompressed) = (Written::default(), Vec::new());
        Target { name: name.to_owned(), place, compression, written, uncompressed, empty: None }
    }

    /// Its name in messages.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Whether it is a file, beside which there can be a record.
    pub fn is_file(&self) -> bool {
        matches!(self.place, Destination::Disk(_) | Destination::Object(_))
    }

    /// Whether rows on standard output come to a terminal.
    pub fn rows_are_seen(&self) -> bool {
        !self.is_file() && io::stdout().is_terminal()
    }

    /// Whether a run that ends early leaves its rows there. An object has none until it is complete.
    pub fn keeps_rows(&self) -> bool {
        matches!(self.place, Destination::Disk(_))
    }

    /// Whether rows come together, to be compressed.
    pub fn is_compressed(&self) -> bool {
        self.compression != Compression::None
    }

    /// The length of the file; 0 if the target is no file.
    pub fn length(&self) -> Result<u64, Failure> {
        match &self.place {
            Destination::Stdout | Destination::Device(_) => Ok(0),
            Destination::Object(_) => Ok(bytes_of(&self.name)),
            Destination::Disk(file) => {
                Ok(file.metadata().map_err(|error| Failure::io(&self.name, error))?.len())
            }
        }
    }

    /// Removes what comes after the rows that were written before.
    pub fn begin(&mut self) -> Result<(), Failure> {
        if let Some(empty) = self.empty.take() {
            empty.keep();
        }
        self.cut().map_err(|error| Failure::io(&self.name, error))
    }

    /// Appends whole rows. Where that fails the file ends with the whole rows before.
    pub fn write(&mut self, rows: &[u8]) -> Result<(), Failure> {
        if !self.is_compressed() {
            return self.append(rows).map_err(|error| Failure::io(&self.name, error));
        }
        self.uncompressed.extend_from_slice(rows);
        let compressed = if self.uncompressed.len() < PIECE_BYTES { Ok(()) } else { self.compress() };
        compressed.map_err(|error| Failure::io(&self.name, error))
    }

    /// Brings all rows into the file, and the file to the disk.
    pub fn save(&mut self) -> Result<(), Failure> {
        let compressed = self.compress();
        let saved = compressed.and_then(|()| match &self.place {
            Destination::Disk(file) => file.sync_data(),
            Destination::Stdout | Destination::Device(_) | Destination::Object(_) => Ok(()),
        });
        saved.map_err(|error| Failure::io(&self.name, error))
    }

    /// All rows were saved: an object appears now.
    pub fn complete(&mut self) -> Result<(), Failure> {
        let Destination::Object(upload) = &mut self.place else { return Ok(()) };
        let completed = match upload.take() {
            Some(upload) => upload.finish(),
            None if self.written.bytes == 0 => remote::put(&self.name, Vec::new()),
            // It was there when the run began.
            None => Ok(()),
        };
        completed.map_err(|error| Failure::io(&self.name, error))
    }

    fn cut(&mut self) -> io::Result<()> {
        let Destination::Disk(file) = &mut self.place else { return Ok(()) };
        file.set_len(self.written.bytes)?;
        file.seek(SeekFrom::Start(self.written.bytes)).map(|_| ())
    }

    fn compress(&mut self) -> io::Result<()> {
        if self.uncompressed.is_empty() {
            return Ok(());
        }
        let bytes = self.compression.compress(&self.uncompressed);
        self.append(&bytes)?;
        self.uncompressed.clear();
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let appended = match &mut self.place {
            Destination::Stdout => write_whole(&mut Stdout, bytes),
            Destination::Device(file) => write_whole(file, bytes),
            Destination::Disk(file) => file.write_all(bytes),
            Destination::Object(Some(upload)) => upload.write(bytes),
            Destination::Object(upload) if self.written.bytes == 0 => {
                remote::begin(&self.name).and_then(|begun| upload.insert(begun).write(bytes))
            }
            Destination::Object(None) => {
                Err(io::Error::other("an object is written once: remove it and its record to write it again"))
            }
        };
        if appended.is_err() {
            // A full disk may have taken a part of a row. If this fails as well, the first error is more useful.
            _ = self.cut();
            return appended;
        }
        self.written.add(bytes);
        Ok(())
    }
}

fn write_whole(output: &mut impl Write, rows: &[u8]) -> io::Result<()> {
    output.write_all(rows)?;
    output.flush()
}

/// The file to write, if `-o` names one.
pub fn file_of(out: Option<&Path>) -> Option<&Path> {
    out.filter(|out| *out != "-")
}

/// Refuses to write what is read, whatever names it has: opening an output empties it, and its record is replaced.
fn refuse_inputs(out: Option<&Path>, inputs: &[PathBuf]) -> Result<(), Failure> {
    // An output that the program cannot inspect does not exist yet, or its opening fails. Terminals and other devices may be
    // input and output.
    let is_read = |output: Option<Handle>| {
        let output = output.filter(is_file);
        output.is_some() && inputs.iter().any(|input| handle(input) == output)
    };
    let (name, role) = match out {
        None if is_read(Handle::stdout().ok()) => ("standard output".into(), "output"),
        Some(path) if is_remote(path) && inputs.iter().any(|input| input == path) => (path.into(), "output"),
        Some(path) if is_read(handle(path)) => (path.into(), "output"),
        Some(path) if is_read(handle(&record_of(path))) => (record_of(path), "record of the output"),
        _ => return Ok(()),
    };
    let problem = format!("{} is an input and cannot be the {role} as well", name.shown());
    Err(Failure::new(UNUSABLE, problem, "Choose another file."))
}

/// The identity of standard input or of a regular file.
fn handle(path: &Path) -> Option<Handle> {
    match path == "-" {
        true => Handle::stdin().ok(),
        false => Handle::from_file(regular_file(path).ok()??).ok(),
    }
}

fn is_file(handle: &Handle) -> bool {
    handle.as_file().metadata().is_ok_and(|metadata| metadata.is_file())
}

/// Refuses to write rows over a table: it may be in use, also by this run.
fn refuse_table(path: &Path) -> Result<(), Failure> {
    match Table::open(path) {
        Ok(table) => {
            let problem = format!("{}: it is the table {}", path.shown(), table.id());
            Err(Failure::new(UNUSABLE, problem, "Choose another file, or remove the table first."))
        }
        Err(_) => Ok(()),
    }
}

/// Refuses a file that another process writes; from now on this one does.
fn refuse_locked(path: &Path, file: &File) -> Result<(), Failure> {
    // Outside Unix no program could read a locked file.
    if cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        let problem = format!("{}: another process is writing it", path.shown());
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
        target.written.bytes = 4;
        target.begin().unwrap();
        target.write(b"new\n").unwrap();
        target.save().unwrap();
        assert_eq!((target.written.bytes, text(&path)), (8, "old new\n".to_owned()));
    }

    #[test]
    fn a_file_that_is_begun_by_nobody_goes_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        drop(Target::open(Some(&path), &[]).unwrap());
        assert!(!path.exists());
        let mut target = Target::open(Some(&path), &[]).unwrap();
        target.begin().unwrap();
        drop(target);
        drop(Target::open(Some(&path), &[]).unwrap());
        assert!(path.exists(), "a file that was there stays, even an empty one");
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
        target.begin().unwrap();
        target.write(b"one\n").unwrap();
        target.save().unwrap();
        let first = target.written.bytes;
        target.write(b"two\n").unwrap();
        assert_eq!(target.length().unwrap(), first, "it waits for more");
        target.save().unwrap();
        let second = target.written.bytes;
        target.save().unwrap();
        assert!(second > first && target.written.bytes == second);
        let mut unpacked = String::new();
        flate2::read::MultiGzDecoder::new(File::open(&path).unwrap()).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, "one\ntwo\n");
    }
}
