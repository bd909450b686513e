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

/// Whether objects cannot be written there: servers of the web offer files to read.
pub fn is_read_only(path: &Path) -> bool {
    scheme(path).is_some_and(|scheme| ["http", "https"].contains(&&*scheme))
}

/// Whether a path is an address, also one of a kind that the program cannot read: no file has such a name.
pub fn is_remote(path: &Path) -> bool {
    scheme(path).is_some()
}

/// The beginning of an address, in small letters.
fn scheme(path: &Path) -> Option<String> {
    let (scheme, _) = path.to_str()?.split_once("://")?;
    let is_one = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c));
    is_one.then(|| scheme.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_begins_with_its_scheme() {
        for address in
            ["s3://bucket/in.txt", "HTTPS://example.org/a b.parquet", "gs://b/c", "ftp://example.org/in.txt"]
        {
            assert!(is_remote(Path::new(address)), "{address}");
        }
        for path in ["s3:/bucket", "in/s3://bucket", "R U F", "://a", "-", ""] {
            assert!(!is_remote(Path::new(path)), "{path}");
        }
    }
}
