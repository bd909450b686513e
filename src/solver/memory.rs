//! How much memory there is.

use sysinfo::System;

use crate::error::Error;

/// Bytes of memory that programs can have; `None` where the system does not tell.
pub fn available_memory() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory();
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    Some(system.available_memory().min(limit))
}

/// Refuses work that takes more memory than there is.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn check_memory(work: &str, needed: u64) -> Result<(), Error> {
    match available_memory() {
        Some(free) if free < needed => Err(Error::NoMemory { work: work.to_owned(), needed, free }),
        _ => Ok(()),
    }
}
