//! Errors of a session, each with the next step to take and its exit code.

use trustuqa_engine::EngineError;
use trustuqa_engine::query::Diagnostics;
use trustuqa_load::LoadError;

use crate::config::ConfigError;
use crate::encoder::EncoderError;
use crate::writer::WriteError;

/// Why something could not be done.
#[derive(Debug, thiserror::Error, serde::Serialize, serde::Deserialize)]
pub enum SessionError {
    /// The command line, a setting or a file is at fault: exit code 2.
    #[error("{message}")]
    Usage {
        /// What is wrong.
        message: String,
        /// What to do next.
        hint: Option<String>,
    },
    /// A query cannot be read: exit code 2.
    #[error("{}", .diagnostics.render(.text))]
    Query {
        /// The query as it was given.
        text: String,
        /// What is wrong with it, with hints.
        diagnostics: Diagnostics,
    },
    /// The machine is at fault (no encoder, no network, a locked graph): exit code 3.
    #[error("{message}")]
    Environment {
        /// What is wrong.
        message: String,
        /// What to do next.
        hint: Option<String>,
    },
    /// The work was stopped on purpose: exit code 130, as for an interrupt.
    #[error("stopped; the graph is as it was")]
    Cancelled,
}

impl SessionError {
    /// An error of usage with a hint.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> SessionError {
        SessionError::Usage { message: without_code(message.into()), hint: Some(hint.into()) }
    }

    /// An error of the machine with a hint.
    pub fn environment(message: impl Into<String>, hint: impl Into<String>) -> SessionError {
        SessionError::Environment { message: without_code(message.into()), hint: Some(hint.into()) }
    }

    /// What to do next.
    pub fn hint(&self) -> Option<&str> {
        match self {
            SessionError::Usage { hint, .. } | SessionError::Environment { hint, .. } => hint.as_deref(),
            SessionError::Query { .. } | SessionError::Cancelled => None,
        }
    }

    /// The exit code that a command ends with.
    pub fn exit_code(&self) -> u8 {
        match self {
            SessionError::Usage { .. } | SessionError::Query { .. } => 2,
            SessionError::Environment { .. } => 3,
            SessionError::Cancelled => 130,
        }
    }
}

/// A message without the numbers of errors of the operating system, whose words stand before them: "No such
/// file or directory (os error 2)".
fn without_code(message: String) -> String {
    const CODE: &str = " (os error ";
    let mut parts = message.split(CODE);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((code, rest)) if code.bytes().all(|b| b.is_ascii_digit()) => text.push_str(rest),
            _ => {
                text.push_str(CODE);
                text.push_str(part);
            }
        }
    }
    text
}

impl From<trustuqa_storage::Error> for SessionError {
    fn from(error: trustuqa_storage::Error) -> SessionError {
        use trustuqa_storage::Error as E;
        let message = error.to_string();
        match error {
            E::Locked { .. } => SessionError::environment(
                message,
                "close the other trustuqa first, or use another graph with --graph NAME",
            ),
            E::Unknown { .. } => SessionError::usage(message, "`trustuqa sources` lists what is loaded"),
            E::Version { .. } => SessionError::environment(
                message,
                "load the sources again into a new graph with --graph NAME",
            ),
            E::Damaged { .. } => SessionError::environment(
                message,
                "restore the graph from a copy, or load the sources again into a new graph with --graph NAME",
            ),
            E::Io { .. } => SessionError::environment(
                message,
                "check the path, its permissions and the free space of the disk",
            ),
            E::Failed => SessionError::environment(
                message,
                "check the free space of the disk, then start the program again; nothing that was loaded is lost",
            ),
            E::Cancelled => SessionError::Cancelled,
            E::Invalid { .. } => SessionError::Usage { message, hint: None },
            E::Database(_) | E::Vectors(_) => {
                SessionError::environment(message, "check the free space of the disk, then try again")
            }
        }
    }
}

impl From<trustuqa_model::Error> for SessionError {
    fn from(error: trustuqa_model::Error) -> SessionError {
        // An error of the database server has its own conversion, with its own hint.
        #[cfg(feature = "postgres")]
        let error = match error {
            trustuqa_model::Error::Store(error) => match error.downcast::<trustuqa_postgres::Error>() {
                Ok(error) => return (*error).into(),
                Err(other) => trustuqa_model::Error::Store(other),
            },
            other => other,
        };
        trustuqa_storage::Error::from(error).into()
    }
}

#[cfg(feature = "postgres")]
impl From<trustuqa_postgres::Error> for SessionError {
    fn from(error: trustuqa_postgres::Error) -> SessionError {
        use trustuqa_postgres::Error as E;
        let (message, hint) = (error.to_string(), error.hint());
        match error {
            E::Graph(error) => error.into(),
            E::Address { .. } | E::NoGraph { .. } => SessionError::usage(message, hint),
            E::Connect { .. } | E::Lost(_) | E::Version { .. } | E::Server(_) => {
                SessionError::environment(message, hint)
            }
        }
    }
}

impl From<LoadError> for SessionError {
    fn from(error: LoadError) -> SessionError {
        match error {
            LoadError::Bad(problem) => SessionError::usage(problem.to_string(), problem.hint.clone()),
            LoadError::Cancelled => SessionError::Cancelled,
            LoadError::Store(error) => error.into(),
        }
    }
}

impl From<EngineError> for SessionError {
    fn from(error: EngineError) -> SessionError {
        match error {
            EngineError::Syntax { text, diagnostics } => SessionError::Query { text, diagnostics },
            EngineError::Unknown { .. } => {
                SessionError::usage(error.to_string(), "`trustuqa sources` lists what is loaded")
            }
            EngineError::Store(error) => error.into(),
        }
    }
}

impl From<ConfigError> for SessionError {
    fn from(error: ConfigError) -> SessionError {
        SessionError::usage(error.what, error.hint)
    }
}

impl From<EncoderError> for SessionError {
    fn from(error: EncoderError) -> SessionError {
        SessionError::Environment { hint: error.hint(), message: without_code(error.to_string()) }
    }
}

impl From<WriteError> for SessionError {
    fn from(error: WriteError) -> SessionError {
        let hint = error.hint();
        match error {
            WriteError::Store(error) => error.into(),
            WriteError::Replay(_) => SessionError::usage(error.to_string(), hint),
            WriteError::Llm(_) => SessionError::environment(error.to_string(), hint),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_are_words() {
        let error = std::io::Error::from_raw_os_error(2);
        let shown = SessionError::usage(format!("a.csv: {error}; b.csv: {error}!"), "check the path");
        let words = error.to_string().replace(" (os error 2)", "");
        assert_eq!(shown.to_string(), format!("a.csv: {words}; b.csv: {words}!"));
        for whole in ["nothing", "a (os error x) b", "a (os error 2"] {
            assert_eq!(SessionError::environment(whole, "wait").to_string(), whole);
        }
    }
}
