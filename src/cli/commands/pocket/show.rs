//! `cubebatch pocket show`: unfolded cubes.

use std::io::Write;

use cubebatch::cube::Metric;
use cubebatch::engine::cpu::Cpu;
use cubebatch::pocket::{Alphabet, Distances, Facelets, Position};

use super::batch::{self, write_comment};
use crate::cli::args::pocket::Show;
use crate::cli::commands::engine::pool;
use crate::cli::failure::Failure;

/// Runs the command.
pub fn run(args: &Show) -> Result<u8, Failure> {
    let alphabet = args.symbols.alphabet();
    batch::run(&args.lines, &batch::sources(&args.lines)?, "", || {
        let find = || Metric::ALL.map(|metric| Distances::find(&Cpu, metric));
        let [half, quarter] = pool(&args.lines.threads)?.install(find);
        let (half, quarter) = (half?, quarter?);
        Ok(move |line: &batch::Line, to: &mut Vec<u8>| {
            match &line.held {
                Ok((facelets, position)) => {
                    let file = line.file.map_or(String::new(), |file| format!("{file} "));
                    let distance = distance(&half, &quarter, *position);
                    let net = net(facelets, alphabet);
                    writeln!(to, "{file}line {}: {distance}\n{net}", line.number)
                        .expect("a vector takes everything");
                }
                Err(error) => write_comment(line, error, to),
            }
            Ok(())
        })
    })
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
