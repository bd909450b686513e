//! `cubebatch pocket scramble`: uniformly random positions.

use cubebatch::Error;
use cubebatch::cube::Metric;
use cubebatch::pocket::{Distances, PocketCube};
use cubebatch_puzzles::pocket::WrongDistance;
use cubebatch_search::error::Detail;

use crate::args::pocket::PocketScrambleArgs;
use crate::commands::random::{drawn, print_lines};
use crate::failure::Failure;

/// Runs the command.
pub fn run(args: &PocketScrambleArgs) -> Result<u8, Failure> {
    let (count, mut random) = drawn(&args.draw.draw());
    let cubes = (0..count).map(|_| PocketCube::unrank(random.below(PocketCube::COUNT as u64) as usize));
    match args.format.alphabet() {
        Some(alphabet) => print_lines(cubes.map(|cube| Ok(alphabet.write(&cube)))),
        None => print_moves(cubes),
    }?;
    Ok(0)
}

/// The moves that make a position are the inverse of its solution.
fn print_moves(cubes: impl Iterator<Item = PocketCube>) -> Result<(), Failure> {
    let distances = Distances::new(Metric::HalfTurn);
    print_lines(cubes.map(|cube| {
        let solution = distances.solve(&cube);
        let solution = solution.map_err(|WrongDistance| Error::from(Detail::WrongSolution))?;
        Ok(solution.inverse().to_string())
    }))
}
