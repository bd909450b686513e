//! A file that is read, on a disk or at an address.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::Path;

use cubebatch_tables::files::regular_file;

use super::remote::{self, Object, is_remote};

/// A file that was opened.
pub enum StoredFile {
    File(File),
    Object(Box<dyn Object>),
}

impl StoredFile {
    /// Opens an object or a regular file, which can be read again. Nothing else is opened, see [`regular_file`].
    pub fn open(path: &Path) -> io::Result<StoredFile> {
        if is_remote(path) {
            return remote::open(path).map(StoredFile::Object);
        }
        let no_file = || io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file");
        regular_file(path)?.map(StoredFile::File).ok_or_else(no_file)
    }

    /// Opens an input, which can be a pipe or a device: such a one is read once.
    pub fn open_input(path: &Path) -> io::Result<StoredFile> {
        match is_remote(path) {
            true => remote::open(path).map(StoredFile::Object),
            false => File::open(path).map(StoredFile::File),
        }
    }

    /// The number of its bytes; a pipe and other devices have none.
    pub fn length(&self) -> io::Result<Option<u64>> {
        match self {
            StoredFile::File(file) => {
                let metadata = file.metadata()?;
                Ok(metadata.is_file().then_some(metadata.len()))
            }
            StoredFile::Object(object) => Ok(Some(object.length())),
        }
    }

    /// Whether it is a folder.
    pub fn is_folder(&self) -> io::Result<bool> {
        match self {
            StoredFile::File(file) => Ok(file.metadata()?.is_dir()),
            StoredFile::Object(_) => Ok(false),
        }
    }

    /// Begins again at the first byte.
    pub fn rewind(&mut self) -> io::Result<()> {
        match self {
            StoredFile::File(file) => file.rewind(),
            StoredFile::Object(object) => {
                object.rewind();
                Ok(())
            }
        }
    }
}

impl Read for StoredFile {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self {
            StoredFile::File(file) => file.read(to),
            StoredFile::Object(object) => object.read(to),
        }
    }
}

/// Whether an input can be read only once: standard input, a pipe, or a device.
pub fn is_stream(path: &Path) -> bool {
    let is_one = |kind: fs::FileType| !kind.is_file() && !kind.is_dir();
    path == "-" || !is_remote(path) && fs::metadata(path).is_ok_and(|file| is_one(file.file_type()))
}

/// The number of bytes of a file; 0 where that is not known.
pub fn bytes_of(path: &Path) -> u64 {
    match is_remote(path) {
        true => remote::open(path).map_or(0, |object| object.length()),
        // A pipe would wait for its writer to be opened.
        false => fs::metadata(path).map_or(0, |file| file.len()),
    }
}
