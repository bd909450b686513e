//! Which table: one of the sorted ones, or one of the complete ones.

use std::fmt;

use super::{Phase, Spec};

/// A table, whatever its sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableId {
    /// Of the modified two-phase method, to some depth.
    Sorted(Spec),
    /// All distances of a phase.
    Complete(Phase),
}

impl TableId {
    /// All tables that there can be.
    pub fn all() -> impl Iterator<Item = TableId> {
        Spec::all().map(TableId::from).chain(Phase::ALL.map(TableId::from))
    }

    /// The name of its kind: `p0`, `p1`, `d1` or `d2`.
    pub fn kind(self) -> &'static str {
        match self {
            TableId::Sorted(spec) => spec.kind().name(),
            TableId::Complete(phase) => phase.name(),
        }
    }

    /// The greatest number of moves from the goal.
    pub fn depth(self) -> u8 {
        match self {
            TableId::Sorted(spec) => spec.depth(),
            TableId::Complete(phase) => phase.greatest(),
        }
    }

    /// The number of entries.
    pub fn entries(self) -> u64 {
        match self {
            TableId::Sorted(spec) => spec.entries(),
            TableId::Complete(phase) => phase.places() as u64,
        }
    }

    /// How many codes or positions are at each distance from the goal, as published.
    pub fn per_depth(self) -> Vec<u64> {
        match self {
            TableId::Sorted(spec) => spec.per_depth(),
            TableId::Complete(phase) => phase.per_depth(),
        }
    }

    /// The stem of its file's name: `p0-8`, `d2`.
    pub fn stem(self) -> String {
        match self {
            TableId::Sorted(_) => format!("{}-{}", self.kind(), self.depth()),
            TableId::Complete(_) => self.kind().to_owned(),
        }
    }
}

impl From<Spec> for TableId {
    fn from(spec: Spec) -> TableId {
        TableId::Sorted(spec)
    }
}

impl From<Phase> for TableId {
    fn from(phase: Phase) -> TableId {
        TableId::Complete(phase)
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableId::Sorted(spec) => spec.fmt(f),
            TableId::Complete(phase) => f.write_str(phase.name()),
        }
    }
}
