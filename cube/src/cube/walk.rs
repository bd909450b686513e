//! Random sequences of moves.

use super::Move;
use super::random::Random;

/// Draws sequences of some moves.
#[derive(Clone, Debug)]
pub struct Walks {
    moves: Vec<Move>,
    /// The moves that may follow each move.
    followers: [Vec<Move>; Move::COUNT],
}

impl Walks {
    /// Draws each move from `moves`, each with the same chance; if `is_canonical`, from the moves that may follow the move before in a
    /// [canonical sequence](Move::may_precede).
    ///
    /// # Panics
    /// When there is no move, or none that may follow another.
    pub fn new(moves: &[Move], is_canonical: bool) -> Walks {
        let may_follow = |mv: Move, next: &Move| !is_canonical || mv.may_precede(*next);
        let followers = |index| {
            let mv = Move::from_index(index);
            let followers: Vec<Move> = moves.iter().copied().filter(|next| may_follow(mv, next)).collect();
            assert!(!followers.is_empty() || !moves.contains(&mv), "no move may follow {mv}");
            followers
        };
        assert!(!moves.is_empty(), "there are moves");
        Walks { moves: moves.to_vec(), followers: std::array::from_fn(followers) }
    }

    /// The next sequence of `length` moves. It takes `length` draws of the generator.
    pub fn draw(&self, random: &mut Random, length: usize) -> impl Iterator<Item = Move> {
        let mut last: Option<Move> = None;
        (0..length).map(move |_| {
            let moves = last.map_or(&self.moves, |mv| &self.followers[mv.index()]);
            *last.insert(moves[random.below(moves.len() as u64) as usize])
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn each_step_has_the_same_chance_among_those_that_may_follow() {
        let (all, mut random): (Vec<Move>, _) = (Move::all().collect(), Random::new(3));
        let walks = Walks::new(&all, true);
        let mut counts = HashMap::new();
        for _ in 0..90_000 {
            let drawn: Vec<Move> = walks.draw(&mut random, 2).collect();
            assert!(drawn[0].may_precede(drawn[1]));
            *counts.entry((drawn[0], drawn[1])).or_insert(0_i32) += 1;
        }
        // From the first of two opposite faces, 15 moves lead on, from the second 12.
        assert_eq!(counts.len(), 9 * 15 + 9 * 12);
        for ((mv, _), count) in counts {
            let expected = 5000 / if mv.face().index() < 3 { 15 } else { 12 };
            // Six standard deviations.
            assert!((count - expected).pow(2) < 36 * expected, "{mv}: {count}");
        }
    }

    #[test]
    fn any_moves_may_follow_each_other_where_that_is_asked_for() {
        let turns: Vec<Move> = Move::all().filter(|mv| mv.turns() != 2).collect();
        let drawn: Vec<Move> = Walks::new(&turns, false).draw(&mut Random::new(4), 2000).collect();
        assert!(drawn.iter().all(|mv| mv.turns() != 2));
        assert!(drawn.windows(2).any(|pair| pair[0] == pair[1].inverse()));
    }
}
