//! Complete tables: an entry for every position of a space, up to symmetry.

mod phase1;
mod phase2;
mod pruning;

use std::fmt;

pub use phase1::{Phase1Entry, Phase1Table};
pub(crate) use phase2::phase2_entry;
pub use phase2::{NEAR, Phase2Table};
pub use pruning::PruningTable;

use rayon::prelude::*;

use super::{Phase, WrongContents};
use crate::coord::classes::Classes;

/// A complete table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Complete {
    /// For every code of phase 1, its distance from G1 modulo 3, and all moves that lead nearer.
    Phase1,
    /// The exact distance of every position of G1 from solved.
    Phase2,
    /// The distance of corners and U/D edges of positions of G1 from solved, wherever the edges of the middle layer are. It
    /// is a lower bound, for machines without memory for [`Complete::Phase2`].
    Phase2Pruning,
}

/// The card of a complete table. To add a table, write its card in a file of this folder and name it in [`Complete`]; then
/// an engine needs a way to build it.
struct Card {
    /// The stem of the file's name and the name in output.
    name: &'static str,
    /// The name of its kind in the header of its file.
    code: [u8; 4],
    /// The phase whose positions it is about.
    phase: Phase,
    /// The greatest distance that an entry can say; it stands for greater ones too.
    greatest: u8,
    /// The least distance that an entry can say; it stands for smaller ones too.
    least: u8,
    /// How many positions are 0, 1, 2, … moves from the goal, those from `greatest` on together.
    per_depth: fn() -> Vec<u64>,
    /// The number of entries.
    entries: usize,
    /// Bytes of the entries.
    bytes: usize,
    /// The digest of a sample of the entries, see `tables/README.md`: every builder writes the same bytes.
    sample: u64,
    /// Counts the positions at each distance, or returns an index whose entry contradicts its neighbours.
    count: fn(&[u8]) -> Result<Counts, usize>,
    /// Whether the entry with this index agrees with those of all neighbours.
    is_sound: fn(&[u8], usize) -> bool,
}

impl Complete {
    /// All.
    pub const ALL: [Complete; 3] = [Complete::Phase1, Complete::Phase2, Complete::Phase2Pruning];

    const fn card(self) -> &'static Card {
        match self {
            Complete::Phase1 => &phase1::CARD,
            Complete::Phase2 => &phase2::CARD,
            Complete::Phase2Pruning => &pruning::CARD,
        }
    }

    /// The stem of the file's name and the name in output.
    pub const fn name(self) -> &'static str {
        self.card().name
    }

    pub(in crate::table) const fn code(self) -> [u8; 4] {
        self.card().code
    }

    /// The phase whose positions it is about.
    pub const fn phase(self) -> Phase {
        self.card().phase
    }

    /// The greatest distance that an entry can say.
    pub const fn greatest(self) -> u8 {
        self.card().greatest
    }

    /// The numbers of positions 0, 1, 2, … moves from the goal. Phase 1 counts codes and phase 2 positions of G1, both as
    /// published. The pruning table counts arrangements of corners and U/D edges; its last number covers all that are at least
    /// [`Complete::greatest`] moves away.
    pub fn per_depth(self) -> Vec<u64> {
        (self.card().per_depth)()
    }

    /// [`Complete::per_depth`] as far as entries can say it: those at most at the least distance together.
    pub(in crate::table) fn per_depth_in_entries(self) -> Counts {
        let mut counts = [0; 19];
        for (distance, positions) in self.per_depth().into_iter().enumerate() {
            counts[distance.max(self.card().least.into())] += positions;
        }
        counts
    }

    /// The number of entries.
    pub const fn entries(self) -> usize {
        self.card().entries
    }

    /// Bytes of the entries.
    pub const fn bytes(self) -> usize {
        self.card().bytes
    }

    /// The digest that a sample of the entries has, see `tables/README.md`.
    pub(crate) const fn sample(self) -> u64 {
        self.card().sample
    }

    /// How many positions are at each distance, each index counted as often as its class is large; those at most at
    /// the least distance that an entry can say together.
    ///
    /// # Errors
    /// An index whose entry contradicts its neighbours.
    pub(in crate::table) fn count(self, entries: &[u8]) -> Result<Counts, usize> {
        (self.card().count)(entries)
    }

    /// Whether the entry with this index agrees with those of all neighbours: none is more than one move nearer or
    /// farther, and just those are nearer that the entry says.
    pub(in crate::table) fn is_sound(self, entries: &[u8], index: usize) -> bool {
        (self.card().is_sound)(entries, index)
    }
}

impl fmt::Display for Complete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A complete table as it is built, in memory.
#[derive(Clone, PartialEq, Eq)]
pub struct CompleteContents {
    table: Complete,
    entries: Vec<u8>,
    histogram: Vec<u64>,
}

impl fmt::Debug for CompleteContents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompleteContents").field("table", &self.table).finish_non_exhaustive()
    }
}

impl CompleteContents {
    /// Takes the entries as they are stored.
    pub(crate) fn new(table: Complete, entries: Vec<u8>, histogram: Vec<u64>) -> CompleteContents {
        assert_eq!(entries.len(), table.bytes(), "an entry for each position");
        CompleteContents { table, entries, histogram }
    }

    /// The table.
    pub fn table(&self) -> Complete {
        self.table
    }

    /// How many positions are 0, 1, 2, … moves from the goal, as [`Complete::per_depth`].
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// These, if they have the known counts.
    ///
    /// # Errors
    /// [`WrongContents`]; then the engine that searched is wrong.
    pub fn check(self) -> Result<CompleteContents, WrongContents> {
        let expected = self.table.per_depth();
        if self.histogram == expected {
            return Ok(self);
        }
        Err(WrongContents::Counts { table: self.table.to_string(), found: self.histogram, expected })
    }

    /// The entries as they are stored, see `tables/README.md`.
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    pub(in crate::table) fn into_entries(self) -> Vec<u8> {
        self.entries
    }
}

/// Counts at distances 0 … 18.
pub(in crate::table) type Counts = [u64; 19];

/// Counts rows of indices, one row a class.
fn count_by<E: Send>(
    classes: &Classes,
    row: usize,
    distance: impl Fn(usize) -> Result<u8, E> + Sync,
) -> Result<Counts, E> {
    let of_class = |class: usize| {
        let mut counts = [0; 19];
        for index in class * row..(class + 1) * row {
            counts[usize::from(distance(index)?)] += u64::from(classes.size(class));
        }
        Ok(counts)
    };
    let add = |a: Counts, b: Counts| Ok(std::array::from_fn(|i| a[i] + b[i]));
    (0..classes.len()).into_par_iter().map(of_class).try_reduce(|| [0; 19], add)
}

/// Whether no neighbour is more than one move nearer or farther, and one is nearer unless the distance is the least or
/// the greatest that an entry can say.
fn is_sound(table: Complete, distance: u8, neighbours: impl Iterator<Item = u8>) -> bool {
    let neighbours: Vec<u8> = neighbours.collect();
    let Card { least, greatest, .. } = *table.card();
    let may_have_none_nearer =
        distance == least || distance == greatest && greatest < table.phase().diameter();
    neighbours.iter().all(|&there| distance.abs_diff(there) <= 1)
        && (may_have_none_nearer || neighbours.contains(&(distance - 1)))
}
