//! The offline writer: no model, no network.
//!
//! It links the names of a question to the graph and its words to relations, and
//! searches the graph for chains of calls that explain the whole question. What the
//! readings explain, what they had to assume, demonstrations of the same form and,
//! where there is one, the sentence encoder decide between them. It says which
//! words it could not use, and calls an answer certain only when nothing is left over.
//!
//! The same question over the same graph gives the same answer, unless the search runs
//! out of time, which the note of the answer then says: what is iterated over is kept in
//! the order of ids (`BTreeMap`), because the order decides between equal readings, and
//! a sum of floats depends on it.
//!
//! | file | what lives there |
//! |---|---|
//! | `words.rs` | roots, stop words, groups of words with one meaning |
//! | `question.rs` | the words of a question |
//! | `answer_type.rs` | what kind of thing it asks for |
//! | `operators.rs` | its superlatives, comparisons, times and counts |
//! | `link.rs` | names in the question |
//! | `earlier_answer.rs` | the previous answer, as something that the question refers to |
//! | `relations.rs` | relations that the question mentions |
//! | `plan.rs` | a query in the making, and how it is written |
//! | `partial_derivation.rs`, `cached_reads.rs` | partial derivations; the graph as the search sees it |
//! | `search.rs` | the search: its rounds, what one state explains |
//! | `seeds.rs` | what the search begins with |
//! | `hop.rs`, `expansion_rules.rs` | derivations from one derivation: hops, columns, extremes, rows beside, times |
//! | `join.rs` | derivations from two of them |
//! | `final_operations.rs` | from partial to complete derivations, and their score |
//! | `demonstrate.rs` | queries of demonstrations with the same form |
//! | `choose.rs` | ranking the best readings by what they answer, and choosing one |

mod answer_type;
mod cached_reads;
mod choose;
mod demonstrate;
mod earlier_answer;
mod expansion_rules;
mod final_operations;
mod hop;
mod join;
mod link;
mod operators;
mod partial_derivation;
mod plan;
mod question;
mod relations;
mod search;
mod seeds;
pub(crate) mod words;

use std::time::{Duration, Instant};

use trustuqa_engine::Engine;

use super::{
    BoxFuture, Candidate, Judge, Offered, OnStage, Outcome, WriteError, WriteRequest, Writer, WriterStage,
    Written, parser,
};

/// Readings that are executed.
const EXECUTED: usize = 10;
/// The same over a table of very many rows.
const EXECUTED_OF_MANY: usize = 3;

/// Answers questions by searching the graph for readings of them.
pub struct OfflineWriter<'g> {
    engine: &'g Engine<'g>,
    lexicon: relations::Lexicon,
    shapes: demonstrate::Shapes,
    limit: Duration,
    parser: bool,
}

impl<'g> OfflineWriter<'g> {
    /// A writer over the graph of `engine`. It knows the demonstrations that ship with
    /// the program; those of a request count beside them.
    pub fn new(engine: &'g Engine<'g>) -> OfflineWriter<'g> {
        let lexicon = relations::Lexicon::of(engine.executor().sources());
        let builtin = super::demonstrations::builtin().iter().map(|named| &named.demonstration);
        let shapes = demonstrate::Shapes::of(builtin);
        OfflineWriter { engine, lexicon, shapes, limit: Duration::from_millis(2_500), parser: true }
    }

    /// Limits the time of the search; what was found until then is used.
    pub fn with_limit(mut self, limit: Duration) -> OfflineWriter<'g> {
        self.limit = limit;
        self
    }

    /// Searches only, without the parser.
    pub fn without_parser(mut self) -> OfflineWriter<'g> {
        self.parser = false;
        self
    }

    async fn answer(
        &self,
        request: &WriteRequest,
        judge: &dyn Judge,
        progress: OnStage<'_>,
    ) -> Result<Written, WriteError> {
        let began = Instant::now();
        Ok(match self.read(request, judge, progress).await? {
            Read::Parsed(parse, others) => reading(&parse, others, began.elapsed()),
            Read::Searched(written) => *written,
        })
    }

    /// The best readings of a question, as the answer is chosen from them, with what speaks for and against
    /// each.
    ///
    /// # Errors
    ///
    /// The graph cannot be read.
    pub async fn explain(&self, request: &WriteRequest, judge: &dyn Judge) -> Result<String, WriteError> {
        Ok(match self.read(request, judge, &|_| {}).await? {
            Read::Parsed(parse, _) => parse.explain(),
            Read::Searched(written) => written.note.unwrap_or_default(),
        })
    }

    /// Reads a question: by the parser, whose readings what the search finds speaks for or against.
    async fn read(
        &self,
        request: &WriteRequest,
        judge: &dyn Judge,
        progress: OnStage<'_>,
    ) -> Result<Read, WriteError> {
        let began = Instant::now();
        let parse = if request.earlier.is_none() && self.parser {
            Some(parser::ask(self.engine, &request.question, judge)?)
        } else {
            None
        };
        let many = self.parser && parser::has_many_rows(self.engine);
        // Over a very long table the search is not worth its time where a reading uses every word.
        let parse = match parse {
            Some(parse) if many && parse.is_whole() => return Ok(Read::Parsed(Box::new(parse), Vec::new())),
            other => other,
        };
        tokio::task::yield_now().await;
        progress(WriterStage::Writing { attempt: 1, of: 1, written: 0, samples: EXECUTED });
        let mut question = question::TokenizedQuestion::read(&request.question);
        let earlier = request.earlier.as_ref().filter(|earlier| earlier.refers.is_some());
        if let Some(refers) = earlier.and_then(|earlier| earlier.refers.clone()) {
            question.refer(refers);
        }
        let graph = self.engine.executor().graph();
        let mut mentions = link::mentions(graph, &question)?;
        mentions.retain(|m| m.mask & question.refers == 0);
        let long = |m: &&link::NodeMention| m.score >= 0.9 && m.mask.count_ones() >= 2;
        question.forget_inside(mentions.iter().filter(long).fold(0, |mask, m| mask | m.mask));
        tokio::task::yield_now().await;
        let mut matches = relations::Matches::of(&self.lexicon, &question);
        if let Some(embed) = self.engine.embed() {
            let names = mentions.iter().filter(|m| m.score >= 0.7).fold(0, |mask, m| mask | m.mask);
            relations::add_meanings(graph, embed, &question, names, &mut matches)?;
        }
        tokio::task::yield_now().await;
        let view = cached_reads::CachedReads::new(self.engine.executor());
        let mut search = search::Search::new(view, &self.lexicon, &question, matches, mentions, self.limit);
        if let Some(earlier) = earlier {
            (search.seeds, search.carried) = earlier_answer::seeds(self.engine, &question, &earlier.query)?;
        }
        search.run().await?;
        let mut readings = search.readings(3 * EXECUTED)?;
        let told = demonstrate::Shapes::of(request.demonstrations.iter());
        self.shapes.rate(&told, &question, self.engine.embed(), &mut readings);
        readings.truncate(if many { EXECUTED_OF_MANY } else { EXECUTED });
        progress(WriterStage::Judging { attempt: 1 });
        let chosen = choose::choose(self.engine, &question, &search, readings, judge).await?;
        let written = chosen.written(began.elapsed());
        Ok(match parse {
            Some(parse) => {
                let weights = parse.weights();
                let parse = parse.with_search(self.engine, &written, judge, weights);
                Read::Parsed(Box::new(parse), written.candidates)
            }
            None => Read::Searched(Box::new(written)),
        })
    }
}

/// A question, read.
enum Read {
    /// By the parser, and by the search, which tried these.
    Parsed(Box<parser::Parse>, Vec<Candidate>),
    /// By the search alone.
    Searched(Box<Written>),
}

/// No reading is likely enough to be an answer: the best of them are reported.
fn unread(parse: &parser::Parse, candidates: Vec<Candidate>, elapsed: Duration) -> Written {
    let readings = parse.offered();
    let told: Vec<String> =
        readings.iter().zip(1..).map(|(reading, at)| format!("{at}. {}", reading.meaning)).collect();
    let left = parse.readings.first().map_or(&[][..], |best| &best.left);
    let missing = match left {
        [] => String::new(),
        left => format!(
            "; nothing was found for {}",
            left.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ")
        ),
    };
    let note = format!(
        "I cannot read this question with confidence{missing}. It may ask for one of:\n{}",
        told.join("\n")
    );
    without_answer(note, readings, candidates, parse.probability, elapsed)
}

/// No answer is given, and why.
fn without_answer(
    note: String,
    readings: Vec<Offered>,
    candidates: Vec<Candidate>,
    probability: f32,
    elapsed: Duration,
) -> Written {
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
        elapsed,
        candidates,
        readings,
        left: Vec::new(),
        probability: Some(probability),
    }
}

fn candidates(parse: &parser::Parse) -> Vec<Candidate> {
    let of = |r: &parser::Ranked| Candidate {
        query: r.parsed.text.clone(),
        parsed: Some(r.parsed.clone()),
        outcome: r.outcome.clone(),
        attempt: 1,
    };
    parse.readings.iter().map(of).collect()
}

/// What the parser's best reading comes to.
fn reading(parse: &parser::Parse, others: Vec<Candidate>, elapsed: Duration) -> Written {
    let mut all = candidates(parse);
    for other in others {
        if !all.iter().any(|known| known.query == other.query) {
            all.push(other);
        }
    }
    if !parse.is_given() && parse.best().is_some() {
        return unread(parse, all, elapsed);
    }
    let best = parse.readings.first();
    if let Some((best, cell)) = best.and_then(|best| Some((best, best.blank.as_ref()?))) {
        let note = format!("no value is recorded, the data have `{cell}`: {}", best.meaning);
        return without_answer(note, Vec::new(), all, parse.probability, elapsed);
    }
    if let Some(best) = best.filter(|best| !best.outcome.is_answer()) {
        let failed = matches!(best.outcome, Outcome::Error { .. });
        // What leaves words unexplained and finds nothing says nothing about the data.
        if (failed || !best.left.is_empty()) && !parse.offered().is_empty() {
            return unread(parse, all, elapsed);
        }
        if failed {
            let note = format!("the likeliest reading cannot be computed: {}", best.meaning);
            return without_answer(note, Vec::new(), all, parse.probability, elapsed);
        }
    }
    let certain = parse.certain();
    let note = match best {
        None => "no name or relation of the loaded sources was found in the question".to_owned(),
        Some(best) if certain => format!("read as: {}", best.meaning),
        Some(best) => {
            let mut note = format!("this is one way to read the question: {}", best.meaning);
            if !best.left.is_empty() {
                let left: Vec<String> = best.left.iter().map(|w| format!("`{w}`")).collect();
                note.push_str(&format!("; not used: {}", left.join(", ")));
            }
            for other in parse.others().into_iter().take(1) {
                note.push_str(&format!("; another reading answers differently: {other}"));
            }
            note
        }
    };
    let votes = best.map_or(0, |best| parse.readings.iter().filter(|r| r.items == best.items).count());
    Written {
        query: best.map_or_else(String::new, |best| best.parsed.text.clone()),
        parsed: best.map(|best| best.parsed.clone()),
        outcome: best
            .map_or(Outcome::Empty { reason: note.clone(), detail: None }, |best| best.outcome.clone()),
        certain,
        note: Some(note),
        writer: "offline".to_owned(),
        model: None,
        votes,
        samples: all.len(),
        tries: 1,
        completions: 0,
        tokens_in: 0,
        tokens_cached: 0,
        tokens_out: 0,
        elapsed,
        candidates: all,
        readings: Vec::new(),
        left: Vec::new(),
        probability: Some(parse.probability),
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

/// Nothing was found that could be asked: no query, and why.
fn nothing(search: &search::Search<'_>) -> (Outcome, String) {
    let known = !search.mentions.is_empty() || !search.matches.is_empty();
    let reason = if known {
        "the question has names of the loaded sources, but no way was found to answer it from them"
    } else {
        "no name or relation of the loaded sources was found in the question"
    };
    let reason = reason.to_owned();
    (Outcome::Empty { reason: reason.clone(), detail: None }, reason)
}
