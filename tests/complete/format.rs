//! The specification of complete tables: indices and entries by the numbers of
//! `tables/README.md`, not by the crate's own.

use std::fs;
use std::sync::LazyLock;

use super::{Built, DISTANCES, PHASE1, PHASE2, PRUNING, distance1, distance2};
use cubebatch::cube::random::Random;
use cubebatch::cube::{Cube, Face, Move, Setup};
use cubebatch_cube::cube::symmetry::Symmetry;
use cubebatch_tables::coord::corners::Corners;
use cubebatch_tables::coord::flip::Flip;
use cubebatch_tables::coord::phase2::PHASE2_MOVES;
use cubebatch_tables::coord::slice::Slice;
use cubebatch_tables::coord::slice_perm::SlicePerm;
use cubebatch_tables::coord::twist::Twist;
use cubebatch_tables::coord::ud_edges::UdEdges;
use cubebatch_tables::coord::{Coordinate, Phase1, Phase2};
use cubebatch_tables::table::Complete;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Where the 16 symmetries carry the faces.
const SYMMETRIES: [&str; 16] = [
    "URFDLB", "UFLDBR", "ULFDRB", "ULBDRF", "UFRDBL", "DRBULF", "UBLDFR", "UBRDFL", "URBDLF", "DBLUFR",
    "DFRUBL", "DLBURF", "DLFURB", "DBRUFL", "DFLUBR", "DRFULB",
];

static ALL: LazyLock<[Symmetry; 16]> = LazyLock::new(|| {
    let letters = |symmetry: &Symmetry| Face::ALL.map(|face| symmetry.face(face).letter());
    let named = |name: &str| Symmetry::all().into_iter().find(|symmetry| name.chars().eq(letters(symmetry)));
    SYMMETRIES.map(|name| named(name).expect("there is such a symmetry"))
});

/// The least value of a coordinate among the conjugates, and the conjugates that have it.
fn least(cube: &Cube, value: fn(&Cube) -> usize) -> (usize, Vec<(&'static Symmetry, Cube)>) {
    let mut conjugates: Vec<_> = ALL.iter().map(|symmetry| (symmetry, symmetry.conjugate(cube))).collect();
    let least = conjugates.iter().map(|(_, conjugate)| value(conjugate)).min().expect("there are 16");
    conjugates.retain(|(_, conjugate)| value(conjugate) == least);
    (least, conjugates)
}

fn pair(cube: &Cube) -> usize {
    Flip::rank(cube) * 495 + Slice::rank(cube)
}

/// A cube with this pair.
fn of_pair(pair: usize) -> Cube {
    possible(Slice::unrank(pair % 495).then(&Flip::unrank(pair / 495)), Corners::unrank(1))
}

/// A cube with these corners.
fn of_corners(corners: usize) -> Cube {
    possible(Corners::unrank(corners), SlicePerm::unrank(1))
}

/// The cube, or if turns cannot reach it, the one after an exchange of two cubies of the other kind.
fn possible(cube: Cube, exchange: Cube) -> Cube {
    if Setup::from(&cube).into_cube().is_ok() { cube } else { cube.then(&exchange) }
}

/// The bits `first` … `first + count - 1` of some bytes.
fn bits(bytes: &[u8], first: usize, count: usize) -> usize {
    let bit = |i: usize| usize::from(bytes[i / 8] >> (i % 8) & 1);
    (0..count).map(|i| bit(first + i) << i).sum()
}

/// Classes are numbered by counting; so only positions in the first ones are looked at.
#[test]
fn entries_of_phase_1_are_where_the_specification_says() {
    let mut random = Random::new(61);
    let mut class = 0;
    for value in 0..20_000 {
        let representative = of_pair(value);
        if least(&representative, pair).0 < value {
            continue;
        }
        let symmetry = ALL[random.below(16) as usize];
        let twist = Twist::unrank(random.below(2187) as usize);
        let cube = symmetry.conjugate(&representative.then(&twist));
        let distance = distance1(Phase1::of(&cube));
        let nearer = Move::all().filter(|&mv| distance1(Phase1::of(&cube.turn(mv))) < distance);
        let nearer: Vec<Move> = nearer.collect();
        for (carries, conjugate) in least(&cube, pair).1 {
            let index = class * 2187 + Twist::rank(&conjugate);
            let entry = bits(PHASE1.entries(), 20 * index, 20);
            let moves = nearer.iter().map(|&mv| 1 << carries.turn(mv).index()).sum::<usize>();
            assert_eq!(entry, (distance as usize % 3) << 18 | moves, "index {index}");
        }
        class += 1;
    }
    assert!(class > 1000);
    assert_eq!(PHASE1.entries()[352_271_025..], [0; 4]);
}

#[test]
fn distances_of_phase_1_are_the_high_bits_of_its_entries() {
    let (entries, distances) = (PHASE1.entries(), DISTANCES.entries());
    assert!((0..140_908_410).all(|index| bits(entries, 20 * index + 18, 2) == bits(distances, 2 * index, 2)));
    assert_eq!(distances.len(), 35_227_103);
    assert_eq!(distances[35_227_102] >> 4, 0);
}

#[test]
fn entries_of_phase_2_are_where_the_specification_says() {
    let is_least = |&value: &usize| least(&of_corners(value), Corners::rank).0 == value;
    let classes: Vec<usize> = (0..40_320).filter(is_least).collect();
    assert_eq!(classes.len(), 2768);

    let mut random = Random::new(62);
    let mut cube = Cube::SOLVED;
    for _ in 0..5000 {
        let (corners, conjugates) = least(&cube, Corners::rank);
        let class = classes.binary_search(&corners).expect("it is the least");
        for (_, conjugate) in conjugates {
            let row = class * 40_320 + UdEdges::rank(&conjugate);
            let index = row * 12 + SlicePerm::rank(&conjugate) / 2;
            let entry = PHASE2.entries()[index / 2] >> (4 * (index % 2)) & 15;
            assert_eq!(i32::from(entry), distance2(Phase2::of(&cube)) - 3, "index {index}");
        }
        cube = cube.turn(PHASE2_MOVES[random.below(10) as usize]);
    }
}

/// The least distance of the positions with these corners and U/D edges, wherever the edges of the middle layer are.
fn least_distance(at: Phase2) -> i32 {
    let parity = |slice_perm: usize| {
        let cube = Corners::unrank(at.corners.into()).then(&UdEdges::unrank(at.ud_edges.into()));
        Setup::from(&cube.then(&SlicePerm::unrank(slice_perm))).into_cube().is_ok()
    };
    let possible = (0..24).filter(|&slice_perm| parity(slice_perm));
    let at = possible.map(|slice_perm| Phase2 { slice_perm: slice_perm as u16, ..at });
    at.map(distance2).min().expect("there are twelve")
}

#[test]
fn entries_of_the_pruning_table_are_where_the_specification_says() {
    let is_least = |&value: &usize| least(&of_corners(value), Corners::rank).0 == value;
    let classes: Vec<usize> = (0..40_320).filter(is_least).collect();
    let mut random = Random::new(63);
    let mut cube = Cube::SOLVED;
    for _ in 0..1000 {
        let (corners, conjugates) = least(&cube, Corners::rank);
        let class = classes.binary_search(&corners).expect("it is the least");
        for (_, conjugate) in conjugates {
            let index = class * 40_320 + UdEdges::rank(&conjugate);
            let entry = PRUNING.entries()[index / 2] >> (4 * (index % 2)) & 15;
            // The other table does not distinguish distances below three moves.
            assert_eq!(i32::from(entry.max(3)), least_distance(Phase2::of(&cube)).min(15), "index {index}");
        }
        cube = cube.turn(PHASE2_MOVES[random.below(10) as usize]);
    }
}

/// A whole file's checksum, its header written by hand.
fn file_checksum(kind: &[u8; 4], depth: u32, entries: u64, built: &Built) -> u64 {
    let body = built.entries();
    let mut header = Vec::new();
    header.extend(b"CUBEBTCH\x01\0\0\0");
    header.extend(kind);
    header.extend(b"HTM\0");
    header.extend(depth.to_le_bytes());
    // Neither buckets nor steps.
    header.extend([0; 8]);
    header.extend(entries.to_le_bytes());
    header.extend((256 + body.len() as u64).to_le_bytes());
    header.extend(xxh3_64(body).to_le_bytes());
    header.extend(built.histogram.iter().flat_map(|count| count.to_le_bytes()));
    header.resize(248, 0);
    header.extend(xxh3_64(&header).to_le_bytes());

    let mut file = Xxh3::new();
    file.update(&header);
    file.update(body);
    file.digest()
}

#[test]
fn the_specified_files_have_the_checksums_noted_beside_the_golden_ones() {
    let phase1 = file_checksum(b"d1\0\0", 12, 140_908_410, &PHASE1);
    let distances = file_checksum(b"m1\0\0", 12, 140_908_410, &DISTANCES);
    let phase2 = file_checksum(b"d2\0\0", 18, 1_339_269_120, &PHASE2);
    let pruning = file_checksum(b"b2\0\0", 15, 111_605_760, &PRUNING);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tables/golden/v1");
    let sums = fs::read_to_string(format!("{folder}/XXH3SUMS")).unwrap();
    for (name, sum) in [
        ("phase1-complete", phase1),
        ("phase1-distances", distances),
        ("phase2-complete", phase2),
        ("phase2-pruning", pruning),
    ] {
        let line = format!("XXH3_{sum:016x}  {name}.cube");
        assert!(sums.lines().any(|noted| noted == line), "{line}");
    }
}

#[test]
fn the_specifications_sizes() {
    assert_eq!(
        Complete::ALL.map(cubebatch::table::file_bytes),
        [352_271_285, 35_227_359, 669_634_816, 55_803_136]
    );
}
