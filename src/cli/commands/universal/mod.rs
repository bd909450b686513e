//! `cubebatch universal`: lists of moves that solve every cube.

mod circuit;
mod de_bruijn;
mod find;
mod loops;

use serde::Serialize;

use crate::cli::args::universal::Universal;
use crate::cli::failure::Failure;

/// Runs a command.
pub fn run(command: &Universal) -> Result<u8, Failure> {
    match command {
        Universal::DeBruijn(args) => de_bruijn::run(args),
        Universal::Loops(args) => loops::run(args),
        Universal::Circuit(args) => circuit::run(args),
    }
}

fn json_line(row: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(row).expect("numbers and texts are JSON");
    line.push(b'\n');
    line
}

fn csv_line(fields: &[&str]) -> Vec<u8> {
    let mut line = Vec::new();
    csv::Writer::from_writer(&mut line).write_record(fields).expect("a vector takes everything");
    line
}
