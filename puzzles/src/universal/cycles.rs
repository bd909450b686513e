//! Short sequences that move three cubies and no others, found from both sides.
//!
//! Two words that bring the corners to the same position differ by a sequence that moves
//! edges only: the first, then the second backwards. All words of up to [`HALF`] moves,
//! sorted by the corners, so show the 3-cycles of edges that up to 2 · [`HALF`] moves make;
//! sorted by the edges, those of corners. Two 3-cycles of the same three cubies, one
//! against the other, leave two of them flipped or twisted.

use std::collections::HashMap;

use cubebatch_cube::cube::{Cube, Move, inverse, merge};

/// The greatest number of moves on each side.
const HALF: usize = 5;

/// The kind of cubies in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubieKind {
    Corners,
    Edges,
}

/// 3-cycles of one kind, flipped or twisted on the way or not, each with all sequences
/// that were found for it.
pub struct Cycles(HashMap<Cube, Vec<Vec<Move>>>);

impl Cycles {
    /// Finds all cycles that 2 · [`HALF`] moves make; this takes half a second.
    pub fn search(kind: CubieKind) -> Cycles {
        let mut words = Vec::new();
        visit_words(&mut Vec::new(), Cube::SOLVED, &mut |word, cube| {
            words.push((kind.others(&cube), pack(word)));
        });
        words.sort_unstable();
        let mut cycles = Cycles(HashMap::new());
        for alike in words.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
            let alike: Vec<Vec<Move>> = alike.iter().map(|&(_, word)| unpack(word)).collect();
            cycles.compare(kind, &alike);
        }
        for sequences in cycles.0.values_mut() {
            sequences.sort_unstable_by(|a, b| shortlex(a).cmp(&shortlex(b)));
            sequences.dedup();
        }
        cycles
    }

    /// Takes up each word followed by another one backwards, if that is a 3-cycle.
    fn compare(&mut self, kind: CubieKind, words: &[Vec<Move>]) {
        let cubes: Vec<Cube> = words.iter().map(|word| Cube::SOLVED.apply(word)).collect();
        for (first, cube) in words.iter().zip(&cubes) {
            for (second, other) in words.iter().zip(&cubes) {
                if kind.differences(cube, other) == 3 {
                    let moves = merge([first.clone(), inverse(second)].concat());
                    self.0.entry(cube.then(&other.inverse())).or_default().push(moves);
                }
            }
        }
    }

    /// The shortest sequence of each 3-cycle that neither flips nor twists, shortest
    /// sequences first.
    pub fn pure(&self) -> Vec<Vec<Move>> {
        let is_pure = |cube: &Cube| cube.corner_ori == [0; 8] && cube.edge_ori == [0; 12];
        let pure = self.0.iter().filter(|(cube, _)| is_pure(cube));
        let mut shortest: Vec<Vec<Move>> = pure.map(|(_, sequences)| sequences[0].clone()).collect();
        shortest.sort_unstable_by(|a, b| shortlex(a).cmp(&shortlex(b)));
        shortest
    }

    /// The shortest sequence for `cube` that is one 3-cycle after the other, moves joined
    /// where they meet; `None` if there is none.
    pub fn pair(&self, cube: &Cube) -> Option<Vec<Move>> {
        let pairs = self
            .0
            .iter()
            .filter_map(|(first, sequences)| Some((sequences, self.0.get(&first.inverse().then(cube))?)));
        let joined = pairs.flat_map(|(firsts, seconds)| {
            firsts.iter().flat_map(move |first| seconds.iter().map(move |second| (first, second)))
        });
        let mut best: Option<Vec<Move>> = None;
        for (first, second) in joined {
            let least = first.len() + second.len() - 2 * seam(first, second);
            if best.as_ref().is_some_and(|best| least > best.len()) {
                continue;
            }
            let moves = merge([&first[..], second].concat());
            if best.as_ref().is_none_or(|best| shortlex(&moves) < shortlex(best)) {
                best = Some(moves);
            }
        }
        best
    }
}

/// The moves on each side that may vanish where two sequences meet: turns about the same axes.
fn seam(first: &[Move], second: &[Move]) -> usize {
    let meeting = first.iter().rev().zip(second);
    meeting.take_while(|(a, b)| a.face().axis() == b.face().axis()).count()
}

impl CubieKind {
    /// At how many places two cubes have another cubie of this kind, or the same one in another
    /// way: as many cubies are moved by what leads from one to the other.
    fn differences(self, a: &Cube, b: &Cube) -> usize {
        fn count<const N: usize>(a: [&[u8; N]; 2], b: [&[u8; N]; 2]) -> usize {
            (0..N).filter(|&i| a.map(|side| side[i]) != b.map(|side| side[i])).count()
        }
        match self {
            CubieKind::Corners => count([&a.corner_perm, &a.corner_ori], [&b.corner_perm, &b.corner_ori]),
            CubieKind::Edges => count([&a.edge_perm, &a.edge_ori], [&b.edge_perm, &b.edge_ori]),
        }
    }

    /// All cubies of the other kind, as a number.
    fn others(self, cube: &Cube) -> u64 {
        let number = |perm: &[u8], ori: &[u8]| {
            let cubies = perm.iter().zip(ori).map(|(&p, &o)| u64::from(3 * p + o));
            cubies.fold(0, |number, cubie| number * 36 + cubie)
        };
        match self {
            CubieKind::Corners => number(&cube.edge_perm, &cube.edge_ori),
            CubieKind::Edges => number(&cube.corner_perm, &cube.corner_ori),
        }
    }
}

/// Shorter first, then in the order of moves.
pub fn shortlex(moves: &[Move]) -> (usize, &[Move]) {
    (moves.len(), moves)
}

/// Visits all canonical words of up to [`HALF`] moves that begin with `word`, which leads to `cube`.
fn visit_words(word: &mut Vec<Move>, cube: Cube, visit: &mut impl FnMut(&[Move], Cube)) {
    visit(word, cube);
    if word.len() == HALF {
        return;
    }
    for mv in Move::all() {
        if word.last().is_none_or(|last| last.may_precede(mv)) {
            word.push(mv);
            visit_words(word, cube.turn(mv), visit);
            word.pop();
        }
    }
}

/// A word as a number, 5 bits a move below a leading 1.
fn pack(word: &[Move]) -> u32 {
    word.iter().fold(1, |packed, mv| packed << 5 | mv.index() as u32)
}

fn unpack(mut packed: u32) -> Vec<Move> {
    let mut word = Vec::new();
    while packed > 1 {
        word.push(Move::from_index((packed & 31) as usize));
        packed >>= 5;
    }
    word.reverse();
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_does_what_it_is_listed_for() {
        for kind in [CubieKind::Corners, CubieKind::Edges] {
            for (cube, sequences) in Cycles::search(kind).0 {
                assert_eq!(kind.differences(&cube, &Cube::SOLVED), 3);
                assert_eq!(kind.others(&cube), kind.others(&Cube::SOLVED));
                assert!(sequences.iter().all(|moves| Cube::SOLVED.apply(moves) == cube));
                assert!(sequences.is_sorted_by_key(Vec::len));
            }
        }
    }

    #[test]
    fn ten_moves_make_all_pure_cycles_of_edges() {
        // 12 · 11 · 10 / 3
        assert_eq!(Cycles::search(CubieKind::Edges).pure().len(), 440);
    }
}
