//! The offline writer: no model, no network. `trustuqa-parser` reads the question; this module writes
//! what the user is told about the reading.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use trustuqa_engine::Engine;
use trustuqa_engine::ground::lexical::stem;
use trustuqa_engine::query::{Parsed, ticked};
use trustuqa_parser::{
    EarlierQuery, Parse, Ranked, ReadQuestion, ReadRequest, Reader, ReaderStage, Searched,
};
use trustuqa_storage::tokens;

use super::{
    BoxFuture, Candidate, Demonstration, Judge, Offered, OnStage, Outcome, WriteError, WriteRequest, Writer,
    WriterStage, Written, demonstrations,
};

/// Answers questions by reading them without a model.
pub struct OfflineWriter<'g> {
    reader: Reader<'g>,
}

impl<'g> OfflineWriter<'g> {
    /// A writer over the graph of `engine`. It knows the demonstrations that ship with
    /// the program; those of a request count beside them.
    pub fn new(engine: &'g Engine<'g>) -> OfflineWriter<'g> {
        OfflineWriter { reader: reader(engine) }
    }

    /// Limits the time of the search; what was found by then is used.
    #[must_use]
    pub fn with_limit(self, limit: Duration) -> OfflineWriter<'g> {
        OfflineWriter { reader: self.reader.with_limit(limit) }
    }

    /// The best readings of a question, among which the answer is chosen, with the evidence for and
    /// against each.
    ///
    /// # Errors
    ///
    /// The graph cannot be read.
    pub async fn explain(&self, request: &WriteRequest, judge: &dyn Judge) -> Result<String, WriteError> {
        Ok(match self.reader.read(&read_request(request), judge, &|_| {}).await? {
            ReadQuestion::Parsed(parse, _) => parse.explain(),
            ReadQuestion::Searched(searched) => searched.note,
        })
    }

    async fn answer(
        &self,
        request: &WriteRequest,
        judge: &dyn Judge,
        progress: OnStage<'_>,
    ) -> Result<Written, WriteError> {
        let began = Instant::now();
        let report = |stage: ReaderStage| {
            progress(match stage {
                ReaderStage::Searching { most } => {
                    WriterStage::Writing { attempt: 1, of: 1, written: 0, samples: most }
                }
                ReaderStage::Executing => WriterStage::Judging { attempt: 1 },
            });
        };
        let read = self.reader.read(&read_request(request), judge, &report).await?;
        let written = match read {
            ReadQuestion::Parsed(parse, others) => parsed(&parse, others),
            ReadQuestion::Searched(found) => searched(*found),
        };
        Ok(Written { elapsed: began.elapsed(), ..written })
    }
}

/// A reader that knows the demonstrations that ship with the program.
pub fn reader<'g>(engine: &'g Engine<'g>) -> Reader<'g> {
    Reader::new(engine, demonstrations::builtin().iter().map(|named| named.demonstration.pair()))
}

/// The part of a request that the reader sees.
fn read_request(request: &WriteRequest) -> ReadRequest<'_> {
    let earlier = request.earlier.as_ref();
    ReadRequest {
        question: &request.question,
        earlier: earlier.map(|e| EarlierQuery { query: &e.query, refers: e.refers.clone() }),
        demonstrations: request.demonstrations.iter().map(Demonstration::pair).collect(),
    }
}

impl Writer for OfflineWriter<'_> {
    fn name(&self) -> &str {
        "offline"
    }

    fn write<'a>(
        &'a self,
        request: &'a WriteRequest,
        judge: &'a dyn Judge,
        progress: OnStage<'a>,
    ) -> BoxFuture<'a, Result<Written, WriteError>> {
        Box::pin(self.answer(request, judge, progress))
    }
}

/// A result of these candidates, without an answer.
fn of(candidates: Vec<Candidate>, note: String) -> Written {
    Written {
        query: String::new(),
        parsed: None,
        outcome: Outcome::Empty { reason: note.clone(), detail: None },
        certain: false,
        note: Some(note),
        writer: "offline".to_owned(),
        model: None,
        votes: 0,
        samples: candidates.len(),
        tries: 1,
        completions: 0,
        tokens_in: 0,
        tokens_cached: 0,
        tokens_out: 0,
        elapsed: Duration::ZERO,
        candidates,
        readings: Vec::new(),
        left: Vec::new(),
        probability: None,
    }
}

/// The result that the search alone found.
fn searched(found: Searched) -> Written {
    let Searched { query, outcome, certain, note, left, votes, candidates } = found;
    Written {
        query: query.as_ref().map_or_else(String::new, |query| query.text.clone()),
        parsed: query,
        outcome,
        certain,
        votes,
        left,
        ..of(candidates, note)
    }
}

/// No reading is likely enough to be the answer: the best ones are offered.
fn unread(parse: &Parse, candidates: Vec<Candidate>) -> Written {
    let readings = offered(parse);
    let list: Vec<String> =
        readings.iter().zip(1..).map(|(reading, at)| format!("{at}. {}", reading.meaning)).collect();
    let left = parse.readings.first().map_or_else(Vec::new, |best| unused(&best.left, &best.parsed));
    // A word that one of the readings uses was found.
    let nowhere: Vec<String> =
        left.iter().filter(|word| readings.iter().all(|r| r.unused.contains(word))).cloned().collect();
    let missing = match nowhere.as_slice() {
        [] => String::new(),
        nowhere => format!("; nothing was found for {}", quoted(nowhere)),
    };
    let note = format!(
        "I cannot read this question with confidence{missing}. It may ask for one of:\n{}",
        list.join("\n")
    );
    Written { left, ..without_answer(parse, candidates, note, readings) }
}

/// The readings that are offered, each with the words of the question that it does not use.
fn offered(parse: &Parse) -> Vec<Offered> {
    let offered = parse.offered().into_iter();
    offered
        .map(|o| Offered { unused: unused(&o.left, &o.query), meaning: o.meaning, query: o.query })
        .collect()
}

/// The words that a reading leaves unexplained, without those in a name, column or value of its query: it
/// came to that name by another way, but the word was found.
fn unused(left: &[String], query: &Parsed) -> Vec<String> {
    let named = stems_of_names(query);
    let is_named = |word: &str| {
        let words = tokens(word);
        !words.is_empty() && words.iter().all(|word| named.contains(stem(word)))
    };
    left.iter().filter(|word| !is_named(word)).cloned().collect()
}

/// The stems of the words in all that a query names.
fn stems_of_names(query: &Parsed) -> BTreeSet<String> {
    let Some(query) = query.llm() else { return BTreeSet::new() };
    let mut stems = BTreeSet::new();
    for at in 0..query.steps.len() {
        // Names are between quotes, whatever their parameter; a quote within a name has a backslash.
        let call = query.step_text(at).replace("\\'", " ");
        let names = call.split('\'').skip(1).step_by(2).filter(|name| !name.starts_with("output_of_query"));
        stems.extend(names.flat_map(tokens).map(|word| stem(&word).to_owned()));
    }
    stems.extend(query.target.iter().flat_map(|target| tokens(target)).map(|word| stem(&word).to_owned()));
    stems
}

/// A result without an answer, which says why.
fn without_answer(
    parse: &Parse,
    candidates: Vec<Candidate>,
    note: String,
    readings: Vec<Offered>,
) -> Written {
    Written { readings, probability: Some(parse.probability), ..of(candidates, note) }
}

/// Words between backticks.
fn quoted(words: &[String]) -> String {
    words.iter().map(|word| ticked(word)).collect::<Vec<_>>().join(", ")
}

fn candidates(parse: &Parse) -> Vec<Candidate> {
    let of = |r: &Ranked| Candidate {
        query: r.parsed.text.clone(),
        parsed: Some(r.parsed.clone()),
        outcome: r.outcome.clone(),
        attempt: 1,
    };
    parse.readings.iter().map(of).collect()
}

/// The result of the parser's best reading; the search tried `others`.
fn parsed(parse: &Parse, others: Vec<Candidate>) -> Written {
    let mut all = candidates(parse);
    for other in others {
        if !all.iter().any(|known| known.query == other.query) {
            all.push(other);
        }
    }
    if !parse.is_given() && parse.best().is_some() {
        return unread(parse, all);
    }
    let best = parse.readings.first();
    if let Some((best, cell)) = best.and_then(|best| Some((best, best.blank.as_ref()?))) {
        let note = format!("no value is recorded (the data has `{cell}`): {}", best.meaning);
        return without_answer(parse, all, note, Vec::new());
    }
    if let Some(best) = best.filter(|best| !best.outcome.is_answer()) {
        let failed = matches!(best.outcome, Outcome::Error { .. });
        // A reading that leaves words unexplained and finds nothing says nothing about the data.
        if (failed || !best.left.is_empty()) && parse.best().is_some() {
            return unread(parse, all);
        }
        if failed {
            let note = format!("the likeliest reading cannot be computed: {}", best.meaning);
            return without_answer(parse, all, note, Vec::new());
        }
    }
    let Some(best) = best else {
        let note = "no name or relation of the loaded sources was found in the question".to_owned();
        return without_answer(parse, all, note, Vec::new());
    };
    let certain = parse.certain();
    let left = unused(&best.left, &best.parsed);
    let note = if certain {
        format!("read as: {}", best.meaning)
    } else {
        let mut note = format!("this is one way to read the question: {}", best.meaning);
        if !left.is_empty() {
            note.push_str(&format!("; not used: {}", quoted(&left)));
        }
        for other in parse.others().into_iter().take(1) {
            note.push_str(&format!("; another reading answers differently: {other}"));
        }
        note
    };
    Written {
        query: best.parsed.text.clone(),
        parsed: Some(best.parsed.clone()),
        outcome: best.outcome.clone(),
        certain,
        left,
        votes: parse.readings.iter().filter(|r| r.items == best.items).count(),
        probability: Some(parse.probability),
        ..of(all, note)
    }
}
