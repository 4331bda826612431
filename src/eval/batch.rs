//! Prompts as a file for a batch job (OpenAI Batch API): one request a line, with the
//! key of its prompt as `custom_id`, so that [`crate::writer::replay`] finds its output.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use super::run::{Asker, QuerySource, SelectedQuestion, Views};
use crate::session::SessionError;
use crate::writer::llm::{LlmConfig, batch_body};
use crate::writer::prompt::{Parameters, prompt_key};
use crate::writer::{WriteError, WriteRequest, prompt};

/// Path of the endpoint, as a batch line names it.
const ENDPOINT: &str = "/v1/chat/completions";

/// The lines of a batch file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchFile {
    /// The lines.
    pub lines: String,
    /// Requests; questions with the same prompt share one.
    pub requests: usize,
    /// Questions that a request is for.
    pub questions: usize,
}

/// The requests of these questions. Each is what the language model's writer would send first; with
/// `again`, what it would send next, with the errors, for the questions that the recorded completions did
/// not answer.
///
/// # Errors
///
/// A graph that cannot be read, or a request that cannot be built.
pub fn emit(
    asker: &Asker<'_>,
    selected: &[SelectedQuestion],
    llm: &LlmConfig,
    again: bool,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(),
) -> Result<BatchFile, SessionError> {
    let parameters =
        Parameters { temperature: llm.temperature, max_completion_tokens: llm.max_completion_tokens };
    let views = Views::of(asker, selected)?;
    let mut emitted = BatchFile::default();
    let mut keys = HashSet::new();
    let mut kept = None;
    for one in selected {
        if stop.load(Ordering::Relaxed) {
            return Err(SessionError::Cancelled);
        }
        let engine = views.engine(&mut kept, one)?;
        let (mut request, scope) = asker.request(engine, &one.question)?;
        tell();
        if again && let QuerySource::Completions(replay) = asker.queries {
            match asker.failed_attempts(engine, replay, &request, scope) {
                Some(attempts) => request.previous_errors = attempts,
                None => continue,
            }
        }
        emitted.questions += 1;
        if let Some(line) = line(&request, llm, parameters, &mut keys)? {
            let _ = writeln!(emitted.lines, "{line}");
            emitted.requests += 1;
        }
    }
    Ok(emitted)
}

/// One line; `None` when its prompt was emitted before.
fn line(
    request: &WriteRequest,
    llm: &LlmConfig,
    parameters: Parameters,
    keys: &mut HashSet<String>,
) -> Result<Option<String>, SessionError> {
    let messages = prompt::build(request);
    let key = prompt_key(&llm.model, parameters, &messages);
    if !keys.insert(key.clone()) {
        return Ok(None);
    }
    let body = batch_body(llm, &messages).map_err(WriteError::from)?;
    Ok(Some(json!({ "custom_id": key, "method": "POST", "url": ENDPOINT, "body": body }).to_string()))
}
