//! Random positions, a line each.

use std::hash::{BuildHasher, RandomState};

use cubebatch::cube::random::Random;

use crate::cli::failure::Failure;
use crate::cli::output::Out;

/// A generator for this seed, or for a random seed, which it prints.
pub fn seeded(seed: Option<u64>) -> Random {
    Random::new(seed.unwrap_or_else(|| {
        let seed = random_seed();
        tell!("seed {seed}");
        seed
    }))
}

/// An unpredictable seed.
pub fn random_seed() -> u64 {
    RandomState::new().hash_one(())
}

/// Prints lines.
pub fn print_lines(lines: impl Iterator<Item = Result<String, Failure>>) -> Result<(), Failure> {
    let mut out = Out::stdout();
    for line in lines {
        out.write((line? + "\n").as_bytes())?;
    }
    out.flush()
}
