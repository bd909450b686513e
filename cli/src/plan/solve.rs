//! The plan of `cubebatch solve`.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use cubebatch::notation::{Format, MoveNotation};
use cubebatch::{EngineChoice, Method, SolveOptions, SolverBuilder};
use cubebatch_cube::goal::Task;
use cubebatch_rows::columns::CUBE;
use cubebatch_rows::remedies::{self, Wording, sentence};
use cubebatch_rows::{Form, Named, Part, Style, about};
use cubebatch_search::engine::EngineError;
use cubebatch_search::method::{Effect, Means, Question, Refused, SolveOption, ValueKind, WITHOUT_TABLES};
use cubebatch_tables::files::Library;
use cubebatch_tables::table::TableId;

use super::Machine;
use crate::args::{self, OnError};
use crate::compression::Compression;
use crate::failure::{Failure, UNUSABLE};
use crate::form;
use crate::input::WantedColumns;
use crate::input::given::{self, Given};
use crate::input::positions_in;
use crate::journal::record::{JobOptions, PART};
use crate::journal::target::file_of;
use crate::parquet;
use crate::remote::Show;
use crate::stored_file::bytes_of;

/// Bytes of a line, about, by which positions are counted before they are read.
const LINE_BYTES: u64 = 55;

/// A job of `cubebatch solve`.
pub struct SolvePlan {
    pub sources: Vec<Given>,
    /// The column of a table that holds the positions.
    pub wanted: &'static WantedColumns,
    /// The part of their lines that is solved.
    pub part: Option<Part>,
    pub format: Option<Format>,
    /// Whether an invalid line ends everything.
    pub stops_on_error: bool,
    pub method: Method,
    pub solver: SolverBuilder,
    /// A solver for a few positions while tables of the other one are missing: it makes small ones in a moment. The rows are the
    /// same.
    pub at_once: Option<SolverBuilder>,
    /// What the solutions have to do.
    pub task: Task,
    pub limits: SolveOptions,
    pub style: Style,
    /// What a file of Parquet says of its rows.
    pub about: Vec<(String, String)>,
    /// The output file; without one, rows go to standard output.
    pub out: Option<PathBuf>,
    pub resumes: bool,
    /// The job of its record; `None` for a run that cannot go on later.
    pub job: Option<JobOptions>,
}

impl SolvePlan {
    /// Decides.
    pub fn new(args: &args::SolveArgs) -> Result<SolvePlan, Failure> {
        let asked = args.question();
        let out = file_of(args.output.file.as_deref());
        let question = asked.resolve(args.method).map_err(|error| refused(args, &asked, error))?;
        let limits = SolveOptions::from(&question);
        let machine = machine(args, &question)?;
        let form = form(args)?;
        refuse_resume(args)?;
        let format = args.reading.notation();
        let sources = given::positions(&args.files, format)?;
        let has_several = sources.len() > 1;
        let expected = expected_positions(&sources).div_ceil(args.part.map_or(1, Part::of));
        let is_small = are_few(&sources, expected) && answers_at_once(args, &question, &machine);
        let solver = machine.solver().method(args.method);
        let little = asked.with(SolveOption::Memory, WITHOUT_TABLES);
        Ok(SolvePlan {
            sources,
            wanted: positions_in(&args.column.name),
            part: args.part,
            format,
            job: can_go_on(args).then(|| job(args, form, &question, has_several)),
            stops_on_error: args.on_error == OnError::Stop,
            method: args.method,
            at_once: is_small.then(|| solver.clone().engine(EngineChoice::Cpu).options(&little)),
            solver: solver.options(&asked).expect(expected, &limits),
            style: Style {
                notation: args.notation,
                files: has_several,
                seams: args.phases,
                time: args.time,
                cube_bytes: args.cube_bytes,
                ..Style::of(form, args.method, &limits)
            },
            about: about::of_rows(args.method, &question),
            task: question.task(),
            limits,
            out: out.map(ToOwned::to_owned),
            resumes: args.resume,
        })
    }
}

/// Positions that small tables answer before the others would be built: each takes 10 to 25 ms.
const FEW: u64 = 100;

/// Whether there are few positions, as far as that is known before they are read.
fn are_few(sources: &[Given], expected: u64) -> bool {
    let is_counted = |given: &Given| given.path().is_none_or(|path| path.is_file());
    sources.iter().all(is_counted) && expected <= FEW
}

/// Whether the method answers such a question without tables in files, and some of its tables are missing.
fn answers_at_once(args: &args::SolveArgs, question: &Question, machine: &Machine) -> bool {
    let card = args.method.card();
    let asks_for_more =
        args.engine.asks_for_gpu() || args.engine.gpu.is_some() || question.is_given(SolveOption::Memory);
    if asks_for_more || !card.is_quick_without_tables(question) {
        return false;
    }
    let is_missing = |library: Library| {
        let is_there = |table: TableId| library.path(table).exists();
        let means = Means { question: *question, expected: None, on_gpu: false, is_there: &is_there };
        // What stands in the way of a folder is an error of the solver that opens it.
        let can_be_built = library.folder().is_dir() || !library.folder().exists();
        can_be_built && !card.tables(&means).into_iter().all(is_there)
    };
    machine.library().is_ok_and(is_missing)
}

/// Whether the rows come out alike the second time.
fn can_go_on(args: &args::SolveArgs) -> bool {
    depends_on_time(args).is_none() && !args.time
}

/// An option that is given by which rows depend on how fast the machine is.
fn depends_on_time(args: &args::SolveArgs) -> Option<SolveOption> {
    let question = args.question();
    let by_time = args.method.card().options.iter().filter(|takes| takes.effect == Effect::RowsByTime);
    by_time.map(|takes| takes.option).find(|&option| question.is_given(option))
}

/// Everything that decides the rows.
fn job(args: &args::SolveArgs, form: Form, question: &Question, has_several: bool) -> JobOptions {
    let of_method = args.method.card().options.iter();
    let of_method =
        of_method.map(|takes| (args::flag(takes.option.name()), about::deciding(takes, question)));
    let several = has_several.then(|| {
        let names: Vec<_> = args.files.iter().map(|file| file.shown().to_string()).collect();
        names.join(" ")
    });
    let others = [
        ("cubebatch", Some(env!("CARGO_PKG_VERSION").to_owned())),
        ("--method", Some(args.method.to_string())),
        ("--from", args.reading.from.notation().map(|_| args.reading.from.name().to_owned())),
        ("--scan", args.reading.scan.as_ref().map(ToString::to_string)),
        ("--format", Some(form.name().to_owned())),
        ("--notation", (args.notation != MoveNotation::Letters).then(|| args.notation.to_string())),
        ("--phases", args.phases.then(String::new)),
        ("--column", Some(args.column.name.clone()).filter(|column| column != CUBE)),
        ("--cube-bytes", args.cube_bytes.then(String::new)),
        ("--on-error", args::named(args.on_error)),
        (PART, args.part.as_ref().map(ToString::to_string)),
        ("the files", several),
    ];
    let others = others.into_iter().map(|(name, value)| (name.to_owned(), value));
    of_method.chain(others).filter_map(|(name, value)| Some((name, value?))).collect()
}

/// Roughly how many positions there are; 0, which is unknown, for a pipe.
fn expected_positions(sources: &[Given]) -> u64 {
    let of = |given: &Given| given.path().map_or(1, |path| bytes_of(path).div_ceil(LINE_BYTES));
    sources.iter().map(of).sum()
}

/// Refuses what the method and the engine have no use for, also when they are the default.
fn machine(args: &args::SolveArgs, question: &Question) -> Result<Machine, Failure> {
    if args.phases && args.method.phases() == 0 {
        let problem = format!("--method {} has no use for --phases", args.method);
        let asked = args.question();
        let can = |method: &Method| asked.resolve(*method).is_ok();
        let others: Vec<String> = suitable(args).into_iter().filter(can).map(WORDS.method).collect();
        return Err(Failure::new(UNUSABLE, problem, &sentence(&["--phases".to_owned()], &[], &others)));
    }
    match args.method.card().on_gpu(question) {
        Err(work) if args.engine.asks_for_gpu() => Err(EngineError::Unsupported(work).into()),
        _ => Machine::new(&args.threads).tables(&args.folder).engine(&args.engine),
    }
}

/// The methods that can do what is asked for besides the question: show phases, work on a GPU.
fn suitable(args: &args::SolveArgs) -> Vec<Method> {
    let asked = args.question();
    let is_on_gpu =
        |method: Method| asked.resolve(method).is_ok_and(|question| method.card().on_gpu(&question).is_ok());
    let is_suitable = |&method: &Method| {
        (!args.phases || method.phases() > 0) && (!args.engine.asks_for_gpu() || is_on_gpu(method))
    };
    Method::ALL.iter().copied().filter(is_suitable).collect()
}

/// The words of the command line.
const WORDS: Wording = Wording {
    option: |option| args::flag(option.name()),
    value: |option, value| match option.card().kind {
        ValueKind::Flag => args::flag(option.name()),
        kind if kind.is_text() => format!("{} \"{value}\"", args::flag(option.name())),
        _ => format!("{} {value}", args::flag(option.name())),
    },
    method: |method| format!("--method {method}"),
};

fn refused(args: &args::SolveArgs, asked: &Question, refused: Refused) -> Failure {
    let problem = match refused {
        Refused::WithoutUse { option, method } => {
            format!("--method {method} has no use for {}", args::flag(option.name()))
        }
        Refused::UnevenCosts { method } => {
            format!("--method {method} needs costs that are the same on all faces")
        }
        Refused::TooFewMoves { method } => format!("--method {method} needs all turns of five faces"),
        refused => refused.to_string(),
    };
    Failure::new(UNUSABLE, problem, &remedies::of_question(asked, args.method, &suitable(args), &WORDS))
}

/// The options that are given and that rows in this form have no use for.
fn useless_in(form: Form, args: &args::SolveArgs) -> Vec<String> {
    let options = [
        ("--time", args.time && form == Form::Text),
        ("--phases", args.phases && form != Form::Text),
        ("--cube-bytes", args.cube_bytes && form != Form::Parquet),
        ("--notation", args.notation != MoveNotation::Letters && form == Form::Parquet),
    ];
    options.into_iter().filter(|&(_, is_useless)| is_useless).map(|(name, _)| name.to_owned()).collect()
}

/// The form of rows, with which all that decides their look agrees.
fn form(args: &args::SolveArgs) -> Result<Form, Failure> {
    let out = file_of(args.output.file.as_deref());
    let form = form::decide(args.form, out)?;
    let useless = useless_in(form, args);
    let Some(first) = useless.first() else {
        return if form == Form::Parquet { can_write_parquet(args).map(|()| form) } else { Ok(form) };
    };
    let problem = format!("--format {} has no use for {first}", form.name());
    let can = |form: &Form| {
        let is_written = *form != Form::Parquet || can_write_parquet(args).is_ok();
        is_written && useless_in(*form, args).is_empty() && form::decide(Some(*form), out).is_ok()
    };
    let others = Form::ALL.iter().copied().filter(can).map(|form| format!("--format {}", form.name()));
    Err(Failure::new(UNUSABLE, problem, &sentence(&useless, &[], &others.collect::<Vec<_>>())))
}

fn can_write_parquet(args: &args::SolveArgs) -> Result<(), Failure> {
    let out = file_of(args.output.file.as_deref());
    let refused = if !parquet::IS_THERE {
        ("Parquet cannot be written", parquet::BUILD_IT)
    } else if out.is_some_and(|out| {
        Compression::of_name(out).is_ok_and(|compression| compression != Compression::None)
    }) {
        (
            "a file of Parquet is not compressed once more",
            "Let its name end in .parquet: its columns are compressed.",
        )
    } else if out.is_none() && io::stdout().is_terminal() {
        ("a file of Parquet is not for a terminal", "Name a file: -o FILE.parquet")
    } else {
        return Ok(());
    };
    Err(Failure::new(UNUSABLE, refused.0, refused.1))
}

/// Refuses to resume what could come out otherwise the second time.
fn refuse_resume(args: &args::SolveArgs) -> Result<(), Failure> {
    if !args.resume {
        return Ok(());
    }
    if file_of(args.output.file.as_deref()).is_none() {
        return Err(Failure::new(UNUSABLE, "standard output cannot be resumed", "Name a file."));
    }
    let Some(option) = depends_on_time(args) else { return Ok(()) };
    let problem = format!(
        "solutions within {} depend on how fast the machine is, so that no run can be resumed",
        args::flag(option.name())
    );
    let left_out = [args::flag(option.name()), "--resume".to_owned()];
    Err(Failure::new(UNUSABLE, problem, &format!("Leave {} out.", left_out.join(" or "))))
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, FromArgMatches};
    use cubebatch_search::method::OPTIONS;

    use super::*;
    use crate::args::{Cli, Command};

    /// Options that a caller can give together, with their values.
    const GIVEN: [&[&str]; 27] = [
        &["--max-length", "20"],
        &["--max-time", "50"],
        &["--max-nodes", "1000"],
        &["--solutions", "3"],
        &["--all-optimal"],
        &["--ends", "2"],
        &["--memory", "2G"],
        &["--phase1-depth", "7"],
        &["--phase2-depth", "8"],
        &["--to", "R U"],
        &["--goal", "cross"],
        &["--metric", "quarter 5, half 8, U 7, U2 10"],
        &["--metric", "qtm"],
        &["--moves", "U R F L B"],
        &["--moves", "U R"],
        &["--cost", "quarter 2, half 3, D 7"],
        &["--time"],
        &["--phases"],
        &["--cube-bytes"],
        &["--notation", "digits"],
        &["--format", "text"],
        &["--format", "jsonl"],
        &["--format", "parquet"],
        &["--output", "rows"],
        &["--resume", "--output", "rows"],
        &["--engine", "gpu"],
        &["--gpu", "0"],
    ];

    type Given = Vec<Vec<String>>;

    fn owned(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    /// Why these options are rejected; `None` if they are not, or exclude each other.
    fn refusal(command: &mut clap::Command, given: &Given) -> Option<String> {
        let words = owned(&["cubebatch", "solve", "R"]).into_iter().chain(given.concat());
        let matches = command.try_get_matches_from_mut(words).ok()?;
        let Ok(Cli { command: Command::Solve(args), .. }) = Cli::from_arg_matches(&matches) else {
            return None;
        };
        match SolvePlan::new(&args).err()? {
            Failure::Told { message, .. } => Some(message),
            Failure::ClosedPipe => None,
        }
    }

    /// What a printed remedy offers, one of which is enough: names to leave out, and words to use.
    fn offers(remedy: &str) -> Vec<(Vec<String>, Vec<String>)> {
        let offer = |text: &str| {
            let (left_out, used) = match text.split_once(" out") {
                Some((left_out, used)) => (left_out, used),
                None => ("", text),
            };
            let names = left_out.split(' ').filter(|word| word.starts_with("--"));
            let used = used.trim_start_matches(" and").trim_start().trim_start_matches("use ");
            // A shell takes what is in quotes for one word.
            let words = used.split('"').enumerate().flat_map(|(part, text)| match part % 2 {
                0 => text.split_whitespace().map(ToOwned::to_owned).collect(),
                _ => vec![text.to_owned()],
            });
            (owned(&names.collect::<Vec<_>>()), words.collect())
        };
        let remedy = remedy.trim_end_matches('.');
        let remedy = remedy[..1].to_lowercase() + &remedy[1..];
        let whole = remedy.split(", or ").flat_map(|part| {
            let leave_one = part.strip_prefix("leave ").and_then(|part| part.strip_suffix(" out"));
            match leave_one.filter(|names| names.contains(" or ")) {
                Some(names) => {
                    names.split(" or ").map(|name| format!("leave {name} out")).collect::<Vec<_>>()
                }
                None => part.split(" or ").map(ToOwned::to_owned).collect(),
            }
        });
        whole.map(|text| offer(&text)).collect()
    }

    fn mended(given: &Given, left_out: &[String], used: &[String]) -> Given {
        let is_name = |word: &String| word.starts_with("--");
        let used: Vec<Vec<String>> =
            used.chunk_by(|_, word| !is_name(word)).map(<[String]>::to_vec).collect();
        let is_replaced = |group: &Vec<String>| {
            left_out.contains(&group[0]) || used.iter().any(|words| words[0] == group[0])
        };
        given.iter().filter(|group| !is_replaced(group)).chain(&used).cloned().collect()
    }

    #[test]
    fn each_printed_remedy_works_with_the_options_that_are_given() {
        for card in &OPTIONS {
            assert!(GIVEN.iter().any(|words| words[0] == args::flag(card.name)), "{}", card.name);
        }
        let methods = Method::ALL.iter().copied().map(|method| Some(["--method", method.name()]));
        // Building it takes longer than all else.
        let mut command = Cli::command();
        let mut refused = 0;
        for method in methods.into_iter().chain([None]) {
            for (index, first) in GIVEN.iter().enumerate() {
                for second in &GIVEN[index..] {
                    if !parquet::IS_THERE && [first, second].iter().any(|words| words.contains(&"parquet")) {
                        continue;
                    }
                    let words = [Some(*first), Some(*second).filter(|_| first[0] != second[0])];
                    let words = method
                        .as_ref()
                        .map(<[_; 2]>::as_slice)
                        .into_iter()
                        .chain(words.into_iter().flatten());
                    let given: Given = words.map(owned).collect();
                    let Some(message) = refusal(&mut command, &given) else { continue };
                    let (_, remedy) = message.split_once("\n  ").expect(&message);
                    refused += 1;
                    for (left_out, used) in offers(remedy) {
                        // Something else may be wrong, too, but nothing that the remedy names.
                        let left = refusal(&mut command, &mended(&given, &left_out, &used));
                        let names = || left_out.iter().chain(&used).filter(|word| word.starts_with("--"));
                        let problem =
                            left.as_deref().and_then(|message| message.lines().next()).unwrap_or("");
                        let is_named = |name: &String| {
                            problem.contains(name)
                                || name == "--method" && problem.ends_with("does not run on a GPU")
                        };
                        assert!(!names().any(is_named), "{given:?}: {message}\n{left:?}");
                        assert!(left.as_ref() != Some(&message), "{given:?}: {message}");
                    }
                }
            }
        }
        assert!(refused > 1000, "{refused}");
    }
}
