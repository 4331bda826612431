//! A search of the graph for chains of calls that explain the whole question.
//!
//! It links the names of a question to the graph and its words to relations. What the
//! derivations explain, what they had to assume, demonstrations of the same form and,
//! where there is one, the sentence encoder decide between them. It says which
//! words it could not use, and calls an answer certain only when nothing is left over.
//!
//! The same question over the same graph gives the same answer, unless the search runs
//! out of time, which its note then says: what is iterated over is kept in
//! the order of ids (`BTreeMap`), because the order decides between equal derivations, and
//! a sum of floats depends on it.
//!
//! | file | what lives there |
//! |---|---|
//! | `question.rs` | the words of a question |
//! | `answer_type.rs` | what kind of thing it asks for |
//! | `operators.rs` | its superlatives, comparisons, times and counts |
//! | `link.rs` | names in the question |
//! | `earlier_answer.rs` | the previous answer, as something that the question refers to |
//! | `relations.rs` | relations that the question mentions |
//! | `plan.rs` | a query under construction, and how it is written |
//! | `partial_derivation.rs`, `cached_reads.rs` | partial derivations; the graph as the search sees it |
//! | `search.rs` | the search: its rounds, what one state explains |
//! | `seeds.rs` | the states that the search starts from |
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

use std::time::Duration;

use trustuqa_engine::Engine;
use trustuqa_engine::judge::{Judge, Outcome};
use trustuqa_model::Result;

pub use self::choose::Searched;
use self::demonstrate::Shapes;
use self::relations::Lexicon;
use crate::reader::{ReadRequest, ReaderStage};

/// Maximum number of derivations that are executed.
const EXECUTED: usize = 10;
/// The same over a table of very many rows.
const EXECUTED_OF_MANY: usize = 3;

/// What is prepared once for all questions.
pub struct Prepared {
    lexicon: Lexicon,
    shapes: Shapes,
}

impl Prepared {
    /// Prepares for a graph, with demonstrations for all its questions: pairs of a question and an LLM query.
    pub fn new<'d>(
        engine: &Engine<'_>,
        demonstrations: impl Iterator<Item = (&'d str, &'d str)>,
    ) -> Prepared {
        Prepared { lexicon: Lexicon::of(engine.executor().sources()), shapes: Shapes::of(demonstrations) }
    }
}

/// Searches the graph for the best derivations of a question, until `limit` is over, executes a few of them and
/// chooses one.
///
/// # Errors
///
/// The graph cannot be read.
pub async fn search(
    engine: &Engine<'_>,
    prepared: &Prepared,
    request: &ReadRequest<'_>,
    limit: Duration,
    judge: &dyn Judge,
    progress: &(dyn Fn(ReaderStage) + Send + Sync),
) -> Result<Searched> {
    progress(ReaderStage::Searching { most: EXECUTED });
    let mut question = question::TokenizedQuestion::read(request.question);
    let earlier = request.earlier.as_ref().and_then(|earlier| Some((earlier.query, earlier.refers.clone()?)));
    if let Some((_, refers)) = &earlier {
        question.refer(refers.clone());
    }
    let graph = engine.executor().graph();
    let mut mentions = link::mentions(graph, &question)?;
    mentions.retain(|m| m.coverage & question.refers == 0);
    let long = |m: &&link::NodeMention| m.score >= 0.9 && m.coverage.count_ones() >= 2;
    question.forget_inside(mentions.iter().filter(long).fold(0, |covered, m| covered | m.coverage));
    tokio::task::yield_now().await;
    let mut matches = relations::Matches::of(&prepared.lexicon, &question);
    // Beside the parser, which asks the encoder itself, the search is a second opinion by the words alone. Questions
    // that follow up on another have no other reader.
    if let Some(embed) = engine.embed().filter(|_| request.earlier.is_some()) {
        let names = mentions.iter().filter(|m| m.score >= 0.7).fold(0, |covered, m| covered | m.coverage);
        relations::add_meanings(graph, embed, &question, names, &mut matches)?;
    }
    tokio::task::yield_now().await;
    let view = cached_reads::CachedReads::new(engine.executor());
    let mut search = search::Search::new(view, &prepared.lexicon, &question, matches, mentions, limit);
    if let Some((query, _)) = earlier {
        (search.seeds, search.carried) = earlier_answer::seeds(engine, &question, query)?;
    }
    search.run().await?;
    let mut derivations = search.readings(3 * EXECUTED)?;
    let of_request = Shapes::of(request.demonstrations.iter().copied());
    prepared.shapes.rate(&of_request, &question, engine.embed(), &mut derivations);
    derivations.truncate(if crate::has_many_rows(engine) { EXECUTED_OF_MANY } else { EXECUTED });
    progress(ReaderStage::Executing);
    choose::choose(engine, &question, &search, derivations, judge).await
}

/// The outcome if nothing was found to ask the graph, and why.
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
