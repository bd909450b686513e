//! Goals: which positions end a search.
//!
//! A goal says for each place of the cube which cubies it may hold, and how these may be turned. So a goal can be the solved
//! cube, a cross, a block, oriented edges, or any picture of 54 facelets with gaps. The group of half turns asks for one thing more,
//! which no place alone shows: see `half_turns.rs`.

mod half_turns;
mod named;
mod pattern;
mod positions;
mod task;
mod text;

use std::fmt;
use std::sync::LazyLock;

pub use named::{NAMED, Named};
pub use positions::Positions;
pub use task::Task;
pub use text::WrongGoal;

use crate::cube::symmetry::{Conjugation, Symmetry};
use crate::cube::{CORNERS, Cube, EDGES};

/// The positions at which a search may end.
///
/// Its text is its name, such as `cross`; else the cubies that have to be at home, such as `DF DR DFR`; else 54 facelets, with a
/// dot for each that may show any colour. With `/any` at its end the cube may be held in any way.
/// [`FromStr`](std::str::FromStr) reads them.
///
/// ```
/// # extern crate cubebatch_cube as cubebatch;
/// use cubebatch::cube::{Algorithm, Cube};
/// use cubebatch::goal::Goal;
///
/// let cross: Goal = "cross".parse()?;
/// let turned: Algorithm = "F R".parse()?;
/// assert!(cross.holds(&Cube::SOLVED) && !cross.holds(&(Cube::SOLVED * &turned)));
/// assert_eq!("DF DR DB DL".parse::<Goal>()?, cross);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Goal {
    /// For each corner position a bit `3 · corner + twist` for each corner that it may hold, turned that way.
    corners: [u32; 8],
    /// For each edge position a bit `2 · edge + flip`.
    edges: [u32; 12],
    /// Whether half turns alone have to be able to make the places of the corners.
    half_turns: bool,
    /// Whether the cube may be held in any way.
    any: bool,
}

/// The 24 rotations of the whole cube.
static ROTATIONS: LazyLock<Vec<(Symmetry, Conjugation)>> = LazyLock::new(|| {
    let rotations = Symmetry::all().into_iter().filter(|symmetry| !symmetry.is_reflection());
    rotations.map(|rotation| (rotation, Conjugation::new(&rotation))).collect()
});

impl Goal {
    /// The solved cube.
    pub const SOLVED: Goal = {
        let (mut corners, mut edges) = ([0; 8], [0; 12]);
        let mut i = 0;
        while i < 12 {
            edges[i] = 1 << (2 * i);
            if i < 8 {
                corners[i] = 1 << (3 * i);
            }
            i += 1;
        }
        Goal { corners, edges, half_turns: false, any: false }
    };

    /// The cross of D.
    pub fn cross() -> Goal {
        named::find("cross").expect("it has a name")
    }

    /// One position.
    pub fn position(cube: &Cube) -> Goal {
        let (corners, edges) = (cube.corners(), cube.edges());
        Goal {
            corners: corners.map(|(corner, twist)| 1 << (3 * corner + twist)),
            edges: edges.map(|(edge, flip)| 1 << (2 * edge + flip)),
            half_turns: false,
            any: false,
        }
    }

    /// The positions at whose places `corner(place, corner, twist)` and `edge(place, edge, flip)` are true.
    pub fn new(
        corner: impl Fn(usize, usize, usize) -> bool,
        edge: impl Fn(usize, usize, usize) -> bool,
    ) -> Goal {
        let set = |turns: usize, allowed: &dyn Fn(usize, usize) -> bool| {
            (0..24).filter(|bit| allowed(bit / turns, bit % turns)).fold(0, |set, bit| set | 1 << bit)
        };
        Goal {
            corners: std::array::from_fn(|place| set(3, &|cubie, twist| corner(place, cubie, twist))),
            edges: std::array::from_fn(|place| set(2, &|cubie, flip| edge(place, cubie, flip))),
            half_turns: false,
            any: false,
        }
    }

    /// The positions where these corners and edges are at home.
    fn of_cubies(corners: &[usize], edges: &[usize]) -> Goal {
        let is_at_home = |at_home: &[usize], place, cubie, turned| {
            !at_home.contains(&place) || (cubie == place && turned == 0)
        };
        Goal::new(
            |place, corner, twist| is_at_home(corners, place, corner, twist),
            |place, edge, flip| is_at_home(edges, place, edge, flip),
        )
    }

    /// The same goal with the cube held in any way: the cross of any face, for one.
    #[must_use]
    pub const fn in_any_orientation(self) -> Goal {
        Goal { any: true, ..self }
    }

    /// This goal, for corners that half turns alone can bring to where they are.
    const fn by_half_turns(self) -> Goal {
        Goal { half_turns: true, ..self }
    }

    /// This goal with the cube held in one way.
    pub const fn held(self) -> Goal {
        Goal { any: false, ..self }
    }

    /// This goal with the cube held in one way, and the rotations to all ways of holding it that differ.
    pub fn orientations(&self) -> (Goal, Vec<Symmetry>) {
        let held = self.held();
        let mut images: Vec<(Goal, Symmetry)> = Vec::new();
        for (rotation, _) in &ROTATIONS[..if self.any { 24 } else { 1 }] {
            // After the rotation a position has the goal, if it had the image under the way back before.
            let image = held.image(&rotation.inverse());
            if images.iter().all(|(other, _)| *other != image) {
                images.push((image, *rotation));
            }
        }
        (held, images.into_iter().map(|(_, rotation)| rotation).collect())
    }

    /// Whether a position is one of these.
    pub fn holds(&self, cube: &Cube) -> bool {
        let held = |(_, rotation): &(Symmetry, Conjugation)| self.holds_here(&rotation.conjugate(cube));
        if self.any { ROTATIONS.iter().any(held) } else { self.holds_here(cube) }
    }

    fn holds_here(&self, cube: &Cube) -> bool {
        let corner = |i: usize| self.allows_corner(i, cube.corner_perm[i].into(), cube.corner_ori[i].into());
        let edge = |i: usize| self.allows_edge(i, cube.edge_perm[i].into(), cube.edge_ori[i].into());
        (0..CORNERS.len()).all(corner) && (0..EDGES.len()).all(edge) && self.allows_corners(cube)
    }

    /// Whether corners that it allows at the same places have to be seen one by one.
    pub fn sees_each_corner(&self) -> bool {
        self.half_turns
    }

    /// Whether the corners of a position may be at these places together, if each of them may be at its own.
    pub fn allows_corners(&self, cube: &Cube) -> bool {
        !self.half_turns || half_turns::make_places_of_corners(cube)
    }

    /// Whether a corner may be at a place, turned like this.
    pub fn allows_corner(&self, place: usize, corner: usize, twist: usize) -> bool {
        self.corners[place] >> (3 * corner + twist) & 1 == 1
    }

    /// Whether an edge may be at a place, turned like this.
    pub fn allows_edge(&self, place: usize, edge: usize, flip: usize) -> bool {
        self.edges[place] >> (2 * edge + flip) & 1 == 1
    }

    /// The corners and the edges that have to be at home.
    pub fn cubies_at_home(&self) -> (Vec<usize>, Vec<usize>) {
        let corners = (0..CORNERS.len()).filter(|&i| self.corners[i] == Goal::SOLVED.corners[i]);
        (corners.collect(), (0..EDGES.len()).filter(|&i| self.keeps_edge(i)).collect())
    }

    /// Whether an edge has to be at home.
    fn keeps_edge(&self, edge: usize) -> bool {
        self.edges[edge] == Goal::SOLVED.edges[edge]
    }

    /// The positions of both goals, with the cube held in one way.
    pub fn and(&self, other: &Goal) -> Goal {
        Goal {
            corners: std::array::from_fn(|place| self.corners[place] & other.corners[place]),
            edges: std::array::from_fn(|place| self.edges[place] & other.edges[place]),
            half_turns: self.half_turns || other.half_turns,
            any: false,
        }
    }

    /// The conjugates of these positions. All symmetries keep the half turns.
    pub fn image(&self, symmetry: &Symmetry) -> Goal {
        let mut image = Goal { corners: [0; 8], edges: [0; 12], ..*self };
        for (place, bit) in (0..CORNERS.len()).flat_map(|place| (0..24).map(move |bit| (place, bit))) {
            let (to, corner, twist) = symmetry.corner(place, bit / 3, bit % 3);
            image.corners[to] |= (self.corners[place] >> bit & 1) << (3 * corner + twist);
        }
        for (place, bit) in (0..EDGES.len()).flat_map(|place| (0..24).map(move |bit| (place, bit))) {
            let (to, edge, flip) = symmetry.edge(place, bit / 2, bit % 2);
            image.edges[to] |= (self.edges[place] >> bit & 1) << (2 * edge + flip);
        }
        image
    }
}

impl fmt::Debug for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Goal({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::random::Random;
    use crate::cube::{Algorithm, Face};

    fn goal(text: &str) -> Goal {
        text.parse().expect(text)
    }

    #[test]
    fn texts_of_goals_are_read_back() {
        let names: Vec<&str> = NAMED.iter().map(|named| named.name).collect();
        let others = [
            "cross/any",
            "Cross/ANY",
            "DF DLB/any",
            "UF UFR",
            "DF DLB",
            ".U.U.U.U.RRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
        ];
        for text in names.into_iter().chain(others) {
            let read = goal(text);
            assert_eq!(goal(&read.to_string()), read, "{text}");
        }
        assert_eq!(goal("dr  fr,DFR").to_string(), "DR FR DRF");
        let facelets = "....U..........................D.DDD.D................";
        assert_eq!(goal("....U....\n....R..R.\n....F..F.\n.D.DDD.D.\n....L..L.\n....B..B."), goal("cross"));
        // The neighbours of D alone do not say which of the four belongs where.
        assert_eq!(goal(facelets).facelets().iter().flatten().count(), 6 + 4);
        assert_eq!(Goal::SOLVED, goal("solved"));
        assert_eq!(goal("cross/any").to_string(), "cross/any");
    }

    #[test]
    fn what_is_no_goal_is_refused() {
        for text in [
            "",
            "/any",
            "cross/any/any",
            "cross/an",
            "crss",
            "DF DX",
            "UD",
            "DFF",
            "....",
            "....R.................................................",
        ] {
            let refused = text.parse::<Goal>().expect_err(text);
            assert!(
                matches!(refused, WrongGoal::Unknown { .. } | WrongGoal::Centre { .. }),
                "{text}: {refused}"
            );
        }
        // A flipped edge, a twisted corner, two exchanged edges.
        for text in [
            "UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
            "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
            "UUUUUUUUURFRRRRRRRFRFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
        ] {
            assert_eq!(text.parse::<Goal>(), Err(WrongGoal::Impossible), "{text}");
        }
        // The flip is possible if another edge is free.
        let free = "U.UUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLB.BBBBBBB";
        assert!(free.parse::<Goal>().is_ok());
    }

    #[test]
    fn last_layers_are_what_pictures_show() {
        let f2l = |u: [&str; 5]| {
            let [u, r, f, l, b] = u;
            format!("{u}{r}RRRRRR{f}FFFFFFDDDDDDDDD{l}LLLLLL{b}BBBBBB")
        };
        for (name, u) in [
            ("f2l", ["....U....", "...", "...", "...", "..."]),
            ("eoll", [".U.UUU.U.", "...", "...", "...", "..."]),
            ("ocll", ["U.U.U.U.U", "...", "...", "...", "..."]),
            ("oll", ["UUUUUUUUU", "...", "...", "...", "..."]),
            ("cpll", ["UUUUUUUUU", "R.R", "F.F", "L.L", "B.B"]),
            ("epll", ["UUUUUUUUU", ".R.", ".F.", ".L.", ".B."]),
            ("cll", ["U.U.U.U.U", "R.R", "F.F", "L.L", "B.B"]),
            ("ell", [".U.UUU.U.", ".R.", ".F.", ".L.", ".B."]),
        ] {
            assert_eq!(goal(name), goal(&f2l(u)), "{name}");
        }
        let cmll = ["U.U.U.U.U", "R.RRRRRRR", "F.FFFFF.F", "D.DDDDD.D", "L.LLLLLLL", "B.BBBBB.B"].concat();
        assert_eq!(goal("cmll"), goal(&cmll));
    }

    #[test]
    fn images_hold_where_conjugates_are() {
        let mut random = Random::new(34);
        let moves = |random: &mut Random| -> Algorithm {
            (0..3).map(|_| crate::cube::Move::from_index(random.below(18) as usize)).collect()
        };
        let cubes: Vec<Cube> = (0..200).map(|_| Cube::SOLVED * &moves(&mut random)).collect();
        for named in NAMED {
            let (goal, mut held) = (named.goal(), 0);
            for symmetry in Symmetry::all() {
                let image = goal.image(&symmetry);
                for cube in &cubes {
                    assert_eq!(image.holds(&symmetry.conjugate(cube)), goal.holds(cube), "{}", named.name);
                    held += usize::from(goal.holds(cube));
                }
            }
            assert!(held > 0 || goal == Goal::SOLVED, "{}", named.name);
        }
    }

    #[test]
    fn any_orientation_is_one_of_those_that_differ() {
        let any = goal("cross/any");
        let (held, rotations) = any.orientations();
        assert_eq!((held, rotations.len()), (goal("cross"), 6));
        let crosses = ["cross", "cross-U", "cross-R", "cross-F", "cross-L", "cross-B"].map(goal);
        for moves in ["", "U R", "D F", "R2 U", "L B", "F D B", "R U F D L B"] {
            let cube: Cube = Cube::SOLVED * &moves.parse::<Algorithm>().expect(moves);
            assert_eq!(any.holds(&cube), crosses.iter().any(|cross| cross.holds(&cube)), "{moves}");
            let turned = rotations.iter().any(|rotation| held.holds(&rotation.conjugate(&cube)));
            assert_eq!(any.holds(&cube), turned, "{moves}");
        }
        let ways = [("block-222", 8), ("eo", 3), ("dr", 3), ("solved", 1), ("corners", 1), ("block-123", 24)];
        for (name, ways) in ways {
            assert_eq!(goal(name).in_any_orientation().orientations().1.len(), ways, "{name}");
        }
    }

    #[test]
    fn a_goal_asks_for_some_stickers() {
        let asked = |text: &str| -> String {
            let stickers = goal(text).stickers();
            let letters = Face::ALL.into_iter().flat_map(|face| [face.letter(); 9]);
            letters.zip(stickers).map(|(letter, asked)| if asked { letter } else { '.' }).collect()
        };
        let edges = [".U.U.U.U.", ".R.R.R.R.", ".F.F.F.F.", ".D.D.D.D.", ".L.L.L.L.", ".B.B.B.B."];
        let none = ".........";
        for (text, stickers) in [
            ("cross", [none, ".......R.", ".......F.", ".D.D.D.D.", ".......L.", ".......B."]),
            ("oll", ["UUUU.UUUU", "...R.RRRR", "...F.FFFF", "DDDD.DDDD", "...L.LLLL", "...B.BBBB"]),
            ("co", ["U.U...U.U", none, none, "D.D...D.D", none, none]),
            ("dr", ["UUUU.UUUU", "...R.R...", "...F.F...", "DDDD.DDDD", "...L.L...", "...B.B..."]),
            ("eo", edges),
            ("cross/any", edges),
            (&format!(".U{}", ".".repeat(52)), [".U.U.U.U.", none, none, none, none, none]),
        ] {
            assert_eq!(asked(text), stickers.concat(), "{text}");
        }
    }

    #[test]
    fn the_domino_is_what_the_moves_of_phase_2_keep() {
        let mut cube = Cube::SOLVED;
        let mut random = Random::new(3);
        for _ in 0..1000 {
            let moves = ["U", "U2", "U'", "D", "D2", "D'", "R2", "F2", "L2", "B2"];
            let mv = moves[random.below(moves.len() as u64) as usize];
            cube = cube.turn(mv.parse().expect("a move"));
            assert!(goal("dr").holds(&cube) && goal("eo").holds(&cube) && goal("co").holds(&cube));
        }
        assert!(!goal("dr").holds(&cube.turn("R".parse().expect("a move"))));
    }
}
