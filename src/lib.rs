//! cubebatch
pub mod coord;
pub mod cube;
pub mod engine;
pub mod notation;
pub mod progress;
pub mod solve;
pub mod table;
