//! The store of an address, and its errors.

use std::env;
use std::io;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use object_store::path::Path as Name;
use object_store::{Error, ObjectStore, parse_url_opts};
use tokio::runtime::{Builder, Runtime};
use url::Url;

/// What waits for networks. One thread is enough: it copies bytes, and servers are slower.
static RUNTIME: LazyLock<io::Result<Runtime>> = LazyLock::new(|| {
    // An error means that another part of the program has chosen one.
    _ = rustls::crypto::ring::default_provider().install_default();
    Builder::new_multi_thread().worker_threads(1).thread_name("network").enable_all().build()
});

/// Waits for it.
pub fn wait<T>(work: impl Future<Output = Result<T, Error>>) -> io::Result<T> {
    runtime()?.block_on(work).map_err(failed)
}

/// The runtime in which uploads go on while nothing waits.
pub fn runtime() -> io::Result<&'static Runtime> {
    RUNTIME.as_ref().map_err(|error| io::Error::new(error.kind(), error.to_string()))
}

/// The store of an address, and the name of the object there. Variables of the environment give access and options, by the
/// names that the tools of each store use, such as `AWS_ACCESS_KEY_ID`.
pub fn of(address: &Path) -> io::Result<(Arc<dyn ObjectStore>, Name)> {
    let invalid =
        |error: &dyn std::fmt::Display| io::Error::new(io::ErrorKind::InvalidInput, error.to_string());
    // With it the cryptography of connections is there.
    runtime()?;
    let url = Url::parse(address.to_str().unwrap_or_default()).map_err(|error| invalid(&error))?;
    let mut options: Vec<(String, String)> = env::vars_os()
        .filter_map(|(name, value)| {
            Some((name.into_string().ok()?.to_ascii_lowercase(), value.into_string().ok()?))
        })
        .filter(|(_, value)| !value.is_empty())
        .collect();
    // A person who names a server without encryption means it.
    let names_server = |name: &str| name.ends_with("endpoint") || name.ends_with("endpoint_url");
    let is_plain = options.iter().any(|(name, value)| names_server(name) && value.starts_with("http:"));
    if is_plain || url.scheme() == "http" {
        options.push(("allow_http".to_owned(), "true".to_owned()));
    }
    let (store, name) = parse_url_opts(&url, options).map_err(|error| invalid(&error))?;
    if name.as_ref().is_empty() {
        return Err(invalid(&"the address names no object"));
    }
    if url.query().is_some() {
        return Err(invalid(
            &"the program cannot read addresses with a question mark: download the file first",
        ));
    }
    Ok((store.into(), name))
}

/// The error with its kind, so that it has its remedy.
fn failed(error: Error) -> io::Error {
    let kind = match &error {
        Error::NotFound { .. } => return io::Error::new(io::ErrorKind::NotFound, "nothing is there"),
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => io::ErrorKind::PermissionDenied,
        Error::NotSupported { .. } => {
            let problem = "the server sends files as a whole only: download the file first";
            return io::Error::new(io::ErrorKind::Unsupported, problem);
        }
        _ => io::ErrorKind::Other,
    };
    // The innermost one says what happened; the others say who called whom.
    let mut innermost: &dyn std::error::Error = &error;
    while let Some(inner) = innermost.source() {
        innermost = inner;
    }
    io::Error::new(kind, innermost.to_string())
}
