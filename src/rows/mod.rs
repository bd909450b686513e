//! Lines in, rows out: what front ends read and write, whether they are the program, a service, or a page.
//!
//! *This module is internal: it changes without notice.*

mod answers;
mod columns;
mod line;
mod moves;
mod none;
mod row;

pub use answers::{Tally, answer};
pub use columns::{Cell, Column, Kind};
pub use line::{
    BYTE_ORDER_MARK, LONGEST_LINE, LineError, Parsed, is_blank, is_object, message, parse, parse_field, text,
};
pub use moves::{Moves, Notation};
pub use none::{AnotherSentence, NoneWithin};
pub use row::{Form, Outcome, Row, Style};
