//! Questions of the benchmarks as examples: a fixed share of them, by their source, so that
//! what training sees and what is held back never share a table.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use trustuqa_engine::Engine;
use trustuqa_model::Store;
use trustuqa_storage::{Graph, GraphRead, SourceId};
use xxhash_rust::xxh3::xxh3_64;

use super::{CollectOptions, Example, collect, train};
use crate::eval::sets::{self, ReadOptions};
use crate::eval::{BenchmarkSet, Question, measure};
use crate::session::SessionError;
use crate::session::visible::Visible;
use trustuqa_parser::Over;

/// Whether a question is one that training may see: half of them, by their table, or by the
/// question where there is one graph.
pub fn is_seen(question: &Question) -> bool {
    hash_of(question).is_multiple_of(2)
}

/// The fold of a question, for measuring with one fold left out.
fn group_of(question: &Question) -> usize {
    usize::try_from(hash_of(question) / 2 % train::FOLDS as u64).unwrap_or(0)
}

fn hash_of(question: &Question) -> u64 {
    let by = if question.set.is_table() {
        question.source.as_deref().unwrap_or(&question.text)
    } else {
        &question.text
    };
    xxh3_64(by.as_bytes())
}

/// Examples of at most `most` questions of a benchmark.
pub fn examples(
    set: BenchmarkSet,
    data: &std::path::Path,
    most: usize,
    part: usize,
    options: &CollectOptions<'_>,
) -> Result<Vec<Example>, SessionError> {
    let mut dataset = sets::read(set, data, &ReadOptions { split: None })?;
    let mut questions: Vec<Question> = dataset.questions.iter().filter(|q| is_seen(q)).cloned().collect();
    questions.sort_by_key(|q| xxh3_64(q.id.as_bytes()));
    questions.truncate(most);
    let needed: HashSet<&str> = questions.iter().filter_map(|q| q.source.as_deref()).collect();
    if set.is_table() {
        dataset.sources.retain(|s| needed.contains(s.name.as_str()));
    }
    let home =
        tempfile::tempdir().map_err(|e| SessionError::environment(e.to_string(), "free some disk space"))?;
    let graph = Graph::open(&home.path().join("graph"), true)?;
    dataset.load(&graph, &mut |_| ControlFlow::Continue(()))?;
    let snapshot = Store::view(&graph)?;
    let ids: HashMap<String, SourceId> = snapshot.sources()?.iter().map(|s| (s.name.clone(), s.id)).collect();
    let runtime = crate::session::runtime()?;
    let mut examples = Vec::new();
    for question in &questions {
        let only = question.source.as_ref().and_then(|name| ids.get(name)).filter(|_| ids.len() > 1);
        let view = only.map(|id| Visible::only(snapshot.as_ref(), *id));
        let graph: &dyn GraphRead = match &view {
            Some(view) => view,
            None => snapshot.as_ref(),
        };
        let engine = Engine::new(graph, None)?;
        let right = |trace: &trustuqa_engine::trace::Trace, empty: bool| {
            let values: Vec<String> = trace.values().into_iter().map(str::to_owned).collect();
            let found = measure(question, &values);
            !empty && found.denotation.or(found.hits_at_1).unwrap_or(false)
        };
        let tried =
            collect::tried(&engine, &question.text, options.weights, options.readings, &runtime, &right)?;
        examples.push(Example {
            part,
            group: group_of(question),
            id: question.id.clone(),
            question: question.text.clone(),
            kind: question.kind.clone(),
            gold: question.answers.clone(),
            over: Over::of(engine.executor().sources()),
            weight: 1.0,
            refuse: false,
            hidden: false,
            tried,
        });
    }
    Ok(examples)
}
