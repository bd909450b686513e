//! The format of positions: the options of all commands that read them.

use clap::{Args, ValueEnum};
use cubebatch::notation::{self, Scan};
use cubebatch_rows::columns::CUBE;

/// The format of positions that are read.
#[derive(Debug, Args)]
pub struct ReadingArgs {
    /// Format to read
    #[arg(long, value_enum, default_value_t = InputFormat::Auto, value_name = "FORMAT")]
    pub from: InputFormat,
    /// Read 54 symbols face by face in this order: kociemba, net, belt, flip, or six letters such
    /// as FRBLUD. A mark after a letter says how the camera sees that face: 1 turned clockwise, 2
    /// turned by a half, ' turned counter-clockwise
    #[arg(long, value_name = "ORDER", conflicts_with = "from")]
    pub scan: Option<Scan>,
}

impl ReadingArgs {
    /// The format of all lines; `None` if each line is to be recognised.
    pub fn notation(&self) -> Option<notation::Format> {
        self.scan.map(notation::Format::Scanned).or_else(|| self.from.notation())
    }
}

/// The column of the positions.
#[derive(Debug, Args)]
pub struct ColumnArgs {
    /// Column of a table, by its name or its number from 1, or field of JSON Lines, that holds the positions
    #[arg(long = "column", value_name = "NAME|N", default_value = CUBE)]
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// Recognise the format of each line
    Auto,
    /// 54 symbols, U R F D L B row by row
    Facelets,
    /// 54 symbols or colours face by face, in any order of the faces, each turned in any way
    AnyOrder,
    /// 48 or 54 numbers as in Lin's paper
    Lin,
    /// Moves from the solved cube: R U2 F' Rw M x, also with digits (R1U2F3) and brackets ((R U)3)
    Moves,
    /// Cubies as in Rokicki's programs: UF UR UB ...
    Reid,
}

impl InputFormat {
    pub fn notation(self) -> Option<notation::Format> {
        match self {
            InputFormat::Auto => None,
            InputFormat::Facelets => Some(notation::Format::Facelets),
            InputFormat::AnyOrder => Some(notation::Format::AnyOrder),
            InputFormat::Lin => Some(notation::Format::Lin),
            InputFormat::Moves => Some(notation::Format::Moves),
            InputFormat::Reid => Some(notation::Format::Reid),
        }
    }
}
