//! Random positions, a line each.

use cubebatch::cube::random::Random;

use crate::failure::Failure;
use crate::output::Out;
use cubebatch_rows::Draw;

/// How many positions to draw, and their generator. It prints a random seed.
pub fn drawn(draw: &Draw) -> (u64, Random) {
    if draw.is_random {
        note!("seed {}", draw.seed);
    }
    (draw.count, Random::new(draw.seed))
}

/// Prints lines.
pub fn print_lines(lines: impl Iterator<Item = Result<String, Failure>>) -> Result<(), Failure> {
    let mut out = Out::stdout();
    for line in lines {
        out.write((line? + "\n").as_bytes())?;
    }
    out.flush()
}
