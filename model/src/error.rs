//! What can go wrong while a graph is read.

/// Result of a read.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a graph could not be read as asked.
///
/// All but the last are about the call or the graph and mean the same for every store. What only one kind of
/// store knows (a disk that is full, a server that does not answer) is kept whole in [`Error::Store`], so
/// that code that knows that store can decide what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A source, node or fact that is not in the graph was asked for.
    #[error("{what} is not in the graph")]
    Unknown {
        /// What was asked for.
        what: String,
    },
    /// The call does not make sense (a comparison that is not a range, a vector of the wrong length).
    #[error("{what}")]
    Invalid {
        /// What is wrong with it.
        what: String,
    },
    /// What is stored does not make sense.
    #[error("the graph is damaged: {what}")]
    Damaged {
        /// Where the damage was found.
        what: String,
    },
    /// The callback for progress cancelled the work. Nothing was changed.
    #[error("cancelled")]
    Cancelled,
    /// An error of the store itself.
    #[error(transparent)]
    Store(Box<dyn std::error::Error + Send + Sync>),
}
