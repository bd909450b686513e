//! The part of all inputs that one of several machines reads.

use std::sync::Arc;

use cubebatch_rows::Part;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::given::Given;
use super::source::{self, Source, Volume};
use super::{Input, WantedColumns};
use crate::failure::{Failure, UNUSABLE};
use crate::remote::Show;
use crate::stored_file::is_stream;

/// The whole of the inputs, by which parts are known to be of the same. The borders of a part follow from the number of lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whole {
    pub lines: u64,
    /// XXH3-64 of all lines, see [`super::fingerprint`], and of the footers of Parquet files; `None` for a run that ends at an
    /// invalid line, which is corrected then.
    pub hash: Option<String>,
}

/// Opens all inputs, or the inputs that hold lines of a part. Parts are cut at lines of text, and at rows of Parquet, all inputs taken
/// together.
pub fn open(
    sources: &[Given],
    part: Option<Part>,
    wanted: &'static WantedColumns,
    volume: &Arc<Volume>,
) -> Result<(Vec<Input>, Option<Whole>), Failure> {
    let open = |source: &Given| source.open(|file| Input::open_rows(file, volume, wanted));
    let Some(part) = part else {
        return Ok((sources.iter().map(open).collect::<Result<_, _>>()?, None));
    };
    let mut hash = Xxh3::new();
    let counts = sources.iter().map(|source| survey(source, wanted, &mut hash));
    let counts = counts.collect::<Result<Vec<_>, _>>()?;
    let whole = Whole { lines: counts.iter().sum(), hash: Some(format!("{:016x}", hash.digest())) };
    let lines = part.range(whole.lines);
    let (mut before, mut inputs) = (0, Vec::new());
    for (source, count) in sources.iter().zip(counts) {
        let of_input = |line: u64| line.clamp(before, before + count) - before;
        let range = of_input(lines.start)..of_input(lines.end);
        before += count;
        if !range.is_empty() {
            inputs.push(open(source)?.with_lines(range.start + 1..range.end + 1));
        }
    }
    volume.expect_part(part.of());
    Ok((inputs, Some(whole)))
}

/// Counts the lines of an input, and adds them to a hash.
fn survey(source: &Given, wanted: &'static WantedColumns, hash: &mut Xxh3) -> Result<u64, Failure> {
    let (path, source) = match source {
        Given::Text(text) => ("argument".as_ref(), Source::of_text(text)),
        Given::File(path) if is_stream(path) => {
            let name = if path == "-" { "standard input".into() } else { path.shown().to_string() };
            let problem = format!("{name} has no parts, as it is read once");
            return Err(Failure::new(UNUSABLE, problem, "Write it to a file, and name that."));
        }
        Given::File(path) => (path.as_path(), source::open(path, &Arc::default(), Some(wanted))?.source),
    };
    source.survey(hash).map_err(|error| error.at(path))
}
