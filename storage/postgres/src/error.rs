//! What can go wrong between the program and a database server.

use trustuqa_model as model;

/// Result of an operation of this store.
pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of the server or of the connection to it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address of the graph cannot be read.
    #[error("`{address}` is not the address of a graph on PostgreSQL: {what}")]
    Address {
        /// The address, without its password.
        address: String,
        /// What is wrong with it.
        what: String,
    },
    /// The server cannot be reached, or it refuses the login.
    #[error("the database server {server} cannot be reached: {what}")]
    Connect {
        /// Host and port.
        server: String,
        /// The reported reason.
        what: String,
    },
    /// The connection ended, for instance because the server stopped.
    #[error("the connection to the database server was lost: {0}")]
    Lost(String),
    /// There is no graph in this schema.
    #[error("there is no graph in the schema `{schema}` of the database server {server}")]
    NoGraph {
        /// The schema.
        schema: String,
        /// Host and port.
        server: String,
    },
    /// The graph was written by a version that this one cannot read.
    #[error("the graph has format version {found}; this program reads version {expected}")]
    Version {
        /// Version in the schema.
        found: i64,
        /// Version of this program.
        expected: i64,
    },
    /// The server reported an error.
    #[error("the database server reports: {0}")]
    Server(String),
    /// An error that is common to all stores.
    #[error(transparent)]
    Graph(#[from] model::Error),
}

impl Error {
    /// Advice on what to do next.
    pub fn hint(&self) -> &'static str {
        match self {
            Error::Address { .. } => {
                "write postgres://USER@HOST/DATABASE, and ?graph=NAME behind it for another schema"
            }
            Error::Connect { .. } => {
                "check host, port, user and password (PGPASSWORD), and that the server is running"
            }
            Error::Lost(_) => "ask again when the server is back; nothing that was loaded is lost",
            Error::NoGraph { .. } => "make it with `trustuqa load FILE...` and the same --graph",
            Error::Version { .. } => "load the sources again into another schema with ?graph=NAME",
            Error::Server(_) | Error::Graph(_) => "the log of the database server may say more",
        }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> Error {
        Error::Graph(model::Error::Damaged { what: what.into() })
    }

    pub(crate) fn invalid(what: impl Into<String>) -> Error {
        Error::Graph(model::Error::Invalid { what: what.into() })
    }

    pub(crate) fn unknown(what: impl Into<String>) -> Error {
        Error::Graph(model::Error::Unknown { what: what.into() })
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Error {
        // 57P01 to 57P03: the server shuts down, has crashed, or is starting.
        let ends = |code: &str| code.starts_with("57P");
        match error.as_db_error() {
            Some(told) if ends(told.code().code()) => Error::Lost(told.message().to_owned()),
            Some(told) => Error::Server(format!("{} ({})", told.message(), told.code().code())),
            None if error.is_closed() => Error::Lost("it is closed".to_owned()),
            None => Error::Lost(with_causes(&error)),
        }
    }
}

impl From<Error> for model::Error {
    fn from(error: Error) -> model::Error {
        match error {
            Error::Graph(error) => error,
            other => model::Error::Store(Box::new(other)),
        }
    }
}

/// The message of an error, followed by those of its causes.
pub(crate) fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
