//! The names of tables: sorted ones, complete ones, and proof filters.

use std::fmt;

use super::{Complete, FilterSize, Phase, SortedSpec};
use cubebatch_cube::cube::{EvenCosts, HTM};

/// A table, whatever its sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableId {
    /// A sorted table of the modified two-phase method, to some depth.
    Sorted(SortedSpec),
    /// An entry for every position of a space.
    Complete(Complete),
    /// A filter that says which positions may be near, for proofs that a solution is shortest.
    Filter(FilterSize),
}

impl TableId {
    /// All tables that there can be.
    pub fn all() -> impl Iterator<Item = TableId> {
        let complete = Complete::all().map(TableId::from);
        SortedSpec::all()
            .map(TableId::from)
            .chain(complete)
            .chain(FilterSize::ALL.iter().copied().map(TableId::from))
    }

    /// The table with this name, see its [`Display`](fmt::Display).
    pub fn named(name: &str) -> Option<TableId> {
        TableId::all().find(|table| table.to_string() == name)
    }

    /// The name of its kind in the header of its file: `p0` and `p1` are the names of Lin's paper.
    pub(super) fn code(self) -> [u8; 4] {
        match self {
            TableId::Sorted(spec) => match spec.phase() {
                Phase::One => *b"p0\0\0",
                Phase::Two => *b"p1\0\0",
            },
            TableId::Complete(table) => table.code(),
            TableId::Filter(size) => [b'p', b'f', b'0' + size as u8, 0],
        }
    }

    /// What turns cost where it counts moves.
    pub const fn costs(self) -> EvenCosts {
        match self {
            TableId::Complete(table) => table.costs(),
            TableId::Sorted(_) | TableId::Filter(_) => HTM,
        }
    }

    /// The phase whose positions it is about; none, if it is about all positions.
    pub const fn phase(self) -> Option<Phase> {
        match self {
            TableId::Sorted(spec) => Some(spec.phase()),
            TableId::Complete(table) => Some(table.phase()),
            TableId::Filter(_) => None,
        }
    }

    /// The greatest distance from the goal that an entry can say.
    pub fn depth(self) -> u8 {
        match self {
            TableId::Sorted(spec) => spec.depth(),
            TableId::Complete(table) => table.greatest(),
            TableId::Filter(size) => size.depth(),
        }
    }

    /// The number of entries; of a filter, its blocks.
    pub fn entries(self) -> u64 {
        match self {
            TableId::Sorted(spec) => spec.entries(),
            TableId::Complete(table) => table.entries() as u64,
            TableId::Filter(size) => size.blocks(),
        }
    }

    /// How many codes or positions are at each distance from the goal, see [`SortedSpec::per_depth`] and
    /// [`Complete::per_depth`]; nothing of a filter, and nothing where it is not known.
    pub fn per_depth(self) -> Vec<u64> {
        match self {
            TableId::Sorted(spec) => spec.per_depth(),
            TableId::Complete(table) => table.per_depth(),
            TableId::Filter(_) => Vec::new(),
        }
    }
}

impl From<SortedSpec> for TableId {
    fn from(spec: SortedSpec) -> TableId {
        TableId::Sorted(spec)
    }
}

impl From<Complete> for TableId {
    fn from(table: Complete) -> TableId {
        TableId::Complete(table)
    }
}

impl From<FilterSize> for TableId {
    fn from(size: FilterSize) -> TableId {
        TableId::Filter(size)
    }
}

/// The name, which is also the stem of the file's name: `phase1-sorted-8`, `phase2-complete`.
impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableId::Sorted(spec) => spec.fmt(f),
            TableId::Complete(table) => table.fmt(f),
            TableId::Filter(size) => size.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_and_codes_tell_tables_apart() {
        assert!(TableId::all().all(|table| TableId::named(&table.to_string()) == Some(table)));
        let in_headers: HashSet<_> =
            TableId::all().map(|table| (table.code(), table.costs(), table.depth())).collect();
        assert_eq!(in_headers.len(), TableId::all().count());
        // The half-turn metric is not named, and has one table of each kind.
        assert_eq!(TableId::named("phase1-complete-htm"), None);
    }

    #[test]
    fn filters_keep_the_codes_that_their_files_have() {
        let codes = FilterSize::ALL.iter().copied().map(|size| TableId::from(size).code());
        assert!(codes.eq([*b"pf0\0", *b"pf1\0", *b"pf3\0", *b"pf4\0"]));
    }
}
