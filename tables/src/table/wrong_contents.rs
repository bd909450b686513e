//! What an engine can do wrong when it builds a table.

/// The engine is wrong: it built another table than the one that the caller asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WrongContents {
    /// It does not have the published counts.
    #[error("{table} came out with {found:?} entries per depth instead of {expected:?}")]
    Counts {
        /// The name of the table.
        table: String,
        /// Entries at each depth that were built.
        found: Vec<u64>,
        /// Entries at each depth of the true table.
        expected: Vec<u64>,
    },
    /// Codes did not ascend.
    #[error("{table} came out with codes that are not in order")]
    Order {
        /// The name of the table.
        table: String,
    },
}
