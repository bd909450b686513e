//! The goals that have a name.

use std::sync::LazyLock;

use super::{Goal, half_turns, pattern};
use crate::cube::{CORNERS, EDGES, Face};

/// A goal with a name.
#[derive(Debug)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// What has to be done, in a few words.
    pub words: &'static str,
    /// All of these have to hold.
    all: &'static [Is],
}

/// What has to hold.
#[derive(Debug)]
enum Is {
    /// These cubies are at home.
    Home(&'static str),
    /// These places of U hold cubies that show its colour there.
    Up { edges: bool, corners: bool },
    /// All edges are oriented towards F and B, all corners towards U and D, or both.
    Oriented { edges: bool, corners: bool },
    /// The edges of these places belong to some of these places.
    Among(&'static str),
    /// Half turns bring each corner home from where it is.
    ByHalfTurns,
}

/// The first two layers.
const F2L: Is = Is::Home("DF DR DB DL FR BR BL FL DRF DBR DLB DFL");

/// The blocks on the left and on the right of Roux's method.
const TWO_BLOCKS: Is = Is::Home("DL FL BL DFL DLB DR FR BR DRF DBR");

/// All corners.
const CORNERS_HOME: Is = Is::Home("UFR URB UBL ULF DRF DBR DLB DFL");

/// All edges.
const EDGES_HOME: Is = Is::Home("UF UR UB UL DF DR DB DL FR BR BL FL");

/// All edges oriented.
const EO: Is = Is::Oriented { edges: true, corners: false };

/// All cubies oriented.
const ORIENTED: Is = Is::Oriented { edges: true, corners: true };

/// U shows its colour everywhere.
const U_UP: Is = Is::Up { edges: true, corners: true };

const fn goal(name: &'static str, words: &'static str, all: &'static [Is]) -> Named {
    Named { name, words, all }
}

/// All goals that have a name, in the order in which help lists them. To add one, add its line.
pub static NAMED: &[Named] = &[
    goal("solved", "the whole cube", &[EDGES_HOME, CORNERS_HOME]),
    goal("cross", "the four edges of D", &[Is::Home("DF DR DB DL")]),
    goal("cross-U", "the four edges of U", &[Is::Home("UF UR UB UL")]),
    goal("cross-R", "the four edges of R", &[Is::Home("UR FR DR BR")]),
    goal("cross-F", "the four edges of F", &[Is::Home("UF FR DF FL")]),
    goal("cross-L", "the four edges of L", &[Is::Home("UL FL DL BL")]),
    goal("cross-B", "the four edges of B", &[Is::Home("UB BL DB BR")]),
    goal("xcross", "the cross of D with one pair", &[Is::Home("DF DR DB DL FR DRF")]),
    goal("xxcross", "the cross of D with the pairs of FR and BR", &[Is::Home("DF DR DB DL FR DRF BR DBR")]),
    goal(
        "xxxcross",
        "the cross of D with all pairs but that of FL",
        &[Is::Home("DF DR DB DL FR DRF BR DBR BL DLB")],
    ),
    goal("f2l", "the first two layers", &[F2L]),
    goal(
        "eoll",
        "the first two layers, and the edges of U show its colour",
        &[F2L, Is::Up { edges: true, corners: false }],
    ),
    goal(
        "ocll",
        "the first two layers, and the corners of U show its colour",
        &[F2L, Is::Up { edges: false, corners: true }],
    ),
    goal("oll", "the first two layers, and all of U shows its colour", &[F2L, U_UP]),
    goal(
        "cpll",
        "the first two layers, all of U shows its colour, and its corners are at home",
        &[F2L, U_UP, CORNERS_HOME],
    ),
    goal(
        "epll",
        "the first two layers, all of U shows its colour, and its edges are at home",
        &[F2L, U_UP, EDGES_HOME],
    ),
    goal("cll", "the first two layers, and all corners", &[F2L, CORNERS_HOME]),
    goal("ell", "the first two layers, and all edges", &[F2L, EDGES_HOME]),
    goal("block-222", "a block of 2×2×2 at DLB", &[Is::Home("DL DB BL DLB")]),
    goal("block-123", "a block of 1×2×3 on the left", &[Is::Home("DL FL BL DFL DLB")]),
    goal("block-223", "a block of 2×2×3 on the left", &[Is::Home("DL FL BL DF DB DFL DLB")]),
    goal("two-blocks", "blocks of 1×2×3 on the left and on the right", &[TWO_BLOCKS]),
    goal("cmll", "two blocks, and all corners", &[TWO_BLOCKS, CORNERS_HOME]),
    goal("corners", "all corners", &[CORNERS_HOME]),
    goal("edges", "all edges", &[EDGES_HOME]),
    goal("eo", "edges oriented: no quarter turn of F and B is needed", &[EO]),
    goal("eoline", "edges oriented, with DF and DB", &[EO, Is::Home("DF DB")]),
    goal("eocross", "edges oriented, with the cross of D", &[EO, Is::Home("DF DR DB DL")]),
    goal(
        "co",
        "corners oriented: U and D show only their colours there",
        &[Is::Oriented { edges: false, corners: true }],
    ),
    goal(
        "dr",
        "domino reduction, the goal of phase 1: G1 = ⟨U, D, R2, F2, L2, B2⟩",
        &[ORIENTED, Is::Among("FR BR BL FL")],
    ),
    goal(
        "htr",
        "half-turn reduction: half turns are enough for the rest",
        &[
            ORIENTED,
            Is::Among("FR BR BL FL"),
            Is::Among("UF UB DF DB"),
            Is::Among("UR UL DR DL"),
            Is::ByHalfTurns,
        ],
    ),
];

impl Named {
    /// The goal.
    pub fn goal(&self) -> Goal {
        self.all.iter().map(Is::goal).reduce(|goal, other| goal.and(&other)).expect("something has to hold")
    }
}

impl Is {
    fn goal(&self) -> Goal {
        match *self {
            Is::Home(cubies) => pattern::of_cubies(cubies).expect("the table names cubies"),
            Is::Up { edges, corners } => Goal::new(
                |place, corner, twist| {
                    let [place, corner] = [place, corner].map(|n| CORNERS[n][0] == Face::U);
                    !corners || !place || corner && twist == 0
                },
                |place, edge, flip| {
                    let [place, edge] = [place, edge].map(|n| EDGES[n][0] == Face::U);
                    !edges || !place || edge && flip == 0
                },
            ),
            Is::Oriented { edges, corners } => {
                Goal::new(|_, _, twist| !corners || twist == 0, |_, _, flip| !edges || flip == 0)
            }
            Is::Among(edges) => {
                let edges = pattern::of_cubies(edges).expect("the table names cubies");
                let is_one = |edge| edges.keeps_edge(edge);
                Goal::new(|_, _, _| true, |place, edge, _| is_one(place) == is_one(edge))
            }
            Is::ByHalfTurns => Goal::new(half_turns::keep_tetrads, |_, _, _| true).by_half_turns(),
        }
    }
}

/// The goals of the list, in its order.
static GOALS: LazyLock<Vec<Goal>> = LazyLock::new(|| NAMED.iter().map(Named::goal).collect());

/// The name of a goal.
pub(super) fn name(goal: &Goal) -> Option<&'static str> {
    GOALS.iter().position(|named| named == goal).map(|index| NAMED[index].name)
}

/// The goal with this name, whatever the case of its letters.
pub(super) fn find(name: &str) -> Option<Goal> {
    NAMED.iter().find(|named| named.name.eq_ignore_ascii_case(name)).map(Named::goal)
}

/// All names.
pub(super) fn names() -> String {
    NAMED.iter().map(|named| named.name).collect::<Vec<_>>().join(", ")
}
