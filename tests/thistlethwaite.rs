//! Thistlethwaite's method against searches that share only the moves with it: they distinguish cosets by the stickers of the
//! cube.

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::hash::Hash;
use std::sync::LazyLock;

use Face::{D, L, R, U};
use cubebatch::cube::random::Random;
use cubebatch::cube::{CORNERS, Cube, Face, Move, Setup};
use cubebatch::{Method, Solution, SolveOptions, Solver};
use cubebatch_search::method::Thistlethwaite;

static SOLVER: LazyLock<Solver> = LazyLock::new(|| {
    let builder = Solver::builder().method(Method::Thistlethwaite).tables(env!("CARGO_TARGET_TMPDIR"));
    builder.open().unwrap()
});

fn solve(cubes: &[Cube]) -> Vec<Solution> {
    SOLVER.solve_batch(cubes, &SolveOptions::default()).into_iter().map(Result::unwrap).collect()
}

/// The moves of a phase: quarter turns of some faces, and all half turns.
fn moves(quarters: &[Face]) -> Vec<Move> {
    Move::all().filter(|mv| mv.turns() == 2 || quarters.contains(&mv.face())).collect()
}

/// The distances of all that is seen on the cubes which moves reach, and the farthest cubes.
struct Search<Seen> {
    see: fn(&Cube) -> Seen,
    distances: HashMap<Seen, usize>,
    farthest: Vec<Cube>,
}

impl<Seen: Eq + Hash> Search<Seen> {
    fn new(moves: &[Move], see: fn(&Cube) -> Seen) -> Self {
        let mut search = Search { see, distances: HashMap::new(), farthest: Vec::new() };
        let mut frontier = vec![Cube::SOLVED];
        search.distances.insert(see(&Cube::SOLVED), 0);
        for distance in 1.. {
            let neighbours = frontier.iter().flat_map(|cube| moves.iter().map(|&mv| cube.turn(mv)));
            let next: Vec<Cube> = neighbours.filter(|cube| search.add(see(cube), distance)).collect();
            if next.is_empty() {
                break;
            }
            frontier = next;
        }
        search.farthest = frontier;
        search
    }

    /// Whether it was not seen before.
    fn add(&mut self, seen: Seen, distance: usize) -> bool {
        let entry = self.distances.entry(seen);
        let is_new = matches!(entry, Entry::Vacant(_));
        entry.or_insert(distance);
        is_new
    }

    fn distance(&self, cube: &Cube) -> usize {
        self.distances[&(self.see)(cube)]
    }

    fn histogram(&self) -> Vec<u64> {
        let count = |distance| self.distances.values().filter(|&&other| other == distance).count() as u64;
        (0..).map(count).take_while(|&count| count > 0).collect()
    }
}

/// For each edge position, whether the nobler of two colours is on the nobler of two faces:
/// U and D before F and B before R and L.
fn oriented_edges(cube: &Cube) -> [bool; 12] {
    let rank = |face: Face| [0, 2, 1][face.axis()];
    Setup::from(cube).edges.map(|[first, second]| rank(first) < rank(second))
}

/// Which sticker of each corner is U or D, and where the edges without one are.
fn corners_and_middle_edges(cube: &Cube) -> ([bool; 16], [bool; 12]) {
    let setup = Setup::from(cube);
    let is_ud = |face: &Face| face.axis() == 0;
    let corners = std::array::from_fn(|i| is_ud(&setup.corners[i / 2][i % 2]));
    (corners, setup.edges.map(|edge| !edge.iter().any(is_ud)))
}

/// Which corner is at each position.
fn corners(cube: &Cube) -> [u8; 8] {
    let find =
        |seen: [Face; 3]| CORNERS.iter().position(|corner| seen.iter().all(|face| corner.contains(face)));
    Setup::from(cube).corners.map(|seen| find(seen).unwrap() as u8)
}

/// All arrangements of the corners by half turns.
static HALF_TURNED: LazyLock<HashSet<[u8; 8]>> =
    LazyLock::new(|| Search::new(&moves(&[]), corners).distances.into_keys().collect());

/// The corners, whatever half turns were made before; and the slice of each edge.
fn corners_and_slices(cube: &Cube) -> ([u8; 8], [usize; 12]) {
    let corners = corners(cube);
    let renamed = HALF_TURNED.iter().map(|names| corners.map(|corner| names[usize::from(corner)]));
    // The three axes are 0, 1 and 2.
    let slice = |edge: [Face; 2]| 3 - edge[0].axis() - edge[1].axis();
    (renamed.min().unwrap(), Setup::from(cube).edges.map(slice))
}

fn all(cube: &Cube) -> Cube {
    *cube
}

/// The four phases, searched independently.
struct Phases(
    Search<[bool; 12]>,
    Search<([bool; 16], [bool; 12])>,
    Search<([u8; 8], [usize; 12])>,
    Search<Cube>,
);

static PHASES: LazyLock<Phases> = LazyLock::new(|| {
    Phases(
        Search::new(&moves(&Face::ALL), oriented_edges),
        Search::new(&moves(&[U, D, R, L]), corners_and_middle_edges),
        Search::new(&moves(&[U, D]), corners_and_slices),
        Search::new(&moves(&[]), all),
    )
});

impl Phases {
    fn distance(&self, phase: usize, cube: &Cube) -> usize {
        match phase {
            0 => self.0.distance(cube),
            1 => self.1.distance(cube),
            2 => self.2.distance(cube),
            _ => self.3.distance(cube),
        }
    }
}

#[test]
fn as_many_cosets_as_known_lie_at_each_distance() {
    let Phases(first, second, third, fourth) = &*PHASES;
    let searched = [first.histogram(), second.histogram(), third.histogram(), fourth.histogram()];
    assert_eq!(Thistlethwaite::new().histograms(), searched);
    let sizes = searched.each_ref().map(|counts| counts.iter().sum::<u64>());
    assert_eq!(sizes, [2048, 1_082_565, 29_400, 663_552]);
    assert_eq!(searched.each_ref().map(|counts| counts.len() - 1), [7, 10, 13, 15]);
    // Published for the square group.
    let square_group =
        [1, 6, 27, 120, 519, 1932, 6484, 20310, 55034, 113892, 178495, 179196, 89728, 16176, 1488, 144];
    assert_eq!(searched[3], square_group);
}

/// Fails unless each phase is a shortest one with the moves of its group, and ends where the
/// solution says.
fn assert_each_phase_is_shortest(cube: &Cube, solution: &Solution) {
    let allowed = [&Face::ALL[..], &[U, D, R, L], &[U, D], &[]].map(moves);
    let mut cube = *cube;
    assert_eq!(solution.phases().count(), 4);
    for (phase, moves) in solution.phases().enumerate() {
        assert!(moves.iter().all(|mv| allowed[phase].contains(mv)), "{solution:?}");
        assert_eq!(moves.len(), PHASES.distance(phase, &cube), "phase {} of {solution:?}", phase + 1);
        cube = cube.apply(moves);
        assert_eq!(PHASES.distance(phase, &cube), 0, "phase {} of {solution:?}", phase + 1);
    }
    assert!(cube.is_solved());
}

#[test]
fn each_phase_of_random_cubes_is_shortest() {
    let mut random = Random::new(61);
    let cubes: Vec<Cube> = (0..3000).map(|_| random.cube()).collect();
    for (cube, solution) in cubes.iter().zip(solve(&cubes)) {
        assert_each_phase_is_shortest(cube, &solution);
        assert_eq!(solution.moves.canonical().len(), solution.length(), "{solution:?}");
    }
}

#[test]
fn the_farthest_cosets_take_as_many_moves_as_there_can_be() {
    let Phases(first, second, third, fourth) = &*PHASES;
    let farthest = [&first.farthest, &second.farthest, &third.farthest, &fourth.farthest];
    for (phase, (cubes, greatest)) in farthest.into_iter().zip([7, 10, 13, 15]).enumerate() {
        for (cube, solution) in cubes.iter().zip(solve(cubes)) {
            assert_each_phase_is_shortest(cube, &solution);
            assert_eq!(solution.phase_lengths[phase], greatest);
            assert!(solution.phase_lengths[..phase].iter().all(|&length| length == 0));
        }
    }
}

#[test]
fn a_turn_is_undone_in_the_phase_that_it_belongs_to() {
    let cubes: Vec<Cube> = Move::all().map(|mv| Cube::SOLVED.turn(mv)).collect();
    for (mv, solution) in Move::all().zip(solve(&cubes)) {
        assert_eq!(solution.moves, [mv.inverse()]);
        let phase = if mv.turns() == 2 { 3 } else { [2, 1, 0][mv.face().axis()] };
        assert_eq!(solution.phase_lengths[phase], 1, "{mv}");
    }
}

#[test]
fn a_solved_cube_needs_no_moves() {
    let solutions = solve(&[Cube::SOLVED]);
    let [solution] = &solutions[..] else { panic!("{solutions:?}") };
    assert!(solution.moves.is_empty() && solution.others.is_empty());
    assert_eq!(solution.phase_lengths, [0; 4]);
    assert!(solve(&[]).is_empty());
}
