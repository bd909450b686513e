//! The moves with which sequences begin before the device goes on.

use std::ops::Range;

use cubebatch_cube::cube::Move;
use cubebatch_search::engine::exhaustive::MOST_MOVES;
use cubebatch_shaders::optimal::{MOST_BEGINNINGS, PROOF_LEVELS, PROOF_MOVES};

/// Moves that the host makes, so that the remaining moves are not more than the device has levels for. If it does not change
/// the questions to the filter, the host makes at least one: then a solution that begins with a turn of one face makes it
/// needless to try others.
pub struct Beginnings {
    /// In the order of moves, each canonical and of the same length.
    pub moves: Vec<Vec<Move>>,
    /// How many nodes there are above the positions to which they lead.
    pub nodes_above: u64,
}

const _: () = assert!(MOST_MOVES as usize <= PROOF_LEVELS + 2 && PROOF_MOVES * 15 <= MOST_BEGINNINGS);

impl Beginnings {
    /// The beginnings of sequences of `length` moves, with a filter that knows `reach` moves.
    pub fn of(length: u8, reach: u8) -> Beginnings {
        let too_many = usize::from(length).saturating_sub(PROOF_LEVELS);
        // With two moves more left than the filter knows of, it is asked already.
        let count = if length < reach + 3 { 0 } else { too_many.max(1) };
        let (mut moves, mut nodes_above) = (vec![Vec::new()], 0);
        for _ in 0..count {
            nodes_above += moves.len() as u64;
            moves = moves.iter().flat_map(|first| longer(first)).collect();
        }
        Beginnings { moves, nodes_above }
    }

    /// The numbers of the beginnings that are tried side by side: all, or the beginnings with turns of the same face.
    pub fn some_at_a_time(&self, all: bool) -> impl Iterator<Item = Range<usize>> {
        let begins_like = move |one: &Vec<Move>, next: &Vec<Move>| {
            all || one.first().map(|mv| mv.face()) == next.first().map(|mv| mv.face())
        };
        self.moves.chunk_by(begins_like).scan(0, |end, some| {
            let begin = std::mem::replace(end, *end + some.len());
            Some(begin..*end)
        })
    }
}

/// Canonical sequences with a move more.
fn longer(first: &[Move]) -> impl Iterator<Item = Vec<Move>> {
    let last = first.last().copied();
    let next = Move::all().filter(move |&mv| last.is_none_or(|last| last.may_precede(mv)));
    next.map(move |mv| [first, &[mv]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_begin_in_the_order_of_moves_face_by_face() {
        for (length, count, above) in [(0, 1, 0), (12, 1, 0), (13, 18, 1), (19, 18, 1), (20, 243, 19)] {
            let beginnings = Beginnings::of(length, 10);
            assert_eq!((beginnings.moves.len(), beginnings.nodes_above), (count, above), "{length}");
            assert!(beginnings.moves.is_sorted_by(|one, next| one < next));
            assert!(beginnings.some_at_a_time(true).eq(std::iter::once(0..count)));
            let faces: Vec<_> = beginnings.some_at_a_time(false).collect();
            assert_eq!(faces.len(), if count == 1 { 1 } else { 6 });
            assert_eq!(faces.into_iter().flatten().collect::<Vec<_>>(), Vec::from_iter(0..count));
        }
    }
}
