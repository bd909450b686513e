//! `cubebatch scramble`: uniformly random positions.

use cubebatch::notation::{to_lin, to_reid};
use cubebatch::{Cube, Limits, Solver};

use super::random::{print_lines, seeded};
use crate::cli::args::{self, ScrambleFormat};
use crate::cli::failure::Failure;
use crate::cli::watch::watched;

/// Runs the command.
pub fn run(args: &args::Scramble) -> Result<u8, Failure> {
    let mut random = seeded(args.seed);
    let cubes = (0..args.count).map(move |_| random.cube());
    match args.format {
        ScrambleFormat::Facelets => print_lines(cubes.map(|cube| Ok(cube.to_string()))),
        ScrambleFormat::Lin => print_lines(cubes.map(|cube| Ok(to_lin(&cube)))),
        ScrambleFormat::Reid => print_lines(cubes.map(|cube| Ok(to_reid(&cube)))),
        ScrambleFormat::Moves => print_moves(args, cubes),
    }?;
    Ok(0)
}

/// The moves that make a position are the inverse of its solution.
fn print_moves(args: &args::Scramble, cubes: impl Iterator<Item = Cube>) -> Result<(), Failure> {
    let limits = Limits::default();
    let builder = watched(Solver::builder().expect(args.count, &limits));
    let solver = args.threads.set(args.folder.set(builder)).open()?;
    let pairs = cubes.map(|cube| ((), cube));
    let solutions = solver.solve_all(pairs, &limits);
    print_lines(solutions.map(|((), solution)| Ok(solution?.moves.inverse().to_string())))
}
