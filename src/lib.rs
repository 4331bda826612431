//! Questions over tables, knowledge graphs and temporal knowledge graphs.

pub mod config;
pub mod engine;
pub mod execute;
pub mod ground;
pub mod query;
pub mod trace;
pub mod translate;
pub mod writer;
