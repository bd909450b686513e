//! The format of positions: the options of all commands that read them.

use clap::Args;
use cubebatch::notation::{self, Scan};
use cubebatch_rows::columns::CUBE;
use cubebatch_rows::{InputFormat, Named};

use super::common::named_parser;

/// The format of positions that are read.
#[derive(Debug, Args)]
pub struct ReadingArgs {
    /// Format to read
    #[arg(long, value_parser = named_parser::<InputFormat>(), default_value = InputFormat::Auto.name(), value_name = "FORMAT")]
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
