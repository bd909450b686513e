//! Five nested loops through all 43,252,003,274,489,856,000 positions.
//!
//! Flips, rotations, edge cycles, corner cycles, parity: each loop runs through everything that it can change, once for each
//! step of the next one. A loop consists of loops, one per cubie. Together they count like an odometer of 35 digits (the
//! *levels*). A step of the list advances one digit by a sequence. The digits below begin again *from where they are*, which is
//! as good as any other position.
//!
//! In the language of groups the positions with digits below some level alone form a
//! subgroup, its digit numbers the cosets in the next larger one, and the list holds a
//! representative of each. So the position after any number of steps is a product of 35
//! representatives, and the steps to a position are read off it, largest digit first.

mod digit;
mod level;
mod sequences;

use std::collections::BTreeMap;

use cubebatch_cube::cube::{Cube, Move};
use digit::Digit;
use level::LoopLevel;
use sequences::DigitSequences;

pub use digit::Block;

/// The list of sequences, in their order.
pub struct Loops {
    /// Innermost first.
    levels: Vec<LoopLevel>,
}

/// A step of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The number of the step, from 1: it leads to the position with this number.
    pub number: u128,
    /// The loop that advances.
    pub block: Block,
    /// The moves of the step.
    pub moves: &'a [Move],
}

/// A sequence of the list, with the number of its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage<'a> {
    /// The loop to which it belongs.
    pub block: Block,
    /// The sequence.
    pub moves: &'a [Move],
    /// The number of its steps.
    pub steps: u128,
}

impl Loops {
    /// Searches for the sequences, which takes about a second.
    pub fn search() -> Loops {
        let sequences = DigitSequences::search();
        Loops::over(&Block::ALL.map(|block| sequences.digits(block)).concat(), &sequences)
    }

    /// Loops over these digits only, innermost first.
    fn over(digits: &[Digit], sequences: &DigitSequences) -> Loops {
        let mut levels: Vec<LoopLevel> = Vec::new();
        for &digit in digits {
            levels.push(LoopLevel::new(digit, levels.last(), sequences.of(digit)));
        }
        Loops { levels }
    }

    /// The number of positions: 43,252,003,274,489,856,000.
    pub fn positions(&self) -> u128 {
        self.levels.iter().map(|level| level.radix() as u128).product()
    }

    /// The number of moves from the first position to the last.
    pub fn moves(&self) -> u128 {
        self.levels.last().map_or(0, |level| level.moves)
    }

    /// The position after `steps` steps from the solved one.
    ///
    /// # Panics
    /// If `steps` is [`Loops::positions`] or more.
    pub fn position(&self, steps: u128) -> Cube {
        let levels = self.levels.iter().zip(self.digits(steps));
        levels.rev().fold(Cube::SOLVED, |cube, (level, digit)| cube.then(level.representative(digit)))
    }

    /// The number of the step that leads to this position.
    pub fn number(&self, cube: &Cube) -> u128 {
        self.number_within(cube).expect("the loops pass through every position")
    }

    /// The same as [`Loops::number`]; `None` if some levels are missing and the others do not reach the position.
    fn number_within(&self, cube: &Cube) -> Option<u128> {
        let mut left = *cube;
        let mut number = 0;
        for level in self.levels.iter().rev() {
            let digit = level.digit(&left)?;
            number = number * level.radix() as u128 + digit as u128;
            left = level.representative(digit).inverse().then(&left);
        }
        left.is_solved().then_some(number)
    }

    /// The number of steps after which `cube` is solved, if a person follows the list from its beginning.
    ///
    /// It may be solved sooner, in the middle of a step.
    pub fn find(&self, cube: &Cube) -> u128 {
        self.number(&cube.inverse())
    }

    /// The number of moves in the first `steps` steps.
    ///
    /// # Panics
    /// As [`Loops::position`].
    pub fn moves_before(&self, steps: u128) -> u128 {
        let levels = self.levels.iter().zip(self.digits(steps));
        levels.map(|(level, digit)| level.moves_before(digit)).sum()
    }

    /// The list after its first `steps` steps.
    ///
    /// # Panics
    /// As [`Loops::position`].
    pub fn steps(&self, steps: u128) -> Steps<'_> {
        Steps { levels: &self.levels, digits: self.digits(steps), number: steps }
    }

    /// All sequences of the list, innermost loops first.
    pub fn usage(&self) -> Vec<Usage<'_>> {
        let mut steps = self.positions();
        let mut usage = Vec::new();
        for level in &self.levels {
            steps /= level.radix() as u128;
            usage.extend(level.steps().map(|moves| Usage { block: level.block(), moves, steps }));
        }
        usage
    }

    /// The numbers of pairs of consecutive positions on the list, by the moves between them.
    pub fn lengths(&self) -> BTreeMap<usize, u128> {
        let mut lengths = BTreeMap::new();
        for sequence in self.usage() {
            *lengths.entry(sequence.moves.len()).or_default() += sequence.steps;
        }
        lengths
    }

    fn digits(&self, mut number: u128) -> Vec<usize> {
        assert!(number < self.positions(), "there are only {} positions", self.positions());
        let digit = |level: &LoopLevel| {
            let radix = level.radix() as u128;
            let digit = number % radix;
            number /= radix;
            digit as usize
        };
        self.levels.iter().map(digit).collect()
    }
}

/// The steps of the list, one after the other.
#[derive(Clone)]
pub struct Steps<'a> {
    levels: &'a [LoopLevel],
    /// The digits of the position that has been reached.
    digits: Vec<usize>,
    number: u128,
}

impl<'a> Iterator for Steps<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        let at = self.digits.iter().zip(self.levels).position(|(&digit, level)| digit + 1 < level.radix())?;
        self.digits[..at].fill(0);
        let level = &self.levels[at];
        let moves = level.step(self.digits[at]);
        self.digits[at] += 1;
        self.number += 1;
        Some(Step { number: self.number, block: level.block(), moves })
    }
}

#[cfg(test)]
mod tests;
