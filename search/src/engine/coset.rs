//! Maps of cosets on devices: which positions of a coset are known, a bit each.
//!
//! `coset/layout` says where the bit of a position stands, and makes the [`MapTables`] that say where the bits come from.

use super::EngineError;

/// Where the bits of a map come from by half turns.
pub struct MapTables {
    /// For each page and half turn a [`PageFrom`](crate::coset::sizes::PageFrom); then the lists of U/D edges, those of the middle edges for even and then for odd
    /// lines and each half turn, as `LineFrom`; then for each element eight
    /// `WordFrom`.
    pub words: Vec<u32>,
    /// Where the lists of U/D edges begin.
    pub edges: usize,
    /// Where those of the middle edges begin.
    pub middles: usize,
    /// Where the elements begin.
    pub elements: usize,
}

/// The positions of a coset that are known, on a device.
pub trait CosetMap: Send + Sync {
    /// Sets bits of a part.
    ///
    /// # Errors
    /// When the device failed. That holds for all calls.
    fn mark(&self, part: usize, bits: &[u32]) -> Result<(), EngineError>;

    /// The number of bits that were set by marks since the last call and had not been set before.
    fn take_marked(&self) -> Result<u64, EngineError>;

    /// Makes a prepass: adds what is a move of G1 away. Gives the number of positions then.
    fn spread(&mut self) -> Result<u64, EngineError>;

    /// The numbers of the positions that are missing after one more prepass, ascending. The map stays as it is.
    fn missing_after(&mut self) -> Result<Vec<u64>, EngineError>;

    /// Whether the position with this number is there.
    fn has(&self, position: u64) -> Result<bool, EngineError>;

    /// Shows the words of a part, the first bit lowest.
    fn read(&self, part: usize, see: &mut dyn FnMut(&[u32])) -> Result<(), EngineError>;

    /// Replaces the first words of a part.
    fn write(&mut self, part: usize, words: &[u32]);
}
