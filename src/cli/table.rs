//! `cubebatch table`: build, describe, verify, count, list.

use std::path::Path;
use std::time::Instant;

use cubebatch::engine::Build;
use cubebatch::engine::cpu::count_classes;
use cubebatch::table::{AnyTable, Kind, Phase, Spec, TableId, VERSION, file_bytes, verify};
use indicatif::{BinaryBytes, HumanCount};
use serde::Serialize;

use super::args::{BuildDepth, EngineChoice, Place, TableCommand, kind_of_phase, phase_numbered};
use super::failure::{Failure, INTERNAL, UNUSABLE};
use super::print;
use super::progress::Bar;
use super::tables::{build, build_complete, check_memory};

/// Runs a command on tables.
pub fn run(command: &TableCommand) -> Result<u8, Failure> {
    match command {
        TableCommand::Build { phase, depth, force, engine, place } => {
            place.use_threads();
            let table = match depth {
                BuildDepth::Moves(depth) => Spec::new(kind_of_phase(*phase), *depth)?.into(),
                BuildDepth::Complete => phase_numbered(*phase).into(),
            };
            build_unless_there(place, engine, table, *force)?;
        }
        TableCommand::Info { file, json } => info(file, *json)?,
        TableCommand::Verify { file, replays } => verify_file(file, *replays)?,
        TableCommand::Histogram { phase, engine, threads } => {
            threads.start();
            count_phase(*phase, &engine.open()?)?;
        }
        TableCommand::List { place } => return list(place),
    }
    Ok(0)
}

fn build_unless_there(
    place: &Place,
    engine: &EngineChoice,
    table: TableId,
    force: bool,
) -> Result<(), Failure> {
    let library = place.library()?;
    // What is to be built anew may be damaged, and need not open.
    let is_there = !force
        && match table {
            TableId::Sorted(spec) => library.open(spec)?.is_some(),
            TableId::Complete(phase) => library.open_complete(phase)?.is_some(),
        };
    match table {
        _ if is_there => tell!("{table} is there already; --force builds it anew"),
        TableId::Sorted(spec) => drop(build(&library, spec, &engine.open()?)?),
        TableId::Complete(phase) => drop(build_complete(&library, phase, &engine.open()?)?),
    }
    print(&format!("{}\n", library.path(table).display()))
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
    let table = AnyTable::open(file)?.id();
    let (kind, depth, entries, bytes) = (table.kind(), table.depth(), table.entries(), file_bytes(table));
    if json {
        let per_depth = table.per_depth();
        let info = Info { kind, depth, entries, per_depth, bytes, version: VERSION, metric: "HTM" };
        let json = serde_json::to_string(&info).expect("numbers and names are JSON");
        return print(&(json + "\n"));
    }
    print(&format!(
        "{table}: {} entries, {}, format version {VERSION}, half-turn metric\n{}",
        HumanCount(entries),
        BinaryBytes(bytes),
        histogram(&table.per_depth())
    ))
}

/// A line for each depth.
fn histogram(per_depth: &[u64]) -> String {
    let rows = per_depth.iter().enumerate();
    rows.map(|(depth, &count)| format!("{depth:>5} {:>13}\n", HumanCount(count).to_string())).collect()
}

fn verify_file(file: &Path, replays: u64) -> Result<(), Failure> {
    let verified = verify(&AnyTable::open(file)?, replays)?;
    let replayed = HumanCount(verified.replayed);
    let sample = match verified.table {
        TableId::Sorted(_) => format!("the moves of {replayed} entries replayed"),
        TableId::Complete(_) => format!("{replayed} entries compared with all their neighbours"),
    };
    print(&format!("{}: sound. Counted, with {sample}:\n{}", verified.table, histogram(&verified.per_depth)))
}

/// Counts all positions of a phase and compares. Of phase 2 it counts those of G1, and then
/// classes up to turns of U and D.
fn count_phase(number: u8, engine: &dyn Build) -> Result<(), Failure> {
    let phase = phase_numbered(number);
    let work = format!("searching phase {number}");
    check_memory(&work, engine.complete_bytes(phase), "Close other programs.")?;
    let start = Instant::now();
    let distances = engine.complete(phase, &Bar::new())?;
    tell!("{work} took {:.1} s", start.elapsed().as_secs_f64());
    let mut counts = vec![("", distances.histogram().to_vec(), phase.per_depth())];
    if phase == Phase::Two {
        counts[0].0 = "positions of G1\n";
        let classes = count_classes(distances.entries());
        counts.push(("classes up to turns of U and D\n", classes, Kind::P1.per_depth()));
    }
    for (title, counted, published) in &counts {
        print(&format!("{title}{}", comparison(counted, published)))?;
    }
    if counts.iter().all(|(_, counted, published)| counted == published) {
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
    for (id, table) in library.list() {
        match table {
            Ok(table) => {
                let (entries, bytes) = (HumanCount(id.entries()), BinaryBytes(file_bytes(id)));
                lines += &format!(
                    "{:<7} {:>13} entries {:>12}  {}\n",
                    id.to_string(),
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
