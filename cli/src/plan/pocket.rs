//! The plans of `cubebatch pocket`.

use std::path::PathBuf;

use cubebatch::cube::Metric;
use cubebatch::notation::Scan;
use cubebatch::pocket::{PocketCube, STICKERS, parse_line, parse_scanned};
use cubebatch_rows::{Form, LineError, text};

use super::Machine;
use crate::args::OnError;
use crate::args::pocket::{self as args, PocketMethod};
use crate::failure::{Failure, UNUSABLE};
use crate::form;
use crate::input::given::{Given, Reads};
use crate::journal::target::file_of;

/// Lines to read, and where their rows go.
pub struct PocketLines {
    pub sources: Vec<Given>,
    /// The order in which faces are read, unless it follows from each line.
    pub scan: Option<Scan>,
    /// The output file; without one, rows go to standard output.
    pub out: Option<PathBuf>,
    /// Whether an invalid line ends everything.
    pub stops_on_error: bool,
    pub machine: Machine,
}

impl PocketLines {
    /// Decides.
    pub fn new(args: &args::PocketLinesArgs) -> Result<PocketLines, Failure> {
        let parse = |text: &str| match parse(text.as_bytes(), args.scan.as_ref()) {
            Ok(cube) => Ok(cube.is_some()),
            Err(error) => Err(error.told()),
        };
        Ok(PocketLines {
            sources: Reads { name: "position", symbols: STICKERS, parse: &parse }.given(&args.files)?,
            scan: args.scan,
            out: file_of(args.output.file.as_deref()).map(ToOwned::to_owned),
            stops_on_error: args.on_error == OnError::Stop,
            machine: Machine::new(&args.threads),
        })
    }
}

/// The position on a line, if there is one.
pub fn parse(line: &[u8], scan: Option<&Scan>) -> Result<Option<PocketCube>, LineError> {
    let line = text(line)?;
    Ok(scan.map_or_else(|| parse_line(line), |scan| parse_scanned(line, scan))?)
}

/// Positions to solve.
pub struct PocketPlan {
    pub lines: PocketLines,
    pub form: Form,
    /// Whether solutions are in steps.
    pub steps: bool,
    pub metric: Metric,
}

impl PocketPlan {
    /// Decides.
    pub fn new(args: &args::PocketSolveArgs) -> Result<PocketPlan, Failure> {
        let lines = PocketLines::new(&args.lines)?;
        let form = match form::decide(args.format, lines.out.as_deref())? {
            Form::Parquet => {
                let remedy = "Use a name for --output that ends in .jsonl or .csv.";
                return Err(Failure::new(UNUSABLE, "`pocket solve` does not write Parquet", remedy));
            }
            form => form,
        };
        let machine = lines.machine.engine(&args.engine)?;
        let (steps, metric) = (args.method == PocketMethod::Steps, args.metric.metric());
        Ok(PocketPlan { lines: PocketLines { machine, ..lines }, form, steps, metric })
    }
}
