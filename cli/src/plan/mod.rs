//! Plans: arguments with all defaults filled in. A command decides and refuses here, before it touches a file, a port or a
//! table.

mod bench;
mod machine;
mod pocket;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod table;

pub use bench::{BenchJob, BenchPlan};
pub use machine::Machine;
pub use pocket::{PocketLines, PocketPlan, parse};
#[cfg(feature = "serve")]
pub use serve::ServePlan;
pub use solve::SolvePlan;
pub use table::{TablePlan, no_tables};
