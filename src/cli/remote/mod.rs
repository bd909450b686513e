//! Files at addresses: objects in stores such as `s3://bucket/name`, and files that a server of the web offers. The program
//! reads both a range at a time, and writes objects, which appear when they are complete.

#![cfg_attr(not(feature = "remote"), allow(dead_code, reason = "a program without it uses little of this"))]

#[cfg(not(feature = "remote"))]
mod absent;
#[cfg(feature = "remote")]
mod object;
#[cfg(feature = "remote")]
mod store;
#[cfg(feature = "remote")]
mod upload;

use std::path::Path;

#[cfg(not(feature = "remote"))]
pub use absent::{Object, Upload, put};
#[cfg(feature = "remote")]
pub use object::Object;
#[cfg(feature = "remote")]
pub use upload::{Upload, put};

/// The remedy for a program that cannot.
#[cfg(not(feature = "remote"))]
const BUILD_IT: &str = "this program was built without addresses: build it with `--features remote`";

/// The beginnings of addresses.
const SCHEMES: [&str; 5] = ["s3", "gs", "az", "https", "http"];

/// Whether objects cannot be written there: servers of the web offer files to read.
pub fn is_read_only(path: &Path) -> bool {
    is_remote(path) && path.to_string_lossy().starts_with("http")
}

/// Whether a path is an address.
pub fn is_remote(path: &Path) -> bool {
    let scheme = path.to_str().and_then(|text| text.split_once("://"));
    scheme.is_some_and(|(scheme, _)| SCHEMES.contains(&scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_begins_with_its_scheme() {
        for address in ["s3://bucket/in.txt", "https://example.org/a b.parquet", "gs://b/c"] {
            assert!(is_remote(Path::new(address)), "{address}");
        }
        for path in ["s3:/bucket", "in/s3://bucket", "R U F", "ftp://example.org/in.txt", "-", ""] {
            assert!(!is_remote(Path::new(path)), "{path}");
        }
    }
}
