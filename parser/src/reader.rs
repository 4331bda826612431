//! Reads a question without a model: by the parser, and by a search over the graph that speaks for or
//! against the parser's readings.

use std::ops::Range;
use std::time::Duration;

use trustuqa_engine::Engine;
use trustuqa_engine::judge::{Candidate, Judge};
use trustuqa_engine::query::Parsed;
use trustuqa_model::Result;

use crate::answer::{Parse, ask, has_many_rows};
use crate::graph_search::{Prepared, Searched, search};

/// The time that a search has.
const LIMIT: Duration = Duration::from_millis(2_500);

/// A question to be read.
#[derive(Clone, Debug, Default)]
pub struct ReadRequest<'r> {
    /// The question as the user typed it.
    pub question: &'r str,
    /// What was asked before, when the question follows up on it.
    pub earlier: Option<EarlierQuery<'r>>,
    /// Demonstrations for this question beside those that the reader knows: a question and an LLM query each.
    pub demonstrations: Vec<(&'r str, &'r str)>,
}

/// The query of an earlier question.
#[derive(Clone, Debug)]
pub struct EarlierQuery<'r> {
    /// The query, complete in itself.
    pub query: &'r Parsed,
    /// The bytes of the question that stand for its answer, such as "these".
    pub refers: Option<Range<usize>>,
}

/// What a reader is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReaderStage {
    /// Searching the graph, for so many candidates at most.
    Searching {
        /// Most candidates.
        most: usize,
    },
    /// Executing candidates.
    Executing,
}

/// A question that was read.
#[derive(Clone, Debug)]
pub enum ReadQuestion {
    /// By the parser, and by the search, which tried these.
    Parsed(Box<Parse>, Vec<Candidate>),
    /// By the search alone: the question follows up on another one.
    Searched(Box<Searched>),
}

/// Reads questions over the graph of an engine.
pub struct Reader<'g> {
    engine: &'g Engine<'g>,
    prepared: Prepared,
    limit: Duration,
}

impl<'g> Reader<'g> {
    /// A reader that knows these demonstrations, a question and an LLM query each.
    pub fn new<'d>(
        engine: &'g Engine<'g>,
        demonstrations: impl Iterator<Item = (&'d str, &'d str)>,
    ) -> Reader<'g> {
        Reader { engine, prepared: Prepared::new(engine, demonstrations), limit: LIMIT }
    }

    /// Limits the time of the search; what was found until then is used.
    #[must_use]
    pub fn with_limit(self, limit: Duration) -> Reader<'g> {
        Reader { limit, ..self }
    }

    /// Reads a question, executing its readings through `judge`. Dropping the future ends the search.
    ///
    /// # Errors
    ///
    /// The graph cannot be read.
    pub async fn read(
        &self,
        request: &ReadRequest<'_>,
        judge: &dyn Judge,
        progress: &(dyn Fn(ReaderStage) + Send + Sync),
    ) -> Result<ReadQuestion> {
        if request.earlier.is_some() {
            let searched = self.search(request, judge, progress).await?;
            return Ok(ReadQuestion::Searched(Box::new(searched)));
        }
        let parse = ask(self.engine, request.question, judge)?;
        // Over a very long table the search is not worth its time where a reading uses every word.
        if has_many_rows(self.engine) && parse.is_whole() {
            return Ok(ReadQuestion::Parsed(Box::new(parse), Vec::new()));
        }
        tokio::task::yield_now().await;
        let searched = self.search(request, judge, progress).await?;
        let weights = parse.weights();
        let parse = parse.with_search(self.engine, request.question, &searched, judge, weights);
        Ok(ReadQuestion::Parsed(Box::new(parse), searched.candidates))
    }

    /// Searches the graph alone.
    ///
    /// # Errors
    ///
    /// The graph cannot be read.
    pub async fn search(
        &self,
        request: &ReadRequest<'_>,
        judge: &dyn Judge,
        progress: &(dyn Fn(ReaderStage) + Send + Sync),
    ) -> Result<Searched> {
        search(self.engine, &self.prepared, request, self.limit, judge, progress).await
    }
}
