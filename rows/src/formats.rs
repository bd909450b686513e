//! The formats in which positions are read and written, one declaration for all commands and the service.

use cubebatch::Cube;
use cubebatch::cube::{Algorithm, FACELETS, Face};
use cubebatch::notation::{self, to_lin, to_reid};

/// The values of an option, each with a name.
pub trait Named: Copy + PartialEq + Send + Sync + 'static {
    /// All values, with the name and the meaning of each.
    const ALL: &'static [(Self, &'static str, &'static str)];

    /// The name of this value.
    fn name(self) -> &'static str {
        Self::names().find(|&(value, _)| value == self).expect("each value has a name").1
    }

    /// The value with this name.
    fn named(name: &str) -> Option<Self> {
        Self::names().find(|&(_, other)| other == name).map(|(value, _)| value)
    }

    /// All values with their names.
    fn names() -> impl Iterator<Item = (Self, &'static str)> {
        Self::ALL.iter().map(|&(value, name, _)| (value, name))
    }
}

/// The format of positions that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFormat {
    /// The format of each line is recognised.
    Auto,
    /// One format of all lines.
    Of(notation::Format),
}

impl Named for InputFormat {
    const ALL: &'static [(InputFormat, &'static str, &'static str)] = &[
        (InputFormat::Auto, "auto", "Recognise the format of each line"),
        (InputFormat::Of(notation::Format::Facelets), "facelets", "54 symbols, U R F D L B row by row"),
        (
            InputFormat::Of(notation::Format::AnyOrder),
            "any-order",
            "54 symbols or colours face by face, in any order of the faces, each turned in any way",
        ),
        (InputFormat::Of(notation::Format::Lin), "lin", "48 or 54 numbers as in Lin's paper"),
        (
            InputFormat::Of(notation::Format::Moves),
            "moves",
            "Moves from the solved cube: R U2 F' Rw M x, also with digits (R1U2F3) and brackets ((R U)3)",
        ),
        (InputFormat::Of(notation::Format::Reid), "reid", "Cubies as in Rokicki's programs: UF UR UB ..."),
    ];
}

impl InputFormat {
    /// The format of all lines; `None` if each line is to be recognised.
    pub fn notation(self) -> Option<notation::Format> {
        match self {
            InputFormat::Auto => None,
            InputFormat::Of(format) => Some(format),
        }
    }
}

/// The format of a written position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PositionFormat {
    /// 54 letters.
    #[default]
    Facelets,
    /// The unfolded cube on nine lines.
    Net,
    /// Moves that make the position.
    Moves,
    /// The address of these moves.
    Link,
    /// 54 numbers.
    Lin,
    /// Cubies by their names.
    Reid,
    /// Cubies by their numbers.
    Cubies,
    /// Numbers of colours.
    Array,
    /// Colours as numbers of which one is 1.
    OneHot,
    /// A picture.
    Svg,
}

impl Named for PositionFormat {
    const ALL: &'static [(PositionFormat, &'static str, &'static str)] = &[
        (PositionFormat::Facelets, "facelets", "54 letters"),
        (PositionFormat::Net, "net", "The unfolded cube: nine lines, and an empty one"),
        (
            PositionFormat::Moves,
            "moves",
            "Moves that make the position from the solved cube; needs the tables",
        ),
        (PositionFormat::Link, "link", "The address of these moves on alpha.twizzle.net; needs the tables"),
        (PositionFormat::Lin, "lin", "54 numbers as in Lin's paper"),
        (PositionFormat::Reid, "reid", "Cubies as in Rokicki's programs"),
        (PositionFormat::Cubies, "cubies", "JSON: cubies and how they are turned, as cp, co, ep, eo"),
        (PositionFormat::Array, "array", "JSON: 54 numbers, 0 to 5 for U R F D L B"),
        (
            PositionFormat::OneHot,
            "one-hot",
            "JSON: for each of 54 facelets six numbers, of which the one of its colour is 1",
        ),
        (PositionFormat::Svg, "svg", "A picture of the unfolded cube, an SVG document a line"),
    ];
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
            PositionFormat::Cubies => PositionWriter::Of(super::cubies_of),
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
    super::picture::svg(cube).replace('\n', "")
}
