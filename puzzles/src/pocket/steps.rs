//! A solution in three steps, as people do it: by looking for a case in a table and making its
//! moves. Only the layers up, down, left and right are turned.

use std::sync::LazyLock;

use super::PocketCube;
use super::notation::FACES;
use cubebatch_cube::cube::{Algorithm, Face, Move};

/// A solution in three steps, each without turns that cancel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps(pub [Algorithm; 3]);

/// For each facelet the turns that bring it down, to the left in front: face by face in the order of [`FACES`].
const FIRST: [[&str; 4]; 6] = [
    ["L", "R' D'", "L D", "R' D2"],
    ["U L", "U R' D'", "D' L D", "D' R' D2"],
    ["U2 L", "U2 R' D'", "D2 L D", "D2 R' D2"],
    ["U' L", "U' R' D'", "D L D", "D R' D2"],
    ["L2", "R2 D'", "L2 D", "R2 D2"],
    ["", "D'", "D", "D2"],
];

/// For each place of a corner (UFR URB UBL ULF DRF DBR DLB) the turns that bring it to UFR. They keep the corners that are in
/// the first layer: DLF always, DBR and DLB unless they are the ones that move.
const ABOVE: [&str; 7] = ["", "U", "U2", "U'", "R U R' U'", "R' U", "L U L' U"];

/// For each side of UFR (up, front, right) that is white the turns that bring the corner down
/// to DRF, white below, and leave the others of the first layer.
const INSERT: [&str; 3] = ["R U2 R' U' R U R'", "U R U' R'", "R U R'"];

/// Turns that make the upper face yellow, after U has brought the case to its place.
const ORIENT: [&str; 8] = [
    "",
    // One corner is yellow above.
    "R U R' U R U2 R'",
    "R U2 R' U' R U' R'",
    // Two neighbours are; the other two show yellow to one side, or away from each other.
    "R U R' D' L' U' L",
    "L U R L' D L' D' R'",
    // Two opposite ones are.
    "R2 U R' U2 R U2 R' U R2",
    // None is; two pairs show yellow to opposite sides, or one pair does.
    "R2 U2 R U2 R2",
    "R U2 R2 U' R2 U' R2 U2 R",
];

/// Turns that exchange two corners of the upper layer: none, neighbours, opposite ones.
const EXCHANGE: [&str; 3] = ["", "R U' L U2 R' U R U2 R' L'", "R U' R' D' R2 U' L D L' U R2 D'"];

/// The tables as moves.
struct StepTables {
    first: Vec<Algorithm>,
    above: Vec<Algorithm>,
    insert: Vec<Algorithm>,
    orient: Vec<Algorithm>,
    exchange: Vec<Algorithm>,
}

static TABLES: LazyLock<StepTables> = LazyLock::new(|| {
    let moves = |text: &&str| text.parse().expect("the tables hold moves");
    let table = |texts: &[&str]| texts.iter().map(moves).collect();
    StepTables {
        first: table(FIRST.as_flattened()),
        above: table(&ABOVE),
        insert: table(&INSERT),
        orient: table(&ORIENT),
        exchange: table(&EXCHANGE),
    }
});

/// Where a corner of the first layer comes in, and where the one before it is.
const DRF: usize = 4;
const DLF: usize = 7;

impl Steps {
    /// The names of the steps.
    pub const NAMES: [&str; 3] = ["first corner", "first layer", "last layer"];

    /// A solution of this cube.
    pub fn of(cube: &PocketCube) -> Steps {
        let mut at = *cube;
        Steps([first, second, third].map(|step| {
            let moves = step(&at).canonical();
            at = at.apply(&moves);
            moves
        }))
    }

    /// The moves of all steps.
    pub fn moves(&self) -> Algorithm {
        self.0.iter().flatten().copied().collect()
    }
}

/// The colours of a face.
fn face(at: &PocketCube, face: Face) -> [Face; 4] {
    let stickers = at.stickers();
    std::array::from_fn(|i| stickers[4 * face.index() + i])
}

/// Brings the white facelet that takes the fewest moves down, to the left in front.
fn first(at: &PocketCube) -> Algorithm {
    let colours = FACES.into_iter().flat_map(|name| face(at, name));
    let white = colours.zip(&TABLES.first).filter(|&(colour, _)| colour == Face::D);
    white.map(|(_, moves)| moves).min_by_key(|moves| moves.len()).expect("white is there").clone()
}

/// Completes the white layer: brings the corner that belongs right of DLF to DRF, turns the
/// layer so that this one is at DLF, and does so twice more.
fn second(at: &PocketCube) -> Algorithm {
    let mut moves = Algorithm::new();
    for corner in 0..3 {
        if corner > 0 {
            moves.extend(Move::new(Face::D, 3));
        }
        moves.extend(next_corner(&at.apply(&moves)));
    }
    moves
}

/// Brings the corner that belongs right of DLF to DRF.
fn next_corner(at: &PocketCube) -> Algorithm {
    let (place, side) = wanted(at);
    if (place, side) == (DRF, 0) {
        return Algorithm::new();
    }
    let mut moves = TABLES.above[place].clone();
    let (_, side) = wanted(&at.apply(&moves));
    moves += &TABLES.insert[side];
    moves
}

/// The place of the corner that belongs to the right of DLF, and the side of it that is white. Its other colours are the
/// colour in front of DLF, which it has in front when white is below.
fn wanted(at: &PocketCube) -> (usize, usize) {
    let corners = at.corners();
    let front = corners[DLF][1];
    let is_wanted = |&(place, side): &(usize, usize)| {
        let colours: [Face; 3] = corners[place];
        (colours[side], colours[(side + 2) % 3]) == (Face::D, front)
    };
    let all = (0..8).flat_map(|place| (0..3).map(move |side| (place, side)));
    all.into_iter().find(is_wanted).expect("every corner is somewhere")
}

/// Turns the corners of the last layer, then exchanges them.
fn third(at: &PocketCube) -> Algorithm {
    let mut moves = matching(at, &TABLES.orient, |after| {
        let up = face(after, Face::U);
        up == [up[0]; 4]
    });
    let oriented = at.apply(&moves);
    moves.extend(matching(&oriented, &TABLES.exchange, |after| up_turn(after).is_some()));
    moves.extend(up_turn(&at.apply(&moves)).flatten());
    moves
}

/// The case that fits, after the turns of U that bring it to its place.
fn matching(at: &PocketCube, cases: &[Algorithm], fits: impl Fn(&PocketCube) -> bool) -> Algorithm {
    let turned =
        |case: &Algorithm, turns| Move::new(Face::U, turns).into_iter().chain(case.clone()).collect();
    let all = cases.iter().flat_map(|case| (0..4).map(move |turns| turned(case, turns)));
    all.into_iter().find(|moves: &Algorithm| fits(&at.apply(moves))).expect("the cases are all there are")
}

/// The turn of U, if any is needed, that solves a cube; `None` if none does.
fn up_turn(at: &PocketCube) -> Option<Option<Move>> {
    let mut turns = (0..4).map(|turns| Move::new(Face::U, turns));
    turns.find(|turn| at.apply(turn.as_slice()).is_solved())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::pocket::facelet;
    use cubebatch_cube::cube::Cube;
    use cubebatch_cube::cube::random::Random;

    #[test]
    fn the_first_table_brings_each_facelet_to_its_place() {
        for (i, moves) in TABLES.first.iter().enumerate() {
            let from = facelet(4 * FACES[i / 4].index() + i % 4);
            let to = facelet(4 * Face::D.index());
            assert_eq!(usize::from(Cube::SOLVED.apply(moves).stickers()[to]), from, "{i}");
        }
    }

    fn white_layer(at: &PocketCube) -> bool {
        let corners = at.corners();
        let sides = [(4, 7), (5, 4), (6, 5), (7, 6)];
        face(at, Face::D) == [Face::D; 4]
            && sides.iter().all(|&(place, left)| corners[place][2] == corners[left][1])
    }

    /// What random cubes look like as they are held.
    fn random_cubes(count: usize) -> impl Iterator<Item = PocketCube> {
        let mut random = Random::new(8);
        (0..count).map(move |_| PocketCube::of(&random.cube()))
    }

    #[test]
    fn each_step_reaches_what_it_is_for() {
        for cube in random_cubes(3000).chain([PocketCube::SOLVED]) {
            let Steps([first, second, third]) = Steps::of(&cube);
            let at = cube.apply(&first);
            assert_eq!(face(&at, Face::D)[0], Face::D);
            let at = at.apply(&second);
            assert!(white_layer(&at), "{cube:?}");
            assert!(at.apply(&third).is_solved(), "{cube:?}");
        }
    }

    #[test]
    fn only_the_layers_up_down_left_and_right_are_turned() {
        for cube in random_cubes(300) {
            let moves = Steps::of(&cube).moves();
            assert!(moves.iter().all(|mv| !matches!(mv.face(), Face::F | Face::B)));
        }
    }

    /// 4! permutations and 3³ orientations, each with the white layer turned in 4 ways.
    #[test]
    fn the_last_layer_is_solved_from_all_its_positions() {
        let turns = |text: &str| text.parse::<Algorithm>().unwrap();
        let ways = [turns("U"), turns(ORIENT[1]), turns(ORIENT[3]), turns(EXCHANGE[1])];
        let mut all = vec![PocketCube::SOLVED];
        let mut seen: HashSet<PocketCube> = all.iter().copied().collect();
        let mut next = 0;
        while next < all.len() {
            let reached = ways.iter().map(|moves| all[next].apply(moves)).filter(|&to| seen.insert(to));
            let reached: Vec<PocketCube> = reached.collect();
            all.extend(reached);
            next += 1;
        }
        assert_eq!(all.len(), 24 * 27 * 4);
        for cube in all {
            assert!(cube.apply(&third(&cube)).is_solved());
        }
    }

    #[test]
    fn no_case_of_the_last_layer_is_there_for_nothing() {
        let (mut oriented, mut exchanged) = (HashSet::new(), HashSet::new());
        for cube in random_cubes(1000) {
            let Steps([first, second, _]) = Steps::of(&cube);
            let at = cube.apply(&first).apply(&second);
            let orient = matching(&at, &TABLES.orient, |after| face(after, Face::U) == [Face::U; 4]);
            let exchange = matching(&at.apply(&orient), &TABLES.exchange, |after| up_turn(after).is_some());
            oriented.insert(orient);
            exchanged.insert(exchange);
        }
        for (cases, used) in [(&TABLES.orient, oriented), (&TABLES.exchange, exchanged)] {
            assert!(cases.iter().all(|case| used.iter().any(|moves| moves.ends_with(case))));
        }
    }
}
