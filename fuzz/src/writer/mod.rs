//! What of `src/writer` reads files of completions; the writers need a network.

pub mod replay;
