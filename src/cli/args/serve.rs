//! The options of `cubebatch serve`.

#![cfg_attr(not(feature = "serve"), allow(dead_code, reason = "a program without it only refuses"))]

use bytesize::ByteSize;
use clap::Args;
use cubebatch::Method;

use super::common::method_parser;
use super::listen::Listen;
use super::solve::parse_size;
use super::{Engine, Folder, Threads};

#[derive(Debug, Args)]
pub struct Serve {
    /// Address and port, such as 0.0.0.0:8080; who can reach it can use the service. A port alone, such as 8080, is one of
    /// this machine. Port 0 is any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: Listen,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// Pages of this origin, such as https://example.org, may use the service, too; `*` is every page
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',')]
    pub allow_origin: Vec<String>,
    /// Names under which the service is reached, such as cubes.example.org: requests to others are refused [default: when
    /// it listens on a loopback address, that and localhost; else all]
    #[arg(long, value_name = "HOST", value_delimiter = ',')]
    pub allow_host: Vec<String>,
    /// By which methods requests may ask for solutions; the first one is that of a request which names none
    #[arg(long, value_name = "METHODS", value_parser = method_parser(Method::ALL), value_delimiter = ',', default_value = "two-phase,descent,thistlethwaite")]
    pub methods: Vec<Method>,
    /// The bound of a request by two-phase which gives none [default: 21]
    #[arg(long, value_name = "N")]
    pub max_length: Option<u8>,
    /// A body of more bytes is refused (413)
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "16M")]
    pub max_body: ByteSize,
    /// Bodies of all requests take so much memory together; who comes then is told to wait (503)
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "256M")]
    pub max_bodies: ByteSize,
    /// A request with more lines is refused (413)
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_positions: u32,
    /// So many requests are worked on at once; who comes then is told to wait (429)
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub max_requests: u16,
    /// What is not solved so many seconds after its request came has an error instead of a solution
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_request_time: u32,
    /// At the end requests that are under way have so many seconds more
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub grace: u32,
    /// What is told on standard error: off, error, warn, info (a line a request), debug; or of which part what, as
    /// `info,hyper=debug`
    #[arg(long, value_name = "LEVEL", env = "RUST_LOG", default_value = "info")]
    pub log: String,
    /// Memory for the tables of each method, as `solve` has it: with too little for one of --methods the program does not start
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<ByteSize>,
    #[command(flatten)]
    pub folder: Folder,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub engine: Engine,
}
