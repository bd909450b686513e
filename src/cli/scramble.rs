//! `cubebatch scramble`: uniformly random positions.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::Path;

use cubebatch::cube::random::Random;
use cubebatch::cube::{Cube, Sequence, inverse};
use cubebatch::engine::cpu::Cpu;
use cubebatch::notation::{to_lin, to_reid};
use cubebatch::solve::{Modified, Solver};

use super::args::{self, ScrambleFormat};
use super::failure::Failure;
use super::interrupt;

/// Positions made at a time.
const BATCH: u64 = 256;

/// Runs the command.
pub fn run(args: &args::Scramble) -> Result<u8, Failure> {
    let mut random = seeded(args.seed);
    let draw = || random.cube();
    match args.format {
        ScrambleFormat::Facelets => print(args.count, draw, |cubes| each(cubes, Cube::to_facelet_string)),
        ScrambleFormat::Lin => print(args.count, draw, |cubes| each(cubes, to_lin)),
        ScrambleFormat::Reid => print(args.count, draw, |cubes| each(cubes, to_reid)),
        ScrambleFormat::Moves => print_moves(args, draw),
    }?;
    Ok(0)
}

/// A generator for this seed, or for one that is told.
pub fn seeded(seed: Option<u64>) -> Random {
    Random::new(seed.unwrap_or_else(|| {
        let seed = RandomState::new().hash_one(());
        tell!("seed {seed}");
        seed
    }))
}

pub fn each<P>(cubes: &[P], line: impl Fn(&P) -> String) -> Result<Vec<String>, Failure> {
    Ok(cubes.iter().map(line).collect())
}

/// The moves that make a position are those that solve it, backwards.
fn print_moves(args: &args::Scramble, draw: impl FnMut() -> Cube) -> Result<(), Failure> {
    args.resources.place.use_threads();
    let tables = args.resources.tables(&Cpu)?;
    let solver = Modified::new(&Cpu, tables.p0.view(), tables.p1.view())?;
    print(args.count, draw, |cubes| {
        let solutions = solver.solve(cubes)?.into_iter();
        solutions.map(|solution| Ok(Sequence(&inverse(&solution?.moves)).to_string())).collect()
    })
}

/// Prints a line for each of so many positions.
pub fn print<P>(
    count: u64,
    mut draw: impl FnMut() -> P,
    lines: impl Fn(&[P]) -> Result<Vec<String>, Failure>,
) -> Result<(), Failure> {
    let output = interrupt::guard(Box::new(io::stdout()));
    let failed = |error| Failure::io(Path::new("stdout"), error);
    for first in (0..count).step_by(BATCH as usize) {
        let cubes: Vec<P> = (first..count.min(first + BATCH)).map(|_| draw()).collect();
        let text: String = lines(&cubes)?.into_iter().map(|line| line + "\n").collect();
        let mut output = output.lock().expect("no writer panics");
        output.write_all(text.as_bytes()).and_then(|()| output.flush()).map_err(failed)?;
    }
    Ok(())
}
