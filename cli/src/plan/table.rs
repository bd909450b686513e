//! The plan of `cubebatch table`.

use std::path::{Path, PathBuf};

use cubebatch::cube::{Costs, MoveSet};
use cubebatch::goal::Goal;
use cubebatch::table::TableId;
use cubebatch_cube::cube::{EvenCosts, HTM};
use cubebatch_tables::files::Library;
use cubebatch_tables::table::{Complete, Phase, SortedSpec};

use super::Machine;
use crate::args::{BuildArgs, BuildDepth, TableCommand};
use crate::failure::{Failure, UNUSABLE};
use crate::remote::Show;

/// Work on tables.
pub enum TablePlan {
    Build { library: Library, table: TableId, force: bool, machine: Machine },
    Info { file: PathBuf, json: bool },
    Verify { files: Vec<PathBuf>, replays: u64, machine: Machine },
    Histogram { phase: Phase, costs: EvenCosts, machine: Machine },
    Distances { goal: Goal, set: MoveSet, machine: Machine },
    List(Library),
}

impl TablePlan {
    /// Decides.
    pub fn new(command: &TableCommand) -> Result<TablePlan, Failure> {
        Ok(match command {
            TableCommand::Build(build) => {
                let BuildArgs { phase, depth, proof, metric, force, engine, folder, threads } = &**build;
                let machine = Machine::new(threads).tables(folder).engine(engine)?;
                let table = match (proof, phase, depth) {
                    (&None, &Some(phase), &Some(depth)) => {
                        table_of(phase, depth, metric.question.move_set().costs)?
                    }
                    (proof, ..) => proof.expect("clap requires it, or the phase and the depth").into(),
                };
                TablePlan::Build { library: machine.library()?, table, force: *force, machine }
            }
            TableCommand::Info { file, json } => TablePlan::Info { file: file.clone(), json: *json },
            TableCommand::Verify { files, replays, folder, threads } => {
                let machine = Machine::new(threads).tables(folder);
                let files = if files.is_empty() { tables_in(&machine.library()?)? } else { files.clone() };
                TablePlan::Verify { files, replays: *replays, machine }
            }
            &TableCommand::Histogram { phase, goal, ref set, ref engine, ref threads } => {
                let machine = Machine::new(threads).engine(engine)?;
                match goal {
                    Some(goal) => TablePlan::Distances { goal, set: set.moves(), machine },
                    None if set.has_moves() => {
                        let problem = "--moves counts distances from a goal";
                        return Err(Failure::new(UNUSABLE, problem, "Give --goal instead of --phase."));
                    }
                    None => {
                        let phase = phase.expect("clap requires it, or the goal");
                        TablePlan::Histogram { phase, costs: even(set.costs())?, machine }
                    }
                }
            }
            TableCommand::List { folder } => TablePlan::List(Machine::default().tables(folder).library()?),
        })
    }
}

/// Costs that tables of the phases can have.
fn even(costs: Costs) -> Result<EvenCosts, Failure> {
    EvenCosts::new(&costs).ok_or_else(|| {
        let problem = "tables of the two phases need costs that are the same on all faces";
        Failure::new(UNUSABLE, problem, "Give a --metric such as qtm or \"quarter 5, half 8\".")
    })
}

fn table_of(phase: Phase, depth: BuildDepth, costs: Costs) -> Result<TableId, Failure> {
    let costs = even(costs)?;
    Ok(match (depth, phase) {
        (BuildDepth::Complete, Phase::One) => Complete::Phase1(costs).into(),
        (BuildDepth::Distances, Phase::One) => Complete::Phase1Distances(costs).into(),
        (BuildDepth::Pruning, Phase::Two) => Complete::Phase2Pruning(costs).into(),
        _ if costs != HTM => {
            let problem = format!("there is no such table of {phase} by {costs}");
            let remedy = match phase {
                Phase::One => "Give --depth complete or distances.",
                Phase::Two => "Give --depth pruning.",
            };
            return Err(Failure::new(UNUSABLE, problem, remedy));
        }
        (BuildDepth::Moves(depth), _) => SortedSpec::new(phase, depth)?.into(),
        (BuildDepth::Complete, Phase::Two) => Complete::Phase2.into(),
        (BuildDepth::Pruning, Phase::One) => {
            let problem = "there is no pruning table of phase 1";
            return Err(Failure::new(UNUSABLE, problem, "Give --phase 2, or --depth complete."));
        }
        (BuildDepth::Distances, Phase::Two) => {
            let problem = "there is no table of distances of phase 2";
            return Err(Failure::new(UNUSABLE, problem, "Give --phase 1, or --depth complete."));
        }
    })
}

/// The files of all tables in a folder, sound or not. It refuses a folder without any: its name may be wrong.
fn tables_in(library: &Library) -> Result<Vec<PathBuf>, Failure> {
    let files: Vec<PathBuf> = library.list().into_iter().map(|(table, _)| library.path(table)).collect();
    if files.is_empty() { Err(no_tables(library.folder())) } else { Ok(files) }
}

/// The refusal of a folder without tables.
pub fn no_tables(folder: &Path) -> Failure {
    let problem = format!("no tables in {}", folder.shown());
    Failure::new(UNUSABLE, problem, "Check the name of the folder, or build one: `cubebatch table build`.")
}
