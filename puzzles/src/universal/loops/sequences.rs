//! The sequences of the five blocks.

use super::digit::{Block, Digit};
use crate::universal::cycles::{CubieKind, Cycles, shortlex};
use cubebatch_cube::cube::{Cube, Face, Move};
use cubebatch_tables::coord::threads;

/// The place of the edge that is flipped with every other one.
const LAST_EDGE: usize = 11;

/// The place of the corner that is rotated with every other one.
const LAST_CORNER: usize = 7;

/// The sequences that can advance each digit, shortest first.
pub struct DigitSequences {
    /// For each place the flip of the edge there and of the last one.
    flips: [Vec<Move>; LAST_EDGE],
    /// For each place the rotation of the corner there, by one third and by two.
    rotations: [[Vec<Move>; 2]; LAST_CORNER],
    /// 3-cycles of the edges at 0 … place.
    edges: [Vec<Vec<Move>>; 12],
    corners: [Vec<Vec<Move>>; 8],
    parity: [Vec<Move>; 1],
}

impl DigitSequences {
    pub fn search() -> DigitSequences {
        let (edges, corners) =
            threads::both(|| Cycles::search(CubieKind::Edges), || Cycles::search(CubieKind::Corners));
        let flip = |place| edges.pair(&flipped(place)).expect("two cycles flip any two edges");
        let rotation =
            |place, ori| corners.pair(&rotated(place, ori)).expect("two cycles rotate any two corners");
        let rotations = |place| {
            let mut both = [rotation(place, 1), rotation(place, 2)];
            both.sort_unstable_by(|a, b| shortlex(a).cmp(&shortlex(b)));
            both
        };
        DigitSequences {
            flips: std::array::from_fn(flip),
            rotations: std::array::from_fn(rotations),
            edges: std::array::from_fn(|place| moving(&edges, place, |cube| &cube.edge_perm)),
            corners: std::array::from_fn(|place| moving(&corners, place, |cube| &cube.corner_perm)),
            parity: [Move::new(Face::L, 1).into_iter().collect()],
        }
    }

    /// The digits of a block, innermost first. The innermost flips come most often, so the
    /// short ones come first.
    pub fn digits(&self, block: Block) -> Vec<Digit> {
        match block {
            Block::Flips => by_length(LAST_EDGE, |place| &self.flips[place]).map(Digit::Flip).collect(),
            Block::Rotations => {
                by_length(LAST_CORNER, |place| &self.rotations[place][0]).map(Digit::Rotation).collect()
            }
            Block::EdgeCycles => (2..12).map(Digit::Edge).collect(),
            Block::CornerCycles => (2..8).map(Digit::Corner).collect(),
            Block::Parity => vec![Digit::Parity],
        }
    }

    /// The sequences that can advance the digit; they leave outer digits as they are.
    pub fn of(&self, digit: Digit) -> &[Vec<Move>] {
        match digit {
            Digit::Flip(place) => std::slice::from_ref(&self.flips[place]),
            Digit::Rotation(place) => &self.rotations[place],
            Digit::Edge(place) => &self.edges[place],
            Digit::Corner(place) => &self.corners[place],
            Digit::Parity => &self.parity,
        }
    }
}

fn by_length<'a>(places: usize, sequence: impl Fn(usize) -> &'a [Move]) -> impl Iterator<Item = usize> {
    let mut order: Vec<usize> = (0..places).collect();
    order.sort_by_key(|&place| sequence(place).len());
    order.into_iter()
}

/// The solved cube with the edge at `place` and the last one flipped.
fn flipped(place: usize) -> Cube {
    let mut cube = Cube::SOLVED;
    cube.pieces_mut().edge_ori[place] = 1;
    cube.pieces_mut().edge_ori[LAST_EDGE] = 1;
    cube
}

/// The solved cube with the corner at `place` rotated by `ori` thirds, the last one back.
fn rotated(place: usize, ori: u8) -> Cube {
    let mut cube = Cube::SOLVED;
    cube.pieces_mut().corner_ori[place] = ori;
    cube.pieces_mut().corner_ori[LAST_CORNER] = 3 - ori;
    cube
}

/// The cycles that move what is at `place` and leave all places after it.
fn moving(cycles: &Cycles, place: usize, perm: impl Fn(&Cube) -> &[u8]) -> Vec<Vec<Move>> {
    let last_moved = |moves: &Vec<Move>| {
        let cube = Cube::SOLVED.apply(moves);
        let perm = perm(&cube);
        (0..perm.len()).rfind(|&i| usize::from(perm[i]) != i)
    };
    cycles.pure().into_iter().filter(|moves| last_moved(moves) == Some(place)).collect()
}
