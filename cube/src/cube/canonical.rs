//! Canonical move sequences, numbered in lexicographic order.
//!
//! A canonical sequence never turns a face twice in a row, and of two opposite faces it
//! turns U, R or F first. The search tests all of a given length; a candidate is then
//! named by its length and number alone, on the CPU as on a GPU.

use super::Move;

/// The canonical sequences over some moves whose last move is one of a few.
#[derive(Clone, Debug)]
pub struct Sequences {
    moves: Vec<Move>,
    /// For each move, and at the end for the empty sequence: which moves may come next
    /// (by their numbers in `moves`).
    next: Vec<Vec<usize>>,
    /// The part of `next` that may come last.
    last: Vec<Vec<usize>>,
    /// `counts[n][m]`: how many sequences of `n` moves may follow move `m`.
    counts: Vec<Vec<u64>>,
}

impl Sequences {
    /// All sequences over `moves`, whose order decides what comes first, that end in a
    /// move of `last` and are at most `longest` moves long.
    ///
    /// # Panics
    /// When there are more than 2³² sequences of one length.
    pub fn new(moves: &[Move], last: &[Move], longest: usize) -> Sequences {
        let may_follow = |m: usize, next: usize| m == moves.len() || moves[m].may_precede(moves[next]);
        let next: Vec<Vec<usize>> =
            (0..=moves.len()).map(|m| (0..moves.len()).filter(|&n| may_follow(m, n)).collect()).collect();
        let last = next
            .iter()
            .map(|next| next.iter().copied().filter(|&n| last.contains(&moves[n])).collect())
            .collect();
        let mut sequences = Sequences { moves: moves.to_vec(), next, last, counts: Vec::new() };
        sequences.count_all(longest);
        sequences
    }

    fn count_all(&mut self, longest: usize) {
        self.counts.push(vec![1; self.next.len()]);
        for length in 1..=longest {
            let count =
                |m: usize| self.choices(m, length).iter().map(|&next| self.counts[length - 1][next]).sum();
            let counts = (0..self.next.len()).map(count).collect();
            self.counts.push(counts);
        }
        assert!(self.count(longest) <= 1 << 32, "numbers of sequences are to fit 32 bits");
    }

    /// The moves over which the sequences run, smallest first.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The number that [`Sequences::choices`] takes for "no move yet".
    pub fn start(&self) -> usize {
        self.moves.len()
    }

    /// The numbers in [`Sequences::moves`] of the moves that may come after `after` when `length` moves are still to come.
    pub fn choices(&self, after: usize, length: usize) -> &[usize] {
        if length == 1 { &self.last[after] } else { &self.next[after] }
    }

    /// The greatest length.
    pub fn longest(&self) -> usize {
        self.counts.len() - 1
    }

    /// How many sequences of `length` moves may come after `after`.
    ///
    /// # Panics
    /// When `length` is greater than [`Sequences::longest`].
    pub fn continuations(&self, length: usize, after: usize) -> u64 {
        self.counts[length][after]
    }

    /// How many sequences of `length` moves there are.
    ///
    /// # Panics
    /// When `length` is greater than [`Sequences::longest`].
    pub fn count(&self, length: usize) -> u64 {
        self.counts[length][self.start()]
    }

    /// The sequence of `length` moves with this number, 0 … `count(length)` − 1.
    ///
    /// # Panics
    /// When there is no such sequence.
    pub fn unrank(&self, length: usize, number: u64) -> Vec<Move> {
        self.walk(length, number).map(|m| self.moves[m]).collect()
    }

    /// The moves of [`Sequences::unrank`], each as its number in [`Sequences::moves`].
    ///
    /// # Panics
    /// When there is no such sequence.
    pub fn walk(&self, length: usize, mut number: u64) -> impl ExactSizeIterator<Item = usize> {
        assert!(number < self.count(length), "there are fewer sequences of {length} moves");
        let mut after = self.start();
        (0..length).map(move |made| {
            let left = length - made;
            for &next in self.choices(after, left) {
                let count = self.counts[left - 1][next];
                if number < count {
                    after = next;
                    break;
                }
                number -= count;
            }
            after
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Cube, Face};
    use std::collections::HashSet;

    fn all_moves() -> Vec<Move> {
        Move::all().collect()
    }

    /// F F' R R' B B' L L': the moves that leave G1.
    fn g3() -> Vec<Move> {
        Move::all().filter(|mv| mv.face().axis() != 0 && mv.turns() != 2).collect()
    }

    #[test]
    fn canonical_sequences_and_the_positions_they_reach() {
        let sequences = Sequences::new(&all_moves(), &all_moves(), 4);
        for (length, count, positions) in [(1, 18, 18), (2, 243, 243), (3, 3240, 3240), (4, 43254, 43239)] {
            assert_eq!(sequences.count(length), count);
            let reached: HashSet<Cube> =
                (0..count).map(|number| Cube::SOLVED.apply(&sequences.unrank(length, number))).collect();
            assert_eq!(reached.len(), positions, "{length} moves");
        }
    }

    #[test]
    fn the_papers_counts() {
        let phase1 = Sequences::new(&all_moves(), &g3(), 7);
        let counts: Vec<u64> = (2..=7).map(|length| phase1.count(length)).collect();
        assert_eq!(counts, [108, 1440, 19224, 256608, 3425328, 45722880]);

        let g1: Vec<Move> = Move::all().filter(|mv| !g3().contains(mv)).collect();
        let g2: Vec<Move> = g1.iter().copied().filter(|mv| mv.face().axis() != 0).collect();
        let phase2 = Sequences::new(&g1, &g2, 10);
        let counts: Vec<u64> = (1..=10).map(|length| phase2.count(length)).collect();
        assert_eq!(counts, [4, 34, 216, 1492, 10088, 68456, 464616, 3151712, 21386296, 145099168]);
    }

    #[test]
    fn numbers_follow_the_lexicographic_order() {
        let sequences = Sequences::new(&all_moves(), &g3(), 7);
        for length in 0..=3 {
            let all: Vec<Vec<Move>> =
                (0..sequences.count(length)).map(|number| sequences.unrank(length, number)).collect();
            assert!(all.is_sorted() && all.iter().collect::<HashSet<_>>().len() == all.len());
            assert!(all.iter().all(|s| s.is_empty() || g3().contains(s.last().unwrap())));
            assert!(all.iter().all(|s| s.is_sorted_by(|a, b| a.may_precede(*b))));
        }
    }

    #[test]
    fn opposite_faces_come_in_one_order() {
        let [u, d] = [Face::U, Face::D].map(|face| Move::new(face, 1).unwrap());
        assert!(u.may_precede(d) && !d.may_precede(u));
    }
}
