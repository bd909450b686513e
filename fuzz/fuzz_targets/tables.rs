//! Files of sorted tables, sound ones with changes in places. The target knows sections and checksums, so that changes reach
//! the code behind the checksums: opening, verifying, looking up and searching.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use arbitrary::Arbitrary;
use cubebatch::cube::random::Random;
use cubebatch::table::Table;
use cubebatch_search::engine::candidates::{CandidateTables, Hit};
use cubebatch_search::engine::cpu::candidates::Candidates;
use cubebatch_tables::coord::phase1::Phase1Moves;
use cubebatch_tables::coord::phase2::Phase2Moves;
use cubebatch_tables::coord::{Phase1, Phase2};
use cubebatch_tables::table::{Lookups, Phase, SortedSpec, SortedView, path, verify};
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::xxh3_64;

/// See tables/README.md, "Layout".
const HEADER: usize = 256;
const BODY_CHECKSUM: usize = 48;
const HEADER_CHECKSUM: usize = 248;

#[derive(Arbitrary, Debug)]
struct Input {
    /// Which sound table it begins as.
    base: u8,
    edits: Vec<Edit>,
    /// Whether the checksums are those of the changed bytes.
    mends_body_checksum: bool,
    mends_header_checksum: bool,
    /// Bytes that are added to the file, or taken from its end.
    longer: i16,
    seed: u64,
}

#[derive(Arbitrary, Debug)]
enum Edit {
    Header {
        at: u8,
        byte: u8,
    },
    /// An end of a bucket, of all the entries.
    Index {
        at: u16,
        entry: u32,
    },
    Residue {
        at: u16,
        low: u16,
    },
    Step {
        at: u16,
        step: u32,
    },
    /// Two entries change places, with all that belongs to them.
    Swap {
        one: u16,
        other: u16,
    },
    Anywhere {
        at: u32,
        bits: u8,
    },
}

/// A sound table, as its file has it, and where its sections begin.
struct Base {
    spec: SortedSpec,
    bytes: Vec<u8>,
    codes: Vec<u32>,
    index: usize,
    buckets: usize,
    residues: usize,
    steps: usize,
}

static BASES: LazyLock<[Base; 2]> = LazyLock::new(|| {
    [
        Base::new(include_bytes!("../../tables/golden/v1/phase1-sorted-3.cube")),
        Base::new(include_bytes!("../../tables/golden/v1/phase2-sorted-3.cube")),
    ]
});

impl Base {
    fn new(bytes: &[u8]) -> Base {
        let (path, bytes) = (file(), bytes.to_vec());
        fs::write(&path, &bytes).expect("the folder can be written in");
        let table = Table::open(&path).expect("it is sound");
        let codes = view(&table).codes().map(|(code, _)| code).collect();
        let spec = view(&table).spec();
        let entries = spec.entries() as usize;
        let step_bytes = if spec.phase() == Phase::One { 1 } else { 4 };
        // From the end: each section begins at a multiple of 64.
        let steps = bytes.len() - entries * step_bytes;
        let residues = (steps - entries * 2) / 64 * 64;
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let end = (HEADER..residues).step_by(4).rev().find(|&at| u64::from(word(at)) == spec.entries());
        let buckets = (end.expect("the index ends with the number of entries") - HEADER) / 4 + 1;
        Base { spec, bytes, codes, index: HEADER, buckets, residues, steps }
    }

    fn edit(&self, bytes: &mut [u8], edit: &Edit) {
        let entries = self.spec.entries() as usize;
        let mut put = |at: usize, new: &[u8]| bytes[at..at + new.len()].copy_from_slice(new);
        match *edit {
            Edit::Header { at, byte } => put(usize::from(at), &[byte]),
            Edit::Index { at, entry } => {
                put(self.index + usize::from(at) % self.buckets * 4, &entry.to_le_bytes())
            }
            Edit::Residue { at, low } => {
                put(self.residues + usize::from(at) % entries * 2, &low.to_le_bytes())
            }
            Edit::Step { at, step } => {
                let size = (self.bytes.len() - self.steps) / entries;
                put(self.steps + usize::from(at) % entries * size, &step.to_le_bytes()[..size]);
            }
            Edit::Swap { one, other } => {
                let [one, other] = [one, other].map(|at| usize::from(at) % entries);
                for (start, size) in
                    [(self.residues, 2), (self.steps, (self.bytes.len() - self.steps) / entries)]
                {
                    (0..size).for_each(|i| bytes.swap(start + one * size + i, start + other * size + i));
                }
            }
            Edit::Anywhere { at, bits } => bytes[at as usize % self.bytes.len()] ^= bits,
        }
    }
}

/// Where tables are written: in memory where there is such a folder.
fn file() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
    folder.join(format!("cubebatch-fuzz-{}.cube", std::process::id()))
}

fn view(table: &Table) -> SortedView<'_> {
    let Table::Sorted(table) = table else { panic!("it is a sorted table") };
    table.view()
}

fuzz_target!(|input: Input| {
    let base = &BASES[usize::from(input.base) % BASES.len()];
    let mut bytes = base.bytes.clone();
    for edit in &input.edits {
        base.edit(&mut bytes, edit);
    }
    let length = bytes.len().saturating_add_signed(input.longer.into());
    bytes.resize(length, 0);
    if input.mends_body_checksum && bytes.len() > HEADER {
        let checksum = xxh3_64(&bytes[HEADER..]);
        bytes[BODY_CHECKSUM..BODY_CHECKSUM + 8].copy_from_slice(&checksum.to_le_bytes());
    }
    if input.mends_header_checksum && bytes.len() >= HEADER {
        let checksum = xxh3_64(&bytes[..HEADER_CHECKSUM]);
        bytes[HEADER_CHECKSUM..HEADER].copy_from_slice(&checksum.to_le_bytes());
    }

    let path = file();
    fs::write(&path, &bytes).expect("the folder can be written in");
    match Table::open(&path) {
        Ok(table) => check(base, &bytes, &input, &table),
        Err(error) => {
            assert!(bytes != base.bytes, "a sound file is refused: {error}");
            assert!(!error.to_string().is_empty());
        }
    }
});

fn check(base: &Base, bytes: &[u8], input: &Input, table: &Table) {
    assert_eq!(table.id(), base.spec.into(), "only the table whose length it has");
    let checksum = &bytes[BODY_CHECKSUM..BODY_CHECKSUM + 8];
    let is_whole = xxh3_64(&bytes[HEADER..]).to_le_bytes() == checksum;
    let copy = table.loaded(&mut |_, _| Ok(()));
    assert_eq!(copy.is_ok(), is_whole, "what is copied has its checksum: {:?}", copy.err());
    for table in [Some(table), copy.as_ref().ok()].into_iter().flatten() {
        match verify(table, u64::MAX) {
            Ok(_) => check_verified(base, bytes),
            Err(error) => {
                assert!(bytes != base.bytes, "a sound table is refused: {error}");
                assert!(!error.to_string().is_empty());
            }
        }
    }
    check_look_ups(base, view(table), input.seed);
    check_searches(table, input.seed);
}

/// A table that passes a full verification holds the right codes, each with a step of the right depth. The step may only differ
/// where two moves lead nearer. The bytes between the sections mean nothing.
fn check_verified(base: &Base, bytes: &[u8]) {
    let entries = base.spec.entries() as usize;
    for (start, length) in [(base.index, base.buckets * 4), (base.residues, entries * 2)] {
        assert!(
            bytes[start..][..length] == base.bytes[start..][..length],
            "another set of codes is verified"
        );
    }
    for entry in 0..entries {
        let depth = |bytes: &[u8]| match base.spec.phase() {
            Phase::One => usize::from(bytes[base.steps + entry] / 18),
            Phase::Two => {
                let path = &bytes[base.steps + entry * 4..][..4];
                path::length(u32::from_le_bytes(path.try_into().expect("four bytes")))
            }
        };
        assert_eq!(depth(bytes), depth(&base.bytes), "entry {entry} is verified with another depth");
    }
}

/// A damaged table gives wrong answers, but entries that are there; one code at a time it gives the same as many.
fn check_look_ups(base: &Base, view: SortedView, seed: u64) {
    let mut random = Random::new(seed);
    let codes = base.codes.iter().copied().take(64);
    let codes: Vec<u32> = codes.chain((0..64).map(|_| random.below(1 << 32) as u32)).collect();
    let mut lookups = Lookups::new(view);
    let mut together: Vec<(usize, usize)> = codes.iter().filter_map(|&code| lookups.add(code)).collect();
    together.extend(lookups.finish());
    let single = |(number, &code)| Some((number, view.find(code)?));
    assert_eq!(together, codes.iter().enumerate().filter_map(single).collect::<Vec<_>>());
    for (_, entry) in together {
        assert!(entry < base.spec.entries() as usize);
        view.first_move(entry);
        if let Some(path) = view.path(entry) {
            assert_eq!(path::move_numbers(path).count(), path::length(path));
        }
    }
}

fn check_searches(table: &Table, seed: u64) {
    let Table::Sorted(table) = table else { return };
    let tables = CandidateTables::new(Arc::clone(table), 2);
    let cube = Random::new(seed).cube();
    let hits: Vec<Hit> = match table.spec().phase() {
        Phase::One => {
            let search = Candidates::first(Phase1Moves::get(), tables);
            [Phase1::of(&cube), Phase1::default()].map(|start| search.hits(start)).concat()
        }
        Phase::Two => Candidates::new(Phase2Moves::get(), tables).hits(Phase2::default()),
    };
    assert!(hits.iter().all(|hit| u64::from(hit.entry) < table.spec().entries() && hit.length <= 2));
}
