//! x

pub mod load;
