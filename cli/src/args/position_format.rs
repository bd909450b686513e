//! The formats in which positions are written, one declaration for all commands and the service.

use clap::ValueEnum;
use cubebatch::Cube;
use cubebatch::cube::{Algorithm, FACELETS, Face};
use cubebatch::notation::{to_lin, to_reid};

/// The format of a written position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PositionFormat {
    /// 54 letters
    #[default]
    Facelets,
    /// The unfolded cube: nine lines, and an empty one
    Net,
    /// Moves that make the position from the solved cube; needs the tables
    Moves,
    /// The address of these moves on alpha.twizzle.net; needs the tables
    Link,
    /// 54 numbers as in Lin's paper
    Lin,
    /// Cubies as in Rokicki's programs
    Reid,
    /// JSON: cubies and how they are turned, as cp, co, ep, eo
    Cubies,
    /// JSON: 54 numbers, 0 to 5 for U R F D L B
    Array,
    /// JSON: for each of 54 facelets six numbers, of which the one of its colour is 1
    OneHot,
    /// A picture of the unfolded cube, an SVG document a line
    Svg,
}

/// What writes a position.
pub enum PositionWriter {
    Of(fn(&Cube) -> String),
    /// From moves that make the position, which a solver finds.
    OfMoves(fn(&Algorithm) -> String),
}

impl PositionFormat {
    /// What writes a position in this format.
    pub fn writer(self) -> PositionWriter {
        match self {
            PositionFormat::Facelets => PositionWriter::Of(Cube::to_string),
            PositionFormat::Net => PositionWriter::Of(net),
            PositionFormat::Moves => PositionWriter::OfMoves(Algorithm::to_string),
            PositionFormat::Link => PositionWriter::OfMoves(link),
            PositionFormat::Lin => PositionWriter::Of(to_lin),
            PositionFormat::Reid => PositionWriter::Of(to_reid),
            PositionFormat::Cubies => PositionWriter::Of(cubebatch_rows::cubies_of),
            PositionFormat::Array => PositionWriter::Of(array),
            PositionFormat::OneHot => PositionWriter::Of(one_hot),
            PositionFormat::Svg => PositionWriter::Of(svg),
        }
    }
}

/// The last one is empty, so that a reader knows where a cube ends.
fn net(cube: &Cube) -> String {
    let letters = cube.to_string();
    let row = |face: Face, row: usize| &letters[9 * face.index() + 3 * row..][..3];
    let alone = |face: Face| (0..3).map(move |line| format!("    {}\n", row(face, line)));
    let belt =
        (0..3).map(|line| [Face::L, Face::F, Face::R, Face::B].map(|face| row(face, line)).join(" ") + "\n");
    alone(Face::U).chain(belt).chain(alone(Face::D)).collect()
}

fn link(moves: &Algorithm) -> String {
    let moves = moves.to_string().replace(' ', "+").replace('\'', "%27");
    format!("https://alpha.twizzle.net/edit/?setup-alg={moves}")
}

fn array(cube: &Cube) -> String {
    let numbers: [String; FACELETS] = cube.facelets().map(|face| face.index().to_string());
    format!("[{}]", numbers.join(","))
}

fn one_hot(cube: &Cube) -> String {
    let row = |face: Face| {
        format!(
            "[{}]",
            [0, 1, 2, 3, 4, 5].map(|number| if number == face.index() { "1" } else { "0" }).join(",")
        )
    };
    format!("[{}]", cube.facelets().map(row).join(","))
}

fn svg(cube: &Cube) -> String {
    crate::commands::picture(cube).replace('\n', "")
}
