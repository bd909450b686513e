//! The options of `cubebatch solve`.

use std::path::PathBuf;

use clap::builder::ArgPredicate;
use clap::{Args, ValueHint};
use cubebatch::Method;
use cubebatch::notation::MoveNotation;
use cubebatch_rows::{Form, Part};
use cubebatch_search::method::{Question, SolveOption};

use super::common::{form_help, form_parser, method_parser, move_notations};
use super::{
    ColumnArgs, EngineArgs, FolderArgs, GivenOptions, OfDepths, OfGoal, OfMemory, OfSolution, OnError,
    OutputArgs, ReadingArgs, ThreadsArgs,
};

/// A test plans them.
pub const EXAMPLES: &str = "\
Examples:
  cubebatch solve \"R U2 F'\"                                    # solve a position
  cubebatch solve cubes.txt -o solutions.txt --max-length 20   # solve a file, with at most 20 moves each";

const INPUT: &str = "Input";
const OUTPUT: &str = "Output";
const WHICH: &str = "Which solution";
const MACHINE: &str = "Machine";

/// The common options have no heading, and come first. A heading of flattened options holds for the options after them, too.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    /// Positions, such as "R U2 F'", or files with one position per line; `-` reads standard input
    ///
    /// A file holds text, JSON Lines with a field `cube`, or CSV with a column `cube`, and may be compressed as .gz or .zst. It
    /// can be a Parquet file with a column `cube`, too. The option --column names another field or column. An argument that
    /// names a file is read as that file. Moves need no quotes. Rows keep the other columns of tables and fields of JSON Lines.
    #[arg(value_name = "POSITION|FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    #[command(flatten, next_help_heading = INPUT)]
    pub reading: ReadingArgs,
    #[command(flatten, next_help_heading = INPUT)]
    pub column: ColumnArgs,
    /// Solve part I of N of the lines, 1 <= I <= N; `cubebatch join` puts the parts together
    ///
    /// Parts are cut at lines, or at rows of Parquet files, all files taken together. Each part is a run of its own with its own
    /// output, which --resume continues. Its record, FILE.run, stays for `cubebatch join`.
    #[arg(long, value_name = "I/N", help_heading = INPUT)]
    pub part: Option<Part>,
    /// Action at an invalid line
    #[arg(long, value_enum, default_value_t = OnError::Mark, help_heading = INPUT)]
    pub on_error: OnError,
    #[command(flatten, next_help_heading = None)]
    pub output: OutputArgs,
    #[arg(
        long = "format",
        help = form_help(Form::ALL.iter().copied()),
        long_help = form_help(Form::ALL.iter().copied()) + "\n\nIn text, a solved cube gives an empty line.",
        value_parser = form_parser(Form::ALL.iter().copied()),
        value_name = "FORMAT",
        default_value_if("json", "true", "jsonl"),
        help_heading = None
    )]
    pub form: Option<Form>,
    /// Write each position as 54 bytes, the faces by their numbers, instead of text (Parquet only)
    #[arg(long, help_heading = OUTPUT)]
    pub cube_bytes: bool,
    /// What other programs call `--format jsonl`
    #[arg(long, hide = true, conflicts_with = "form")]
    json: bool,
    /// Notation of the moves in solutions
    #[arg(long, value_parser = move_notations(), default_value_t = MoveNotation::Letters, help_heading = OUTPUT)]
    pub notation: MoveNotation,
    /// Separate the phases of a solution with `|` (text only: the other forms give the length of each phase)
    #[arg(long, help_heading = OUTPUT)]
    pub phases: bool,
    /// Continue an unfinished run that wrote to --output FILE
    ///
    /// The program reads the record of that run, FILE.run, beside the output. The input and the options must be the same; the
    /// engine, the threads and the tables may differ. The record stays after the end of the run: the same command then reports
    /// that the run is complete.
    #[arg(long, requires = "output", conflicts_with = "time", help_heading = OUTPUT)]
    pub resume: bool,
    /// Solve one position at a time, and write the time of each in microseconds (not with text)
    #[arg(long, help_heading = OUTPUT)]
    pub time: bool,
    /// Method that solves the positions
    #[arg(
        short,
        long,
        value_parser = method_parser(Method::ALL.iter().copied()),
        default_value_if("optimal", "true", Method::Optimal.name()),
        default_value_if(SolveOption::Goal.name(), ArgPredicate::IsPresent, Method::taking(SolveOption::Goal).name()),
        default_value = Method::default().name(),
        help_heading = None
    )]
    pub method: Method,
    /// What other programs call `--method optimal`
    #[arg(long, hide = true, conflicts_with = "method")]
    optimal: bool,
    #[command(flatten, next_help_heading = WHICH)]
    pub goal: GivenOptions<OfGoal>,
    #[command(flatten, next_help_heading = WHICH)]
    pub limits: GivenOptions<OfSolution>,
    #[command(flatten, next_help_heading = None)]
    pub threads: ThreadsArgs,
    #[command(flatten, next_help_heading = MACHINE)]
    pub memory: GivenOptions<OfMemory>,
    #[command(flatten, next_help_heading = MACHINE)]
    pub folder: FolderArgs,
    #[command(flatten, next_help_heading = MACHINE)]
    pub engine: EngineArgs,
    #[command(flatten, next_help_heading = MACHINE)]
    pub depths: GivenOptions<OfDepths>,
}

impl SolveArgs {
    /// The options that are given.
    pub fn question(&self) -> Question {
        self.limits.question.and(&self.goal.question).and(&self.memory.question).and(&self.depths.question)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use crate::args::{Cli, Command};

    /// The options that the words after `solve` give.
    fn asked(words: &str) -> String {
        let all = ["cubebatch", "solve"].into_iter().chain(words.split(' '));
        let Ok(Cli { command: Command::Solve(args), .. }) = Cli::try_parse_from(all) else {
            panic!("{words}")
        };
        let (method, form, threads) = (args.method, args.form, args.threads.threads);
        format!("{method} {form:?} {threads:?} {:?}", args.question())
    }

    #[test]
    fn words_of_other_programs_are_understood() {
        for (other, own) in [
            ("--optimal", "--method optimal"),
            ("--method kociemba", "--method two-phase"),
            ("--timeout 50", "--max-time 50"),
            ("--max-moves 20", "--max-length 20"),
            ("--json", "--format jsonl"),
            ("--format json", "--format jsonl"),
            ("-j 3", "--threads 3"),
        ] {
            assert_eq!(asked(other), asked(own), "{other}");
        }
        for contradiction in ["--optimal --method descent", "--json --format csv"] {
            let all = ["cubebatch", "solve"].into_iter().chain(contradiction.split(' '));
            assert!(Cli::try_parse_from(all).is_err(), "{contradiction}");
        }
    }
}
