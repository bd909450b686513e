//! Options that several commands have.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use cubebatch::internals::MOST_THREADS;
use cubebatch::rows::Form;
use cubebatch::{EngineChoice, Method};

/// The folder of the tables.
#[derive(Debug, Args)]
pub struct Folder {
    /// Folder of the tables [default: a folder in the user's data folder]
    #[arg(long, value_name = "DIR", env = "CUBEBATCH_TABLES", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,
}

/// How many threads work.
#[derive(Debug, Args)]
pub struct Threads {
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", short_alias = 'j', value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS.into()))]
    pub threads: Option<u16>,
}

/// The engine.
#[derive(Debug, Args)]
pub struct Engine {
    /// Processor that builds tables and searches
    #[arg(long, value_parser = engine_parser(), default_value = "cpu")]
    pub engine: EngineChoice,
    /// GPU to use, by its number or a part of its name; `cubebatch devices` lists them [default: a graphics card, else a GPU
    /// within a processor]
    #[arg(long, value_name = "N|NAME")]
    pub gpu: Option<String>,
}

fn engine_parser() -> impl TypedValueParser<Value = EngineChoice> {
    let values = [
        ("auto", "A GPU if the machine has one, else the CPU; the CPU takes over if the GPU fails"),
        ("cpu", "The CPU"),
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

/// The name of a method; the parser also accepts its name in other programs.
fn method_value(method: Method) -> PossibleValue {
    let value = PossibleValue::new(method.name()).help(method.title());
    value.aliases(method.alias())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// Plain text, one row per line
    Text,
    /// JSON Lines: one object per line
    #[value(alias = "json")]
    Jsonl,
    /// CSV: comma-separated values with a header
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
    /// Write an error for the line, and continue
    Mark,
    /// End the run
    Stop,
}
