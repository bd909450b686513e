//! Which tables there are, and how large the sets they hold.

use std::fmt;

use crate::coord::{phase1, phase2};

/// The two kinds of sorted tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Codes of [`crate::coord::Phase1`], with the first move of a shortest way into G1.
    P0,
    /// Codes of [`crate::coord::Phase2`], with a shortest way to solved.
    P1,
}

impl Kind {
    /// The file name's stem and the name in output: `p0` or `p1`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::P0 => "p0",
            Kind::P1 => "p1",
        }
    }

    /// Codes are below this number.
    pub const fn codes(self) -> u64 {
        match self {
            Kind::P0 => phase1::CODES,
            Kind::P1 => phase2::CODES,
        }
    }

    /// The depths for which tables can be built.
    pub const fn depths(self) -> std::ops::RangeInclusive<u8> {
        match self {
            Kind::P0 => 1..=8,
            Kind::P1 => 1..=10,
        }
    }

    /// The number of codes at most so many moves from the goal of the phase (G1, solved): a
    /// column of Table 1 in Lin's paper, complete. The last entry is the number of all codes that positions have.
    pub const fn reached(self) -> &'static [u64] {
        match self {
            Kind::P0 => &REACHED_P0,
            Kind::P1 => &REACHED_P1,
        }
    }

    /// The number of codes at each distance from the goal of the phase, complete.
    pub fn per_depth(self) -> Vec<u64> {
        let before = std::iter::once(&0).chain(self.reached());
        self.reached().iter().zip(before).map(|(upto, below)| upto - below).collect()
    }

    /// Bytes a stored step takes.
    pub(crate) const fn step_bytes(self) -> usize {
        match self {
            Kind::P0 => 1,
            Kind::P1 => 4,
        }
    }
}

const REACHED_P0: [u64; 13] = [
    1,
    5,
    55,
    647,
    7803,
    95_039,
    1_138_856,
    13_209_134,
    138_155_502,
    959_761_462,
    2_158_890_200,
    2_217_092_644,
    2_217_093_120,
];

const REACHED_P1: [u64; 18] = [
    1,
    5,
    39,
    253,
    1570,
    9357,
    54_830,
    295_325,
    1_519_971,
    7_573_048,
    34_992_638,
    141_552_026,
    433_575_844,
    861_474_530,
    1_169_329_308,
    1_218_528_172,
    1_219_276_224,
    1_219_276_800,
];

/// A kind of table and the number of moves to which it goes (HTM).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spec {
    kind: Kind,
    depth: u8,
}

/// Asked for a depth to which no table of this kind goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no table {} of depth {depth}: it goes from {} to {}", kind.name(), kind.depths().start(), kind.depths().end())]
pub struct NoSuchDepth {
    kind: Kind,
    depth: u8,
}

impl Spec {
    /// A table of this kind and depth.
    ///
    /// # Errors
    /// When `depth` is not in [`Kind::depths`].
    pub fn new(kind: Kind, depth: u8) -> Result<Spec, NoSuchDepth> {
        if kind.depths().contains(&depth) {
            Ok(Spec { kind, depth })
        } else {
            Err(NoSuchDepth { kind, depth })
        }
    }

    /// All sorted tables.
    pub fn all() -> impl Iterator<Item = Spec> {
        let of_kind = |kind: Kind| kind.depths().map(move |depth| Spec { kind, depth });
        [Kind::P0, Kind::P1].into_iter().flat_map(of_kind)
    }

    /// The kind of table.
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// The greatest number of moves from the goal of the phase: G1 or solved.
    pub const fn depth(self) -> u8 {
        self.depth
    }

    /// The number of codes in the table.
    pub fn entries(self) -> u64 {
        self.kind.reached()[usize::from(self.depth)]
    }

    /// The number of codes at each depth, 0 … [`Spec::depth`].
    pub fn per_depth(self) -> Vec<u64> {
        let mut counts = self.kind.per_depth();
        counts.truncate(usize::from(self.depth) + 1);
        counts
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.kind.name(), self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up() {
        for kind in [Kind::P0, Kind::P1] {
            for depth in kind.depths() {
                let spec = Spec::new(kind, depth).unwrap();
                assert_eq!(spec.per_depth().iter().sum::<u64>(), spec.entries());
            }
        }
        assert_eq!(Spec::new(Kind::P1, 2).unwrap().per_depth(), [1, 4, 34]);
        assert_eq!(Kind::P0.reached().last(), Some(&Kind::P0.codes()));
        assert_eq!(Kind::P1.reached().last(), Some(&(Kind::P1.codes() / 2)));
    }

    #[test]
    fn depths_beyond_the_range_are_refused_by_name() {
        let error = Spec::new(Kind::P0, 9).unwrap_err();
        assert_eq!(error.to_string(), "there is no table p0 of depth 9: it goes from 1 to 8");
    }
}
