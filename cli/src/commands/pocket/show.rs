//! `cubebatch pocket show`: unfolded cubes.

use std::io::Write;

use cubebatch::cube::{Face, Metric};
use cubebatch::pocket::{Alphabet, Distances, PocketCube};
use cubebatch_rows::{Form, Outcome, Row, RowFields, Writes};

use super::batch;
use crate::args::pocket::PocketShowArgs;
use crate::failure::Failure;
use crate::plan::PocketLines;

/// Runs the command.
pub fn run(args: &PocketShowArgs) -> Result<u8, Failure> {
    let style = Net(args.symbols.alphabet());
    batch::run(&PocketLines::new(&args.lines)?, style, |pool| {
        let [half, quarter] = pool.install(|| [Metric::HalfTurn, Metric::QuarterTurn].map(Distances::new));
        Ok(move |cube: &PocketCube| Ok(distance(&half, &quarter, cube)))
    })
}

/// An unfolded cube, below how far it is from solved.
struct Net(Alphabet);

impl Writes<PocketCube, String> for Net {
    fn form(&self) -> Form {
        Form::Text
    }

    fn length(&self, _: &String) -> usize {
        0
    }

    fn write_solution(&self, row: &Row<PocketCube, String>, to: &mut Vec<u8>) {
        let Outcome::Solved { cube, solution: distance, .. } = &row.outcome else { return };
        let net = net(cube, self.0);
        write!(to, "{row}: {distance}\n{net}").expect("a vector takes everything");
    }

    fn fields<'r>(&self, _: &'r Row<PocketCube, String>) -> RowFields<'r> {
        RowFields::empty()
    }
}

fn distance(half: &Distances, quarter: &Distances, cube: &PocketCube) -> String {
    match (half.of(cube), quarter.of(cube)) {
        (0, _) => "solved".to_owned(),
        (half, quarter) => format!("distance from solved {half} (HTM), {quarter} (QTM)"),
    }
}

/// Up above, down below, left, front, right and back between.
fn net(cube: &PocketCube, alphabet: Alphabet) -> String {
    let symbols = cube.stickers().map(|colour| alphabet.symbol(colour));
    let row = |face: Face, i: usize| {
        let first = 4 * face.index() + 2 * i;
        format!("{} {}", symbols[first], symbols[first + 1])
    };
    let alone = |face| [0, 1].map(|i| format!("    {}\n", row(face, i))).concat();
    let belt = [Face::L, Face::F, Face::R, Face::B];
    let around = [0, 1].map(|i| belt.map(|face| row(face, i)).join(" ") + "\n");
    [alone(Face::U), around.concat(), alone(Face::D)].concat()
}
