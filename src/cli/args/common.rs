//! Options that several commands have.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use cubebatch::rows::Form;
use cubebatch::{EngineChoice, Method, Solver, SolverBuilder};

/// Where tables are.
#[derive(Debug, Args)]
pub struct Folder {
    /// Folder of the tables [default: the user's data folder]
    #[arg(long, value_name = "DIR", env = "CUBEBATCH_TABLES", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,
}

impl Folder {
    /// A solver over the tables of this folder.
    pub fn set(&self, builder: SolverBuilder) -> SolverBuilder {
        self.tables.iter().fold(builder, |builder, folder| builder.tables(folder))
    }
}

/// How deep sorted tables go.
#[derive(Debug, Args)]
pub struct Depths {
    /// With --method modified: depth of the table of phase 1 (the paper's p0), deeper is faster and larger (8: 450 MB) [default: 7]
    #[arg(long, value_name = "4..8", alias = "p0-depth", value_parser = depth_parser(0))]
    pub phase1_depth: Option<u8>,
    /// With --method modified: depth of the table of phase 2 (p1; 10: 220 MB) [default: 9]
    #[arg(long, value_name = "6..10", alias = "p1-depth", value_parser = depth_parser(1))]
    pub phase2_depth: Option<u8>,
}

impl Depths {
    /// A solver over tables of these depths.
    pub fn set(&self, builder: SolverBuilder) -> SolverBuilder {
        let builder = self.phase1_depth.into_iter().fold(builder, SolverBuilder::phase1_depth);
        self.phase2_depth.into_iter().fold(builder, SolverBuilder::phase2_depth)
    }
}

fn depth_parser(phase: usize) -> impl TypedValueParser<Value = u8> {
    let depths = &Solver::DEPTHS[phase];
    clap::value_parser!(u8).range(i64::from(*depths.start())..=i64::from(*depths.end()))
}

/// How many threads work.
#[derive(Debug, Args)]
pub struct Threads {
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", short_alias = 'j', value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl Threads {
    /// As many as are asked for, else as there are cores.
    pub fn count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }

    /// A solver with this many threads.
    pub fn set(&self, builder: SolverBuilder) -> SolverBuilder {
        self.threads.map(usize::from).into_iter().fold(builder, SolverBuilder::threads)
    }
}

/// What does the work.
#[derive(Debug, Args)]
pub struct Engine {
    /// What builds tables and searches
    #[arg(long, value_parser = engine_parser(), default_value = "cpu")]
    pub engine: EngineChoice,
    /// Which GPU: its number or a part of its name, see `cubebatch devices` [default: a card before one beside a processor]
    #[arg(long, value_name = "N|NAME")]
    pub gpu: Option<String>,
}

impl Engine {
    /// A solver with this engine.
    pub fn set(&self, builder: SolverBuilder) -> SolverBuilder {
        self.gpu.iter().fold(builder.engine(self.engine), |builder, gpu| builder.gpu(gpu))
    }
}

fn engine_parser() -> impl TypedValueParser<Value = EngineChoice> {
    let values = [
        ("auto", "A GPU if there is one, else the CPU; the CPU too where the GPU fails"),
        ("cpu", "All cores"),
        ("gpu", "A GPU, or a software driver"),
    ];
    let values = values.map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).map(|name| match name.as_str() {
        "auto" => EngineChoice::Auto,
        "gpu" => EngineChoice::Gpu,
        _ => EngineChoice::Cpu,
    })
}

/// Parses the names of some methods.
pub fn method_parser(methods: impl IntoIterator<Item = Method>) -> impl TypedValueParser<Value = Method> {
    let values: Vec<PossibleValue> = methods.into_iter().map(method_value).collect();
    let of_name =
        |name: String| Method::ALL.into_iter().find(|&method| method_value(method).matches(&name, false));
    PossibleValuesParser::new(values).map(move |name| of_name(name).expect("it is one of the values"))
}

/// What a method is called: of other programs' names one is understood as well.
fn method_value(method: Method) -> PossibleValue {
    let value = PossibleValue::new(method.name()).help(method.title());
    if method == Method::TwoPhase { value.alias("kociemba") } else { value }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// A solution a line, empty for a solved cube, a comment for an invalid line
    Text,
    /// An object a line (JSON Lines)
    #[value(alias = "json")]
    Jsonl,
    /// Comma-separated values with a header
    Csv,
}

impl Output {
    /// The same among all forms.
    pub fn form(self) -> Form {
        match self {
            Output::Text => Form::Text,
            Output::Jsonl => Form::Jsonl,
            Output::Csv => Form::Csv,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnError {
    /// Mark it in the output and go on
    Mark,
    /// Stop there
    Stop,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_named_as_they_are() {
        let command = Depths::augment_args(clap::Command::new("solve"));
        let named: Vec<String> = command
            .get_arguments()
            .map(|arg| arg.get_value_names().expect("it has one")[0].to_string())
            .collect();
        let depths = Solver::DEPTHS.map(|depths| format!("{}..{}", depths.start(), depths.end()));
        assert_eq!(named, depths);
    }
}
