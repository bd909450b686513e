//! The stand-in for addresses in a program that was built without them. No value of these types exists.

use std::io::{self, Read};
use std::path::Path;

use super::BUILD_IT;

/// There is none.
pub enum Object {}

impl Object {
    pub fn open(_: &Path) -> io::Result<Object> {
        Err(io::Error::new(io::ErrorKind::Unsupported, BUILD_IT))
    }

    pub fn length(&self) -> u64 {
        match *self {}
    }

    pub fn rewind(&mut self) {
        match *self {}
    }

    pub fn reader_from(&self, _: u64) -> io::Result<Object> {
        match *self {}
    }
}

impl Read for Object {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        match *self {}
    }
}

/// There is none.
pub enum Upload {}

impl Upload {
    pub fn begin(_: &Path) -> io::Result<Upload> {
        Err(io::Error::new(io::ErrorKind::Unsupported, BUILD_IT))
    }

    pub fn write(&mut self, _: &[u8]) -> io::Result<()> {
        match *self {}
    }

    pub fn finish(self) -> io::Result<()> {
        match self {}
    }
}

/// Writes an object whole.
pub fn put(_: &Path, _: Vec<u8>) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, BUILD_IT))
}
