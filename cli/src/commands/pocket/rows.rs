//! Rows of `pocket solve`: text, JSON Lines, CSV.

use cubebatch::cube::{Algorithm, Metric};
use cubebatch::pocket::{Alphabet, PocketCube, Steps};
use cubebatch_rows::{ColumnKind, Form, Outcome, Row, RowFields, Writes, columns};

/// A solution, whole or in steps.
pub enum PocketSolution {
    Optimal(Algorithm),
    Steps(Steps),
}

impl PocketSolution {
    pub fn moves(&self) -> Algorithm {
        match self {
            PocketSolution::Optimal(moves) => moves.clone(),
            PocketSolution::Steps(steps) => steps.moves(),
        }
    }
}

/// The style of rows.
pub struct PocketStyle {
    pub form: Form,
    /// Whether there are several files.
    pub files: bool,
    /// Whether solutions are in steps.
    pub steps: bool,
    pub metric: Metric,
}

impl Writes<PocketCube, PocketSolution> for PocketStyle {
    fn form(&self) -> Form {
        self.form
    }

    fn length(&self, _: &PocketSolution) -> usize {
        // They are not summed up.
        0
    }

    fn write_solution(&self, row: &Row<PocketCube, PocketSolution>, to: &mut Vec<u8>) {
        let Outcome::Solved { solution, .. } = &row.outcome else { return };
        let text = match solution {
            PocketSolution::Optimal(moves) => moves.to_string(),
            PocketSolution::Steps(Steps(steps)) => {
                let named = Steps::NAMES.iter().zip(steps).map(|(name, moves)| match moves.is_empty() {
                    true => format!("{name}: none"),
                    false => format!("{name}: {moves}"),
                });
                named.collect::<Vec<_>>().join("; ")
            }
        };
        to.extend_from_slice(text.as_bytes());
    }

    fn fields<'r>(&self, row: &'r Row<PocketCube, PocketSolution>) -> RowFields<'r> {
        let (cube, solution) = match &row.outcome {
            Outcome::Solved { cube, solution, .. } => (Some(cube), Some(solution)),
            _ => (None, None),
        };
        let moves = solution.map(|solution| solution.moves());
        let step = |index: usize| match solution {
            Some(PocketSolution::Steps(Steps(steps))) => Some(steps[index].to_string()),
            _ => None,
        };
        let mut fields = RowFields::empty();
        fields.add(self.files, columns::FILE, ColumnKind::Text, row.file);
        fields.add(true, columns::LINE, ColumnKind::Count, row.line);
        fields.add(true, columns::CUBE, ColumnKind::Text, cube.map(|cube| Alphabet::Faces.write(cube)));
        fields.add(self.steps, "first_corner", ColumnKind::Text, step(0));
        fields.add(self.steps, "first_layer", ColumnKind::Text, step(1));
        fields.add(self.steps, "last_layer", ColumnKind::Text, step(2));
        fields.add(true, columns::SOLUTION, ColumnKind::Text, moves.as_ref().map(Algorithm::to_string));
        fields.add(
            true,
            columns::LENGTH,
            ColumnKind::Byte,
            moves.as_ref().map(|moves| moves.length(self.metric)),
        );
        fields.add(true, columns::ERROR, ColumnKind::Text, row.outcome.error());
        fields
    }
}
