//! Why the records of an input cannot be read.

use std::io;

use cubebatch_cube::notation::Unfolded;

use super::document::LONGEST_DOCUMENT;
use super::wanted::WantedColumns;

/// Why records cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The source of the lines fails.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A JSON document that is none.
    #[error("its first line begins JSON that is damaged: {0}")]
    Document(String),
    /// A JSON document that is too long.
    #[error("its first line begins JSON of more than {} MiB", LONGEST_DOCUMENT >> 20)]
    LongDocument,
    /// A JSON document where lines are wanted.
    #[error("it is a JSON document, not lines of text")]
    UnwantedDocument {
        /// What to do about it.
        remedy: &'static str,
    },
    /// A needed column that is there more than once.
    #[error("it has several columns `{name}`")]
    TwoColumns {
        /// The name.
        name: &'static str,
    },
    /// A table without the needed column.
    #[error("it has no column `{}`{}", wanted.usual, if there.is_empty() { String::new() } else { format!(", but {}", there.join(", ")) })]
    NoColumn {
        /// What is needed.
        wanted: &'static WantedColumns,
        /// The columns that it has.
        there: Vec<String>,
    },
    /// A cube over several lines where each has to be one.
    #[error(transparent)]
    Unfolded(#[from] Unfolded),
    /// A quote that no line closes.
    #[error("line {line}: a quote is not closed")]
    OpenQuote {
        /// The line on which the record begins, from 1.
        line: u64,
    },
}

impl RecordError {
    /// The remedy.
    pub fn remedy(&self) -> String {
        let remedy = match self {
            RecordError::Io(_) => "",
            RecordError::Document(_) => "Correct it, or put each position on a line of its own.",
            RecordError::LongDocument => {
                "Put each position on a line of its own: `jq -rc '.[]' FILE | cubebatch solve`."
            }
            RecordError::UnwantedDocument { remedy } => remedy,
            RecordError::TwoColumns { .. } => "Rename all but the one that is meant.",
            RecordError::Unfolded(cube) => return format!("Write it on one line: {}", cube.facelets),
            RecordError::OpenQuote { .. } => "Close it, or remove it.",
            RecordError::NoColumn { wanted, there } => {
                return match wanted.option {
                    Some(option) if there.is_empty() => {
                        format!("Leave out {option}, if each line is one of the {}.", wanted.things)
                    }
                    Some(option) => {
                        format!("Name the column that holds the {} with {option}.", wanted.things)
                    }
                    None => {
                        format!("Rename the column that holds the {} to `{}`.", wanted.things, wanted.usual)
                    }
                };
            }
        };
        remedy.to_owned()
    }
}
