//! `cubebatch pocket scramble`: uniformly random positions.

use cubebatch::cube::Metric;
use cubebatch::pocket::{Alphabet, Distances, Position};

use crate::cli::args::pocket::{Format, Scramble};
use crate::cli::commands::random::{print_lines, seeded};
use crate::cli::failure::Failure;

/// Runs the command.
pub fn run(args: &Scramble) -> Result<u8, Failure> {
    let mut random = seeded(args.seed);
    let draw = |_| Position::unrank(random.below(Position::COUNT as u64) as usize);
    let positions = (0..args.count).map(draw);
    match args.format {
        Format::Faces => print_facelets(Alphabet::Faces, positions),
        Format::Digits => print_facelets(Alphabet::Digits, positions),
        Format::Colours => print_facelets(Alphabet::Colours, positions),
        Format::Moves => print_moves(positions),
    }?;
    Ok(0)
}

fn print_facelets(alphabet: Alphabet, positions: impl Iterator<Item = Position>) -> Result<(), Failure> {
    print_lines(positions.map(|position| Ok(position.facelets().to_text(alphabet))))
}

/// The moves that make a position are the inverse of its solution.
fn print_moves(positions: impl Iterator<Item = Position>) -> Result<(), Failure> {
    let distances = Distances::new(Metric::HalfTurn);
    let line = |position| Ok(distances.solve(position)?.inverse().to_string());
    print_lines(positions.map(line))
}
