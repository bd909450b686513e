//! Files at addresses: objects in stores such as `s3://bucket/name`, and files that a server of the web offers. The program
//! reads both a range at a time, and writes objects, which appear when they are complete.

#![cfg_attr(not(feature = "remote"), allow(dead_code, reason = "a program without it uses little of this"))]
#![expect(clippy::disallowed_methods, reason = "here paths are made fit to be shown")]

#[cfg(feature = "remote")]
mod object;
#[cfg(feature = "remote")]
mod store;
#[cfg(feature = "remote")]
mod upload;

use std::fmt;
use std::io::{self, Read};
use std::path::Path;

#[cfg(feature = "remote")]
pub use object::open;
#[cfg(feature = "remote")]
pub use upload::{begin, put};

/// A file at an address, read from its beginning.
pub trait Object: Read + Send + Sync {
    /// Its length.
    fn length(&self) -> u64;

    /// Begins again at the first byte.
    fn rewind(&mut self);

    /// Another reader of the same object, which begins at this byte.
    #[cfg_attr(
        not(feature = "parquet"),
        allow(dead_code, reason = "only Parquet is read from its middle on")
    )]
    fn reader_from(&self, start: u64) -> Box<dyn Object>;
}

/// An object that is being written.
pub trait Upload: Send {
    /// Appends bytes.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Makes the object appear.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// A program without the feature `remote` neither reads nor writes objects.
#[cfg(not(feature = "remote"))]
mod lacking {
    use super::{Object, Path, Upload, io};

    fn refused<T>() -> io::Result<T> {
        let error = "this program was built without addresses: build it with `--features remote`";
        Err(io::Error::new(io::ErrorKind::Unsupported, error))
    }

    pub fn open(_: &Path) -> io::Result<Box<dyn Object>> {
        refused()
    }

    pub fn begin(_: &Path) -> io::Result<Box<dyn Upload>> {
        refused()
    }

    pub fn put(_: &Path, _: Vec<u8>) -> io::Result<()> {
        refused()
    }
}
#[cfg(not(feature = "remote"))]
pub use lacking::{begin, open, put};

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

/// What people see of a path. An address can hold a name, a password, and in its query a signature or token: none of them is
/// shown. No other code of the program turns a path into text for people: `clippy.toml` rejects it.
pub trait Show {
    fn shown(&self) -> Shown<'_>;
}

impl Show for Path {
    fn shown(&self) -> Shown<'_> {
        Shown(self)
    }
}

/// See [`Show`].
pub struct Shown<'a>(&'a Path);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string_lossy();
        let Some((scheme, rest)) = text.split_once("://").filter(|_| is_remote(self.0)) else {
            return self.0.display().fmt(f);
        };
        let (user, rest) = rest.split_at(user_info(rest));
        // The names of objects in stores are literal.
        let query = rest.find(['?', '#']).filter(|_| is_read_only(self.0));
        let (rest, query) = rest.split_at(query.map_or(rest.len(), |mark| mark + 1));
        let stars = |secret: &str, stars| if secret.is_empty() { "" } else { stars };
        write!(f, "{scheme}://{}{rest}{}", stars(user, "***@"), stars(query, "***"))
    }
}

/// Where the user's name and password end, and `@` behind them. A password can hold a slash that should have been written `%2F`:
/// what stands before it looks like a host with a port that is no number.
fn user_info(rest: &str) -> usize {
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let is_host = |(_, port): (&str, &str)| port.bytes().all(|byte| byte.is_ascii_digit());
    let is_whole = authority.contains('@') || authority.rsplit_once(':').is_none_or(is_host);
    let within = if is_whole { authority } else { rest };
    within.rfind('@').map_or(0, |at| at + 1)
}

/// A message of a library, which can quote an address, as people may see it.
pub fn hidden(message: &str) -> String {
    let is_between = |symbol: char| symbol.is_whitespace() || "'\"`()<>".contains(symbol);
    let mut pieces = Vec::new();
    for piece in message.split_inclusive(is_between) {
        let (word, between) = piece.split_at(piece.trim_end_matches(is_between).len());
        pieces.push(format!("{}{between}", Path::new(word).shown()));
    }
    pieces.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_in_addresses_are_not_shown() {
        for (address, shown) in [
            ("https://u:SECRET@a.org:80/x", "https://***@a.org:80/x"),
            ("https://SECRET@a.org/b@c", "https://***@a.org/b@c"),
            ("https://u:SEC/RET@a.org/b", "https://***@a.org/b"),
            ("https://u:SEC?RET@a.org/b", "https://***@a.org/b"),
            ("https://u:SEC#R@ET@a.org/b", "https://***@a.org/b"),
            ("s3://key:SECRET@bucket/a?b#c", "s3://***@bucket/a?b#c"),
            ("HTTPS://a.org/x?X-Amz-Signature=SECRET", "HTTPS://a.org/x?***"),
            ("https://a.org/x#token=SECRET", "https://a.org/x#***"),
            ("https://a.org?SECRET", "https://a.org?***"),
            ("https://a.org:80/x@y/z.txt", "https://a.org:80/x@y/z.txt"),
            ("s3://bucket/a b", "s3://bucket/a b"),
            ("a@b/c?d", "a@b/c?d"),
        ] {
            assert_eq!(Path::new(address).shown().to_string(), shown);
        }
        let message =
            "error sending request for url (https://u:SECRET@a.org/x?SECRET): 'http://u:SECRET@b' \n gone";
        let seen = "error sending request for url (https://***@a.org/x?***): 'http://***@b' \n gone";
        assert_eq!(hidden(message), seen);
    }

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
