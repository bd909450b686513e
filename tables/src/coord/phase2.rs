//! The coordinate of phase 2: a position of G1 up to turns of U and D.

use std::sync::LazyLock;

pub use super::moves::{HALF_TURNS, PHASE2_MOVES, inverse_move};
use super::ud_edges::{MEMBERS, UdEdges};
use super::{Coordinate, MoveTable, PhaseMoves, corners::Corners, slice_perm::SlicePerm, threads};
use cubebatch_cube::cube::{Cube, Face, Move};

/// The number of codes; parity lets positions have only half of them.
pub const CODES: u64 = 2_438_553_600;

/// The positions of G1: corners and edges have the same parity, which half of all arrangements have.
pub const POSITIONS: u64 = Corners::SIZE as u64 * UdEdges::SIZE as u64 * SlicePerm::SIZE as u64 / 2;

/// U/D edges, corners and middle edges of a position of G1.
///
/// Their code is `p1 = (ud coset · 40320 + corners) · 24 + slice perm` in Lin's
/// paper, 0 … 2,438,553,599. It is the same for the 16 positions that differ by turns of U
/// and D: the corners are ranked after the turns that normalise the edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phase2 {
    /// See [`UdEdges`]; below 40,320.
    pub ud_edges: u16,
    /// See [`Corners`], of the position as it is; below 40,320.
    pub corners: u16,
    /// See [`SlicePerm`]; below 24.
    pub slice_perm: u16,
}

impl Phase2 {
    /// The coordinates of a position of G1; of others there are none, and what comes back, if
    /// it does not panic, has no meaning.
    pub fn of(cube: &Cube) -> Phase2 {
        Phase2 {
            ud_edges: UdEdges::rank(cube) as u16,
            corners: Corners::rank(cube) as u16,
            slice_perm: SlicePerm::rank(cube) as u16,
        }
    }

    /// The turns (a, b) such that Uᵃ Dᵇ normalise the position, each 0 … 3.
    pub fn normalising_turns(self) -> (usize, usize) {
        let member = usize::from(self.ud_edges) % MEMBERS;
        (member / 4, member % 4)
    }
}

/// The move tables of the three coordinates, over [`PHASE2_MOVES`].
pub struct Phase2Moves {
    /// The table of [`UdEdges`].
    pub ud_edges: MoveTable,
    /// The table of [`Corners`].
    pub corners: MoveTable,
    /// The table of [`SlicePerm`].
    pub slice_perm: MoveTable,
    /// `normalised[16 · corners + member]`: the corners after the turns of that member.
    normalised: Vec<u16>,
}

impl Phase2Moves {
    /// The tables, made on first use.
    #[inline]
    pub fn get() -> &'static Phase2Moves {
        static TABLES: LazyLock<Phase2Moves> = LazyLock::new(Phase2Moves::new);
        &TABLES
    }

    fn new() -> Phase2Moves {
        let (corners, ud_edges) = threads::both(MoveTable::of::<Corners>, MoveTable::of::<UdEdges>);
        let normalised = normalised(&corners);
        Phase2Moves { ud_edges, corners, slice_perm: MoveTable::of::<SlicePerm>(), normalised }
    }

    /// The corners after the turns of U and D that belong to `member`.
    #[inline]
    pub fn normalised_corners(&self, corners: u16, member: usize) -> u16 {
        self.normalised[usize::from(corners) * MEMBERS + member]
    }
}

/// Makes [`Phase2Moves::normalised`].
fn normalised(corners: &MoveTable) -> Vec<u16> {
    let [u, d] = [Face::U, Face::D].map(quarter_turn);
    let mut normalised = vec![0; Corners::SIZE * MEMBERS];
    for (value, members) in (0..).zip(normalised.chunks_exact_mut(MEMBERS)) {
        let mut turned = value;
        for members in members.chunks_exact_mut(4) {
            members[0] = turned;
            (1..4).for_each(|b| members[b] = corners.turn(members[b - 1], d));
            turned = corners.turn(turned, u);
        }
    }
    normalised
}

impl PhaseMoves for Phase2Moves {
    type State = Phase2;

    #[inline]
    fn turn(&self, at: Phase2, m: usize) -> Phase2 {
        Phase2 {
            ud_edges: self.ud_edges.turn(at.ud_edges, m),
            corners: self.corners.turn(at.corners, m),
            slice_perm: self.slice_perm.turn(at.slice_perm, m),
        }
    }

    #[inline]
    fn code(&self, at: Phase2) -> u32 {
        let (coset, member) = (at.ud_edges / MEMBERS as u16, usize::from(at.ud_edges) % MEMBERS);
        let corners = self.normalised_corners(at.corners, member);
        (u32::from(coset) * Corners::SIZE as u32 + u32::from(corners)) * SlicePerm::SIZE as u32
            + u32::from(at.slice_perm)
    }
}

/// The normalised position of the coset whose code is `code`, below [`CODES`].
pub fn representative(code: u32) -> Phase2 {
    let (rest, slice_perm) = (code / SlicePerm::SIZE as u32, code % SlicePerm::SIZE as u32);
    let (coset, corners) = (rest / Corners::SIZE as u32, rest % Corners::SIZE as u32);
    Phase2 {
        ud_edges: (coset * MEMBERS as u32) as u16,
        corners: corners as u16,
        slice_perm: slice_perm as u16,
    }
}

/// The number of the quarter turn of `face` among [`PHASE2_MOVES`].
fn quarter_turn(face: Face) -> usize {
    PHASE2_MOVES.iter().position(|&mv| Some(mv) == Move::new(face, 1)).expect("U and D turn freely")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::random::Random;

    /// A random walk in G1.
    fn walk(random: &mut Random, length: usize) -> Cube {
        let moves = (0..length).map(|_| PHASE2_MOVES[random.below(10) as usize]);
        moves.fold(Cube::SOLVED, |cube, mv| cube.turn(mv))
    }

    #[test]
    fn a_code_is_shared_by_the_16_positions_of_a_coset_alone() {
        let tables = Phase2Moves::get();
        let mut random = Random::new(9);
        for _ in 0..200 {
            let cube = walk(&mut random, 40);
            let code = tables.code(Phase2::of(&cube));
            let mut edges = std::collections::HashSet::new();
            for (a, b) in (0..16).map(|member| (member / 4, member % 4)) {
                let turns = [Move::new(Face::U, a), Move::new(Face::D, b)];
                let member = Phase2::of(&turns.into_iter().flatten().fold(cube, |cube, mv| cube.turn(mv)));
                assert_eq!(tables.code(member), code);
                edges.insert(member.ud_edges);
            }
            assert_eq!(edges.len(), 16);
            assert_eq!(tables.code(representative(code)), code);
        }
    }

    #[test]
    fn inverse_moves_undo() {
        for (m, mv) in PHASE2_MOVES.iter().enumerate() {
            assert_eq!(PHASE2_MOVES[inverse_move(m)], mv.inverse());
        }
    }

    #[test]
    fn coordinates_turn_like_cubes() {
        let tables = Phase2Moves::get();
        let mut random = Random::new(4);
        for _ in 0..1000 {
            let cube = walk(&mut random, 20);
            for (m, &mv) in PHASE2_MOVES.iter().enumerate() {
                assert_eq!(tables.turn(Phase2::of(&cube), m), Phase2::of(&cube.turn(mv)));
            }
        }
    }
}
