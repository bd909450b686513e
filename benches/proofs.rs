//! Times proofs that a random position has no shorter solution than a given number of moves, on one thread.
//!
//!     cargo bench --bench proofs -- [FILTER [POSITIONS [LENGTH]]]
//!
//! FILTER is 300MB, 1GB, 8GB or 16GB (1GB, unless given), of 8 positions, for LENGTH 18. The filter is read from the
//! folder that CUBEBATCH_TABLES names, else from `target/bench-tables`, and built there if it is missing.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use cubebatch::cube::random::Random;
use cubebatch::progress::Control;
use cubebatch::table::Table;
use cubebatch::table::open_or_build;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::exhaustive::{Exhaustive, ExhaustiveLimits};
use cubebatch_search::engine::{Load, Loaded};
use cubebatch_tables::files::Library;
use cubebatch_tables::table::FilterSize;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let number = |place: usize, usual: usize| {
        args.get(place).map_or(usual, |arg| arg.parse().expect("a number is expected"))
    };
    let size =
        FilterSize::named(args.first().map_or("1GB", |arg| arg)).expect("the first argument is a filter");
    let (positions, length) = (number(1, 8), number(2, 18) as u8);
    let usual = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/bench-tables");
    let folder = std::env::var_os("CUBEBATCH_TABLES").map_or_else(usual, PathBuf::from);
    let table =
        open_or_build(&Library::new(folder), size.into(), &Cpu, &Control::default()).expect("there is room");
    let Table::Filter(filter) = table.loaded(&mut |_, _| Ok(())).expect("there is memory") else {
        panic!("it is a filter")
    };
    let search: Loaded<Exhaustive> = Cpu.load(&filter).expect("it is there");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("there is a thread");
    let mut random = Random::new(1);
    let (mut took, mut look_ups, mut proofs) = (Duration::ZERO, 0, 0_u32);
    println!("position  shortest       nodes    look-ups  seconds  ns a look-up");
    for position in 1..=positions {
        let cube = random.cube();
        let (start, counted) = (Instant::now(), Arc::new(AtomicU64::new(0)));
        let (mut found, mut nodes) = (None, 0);
        for length in 0..length {
            let counted = counted.clone();
            let told = Arc::new(move |more| _ = counted.fetch_add(more, Relaxed));
            let limits = ExhaustiveLimits { length, wants_all: false, told };
            let answer =
                || search.answers(&[cube], &limits, &Control::default()).expect("no one stops it").remove(0);
            let exhausted = pool.install(answer);
            nodes += exhausted.nodes;
            if let Some(moves) = exhausted.solutions.first() {
                assert!(cube.apply(moves).is_solved() && moves.len() == usize::from(length));
                found = Some(length);
                break;
            }
        }
        let (elapsed, of_proof) = (start.elapsed(), counted.load(Relaxed));
        println!(
            "{position:>8}  {:>8}  {nodes:>10}  {of_proof:>10}  {:>7.3}  {:>12.1}",
            found.map_or(format!("≥ {length}"), |length| length.to_string()),
            elapsed.as_secs_f64(),
            elapsed.as_nanos() as f64 / of_proof as f64
        );
        if found.is_none() {
            took += elapsed;
            look_ups += of_proof;
            proofs += 1;
        }
    }
    if proofs > 0 {
        let (seconds, each) = (took.as_secs_f64() / f64::from(proofs), look_ups / u64::from(proofs));
        println!("{proofs} proofs: {seconds:.3} s and {each} look-ups each");
    }
}
