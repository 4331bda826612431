//! What can go wrong with the encoder, and what to do next.

use std::path::PathBuf;

/// Result of an encoder operation.
pub type Result<T, E = EncoderError> = std::result::Result<T, E>;

/// An error of the sentence encoder.
#[derive(Debug, thiserror::Error)]
pub enum EncoderError {
    /// A file of the model is not there.
    #[error("the encoder model is not in {}: {file} is missing", dir.display())]
    Missing {
        /// The folder that was looked in.
        dir: PathBuf,
        /// The first file that is missing.
        file: &'static str,
    },
    /// The weights are not the ones this program was built for.
    #[error("{} is not the expected model: its SHA-256 is {found}, expected {expected}", path.display())]
    Hash {
        /// The weights' file.
        path: PathBuf,
        /// The pinned hash, in hexadecimal.
        expected: String,
        /// The file's hash, in hexadecimal.
        found: String,
    },
    /// A file of the model cannot be understood.
    #[error("{} cannot be used: {reason}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file system refused.
    #[error("{what}: {source}")]
    Io {
        /// What was being done.
        what: String,
        /// The cause.
        #[source]
        source: std::io::Error,
    },
    /// The device that was asked for cannot be used.
    #[error("the encoder cannot run on {device}: {reason}")]
    Device {
        /// `cuda`.
        device: &'static str,
        /// Why not.
        reason: String,
    },
    /// A tensor operation failed.
    #[error("the encoder failed: {0}")]
    Tensor(#[from] candle_core::Error),
    /// The tokenizer refused a text.
    #[error("the tokenizer failed: {0}")]
    Tokenizer(String),
    /// The caller raised the stop flag.
    #[error("encoding was stopped")]
    Cancelled,
    /// A worker thread died, which only a fault of this program can cause.
    #[error("an encoder thread ended unexpectedly")]
    Worker,
    /// The network may not be used.
    #[error("the encoder model cannot be fetched: the program is set to work offline")]
    Offline,
    /// No source had the model.
    #[error("the encoder model could not be fetched:\n{}", attempts_text(attempts))]
    Fetch {
        /// Each source that was tried, with what happened.
        attempts: Vec<(String, String)>,
    },
    /// The names to embed could not be read, or their vectors could not be stored.
    #[error("embedding names: {0}")]
    Names(Box<dyn std::error::Error + Send + Sync>),
}

impl EncoderError {
    /// What the user can do about it, if anything.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Missing { .. } => Some("run `trustuqa encoder fetch`".into()),
            Self::Hash { path, .. } => {
                Some(format!("delete {} and run `trustuqa encoder fetch`", path.display()))
            }
            Self::Malformed { path, .. } => {
                Some(format!("delete {} and run `trustuqa encoder fetch`", path.display()))
            }
            Self::Io { .. } => Some("check that the folder exists, is writable and has 100 MB free".into()),
            Self::Device { .. } => Some("use the CPU, or a build with the `cuda` feature".into()),
            Self::Offline => Some(
                "unset TRUSTUQA_OFFLINE, or name a folder that holds the model: `trustuqa encoder fetch --from DIR`".into(),
            ),
            Self::Fetch { .. } => Some(
                "put config.json, tokenizer.json and model.safetensors of all-MiniLM-L6-v2 into a folder \
                 and run `trustuqa encoder fetch --from DIR`"
                    .into(),
            ),
            Self::Tensor(_) | Self::Tokenizer(_) | Self::Cancelled | Self::Worker | Self::Names(_) => None,
        }
    }

    /// An `Io` error that says what was being done.
    pub fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }
}

fn attempts_text(attempts: &[(String, String)]) -> String {
    let lines: Vec<String> =
        attempts.iter().map(|(source, reason)| format!("  {source}: {reason}")).collect();
    lines.join("\n")
}
