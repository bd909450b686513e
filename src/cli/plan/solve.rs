//! The plan of `cubebatch solve`.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use cubebatch::engine::EngineError;
use cubebatch::goal::Task;
use cubebatch::method::{Effect, Question, Refused, SolveOption, Takes};
use cubebatch::notation::Format;
use cubebatch::rows::columns::CUBE;
use cubebatch::rows::{Form, Notation, Part, Style};
use cubebatch::{EngineChoice, Limits, Method, Move, SolverBuilder};

use super::Machine;
use crate::cli::args::{self, OnError};
use crate::cli::compression::Compression;
use crate::cli::failure::{Failure, UNUSABLE};
use crate::cli::form;
use crate::cli::input::given::{self, Given};
use crate::cli::input::positions_in;
use crate::cli::parquet::{self, Wanted};
use crate::cli::remote::Show;
use crate::cli::run_record::{Job, PART};
use crate::cli::stored_file::bytes_of;
use crate::cli::target::file_of;

/// Bytes of a line, about, by which positions are counted before they are read.
const LINE_BYTES: u64 = 55;

/// A job of `cubebatch solve`.
pub struct SolvePlan {
    pub sources: Vec<Given>,
    /// The column of a table that holds the positions.
    pub wanted: &'static Wanted,
    /// The part of their lines that is solved.
    pub part: Option<Part>,
    pub format: Option<Format>,
    /// Whether an invalid line ends everything.
    pub stops_on_error: bool,
    pub solver: SolverBuilder,
    /// What the solutions have to do.
    pub task: Task,
    pub limits: Limits,
    pub style: Style,
    /// What a file of Parquet says of its rows.
    pub about: Vec<(String, String)>,
    /// The output file; without one, rows go to standard output.
    pub out: Option<PathBuf>,
    pub resumes: bool,
    /// The job of its record; `None` for a run that cannot go on later.
    pub job: Option<Job>,
}

impl SolvePlan {
    /// Decides.
    pub fn new(args: &args::Solve) -> Result<SolvePlan, Failure> {
        let asked = args.question();
        let out = file_of(args.out.as_deref());
        let question = asked.resolve(args.method).map_err(refused)?;
        let limits = Limits::from(&question);
        let machine = machine(args, &question)?;
        let form = form(args)?;
        refuse_resume(args)?;
        let format = args.reading.notation();
        let sources = given::positions(&args.files, format)?;
        let has_several = sources.len() > 1;
        Ok(SolvePlan {
            sources,
            wanted: positions_in(&args.column.name),
            part: args.part,
            format,
            job: can_go_on(args).then(|| job(args, form, &question, has_several)),
            stops_on_error: args.on_error == OnError::Stop,
            solver: machine
                .solver()
                .method(args.method)
                .options(&asked)
                .expect(expected_positions(&args.files) / args.part.map_or(1, Part::of), &limits),
            style: Style {
                notation: args.notation,
                files: has_several,
                seams: args.phases,
                time: args.time,
                cube_bytes: args.cube_bytes,
                ..Style::of(form, args.method, &limits)
            },
            about: about(args, &question),
            task: question.task(),
            limits,
            out: out.map(ToOwned::to_owned),
            resumes: args.resume,
        })
    }
}

/// Whether the rows come out alike the second time.
fn can_go_on(args: &args::Solve) -> bool {
    depends_on_time(args).is_none() && !args.time
}

/// An option that is given by which rows depend on how fast the machine is.
fn depends_on_time(args: &args::Solve) -> Option<SolveOption> {
    let question = args.question();
    let by_time = args.method.options().iter().filter(|takes| takes.effect == Effect::RowsByTime);
    by_time.map(|takes| takes.option).find(|&option| question.is_given(option))
}

/// Everything that decides the rows.
fn job(args: &args::Solve, form: Form, question: &Question, has_several: bool) -> Job {
    let of_method = args.method.options().iter();
    let of_method = of_method.map(|takes| (args::flag(takes.option.name()), deciding(takes, question)));
    let several = has_several.then(|| {
        let names: Vec<_> = args.files.iter().map(|file| file.shown().to_string()).collect();
        names.join(" ")
    });
    let others = [
        ("cubebatch", Some(env!("CARGO_PKG_VERSION").to_owned())),
        ("--method", Some(args.method.to_string())),
        ("--format", args.reading.format.notation().and(args::named(args.reading.format))),
        ("--scan", args.reading.scan.as_ref().map(ToString::to_string)),
        ("--output", Some(form.name().to_owned())),
        ("--notation", args::named(args.notation).filter(|_| args.notation != Notation::Letters)),
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

/// What a file of Parquet says of its rows: the names of the moves by their numbers, and the options of which solutions depend.
fn about(args: &args::Solve, question: &Question) -> Vec<(String, String)> {
    let moves: Vec<&str> = Move::all().map(Move::name).collect();
    let of_method = args.method.options().iter();
    let of_method = of_method.filter_map(|takes| Some((takes.option.name(), deciding(takes, question)?)));
    let all = [("version", env!("CARGO_PKG_VERSION").to_owned()), ("move_names", moves.join(" "))];
    let all = all.into_iter().chain([("method", args.method.to_string())]).chain(of_method);
    all.map(|(name, value)| (format!("cubebatch.{name}"), value)).collect()
}

/// The value of an option of the method, given or usual; `None` if it does not decide rows.
fn deciding(takes: &Takes, question: &Question) -> Option<String> {
    let decides = takes.effect == Effect::Rows && question.asks(takes.option);
    question.text(takes.option).filter(|_| decides)
}

/// Roughly how many positions there are; unknown for a pipe.
fn expected_positions(files: &[PathBuf]) -> u64 {
    files.iter().map(|path| bytes_of(path)).sum::<u64>() / LINE_BYTES
}

/// Refuses what the method and the engine have no use for, also when they are the default.
fn machine(args: &args::Solve, question: &Question) -> Result<Machine, Failure> {
    if args.phases && args.method.phases() == 0 {
        let problem = format!("--method {} has no use for --phases", args.method);
        let takers = flags(|method| method.phases() > 0);
        return Err(Failure::new(UNUSABLE, problem, &format!("Use {takers} to see phases.")));
    }
    let machine = Machine::new(&args.threads).tables(&args.folder).engine(&args.engine)?;
    match args.method.on_gpu(question) {
        Err(work) if args.engine.engine == EngineChoice::Gpu => {
            Err(Failure::new(UNUSABLE, EngineError::Unsupported(work), "Use --engine cpu or auto."))
        }
        _ => Ok(machine),
    }
}

fn refused(refused: Refused) -> Failure {
    match refused {
        Refused::WithoutUse { option, method } => {
            let takers = flags(|method| method.takes(option));
            let problem = format!("--method {method} has no use for {}", args::flag(option.name()));
            Failure::new(UNUSABLE, problem, &format!("Leave it out, or use {takers}."))
        }
        Refused::UnevenCosts { method } => {
            let problem = format!("--method {method} needs costs that are the same on all faces");
            let others = flags(|other| other != method && other.takes(SolveOption::Metric));
            Failure::new(
                UNUSABLE,
                problem,
                &format!("Give costs of quarter and half turns alone, or use {others}."),
            )
        }
        Refused::TooFewTurns { method } => {
            let problem = format!("--method {method} needs all turns of five faces");
            Failure::new(UNUSABLE, problem, "Name five faces, or use --goal solved, for shortest solutions.")
        }
        refused => Failure::new(UNUSABLE, refused, ""),
    }
}

/// The flags that choose some methods.
fn flags(is_meant: impl Fn(Method) -> bool) -> String {
    let methods = Method::ALL.into_iter().filter(|&method| is_meant(method));
    methods.map(|method| format!("--method {method}")).collect::<Vec<_>>().join(" or ")
}

/// The form of rows, with which all that decides their look agrees.
fn form(args: &args::Solve) -> Result<Form, Failure> {
    let form = form::decide(args.form, file_of(args.out.as_deref()))?;
    if form == Form::Text && args.time {
        let problem = "--output text has no room for --time";
        return Err(Failure::new(UNUSABLE, problem, "Add --output jsonl, csv or parquet."));
    }
    if form != Form::Parquet && args.cube_bytes {
        let problem = format!("--output {} has no use for --cube-bytes", form.name());
        return Err(Failure::new(UNUSABLE, problem, "Leave it out, or write --output parquet."));
    }
    if form != Form::Text && args.phases {
        let problem = "--phases is for --output text";
        return Err(Failure::new(UNUSABLE, problem, "The other forms give the length of each phase anyway."));
    }
    if form == Form::Parquet {
        refuse_parquet(args)?;
    }
    Ok(form)
}

fn refuse_parquet(args: &args::Solve) -> Result<(), Failure> {
    let out = file_of(args.out.as_deref());
    let refused = if !parquet::IS_THERE {
        ("Parquet cannot be written", parquet::BUILD_IT)
    } else if args.notation != Notation::Letters {
        ("--output parquet has no use for --notation", "Its moves are numbers.")
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
fn refuse_resume(args: &args::Solve) -> Result<(), Failure> {
    if !args.resume {
        return Ok(());
    }
    if file_of(args.out.as_deref()).is_none() {
        return Err(Failure::new(UNUSABLE, "standard output cannot be resumed", "Name a file."));
    }
    let Some(option) = depends_on_time(args) else { return Ok(()) };
    let problem = format!(
        "solutions within {} depend on how fast the machine is, so that no run can be resumed",
        args::flag(option.name())
    );
    Err(Failure::new(UNUSABLE, problem, "Use --max-nodes instead."))
}
