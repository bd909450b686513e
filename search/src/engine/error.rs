//! Why an engine could not do its work.

use crate::pool::NoThreads;
use cubebatch_tables::progress::Cancelled;
use cubebatch_tables::table::{SortedSpec, TableId, WrongContents};

/// Why an engine could not search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no such GPU.
    #[error("{}", no_adapter(wanted.as_deref(), names))]
    NoAdapter {
        /// The GPU that the caller named.
        wanted: Option<String>,
        /// The names of the GPUs.
        names: Vec<String>,
    },
    /// A kernel would have to see more than the adapter lets it.
    #[error("a kernel on this GPU can access {granted} bytes, but needs {needed}")]
    TooSmall {
        /// Bytes of a binding.
        needed: u64,
        /// Bytes that the adapter grants.
        granted: u64,
    },
    /// A table does not fit into the device's memory.
    #[error(
        "the GPU has no memory for {table}{}",
        fits.map_or(String::new(), |fits| format!("; {fits} would fit"))
    )]
    TableTooLarge {
        /// The table.
        table: TableId,
        /// The deepest table of its kind that would fit.
        fits: Option<SortedSpec>,
    },
    /// Something else has the device's memory, or there is too little.
    #[error("the GPU has no memory left for this work")]
    OutOfMemory,
    /// The engine does not do this; another engine does.
    #[error("{0} does not run on a GPU")]
    Unsupported(&'static str),
    /// The library was built without the feature `gpu`.
    #[error("this build has no GPU engine")]
    NoGpuSupport,
    /// The device failed, or is lost.
    #[error("the GPU failed: {0}")]
    Device(String),
    /// The device did not answer for so long that it is given up.
    #[error("the GPU has not answered for {seconds} seconds")]
    NoAnswer {
        /// The seconds without an end of any work.
        seconds: u32,
    },
    /// The system gives no threads.
    #[error(transparent)]
    NoThreads(#[from] NoThreads),
    /// A caller asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

fn no_adapter(wanted: Option<&str>, names: &[String]) -> String {
    match (wanted, names) {
        (None, _) => "there is no GPU".to_owned(),
        (Some(wanted), []) => format!("there is no GPU {wanted:?}: there is none at all"),
        (Some(wanted), names) => {
            let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
            format!("there is no GPU {wanted:?} among {}", names.join(", "))
        }
    }
}

/// Why a table was not built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The engine is wrong: what it built is not the table.
    #[error(transparent)]
    WrongContents(#[from] WrongContents),
    /// The engine failed.
    #[error(transparent)]
    Engine(EngineError),
    /// The system has no memory for the table.
    #[error("there is no memory for the table: {0}")]
    Memory(std::io::Error),
    /// A caller asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<EngineError> for BuildError {
    fn from(error: EngineError) -> BuildError {
        match error {
            EngineError::Cancelled(cancelled) => cancelled.into(),
            error => BuildError::Engine(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_gpu_is_told_with_those_that_are_there() {
        let told = |wanted: Option<&str>, names: &[&str]| {
            let names = names.iter().map(|&name| name.to_owned()).collect();
            EngineError::NoAdapter { wanted: wanted.map(ToOwned::to_owned), names }.to_string()
        };
        assert_eq!(told(None, &[]), "there is no GPU");
        assert_eq!(told(Some("A"), &[]), "there is no GPU \"A\": there is none at all");
        assert_eq!(told(Some("A"), &["B, 1", "C"]), "there is no GPU \"A\" among \"B, 1\", \"C\"");
    }
}
