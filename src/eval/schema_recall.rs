//! Whether a prompt lists the relations that a question needs: whether a path of at most two
//! hops leads from a name of the question to a gold answer over listed relations only.
//!
//! The names are those of the annotation or, where it has none, those found in the question. Of what the
//! prompt lists, only the first 60 relations and columns count.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde::Serialize;
use trustuqa_engine::Engine;
use trustuqa_model::{GraphRead, NodeId, Result, Roles, Scope, Side, SourceId};
use trustuqa_storage::fold;

use super::Question;
use super::run::{Asker, SelectedQuestion, Views};
use crate::session::SessionError;
use crate::session::linking::tokens_of;
use crate::writer::{SchemaSource, prompt};

/// Relations and columns of a prompt that count.
const LISTED: usize = 60;
/// Facts of one node that are followed; in no set a name has more.
const FACTS: usize = 20_000;

/// What was measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SchemaRecall {
    /// The share of questions with a path over the first 60 relations that are listed.
    pub schema_recall: f64,
    /// The same over all that the prompt lists.
    pub schema_recall_of_all_listed: f64,
    /// The share of questions with any such path in the graph: no list can do better.
    pub reachable: f64,
    /// The share of questions whose source is described; 1 where none names one.
    pub source_listed: f64,
    /// Questions.
    pub questions: usize,
    /// The median number of relations and columns that a prompt lists.
    pub listed_median: usize,
    /// The largest such number.
    pub listed_most: usize,
    /// About how many tokens a prompt has, the median.
    pub prompt_tokens_median: usize,
    /// The median of the milliseconds that making a prompt took.
    pub prompt_ms_median: f64,
    /// The milliseconds that 95 of 100 prompts do not exceed.
    pub prompt_ms_p95: f64,
    /// Questions that have a path, but none over the first 60 relations listed.
    pub missed: Vec<String>,
}

/// Makes the prompt of each question and looks for the paths.
///
/// # Errors
///
/// A graph that cannot be read.
pub fn measure(
    asker: &Asker<'_>,
    selected: &[SelectedQuestion],
    stop: &AtomicBool,
    tell: &mut dyn FnMut(),
) -> Result<SchemaRecall, SessionError> {
    let views = Views::of(asker, selected)?;
    let mut kept = None;
    let mut recall = SchemaRecall { questions: selected.len(), ..SchemaRecall::default() };
    let (mut first, mut all, mut any, mut source) = (0_usize, 0_usize, 0_usize, 0_usize);
    let (mut listed, mut tokens, mut times) = (Vec::new(), Vec::new(), Vec::new());
    for one in selected {
        if stop.load(Ordering::Relaxed) {
            return Err(SessionError::Cancelled);
        }
        let engine = views.engine(&mut kept, one)?;
        let started = Instant::now();
        let (request, _) = asker.request(engine, &one.question)?;
        let messages = prompt::build(&request);
        times.push(started.elapsed().as_secs_f64() * 1_000.0);
        tokens.push(messages.iter().map(|message| tokens_of(&message.content)).sum::<usize>());
        let names: Vec<String> = match one.question.hints.entities.as_slice() {
            [] => request.mentions.iter().map(|mention| mention.text.clone()).collect(),
            named => named.to_vec(),
        };
        let named = one.question.source.as_ref();
        source += usize::from(
            named.is_none_or(|name| request.schema.iter().any(|listed_source| listed_source.name == *name)),
        );
        let relations = relations(engine, &request.schema)?;
        listed.push(relations.len());
        let paths = Paths::of(engine, &names, &one.question)?;
        any += usize::from(!paths.0.is_empty());
        all += usize::from(paths.over(&relations));
        if paths.over(&relations[..relations.len().min(LISTED)]) {
            first += 1;
        } else if !paths.0.is_empty() {
            recall.missed.push(one.question.text.clone());
        }
        tell();
    }
    let share = |count: usize| count as f64 / selected.len().max(1) as f64;
    (recall.schema_recall, recall.schema_recall_of_all_listed) = (share(first), share(all));
    (recall.reachable, recall.source_listed) = (share(any), share(source));
    listed.sort_unstable();
    tokens.sort_unstable();
    times.sort_by(f64::total_cmp);
    recall.listed_median = at(&listed, 0.5);
    recall.listed_most = at(&listed, 1.0);
    recall.prompt_tokens_median = at(&tokens, 0.5);
    (recall.prompt_ms_median, recall.prompt_ms_p95) = (at(&times, 0.5), at(&times, 0.95));
    Ok(recall)
}

/// The element of a sorted list that this share of it does not exceed.
fn at<T: Copy + Default>(sorted: &[T], share: f64) -> T {
    let last = sorted.len().saturating_sub(1) as f64;
    sorted.get((share * last).round() as usize).copied().unwrap_or_default()
}

/// A relation of a source.
type Relation = (SourceId, NodeId);

/// What a prompt lists, in its order.
fn relations(engine: &Engine<'_>, schema: &[SchemaSource]) -> Result<Vec<Relation>> {
    let executor = engine.executor();
    let mut listed = Vec::new();
    for listed_source in schema {
        let Some(source) = executor.sources().iter().find(|source| source.name == listed_source.name) else {
            continue;
        };
        for relation in &listed_source.relations {
            if let Some(node) = executor.graph().node_named(&relation.name)? {
                listed.push((source.id, node));
            }
        }
    }
    Ok(listed)
}

/// The relations of each path from a name to an answer.
struct Paths(HashSet<(Relation, Option<Relation>)>);

impl Paths {
    fn of(engine: &Engine<'_>, names: &[String], question: &Question) -> Result<Paths> {
        let graph = engine.executor().graph();
        let gold: HashSet<String> =
            question.answers.iter().chain(question.hits.iter().flatten()).map(|text| fold(text)).collect();
        let mut answers = HashSet::new();
        for text in &gold {
            answers.extend(graph.nodes_folded(text)?);
        }
        // From the answers back, so that a path is found where the two sides meet.
        let mut last: Vec<(NodeId, Relation)> = Vec::new();
        for answer in &answers {
            last.extend(around(graph, *answer)?);
        }
        let mut before = std::collections::HashMap::<NodeId, Vec<Relation>>::new();
        for (node, relation) in last {
            before.entry(node).or_default().push(relation);
        }
        let mut paths = HashSet::new();
        for name in names {
            for start in graph.nodes_folded(name)? {
                if !graph.roles(start, &Scope::All)?.meets(Roles::ENTITY) {
                    continue;
                }
                for (next, relation) in around(graph, start)? {
                    if answers.contains(&next) {
                        paths.insert((relation, None));
                    }
                    let further = before.get(&next).into_iter().flatten();
                    paths.extend(further.map(|other| (relation, Some(*other))));
                }
            }
        }
        Ok(Paths(paths))
    }

    /// Whether one of the paths uses only these relations.
    fn over(&self, listed: &[Relation]) -> bool {
        let listed: HashSet<&Relation> = listed.iter().collect();
        let mut paths = self.0.iter();
        paths.any(|(one, two)| listed.contains(one) && two.as_ref().is_none_or(|two| listed.contains(two)))
    }
}

/// The nodes around a node, each with the relation that leads there.
fn around(graph: &dyn GraphRead, node: NodeId) -> Result<Vec<(NodeId, Relation)>> {
    let mut found = Vec::new();
    for side in [Side::Head, Side::Tail] {
        let facts = graph.facts_of_each_relation(node, side, &Scope::All, FACTS, FACTS)?;
        let other = facts.into_iter().map(|(source, fact)| {
            (if side == Side::Head { fact.tail } else { fact.head }, (source, fact.relation))
        });
        found.extend(other);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}
