//! Files as the library for Parquet reads them: in any order.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

use crate::stored_file::StoredFile;

/// Another reader of the same file, which begins at this byte.
pub fn reader_from(file: &StoredFile, start: u64) -> io::Result<StoredFile> {
    match file {
        StoredFile::File(file) => {
            let mut file = file.try_clone()?;
            file.seek(SeekFrom::Start(start))?;
            Ok(StoredFile::File(file))
        }
        StoredFile::Object(object) => Ok(StoredFile::Object(object.reader_from(start))),
    }
}

impl Length for StoredFile {
    fn len(&self) -> u64 {
        self.length().ok().flatten().unwrap_or(0)
    }
}

impl ChunkReader for StoredFile {
    type T = BufReader<StoredFile>;

    fn get_read(&self, start: u64) -> Result<BufReader<StoredFile>> {
        Ok(BufReader::new(reader_from(self, start)?))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let mut bytes = Vec::with_capacity(length);
        reader_from(self, start)?.take(length as u64).read_to_end(&mut bytes)?;
        match bytes.len() == length {
            true => Ok(bytes.into()),
            false => Err(ParquetError::EOF(format!("{length} bytes should follow, but {} do", bytes.len()))),
        }
    }
}
