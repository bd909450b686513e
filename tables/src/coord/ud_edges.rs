//! U/D edges: the permutation of the eight edges of the U and D layers, as a coset
//! modulo turns of U and D and a member of it.

use std::sync::LazyLock;

use super::{Coordinate, eight::Permutations, moves::PHASE2_MOVES};
use cubebatch_cube::cube::permutation::{self, rank_four, unrank_four};
use cubebatch_cube::cube::{Cube, Move};

/// `coset · 16 + member`: 8! = 40,320 values.
///
/// A position is *normalised* when the largest-numbered edge of the U layer is at UL and that of the D layer at DL. 2520 =
/// C(8,4) · 3! · 3! arrangements are normalised (`ipp` of phase 2 in Lin's paper, which leaves their order open). Turns of U
/// and D bring every position to one of them.
///
/// The **coset** of a position is the number of that arrangement, `(which edges are in the U layer · 6 + order at UF UR UB) · 6
/// + order at DF DR DB`. Its **member** is `4a + b` for the turns Uᵃ Dᵇ that lead there.
pub struct UdEdges;

/// The number of cosets.
pub const COSETS: usize = 2520;

/// The number of members of a coset: 4 turns of U with 4 of D.
pub const MEMBERS: usize = 16;

impl Coordinate for UdEdges {
    const SIZE: usize = COSETS * MEMBERS;
    const HISTOGRAM: &'static [usize] = &[1, 10, 63, 352, 1623, 5890, 14345, 15772, 2264];
    const MOVES: &'static [Move] = &PHASE2_MOVES;

    fn rank(cube: &Cube) -> usize {
        let (up, down) = (layer(cube, 0), layer(cube, 4));
        let mut set = up;
        set.sort_unstable();
        let (index_up, index_down) = (index_of_greatest(up), index_of_greatest(down));
        let (mut up, mut down) = (up, down);
        up.rotate_left(index_up);
        down.rotate_left(index_down);
        // Now the greatest is first; UF, UR, UB of the normalised position come after it.
        let coset = (rank_four(set) * 6 + order(&up[1..])) * 6 + order(&down[1..]);
        // U carries an edge one place down the list, D one place up.
        let (turns_up, turns_down) = ((index_up + 1) % 4, (7 - index_down) % 4);
        coset * MEMBERS + turns_up * 4 + turns_down
    }

    fn unrank(value: usize) -> Cube {
        let (coset, turns_up, turns_down) = (value / MEMBERS, value / 4 % 4, value % 4);
        let in_up = unrank_four(coset / 36);
        let in_down: Vec<u8> = (0..8).filter(|edge| !in_up.contains(edge)).collect();
        let mut up = arranged(&in_up, coset / 6 % 6);
        let mut down = arranged(&in_down, coset % 6);
        up.rotate_right(turns_up);
        down.rotate_left(turns_down);
        let mut cube = Cube::SOLVED;
        cube.pieces_mut().edge_perm[..4].copy_from_slice(&up);
        cube.pieces_mut().edge_perm[4..8].copy_from_slice(&down);
        cube
    }

    fn turned(mv: Move) -> Vec<u16> {
        UdEdges::permutations().turned(outer(Cube::SOLVED.turn(mv).edge_perm))
    }
}

impl UdEdges {
    /// All values as permutations, listed on first use.
    pub(super) fn permutations() -> &'static Permutations {
        static ALL: LazyLock<Permutations> = LazyLock::new(|| {
            Permutations::new(|perm| {
                let mut cube = Cube::SOLVED;
                cube.pieces_mut().edge_perm[..8].copy_from_slice(&perm);
                UdEdges::rank(&cube)
            })
        });
        &ALL
    }
}

/// What a permutation of all edges, which keeps the middle layer, does to the others.
pub(super) fn outer(edges: [u8; 12]) -> [u8; 8] {
    std::array::from_fn(|i| edges[i])
}

/// The four edges from position `first` on.
fn layer(cube: &Cube, first: usize) -> [u8; 4] {
    std::array::from_fn(|i| cube.edge_perm[first + i])
}

fn index_of_greatest(layer: [u8; 4]) -> usize {
    (0..4).max_by_key(|&i| layer[i]).expect("four edges")
}

/// The rank of the order of three different numbers.
fn order(three: &[u8]) -> usize {
    let smaller = |n: &u8| three.iter().filter(|&m| m < n).count() as u8;
    permutation::rank(&[0, 1, 2].map(|i| smaller(&three[i])))
}

/// Four edges, ascending, as they stand in a layer: the greatest last, the others in
/// this order.
fn arranged(edges: &[u8], order: usize) -> [u8; 4] {
    let [a, b, c] = permutation::unrank::<3>(order).map(|i| edges[usize::from(i)]);
    [a, b, c, edges[3]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubebatch_cube::cube::Face;

    #[test]
    fn the_member_names_the_turns_that_normalise() {
        for value in 0..UdEdges::SIZE {
            let mut cube = UdEdges::unrank(value);
            let (a, b) = (value / 4 % 4, value % 4);
            for (face, turns) in [(Face::U, a), (Face::D, b)] {
                cube = Move::new(face, turns).map_or(cube, |mv| cube.turn(mv));
            }
            assert_eq!(UdEdges::rank(&cube), value / MEMBERS * MEMBERS);
            assert_eq!(index_of_greatest(layer(&cube, 0)), 3);
            assert_eq!(index_of_greatest(layer(&cube, 4)), 3);
        }
    }
}
