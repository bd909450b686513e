//! The buffers that a dispatch is bound to: captured ones, of which what is written stays here, or zeros.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use memmap2::{MmapMut, MmapOptions};

#[derive(Default)]
pub struct Buffers(BTreeMap<u32, MmapMut>);

impl Buffers {
    pub fn capture(&mut self, binding: u32, content: &Path) {
        let file = File::open(content).expect("a content");
        // SAFETY: nothing else changes the files of a capture while they are read.
        let map = unsafe { MmapOptions::new().map_copy(&file) }.expect("a mapping");
        self.0.insert(binding, map);
    }

    pub fn zeros(&mut self, binding: u32, bytes: usize) {
        self.0.insert(binding, MmapOptions::new().len(bytes).map_anon().expect("memory"));
    }

    pub fn words(&self, binding: u32) -> usize {
        self.0[&binding].len() / 4
    }

    pub fn get(&self, binding: u32, word: u32) -> Option<u32> {
        let bytes = self.0[&binding].get(word as usize * 4..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }

    /// Whether there is such a word.
    pub fn set(&mut self, binding: u32, word: u32, value: u32) -> bool {
        let buffer = self.0.get_mut(&binding).expect("it is bound");
        let at = buffer.get_mut(word as usize * 4..).and_then(|rest| rest.first_chunk_mut());
        at.map(|at| *at = value.to_le_bytes()).is_some()
    }
}
