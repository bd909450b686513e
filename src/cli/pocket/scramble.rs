//! `cubebatch pocket scramble`: uniformly random positions.

use cubebatch::cube::{Sequence, inverse};
use cubebatch::engine::cpu::Cpu;
use cubebatch::pocket::{Alphabet, Distances, Metric, Position};

use super::args::{Format, Scramble};
use crate::cli::failure::Failure;
use crate::cli::scramble::{each, print, seeded};

/// Runs the command.
pub fn run(args: &Scramble) -> Result<u8, Failure> {
    let mut random = seeded(args.seed);
    let draw = || Position::unrank(random.below(Position::COUNT as u64) as usize);
    let print_facelets = |alphabet, draw| {
        print(args.count, draw, |positions| {
            each(positions, |position: &Position| position.facelets().to_text(alphabet))
        })
    };
    match args.format {
        Format::Faces => print_facelets(Alphabet::Faces, draw),
        Format::Digits => print_facelets(Alphabet::Digits, draw),
        Format::Colours => print_facelets(Alphabet::Colours, draw),
        Format::Moves => print_moves(args.count, draw),
    }?;
    Ok(0)
}

/// The moves that make a position are those that solve it, backwards.
fn print_moves(count: u64, draw: impl FnMut() -> Position) -> Result<(), Failure> {
    let distances = Distances::find(&Cpu, Metric::HalfTurn)?;
    let line = |&position: &Position| Ok(Sequence(&inverse(&distances.solve(position)?)).to_string());
    print(count, draw, |positions| positions.iter().map(line).collect())
}
