//! `cubebatch table`: build, describe, verify, count, list.

use std::path::Path;
use std::time::Instant;

use cubebatch::engine::cpu::Phase1Distances;
use cubebatch::table::{Kind, Spec, Table, VERSION, file_bytes, verify};
use indicatif::{BinaryBytes, HumanCount};
use serde::Serialize;

use super::args::{EngineChoice, Place, TableCommand, kind_of_phase};
use super::failure::{Failure, INTERNAL, UNUSABLE};
use super::print;
use super::progress::Bar;
use super::tables::{build, check_memory};

/// Runs a command on tables.
pub fn run(command: &TableCommand) -> Result<u8, Failure> {
    match command {
        TableCommand::Build { phase, depth, force, engine, place } => {
            place.use_threads();
            build_unless_there(place, engine, Spec::new(kind_of_phase(*phase), *depth)?, *force)?;
        }
        TableCommand::Info { file, json } => info(file, *json)?,
        TableCommand::Verify { file, replays } => verify_file(file, *replays)?,
        TableCommand::Histogram { threads, .. } => {
            threads.start();
            count_phase1()?;
        }
        TableCommand::List { place } => return list(place),
    }
    Ok(0)
}

fn build_unless_there(place: &Place, engine: &EngineChoice, spec: Spec, force: bool) -> Result<(), Failure> {
    let library = place.library()?;
    if !force && library.open(spec)?.is_some() {
        tell!("{spec} is there already; --force builds it anew");
    } else {
        build(&library, spec, &engine.open()?)?;
    }
    print(&format!("{}\n", library.path(spec).display()))
}

#[derive(Serialize)]
struct Info {
    kind: &'static str,
    depth: u8,
    entries: u64,
    per_depth: Vec<u64>,
    bytes: u64,
    version: u32,
    metric: &'static str,
}

fn info(file: &Path, json: bool) -> Result<(), Failure> {
    let spec = Table::open(file)?.spec();
    if json {
        let info = Info {
            kind: spec.kind().name(),
            depth: spec.depth(),
            entries: spec.entries(),
            per_depth: spec.per_depth(),
            bytes: file_bytes(spec),
            version: VERSION,
            metric: "HTM",
        };
        let json = serde_json::to_string(&info).expect("numbers and names are JSON");
        return print(&(json + "\n"));
    }
    print(&format!(
        "{spec}: {} entries, {}, format version {VERSION}, half-turn metric\n{}",
        HumanCount(spec.entries()),
        BinaryBytes(file_bytes(spec)),
        histogram(&spec.per_depth())
    ))
}

/// A line for each depth.
fn histogram(per_depth: &[u64]) -> String {
    let rows = per_depth.iter().enumerate();
    rows.map(|(depth, &count)| format!("{depth:>5} {:>13}\n", HumanCount(count).to_string())).collect()
}

fn verify_file(file: &Path, replays: u64) -> Result<(), Failure> {
    let verified = verify(&Table::open(file)?, replays)?;
    print(&format!(
        "{}: sound. Counted, with the moves of {} entries replayed:\n{}",
        verified.spec,
        HumanCount(verified.replayed),
        histogram(&verified.per_depth)
    ))
}

/// Counts all codes of phase 1 and compares.
fn count_phase1() -> Result<(), Failure> {
    let work = "counting phase 1";
    check_memory(work, Phase1Distances::BYTES, "Close other programs.")?;
    let start = Instant::now();
    let distances = Phase1Distances::search(&Bar::new())?;
    tell!("{work} took {:.1} s", start.elapsed().as_secs_f64());
    let published = Kind::P0.per_depth();
    print(&comparison(distances.histogram(), &published))?;
    if distances.histogram() == published {
        return Ok(());
    }
    Err(Failure::new(INTERNAL, "the counts are not the published ones", "Please report this."))
}

/// A line for each depth: what was counted, and whether it was published like this.
pub fn comparison(counted: &[u64], published: &[u64]) -> String {
    let at = |counts: &[u64], depth: usize| counts.get(depth).copied().unwrap_or(0);
    let line = |depth| {
        let (counted, published) = (at(counted, depth), at(published, depth));
        let verdict = match counted == published {
            true => "as published".to_owned(),
            false => format!("published: {}", HumanCount(published)),
        };
        format!("{depth:>5} {:>13}  {verdict}\n", HumanCount(counted).to_string())
    };
    (0..counted.len().max(published.len())).map(line).collect()
}

fn list(place: &Place) -> Result<u8, Failure> {
    let library = place.library()?;
    let mut code = 0;
    let mut lines = String::new();
    for (spec, table) in library.list() {
        match table {
            Ok(table) => {
                let (entries, bytes) = (HumanCount(spec.entries()), BinaryBytes(file_bytes(spec)));
                lines += &format!(
                    "{:<7} {:>12} entries {:>12}  {}\n",
                    spec.to_string(),
                    entries.to_string(),
                    bytes.to_string(),
                    table.path().display()
                );
            }
            Err(error) => {
                tell!("cubebatch: {error}");
                code = UNUSABLE;
            }
        }
    }
    if lines.is_empty() && code == 0 {
        tell!("no tables in {}", library.folder().display());
    }
    print(&lines)?;
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_that_was_not_published_is_told() {
        assert_eq!(
            comparison(&[1, 4000, 2], &[1, 4001]),
            "    0             1  as published\n    1         4,000  published: 4,001\n    2             2  published: 0\n"
        );
    }
}
