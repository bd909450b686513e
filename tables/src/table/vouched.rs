//! Evidence for what is claimed: proofs, counts and exact distances rest on every byte of their tables.

use std::marker::PhantomData;

/// Evidence that every byte of the tables behind a claim is a byte that was written there.
///
/// A proof, a level of a coset and an exact distance are made only with one. A table in memory was checked when it was read. A
/// mapped file is read whole each time, as another process may have written in it since: so take the evidence after the search
/// that read the table, for the claims at hand. It is neither `Send` nor `Clone`, so that no solver can keep it.
#[derive(Debug)]
pub struct Vouched(PhantomData<*const ()>);

impl Vouched {
    /// For bytes that were just checked, or that this process has in its own memory.
    pub(super) const fn checked() -> Vouched {
        Vouched(PhantomData)
    }

    /// For claims that rest on no table of a file: on what this process computed.
    pub const fn computed() -> Vouched {
        Vouched(PhantomData)
    }

    /// For claims that rest on the tables of both.
    pub fn and(self, _: Vouched) -> Vouched {
        self
    }
}
