//! Lines in, rows out: what front ends read and write, whether they are the program, a service, or a page.
//!
//! *This module is internal: it changes without notice.*

pub mod about;
pub mod check;
mod chunk;
pub mod columns;
mod draw;
pub mod ends;
mod form;
mod formats;
mod header;
mod held;
pub mod json;
mod kept;
mod line;
mod listed;
mod none;
mod outcome;
mod part;
pub mod picture;
pub mod records;
pub mod remedies;
mod rewritten;
mod row;
mod shortened;
mod solving;
mod written;

pub use chunk::{Chunk, ChunkReader, LINES, ReadChunks, TextReader};
pub use columns::{Cell, Column, ColumnKind};
pub use draw::Draw;
pub use form::Form;
pub use formats::{InputFormat, Named, PositionFormat, PositionWriter};
pub use header::{FirstField, Header, is_alike};
pub use held::{HeldPosition, cubies_of};
pub use kept::KeptFields;
pub use line::{
    BYTE_ORDER_MARK, LONGEST_LINE, Line, LineError, Parsed, RefusedFacelets, is_blank, is_object,
    list_of_causes, message, parse, parse_field, parse_in, text, told_causes,
};
pub use none::{AnotherSentence, NoneWithin};
pub use outcome::{Outcome, Row, Tally};
pub use part::Part;
pub use rewritten::{Rewriting, Texts, fields_of, sequence};
pub use row::Style;
pub use shortened::shortened;
pub use solving::{Held, Lines, Sink, answer};
pub use written::{RowFields, Writes, write_record};
