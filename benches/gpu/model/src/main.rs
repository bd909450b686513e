//! Runs kernels on what they were given in a capture, access by access, and counts what warps do.
//!
//!     cubebatch-gpu-model FOLDER
//!
//! reads the capture of a job in a folder, runs some workgroups of each dispatch whose contents were captured, and prints the
//! list of all dispatches with counts. `cubebatch-gpu-model probes FOLDER` runs the probes of cards with the kernels there.

mod buffers;
mod cache;
mod expressions;
mod lanes;
mod machine;
mod memory;
mod operators;
mod shape;
mod tally;
#[cfg(test)]
mod tests;
mod value;

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use buffers::Buffers;
use lanes::WARPS;
use machine::{Kernel, Machine, Stored};
use tally::{AT_A_TIME, Accesses, Kind, Tally};

/// Workgroups that follow each other and are run.
const FOLLOWING: usize = 8;

/// A dispatch in the list of a capture.
#[derive(Deserialize)]
struct Dispatch {
    kernel: String,
    number: u64,
    columns: u32,
    rows: u32,
    times: u64,
    before: BTreeMap<u32, String>,
    after: BTreeMap<u32, String>,
}

#[derive(Serialize)]
struct Counted {
    kernel: String,
    number: u64,
    /// Workgroups of the dispatch, and how many of them were run.
    workgroups: u64,
    times: u64,
    counts: Option<Counts>,
}

#[derive(Serialize)]
struct Counts {
    #[serde(flatten)]
    all: Tally,
    buffers: Vec<BufferCounts>,
}

#[derive(Serialize)]
struct BufferCounts {
    name: String,
    bytes: u64,
    /// How it was accessed, as these count.
    kind: Kind,
    #[serde(flatten)]
    accesses: Accesses,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [probes, folder] if probes == "probes" => run_probes(Path::new(folder)),
        [folder] => run_capture(Path::new(folder)),
        _ => panic!("give the folder of a capture"),
    }
}

fn print(line: &impl Serialize) {
    println!("{}", serde_json::to_string(line).expect("JSON"));
}

fn run_capture(folder: &Path) {
    let list = std::fs::read_to_string(folder.join("dispatches.jsonl")).expect("a list");
    let mut kernels: BTreeMap<String, Kernel> = BTreeMap::new();
    for line in list.lines() {
        let Ok(dispatch) = serde_json::from_str::<Dispatch>(line) else {
            println!("{line}");
            continue;
        };
        let Dispatch { kernel: name, number, columns, rows, times, before, after } = dispatch;
        let workgroups = u64::from(columns) * u64::from(rows);
        let counts = (!before.is_empty()).then(|| {
            let kernel = kernels.entry(name.clone()).or_insert_with(|| read(&folder.join("kernels"), &name));
            let content = |name: &String| folder.join("contents").join(name);
            let (mut given, mut left) = (Buffers::default(), Buffers::default());
            before.iter().for_each(|(&binding, name)| given.capture(binding, &content(name)));
            after.iter().for_each(|(&binding, name)| left.capture(binding, &content(name)));
            count(kernel, &mut given, Some(&left), columns, rows)
        });
        eprintln!("{name} {number}");
        print(&Counted { kernel: name, number, workgroups, times, counts });
    }
}

fn read(folder: &Path, name: &str) -> Kernel {
    Kernel::new(&std::fs::read_to_string(folder.join(format!("{name}.wgsl"))).expect("a kernel"))
}

/// Runs some workgroups, and compares what they store with what the device left.
fn count(kernel: &Kernel, buffers: &mut Buffers, left: Option<&Buffers>, columns: u32, rows: u32) -> Counts {
    let mut tally = Tally::default();
    let mut stored = Stored::new();
    let rows_of_groups = some(u64::from(columns) * u64::from(rows));
    for number in 0..FOLLOWING {
        if number == FOLLOWING / 2 {
            tally.half_rows();
        }
        for (row, groups) in rows_of_groups.iter().enumerate() {
            let Some(&group) = groups.get(number) else { continue };
            let at = [(group % u64::from(columns)) as u32, (group / u64::from(columns)) as u32];
            tally.begin_group(row);
            let (waits, of_group) = Machine::run(kernel, buffers, &mut tally, at);
            let most = |waits: [u32; WARPS]| waits.into_iter().max().unwrap_or(0);
            tally.end_group(most(waits.flow), most(waits.order));
            stored.extend(of_group);
        }
    }
    tally.finish();
    for ((binding, word), value) in stored {
        let Some(value) = value else { continue };
        let is_same = left.is_some_and(|left| left.get(binding, word) == Some(value));
        if is_same { tally.same += 1 } else { tally.different += 1 }
    }
    let of_buffer = |(&(binding, kind), accesses): (&(u32, Kind), &Accesses)| BufferCounts {
        name: kernel.names[&binding].clone(),
        bytes: buffers.words(binding) as u64 * 4,
        kind,
        accesses: accesses.clone(),
    };
    let buffers = tally.by.iter().map(of_buffer).collect();
    Counts { all: tally, buffers }
}

/// Numbers of some workgroups: rows of some that follow each other, all over the dispatch.
fn some(workgroups: u64) -> Vec<Vec<u64>> {
    let (rows, following) = (AT_A_TIME as u64, FOLLOWING as u64);
    if workgroups <= rows * following {
        let numbers: Vec<u64> = (0..workgroups).collect();
        return numbers.chunks(FOLLOWING).map(<[u64]>::to_vec).collect();
    }
    let part = workgroups / rows;
    // By Fibonacci hashing somewhere in each part.
    let first =
        |row: u64| row * part + (row.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % (part - following + 1);
    (0..rows).map(|row| (first(row)..first(row) + following).collect()).collect()
}

/// A probe as a card does it: what it reads and counts does not depend on what is in the buffers.
struct Probe {
    kernel: &'static str,
    number: u64,
    parameters: &'static [u32],
    buffers: &'static [usize],
    invocations: u64,
}

const MIB: usize = 1 << 20;
/// Copies 256 MiB, looks up in 32, 277 and 1,024 MiB, and counts in one word and a million, as `bench --probes` does.
const PROBES: [Probe; 6] = [
    Probe {
        kernel: "probes/copy",
        number: 256,
        parameters: &[16 << 20],
        buffers: &[256 * MIB, 256 * MIB],
        invocations: 16 << 20,
    },
    Probe {
        kernel: "probes/gather",
        number: 32,
        parameters: &[8 << 20, 4 << 20, 16],
        buffers: &[32 * MIB, 16 * MIB],
        invocations: 4 << 20,
    },
    Probe {
        kernel: "probes/gather",
        number: 277,
        parameters: &[277 << 18, 4 << 20, 16],
        buffers: &[277 * MIB, 16 * MIB],
        invocations: 4 << 20,
    },
    Probe {
        kernel: "probes/gather",
        number: 1024,
        parameters: &[256 << 20, 4 << 20, 16],
        buffers: &[1024 * MIB, 16 * MIB],
        invocations: 4 << 20,
    },
    Probe {
        kernel: "probes/count",
        number: 1,
        parameters: &[16 << 20, 1],
        buffers: &[16],
        invocations: 16 << 20,
    },
    Probe {
        kernel: "probes/count",
        number: 1_048_576,
        parameters: &[16 << 20, 1 << 20],
        buffers: &[4 * MIB],
        invocations: 16 << 20,
    },
];

fn run_probes(folder: &Path) {
    for Probe { kernel: name, number, parameters, buffers, invocations } in PROBES {
        let kernel = read(folder, name);
        let workgroups = invocations / lanes::LANES as u64;
        let rows = workgroups.div_ceil(65_535);
        let columns = workgroups.div_ceil(rows);
        let mut given = Buffers::default();
        given.zeros(0, 4 * (1 + parameters.len()));
        given.set(0, 0, columns as u32);
        (1..).zip(parameters).for_each(|(word, &parameter)| assert!(given.set(0, word, parameter)));
        (1..).zip(buffers).for_each(|(binding, &bytes)| given.zeros(binding, bytes));
        let counts = Some(count(&kernel, &mut given, None, columns as u32, rows as u32));
        print(&Counted { kernel: name.to_owned(), number, workgroups, times: 1, counts });
    }
}
