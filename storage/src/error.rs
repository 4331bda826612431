//! What can go wrong in a store, with advice.

/// Result of a storage operation.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of the store.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another process holds the graph.
    #[error("the graph at {path} is open in another process")]
    Locked {
        /// The graph's folder.
        path: String,
    },
    /// The graph's files do not make sense.
    #[error("the graph is damaged: {what}")]
    Damaged {
        /// The table and key at which the damage was found.
        what: String,
    },
    /// The graph was written by a version that this one cannot read.
    #[error("the graph has format version {found}; this program reads version {expected}")]
    Version {
        /// Version in the file.
        found: u32,
        /// Version of this program.
        expected: u32,
    },
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
    /// The file system reported an error.
    #[error("{what}: {source}")]
    Io {
        /// The action that failed.
        what: String,
        /// The cause.
        #[source]
        source: std::io::Error,
    },
    /// The file system failed earlier, and redb refuses all further work on the file until it is reopened.
    #[error("the database file failed before and has to be opened anew")]
    Failed,
    /// The callback for progress cancelled the work. Nothing was changed.
    #[error("cancelled")]
    Cancelled,
    /// redb reported an error.
    #[error("database: {0}")]
    Database(String),
    /// usearch reported an error.
    #[error("vector index: {0}")]
    Vectors(String),
}

/// Converts to the error of [`trustuqa_model::GraphRead`]: errors common to all stores become its variants,
/// the rest is kept whole.
impl From<Error> for trustuqa_model::Error {
    fn from(error: Error) -> trustuqa_model::Error {
        match error {
            Error::Unknown { what } => trustuqa_model::Error::Unknown { what },
            Error::Invalid { what } => trustuqa_model::Error::Invalid { what },
            Error::Damaged { what } => trustuqa_model::Error::Damaged { what },
            Error::Cancelled => trustuqa_model::Error::Cancelled,
            error => trustuqa_model::Error::Store(Box::new(error)),
        }
    }
}

/// Converts an error that a read of this store returned back to the original error.
impl From<trustuqa_model::Error> for Error {
    fn from(error: trustuqa_model::Error) -> Error {
        match error {
            trustuqa_model::Error::Unknown { what } => Error::Unknown { what },
            trustuqa_model::Error::Invalid { what } => Error::Invalid { what },
            trustuqa_model::Error::Damaged { what } => Error::Damaged { what },
            trustuqa_model::Error::Cancelled => Error::Cancelled,
            trustuqa_model::Error::Store(error) => match error.downcast::<Error>() {
                Ok(error) => *error,
                Err(other) => Error::Database(other.to_string()),
            },
        }
    }
}

impl From<redb::StorageError> for Error {
    fn from(error: redb::StorageError) -> Error {
        match error {
            redb::StorageError::Corrupted(what) => Error::Damaged { what },
            redb::StorageError::Io(source) if is_damage(&source) => {
                Error::Damaged { what: format!("the database file ends or reads wrongly ({source})") }
            }
            redb::StorageError::Io(source) => {
                Error::Io { what: "the database file cannot be read or written".to_owned(), source }
            }
            redb::StorageError::PreviousIo => Error::Failed,
            other => Error::Database(other.to_string()),
        }
    }
}

/// Whether redb reports with this I/O error that the content of the file is wrong.
pub(crate) fn is_damage(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof)
}

impl From<redb::TableError> for Error {
    fn from(error: redb::TableError) -> Error {
        match error {
            redb::TableError::Storage(error) => error.into(),
            redb::TableError::TableAlreadyOpen(..) => Error::Database(error.to_string()),
            other => Error::Damaged { what: other.to_string() },
        }
    }
}

impl From<redb::TransactionError> for Error {
    fn from(error: redb::TransactionError) -> Error {
        match error {
            redb::TransactionError::Storage(error) => error.into(),
            other => Error::Database(other.to_string()),
        }
    }
}

impl From<redb::CommitError> for Error {
    fn from(error: redb::CommitError) -> Error {
        match error {
            redb::CommitError::Storage(error) => error.into(),
            other => Error::Database(other.to_string()),
        }
    }
}
