//! Why an execution step could not be computed.

/// Result of an execution.
pub type Result<T, E = ExecuteError> = std::result::Result<T, E>;

/// Why a step failed: it makes no sense on this data, or the store failed.
#[derive(Debug, thiserror::Error)]
pub enum ExecuteError {
    /// The step cannot be computed from these values.
    #[error("{message}")]
    Step {
        /// Stable name, such as `not-a-number`.
        code: &'static str,
        /// What happened.
        message: String,
        /// What to do next.
        hint: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] trustuqa_model::Error),
}

impl ExecuteError {
    /// An error of a step.
    pub fn step(code: &'static str, message: impl Into<String>, hint: impl Into<String>) -> ExecuteError {
        ExecuteError::Step { code, message: message.into(), hint: hint.into() }
    }

    /// Turns the error of a step into `None`; an error of the store stays one.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn computed<T>(result: Result<T>) -> Result<Option<T>> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(ExecuteError::Step { .. }) => Ok(None),
            Err(error @ ExecuteError::Store(_)) => Err(error),
        }
    }

    /// The next step to take; `None` when there is no advice.
    pub fn hint(&self) -> Option<&str> {
        match self {
            ExecuteError::Step { hint, .. } if !hint.is_empty() => Some(hint),
            _ => None,
        }
    }
}
