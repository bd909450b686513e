//! Moves that are made before a position. They come last in its solution.

use std::sync::OnceLock;

use cubebatch_cube::cube::{Cube, Move};

/// The greatest number of pre-moves.
pub const MOST: usize = 4;

/// Pre-moves, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PreMoves {
    moves: [Move; MOST],
    count: u8,
}

impl PreMoves {
    /// No moves.
    pub const NONE: PreMoves = PreMoves { moves: [Move::FIRST; MOST], count: 0 };

    /// The moves.
    #[inline]
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.count.into()]
    }

    /// The same with the first move in the other sense. If there is one, a position has the same phase 1 after both.
    #[inline]
    pub fn in_sense(mut self, is_other: bool) -> PreMoves {
        if is_other && self.count > 0 {
            self.moves[0] = self.moves[0].inverse();
        }
        self
    }

    /// These moves behind one.
    fn behind(mut self, first: Move) -> PreMoves {
        self.moves.rotate_right(1);
        self.moves[0] = first;
        self.count += 1;
        self
    }

    /// Whether phase 1 after them is like that after no fewer: backwards they are a path of phase 1. The last turn of such
    /// a path has two senses, of which the clockwise one stands for both.
    fn stand_for_others(&self) -> bool {
        let backwards: Vec<Move> = self.moves().iter().rev().copied().collect();
        enters_g1(&backwards) && self.moves().first().is_none_or(|first| first.turns() == 1)
    }

    /// All canonical sequences of this many moves backwards, in their order.
    fn all(count: usize) -> Vec<PreMoves> {
        let Some(fewer) = count.checked_sub(1) else { return vec![PreMoves::NONE] };
        let rest = PreMoves::all(fewer);
        let may_come_first = |first: Move, rest: &&PreMoves| {
            rest.moves().first().is_none_or(|&second| second.may_precede(first))
        };
        let behind = |first| {
            rest.iter().filter(move |rest| may_come_first(first, rest)).map(move |rest| rest.behind(first))
        };
        Move::all().flat_map(behind).collect()
    }
}

/// The number of sequences of each number of moves that are tried.
const SEQUENCES: [usize; MOST + 1] = [1, 4, 52, 696, 9288];

/// The number of the first sequence with each number of moves, and of all.
pub const FIRST_SEQUENCES: [usize; MOST + 2] = {
    let mut firsts = [0; MOST + 2];
    let mut i = 0;
    while i <= MOST {
        firsts[i + 1] = firsts[i] + SEQUENCES[i];
        i += 1;
    }
    firsts
};

/// The sequences with this number of moves that are tried, made on first use.
pub fn sequences(count: usize) -> &'static [PreMoves] {
    static SEQUENCES: [OnceLock<Vec<PreMoves>>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
    made_once(&SEQUENCES[count], || {
        let all = PreMoves::all(count).into_iter();
        all.filter(PreMoves::stand_for_others).collect()
    })
}

/// What the cell holds, made on first use. Threads that come meanwhile make it, too, instead of waiting: a process that is forked
/// in the meantime lacks the thread for which it would wait.
pub fn made_once<T>(cell: &OnceLock<Vec<T>>, make: impl FnOnce() -> Vec<T>) -> &[T] {
    if let Some(made) = cell.get() {
        return made;
    }
    let made = make();
    cell.get_or_init(|| made)
}

/// The sequence with this number among those with any number of moves.
#[inline]
pub fn sequence(number: usize) -> &'static PreMoves {
    // Most passes have no pre-moves.
    if number == 0 {
        return &PreMoves::NONE;
    }
    let count = FIRST_SEQUENCES[1..MOST + 1].iter().take_while(|&&first| first <= number).count();
    &sequences(count)[number - FIRST_SEQUENCES[count]]
}

/// The position after pre-moves.
pub fn after_pre_moves(cube: &Cube, pre_moves: &[Move]) -> Cube {
    Cube::SOLVED.apply(pre_moves).then(cube)
}

/// Whether a path that leads into G1 is a path of phase 1. Its last move must be a quarter turn of a side, and so must the move
/// before it if the two can be made in either order. Otherwise it had arrived before.
pub fn enters_g1(path: &[Move]) -> bool {
    let is_quarter_turn_of_side = |mv: &Move| mv.face().axis() != 0 && mv.turns() != 2;
    match path {
        [] => true,
        [.., before, last] if before.face().opposite() == last.face() => {
            is_quarter_turn_of_side(before) && is_quarter_turn_of_side(last)
        }
        [.., last] => is_quarter_turn_of_side(last),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use cubebatch_cube::cube::random::Random;
    use cubebatch_tables::coord::Phase1;

    /// How a position looks in phase 1 after each of these.
    fn looks<'a>(cube: &Cube, all: impl IntoIterator<Item = &'a PreMoves>) -> HashSet<u32> {
        all.into_iter()
            .map(|pre_moves| Phase1::of(&after_pre_moves(cube, pre_moves.moves())).code())
            .collect()
    }

    #[test]
    fn all_pre_moves_look_like_those_that_are_tried_or_like_fewer() {
        let cube = Random::new(70).cube();
        for count in 0..=MOST {
            let all: Vec<PreMoves> = (0..=count).flat_map(PreMoves::all).collect();
            let tried: Vec<PreMoves> = (0..=count).flat_map(sequences).copied().collect();
            assert_eq!(looks(&cube, &tried), looks(&cube, &all), "{count} moves");
            assert!(sequences(count).iter().all(|pre_moves| pre_moves.moves().len() == count));
            assert_eq!(tried.len(), FIRST_SEQUENCES[count + 1]);
            assert!((0..tried.len()).all(|number| *sequence(number) == tried[number]));
        }
    }

    #[test]
    fn with_the_first_move_in_the_other_sense_phase_1_is_the_same() {
        let cube = Random::new(71).cube();
        for pre_moves in (1..=MOST).flat_map(sequences) {
            let other = pre_moves.in_sense(true);
            assert!(other != *pre_moves && other.in_sense(true) == *pre_moves);
            assert_eq!(looks(&cube, [&other]), looks(&cube, [pre_moves]));
        }
    }

    /// In whichever order the last two moves are made, if they are of opposite faces.
    #[test]
    fn a_path_enters_g1_if_it_was_not_there_before_its_last_move() {
        let is_in_g1 = |cube: &Cube| Phase1::of(cube).code() == 0;
        let comes_from_outside =
            |path: &[Move]| !is_in_g1(&Cube::SOLVED.turn(path[path.len() - 1].inverse()));
        for last in Move::all() {
            assert_eq!(enters_g1(&[last]), comes_from_outside(&[last]));
            for before in Move::all().filter(|before| before.may_precede(last)) {
                let path = [before, last];
                let exchanged = [last, before];
                let is_same = Cube::SOLVED.apply(&path) == Cube::SOLVED.apply(&exchanged);
                let expected = comes_from_outside(&path) && (!is_same || comes_from_outside(&exchanged));
                assert_eq!(enters_g1(&path), expected, "{path:?}");
            }
        }
    }
}
