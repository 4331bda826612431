//! Self-consistency: several samples, each executed, the answers voted on.
//!
//! A try first asks for just as many samples as a majority needs, and for the rest only when these do not
//! agree. A server on this machine is asked for one sample after another, for as many, over all tries, as
//! there is time for. Candidates are grouped by what they answer, not by their text. When no candidate of
//! a try answers anything, the next try is told each distinct query with its error. A majority of empty
//! results in two tries is accepted: empty is an answer.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::completion::Completion;
use super::error::LlmError;
use super::prompt::{self, Message};
use super::{
    BoxFuture, Candidate, Judge, OnStage, Outcome, ShareLevel, TriedText, WriteRequest, WriterStage, Written,
};

/// Something that samples completions.
pub trait Sampler: Send + Sync {
    /// One completion of `messages`; `sample` counts the samples of a question from 0.
    fn sample<'a>(
        &'a self,
        messages: &'a [Message],
        sample: usize,
        progress: OnStage<'a>,
    ) -> BoxFuture<'a, Result<Completion, LlmError>>;
}

/// How many samples and tries to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoteOptions {
    /// Samples of a try, at least 1.
    pub samples: usize,
    /// The most tries, at least 1.
    pub max_tries: usize,
    /// Ask for one sample after another, and for no more than fit into this time from the start of the
    /// question: a server that computes one at a time is no faster with many at once, and its work on the
    /// prompt serves the next sample, too. The first sample is waited for however long it takes.
    pub one_by_one: Option<Duration>,
}

impl Default for VoteOptions {
    fn default() -> Self {
        VoteOptions { samples: 5, max_tries: 3, one_by_one: None }
    }
}

/// Candidates of one try.
#[derive(Default)]
struct Round {
    candidates: Vec<Candidate>,
}

/// A group of candidates that agree, by the index of its first member.
struct Group {
    first: usize,
    votes: usize,
}

impl Round {
    /// The largest group of candidates with equal outcomes among those that `of`
    /// admits; on a tie the one that came first.
    fn largest(&self, of: impl Fn(&Outcome) -> bool) -> Option<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (index, candidate) in self.candidates.iter().enumerate().filter(|(_, c)| of(&c.outcome)) {
            let same = |group: &&mut Group| agree(&self.candidates[group.first].outcome, &candidate.outcome);
            match groups.iter_mut().find(same) {
                Some(group) => group.votes += 1,
                None => groups.push(Group { first: index, votes: 1 }),
            }
        }
        groups.into_iter().reduce(|best, group| if group.votes > best.votes { group } else { best })
    }

    /// The commonest query text of a group; on a tie the one that came first.
    fn speaker(&self, group: &Group) -> &Candidate {
        let first = &self.candidates[group.first];
        let members = || self.candidates.iter().filter(|c| agree(&c.outcome, &first.outcome));
        let count = |text: &str| members().filter(|c| same_text(&c.query, text)).count();
        members().fold(first, |best, c| if count(&c.query) > count(&best.query) { c } else { best })
    }

    /// Votes that the strongest group of answers, or of empty results, has.
    fn strongest(&self) -> usize {
        self.largest(|outcome| !matches!(outcome, Outcome::Error { .. })).map_or(0, |group| group.votes)
    }
}

/// Whether two outcomes stand for the same answer. All empty results do, whatever step of the query came
/// out empty, and all errors do.
fn agree(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::Answer { key: a }, Outcome::Answer { key: b }) => a == b,
        (Outcome::Empty { .. }, Outcome::Empty { .. }) | (Outcome::Error { .. }, Outcome::Error { .. }) => {
            true
        }
        _ => false,
    }
}

fn same_text(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

/// Asks `sampler` until a majority of `options.samples` agrees, for at most
/// `options.max_tries` tries.
///
/// The result is an error only when no completion came back at all, or when a failure means that asking
/// again is of no use (a wrong key, no server). A single failed sample is left out of the vote. The
/// fields `writer` and `model` of the result are for the caller to fill in.
pub async fn self_consistency(
    sampler: &dyn Sampler,
    request: &WriteRequest,
    options: VoteOptions,
    judge: &dyn Judge,
    progress: OnStage<'_>,
) -> Result<Written, LlmError> {
    if request.share == ShareLevel::Off {
        return Err(LlmError::NotShared);
    }
    let started = Instant::now();
    let samples = options.samples.max(1);
    let max_tries = options.max_tries.max(1);
    let majority = samples / 2 + 1;
    let mut request = request.clone();
    let mut seen: HashMap<String, TriedText> = HashMap::new();
    let mut tally = Tally::default();
    let mut asked = 0;
    let mut tries = 0;
    let mut empty_before = false;
    // The best of the tries that gave no answer: an empty result before an error.
    let mut fallback: Option<(Candidate, usize)> = None;

    for attempt in 1..=max_tries {
        if options.one_by_one.is_some_and(|patience| !tally.has_time_for_more(started.elapsed(), patience)) {
            break;
        }
        tries = attempt;
        let messages = prompt::build(&request);
        let mut round = Round::default();
        let mut failure = None;
        let stage = |written| WriterStage::Writing { attempt, of: max_tries, written, samples };
        progress(stage(0));
        let mut left = samples;
        'waves: while left > 0 {
            let wave = match options.one_by_one {
                Some(patience) if !tally.has_time_for_more(started.elapsed(), patience) => break,
                Some(_) => 1,
                None if left == samples => majority,
                None => left,
            };
            left -= wave;
            let mut pending: FuturesUnordered<_> =
                (asked..asked + wave).map(|n| sampler.sample(&messages, n, progress)).collect();
            asked += wave;
            loop {
                let next = pending.next();
                let next = match options.one_by_one {
                    Some(patience) if tally.completions > 0 => {
                        let left = patience.saturating_sub(started.elapsed());
                        match tokio::time::timeout(left, next).await {
                            Ok(next) => next,
                            // This one takes longer than there is time. Closing the connection tells the
                            // server.
                            Err(_) => break 'waves,
                        }
                    }
                    _ => next.await,
                };
                let Some(result) = next else { break };
                match result {
                    Ok(completion) => {
                        tally.add(&completion);
                        progress(WriterStage::Judging { attempt });
                        // The steps so far may ask for something other than the whole query does.
                        let TriedText { parsed, outcome } = if completion.cut_off {
                            TriedText::unfinished()
                        } else {
                            let judged = || judge.try_text(&completion.text);
                            seen.entry(completion.text.clone()).or_insert_with(judged).clone()
                        };
                        let query = completion.text;
                        round.candidates.push(Candidate { query, parsed, outcome, attempt });
                        progress(stage(round.candidates.len()));
                    }
                    Err(error) if error.is_final() => return Err(error),
                    Err(error) => failure = Some(error),
                }
                if round.strongest() >= majority {
                    // Decided: samples under way are dropped, which cancels them.
                    break 'waves;
                }
            }
            // If as many fail as a majority needs, more requests are no help, and a next try could be
            // told nothing.
            if round.candidates.is_empty()
                && samples - left >= majority
                && let Some(error) = failure.take()
            {
                return Err(error);
            }
        }
        tally.candidates.extend(round.candidates.iter().cloned());

        if let Some(group) = round.largest(Outcome::is_answer) {
            let certain = group.votes >= majority;
            let note = (!certain).then(|| {
                format!(
                    "{} of {} candidate queries gave this answer; no majority agreed.",
                    group.votes,
                    round.candidates.len()
                )
            });
            let chosen = round.speaker(&group).clone();
            return Ok(tally.written(
                chosen,
                group.votes,
                certain,
                note,
                samples,
                attempt,
                started.elapsed(),
            ));
        }
        if let Some(group) = round.largest(|outcome| matches!(outcome, Outcome::Empty { .. })) {
            let chosen = round.speaker(&group).clone();
            if group.votes >= majority && empty_before {
                let note = "Most candidate queries ran and found nothing, in two tries.".to_owned();
                let elapsed = started.elapsed();
                return Ok(tally.written(chosen, group.votes, true, Some(note), samples, attempt, elapsed));
            }
            empty_before |= group.votes >= majority;
            fallback = Some((chosen, group.votes));
        } else if let Some(group) = round.largest(|_| true)
            && !fallback.as_ref().is_some_and(|(c, _)| matches!(c.outcome, Outcome::Empty { .. }))
        {
            fallback = Some((round.speaker(&group).clone(), group.votes));
        }
        tell_errors(&mut request, &round.candidates);
    }
    let Some((chosen, votes)) = fallback else {
        return Err(LlmError::Malformed {
            what: "no completion held a query".to_owned(),
            excerpt: String::new(),
        });
    };
    let note = match tries {
        1 => "No candidate query gave an answer.".to_owned(),
        _ => format!("No candidate query gave an answer in {tries} tries."),
    };
    Ok(tally.written(chosen, votes, false, Some(note), samples, tries, started.elapsed()))
}

/// Adds the errors of each distinct candidate to the request of the next try.
pub(super) fn tell_errors(request: &mut WriteRequest, candidates: &[Candidate]) {
    for candidate in candidates {
        let is_listed = |a: &super::Attempt| same_text(&a.query, &candidate.query);
        if let Some(failed) = candidate.outcome.attempt(&candidate.query)
            && !request.previous_errors.iter().any(is_listed)
        {
            request.previous_errors.push(failed);
        }
    }
}

#[derive(Default)]
struct Tally {
    candidates: Vec<Candidate>,
    completions: usize,
    tokens_in: u64,
    tokens_cached: u64,
    tokens_out: u64,
}

impl Tally {
    /// Whether another sample would end in time if it took as long as those so far on average.
    fn has_time_for_more(&self, elapsed: Duration, patience: Duration) -> bool {
        let completions = u32::try_from(self.completions).unwrap_or(u32::MAX);
        completions == 0 || elapsed.saturating_add(elapsed / completions) < patience
    }

    fn add(&mut self, completion: &Completion) {
        self.completions += 1;
        self.tokens_in += completion.tokens_in;
        self.tokens_cached += completion.tokens_cached;
        self.tokens_out += completion.tokens_out;
    }

    #[expect(clippy::too_many_arguments, reason = "each is one field of the result, named there")]
    fn written(
        self,
        chosen: Candidate,
        votes: usize,
        certain: bool,
        note: Option<String>,
        samples: usize,
        tries: usize,
        elapsed: Duration,
    ) -> Written {
        Written {
            query: chosen.query,
            parsed: chosen.parsed,
            outcome: chosen.outcome,
            certain,
            note,
            writer: String::new(),
            model: None,
            votes,
            samples,
            tries,
            completions: self.completions,
            tokens_in: self.tokens_in,
            tokens_cached: self.tokens_cached,
            tokens_out: self.tokens_out,
            elapsed,
            readings: Vec::new(),
            left: Vec::new(),
            probability: None,
            candidates: self.candidates,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Gives out prepared texts in order, and keeps what it was asked.
    struct Script {
        texts: Vec<Result<&'static str, &'static str>>,
        asked: Mutex<Vec<String>>,
    }

    impl Script {
        fn new(texts: &[Result<&'static str, &'static str>]) -> Script {
            Script { texts: texts.to_vec(), asked: Mutex::new(Vec::new()) }
        }
        fn requests(&self) -> Vec<String> {
            self.asked.lock().unwrap().clone()
        }
    }

    impl Sampler for Script {
        fn sample<'a>(
            &'a self,
            messages: &'a [Message],
            sample: usize,
            _progress: OnStage<'a>,
        ) -> BoxFuture<'a, Result<Completion, LlmError>> {
            Box::pin(async move {
                self.asked.lock().unwrap().push(messages[messages.len() - 1].content.clone());
                match self.texts[sample % self.texts.len()] {
                    Ok(text) => {
                        let cut_off = text.starts_with("cut");
                        let text = text.into();
                        Ok(Completion { text, tokens_in: 10, tokens_cached: 0, tokens_out: 2, cut_off })
                    }
                    Err("key") => {
                        Err(LlmError::Refused { status: 401, message: "no".into(), url: "u".into() })
                    }
                    Err(what) => Err(LlmError::Malformed { what: what.into(), excerpt: String::new() }),
                }
            })
        }
    }

    /// `a…` answers with itself, `a1 x` and `a1 y` alike; `e…` is empty; anything else is an error.
    fn judge(query: &str) -> Outcome {
        match query.chars().next() {
            Some('c') => unreachable!("what was cut off is not executed"),
            Some('a') => Outcome::Answer { key: query.split(' ').next().unwrap_or("").into() },
            Some('e') => Outcome::Empty { reason: format!("empty: {query}"), detail: None },
            _ => Outcome::Error { diagnostic: format!("bad: {query}"), detail: None },
        }
    }

    async fn run(script: &Script) -> Result<Written, LlmError> {
        let request = WriteRequest { question: "q".into(), ..WriteRequest::default() };
        self_consistency(script, &request, VoteOptions::default(), &judge, &|_| {}).await
    }

    #[tokio::test]
    async fn three_that_agree_end_the_vote() {
        let script = Script::new(&[Ok("a1 x"), Ok("a1 y"), Ok("a1 x")]);
        let written = run(&script).await.unwrap();
        assert_eq!((written.query.as_str(), written.votes, written.completions), ("a1 x", 3, 3));
        assert_eq!((written.tokens_in, written.tokens_out, written.tries), (30, 6, 1));
        assert!(written.certain);
        assert_eq!(script.requests().len(), 3);
    }

    #[tokio::test]
    async fn one_after_another_no_more_is_asked_than_a_majority_needs() {
        let script = Script::new(&[Err("broken"), Ok("a1"), Ok("a1"), Ok("a1"), Ok("a2")]);
        let request = WriteRequest { question: "q".into(), ..WriteRequest::default() };
        let options = VoteOptions { one_by_one: Some(Duration::MAX), ..VoteOptions::default() };
        let written = self_consistency(&script, &request, options, &judge, &|_| {}).await.unwrap();
        assert_eq!((written.votes, script.requests().len()), (3, 4), "the failed one is left out");
        let script = Script::new(&[Err("broken")]);
        let failed = self_consistency(&script, &request, options, &judge, &|_| {}).await;
        assert!(failed.is_err() && script.requests().len() == 3);
    }

    #[tokio::test]
    async fn a_slow_model_is_asked_for_no_more_than_there_is_time_for() {
        let script = Script::new(&[Err("broken"), Ok("x1"), Ok("a2")]);
        let request = WriteRequest { question: "q".into(), ..WriteRequest::default() };
        let options = VoteOptions { one_by_one: Some(Duration::ZERO), ..VoteOptions::default() };
        let written = self_consistency(&script, &request, options, &judge, &|_| {}).await.unwrap();
        assert_eq!((written.query.as_str(), written.tries, written.certain), ("x1", 1, false));
        assert_eq!(
            script.requests().len(),
            2,
            "a completion that came, with or without an answer, is enough"
        );
    }

    /// Takes this many milliseconds for each text.
    struct Slow(Script, Vec<u64>);

    impl Sampler for Slow {
        fn sample<'a>(
            &'a self,
            messages: &'a [Message],
            sample: usize,
            progress: OnStage<'a>,
        ) -> BoxFuture<'a, Result<Completion, LlmError>> {
            Box::pin(async move {
                tokio::time::sleep(Duration::from_millis(self.1[sample % self.1.len()])).await;
                self.0.sample(messages, sample, progress).await
            })
        }
    }

    #[tokio::test]
    async fn a_sample_that_would_end_too_late_is_not_asked_for_or_not_waited_for() {
        let request = WriteRequest { question: "q".into(), ..WriteRequest::default() };
        let patience = Duration::from_millis(1_000);
        let options = VoteOptions { one_by_one: Some(patience), ..VoteOptions::default() };
        let run = async |texts: &[Result<&'static str, &'static str>], times: &[u64]| {
            let slow = Slow(Script::new(texts), times.to_vec());
            let started = Instant::now();
            let written = self_consistency(&slow, &request, options, &judge, &|_| {}).await.unwrap();
            (written.query, written.completions, written.tries, started.elapsed())
        };
        // A second one would end after 1,200 ms.
        let (query, completions, tries, took) = run(&[Ok("a1"), Ok("a2")], &[600]).await;
        assert_eq!((query.as_str(), completions, tries), ("a1", 1, 1));
        assert!(took < patience, "{took:?}");
        // The second was expected to take as long as the first, and takes for ever.
        let (query, completions, tries, took) = run(&[Ok("a1"), Ok("a2")], &[100, 60_000]).await;
        assert_eq!((query.as_str(), completions, tries), ("a1", 1, 1));
        assert!(took >= patience && took < patience * 10, "{took:?}");
        // The same without an answer so far: the time is that of the question, not of a try.
        let (query, completions, tries, took) = run(&[Ok("x"), Ok("a2")], &[100, 60_000]).await;
        assert_eq!((query.as_str(), completions, tries), ("x", 1, 1));
        assert!(took >= patience && took < patience * 10, "{took:?}");
        let (query, completions, tries, took) = run(&[Ok("x")], &[150]).await;
        assert_eq!((query.as_str(), tries), ("x", 2));
        assert!((5..=6).contains(&completions) && took < patience, "{completions} {took:?}");
    }

    #[tokio::test]
    async fn a_completion_that_was_cut_off_is_no_query() {
        let script = Script::new(&[Ok("cut"), Ok("cut"), Ok("a1"), Ok("cut"), Ok("a1")]);
        let written = run(&script).await.unwrap();
        assert_eq!((written.query.as_str(), written.votes), ("a1", 2));
        let script = Script::new(&[Ok("cut")]);
        let written = run(&script).await.unwrap();
        assert!(matches!(written.outcome, Outcome::Error { .. }) && written.parsed.is_none());
        assert!(script.requests().last().unwrap().contains("cut off before the query was whole"));
    }

    #[tokio::test]
    async fn two_more_are_asked_when_three_disagree() {
        let script = Script::new(&[Ok("a1"), Ok("a2"), Ok("x"), Ok("a2"), Ok("a2 z")]);
        let written = run(&script).await.unwrap();
        assert_eq!((written.outcome, written.votes), (Outcome::Answer { key: "a2".into() }, 3));
        assert_eq!(script.requests().len(), 5);
    }

    #[tokio::test]
    async fn an_answer_without_a_majority_wins_but_is_not_certain() {
        let script = Script::new(&[Ok("x"), Ok("e"), Ok("a7"), Ok("y"), Ok("e")]);
        let written = run(&script).await.unwrap();
        assert_eq!((written.query.as_str(), written.votes, written.certain), ("a7", 1, false));
        assert!(written.note.unwrap().contains("1 of 5"));
    }

    #[tokio::test]
    async fn each_try_is_told_the_errors_of_the_last_ones_once() {
        let mut texts = vec![Ok("x1"), Ok("x2"), Ok("x1"), Ok("x2"), Ok("x1")];
        texts.extend([Ok("y1"); 5]);
        texts.extend([Ok("a1"); 5]);
        let script = Script::new(&texts);
        let written = run(&script).await.unwrap();
        assert_eq!((written.query.as_str(), written.tries, written.completions), ("a1", 3, 13));
        let requests = script.requests();
        assert!(!requests[0].contains("bad:"));
        assert_eq!(requests[5].matches("Error: bad: x1").count(), 1);
        assert_eq!(requests[5].matches("Error: bad: x2").count(), 1);
        assert!(requests[10].contains("Error: bad: y1") && requests[10].contains("Error: bad: x1"));
    }

    #[tokio::test]
    async fn a_majority_that_is_empty_twice_is_the_answer() {
        let script = Script::new(&[Ok("e1")]);
        let written = run(&script).await.unwrap();
        assert!(matches!(written.outcome, Outcome::Empty { .. }));
        assert_eq!((written.tries, written.completions, written.certain), (2, 6, true));
    }

    #[tokio::test]
    async fn an_answer_in_the_second_try_beats_an_empty_first() {
        let script = Script::new(&[Ok("e1"), Ok("e1"), Ok("e1"), Ok("a1"), Ok("a1"), Ok("a1")]);
        let written = run(&script).await.unwrap();
        assert_eq!((written.query.as_str(), written.tries), ("a1", 2));
    }

    #[tokio::test]
    async fn errors_to_the_end_give_the_commonest_query_to_edit() {
        let script = Script::new(&[Ok("x"), Ok("z"), Ok("z"), Ok("z"), Ok("y")]);
        let written = run(&script).await.unwrap();
        assert_eq!((written.query.as_str(), written.tries, written.completions), ("z", 3, 15));
        assert!(!written.certain && matches!(written.outcome, Outcome::Error { .. }));
    }

    #[tokio::test]
    async fn a_failed_sample_is_left_out_and_a_wave_of_failures_is_an_error() {
        let script = Script::new(&[Err("broken"), Ok("a1"), Ok("a1"), Ok("a1"), Err("broken")]);
        assert_eq!(run(&script).await.unwrap().votes, 3);
        let script = Script::new(&[Err("broken")]);
        assert!(matches!(run(&script).await, Err(LlmError::Malformed { .. })));
        assert_eq!(script.requests().len(), 3);
    }

    #[tokio::test]
    async fn a_wrong_key_ends_at_once() {
        let script = Script::new(&[Err("key")]);
        assert!(matches!(run(&script).await, Err(LlmError::Refused { status: 401, .. })));
    }

    #[tokio::test]
    async fn nothing_is_asked_when_nothing_may_leave() {
        let script = Script::new(&[Ok("a")]);
        let request = WriteRequest { share: ShareLevel::Off, ..WriteRequest::default() };
        let result = self_consistency(&script, &request, VoteOptions::default(), &judge, &|_| {}).await;
        assert!(matches!(result, Err(LlmError::NotShared)));
        assert!(script.requests().is_empty());
    }
}
