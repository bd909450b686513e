//! `cubebatch universal`: lists of moves that solve every cube.

mod circuit;
mod de_bruijn;
mod find;
mod loops;

use crate::args::universal::Universal;
use crate::failure::Failure;

/// Runs a command.
pub fn run(command: &Universal) -> Result<u8, Failure> {
    match command {
        Universal::DeBruijn(args) => de_bruijn::run(args),
        Universal::Loops(args) => loops::run(args),
        Universal::Circuit(args) => circuit::run(args),
    }
}
