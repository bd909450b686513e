//! Why a service ends.

use std::io;
use std::net::SocketAddr;

use cubebatch::{Error, Method};

/// Why a service ends.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServiceError {
    /// The address cannot be had.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        #[source]
        error: io::Error,
    },
    /// The system gives no threads.
    #[error("no threads: {0}")]
    NoThreads(#[source] io::Error),
    /// A solver cannot be opened.
    #[error("{error}")]
    Solver {
        /// Why not.
        #[source]
        error: Error,
        /// The methods that work with the memory that is granted, if it is too little for others.
        fitting: Vec<Method>,
    },
}

impl From<Error> for ServiceError {
    fn from(error: Error) -> ServiceError {
        ServiceError::Solver { error, fitting: Vec::new() }
    }
}
