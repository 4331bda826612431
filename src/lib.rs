//! x

pub mod encoder;
