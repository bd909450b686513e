//! Tables as streams of bytes, for programs that do not keep them in files.

use std::io::{self, Read, Write};

use xxhash_rust::xxh3::Xxh3;

use super::memory::LargeMemory;
use super::stored::{Stored, Table, TableBytes, Watch};
use super::wire::{HEADER_BYTES, Sums, TableHeader, TableRefusal, file_bytes};
use super::{FileError, TableId};

/// Why a stream gave no table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The stream failed, or ended too early.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no table that can be used.
    #[error(transparent)]
    Refused(#[from] TableRefusal),
    /// The body is not what was written.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

/// The number of bytes read before their checksum is taken: they are still in the cache then.
pub(crate) const READ_BYTES: usize = 512 << 10;

/// Reads a body, and returns its checksum.
fn read_body(from: &mut dyn Read, body: &mut [u8]) -> io::Result<u64> {
    let mut checksum = Xxh3::new();
    for piece in body.chunks_mut(READ_BYTES) {
        from.read_exact(piece)?;
        checksum.update(piece);
    }
    Ok(checksum.digest())
}

impl Table {
    /// Reads a table into memory and checks all of it. What follows it in the stream is left there.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn read(from: &mut dyn Read) -> Result<Table, ReadError> {
        let mut first = [0; HEADER_BYTES];
        from.read_exact(&mut first)?;
        let (header, id) = TableHeader::checked(&first)?;
        let mut bytes = LargeMemory::zeroed(file_bytes(id) as usize)?;
        let (place, body) = bytes.split_at_mut(HEADER_BYTES);
        place.copy_from_slice(&first);
        if read_body(from, body)? != header.body_checksum() {
            return Err(ReadError::Damaged("its checksum does not match its header"));
        }
        if matches!(id, TableId::Complete(table) if !header.has_sound_sample(table, body)) {
            return Err(ReadError::Damaged("a sample of its entries is wrong"));
        }
        Ok(Table::of_stored(id, Box::new(Copied(bytes))))
    }

    /// Writes the table as its file has it, see `tables/README.md`.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let sections = match self.bytes() {
            TableBytes::Stored(stored) => return to.write_all(stored.bytes()),
            TableBytes::Built(sections) => sections,
        };
        let parts = || sections.iter().flat_map(|&(padding, section)| [&[0; 64][..padding], section]);
        let mut checksum = Xxh3::new();
        parts().for_each(|part| checksum.update(part));
        let sums = Sums::of(self.id(), &sections, checksum.digest());
        to.write_all(bytemuck::bytes_of(&TableHeader::new(self.id(), sums)))?;
        parts().try_for_each(|part| to.write_all(part))
    }
}

/// A table that was read, as it is stored.
#[derive(Debug)]
struct Copied(LargeMemory);

impl Stored for Copied {
    fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// All of it was compared when it was read.
    fn check_body(&self, _: &mut Watch<'_>) -> Result<(), FileError> {
        Ok(())
    }
}
