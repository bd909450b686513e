//! `cubebatch scramble`: uniformly random positions.

use cubebatch::{Cube, Limits};

use super::random::{drawn, print_lines};
use crate::cli::args;
use crate::cli::failure::Failure;
use crate::cli::plan::{Draw, Machine};

/// Runs the command.
pub fn run(args: &args::Scramble) -> Result<u8, Failure> {
    let (count, mut random) = drawn(&Draw::from(&args.draw));
    let cubes = (0..count).map(move |_| random.cube());
    match args.format.writer() {
        Some(write) => print_lines(cubes.map(|cube| Ok(write(&cube)))),
        None => print_moves(args, cubes),
    }?;
    Ok(0)
}

/// The moves that make a position are the inverse of its solution.
fn print_moves(args: &args::Scramble, cubes: impl Iterator<Item = Cube>) -> Result<(), Failure> {
    let limits = Limits::default();
    let solver = Machine::new(&args.threads).tables(&args.folder).solver();
    let solver = solver.expect(args.draw.count, &limits).open()?;
    let pairs = cubes.map(|cube| ((), cube));
    let solutions = solver.solve_all(pairs, &limits);
    print_lines(solutions.map(|((), solution)| Ok(solution?.moves.inverse().to_string())))
}
