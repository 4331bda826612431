//! The answers of this chat by their ids: what is needed to show more of one, to
//! export it and to learn from it. Long results are computed again, not kept.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use trustuqa_engine::execute::ItemSet;
use trustuqa_engine::query::Parsed;
use trustuqa_engine::trace::{Status, Trace};
use trustuqa_engine::{Engine, Listed, Pin, calls_of_steps, query};
use trustuqa_storage::GraphRead as _;
use trustuqa_tui::model::{AnswerId, AnswerView, PageOf, PageView, RowArrangement};

use super::view;
use crate::session::ask::AnsweredQuestion;
use crate::session::follow::FullQuestion;
use crate::session::{Session, SessionError, learnt};
use crate::writer::Demonstration;

/// How many whole traces are kept; older ones are computed again.
const TRACES: usize = 16;
/// How many items of results are kept between two pages.
const ITEMS: usize = 1_000_000;
/// The most entries of a page.
const PAGE: usize = 1_000;

/// What is kept of an answer.
#[derive(Clone, Debug)]
pub struct KeptAnswer {
    /// The question in full; empty when there was none.
    question: FullQuestion,
    /// The query; `None` when there was none to run.
    query: Option<Arc<Parsed>>,
    /// The execution query.
    execution: String,
    /// The calls of each step.
    calls: Vec<Range<usize>>,
    /// What the user chose for its names.
    pins: Vec<Pin>,
    /// The sources that it was restricted to.
    scope: Vec<String>,
    /// The trace, for the latest answers.
    trace: Option<Arc<Trace>>,
}

/// The answers of this chat.
#[derive(Default)]
pub struct Answers {
    next: AnswerId,
    kept: BTreeMap<AnswerId, KeptAnswer>,
    /// The results of the answer that was paged through last.
    paged: Option<(AnswerId, Arc<Vec<ItemSet>>)>,
    /// The trace of the answer whose rows were paged through last.
    paged_rows: Option<(AnswerId, Arc<Trace>)>,
}

impl Answers {
    /// Keeps an answer and returns its id.
    pub fn keep(&mut self, question: FullQuestion, asked: &AnsweredQuestion) -> AnswerId {
        let trace = &asked.trace;
        let kept = KeptAnswer {
            question,
            query: asked.query.clone(),
            execution: trace.execution.clone(),
            calls: calls_of_steps(trace),
            pins: trace.pins.clone(),
            scope: trace.scope.clone(),
            trace: Some(Arc::new(trace.clone())),
        };
        let id = self.put(kept);
        let old = self.kept.iter_mut().rev().filter(|(_, kept)| kept.trace.is_some()).nth(TRACES);
        if let Some((_, kept)) = old {
            kept.trace = None;
        }
        id
    }

    /// Keeps an answer of an earlier session and returns its id.
    pub fn keep_saved(&mut self, answer: &AnswerView) -> AnswerId {
        let kept = KeptAnswer::saved(answer);
        self.put(kept)
    }

    /// Keeps an answer under the id that it had in another process.
    pub fn keep_saved_as(&mut self, id: AnswerId, answer: &AnswerView) {
        self.kept.insert(id, KeptAnswer::saved(answer));
        self.begin_after(id);
    }

    /// Makes all later ids larger than this one.
    pub fn begin_after(&mut self, id: AnswerId) {
        self.next = self.next.max(id);
    }

    fn put(&mut self, kept: KeptAnswer) -> AnswerId {
        self.next += 1;
        self.kept.insert(self.next, kept);
        self.next
    }

    /// The user's own words for a question of this chat, given as the chat showed it; any other text is
    /// returned unchanged.
    pub fn plain(&self, shown: &str) -> String {
        let kept = self.kept.values().rev().find(|kept| kept.question.shown == shown);
        kept.map_or_else(|| shown.to_owned(), |kept| kept.question.plain.clone())
    }

    /// What is kept of an answer.
    pub fn get(&self, id: AnswerId) -> Result<KeptAnswer, SessionError> {
        self.kept.get(&id).cloned().ok_or_else(|| {
            SessionError::usage(
                "this answer does not belong to this chat",
                "ask its question again, then try once more",
            )
        })
    }

    /// The kept results of an answer, if it was the last one paged through.
    pub fn results(&self, id: AnswerId) -> Option<Arc<Vec<ItemSet>>> {
        self.paged.as_ref().filter(|(paged, _)| *paged == id).map(|(_, results)| results.clone())
    }

    /// Keeps the results of an answer, unless they are too many.
    pub fn keep_results(&mut self, id: AnswerId, results: &Arc<Vec<ItemSet>>) {
        let items: usize = results.iter().map(ItemSet::len).sum();
        self.paged = (items <= ITEMS).then(|| (id, results.clone()));
    }

    /// The trace kept for the rows of an answer, if they were the last rows paged through.
    pub fn rows(&self, id: AnswerId) -> Option<Arc<Trace>> {
        self.paged_rows.as_ref().filter(|(paged, _)| *paged == id).map(|(_, trace)| trace.clone())
    }

    /// Keeps the trace with the rows of an answer.
    pub fn keep_rows(&mut self, id: AnswerId, trace: &Arc<Trace>) {
        self.paged_rows = Some((id, trace.clone()));
    }

    /// Forgets results: the graph has changed.
    pub fn forget_results(&mut self) {
        self.paged = None;
        self.paged_rows = None;
    }
}

impl KeptAnswer {
    /// What is kept of an answer of an earlier session.
    fn saved(answer: &AnswerView) -> KeptAnswer {
        let mut from = 0;
        let calls = answer.trace.iter().map(|step| {
            let range = from..from + step.execution.lines().count();
            from = range.end;
            range
        });
        KeptAnswer {
            question: FullQuestion {
                shown: answer.read_as.clone().unwrap_or_else(|| answer.question.clone()),
                plain: answer.learnt_as.clone().unwrap_or_else(|| answer.question.clone()),
            },
            query: query::parse(&answer.query_text).ok().map(Arc::new),
            execution: answer.execution_text.clone(),
            calls: calls.collect(),
            pins: view::pins_of(answer),
            scope: Vec::new(),
            trace: None,
        }
    }

    /// The results of its calls, computed again.
    pub fn results(&self, session: &Session) -> Result<Vec<ItemSet>, SessionError> {
        let visible = session.visible()?;
        let engine = Engine::new(&visible, None)?;
        engine.rerun(&self.execution).map_err(changed)
    }

    /// The entries of one list from `from` on.
    pub fn page(
        &self,
        session: &Session,
        results: &[ItemSet],
        mut page: PageView,
        count: usize,
    ) -> Result<PageView, SessionError> {
        let visible = session.visible()?;
        let engine = Engine::new(&visible, None)?;
        let listed = match page.of {
            PageOf::Items | PageOf::Rows => Listed::Items,
            PageOf::Results => Listed::Results,
            PageOf::Facts => Listed::Facts,
        };
        let range = match page.of {
            PageOf::Items | PageOf::Rows => 0..results.len(),
            _ => self.calls.get(page.step).cloned().ok_or_else(|| {
                SessionError::usage(
                    format!("the answer has no step {}", page.step + 1),
                    "open the trace to see its steps",
                )
            })?,
        };
        let calls = results.get(range).unwrap_or_default();
        let found = engine.page(calls, listed, page.from, count.clamp(1, PAGE)).map_err(changed)?;
        page.total = found.total;
        page.texts = found.texts;
        page.facts = found.facts.iter().map(view::fact).collect();
        Ok(page)
    }

    /// The rows of an answer from `from` on.
    pub fn rows(trace: &Trace, mut page: PageView, count: usize) -> PageView {
        let rows = arranged(&trace.answer.rows, &page.arranged);
        page.total = rows.len();
        page.rows = rows.into_iter().skip(page.from).take(count.clamp(1, PAGE)).cloned().collect();
        page
    }

    /// The trace, computed again when it is no longer kept.
    pub fn trace(&self, session: &Session) -> Result<Arc<Trace>, SessionError> {
        if let Some(trace) = &self.trace {
            return Ok(trace.clone());
        }
        let visible = session.visible()?;
        let engine = session.engine(&visible)?;
        let options = trustuqa_engine::RunOptions {
            sources: self.scope.clone(),
            question: Some(self.question.shown.clone()).filter(|question| !question.is_empty()),
            route: false,
            pins: self.pins.clone(),
            ..trustuqa_engine::RunOptions::default()
        };
        let Some(query) = &self.query else {
            return Err(SessionError::usage(
                "this answer has no query to run again",
                "ask its question again",
            ));
        };
        let mut trace = engine.run_parsed(query, &options).map_err(changed)?;
        trace.question = Some(self.question.shown.clone()).filter(|question| !question.is_empty());
        Ok(Arc::new(trace))
    }

    /// The pair of question and query that can be learnt from it.
    pub fn pair(&self, session: &Session, accept: bool) -> Result<Demonstration, SessionError> {
        if self.question.plain.trim().is_empty() {
            return Err(SessionError::usage(
                "this answer belongs to no question",
                "ask the question, or run the query from an answer, then accept that",
            ));
        }
        let trace = self.trace(session)?;
        let Some(mut query) = self.query.as_ref().and_then(|query| query.llm()).cloned() else {
            return Err(SessionError::usage(
                "only queries in the LLM query language can be learnt",
                "write the query with get_information; `trustuqa query --functions` lists what there is",
            ));
        };
        if accept && trace.answer.status != Status::Answered {
            return Err(SessionError::usage(
                "there is no answer that could be accepted",
                "edit the query until it gives the answer, then accept that",
            ));
        }
        // What the user chose for a name belongs to the pair.
        for pin in &trace.pins {
            use trustuqa_engine::ground::Parameter;
            let relations = matches!(pin.parameter, Parameter::Relation | Parameter::Key);
            query = query.renamed(&pin.asked, &pin.chosen, relations);
        }
        let sources = session.visible()?.sources()?;
        let mut pair = learnt::demonstration(&self.question.plain, &trace, &sources);
        pair.query = query.to_string();
        Ok(pair)
    }
}

/// An answer of the past may rest on sources that are gone.
fn changed(error: trustuqa_engine::EngineError) -> SessionError {
    match error {
        trustuqa_engine::EngineError::Unknown { what } => SessionError::usage(
            format!("{what} is no longer in the graph"),
            "ask the question again: sources have changed since it was answered",
        ),
        error => error.into(),
    }
}
/// The rows that a filter leaves, sorted by a column: numbers by their value, other cells by
/// their letters, empty ones last.
fn arranged<'r>(rows: &'r [Vec<String>], arranged: &RowArrangement) -> Vec<&'r Vec<String>> {
    let needle = arranged.needle.to_lowercase();
    let kept =
        |row: &&Vec<String>| needle.is_empty() || row.iter().any(|c| c.to_lowercase().contains(&needle));
    let mut rows: Vec<&Vec<String>> = rows.iter().filter(kept).collect();
    if let Some((column, descending)) = arranged.by {
        let cell = |row: &Vec<String>| row.get(column).map(String::as_str).unwrap_or_default().to_owned();
        rows.sort_by_cached_key(|row| SortedCell::of(&cell(row), descending));
    }
    rows
}

/// A cell in the order of its column.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum SortedCell {
    /// A number by its bits in ascending order, and then by its text.
    Number(u64, String),
    Text(Vec<u32>),
    Empty,
}

impl SortedCell {
    fn of(text: &str, descending: bool) -> SortedCell {
        let plain: String = text.chars().filter(|c| *c != ',').collect();
        let number =
            plain.split(' ').next().and_then(|first| first.trim_end_matches('%').parse::<f64>().ok());
        // The bits below order as the floats do; inverting all of them reverses the order.
        let turned = |bits: u64| if descending { !bits } else { bits };
        match number {
            _ if text.is_empty() => SortedCell::Empty,
            Some(number) => {
                let bits = number.to_bits();
                let ordered = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
                SortedCell::Number(turned(ordered), text.to_owned())
            }
            None => {
                let letters = text.to_lowercase().chars().map(u32::from).collect::<Vec<_>>();
                let turned = letters.iter().map(|letter| if descending { !letter } else { *letter });
                // In reverse a prefix comes last: it gets an end above every letter.
                SortedCell::Text(turned.chain(descending.then_some(u32::MAX)).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_by_what_their_cells_mean() {
        let rows: Vec<Vec<String>> =
            ["10", "", "9", "-3", "1,200", "b", "ab", "a"].iter().map(|c| vec![(*c).to_owned()]).collect();
        let by = |descending| {
            let order = RowArrangement { by: Some((0, descending)), needle: String::new() };
            arranged(&rows, &order).into_iter().map(|row| row[0].as_str()).collect::<Vec<_>>()
        };
        assert_eq!(by(false), ["-3", "9", "10", "1,200", "a", "ab", "b", ""]);
        assert_eq!(by(true), ["1,200", "10", "9", "-3", "b", "ab", "a", ""]);
        let filter = RowArrangement { by: None, needle: "B".to_owned() };
        assert_eq!(arranged(&rows, &filter).len(), 2);
    }
}
