//! See `src/writer/replay/mod.rs`.

#[path = "../../../src/writer/replay/error.rs"]
mod error;
#[path = "../../../src/writer/replay/recording.rs"]
mod recording;

pub use error::ReplayError;
pub use recording::{RecordedCompletions, RecordedText, Recording};
