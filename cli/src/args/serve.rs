//! The options of `cubebatch serve`.

#![cfg_attr(not(feature = "serve"), allow(dead_code, reason = "a program without it only refuses"))]

use bytesize::ByteSize;
use clap::{Arg, Args, ValueEnum};
use cubebatch::Method;
use cubebatch_search::method::{Question, SolveOption};

use super::common::method_parser;
use super::common::parse_size;
use super::listen::Listen;
use super::options::parser;
use super::{EngineArgs, FolderArgs, ThreadsArgs};

/// The form of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// A line for each event
    #[default]
    Text,
    /// An object of JSON for each event, in a line
    Json,
}

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Address and port, such as 0.0.0.0:8080. A port alone, such as 8080, accepts clients of this machine only. Port 0
    /// selects a free port
    #[arg(long, visible_alias = "port", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: Listen,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// Allow pages of this origin, such as https://example.org, to use the service; `*` allows every page
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',')]
    pub allow_origin: Vec<String>,
    /// Answer requests to this host name, such as cubes.example.org, and refuse other names [default: on a loopback
    /// address, that address and localhost; else all]
    #[arg(long, value_name = "HOST", value_delimiter = ',')]
    pub allow_host: Vec<String>,
    /// Methods that requests may use; a request that names none gets the first
    #[arg(long, value_name = "METHODS", value_parser = method_parser(Method::ALL.iter().copied()), value_delimiter = ',', default_value = "two-phase,descent,thistlethwaite,goal")]
    pub methods: Vec<Method>,
    #[arg(long, value_name = "N", value_parser = parser(SolveOption::MaxLength), help = length_help())]
    pub max_length: Option<u64>,
    /// Size limit of a request body; a larger body gets 413
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "16M")]
    pub max_body: ByteSize,
    /// Total memory for request bodies; beyond it, new requests get 503 with Retry-After
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "256M")]
    pub max_bodies: ByteSize,
    /// Limit of lines per request; a request with more gets 413
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_positions: u32,
    /// Limit of concurrent requests; beyond it, new requests get 429 with Retry-After
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub max_requests: u16,
    /// Time limit per request in seconds; unsolved positions get an error instead of a solution
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_request_time: u32,
    /// Seconds that running requests may take to finish when the service ends
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub grace: u32,
    /// Log level on standard error: off, error, warn, info (one line per request) or debug; or a level per module, such as
    /// `info,hyper=debug`
    #[arg(long, value_name = "LEVEL", env = ServeArgs::LOG_VARIABLE, default_value = ServeArgs::LOG)]
    pub log: String,
    /// Form of the log: lines of text, or objects of JSON
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    pub log_format: LogFormat,
    /// Memory for the tables of each method, as in `solve`; the service does not start if one of --methods needs more
    #[arg(long, value_name = "SIZE", value_parser = parser(SolveOption::Memory))]
    pub memory: Option<u64>,
    #[command(flatten)]
    pub folder: FolderArgs,
    #[command(flatten)]
    pub threads: ThreadsArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// An option of the service, which the environment gives as well: CUBEBATCH_ and its name, unless it has another variable.
pub fn of_environment(arg: Arg) -> Arg {
    let variable = arg
        .get_long()
        .filter(|_| arg.get_env().is_none())
        .map(|long| format!("CUBEBATCH_{}", long.to_uppercase().replace('-', "_")));
    match variable {
        Some(variable) => arg.env(variable),
        None => arg,
    }
}

impl ServeArgs {
    /// The variable of the log level, which other programs read as well.
    pub const LOG_VARIABLE: &str = "RUST_LOG";

    /// The usual log level.
    pub const LOG: &str = "info";

    /// The values for requests that give none.
    pub fn question(&self) -> Question {
        let given = [(SolveOption::MaxLength, self.max_length), (SolveOption::Memory, self.memory)];
        let given = given.into_iter().filter_map(|(option, value)| Some((option, value?)));
        given.fold(Question::default(), |question, (option, value)| question.with(option, value))
    }
}

fn length_help() -> String {
    let bounded = Method::ALL
        .iter()
        .copied()
        .filter_map(|method| Some((method, method.card().usual(SolveOption::MaxLength)?)));
    let (methods, usual): (Vec<String>, Vec<String>) =
        bounded.map(|(method, length)| (method.to_string(), length.to_string())).unzip();
    let (methods, usual) = (methods.join(" or "), usual.join(", "));
    format!("Bound on the moves of a solution by {methods}, for requests that give none [default: {usual}]")
}
