//! The sorted tables that can be built, and the sizes of the sets in them.

use std::fmt;

use crate::coord::{phase1, phase2};
use crate::counts;
use crate::table::Phase;
use cubebatch_cube::cube::Metric;

/// The sets that sorted tables of a phase can hold.
impl Phase {
    /// Codes are below this number.
    pub const fn codes(self) -> u64 {
        match self {
            Phase::One => phase1::CODES,
            Phase::Two => phase2::CODES,
        }
    }

    /// The depths to which sorted tables can be built.
    pub const fn depths(self) -> std::ops::RangeInclusive<u8> {
        match self {
            Phase::One => 1..=8,
            Phase::Two => 1..=10,
        }
    }

    /// The number of codes up to each number of moves from the goal of the phase (G1, solved): a column of Table 1 in Lin's
    /// paper, complete. The last entry is the number of all codes that positions have.
    pub fn reached(self) -> Vec<u64> {
        let mut reached = self.codes_per_depth();
        (1..reached.len()).for_each(|depth| reached[depth] += reached[depth - 1]);
        reached
    }

    /// The number of codes at each distance from the goal of the phase, complete.
    pub fn codes_per_depth(self) -> Vec<u64> {
        let name = match self {
            Phase::One => "phase1",
            Phase::Two => "phase2-cosets",
        };
        counts::known(name, Metric::HalfTurn).to_vec()
    }

    /// Bytes a stored step takes.
    pub(in crate::table) const fn step_bytes(self) -> usize {
        match self {
            Phase::One => 1,
            Phase::Two => 4,
        }
    }
}

/// A sorted table: its phase and the number of moves to which it goes (HTM).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SortedSpec {
    phase: Phase,
    depth: u8,
}

/// Asked for a depth to which no sorted table of this phase goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no sorted table of {phase} to depth {depth}: depths are {} to {}", phase.depths().start(), phase.depths().end())]
pub struct NoSuchDepth {
    phase: Phase,
    depth: u8,
}

impl SortedSpec {
    /// The table of this phase and depth.
    ///
    /// # Errors
    /// When `depth` is not in [`Phase::depths`].
    pub fn new(phase: Phase, depth: u8) -> Result<SortedSpec, NoSuchDepth> {
        if phase.depths().contains(&depth) {
            Ok(SortedSpec { phase, depth })
        } else {
            Err(NoSuchDepth { phase, depth })
        }
    }

    /// All sorted tables.
    pub fn all() -> impl Iterator<Item = SortedSpec> {
        let of_phase = |phase: Phase| phase.depths().map(move |depth| SortedSpec { phase, depth });
        Phase::ALL.into_iter().flat_map(of_phase)
    }

    /// The phase.
    pub const fn phase(self) -> Phase {
        self.phase
    }

    /// The greatest number of moves from the goal of the phase: G1 or solved.
    pub const fn depth(self) -> u8 {
        self.depth
    }

    /// The number of codes in the table.
    pub fn entries(self) -> u64 {
        self.phase.reached()[usize::from(self.depth)]
    }

    /// The number of codes at each depth, 0 … [`SortedSpec::depth`].
    pub fn per_depth(self) -> Vec<u64> {
        let mut counts = self.phase.codes_per_depth();
        counts.truncate(usize::from(self.depth) + 1);
        counts
    }
}

impl fmt::Display for SortedSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "phase{}-sorted-{}", self.phase.number(), self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up() {
        for phase in Phase::ALL {
            for depth in phase.depths() {
                let spec = SortedSpec::new(phase, depth).unwrap();
                assert_eq!(spec.per_depth().iter().sum::<u64>(), spec.entries());
            }
        }
        assert_eq!(SortedSpec::new(Phase::Two, 2).unwrap().per_depth(), [1, 4, 34]);
        assert_eq!(Phase::One.reached().last(), Some(&Phase::One.codes()));
        assert_eq!(Phase::Two.reached().last(), Some(&(Phase::Two.codes() / 2)));
    }

    /// The specification has the sums of Lin's Table 1.
    #[test]
    fn the_specification_has_the_numbers_of_entries() {
        let mut found = 0;
        for spec in SortedSpec::all() {
            let row = format!("| p{}[{}] | ", spec.phase.number() - 1, spec.depth);
            for cells in include_str!("../../../README.md").lines().filter_map(|line| line.strip_prefix(&row))
            {
                let entries = cells.split(' ').next().map(|cell| cell.replace(',', ""));
                assert_eq!(entries, Some(spec.entries().to_string()), "{spec}");
                found += 1;
            }
        }
        assert_eq!(found, 8);
    }

    #[test]
    fn depths_beyond_the_range_are_refused_by_name() {
        let error = SortedSpec::new(Phase::One, 9).unwrap_err();
        assert_eq!(error.to_string(), "there is no sorted table of phase 1 to depth 9: depths are 1 to 8");
    }
}
