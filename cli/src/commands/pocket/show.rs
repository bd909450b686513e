//! `cubebatch pocket show`: unfolded cubes.

use std::io::Write;

use cubebatch::cube::Metric;
use cubebatch::pocket::{Alphabet, Distances, Facelets, Position};
use cubebatch_rows::{Fields, Form, Outcome, Row, Writes};

use super::batch;
use crate::args::pocket::Show;
use crate::failure::Failure;
use crate::plan::{Held, Lines};

/// Runs the command.
pub fn run(args: &Show) -> Result<u8, Failure> {
    let style = Net(args.symbols.alphabet());
    batch::run(&Lines::new(&args.lines)?, style, |pool| {
        let [half, quarter] = pool.install(|| [Metric::HalfTurn, Metric::QuarterTurn].map(Distances::new));
        Ok(move |(_, position): &Held| Ok(distance(&half, &quarter, *position)))
    })
}

/// An unfolded cube, below how far it is from solved.
struct Net(Alphabet);

impl Writes<Held, String> for Net {
    fn form(&self) -> Form {
        Form::Text
    }

    fn length(&self, _: &String) -> usize {
        0
    }

    fn write_solution(&self, row: &Row<Held, String>, to: &mut Vec<u8>) {
        let Outcome::Solved { cube: (facelets, _), solution: distance, .. } = &row.outcome else { return };
        let net = net(facelets, self.0);
        write!(to, "{row}: {distance}\n{net}").expect("a vector takes everything");
    }

    fn fields<'r>(&self, _: &'r Row<Held, String>) -> Fields<'r> {
        Fields::empty()
    }
}

fn distance(half: &Distances, quarter: &Distances, position: Position) -> String {
    match (half.of(position), quarter.of(position)) {
        (0, _) => "solved".to_owned(),
        (half, quarter) => format!("distance from solved {half} (HTM), {quarter} (QTM)"),
    }
}

/// Up above, down below, left, front, right and back between.
fn net(facelets: &Facelets, alphabet: Alphabet) -> String {
    let symbols = facelets.cube.map(|face| face.map(|colour| alphabet.symbol(colour)));
    let [front, right, back, left, up, down] = symbols;
    let row = |face: [char; 4], i: usize| format!("{} {}", face[2 * i], face[2 * i + 1]);
    let alone = |face| [0, 1].map(|i| format!("    {}\n", row(face, i))).concat();
    let around = [0, 1].map(|i| [left, front, right, back].map(|face| row(face, i)).join(" ") + "\n");
    [alone(up), around.concat(), alone(down)].concat()
}
