//! What can go wrong between the program and a model, with the next step to take.

use std::time::Duration;

/// Why a model gave no completion.
#[derive(Debug, thiserror::Error)]
pub enum LlmError {
    /// The share level is `off`.
    #[error("the share level is `off`, so nothing may be sent to a language model")]
    NotShared,
    /// No model is configured.
    #[error("no model is set")]
    NoModel,
    /// An address, key or parameter that makes no request.
    #[error("{what}")]
    Config {
        /// What is wrong with it.
        what: String,
    },
    /// The ledger could not record the request, so it was not sent.
    #[error("the request was not sent, because it could not be recorded: {0}")]
    Ledger(#[source] std::io::Error),
    /// No connection, or one that broke.
    #[error("no connection to {url}: {cause}")]
    Connect {
        /// The server.
        url: String,
        /// The innermost cause.
        cause: String,
    },
    /// The server was silent for too long.
    #[error("{url} did not answer within {} s", waited.as_secs_f64())]
    Timeout {
        /// The server.
        url: String,
        /// How long one request waited.
        waited: Duration,
    },
    /// 429 to the end, or a wait longer than this program waits.
    #[error("{url} limits the rate of requests: {message}")]
    RateLimited {
        /// The server.
        url: String,
        /// What it said.
        message: String,
        /// How long it asked to wait.
        retry_after: Option<Duration>,
    },
    /// 401, 402, 403, or a quota that is used up.
    #[error("{url} refused the request ({status}): {message}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// What the server said.
        message: String,
        /// The server.
        url: String,
    },
    /// 404: no such address or model.
    #[error("{url} knows no such address or model: {message}")]
    NotFound {
        /// The full address.
        url: String,
        /// What the server said.
        message: String,
    },
    /// Another 3xx or 4xx.
    #[error("{url} did not accept the request ({status}): {message}")]
    BadRequest {
        /// HTTP status.
        status: u16,
        /// What the server said.
        message: String,
        /// The server.
        url: String,
    },
    /// 5xx to the end.
    #[error("{url} failed ({status}): {message}")]
    Server {
        /// HTTP status.
        status: u16,
        /// What the server said.
        message: String,
        /// The server.
        url: String,
    },
    /// The response is not a chat completion.
    #[error("the model's response cannot be read: {what}{}", quote(excerpt))]
    Malformed {
        /// What is wrong with it.
        what: String,
        /// Its beginning, without control characters.
        excerpt: String,
    },
    /// The completion has no text.
    #[error("the model's completion is empty: {why}")]
    Empty {
        /// The reason that the server gave.
        why: String,
    },
    /// The model declined.
    #[error("the model declined to answer: {message}")]
    Declined {
        /// What it said.
        message: String,
    },
}

fn quote(excerpt: &str) -> String {
    if excerpt.is_empty() { String::new() } else { format!("; it begins `{excerpt}`") }
}

/// Whether a server says that the prompt is longer than what the model can read: llama.cpp,
/// vLLM, Ollama and OpenAI word it differently, and all of them name the context.
fn speaks_of_context(message: &str) -> bool {
    let message = message.to_lowercase();
    message.contains("context") && ["length", "window", "size", "exceed"].iter().any(|w| message.contains(w))
}

impl LlmError {
    /// True when asking the same server again cannot help.
    pub fn is_final(&self) -> bool {
        match self {
            LlmError::NotShared
            | LlmError::NoModel
            | LlmError::Config { .. }
            | LlmError::Ledger(_)
            | LlmError::Connect { .. }
            | LlmError::RateLimited { .. }
            | LlmError::Refused { .. }
            | LlmError::NotFound { .. }
            | LlmError::BadRequest { .. } => true,
            // A prompt that is too long stays so.
            LlmError::Server { message, .. } => speaks_of_context(message),
            LlmError::Timeout { .. }
            | LlmError::Malformed { .. }
            | LlmError::Empty { .. }
            | LlmError::Declined { .. } => false,
        }
    }

    /// What to do next, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            LlmError::NotShared => {
                "ask with `--writer offline`, or allow names and types to be sent with `--share schema`".into()
            }
            LlmError::NoModel => {
                "set TRUSTUQA_MODEL, or `model` in the file that `trustuqa config path` names".into()
            }
            LlmError::Config { .. } => "check the settings with `trustuqa config show`".into(),
            LlmError::Ledger(_) => {
                "free space in the data folder, or make it writable; `trustuqa config show` names it".into()
            }
            LlmError::Connect { .. } => {
                "is the server running? `trustuqa config show` says which address is used; \
                 `--writer offline` needs none"
                    .into()
            }
            LlmError::Timeout { .. } => {
                "the model may still be loading: ask again, or raise `read_timeout` in the file that \
                 `trustuqa config path` names"
                    .into()
            }
            LlmError::RateLimited { retry_after: Some(wait), .. } => {
                format!("ask again in {} s, or use `--writer offline`", wait.as_secs_f64().ceil())
            }
            LlmError::RateLimited { .. } => "ask again in a minute, or use `--writer offline`".into(),
            LlmError::Refused { .. } => {
                "check OPENAI_API_KEY and the account it belongs to; `trustuqa config show` says where the \
                 key comes from"
                    .into()
            }
            LlmError::NotFound { .. } => {
                "check the model's name, and that the base URL ends as the server wants it (mostly in `/v1`), \
                 with `trustuqa config show`"
                    .into()
            }
            LlmError::BadRequest { message, .. } | LlmError::Server { message, .. }
                if speaks_of_context(message) =>
            {
                "start the server with a larger context (8,192 tokens hold most prompts), or lower \
                 `schema_tokens` in the file that `trustuqa config path` names"
                    .into()
            }
            LlmError::BadRequest { .. } => {
                "check the model and its parameters with `trustuqa config show`; a question over many sources \
                 may be too long for the model"
                    .into()
            }
            LlmError::Server { .. } => "look into the server's log, or ask again later".into(),
            LlmError::Malformed { .. } => {
                "is this an OpenAI-compatible chat server? `trustuqa config show` says which address is used"
                    .into()
            }
            LlmError::Empty { .. } => {
                "ask again; if it recurs, raise `max_completion_tokens` or choose another model".into()
            }
            LlmError::Declined { .. } => "put the question in other words, or choose another model".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_that_is_too_long_says_what_to_do() {
        for message in [
            "Requested tokens (3341) exceed context window of 2048",
            "the request exceeds the available context size, try increasing it",
            "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens",
        ] {
            let (message, url) = (message.to_owned(), "http://localhost/v1".to_owned());
            let errors = [
                LlmError::BadRequest { status: 400, message: message.clone(), url: url.clone() },
                LlmError::Server { status: 500, message, url },
            ];
            assert!(errors.iter().all(|e| e.is_final() && e.hint().contains("schema_tokens")), "{errors:?}");
        }
        let other = LlmError::Server { status: 500, message: "out of memory".into(), url: String::new() };
        assert!(!other.is_final() && !other.hint().contains("schema_tokens"));
    }
}
