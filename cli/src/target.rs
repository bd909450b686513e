//! The target of rows: standard output, or a file that keeps its contents until the first row.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use cubebatch::table::Table;
use cubebatch_tables::files::regular_file;
use same_file::Handle;
use xxhash_rust::xxh3::Xxh3;

use super::compression::Compression;
use super::empty::Empty;
use super::failure::{Failure, UNUSABLE};
use super::output::Stdout;
use super::remote::{Show, Upload, is_read_only, is_remote, put};
use super::stored_file::bytes_of;

/// Rows that are compressed at a time, at most.
const PIECE_BYTES: usize = 4 << 20;

/// The ending of a run record's name, after the name of the output.
const RECORD_ENDING: &str = ".run";

/// The target of rows.
pub struct Target {
    name: PathBuf,
    output: Output,
    /// The file, if this run created it and has written nothing yet.
    empty: Option<Empty>,
}

enum Output {
    Stdout,
    /// A terminal, a pipe or something else that has no length.
    Device(File),
    File(Box<RowFile>),
}

/// The place of the bytes of a file.
enum Place {
    Disk(File),
    /// An object at this address. Its upload begins with the first byte; at the end it is whole, and nothing follows.
    Object {
        address: PathBuf,
        upload: Option<Upload>,
    },
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

/// A file of rows.
struct RowFile {
    place: Place,
    compression: Compression,
    /// The whole rows in the file.
    written: Written,
    /// Rows that are not compressed yet.
    waiting: Vec<u8>,
}

impl Target {
    /// Opens the file `out`, or else standard output. It does not change a file yet; if there is none, it creates an empty one,
    /// which goes away with the target unless [`Target::go_on`] is called.
    pub fn open(out: Option<&Path>, inputs: &[PathBuf]) -> Result<Target, Failure> {
        refuse_inputs(out, inputs)?;
        let Some(path) = out else {
            return Ok(Target { name: "stdout".into(), output: Output::Stdout, empty: None });
        };
        let compression = Compression::of_name(path)?;
        if is_remote(path) {
            if is_read_only(path) {
                let problem = format!("{}: the program only reads from such addresses", path.shown());
                return Err(Failure::new(UNUSABLE, problem, "Write to a file, or to s3://, gs:// or az://."));
            }
            let place = Place::Object { address: path.to_owned(), upload: None };
            let output = Output::File(Box::new(RowFile::new(place, compression)));
            return Ok(Target { name: path.to_owned(), output, empty: None });
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
        let is_file = file.metadata().map_err(failed)?.is_file();
        if is_file {
            refuse_locked(path, &file)?;
            refuse_table(path)?;
        }
        let output = match is_file {
            true => Output::File(Box::new(RowFile::new(Place::Disk(file), compression))),
            false => Output::Device(file),
        };
        Ok(Target { name: path.to_owned(), output, empty })
    }

    /// Its name in messages.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Whether it is a file, beside which there can be a record.
    pub fn is_file(&self) -> bool {
        matches!(self.output, Output::File(_))
    }

    /// Whether a run that ends early leaves its rows there. An object has none until it is complete.
    pub fn keeps_rows(&self) -> bool {
        matches!(&self.output, Output::File(file) if matches!(file.place, Place::Disk(_)))
    }

    /// Whether rows come together, to be compressed.
    pub fn is_compressed(&self) -> bool {
        matches!(&self.output, Output::File(file) if file.compression != Compression::None)
    }

    /// The length of the file; 0 if the target is no file.
    pub fn length(&self) -> Result<u64, Failure> {
        let Output::File(file) = &self.output else { return Ok(0) };
        let Place::Disk(file) = &file.place else { return Ok(bytes_of(&self.name)) };
        let metadata = file.metadata().map_err(|error| Failure::io(&self.name, error))?;
        Ok(metadata.len())
    }

    /// Goes on behind what was written before: removes what comes after it.
    pub fn go_on(&mut self, before: &Written) -> Result<(), Failure> {
        if let Some(empty) = self.empty.take() {
            empty.keep();
        }
        let Output::File(file) = &mut self.output else { return Ok(()) };
        file.go_on(before).map_err(|error| Failure::io(&self.name, error))
    }

    /// Appends whole rows. Where that fails the file ends with the whole rows before.
    pub fn write(&mut self, rows: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.output {
            Output::Stdout => write_whole(&mut Stdout, rows),
            Output::Device(file) => write_whole(file, rows),
            Output::File(file) => file.write(rows),
        };
        written.map_err(|error| Failure::io(&self.name, error))
    }

    /// Brings all rows into the file, and the file to the disk; gives what was written.
    pub fn save(&mut self) -> Result<Written, Failure> {
        let saved = match &mut self.output {
            Output::File(file) => file.save(),
            Output::Stdout | Output::Device(_) => Ok(Written::default()),
        };
        saved.map_err(|error| Failure::io(&self.name, error))
    }

    /// All rows were saved: an object appears now.
    pub fn complete(&mut self) -> Result<(), Failure> {
        let Output::File(file) = &mut self.output else { return Ok(()) };
        file.complete().map_err(|error| Failure::io(&self.name, error))
    }
}

fn write_whole(output: &mut impl Write, rows: &[u8]) -> io::Result<()> {
    output.write_all(rows)?;
    output.flush()
}

impl RowFile {
    fn new(place: Place, compression: Compression) -> RowFile {
        RowFile { place, compression, written: Written::default(), waiting: Vec::new() }
    }

    fn go_on(&mut self, before: &Written) -> io::Result<()> {
        self.cut(before.bytes)?;
        self.written = before.clone();
        Ok(())
    }

    fn cut(&mut self, end: u64) -> io::Result<()> {
        let Place::Disk(file) = &mut self.place else { return Ok(()) };
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end)).map(|_| ())
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
        if let Err(error) = self.place.write(bytes, self.written.bytes) {
            // A full disk may have taken a part of a row. If this fails as well, the first error is more useful.
            _ = self.cut(self.written.bytes);
            return Err(error);
        }
        self.written.add(bytes);
        Ok(())
    }

    fn save(&mut self) -> io::Result<Written> {
        self.append_waiting()?;
        if let Place::Disk(file) = &self.place {
            file.sync_data()?;
        }
        Ok(self.written.clone())
    }

    fn complete(&mut self) -> io::Result<()> {
        match &mut self.place {
            Place::Disk(_) => Ok(()),
            Place::Object { address, upload } => match upload.take() {
                Some(upload) => upload.finish(),
                None if self.written.bytes == 0 => put(address, Vec::new()),
                // It was there when the run began.
                None => Ok(()),
            },
        }
    }
}

impl Place {
    /// Appends to the bytes that are there.
    fn write(&mut self, bytes: &[u8], there: u64) -> io::Result<()> {
        match self {
            Place::Disk(file) => file.write_all(bytes),
            Place::Object { upload: Some(upload), .. } => upload.write(bytes),
            Place::Object { address, upload } if there == 0 => {
                upload.insert(Upload::begin(address)?).write(bytes)
            }
            Place::Object { .. } => {
                Err(io::Error::other("an object is written once: remove it and its record to write it again"))
            }
        }
    }
}

/// The file to write, if `-o` names one.
pub fn file_of(out: Option<&Path>) -> Option<&Path> {
    out.filter(|out| *out != "-")
}

/// The record of a run that writes this file, beside it.
pub fn record_of(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(RECORD_ENDING);
    name.into()
}

/// Refuses to write what is read, whatever names it has: opening an output empties it, and its record is replaced.
fn refuse_inputs(out: Option<&Path>, inputs: &[PathBuf]) -> Result<(), Failure> {
    let outputs = match out {
        Some(path) if is_remote(path) && inputs.iter().any(|input| input == path) => {
            let problem = format!("{} is an input and cannot be the output as well", path.shown());
            return Err(Failure::new(UNUSABLE, problem, "Choose another file."));
        }
        Some(path) if is_remote(path) => return Ok(()),
        Some(path) => vec![
            (path.to_owned(), "output", handle(path)),
            (record_of(path), "record of the output", handle(&record_of(path))),
        ],
        None => vec![("standard output".into(), "output", Handle::stdout().ok())],
    };
    for (name, role, output) in outputs {
        // An output that the program cannot inspect does not exist yet, or its opening fails. Terminals and other devices
        // may be input and output.
        let Some(output) = output.filter(is_file) else { continue };
        if inputs.iter().any(|input| handle(input).is_some_and(|input| input == output)) {
            let problem = format!("{} is an input and cannot be the {role} as well", name.shown());
            return Err(Failure::new(UNUSABLE, problem, "Choose another file."));
        }
    }
    Ok(())
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
        target.go_on(&Written { bytes: 4, ..Written::default() }).unwrap();
        target.write(b"new\n").unwrap();
        assert_eq!((target.save().unwrap().bytes, text(&path)), (8, "old new\n".to_owned()));
    }

    #[test]
    fn a_file_that_is_begun_by_nobody_goes_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        drop(Target::open(Some(&path), &[]).unwrap());
        assert!(!path.exists());
        let mut target = Target::open(Some(&path), &[]).unwrap();
        target.go_on(&Written::default()).unwrap();
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
        target.go_on(&Written::default()).unwrap();
        target.write(b"one\n").unwrap();
        let first = target.save().unwrap().bytes;
        target.write(b"two\n").unwrap();
        assert_eq!(target.length().unwrap(), first, "it waits for more");
        let second = target.save().unwrap().bytes;
        assert!(second > first && target.save().unwrap().bytes == second);
        let mut unpacked = String::new();
        flate2::read::MultiGzDecoder::new(File::open(&path).unwrap()).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, "one\ntwo\n");
    }
}
