//! The store of an address, and its errors.

use std::env;
use std::io;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use object_store::path::Path as Name;
use object_store::{Error, ObjectStore, parse_url_opts};
use tokio::runtime::{Builder, Runtime};
use url::Url;

use super::{hidden, is_read_only};

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
    let invalid = |error: &dyn std::fmt::Display| {
        io::Error::new(io::ErrorKind::InvalidInput, hidden(&error.to_string()))
    };
    // With it the cryptography of connections is there.
    runtime()?;
    let url = Url::parse(&written(address)).map_err(|error| invalid(&error))?;
    if !SCHEMES.contains(&url.scheme()) {
        return Err(invalid(&"addresses begin with s3://, gs://, az://, https:// or http://"));
    }
    let mut options: Vec<(String, String)> = env::vars_os()
        .filter_map(|(name, value)| {
            Some((name.into_string().ok()?.to_ascii_lowercase(), value.into_string().ok()?))
        })
        .filter(|(_, value)| !value.is_empty())
        .collect();
    // A person who names a server without encryption means it.
    let names_server = |name: &str| SERVERS.contains(&name);
    let is_plain = options.iter().any(|(name, value)| names_server(name) && value.starts_with("http:"));
    for (name, value) in options.iter().filter(|(name, _)| STORES.iter().any(|store| name.starts_with(store)))
    {
        refuse_variable(name, value, names_server(name)).map_err(|problem| invalid(&problem))?;
    }
    if is_plain || url.scheme() == "http" {
        options.push(("allow_http".to_owned(), "true".to_owned()));
    }
    let (store, name) = parse_url_opts(&url, options).map_err(|error| invalid(&error))?;
    if name.as_ref().is_empty() {
        return Err(invalid(&"the address names no object"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(invalid(&"the program cannot read addresses with ? or #: download the file first"));
    }
    Ok((store.into(), name))
}

const SCHEMES: [&str; 5] = ["s3", "gs", "az", "https", "http"];

/// The beginnings of the names of variables for stores.
const STORES: [&str; 3] = ["aws_", "google_", "azure_"];

/// Variables that hold the address of a server.
const SERVERS: [&str; 5] =
    ["aws_endpoint", "aws_endpoint_url", "aws_endpoint_url_s3", "azure_endpoint", "azure_storage_endpoint"];

/// Refuses values of variables with which the library would panic.
fn refuse_variable(name: &str, value: &str, is_server: bool) -> Result<(), String> {
    let name = name.to_ascii_uppercase();
    let has_host = || Url::parse(value).is_ok_and(|url| url.scheme().starts_with("http") && url.has_host());
    if value.contains(char::is_control) {
        return Err(format!("the variable {name} has a line end or another invisible sign in it"));
    }
    if is_server && !has_host() {
        return Err(format!("the variable {name} is not an address: begin it with http:// or https://"));
    }
    Ok(())
}

/// An address as the library reads it. Names of objects are taken literally; on the web, `%` has its meaning there.
fn written(address: &Path) -> String {
    let text = address.to_string_lossy();
    match is_read_only(address) {
        true => text.into_owned(),
        false => text.replace('%', "%25").replace('#', "%23").replace('?', "%3F"),
    }
}

/// The error with its kind, so that it has its remedy.
fn failed(error: Error) -> io::Error {
    let kind = match &error {
        Error::NotFound { path, .. } => {
            let is_pattern = path.contains(['*', '[', '{']);
            let problem = if is_pattern {
                "nothing has this very name: patterns are for shells"
            } else {
                "nothing is there"
            };
            return io::Error::new(io::ErrorKind::NotFound, problem);
        }
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
    io::Error::new(kind, hidden(&innermost.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_objects_are_literal() {
        for name in ["a b", "x#y", "50%", "a%20b", "what?"] {
            let url = Url::parse(&written(&Path::new("s3://bucket").join(name))).unwrap();
            assert_eq!(object_store::ObjectStoreScheme::parse(&url).unwrap().1.as_ref(), name);
        }
        assert_eq!(written(Path::new("https://a.org/a%20b")), "https://a.org/a%20b");
    }

    #[test]
    fn variables_that_cannot_be_sent_are_refused() {
        let refused = |value: &str, is_server| refuse_variable("aws_x", value, is_server).is_err();
        assert!(refused("key\r", false) && !refused("key", false));
        for server in ["localhost:5555", "127.0.0.1:5555", "my host", "ftp://a.org"] {
            assert!(refused(server, true), "{server}");
        }
        assert!(!refused("http://localhost:5555", true));
    }
}
