//! Options that several commands have.

use std::path::PathBuf;

use bytesize::ByteSize;
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use cubebatch::notation::MoveNotation;
use cubebatch::{EngineChoice, Method};
use cubebatch_rows::{Form, Named};
use cubebatch_search::method::question::MOST_THREADS;

/// The folder of the tables.
#[derive(Debug, Args)]
pub struct FolderArgs {
    /// Folder of the tables [default: a folder in the user's data folder]
    #[arg(long, value_name = "DIR", env = "CUBEBATCH_TABLES", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,
}

/// The file that a command writes.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// Write to FILE, compressed if its name ends in .gz or .zst; `-` is standard output, the default
    #[arg(
        id = "output",
        short,
        long,
        alias = "out",
        value_name = "FILE",
        value_parser = output_file(),
        value_hint = ValueHint::FilePath
    )]
    pub file: Option<PathBuf>,
}

/// Parses the name of a file that is written. `--output` once took the format, so it rejects the name of one.
pub fn output_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let is_form = path.to_str().is_some_and(|name| Form::ALL.iter().any(|form| form.has_name(name)));
        if is_form { Err("this is the name of a format") } else { Ok(path) }
    })
}

/// How many threads work.
#[derive(Debug, Args)]
pub struct ThreadsArgs {
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", short_alias = 'j', value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS.into()))]
    pub threads: Option<u16>,
}

/// The engine.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// Processor that builds tables and searches
    #[arg(long, value_parser = engine_parser(), default_value = "cpu")]
    pub engine: EngineChoice,
    /// GPU to use, by its number or a part of its name; `cubebatch devices` lists them. `all` shares the positions among all cards.
    /// [default: a graphics card, else a GPU within a processor; with `--engine auto` all cards of that name]
    #[arg(long, value_name = "N|NAME|all")]
    pub gpu: Option<String>,
}

impl EngineArgs {
    /// Whether a GPU has to do the work.
    pub fn asks_for_gpu(&self) -> bool {
        self.engine == EngineChoice::Gpu || self.engine == EngineChoice::Cpu && self.gpu.is_some()
    }
}

fn engine_parser() -> impl TypedValueParser<Value = EngineChoice> {
    let value = |name, help, engine| (PossibleValue::new(name).help(help), engine);
    one_of([
        value(
            "auto",
            "A GPU if the machine has one, else the CPU; the CPU takes over if the GPU fails",
            EngineChoice::Auto,
        ),
        value("cpu", "The CPU", EngineChoice::Cpu),
        value("gpu", "A GPU, or a software driver", EngineChoice::Gpu),
    ])
}

/// Parses the names of some methods.
pub fn method_parser(methods: impl IntoIterator<Item = Method>) -> impl TypedValueParser<Value = Method> {
    let value =
        |method: Method| PossibleValue::new(method.name()).help(method.title()).aliases(method.card().alias);
    one_of(methods.into_iter().map(move |method| (value(method), method)))
}

/// Parses the names of some forms of rows.
pub fn form_parser(forms: impl IntoIterator<Item = Form>) -> impl TypedValueParser<Value = Form> {
    let value = |form: Form| PossibleValue::new(form.name()).help(form.sentence()).aliases(form.alias());
    one_of(forms.into_iter().map(move |form| (value(form), form)))
}

/// Parses the names of all values of an option.
pub fn named_parser<T: Named>() -> impl TypedValueParser<Value = T> {
    one_of(T::ALL.iter().map(|&(value, name, about)| (PossibleValue::new(name).help(about), value)))
}

/// Parses the names of some values.
fn one_of<T: Copy + Send + Sync + 'static>(
    values: impl IntoIterator<Item = (PossibleValue, T)>,
) -> impl TypedValueParser<Value = T> {
    let values: Vec<(PossibleValue, T)> = values.into_iter().collect();
    let names: Vec<PossibleValue> = values.iter().map(|(name, _)| name.clone()).collect();
    PossibleValuesParser::new(names).map(move |given| {
        let named = values.iter().find(|(name, _)| name.matches(&given, false));
        named.expect("the parser lets only names of values pass").1
    })
}

/// The help of `--format` where the name of the output can decide.
pub fn form_help(forms: impl IntoIterator<Item = Form>) -> String {
    let endings: Vec<String> =
        forms.into_iter().flat_map(Form::endings).map(|ending| format!(".{ending}")).collect();
    let (last, others) = endings.split_last().expect("each form has an ending");
    let usual = Form::ALL[0].name();
    format!(
        "Format of the solutions [default: by the extension of the output: {} or {last}; else {usual}]",
        others.join(", ")
    )
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnError {
    /// Write an error for the line, and continue
    Mark,
    /// End the run
    Stop,
}

/// The notations of moves by their names.
pub fn move_notations() -> impl TypedValueParser<Value = MoveNotation> {
    let value = |notation: MoveNotation| PossibleValue::new(notation.name()).help(notation.about());
    PossibleValuesParser::new(MoveNotation::ALL.map(value)).try_map(|name| name.parse::<MoveNotation>())
}

/// A number of bytes, with a unit or without.
pub(super) fn parse_size(text: &str) -> Result<ByteSize, String> {
    let wrong = || "give a size such as 600M or 1.5G, or a number of bytes".to_owned();
    match text.parse::<f64>() {
        Ok(bytes) if bytes.is_finite() && bytes >= 0.0 => Ok(ByteSize(bytes as u64)),
        Ok(_) => Err(wrong()),
        Err(_) => text.parse().map_err(|_| wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_numbers_of_bytes_or_have_a_unit() {
        for (text, bytes) in
            [("1e9", 1_000_000_000), ("600M", 600_000_000), ("1.5G", 1_500_000_000), ("7", 7)]
        {
            assert_eq!(parse_size(text).map(|size| size.as_u64()), Ok(bytes), "{text}");
        }
        for text in ["", "-1", "inf", "NaN", "lots", "1e9x"] {
            let error = parse_size(text).expect_err(text);
            assert_eq!(error, "give a size such as 600M or 1.5G, or a number of bytes");
        }
    }
}
