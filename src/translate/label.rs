//! The names by which the two sides of a comparison differ.

use trustuqa_storage::NodeId;

use super::{Slot, Translator};
use crate::execute::Result;
use crate::ground::lexical::{Prepared, similarity};
use crate::query::execution::Operand;
use crate::query::llm::{Call, LlmQuery, Term};

/// A cell is taken for the name of a side when it is at least so like it.
const SAME_NAME: f32 = 0.9;

/// The names by which two sides differ, as operands: a cell of the side's rows when one
/// is called so, else the name as it was written.
pub(super) fn labels(
    t: &Translator<'_, '_>,
    query: &LlmQuery,
    left: &Term,
    right: &Term,
) -> Result<Option<[Operand<NodeId>; 2]>> {
    let (mut first, mut second) = (Chain::default(), Chain::default());
    first.follow(query, left, 0);
    second.follow(query, right, 0);
    let differ = |a: &[String], b: &[String]| a.iter().find(|name| !b.contains(name)).cloned();
    let by_name = differ(&first.names, &second.names).zip(differ(&second.names, &first.names));
    let by_relation =
        || differ(&first.relations, &second.relations).zip(differ(&second.relations, &first.relations));
    let Some((a, b)) = by_name.or_else(by_relation) else { return Ok(None) };
    Ok(Some([label(t, left, &a)?, label(t, right, &b)?]))
}

/// The names and relations by which a result was found, nearest first.
#[derive(Default)]
pub(super) struct Chain {
    pub(super) names: Vec<String>,
    relations: Vec<String>,
}

impl Chain {
    pub(super) fn follow(&mut self, query: &LlmQuery, term: &Term, depth: usize) {
        match term {
            Term::Names(names) => self.names.extend(names.iter().cloned()),
            Term::Output(_) if depth > query.steps.len() => {}
            Term::Output(index) => match query.steps.get(*index).map(|s| &s.call) {
                Some(Call::GetInformation(info)) => {
                    let tail = info.tail.as_ref().map(|c| &c.term);
                    let value = info.value.as_ref().map(|c| &c.term);
                    for term in [tail, value, info.head.as_ref()].into_iter().flatten() {
                        self.follow(query, term, depth + 1);
                    }
                    for relation in [&info.relation, &info.key].into_iter().flatten() {
                        if let Term::Names(names) = relation {
                            self.relations.extend(names.iter().cloned());
                        }
                    }
                }
                Some(Call::Function(call)) => {
                    if let Some(value) = &call.value {
                        self.follow(query, &value.term, depth + 1);
                    }
                    for set in &call.sets {
                        self.follow(query, set, depth + 1);
                    }
                }
                None => {}
            },
        }
    }
}

fn label(t: &Translator<'_, '_>, term: &Term, name: &str) -> Result<Operand<NodeId>> {
    let asked = Prepared::new(name);
    let mut best: Option<(f32, NodeId)> = None;
    if let Ok(Slot::Set(index)) = t.slot(term) {
        let graph = t.executor.graph();
        let mut rows = Vec::new();
        for fact in t.set(index).facts().into_iter().take(64) {
            let head = graph.fact(fact)?.head;
            if !rows.contains(&head) {
                rows.push(head);
            }
        }
        for row in rows {
            for posting in graph.facts_of_head(row, None, &t.scope)? {
                let cell = Prepared::new(&t.executor.node(posting.tail)?.0);
                let (score, _) = similarity(&asked, &cell);
                // A cell that begins with an article or with the name of its column, as `Team Rex`
                // under Team, is called as the table has it.
                let longer = cell.tokens.len() == asked.tokens.len() + 1
                    && cell.tokens.ends_with(&asked.tokens)
                    && !asked.tokens.is_empty()
                    && (matches!(cell.tokens[0].as_str(), "the" | "a" | "an")
                        || Prepared::new(&t.executor.node(posting.relation)?.0)
                            .stems
                            .contains(&cell.stems[0]));
                let score = if longer { score.max(SAME_NAME) } else { score };
                if score >= SAME_NAME && best.is_none_or(|(known, _)| score > known) {
                    best = Some((score, posting.tail));
                }
            }
        }
    }
    Ok(match best {
        Some((_, node)) => Operand::Nodes(vec![node]),
        None => Operand::Literal(name.to_owned()),
    })
}
