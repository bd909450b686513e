//! The goals that have a name.

use std::sync::LazyLock;

use super::{Goal, pattern};
use crate::cube::{EDGES, Face};

/// A goal with a name.
#[derive(Debug)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// What has to be done, in a few words.
    pub words: &'static str,
    is: Is,
}

/// What has to hold.
#[derive(Debug)]
enum Is {
    /// These cubies are at home.
    Home(&'static str),
    /// These facelets show these colours.
    Shown(&'static str),
    /// All edges are oriented towards F and B, all corners towards U and D, or both.
    Oriented { edges: bool, corners: bool },
    /// The domino: all cubies are oriented, and the edges of the middle layer are in it.
    Domino,
}

const fn home(name: &'static str, words: &'static str, cubies: &'static str) -> Named {
    Named { name, words, is: Is::Home(cubies) }
}

/// All goals that have a name, in the order in which help lists them. To add one, add its line.
pub static NAMED: &[Named] = &[
    home("solved", "the whole cube", "UF UR UB UL DF DR DB DL FR BR BL FL UFR URB UBL ULF DRF DBR DLB DFL"),
    home("cross", "the four edges of D", "DF DR DB DL"),
    home("cross-U", "the four edges of U", "UF UR UB UL"),
    home("cross-R", "the four edges of R", "UR FR DR BR"),
    home("cross-F", "the four edges of F", "UF FR DF FL"),
    home("cross-L", "the four edges of L", "UL FL DL BL"),
    home("cross-B", "the four edges of B", "UB BL DB BR"),
    home("xcross", "the cross of D with one pair", "DF DR DB DL FR DRF"),
    home("f2l", "the first two layers", "DF DR DB DL FR BR BL FL DRF DBR DLB DFL"),
    Named {
        name: "oll",
        words: "the first two layers, and all of U shows its colour",
        is: Is::Shown("UUUUUUUUU...RRRRRR...FFFFFFDDDDDDDDD...LLLLLL...BBBBBB"),
    },
    home("block-222", "a block of 2×2×2 at DLB", "DL DB BL DLB"),
    home("block-123", "a block of 1×2×3 on the left", "DL FL BL DFL DLB"),
    home("block-223", "a block of 2×2×3 on the left", "DL FL BL DF DB DFL DLB"),
    home("two-blocks", "blocks of 1×2×3 on the left and on the right", "DL FL BL DFL DLB DR FR BR DRF DBR"),
    home("corners", "all corners", "UFR URB UBL ULF DRF DBR DLB DFL"),
    home("edges", "all edges", "UF UR UB UL DF DR DB DL FR BR BL FL"),
    Named {
        name: "eo",
        words: "edges oriented: no quarter turn of F and B is needed",
        is: Is::Oriented { edges: true, corners: false },
    },
    Named {
        name: "co",
        words: "corners oriented: U and D show only their colours there",
        is: Is::Oriented { edges: false, corners: true },
    },
    Named {
        name: "dr",
        words: "domino reduction, the goal of phase 1: G1 = ⟨U, D, R2, F2, L2, B2⟩",
        is: Is::Domino,
    },
];

impl Named {
    /// The goal.
    pub fn goal(&self) -> Goal {
        match self.is {
            Is::Home(cubies) => pattern::of_cubies(cubies).expect("the table names cubies"),
            Is::Shown(facelets) => {
                let goal = pattern::read_facelets(facelets).expect("the table has 54 facelets");
                goal.expect("centres are at home")
            }
            Is::Oriented { edges, corners } => {
                Goal::new(|_, _, twist| !corners || twist == 0, |_, _, flip| !edges || flip == 0)
            }
            Is::Domino => Goal::new(
                |_, _, twist| twist == 0,
                |place, edge, flip| flip == 0 && is_between(place) == is_between(edge),
            ),
        }
    }
}

/// The goals of the list, in its order.
static GOALS: LazyLock<Vec<Goal>> = LazyLock::new(|| NAMED.iter().map(Named::goal).collect());

/// The name of a goal.
pub(super) fn name(goal: &Goal) -> Option<&'static str> {
    GOALS.iter().position(|named| named == goal).map(|index| NAMED[index].name)
}

/// Whether an edge is at home in the layer between U and D.
fn is_between(edge: usize) -> bool {
    EDGES[edge].iter().all(|face| !matches!(face, Face::U | Face::D))
}

/// The goal with this name, whatever the case of its letters.
pub(super) fn find(name: &str) -> Option<Goal> {
    NAMED.iter().find(|named| named.name.eq_ignore_ascii_case(name)).map(Named::goal)
}

/// All names.
pub(super) fn names() -> String {
    NAMED.iter().map(|named| named.name).collect::<Vec<_>>().join(", ")
}
