//! How positions are written: the options of all commands that read them.

use clap::{Args, ValueEnum};
use cubebatch::notation::{self, Scan};

/// How positions are written.
#[derive(Debug, Args)]
pub struct Reading {
    /// How positions are written
    #[arg(long, value_enum, default_value_t = Format::Auto)]
    pub format: Format,
    /// Read 54 symbols face by face in this order: kociemba, net, belt, flip, or six letters such
    /// as FRBLUD, each with 1, 2 or ' where the camera sees the face turned clockwise, by a half,
    /// or counter-clockwise
    #[arg(long, value_name = "ORDER", conflicts_with = "format")]
    pub scan: Option<Scan>,
}

impl Reading {
    /// The format of all lines; `None` if it is to be found for each.
    pub fn notation(&self) -> Option<notation::Format> {
        self.scan.map(notation::Format::Scanned).or_else(|| self.format.notation())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Found for each line
    Auto,
    /// 54 symbols, U R F D L B row by row
    Facelets,
    /// 48 or 54 numbers as in Lin's paper
    Lin,
    /// Moves from the solved cube: R U2 F' Rw M x, also with digits (R1U2F3) and brackets ((R U)3)
    Moves,
    /// Cubies as in Rokicki's programs: UF UR UB ...
    Reid,
}

impl Format {
    pub fn notation(self) -> Option<notation::Format> {
        match self {
            Format::Auto => None,
            Format::Facelets => Some(notation::Format::Facelets),
            Format::Lin => Some(notation::Format::Lin),
            Format::Moves => Some(notation::Format::Moves),
            Format::Reid => Some(notation::Format::Reid),
        }
    }
}
