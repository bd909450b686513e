//! Rows of `pocket solve`: text, JSON Lines, CSV.

use cubebatch::cube::{Algorithm, Metric};
use cubebatch::pocket::{Alphabet, PocketCube, Steps};
use cubebatch_rows::{Fields, Form, Kind, Outcome, Row, Writes, columns};

/// A solution, whole or in steps.
pub enum Solution {
    Optimal(Algorithm),
    Steps(Steps),
}

impl Solution {
    pub fn moves(&self) -> Algorithm {
        match self {
            Solution::Optimal(moves) => moves.clone(),
            Solution::Steps(steps) => steps.moves(),
        }
    }
}

/// The style of rows.
pub struct Style {
    pub form: Form,
    /// Whether there are several files.
    pub files: bool,
    /// Whether solutions are in steps.
    pub steps: bool,
    pub metric: Metric,
}

impl Writes<PocketCube, Solution> for Style {
    fn form(&self) -> Form {
        self.form
    }

    fn length(&self, _: &Solution) -> usize {
        // They are not summed up.
        0
    }

    fn write_solution(&self, row: &Row<PocketCube, Solution>, to: &mut Vec<u8>) {
        let Outcome::Solved { solution, .. } = &row.outcome else { return };
        let text = match solution {
            Solution::Optimal(moves) => moves.to_string(),
            Solution::Steps(Steps(steps)) => {
                let named = Steps::NAMES.iter().zip(steps).map(|(name, moves)| match moves.is_empty() {
                    true => format!("{name}: none"),
                    false => format!("{name}: {moves}"),
                });
                named.collect::<Vec<_>>().join("; ")
            }
        };
        to.extend_from_slice(text.as_bytes());
    }

    fn fields<'r>(&self, row: &'r Row<PocketCube, Solution>) -> Fields<'r> {
        let (cube, solution) = match &row.outcome {
            Outcome::Solved { cube, solution, .. } => (Some(cube), Some(solution)),
            _ => (None, None),
        };
        let moves = solution.map(|solution| solution.moves());
        let step = |index: usize| match solution {
            Some(Solution::Steps(Steps(steps))) => Some(steps[index].to_string()),
            _ => None,
        };
        let mut fields = Fields::empty();
        fields.add(self.files, columns::FILE, Kind::Text, row.file);
        fields.add(true, columns::LINE, Kind::Count, row.line);
        fields.add(true, columns::CUBE, Kind::Text, cube.map(|cube| Alphabet::Faces.write(cube)));
        fields.add(self.steps, "first_corner", Kind::Text, step(0));
        fields.add(self.steps, "first_layer", Kind::Text, step(1));
        fields.add(self.steps, "last_layer", Kind::Text, step(2));
        fields.add(true, columns::SOLUTION, Kind::Text, moves.as_ref().map(Algorithm::to_string));
        fields.add(true, columns::LENGTH, Kind::Byte, moves.as_ref().map(|moves| moves.length(self.metric)));
        fields.add(true, columns::ERROR, Kind::Text, row.outcome.error());
        fields
    }
}
