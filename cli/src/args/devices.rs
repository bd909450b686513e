//! The options of `cubebatch devices`.

use clap::Args;
use cubebatch::Method;

use super::FolderArgs;
use super::common::method_parser;

#[derive(Debug, Args)]
pub struct DevicesArgs {
    /// Start a search on a GPU, and print the time of each stage before its first position
    #[arg(long)]
    pub start: bool,
    /// Method of the search
    #[arg(long, requires = "start", value_parser = method_parser(on_gpus()), default_value = Method::default().name())]
    pub method: Method,
    /// GPU to start, by its number or a part of its name [default: a graphics card, else a GPU within a processor]
    #[arg(long, requires = "start", value_name = "N|NAME")]
    pub gpu: Option<String>,
    #[command(flatten)]
    pub folder: FolderArgs,
}

fn on_gpus() -> impl Iterator<Item = Method> {
    Method::ALL.iter().copied().filter(|method| method.card().runs_on_gpu())
}
