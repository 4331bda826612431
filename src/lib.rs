//! Questions over tables, knowledge graphs and temporal knowledge graphs.

pub mod chat;
pub mod cli;
pub mod config;
pub mod demo;
pub mod encoder;
pub mod engine;
pub mod execute;
pub mod ground;
pub mod load;
pub mod query;
pub mod session;
pub mod trace;
pub mod translate;
pub mod writer;
