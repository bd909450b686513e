//! Classes: values of a coordinate up to symmetry.

use std::sync::OnceLock;

use super::prefetch::prefetch;
use super::symmetry::{AxisSymmetry, SYMMETRIES};

/// Values that the 16 symmetries which keep the U/D axis carry to each other are a *class*;
/// classes are numbered by their least value, which represents them.
pub struct Classes {
    /// For each value `class · 16 + symmetry`.
    reduced: Vec<u32>,
    representative: Vec<u32>,
    /// The number of values of each class, counted on first use.
    sizes: OnceLock<Vec<u8>>,
}

impl Classes {
    /// Finds the classes of a coordinate with `size` values, where 0 is its own only conjugate. For a value, `sources` gives
    /// the value that each of [`symmetries`](super::symmetry::symmetries) carries to it.
    pub(super) fn new(size: usize, sources: impl Fn(u32) -> [u32; SYMMETRIES]) -> Classes {
        // 0 also stands where nothing is entered yet: only the value 0 keeps it.
        let mut reduced = vec![0; size];
        let mut representative = vec![0];
        for value in 1..size as u32 {
            if reduced[value as usize] == 0 {
                let class = (representative.len() * SYMMETRIES) as u32;
                // Several symmetries can carry a value there: the first one is entered last.
                for (symmetry, source) in sources(value).into_iter().enumerate().rev() {
                    reduced[source as usize] = class + symmetry as u32;
                }
                representative.push(value);
            }
        }
        Classes { reduced, representative, sizes: OnceLock::new() }
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.representative.len()
    }

    /// Whether there are no classes; no coordinate is that small.
    pub fn is_empty(&self) -> bool {
        self.representative.is_empty()
    }

    /// Asks the memory for what [`Classes::reduce`] reads.
    #[inline]
    pub(crate) fn prefetch(&self, value: u32) {
        prefetch(&self.reduced, value as usize);
    }

    /// The class of a value, below [`Classes::len`].
    #[inline]
    pub fn of(&self, value: u32) -> usize {
        self.reduce(value).0
    }

    /// The first symmetry that carries a value to the representative of its class.
    #[inline]
    pub fn symmetry(&self, value: u32) -> AxisSymmetry {
        self.reduce(value).1
    }

    /// Both, see [`Classes::of`] and [`Classes::symmetry`].
    #[inline]
    pub fn reduce(&self, value: u32) -> (usize, AxisSymmetry) {
        let reduced = self.reduced[value as usize] as usize;
        (reduced / SYMMETRIES, AxisSymmetry::from_number(reduced))
    }

    /// The least value of a class.
    pub fn representative(&self, class: usize) -> u32 {
        self.representative[class]
    }

    /// How many values are in a class: a divisor of 16.
    pub fn size(&self, class: usize) -> u8 {
        self.sizes.get_or_init(|| self.count())[class]
    }

    fn count(&self) -> Vec<u8> {
        let mut sizes = vec![0; self.len()];
        self.reduced.iter().for_each(|&reduced| sizes[reduced as usize / SYMMETRIES] += 1);
        sizes
    }
}
