//! Two writers, one certainty: an answer on which samples of a model agree is certain only when the
//! built-in parser reads the question the same way. The two err for different reasons, so they seldom
//! make the same mistake; samples of one model often do. Where no query of the model gives an answer, the
//! parser answers alone.

use crate::session::judge::EngineJudge;
use crate::writer::offline::OfflineWriter;
use crate::writer::{Outcome, QueryLayer, WriteError, WriteRequest, Writer as _, Written};
use trustuqa_engine::Engine;

/// Has the built-in parser read the question of a certain answer of a model. If the parser has another
/// answer, or none, the model's is no longer certain, and its note says how the parser reads the
/// question. Returns how many queries the parser had executed.
///
/// `judge` executes over the whole graph, which the parser looks at.
///
/// # Errors
///
/// A graph that cannot be read.
pub async fn confirm(
    written: &mut Written,
    engine: &Engine<'_>,
    request: &WriteRequest,
    judge: &EngineJudge<'_, '_>,
) -> Result<usize, WriteError> {
    if !written.certain || !written.outcome.is_answer() || request.layer != QueryLayer::Llm {
        return Ok(0);
    }
    let parsed = OfflineWriter::new(engine).write(request, judge, &|_| {}).await?;
    judge.graph_was_read()?;
    if best(&parsed) != Some(&written.outcome) {
        written.certain = false;
        written.note = Some(match meaning(&parsed) {
            Some(meaning) => format!("without a model the question is read differently: {meaning}"),
            None => "only the model reads the question this way".to_owned(),
        });
    }
    Ok(parsed.candidates.len())
}

/// Has the built-in parser answer a question for which no query of the model gives an answer. `None` when
/// one does, when most samples agree that there is none, or when the parser has neither an answer nor
/// readings to offer. The result includes the model's candidates, tries and tokens.
///
/// `judge` executes over the whole graph, which the parser looks at.
///
/// # Errors
///
/// A graph that cannot be read.
pub async fn stand_in(
    written: &Written,
    engine: &Engine<'_>,
    request: &WriteRequest,
    judge: &EngineJudge<'_, '_>,
) -> Result<Option<Written>, WriteError> {
    if written.certain || written.outcome.is_answer() || request.layer != QueryLayer::Llm {
        return Ok(None);
    }
    let mut parsed = OfflineWriter::new(engine).write(request, judge, &|_| {}).await?;
    judge.graph_was_read()?;
    if !parsed.outcome.is_answer() && parsed.readings.is_empty() {
        return Ok(None);
    }
    parsed.tries += written.tries;
    parsed.completions = written.completions;
    parsed.tokens_in = written.tokens_in;
    parsed.tokens_cached = written.tokens_cached;
    parsed.tokens_out = written.tokens_out;
    parsed.elapsed += written.elapsed;
    parsed.candidates.splice(0..0, written.candidates.iter().cloned());
    Ok(Some(parsed))
}

/// The outcome of the parser's best reading, even when that is not likely enough to be given.
fn best(parsed: &Written) -> Option<&Outcome> {
    let Some(offered) = parsed.readings.first() else { return Some(&parsed.outcome) };
    let same = parsed.candidates.iter().find(|candidate| candidate.query == offered.query.text);
    same.map(|candidate| &candidate.outcome)
}

/// What that reading asks, in plain English.
fn meaning(parsed: &Written) -> Option<String> {
    if let Some(offered) = parsed.readings.first() {
        return Some(offered.meaning.clone());
    }
    let query = parsed.parsed.as_ref().filter(|_| parsed.outcome.is_answer())?;
    let notes: Vec<&str> = query.llm()?.steps.iter().map(|step| step.note.as_str()).collect();
    Some(notes.join("; ")).filter(|notes| !notes.is_empty())
}
