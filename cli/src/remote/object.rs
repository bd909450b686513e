//! An object that is read a range at a time, in any order.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use object_store::path::Path as Name;
use object_store::{ObjectStore, ObjectStoreExt};

use super::{Object, store};

/// An object is read in blocks of this length.
const BLOCK: u64 = 1 << 20;

/// Blocks in one request, where a reader goes on from one to the next.
const RUN: u64 = 8;

/// Blocks that stay in memory: the columns of a Parquet file are read in turn.
const KEPT: usize = 64;

/// An object of a store.
#[derive(Clone)]
struct StoredObject {
    store: Arc<dyn ObjectStore>,
    name: Name,
    bytes: u64,
    /// The byte that is read next.
    place: u64,
    /// Blocks with their numbers, the newest last.
    blocks: Arc<Mutex<VecDeque<(u64, Bytes)>>>,
}

/// Finds an object, without reading it.
pub fn open(address: &Path) -> io::Result<Box<dyn Object>> {
    let (store, name) = store::of(address)?;
    let bytes = store::wait(store.head(&name))?.size;
    Ok(Box::new(StoredObject { store, name, bytes, place: 0, blocks: Arc::default() }))
}

impl Object for StoredObject {
    fn length(&self) -> u64 {
        self.bytes
    }

    fn rewind(&mut self) {
        self.place = 0;
    }

    /// Both share the blocks in memory.
    fn reader_from(&self, start: u64) -> Box<dyn Object> {
        Box::new(StoredObject { place: start, ..self.clone() })
    }
}

impl StoredObject {
    /// A block, from memory or the store.
    fn block(&self, number: u64) -> io::Result<Bytes> {
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        let of = |blocks: &VecDeque<(u64, Bytes)>, number| {
            blocks.iter().find(|(other, _)| *other == number).map(|(_, block)| block.clone())
        };
        if let Some(block) = of(&blocks, number) {
            return Ok(block);
        }
        let goes_on = number > 0 && of(&blocks, number - 1).is_some();
        let count = if goes_on { RUN } else { 1 };
        let range = number * BLOCK..((number + count) * BLOCK).min(self.bytes);
        let bytes = store::wait(self.store.get_range(&self.name, range.clone()))?;
        if bytes.len() as u64 != range.end - range.start {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it became shorter"));
        }
        for (index, start) in (0..bytes.len()).step_by(BLOCK as usize).enumerate() {
            let end = bytes.len().min(start + BLOCK as usize);
            blocks.push_back((number + index as u64, bytes.slice(start..end)));
        }
        while blocks.len() > KEPT {
            blocks.pop_front();
        }
        Ok(bytes.slice(..bytes.len().min(BLOCK as usize)))
    }
}

impl Read for StoredObject {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.place >= self.bytes || to.is_empty() {
            return Ok(0);
        }
        let block = self.block(self.place / BLOCK)?;
        let rest = &block[(self.place % BLOCK) as usize..];
        let length = rest.len().min(to.len());
        to[..length].copy_from_slice(&rest[..length]);
        self.place += length as u64;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use object_store::memory::InMemory;

    #[test]
    fn every_byte_is_where_it_was_written() {
        let written: Vec<u8> = (0..11 * BLOCK + 5).map(|index| ((index * 2654435761) >> 13) as u8).collect();
        let (store, name) = (Arc::new(InMemory::new()), Name::from("a"));
        store::wait(store.put(&name, written.clone().into())).unwrap();
        let mut object =
            StoredObject { store, name, bytes: written.len() as u64, place: 0, blocks: Arc::default() };
        let mut last = object.reader_from(written.len() as u64 - 3);
        let (mut read, mut piece) = (Vec::new(), vec![0; 700_001]);
        loop {
            match object.read(&mut piece).unwrap() {
                0 => break,
                length => read.extend_from_slice(&piece[..length]),
            }
        }
        assert!(read == written);
        let length = last.read(&mut piece).unwrap();
        assert_eq!(piece[..length], written[written.len() - 3..]);
    }
}
