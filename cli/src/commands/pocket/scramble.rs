//! `cubebatch pocket scramble`: uniformly random positions.

use cubebatch::Error;
use cubebatch::cube::Metric;
use cubebatch::pocket::{Alphabet, Distances, Position};
use cubebatch_puzzles::pocket::WrongDistance;
use cubebatch_search::error::Detail;

use crate::args::pocket::Scramble;
use crate::commands::random::{drawn, print_lines};
use crate::failure::Failure;
use crate::plan::Draw;

/// Runs the command.
pub fn run(args: &Scramble) -> Result<u8, Failure> {
    let (count, mut random) = drawn(&Draw::from(&args.draw));
    let draw = |_| Position::unrank(random.below(Position::COUNT as u64) as usize);
    let positions = (0..count).map(draw);
    match args.format.alphabet() {
        Some(alphabet) => print_facelets(alphabet, positions),
        None => print_moves(positions),
    }?;
    Ok(0)
}

fn print_facelets(alphabet: Alphabet, positions: impl Iterator<Item = Position>) -> Result<(), Failure> {
    print_lines(positions.map(|position| Ok(position.facelets().to_text(alphabet))))
}

/// The moves that make a position are the inverse of its solution.
fn print_moves(positions: impl Iterator<Item = Position>) -> Result<(), Failure> {
    let distances = Distances::new(Metric::HalfTurn);
    let line = |position| {
        Ok(distances
            .solve(position)
            .map_err(|WrongDistance| Error::from(Detail::WrongSolution))?
            .inverse()
            .to_string())
    };
    print_lines(positions.map(line))
}
