//! x
pub mod config;
pub mod writer;
