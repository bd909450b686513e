//! One digit of the odometer.

use super::digit::{Block, Digit};
use cubebatch_cube::cube::{Cube, Move};

/// A loop inside a loop: its steps, and the cosets through which they lead.
pub struct LoopLevel {
    digit: Digit,
    /// The positions with each value of the digit, all inner digits 0; the first is solved.
    representatives: Vec<Cube>,
    /// The sequence from each value to the next.
    steps: Vec<Vec<Move>>,
    /// The position after this level and all inner ones have run from the solved one.
    end: Cube,
    /// The moves until then.
    pub moves: u128,
    /// The moves of all inner levels.
    inner_moves: u128,
}

impl LoopLevel {
    /// Always takes the first of `sequences` that leads to a value which did not come yet.
    ///
    /// # Panics
    /// When there is none.
    pub fn new(digit: Digit, inner: Option<&LoopLevel>, sequences: &[Vec<Move>]) -> LoopLevel {
        let (inner_end, inner_moves) = inner.map_or((Cube::SOLVED, 0), |inner| (inner.end, inner.moves));
        let mut representatives = vec![Cube::SOLVED];
        let mut steps: Vec<Vec<Move>> = Vec::new();
        let mut end = inner_end;
        while representatives.len() < digit.radix() {
            let is_new = |cube: &Cube| representatives.iter().all(|old| digit.read(old) != digit.read(cube));
            let reached = sequences.iter().map(|moves| (moves, end.apply(moves)));
            let (moves, cube) =
                reached.into_iter().find(|(_, cube)| is_new(cube)).expect("a sequence leads on");
            steps.push(moves.clone());
            representatives.push(cube);
            end = cube.then(&inner_end);
        }
        let own: usize = steps.iter().map(Vec::len).sum();
        let moves = own as u128 + digit.radix() as u128 * inner_moves;
        LoopLevel { digit, representatives, steps, end, moves, inner_moves }
    }

    pub fn block(&self) -> Block {
        self.digit.block()
    }

    pub fn radix(&self) -> usize {
        self.representatives.len()
    }

    pub fn representative(&self, digit: usize) -> &Cube {
        &self.representatives[digit]
    }

    /// The digit of a position whose outer digits are 0; `None` if it has another value
    /// than any on this level.
    pub fn digit(&self, cube: &Cube) -> Option<usize> {
        let value = self.digit.read(cube);
        self.representatives.iter().position(|representative| self.digit.read(representative) == value)
    }

    /// The sequence that leads from `digit` to the next one.
    pub fn step(&self, digit: usize) -> &[Move] {
        &self.steps[digit]
    }

    pub fn steps(&self) -> impl Iterator<Item = &[Move]> {
        self.steps.iter().map(Vec::as_slice)
    }

    /// The moves from solved to [`LoopLevel::representative`].
    pub fn moves_before(&self, digit: usize) -> u128 {
        let own: usize = self.steps[..digit].iter().map(Vec::len).sum();
        own as u128 + digit as u128 * self.inner_moves
    }
}
