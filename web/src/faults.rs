//! What is wrong with painted stickers, as facts that the page puts into words.

use cubebatch::Face;
use cubebatch::cube::{self, CORNERS, EDGES};
use cubebatch_cube::cube::Flaw;
use serde::Serialize;

/// Something that is wrong. Colours and places are letters of faces.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Wrong {
    /// A colour is on more or fewer stickers than it should be.
    Count {
        colour: String,
        count: usize,
        should: usize,
    },
    /// No cubie has such colours.
    NoCubie {
        colours: String,
        place: String,
    },
    Repeated {
        colours: String,
        count: usize,
    },
    Missing {
        colours: String,
    },
    Twisted,
    Flipped,
    Exchanged,
}

/// A fault, with the numbers of the stickers that show it.
#[derive(Serialize)]
pub struct StickerFault {
    #[serde(flatten)]
    pub wrong: Wrong,
    pub stickers: Vec<usize>,
}

impl From<&cube::Fault> for Wrong {
    fn from(fault: &cube::Fault) -> Wrong {
        match *fault {
            cube::Fault::ColourCount { colour, count, expected } => {
                Wrong::Count { colour: letters(&[colour]), count, should: expected }
            }
            cube::Fault::NoSuchCorner { position, colours } => {
                Wrong::NoCubie { colours: letters(&colours), place: letters(&CORNERS[position]) }
            }
            cube::Fault::NoSuchEdge { position, colours } => {
                Wrong::NoCubie { colours: letters(&colours), place: letters(&EDGES[position]) }
            }
            cube::Fault::RepeatedCorner { corner, count } => {
                Wrong::Repeated { colours: letters(&CORNERS[corner]), count }
            }
            cube::Fault::RepeatedEdge { edge, count } => {
                Wrong::Repeated { colours: letters(&EDGES[edge]), count }
            }
            cube::Fault::MissingCorner { corner } => Wrong::Missing { colours: letters(&CORNERS[corner]) },
            cube::Fault::MissingEdge { edge } => Wrong::Missing { colours: letters(&EDGES[edge]) },
            cube::Fault::Twist => Wrong::Twisted,
            cube::Fault::Flip => Wrong::Flipped,
            cube::Fault::Parity => Wrong::Exchanged,
        }
    }
}

impl From<Flaw> for StickerFault {
    fn from(Flaw { fault, facelets }: Flaw) -> StickerFault {
        StickerFault { wrong: (&fault).into(), stickers: facelets }
    }
}

pub fn letters(faces: &[Face]) -> String {
    faces.iter().map(|face| face.letter()).collect()
}
