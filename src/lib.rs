//! cubebatch
pub mod cube;
pub mod notation;
