//! An object that is written. It appears in its store when it is complete, as a whole.

use std::io;
use std::path::Path;

use object_store::{ObjectStoreExt, WriteMultipart};

use super::Upload;
use super::store::{self, wait};

/// Bytes of a part: stores take 10,000 parts, so 160 GB.
const PART_BYTES: usize = 16 << 20;

/// Parts that are on their way at a time.
const PARTS: usize = 4;

/// The parts of an object.
struct ObjectParts {
    /// `None` at the end.
    writer: Option<WriteMultipart>,
}

/// Begins an object; the one that has this name stays until the end.
pub fn begin(address: &Path) -> io::Result<Box<dyn Upload>> {
    let (store, name) = store::of(address)?;
    let upload = wait(store.put_multipart(&name))?;
    Ok(Box::new(ObjectParts { writer: Some(WriteMultipart::new_with_chunk_size(upload, PART_BYTES)) }))
}

impl Upload for ObjectParts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let writer = self.writer.as_mut().ok_or_else(|| io::Error::other("it is complete"))?;
        wait(writer.wait_for_capacity(PARTS))?;
        let _runtime = store::runtime()?.enter();
        writer.write(bytes);
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        match self.writer.take() {
            Some(writer) => wait(writer.finish()).map(|_| ()),
            None => Ok(()),
        }
    }
}

impl Drop for ObjectParts {
    fn drop(&mut self) {
        // The store would keep the parts, and charge for them.
        if let Some(writer) = self.writer.take() {
            _ = wait(writer.abort());
        }
    }
}

/// Writes an object whole.
pub fn put(address: &Path, bytes: Vec<u8>) -> io::Result<()> {
    let (store, name) = store::of(address)?;
    wait(store.put(&name, bytes.into())).map(|_| ())
}
