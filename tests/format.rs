//! Table files: the golden ones, and every way in which one can be wrong.
//!
//! Files of sorted tables are taken apart and forged here by the numbers of `tables/README.md`, not by the
//! crate's own constants, so that the specification is tested too.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use cubebatch::cube::random::Random;
use cubebatch::progress::{Control, Progress, Step, Stop};
use cubebatch::table::{Table, TableId, file_bytes};
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_search::engine::{Build, BuildError};
use cubebatch_tables::files::Library;
use cubebatch_tables::table::{
    Contents, FileError, Lookups, Phase, SortedSpec, SortedTable, SortedView, TableRefusal, VERSION, path,
    verify,
};
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

const HEADER: usize = 256;

/// The header's fields as offset and bytes; what does not follow from kind and depth is
/// the body checksum alone.
const KIND: (usize, usize) = (12, 4);
const METRIC: (usize, usize) = (16, 4);
const DEPTH: (usize, usize) = (20, 4);
const SHIFT: (usize, usize) = (24, 4);
const STEP_BYTES: (usize, usize) = (28, 4);
const ENTRIES: (usize, usize) = (32, 8);
const FILE_BYTES: (usize, usize) = (40, 8);
const BODY_CHECKSUM: (usize, usize) = (48, 8);
const COUNTS: usize = 56;
const CHECKSUM: (usize, usize) = (248, 8);

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tables/golden/v1").join(name)
}

fn spec(phase: Phase, depth: u8) -> SortedSpec {
    SortedSpec::new(phase, depth).unwrap()
}

fn build(spec: SortedSpec) -> Contents {
    Cpu.build(spec.into(), &Control::default()).unwrap()
}

fn sorted(table: &Table) -> &SortedTable {
    let Table::Sorted(table) = table else { panic!("it is a sorted table") };
    table
}

/// A file in memory, to be damaged.
#[derive(Clone)]
struct Bytes(Vec<u8>);

static PHASE1: LazyLock<Bytes> = LazyLock::new(|| Bytes(fs::read(golden("phase1-sorted-3.cube")).unwrap()));
static PHASE2: LazyLock<Bytes> = LazyLock::new(|| Bytes(fs::read(golden("phase2-sorted-3.cube")).unwrap()));

impl Bytes {
    fn both() -> [&'static Bytes; 2] {
        [&PHASE1, &PHASE2]
    }

    fn get(&self, (offset, bytes): (usize, usize)) -> u64 {
        let mut number = [0; 8];
        number[..bytes].copy_from_slice(&self.0[offset..offset + bytes]);
        u64::from_le_bytes(number)
    }

    fn set(&mut self, (offset, bytes): (usize, usize), number: u64) {
        self.0[offset..offset + bytes].copy_from_slice(&number.to_le_bytes()[..bytes]);
    }

    fn entries(&self) -> usize {
        self.get(ENTRIES) as usize
    }

    fn is_of_phase_1(&self) -> bool {
        self.0[KIND.0..].starts_with(b"p0\0\0")
    }

    /// The index, the residues and the steps.
    fn sections(&self) -> [Range<usize>; 3] {
        let codes: u64 = if self.is_of_phase_1() { 2_217_093_120 } else { 2_438_553_600 };
        let buckets = codes.div_ceil(1 << self.get(SHIFT)) as usize;
        let index = HEADER..HEADER + 4 * (buckets + 1);
        let start = index.end.next_multiple_of(64);
        let residues = start..start + 2 * self.entries();
        let start = residues.end.next_multiple_of(64);
        let steps = start..start + self.get(STEP_BYTES) as usize * self.entries();
        [index, residues, steps]
    }

    fn index(&self, bucket: usize) -> (usize, usize) {
        (self.sections()[0].start + 4 * bucket, 4)
    }

    fn residue(&self, entry: usize) -> (usize, usize) {
        (self.sections()[1].start + 2 * entry, 2)
    }

    fn step(&self, entry: usize) -> (usize, usize) {
        let bytes = self.get(STEP_BYTES) as usize;
        (self.sections()[2].start + bytes * entry, bytes)
    }

    /// All codes with their steps, read as the specification says.
    fn decode(&self) -> Vec<(u32, u64)> {
        let buckets = (self.sections()[0].len() / 4) - 1;
        let mut decoded = Vec::new();
        for bucket in 0..buckets {
            for entry in self.get(self.index(bucket))..self.get(self.index(bucket + 1)) {
                let code = (bucket as u64) << self.get(SHIFT) | self.get(self.residue(entry as usize));
                decoded.push((code as u32, self.get(self.step(entry as usize))));
            }
        }
        decoded
    }

    /// Makes the checksums right again, so that nothing but what was changed is wrong.
    fn sealed(mut self) -> Bytes {
        let body = xxh3_64(&self.0[HEADER..]);
        self.set(BODY_CHECKSUM, body);
        let header = xxh3_64(&self.0[..CHECKSUM.0]);
        self.set(CHECKSUM, header);
        self
    }

    /// With one field changed and the checksums right.
    fn forged(&self, field: (usize, usize), number: u64) -> Bytes {
        let mut bytes = self.clone();
        bytes.set(field, number);
        bytes.sealed()
    }
}

/// A folder for one test, with one file that is written again and again.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("desk.cube")
    }

    fn open(&self, bytes: &[u8]) -> Result<Table, FileError> {
        // Not over the old file, which may still be mapped.
        _ = fs::remove_file(self.path());
        fs::write(self.path(), bytes).unwrap();
        Table::open(&self.path())
    }

    /// Why the file is refused; the error must name the file and the reason.
    fn refusal(&self, bytes: &[u8]) -> TableRefusal {
        refusal(self.open(bytes).unwrap_err(), &self.path())
    }

    /// What `verify` finds wrong with a file whose header is sound.
    fn fault(&self, bytes: &Bytes) -> Option<String> {
        match verify(&self.open(&bytes.0).unwrap(), u64::MAX) {
            Ok(_) => None,
            Err(FileError::Damaged { path, fault }) if path == self.path() => Some(fault),
            Err(other) => panic!("not about damage: {other}"),
        }
    }
}

fn refusal(error: FileError, file: &Path) -> TableRefusal {
    let text = error.to_string();
    let FileError::Refused { path, refusal } = error else { panic!("not refused, but {text}") };
    assert_eq!(path, file);
    assert_eq!(text, format!("{}: {refusal}", file.display()));
    refusal
}

// Golden files.

#[test]
fn golden_files_open_verify_and_are_built_again_to_the_byte() {
    let desk = Desk::new();
    for spec in [spec(Phase::One, 3), spec(Phase::Two, 3)] {
        let table = Library::new(golden("")).open(spec).unwrap().expect("it is committed");
        let verified = verify(&table, u64::MAX).unwrap();
        assert_eq!((verified.replayed, &verified.per_depth), (spec.entries(), &spec.per_depth()));

        build(spec).create(&desk.path(), &Control::default()).unwrap();
        assert!(fs::read(desk.path()).unwrap() == fs::read(table.path().unwrap()).unwrap(), "{spec}");
    }
    assert_eq!(VERSION, 1, "a new version needs golden files of its own; these must then be refused");
}

#[test]
fn golden_files_have_the_checksums_noted_beside_them() {
    let sums = fs::read_to_string(golden("XXH3SUMS")).unwrap();
    for name in ["phase1-sorted-3.cube", "phase2-sorted-3.cube"] {
        let line = format!("XXH3_{:016x}  {name}", xxh3_64(&fs::read(golden(name)).unwrap()));
        assert!(sums.lines().any(|noted| noted == line), "{line}");
    }
}

#[test]
fn the_checksums_of_all_tables_are_noted_but_of_those_that_have_none() {
    let sums = fs::read_to_string(golden("XXH3SUMS")).unwrap();
    let noted: Vec<&str> = sums.lines().map(|line| line.split_once("  ").unwrap().1).collect();
    let is_noted = |table: &TableId| matches!(table, TableId::Sorted(_)) || table.body_checksum().is_some();
    let named = TableId::all().filter(is_noted).map(|table| format!("{table}.cube"));
    assert_eq!(named.collect::<Vec<_>>(), noted);
}

#[test]
fn the_specification_has_the_body_checksums() {
    let specification = include_str!("../tables/README.md");
    for table in TableId::all().filter(|table| table.body_checksum().is_some()) {
        let row = specification.lines().find(|line| line.starts_with(&format!("| `{table}` |"))).unwrap();
        let checksum = format!("`{:016x}`", table.body_checksum().unwrap());
        assert!(row.ends_with(&format!("| {checksum} |")), "{row}");
    }
}

#[test]
fn the_specification_describes_the_golden_files() {
    for bytes in Bytes::both() {
        let table = Desk::new().open(&bytes.0).unwrap();
        let (view, spec) = (sorted(&table).view(), sorted(&table).spec());
        let decoded = bytes.decode();
        assert_eq!(decoded.len() as u64, spec.entries());
        assert_eq!(bytes.get(DEPTH), 3);
        assert_eq!(bytes.sections()[2].end as u64, bytes.get(FILE_BYTES));
        assert_eq!(bytes.0.clone(), bytes.clone().sealed().0);
        assert!(view.codes().eq(decoded.iter().map(|&(code, _)| code).zip(0..)));
        for (entry, &(code, step)) in decoded.iter().enumerate() {
            assert_eq!(view.find(code), Some(entry));
            match spec.phase() {
                Phase::One => {
                    let (depth, m) = view.first_move(entry).unwrap_or((0, 0));
                    assert_eq!(step, 18 * u64::from(depth) + m as u64);
                }
                Phase::Two => assert_eq!(view.path(entry), Some(step as u32)),
            }
        }
        let [index, residues, steps] = bytes.sections();
        let padding = [index.end..residues.start, residues.end..steps.start];
        assert!(padding.into_iter().all(|range| bytes.0[range].iter().all(|&byte| byte == 0)));
    }
}

#[test]
fn the_specifications_example_of_a_path() {
    let moves: Vec<String> = path::moves(129).map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["R2", "U", "F2"]);
    assert_eq!(path::LIMIT, 2_033_957_567);
    let firsts = [0, 1, 11, 101, 911, 8201, 73_811, 664_301, 5_978_711, 53_808_401, 484_275_611];
    for (length, first) in firsts.into_iter().enumerate() {
        assert_eq!(path::length(first), length);
        assert!(first == 0 || path::length(first - 1) == length - 1);
    }
}

#[test]
fn the_specifications_sizes() {
    let sizes = [
        (Phase::One, 5, 420_735),
        (Phase::One, 6, 3_958_184),
        (Phase::One, 7, 43_957_998),
        (Phase::One, 8, 449_108_910),
        (Phase::Two, 7, 1_921_076),
        (Phase::Two, 8, 9_715_532),
        (Phase::Two, 9, 47_820_000),
        (Phase::Two, 10, 219_481_720),
    ];
    for (phase, depth, bytes) in sizes {
        assert_eq!(file_bytes(spec(phase, depth)), bytes);
    }
}

// Headers.

#[test]
fn every_changed_byte_of_a_header_is_refused_by_name() {
    let desk = Desk::new();
    for original in Bytes::both() {
        for (at, flip) in (0..HEADER).flat_map(|at| [1, 0x80, 0xff].map(|flip| (at, flip))) {
            let mut bytes = original.clone();
            bytes.0[at] ^= flip;
            let expected = match at {
                0..8 => TableRefusal::Foreign,
                8..12 => TableRefusal::Version(bytes.get((8, 4)) as u32),
                _ => TableRefusal::HeaderDamaged,
            };
            assert_eq!(desk.refusal(&bytes.0), expected, "byte {at}");
        }
    }
}

#[test]
fn headers_of_impossible_tables_are_refused_though_their_checksums_are_right() {
    let desk = Desk::new();
    for bytes in Bytes::both() {
        let kind = |name: &[u8; 4]| u32::from_le_bytes(*name).into();
        let other_kind = if bytes.is_of_phase_1() { kind(b"p1\0\0") } else { kind(b"p0\0\0") };
        let mut forgeries = vec![
            (KIND, kind(b"p2\0\0")),
            (KIND, kind(b"p0 \0")),
            (KIND, other_kind),
            (KIND, kind(b"d1\0\0")),
            (KIND, kind(b"d2\0\0")),
            (KIND, kind(b"b2\0\0")),
            (METRIC, kind(b"QTM\0")),
            (STEP_BYTES, 2),
            (ENTRIES, bytes.get(ENTRIES) + 1),
            (ENTRIES, 0),
            (ENTRIES, u64::MAX),
            (FILE_BYTES, bytes.get(FILE_BYTES) + 1),
            (FILE_BYTES, u64::MAX),
        ];
        forgeries.extend([0, 1, 2, 4, 11, 255, 256 + 3, u64::MAX].map(|depth| (DEPTH, depth)));
        forgeries.extend([0, 15, 17, 32, u64::MAX].map(|shift| (SHIFT, shift)));
        forgeries.extend((0..24).map(|n| (COUNTS + 8 * n, 8)).map(|field| (field, bytes.get(field) + 1)));
        for (field, number) in forgeries {
            let refusal = desk.refusal(&bytes.forged(field, number).0);
            assert!(matches!(refusal, TableRefusal::Impossible(_)), "{field:?} {number}: {refusal}");
        }
    }
}

#[test]
fn other_versions_are_refused_by_their_number_whatever_follows() {
    let desk = Desk::new();
    let mut random = Random::new(1);
    for version in [0, 2, 3, 1 << 24, u32::MAX] {
        for length in [HEADER, HEADER + 1, 5000] {
            let mut bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            bytes[..8].copy_from_slice(b"CUBEBTCH");
            bytes[8..12].copy_from_slice(&version.to_le_bytes());
            assert_eq!(desk.refusal(&bytes), TableRefusal::Version(version));
        }
        assert_eq!(desk.refusal(&PHASE1.forged((8, 4), version.into()).0), TableRefusal::Version(version));
    }
    let text = TableRefusal::Version(2).to_string();
    assert_eq!(text, "its format is version 2, but this program reads version 1");
}

#[test]
fn foreign_files_are_refused_as_such() {
    let desk = Desk::new();
    let png = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0; 1000]].concat();
    let text = b"R U R' U'\n".repeat(100);
    let foreign: [&[u8]; 7] = [b"", b"C", b"CUBEBTC", b"cubebtch", &png, &text, &[0; 4096]];
    for bytes in foreign {
        assert_eq!(desk.refusal(bytes), TableRefusal::Foreign);
    }
}

// Lengths.

#[test]
fn every_shorter_file_is_refused() {
    for original in Bytes::both() {
        let desk = Desk::new();
        fs::write(desk.path(), &original.0).unwrap();
        let file = OpenOptions::new().write(true).open(desk.path()).unwrap();
        let whole = original.0.len() as u64;
        for found in (0..whole).rev() {
            file.set_len(found).unwrap();
            let expected = match found {
                0..8 => TableRefusal::Foreign,
                8..256 => TableRefusal::Length { found, expected: 256 },
                _ => TableRefusal::Length { found, expected: whole },
            };
            let error = Table::open(&desk.path()).unwrap_err();
            assert!(matches!(&error, FileError::Refused { refusal, .. } if *refusal == expected), "{error}");
        }
    }
}

#[test]
fn longer_files_are_refused() {
    let desk = Desk::new();
    for original in Bytes::both() {
        for extra in [1, 7, 8, 64, 4096] {
            let bytes = [original.0.as_slice(), &vec![0; extra]].concat();
            let (found, expected) = (bytes.len() as u64, original.0.len() as u64);
            assert_eq!(desk.refusal(&bytes), TableRefusal::Length { found, expected });
        }
    }
}

// Bodies.

/// Every byte of the residues, the steps and the padding, and some of the index.
fn body_bytes(bytes: &Bytes) -> impl Iterator<Item = usize> + use<> {
    let [index, _, _] = bytes.sections();
    index.clone().step_by(241).chain(index.end - 8..bytes.0.len())
}

#[test]
fn every_changed_byte_of_a_body_changes_the_checksum() {
    let desk = Desk::new();
    for original in Bytes::both() {
        for at in body_bytes(original) {
            let mut bytes = original.clone();
            bytes.0[at] ^= 1 << (at % 8);
            let fault = desk.fault(&bytes).unwrap_or_else(|| panic!("byte {at} passed"));
            assert!(fault.contains("checksum"), "byte {at}: {fault}");
        }
    }
}

#[test]
fn sealing_an_unchanged_file_leaves_it_sound() {
    for original in Bytes::both() {
        assert_eq!(Desk::new().fault(&original.clone().sealed()), None);
    }
}

#[test]
fn codes_out_of_order_are_found() {
    let desk = Desk::new();
    for original in Bytes::both() {
        let codes = original.decode();
        let shift = original.get(SHIFT);
        let mut exchanged = 0;
        for entry in (1..codes.len()).filter(|&entry| codes[entry - 1].0 >> shift == codes[entry].0 >> shift)
        {
            let [a, b] = [entry - 1, entry].map(|entry| original.residue(entry));
            let mut bytes = original.clone();
            bytes.set(a, original.get(b));
            bytes.set(b, original.get(a));
            let doubled = original.forged(a, original.get(b));
            for bytes in [bytes.sealed(), doubled] {
                assert_eq!(desk.fault(&bytes).as_deref(), Some("its codes are not in order"));
            }
            exchanged += 1;
        }
        assert!(exchanged > 10);
    }
}

#[test]
fn entries_in_a_neighbours_bucket_are_found() {
    let desk = Desk::new();
    for original in Bytes::both() {
        let buckets = original.sections()[0].len() / 4 - 1;
        let mut forgeries = Vec::new();
        for bucket in 1..buckets {
            let [before, at, after] =
                [bucket - 1, bucket, bucket + 1].map(|b| original.get(original.index(b)));
            let [gains, loses] = [before < at, at < after];
            forgeries.extend(gains.then_some((bucket, at - 1)));
            forgeries.extend(loses.then_some((bucket, at + 1)));
        }
        for &(bucket, number) in forgeries.iter().step_by(5) {
            let fault = desk.fault(&original.forged(original.index(bucket), number));
            assert!(fault.is_some(), "bucket {bucket}: {number}");
        }
        assert!(forgeries.len() > 200);
    }
}

#[test]
fn an_index_that_ends_too_early_is_found() {
    for original in Bytes::both() {
        let buckets = original.sections()[0].len() / 4 - 1;
        let mut bytes = original.clone();
        let entries = original.entries() as u64;
        // The last entry is left over, and every bucket after the one it was in is empty.
        for bucket in (0..=buckets).filter(|&bucket| original.get(original.index(bucket)) == entries) {
            bytes.set(original.index(bucket), entries - 1);
        }
        let fault = Desk::new().fault(&bytes.sealed());
        assert_eq!(fault.as_deref(), Some("its index is not in order"));
    }
}

#[test]
fn an_index_that_falls_between_empty_buckets_is_found() {
    let desk = Desk::new();
    for original in Bytes::both() {
        let buckets = original.sections()[0].len() / 4 - 1;
        for bucket in (0..=buckets).step_by(83).chain([buckets]) {
            let field = original.index(bucket);
            let right = original.get(field) as u32;
            for number in [right.wrapping_sub(1), right + 1, right + 1000, u32::MAX] {
                let fault = desk.fault(&original.forged(field, number.into()));
                assert!(fault.is_some(), "bucket {bucket}: {number}");
            }
        }
    }
}

#[test]
fn a_code_beyond_the_last_is_found() {
    for original in Bytes::both() {
        let last_bucket = original.sections()[0].len() / 4 - 2;
        let entries = original.entries();
        // The last entry moves to the last bucket, of which the codes end on the way.
        let mut bytes = original.clone();
        for bucket in
            (0..=last_bucket).filter(|&bucket| original.get(original.index(bucket)) == entries as u64)
        {
            bytes.set(original.index(bucket), entries as u64 - 1);
        }
        bytes.set(original.residue(entries - 1), 0xffff);
        assert!(Desk::new().fault(&bytes.sealed()).is_some());
    }
}

#[test]
fn entries_at_wrong_depths_are_counted() {
    let desk = Desk::new();
    let (phase1, phase2) = (PHASE1.decode(), PHASE2.decode());
    // The first path of 4 moves, the greatest number of all, and one beyond every path.
    for step in [911, u64::from(path::LIMIT) - 1, u64::from(u32::MAX)] {
        let fault = desk.fault(&PHASE2.forged(PHASE2.step(phase2.len() / 2), step)).unwrap();
        assert!(fault.contains("entries at its depths"), "{fault}");
    }
    // From depth 3 to 2, to 4, and as deep as a byte can say.
    let entry = phase1.iter().position(|&(_, step)| step >= 3 * 18).unwrap();
    for step in [2 * 18, 4 * 18, 255] {
        let fault = desk.fault(&PHASE1.forged(PHASE1.step(entry), step)).unwrap();
        assert!(fault.contains("entries at its depths"), "{fault}");
    }
}

#[test]
fn paths_that_do_not_solve_their_codes_are_found() {
    let desk = Desk::new();
    let decoded = PHASE2.decode();
    for (entry, &(code, step)) in decoded.iter().enumerate().skip(1) {
        let length = path::length(step as u32);
        // The next number of the same length, or the one before.
        let other = if path::length(step as u32 + 1) == length { step + 1 } else { step - 1 };
        let fault = desk.fault(&PHASE2.forged(PHASE2.step(entry), other)).unwrap();
        assert_eq!(fault, format!("the moves stored for code {code} do not solve it"));
    }
}

#[test]
fn moves_that_do_not_lead_nearer_are_found() {
    let desk = Desk::new();
    let decoded = PHASE1.decode();
    let depth = |code| decoded.iter().find(|&&(other, _)| other == code).map(|&(_, step)| step / 18);
    let moves = cubebatch_tables::coord::phase1::Phase1Moves::get();
    let (mut refused, mut passed) = (0, 0);
    for (entry, &(code, step)) in decoded.iter().enumerate().filter(|(_, (_, step))| *step >= 18).step_by(23)
    {
        for m in 0..18 {
            let at = cubebatch_tables::coord::Phase1::from_code(code);
            let next = cubebatch_tables::coord::PhaseMoves::turn(moves, at, m as usize);
            let nearer = depth(next.code()) == Some(step / 18 - 1);
            // Another move that leads nearer is right too, only not the smallest.
            let fault = desk.fault(&PHASE1.forged(PHASE1.step(entry), step / 18 * 18 + m));
            assert_eq!(fault.is_none(), nearer, "code {code}, move {m}: {fault:?}");
            if nearer { passed += 1 } else { refused += 1 }
        }
    }
    assert!(refused > 100 && passed > 20, "{refused} {passed}");
}

#[test]
fn codes_that_do_not_belong_to_the_set_are_found() {
    let desk = Desk::new();
    for original in Bytes::both() {
        let codes: Vec<u32> = original.decode().into_iter().map(|(code, _)| code).collect();
        let shift = original.get(SHIFT);
        let mut changed = 0;
        for entry in (0..codes.len()).step_by(3) {
            let other = codes[entry] + 1;
            if codes.contains(&other) || other >> shift != codes[entry] >> shift {
                continue;
            }
            let residue = u64::from(other) & ((1 << shift) - 1);
            let fault = desk.fault(&original.forged(original.residue(entry), residue));
            assert!(fault.is_some_and(|fault| fault.contains("do not solve it")), "{entry}");
            changed += 1;
        }
        assert!(changed > 50);
    }
}

// Look-ups in damaged bodies.

/// Asks a view all that can be asked, with right and wrong arguments.
fn question(view: SortedView, random: &mut Random) {
    let last = u32::try_from(view.spec().phase().codes() - 1).unwrap();
    let mut codes = vec![0, 1, last, last + 1, u32::MAX];
    codes.extend((0..2000).map(|_| random.below(1 << 32) as u32));
    codes.extend(view.codes().map(|(code, _)| code).take(5000));
    let mut lookups = Lookups::new(view);
    let mut found: Vec<(usize, usize)> = codes.iter().filter_map(|&code| lookups.add(code)).collect();
    found.extend(lookups.finish());
    let each = codes.iter().enumerate().filter_map(|(i, &code)| Some((i, view.find(code)?)));
    assert!(found.iter().copied().eq(each));
    assert!(found.iter().all(|&(_, entry)| (entry as u64) < view.spec().entries()));
    let places = [usize::MAX, 1 << 40].into_iter().chain(0..view.spec().entries() as usize + 3);
    for entry in places {
        if let Some((_, m)) = view.first_move(entry) {
            assert!(m < 18);
        }
        if let Some(path) = view.path(entry) {
            assert!(path < path::LIMIT && path::moves(path).count() <= path::MAX_LENGTH);
        }
    }
}

#[test]
fn damaged_bodies_never_make_look_ups_panic() {
    let desk = Desk::new();
    let mut random = Random::new(7);
    for original in Bytes::both() {
        let [index, residues, steps] = original.sections();
        let all = HEADER..original.0.len();
        for round in 0..30 {
            for range in [index.clone(), residues.clone(), steps.clone(), all.clone()] {
                let mut bytes = original.clone();
                match round {
                    0 => bytes.0[range].fill(0),
                    1 => bytes.0[range].fill(0xff),
                    2 => bytes.0[range].reverse(),
                    3..10 => bytes.0[range].fill_with(|| random.below(256) as u8),
                    _ => {
                        for _ in 0..20 {
                            let at = range.start + random.below(range.len() as u64) as usize;
                            bytes.0[at] = random.below(256) as u8;
                        }
                    }
                }
                let table = desk.open(&bytes.0).unwrap();
                question(sorted(&table).view(), &mut random);
                assert!(bytes.0 == original.0 || verify(&table, u64::MAX).is_err());
                // The deeper checks too must do no worse than to refuse.
                _ = desk.fault(&bytes.sealed());
            }
        }
    }
}

// Writing.

/// Counts reports.
#[derive(Default)]
struct Reports(AtomicUsize);

impl Progress for Reports {
    fn report(&self, step: &Step, done: u64, total: u64) {
        assert!(done <= total, "{step}: {done} of {total}");
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Work that is stopped after some reports, and their number.
fn stopped_after(most: usize) -> (Control, Arc<Reports>) {
    let reports = Arc::new(Reports::default());
    let counted = reports.clone();
    let stop = Stop::asking(move || counted.0.load(Ordering::Relaxed) >= most);
    (Control { stop, progress: reports.clone() }, reports)
}

#[cfg(unix)]
#[test]
fn a_table_has_the_permissions_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    fs::write(desk.path(), "any").unwrap();
    let any = mode(&desk.path());
    small().create(&desk.path(), &Control::default()).unwrap();
    assert_eq!(mode(&desk.path()), any);
}

/// A table of 55 codes.
fn small() -> Contents {
    build(spec(Phase::One, 2))
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_cancelled_writing_leaves_nothing_and_an_old_file_as_it_was() {
    let contents = small();
    let (all, seen) = stopped_after(usize::MAX);
    let desk = Desk::new();
    contents.create(&desk.path(), &all).unwrap();
    let reports = seen.0.load(Ordering::Relaxed);
    assert!(reports >= 3);

    for old in [false, true] {
        let desk = Desk::new();
        if old {
            fs::write(desk.path(), "old").unwrap();
        }
        let before = names(desk.folder.path());
        for stop in 0..reports {
            let error = contents.create(&desk.path(), &stopped_after(stop).0).unwrap_err();
            assert!(matches!(error, FileError::Cancelled(_)), "{error}");
            assert_eq!(names(desk.folder.path()), before);
        }
        if old {
            assert_eq!(fs::read_to_string(desk.path()).unwrap(), "old");
        }
    }
}

#[test]
fn a_cancelled_build_says_so() {
    for spec in [spec(Phase::One, 3), spec(Phase::Two, 3)] {
        let (all, seen) = stopped_after(usize::MAX);
        Cpu.build(spec.into(), &all).unwrap();
        let reports = seen.0.load(Ordering::Relaxed);
        for stop in [0, 1, 2, reports / 2, reports - 1] {
            let result = Cpu.build(spec.into(), &stopped_after(stop).0);
            assert!(matches!(result, Err(BuildError::Cancelled(_))), "{spec}, {stop}");
        }
    }
}

#[test]
fn a_new_table_replaces_an_old_file_and_open_views_keep_what_they_had() {
    let desk = Desk::new();
    let old = desk.open(&PHASE2.0).unwrap();
    if cfg!(unix) {
        small().create(&desk.path(), &Control::default()).unwrap();
        assert_eq!(Table::open(&desk.path()).unwrap().id(), spec(Phase::One, 2).into());
        assert_eq!(names(desk.folder.path()), ["desk.cube"]);
    }
    verify(&old, u64::MAX).unwrap();
}

#[test]
fn writing_where_it_cannot_be_is_an_error_that_names_the_path() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let error = small().create(&missing.join("phase1-sorted-2.cube"), &Control::default()).unwrap_err();
    assert!(matches!(&error, FileError::Io { path, source }
        if *path == missing && source.kind() == ErrorKind::NotFound));
    assert!(error.to_string().starts_with(&missing.display().to_string()), "{error}");

    // A folder has the name already.
    let taken = folder.path().join("taken.cube");
    fs::create_dir(&taken).unwrap();
    let error = small().create(&taken, &Control::default()).unwrap_err();
    assert!(matches!(&error, FileError::Io { path, .. } if *path == taken), "{error}");
    assert_eq!(names(folder.path()), ["taken.cube"]);
}

#[cfg(unix)]
#[test]
fn a_file_that_is_shortened_before_it_is_loaded_is_damaged() {
    let desk = Desk::new();
    let table = desk.open(&PHASE2.0).unwrap();
    fs::File::options().write(true).open(desk.path()).unwrap().set_len(1000).unwrap();
    let error = table.loaded(&mut |_, _| Ok(())).unwrap_err();
    let expected = format!("{}: it is damaged: it was shortened while it was read", desk.path().display());
    assert_eq!(error.to_string(), expected);
}

/// Keeps the last report.
#[derive(Default)]
struct Last(Mutex<Option<(Step, u64, u64)>>);

impl Progress for Last {
    fn report(&self, step: &Step, done: u64, total: u64) {
        *self.0.lock().unwrap() = Some((step.clone(), done, total));
    }
}

#[test]
fn reading_a_table_whole_is_watched_and_stopped() {
    let desk = Desk::new();
    let table = desk.open(&PHASE2.0).unwrap();
    let body = file_bytes(table.id()) - HEADER as u64;
    type Read = fn(&Table, &Control) -> Result<(), FileError>;
    let read: [Read; 2] = [
        |table, control| table.loaded(&mut control.loading(table.id())).map(drop),
        |table, control| table.vouch(&mut control.loading(table.id())).map(drop),
    ];
    for read in read {
        let last = Arc::new(Last::default());
        read(&table, &Control { progress: last.clone(), ..Control::default() }).unwrap();
        assert_eq!(*last.0.lock().unwrap(), Some((Step::Loading(table.id()), body, body)));
        let error = read(&table, &stopped_after(0).0).unwrap_err();
        assert!(matches!(error, FileError::Cancelled(_)), "{error}");
    }
}

// Opening by name.

#[test]
fn another_table_than_the_one_asked_for_is_refused() {
    let desk = Desk::new();
    desk.open(&PHASE1.0).unwrap();
    let error = Table::open_as(&desk.path(), spec(Phase::One, 4).into()).unwrap_err();
    let reason = "it is the table phase1-sorted-3, not phase1-sorted-4";
    assert_eq!(error.to_string(), format!("{}: {reason}", desk.path().display()));
    assert!(Table::open_as(&desk.path(), spec(Phase::One, 3).into()).is_ok());
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.cube");
    let error = Table::open(&missing).unwrap_err();
    assert!(matches!(&error, FileError::Io { path, .. } if *path == missing), "{error}");
    assert!(error.to_string().starts_with(&missing.display().to_string()));
    let error = Table::open(folder.path()).unwrap_err();
    assert!(matches!(error, FileError::Refused { refusal: TableRefusal::NoFile, .. }), "{error}");
    assert_eq!(error.to_string(), format!("{}: it is not a regular file", folder.path().display()));
}

#[test]
fn a_library_lists_what_is_there_good_or_bad() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::new(folder.path());
    assert!(library.list().is_empty());
    assert!(library.open(spec(Phase::One, 3)).unwrap().is_none());
    assert_eq!(library.path(spec(Phase::Two, 10)), folder.path().join("phase2-sorted-10.cube"));

    fs::write(library.path(spec(Phase::One, 3)), &PHASE1.0).unwrap();
    fs::write(library.path(spec(Phase::One, 4)), &PHASE1.0).unwrap();
    fs::write(library.path(spec(Phase::Two, 3)), "no table").unwrap();
    let listed = library.list();
    let ids: Vec<TableId> = listed.iter().map(|&(id, _)| id).collect();
    assert_eq!(ids, [spec(Phase::One, 3), spec(Phase::One, 4), spec(Phase::Two, 3)].map(TableId::from));
    assert_eq!(listed[0].1.as_ref().unwrap().id(), ids[0]);
    assert!(matches!(listed[1].1, Err(FileError::OtherTable { .. })));
    assert!(matches!(listed[2].1, Err(FileError::Refused { refusal: TableRefusal::Foreign, .. })));
    assert!(Library::new(folder.path().join("missing")).list().is_empty());
}
