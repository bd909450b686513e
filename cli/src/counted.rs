//! Numbers of things in sentences.

use indicatif::HumanCount;

/// A number of things.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{} {thing}{}", HumanCount(count), if count == 1 { "" } else { "s" })
}
