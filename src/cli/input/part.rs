//! The part of all inputs that one of several machines reads.

use std::path::Path;
use std::sync::Arc;

use cubebatch::rows::Part;

use super::Input;
use super::given::Given;
use super::source::{self, Volume};
use crate::cli::failure::{Failure, UNUSABLE};
use crate::cli::parquet::Wanted;

/// Opens the inputs that hold lines of a part. Parts are cut at lines of text, and at rows of Parquet, all inputs taken together.
pub fn open(
    sources: &[Given],
    part: Part,
    wanted: &'static Wanted,
    volume: &Arc<Volume>,
) -> Result<Vec<Input>, Failure> {
    let counts = sources.iter().map(|source| count(source, wanted)).collect::<Result<Vec<_>, _>>()?;
    let lines = part.range(counts.iter().sum());
    let (mut before, mut inputs) = (0, Vec::new());
    for (source, count) in sources.iter().zip(counts) {
        let of_input = |line: u64| line.clamp(before, before + count) - before;
        let range = of_input(lines.start)..of_input(lines.end);
        before += count;
        if !range.is_empty() {
            let input = source.open(|file| Input::open_rows(file, volume, wanted))?;
            inputs.push(input.with_lines(range.start + 1..range.end + 1));
        }
    }
    volume.expect_part(part.of());
    Ok(inputs)
}

/// The lines of an input.
fn count(source: &Given, wanted: &'static Wanted) -> Result<u64, Failure> {
    match source {
        Given::Text(_) => Ok(1),
        Given::File(path) if path == "-" => {
            Err(Failure::new(UNUSABLE, "standard input has no parts", "Write it to a file, and name that."))
        }
        Given::File(path) => {
            let opened = source::open(path, &Arc::default(), Some(wanted))?;
            opened.source.count_lines().map_err(|error| error.at(Path::new(path)))
        }
    }
}
