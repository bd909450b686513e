//! Notations
