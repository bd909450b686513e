//! Which table: a sorted one, or a complete one.

use std::fmt;

use super::{Complete, Phase, SortedSpec};

/// A table, whatever its sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum TableId {
    /// Of the modified two-phase method, to some depth.
    Sorted(SortedSpec),
    /// An entry for every position of a space.
    Complete(Complete),
}

impl TableId {
    /// All tables that there can be.
    pub fn all() -> impl Iterator<Item = TableId> {
        SortedSpec::all().map(TableId::from).chain(Complete::ALL.map(TableId::from))
    }

    /// The table with this name, see its [`Display`](fmt::Display).
    pub fn named(name: &str) -> Option<TableId> {
        TableId::all().find(|table| table.to_string() == name)
    }

    /// How the header of its file names its kind: `p0` and `p1` are the names of Lin's paper.
    pub(super) const fn code(self) -> [u8; 4] {
        match self {
            TableId::Sorted(spec) => match spec.phase() {
                Phase::One => *b"p0\0\0",
                Phase::Two => *b"p1\0\0",
            },
            TableId::Complete(table) => table.code(),
        }
    }

    /// The phase whose positions it is about.
    pub const fn phase(self) -> Phase {
        match self {
            TableId::Sorted(spec) => spec.phase(),
            TableId::Complete(table) => table.phase(),
        }
    }

    /// The greatest number of moves from the goal that an entry can say.
    pub const fn depth(self) -> u8 {
        match self {
            TableId::Sorted(spec) => spec.depth(),
            TableId::Complete(table) => table.greatest(),
        }
    }

    /// The number of entries.
    pub fn entries(self) -> u64 {
        match self {
            TableId::Sorted(spec) => spec.entries(),
            TableId::Complete(table) => table.entries() as u64,
        }
    }

    /// How many codes or positions are at each distance from the goal, see [`SortedSpec::per_depth`] and
    /// [`Complete::per_depth`].
    pub fn per_depth(self) -> Vec<u64> {
        match self {
            TableId::Sorted(spec) => spec.per_depth(),
            TableId::Complete(table) => table.per_depth(),
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

/// The name, which is also the stem of the file's name: `phase1-sorted-8`, `phase2-complete`.
impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableId::Sorted(spec) => spec.fmt(f),
            TableId::Complete(table) => table.fmt(f),
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
        let in_headers: HashSet<_> = TableId::all().map(|table| (table.code(), table.depth())).collect();
        assert_eq!(in_headers.len(), TableId::all().count());
    }
}
