//! Complete tables: an entry for every position of a space, up to symmetry.

mod by_costs;
mod phase1;
mod phase2;
mod pruning;

use std::fmt;

pub(super) use by_costs::code;
pub use phase1::{Phase1Entry, Phase1Layout, Phase1Table};
pub use phase2::phase2_entry;
pub use phase2::{NEAR, Phase2Table};
pub use pruning::PruningTable;

use rayon::prelude::*;

use super::{Phase, WrongContents};
use crate::coord::classes::Classes;
use crate::counts;
use cubebatch_cube::cube::{EvenCosts, HTM};

/// A complete table. By other costs than those of the half-turn metric, [`HTM`], its file has other entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Complete {
    /// For every code of phase 1, its distance from G1 by these costs, and all steps that lead nearer.
    Phase1(EvenCosts),
    /// For every code of phase 1, its distance from G1 by these costs, for machines without memory for [`Complete::Phase1`].
    Phase1Distances(EvenCosts),
    /// The exact distance of every position of G1 from solved, in the half-turn metric.
    Phase2,
    /// The distance of corners and U/D edges of positions of G1 from solved by these costs, wherever the edges of the middle layer
    /// are. It is a lower bound, for machines without memory for [`Complete::Phase2`] and for other costs.
    Phase2Pruning(EvenCosts),
}

/// The card of a kind of complete table. To add a kind, write its card in a file of this folder and name it in [`Complete`]; then
/// an engine needs a way to build it.
struct TableCard {
    /// The stem of the file's name and the name in output; other costs follow it.
    name: &'static str,
    /// The name of its kind in the header of its file: in the half-turn metric, and by other costs.
    codes: [[u8; 4]; 2],
    /// The phase whose positions it is about.
    phase: Phase,
    /// The greatest distance that an entry can say; it stands for greater ones too.
    greatest: fn(EvenCosts) -> u8,
    /// The least distance that an entry can say; it stands for smaller ones too.
    least: u8,
    /// The name by which [`counts`] knows how many positions are at each distance from the goal, those from `greatest` on together.
    counts: &'static str,
    /// How many positions there are.
    positions: u64,
    /// The number of entries.
    entries: usize,
    /// Bytes of the entries.
    bytes: fn(EvenCosts) -> usize,
    /// In the half-turn metric, the digest of a sample of the entries, see `tables/README.md`: every builder writes the same bytes.
    sample: u64,
    /// Counts the positions at each distance, or returns an index whose entry contradicts its neighbours.
    count: fn(EvenCosts, &[u8]) -> Result<Counts, usize>,
    /// In the half-turn metric, whether the entry with this index agrees with those of all neighbours. By other costs, to count is
    /// to compare every entry with all its neighbours.
    is_sound: fn(&[u8], usize) -> bool,
}

impl Complete {
    /// The tables of the half-turn metric.
    pub const ALL: [Complete; 4] = [
        Complete::Phase1(HTM),
        Complete::Phase1Distances(HTM),
        Complete::Phase2,
        Complete::Phase2Pruning(HTM),
    ];

    /// All, those of the half-turn metric first.
    pub fn all() -> impl Iterator<Item = Complete> {
        let by = [Complete::Phase1, Complete::Phase1Distances, Complete::Phase2Pruning];
        let others = || EvenCosts::all().filter(|&costs| costs != HTM);
        Complete::ALL.into_iter().chain(by.into_iter().flat_map(move |by| others().map(by)))
    }

    const fn card(self) -> &'static TableCard {
        match self {
            Complete::Phase1(_) => &phase1::CARD,
            Complete::Phase1Distances(_) => &phase1::DISTANCES,
            Complete::Phase2 => &phase2::CARD,
            Complete::Phase2Pruning(_) => &pruning::CARD,
        }
    }

    /// What turns cost.
    pub const fn costs(self) -> EvenCosts {
        match self {
            Complete::Phase1(costs) | Complete::Phase1Distances(costs) | Complete::Phase2Pruning(costs) => {
                costs
            }
            Complete::Phase2 => HTM,
        }
    }

    pub(in crate::table) fn code(self) -> [u8; 4] {
        self.card().codes[usize::from(self.costs() != HTM)]
    }

    /// The phase whose positions it is about.
    pub const fn phase(self) -> Phase {
        self.card().phase
    }

    /// The greatest distance that an entry can say.
    pub fn greatest(self) -> u8 {
        (self.card().greatest)(self.costs())
    }

    /// The numbers of positions at the distances 0, 1, 2, … from the goal. Phase 1 counts codes and phase 2 positions of G1, both as
    /// published. The pruning tables count arrangements of corners and U/D edges; in the half-turn metric the last number covers
    /// all that are at least [`Complete::greatest`] moves away. It is empty where the numbers are not known: by costs that are no
    /// metric.
    pub fn per_depth(self) -> Vec<u64> {
        let known = |metric| counts::known(self.card().counts, metric).to_vec();
        self.costs().metric().map_or_else(Vec::new, known)
    }

    /// [`Complete::per_depth`] as far as entries can say it: those at most at the least distance together.
    pub(in crate::table) fn per_depth_in_entries(self) -> Counts {
        let least = usize::from(self.card().least);
        let mut counts = self.per_depth();
        for distance in 0..least.min(counts.len()) {
            counts[least] += std::mem::take(&mut counts[distance]);
        }
        counts
    }

    /// How many positions there are.
    pub const fn positions(self) -> u64 {
        self.card().positions
    }

    /// The number of entries.
    pub const fn entries(self) -> usize {
        self.card().entries
    }

    /// Bytes of the entries.
    pub fn bytes(self) -> usize {
        (self.card().bytes)(self.costs())
    }

    /// The digest that a sample of the entries has, see `tables/README.md`, if it is known.
    pub(crate) fn sample(self) -> Option<u64> {
        (self.costs() == HTM).then_some(self.card().sample)
    }

    /// How many positions are at each distance, each index counted as often as its class is large; those at most at
    /// the least distance that an entry can say together.
    ///
    /// # Errors
    /// An index whose entry contradicts its neighbours.
    pub(in crate::table) fn count(self, entries: &[u8]) -> Result<Counts, usize> {
        (self.card().count)(self.costs(), entries)
    }

    /// Says whether the entry with an index agrees with those of all neighbours: none is more than one move nearer or
    /// farther, and just those are nearer that the entry says. None where [`Complete::count`] has compared all.
    pub(in crate::table) fn is_sound(self) -> Option<fn(&[u8], usize) -> bool> {
        (self.costs() == HTM).then_some(self.card().is_sound)
    }
}

impl fmt::Display for Complete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.card().name;
        match self.costs() {
            HTM => f.write_str(name),
            costs => write!(f, "{name}-{}", costs.to_string().replace(", ", "-").replace(' ', "")),
        }
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
    pub fn new(table: Complete, entries: Vec<u8>, histogram: Vec<u64>) -> CompleteContents {
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

    /// These, if they have the known counts; where none are known, if all positions have a distance.
    ///
    /// # Errors
    /// [`WrongContents`]; then the engine that searched is wrong.
    pub fn check(self) -> Result<CompleteContents, WrongContents> {
        let mut expected = self.table.per_depth();
        if expected.is_empty() && self.histogram.iter().sum::<u64>() == self.table.positions() {
            expected.clone_from(&self.histogram);
        }
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

/// Counts at the distances 0, 1, 2, …
pub(in crate::table) type Counts = Vec<u64>;

/// Distances of the half-turn metric.
const DISTANCES: usize = 19;

/// Counts rows of indices, one row a class, at distances up to 18.
fn count_by<E: Send>(
    classes: &Classes,
    row: usize,
    distance: impl Fn(usize) -> Result<u8, E> + Sync,
) -> Result<Counts, E> {
    let of_class = |class: usize| {
        let mut counts = [0; DISTANCES];
        for index in class * row..(class + 1) * row {
            counts[usize::from(distance(index)?)] += u64::from(classes.size(class));
        }
        Ok(counts)
    };
    let add = |a: [u64; DISTANCES], b: [u64; DISTANCES]| Ok(std::array::from_fn(|i| a[i] + b[i]));
    let counts = (0..classes.len()).into_par_iter().map(of_class).try_reduce(|| [0; DISTANCES], add)?;
    Ok(up_to_the_last(&counts))
}

/// The counts without those after the last position.
fn up_to_the_last(counts: &[u64]) -> Counts {
    counts[..counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1)].to_vec()
}

/// Whether no neighbour is more than one move nearer or farther, and one is nearer unless the distance is the least or
/// the greatest that an entry can say.
fn is_sound(table: Complete, distance: u8, neighbours: impl Iterator<Item = u8>) -> bool {
    let neighbours: Vec<u8> = neighbours.collect();
    let (least, greatest) = (table.card().least, table.greatest());
    let may_have_none_nearer =
        distance == least || distance == greatest && greatest < table.phase().diameter();
    neighbours.iter().all(|&there| distance.abs_diff(there) <= 1)
        && (may_have_none_nearer || neighbours.contains(&(distance - 1)))
}
