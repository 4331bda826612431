//! Recorded completions instead of a model: for tests, evaluation, and completions that were paid for
//! once.
//!
//! A file is JSON Lines; each line has one of two shapes, which may be mixed:
//!
//! ```text
//! {"question": "…", "completion": "…"}
//! {"custom_id": "KEY", "response": {"status_code": 200, "body": {"choices": […]}}}
//! ```
//!
//! The first is found by the question's words, case and punctuation aside; an `id` beside it tells equal
//! questions apart, and may take its place. The second is the output of the OpenAI Batch API; its
//! `custom_id` is the [`prompt_key`] of the request, so that a changed prompt never replays a stale
//! answer, with `-N` after it when a prompt was sampled several times. `recording` reads such a file.

mod error;
mod recording;

use std::path::{Path, PathBuf};
use std::time::Instant;

pub use error::ReplayError;
pub use recording::{RecordedCompletions, RecordedText, Recording};

use super::completion::{Completion, clean};
use super::error::LlmError;
use super::prompt::{self, Message, Parameters, prompt_key};
use super::vote::{self, Sampler, VoteOptions};
use super::{
    Attempt, BoxFuture, Candidate, Judge, OnStage, Outcome, ShareLevel, WriteError, WriteRequest, Writer,
    Written,
};

/// What is recorded for one request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed<'r> {
    /// The completions, in the order of the file.
    pub completions: Vec<&'r str>,
    /// Tokens of the prompt, as the server counted them.
    pub tokens_in: u64,
    /// Tokens of all completions.
    pub tokens_out: u64,
}

/// The writer that replays.
pub struct ReplayWriter {
    path: PathBuf,
    recording: Recording,
    model: String,
    parameters: Parameters,
}

impl ReplayWriter {
    /// Reads the file at `path`. Batch output is found only after
    /// [`ReplayWriter::for_model`] says which requests it answers.
    pub fn open(path: &Path) -> Result<ReplayWriter, ReplayError> {
        Ok(ReplayWriter {
            path: path.to_owned(),
            recording: Recording::open(path)?,
            model: String::new(),
            parameters: Parameters::default(),
        })
    }

    /// Sets the model and parameters that recorded batch requests were made with.
    #[must_use]
    pub fn for_model(mut self, model: &str, parameters: Parameters) -> ReplayWriter {
        self.model = model.to_owned();
        self.parameters = parameters;
        self
    }

    /// Number of questions and keys that are recorded.
    pub fn recorded(&self) -> usize {
        self.recording.len()
    }

    /// True when some of what is recorded is found by its prompt only, so that a
    /// request must be complete to be looked up.
    pub fn needs_prompts(&self) -> bool {
        self.recording.has_keys()
    }

    /// What is recorded for `request`: found by its messages, else by its question, where an equal
    /// identifier goes before equal words, else by its identifier alone.
    pub fn lookup(&self, request: &WriteRequest) -> Result<Replayed<'_>, ReplayError> {
        let by_key = self.recording.has_keys().then(|| {
            // The messages as they were sent: a recorded request was shared already.
            let share = request.share.max(ShareLevel::Schema);
            let messages = prompt::build(&WriteRequest { share, ..request.clone() });
            self.recording.of_key(&prompt_key(&self.model, self.parameters, &messages))
        });
        let recorded = by_key
            .flatten()
            .or_else(|| self.recording.of_question(&request.question))
            .or_else(|| self.recording.of_id(request.id.as_ref()?));
        let Some(recorded) = recorded else {
            return Err(ReplayError::Missing { path: self.path.clone(), recorded: self.recorded() });
        };
        if let (true, Some(what)) = (recorded.completions.is_empty(), &recorded.failed) {
            return Err(ReplayError::Failed { path: self.path.clone(), what: what.clone() });
        }
        // Two questions of a benchmark can have the same words and different tables.
        let own = |text: &&RecordedText| request.id.is_some() && text.id == request.id;
        let mut completions: Vec<&str> =
            recorded.completions.iter().filter(own).map(|text| text.text.as_str()).collect();
        if completions.is_empty() {
            completions = recorded.completions.iter().map(|text| text.text.as_str()).collect();
        }
        Ok(Replayed { completions, tokens_in: recorded.tokens_in, tokens_out: recorded.tokens_out })
    }
}

impl ReplayWriter {
    /// Replays every recorded try: the next one is looked up by the prompt that includes the errors of
    /// the last. Besides what was written, returns the attempts that a try after the last would be told
    /// about.
    ///
    /// # Errors
    ///
    /// [`ReplayError::Missing`] or [`ReplayError::Failed`] when there is no first try.
    pub async fn replay(
        &self,
        request: &WriteRequest,
        judge: &dyn Judge,
        progress: OnStage<'_>,
    ) -> Result<(Written, Vec<Attempt>), WriteError> {
        let started = Instant::now();
        // Nothing is sent, so the share level does not matter here.
        let mut request = WriteRequest { share: request.share.max(ShareLevel::Schema), ..request.clone() };
        let mut replayed = self.lookup(&request)?;
        let mut all: Option<Written> = None;
        loop {
            // Every recorded completion has one vote.
            let options = VoteOptions { samples: replayed.completions.len(), max_tries: 1, one_by_one: None };
            let playing = Playing(replayed);
            let written = vote::self_consistency(&playing, &request, options, judge, progress).await?;
            vote::tell_errors(&mut request, &written.candidates);
            let mut written = match all {
                Some(before) => after(before, written),
                None => written,
            };
            let next = if written.outcome.is_answer() { None } else { self.by_prompt(&request) };
            match next.filter(|next| !next.completions.is_empty()) {
                Some(next) => {
                    all = Some(written);
                    replayed = next;
                }
                None => {
                    written.writer = self.name().to_owned();
                    written.model = (!self.model.is_empty()).then(|| self.model.clone());
                    written.elapsed = started.elapsed();
                    return Ok((written, request.previous_errors));
                }
            }
        }
    }

    /// What is recorded for the prompt of `request`.
    fn by_prompt(&self, request: &WriteRequest) -> Option<Replayed<'_>> {
        if !self.recording.has_keys() {
            return None;
        }
        let key = prompt_key(&self.model, self.parameters, &prompt::build(request));
        let recorded = self.recording.of_key(&key)?;
        Some(Replayed {
            completions: recorded.completions.iter().map(|text| text.text.as_str()).collect(),
            tokens_in: recorded.tokens_in,
            tokens_out: recorded.tokens_out,
        })
    }
}

/// A later try with the counts of earlier ones. An earlier query that ran and found nothing is kept
/// rather than a later error.
fn after(before: Written, later: Written) -> Written {
    let keep_before =
        matches!(before.outcome, Outcome::Empty { .. }) && matches!(later.outcome, Outcome::Error { .. });
    let (tries, completions) = (before.tries + later.tries, before.completions + later.completions);
    let (tokens_in, tokens_out) = (before.tokens_in + later.tokens_in, before.tokens_out + later.tokens_out);
    let mut candidates = before.candidates.clone();
    candidates.extend(later.candidates.iter().cloned().map(|c| Candidate { attempt: tries, ..c }));
    let chosen = if keep_before { before } else { later };
    Written { tries, completions, tokens_in, tokens_out, candidates, ..chosen }
}

struct Playing<'r>(Replayed<'r>);

impl Sampler for Playing<'_> {
    fn sample<'a>(
        &'a self,
        _messages: &'a [Message],
        sample: usize,
        _progress: OnStage<'a>,
    ) -> BoxFuture<'a, Result<Completion, LlmError>> {
        let text = clean(self.0.completions.get(sample).copied().unwrap_or(""));
        // The tokens of a batch line are those of all its choices, so they count once.
        let (tokens_in, tokens_out) =
            if sample == 0 { (self.0.tokens_in, self.0.tokens_out) } else { (0, 0) };
        Box::pin(async move { Ok(Completion { text, tokens_in, tokens_out, ..Completion::default() }) })
    }
}

impl Writer for ReplayWriter {
    fn name(&self) -> &str {
        "replay"
    }

    fn write<'a>(
        &'a self,
        request: &'a WriteRequest,
        judge: &'a dyn Judge,
        progress: OnStage<'a>,
    ) -> BoxFuture<'a, Result<Written, WriteError>> {
        Box::pin(async move { Ok(self.replay(request, judge, progress).await?.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(text: impl AsRef<[u8]>) -> Result<ReplayWriter, ReplayError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.jsonl");
        std::fs::write(&path, text).unwrap();
        ReplayWriter::open(&path)
    }

    fn asked(question: &str) -> WriteRequest {
        WriteRequest { question: question.into(), ..WriteRequest::default() }
    }

    #[test]
    fn a_question_is_found_whatever_its_case_and_punctuation() {
        let writer =
            open("\u{feff}{\"id\":1,\"question\":\"Who  was it?\",\"completion\":\"q\"}\n\n").unwrap();
        assert_eq!(writer.lookup(&asked("who was it")).unwrap().completions, ["q"]);
        let error = writer.lookup(&asked("who is it")).unwrap_err();
        assert!(matches!(error, ReplayError::Missing { recorded: 1, .. }));
        assert!(error.hint().contains("--writer offline"));
    }

    #[test]
    fn equal_questions_are_told_apart_by_their_identifiers() {
        let line = |id: &str, text: &str| {
            format!("{{\"id\":{id},\"question\":\"Who won?\",\"completion\":\"{text}\"}}\n")
        };
        let other = "{\"id\":\"c\",\"completion\":\"q3\"}";
        let writer = open(format!("{}{}{other}", line("\"a\"", "q1"), line("7", "q2"))).unwrap();
        let found = |id: Option<&str>, question: &str| {
            let request = WriteRequest { id: id.map(str::to_owned), ..asked(question) };
            writer.lookup(&request).unwrap().completions
        };
        assert_eq!(found(Some("a"), "who won"), ["q1"]);
        assert_eq!(found(Some("7"), "who won"), ["q2"]);
        assert_eq!(found(Some("z"), "who won"), ["q1", "q2"]);
        assert_eq!(found(None, "who won"), ["q1", "q2"]);
        assert_eq!(found(Some("c"), "who lost"), ["q3"]);
    }

    #[test]
    fn batch_output_is_found_by_the_prompt_and_by_nothing_else() {
        let request = asked("How deep is it?");
        let parameters = Parameters { temperature: Some(0.7), max_completion_tokens: None };
        let key = prompt_key("m", parameters, &prompt::build(&request));
        let body = r#"{"status_code":200,"body":{"choices":[{"message":{"content":"q1"}},{"message":{"content":"q2"}}],"usage":{"prompt_tokens":90,"completion_tokens":20}}}"#;
        let text = format!("{{\"custom_id\":\"{key}-0\",\"response\":{body},\"error\":null}}");
        let writer = open(&text).unwrap().for_model("m", parameters);
        let found = writer.lookup(&request).unwrap();
        assert_eq!(found, Replayed { completions: vec!["q1", "q2"], tokens_in: 90, tokens_out: 20 });
        assert!(writer.lookup(&asked("How wide is it?")).is_err());
        let other = open(&text).unwrap().for_model("n", parameters);
        assert!(matches!(other.lookup(&request), Err(ReplayError::Missing { .. })));
    }

    #[test]
    fn a_recorded_failure_says_so() {
        let request = asked("q");
        let key = prompt_key("m", Parameters::default(), &prompt::build(&request));
        let text =
            format!("{{\"custom_id\":\"{key}\",\"response\":null,\"error\":{{\"message\":\"expired\"}}}}");
        let writer = open(&text).unwrap().for_model("m", Parameters::default());
        assert!(
            matches!(writer.lookup(&request), Err(ReplayError::Failed { what, .. }) if what == "expired")
        );
    }

    #[test]
    fn a_response_without_choices_is_a_failure() {
        let request = asked("q");
        let key = prompt_key("m", Parameters::default(), &prompt::build(&request));
        let line = |body: &str| format!("{{\"custom_id\":\"{key}\",\"response\":{{\"body\":{body}}}}}\n");
        let none = open(line(r#"{"choices":[]}"#)).unwrap().for_model("m", Parameters::default());
        assert!(matches!(none.lookup(&request), Err(ReplayError::Failed { .. })));
        // However many tokens a line claims, they can be added up.
        let body =
            r#"{"choices":[{"message":{"content":"q1"}}],"usage":{"prompt_tokens":18446744073709551615}}"#;
        let many = open(line(body).repeat(2)).unwrap().for_model("m", Parameters::default());
        assert_eq!(many.lookup(&request).unwrap().tokens_in, 2 * u64::from(u32::MAX));
    }

    #[test]
    fn a_line_of_another_shape_is_an_error_with_its_number() {
        let texts: [&[u8]; 3] = [
            b"{\"question\":\"a\",\"completion\":\"b\"}\n{\"question\":\"c\"}",
            b"\n[1]",
            b"\n{\"question\":\"\xff\"}",
        ];
        for text in texts {
            match open(text) {
                Err(ReplayError::Line { line, .. }) => assert_eq!(line, 2),
                other => panic!("{:?}", other.map(|w| w.recorded())),
            }
        }
    }

    #[tokio::test]
    async fn recorded_completions_are_voted_on_even_when_nothing_may_leave() {
        let lines: String = ["x", "```\na\n```", "a"]
            .iter()
            .map(|c| format!("{}\n", serde_json::json!({"question": "q", "completion": c})))
            .collect();
        let writer = open(&lines).unwrap();
        let judge = |query: &str| match query {
            "a" => Outcome::Answer { key: "1".into() },
            _ => Outcome::Error { diagnostic: "no".into(), detail: None },
        };
        let request = WriteRequest { share: ShareLevel::Off, ..asked("q") };
        let written = writer.write(&request, &judge, &|_| {}).await.unwrap();
        assert_eq!((written.query.as_str(), written.votes, written.certain), ("a", 2, true));
    }
}
