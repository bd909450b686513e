//! The memory of this machine.

use crate::error::{Detail, Error};

/// Bytes of memory that this process can have; `None` if the system does not report it.
#[cfg(feature = "files")]
pub fn available_memory() -> Option<u64> {
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory();
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    Some(system.available_memory().min(limit).min(left_by_limits().unwrap_or(u64::MAX)))
}

/// Without the feature `files` the system is not asked.
#[cfg(not(feature = "files"))]
pub fn available_memory() -> Option<u64> {
    None
}

/// The memory that the limits of this process (`ulimit -v` and `-d`) leave it.
#[cfg(all(feature = "files", target_os = "linux"))]
fn left_by_limits() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    // Its size, and the sixth number what of it is for data alone, both in pages (proc_pid_statm(5)).
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: Vec<u64> = statm.split_whitespace().map_while(|pages| pages.parse().ok()).collect();
    let left = |resource, pages: Option<&u64>| {
        let bytes = pages? * rustix::param::page_size() as u64;
        Some(getrlimit(resource).current?.saturating_sub(bytes))
    };
    [left(Resource::As, pages.first()), left(Resource::Data, pages.get(5))].into_iter().flatten().min()
}

/// Other systems have no such limits, or do not report their use.
#[cfg(all(feature = "files", not(target_os = "linux")))]
fn left_by_limits() -> Option<u64> {
    None
}

/// Refuses work that takes more memory than there is.
///
/// # Errors
/// [`ErrorKind::NoMemory`](crate::ErrorKind::NoMemory).
pub fn check_memory(work: &str, needed: u64) -> Result<(), Error> {
    match available_memory() {
        Some(free) if free < needed => Err(Detail::NoMemory { work: work.to_owned(), needed, free }.into()),
        _ => Ok(()),
    }
}
