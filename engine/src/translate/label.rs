//! The names by which the two sides of a comparison differ. They label its results.

use trustuqa_model::{Comparison, NodeId};

use super::{Slot, Translator, compare, target};
use crate::execute::Result;
use crate::ground::lexical::{PreparedName, similarity};
use crate::query::execution::Operand;
use crate::query::llm::{Call, FunctionCall, LlmQuery, Term};

/// Minimum similarity of a cell to the name of a side.
const SAME_NAME: f32 = 0.9;

/// The names by which two sides differ, as operands: a cell of the side's rows that has the name, otherwise
/// the name as it is written.
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
    let chain = first.relations.clone();
    // `week 4 or week 8`: a number is put as the question puts it.
    if let [Some(first), Some(second)] = [&a, &b].map(|name| numbered(t.question.unwrap_or(""), name, &chain))
    {
        return Ok(Some([Operand::Literal(first), Operand::Literal(second)]));
    }
    Ok(Some([label(t, left, &a)?, label(t, right, &b)?]))
}

/// When a condition is the answer, replaces its results by the names with which they were found, unless
/// they are rows and the target type names one of their columns.
pub(super) fn named_results(
    t: &Translator<'_, '_>,
    query: &LlmQuery,
    call: &FunctionCall,
    sets: &mut [Operand<NodeId>],
) -> Result<()> {
    let [_, first, second] = call.sets.as_slice() else { return Ok(()) };
    let target = query.target.as_deref().unwrap_or("");
    let [Operand::Set(a), Operand::Set(b)] = [&sets[1], &sets[2]] else { return Ok(()) };
    let found_by_name = names_sought(query, first).is_some() && names_sought(query, second).is_some();
    let mut among_others = false;
    let mut of_column = false;
    for (at, term) in [(*a, first), (*b, second)] {
        if t.rows_in(t.set(at))? == 0 {
            continue;
        }
        let Some((_, column)) = target::column(t, at, target)? else { continue };
        // When rows were found by a name in the target column itself, that name is the answer, and not
        // everything else in the cell.
        let chosen = column.chosen.first();
        let own = match (names_sought(query, term), chosen) {
            (Some((relation, name)), Some(c)) => {
                among_others |= stands_among_others(t, at, c.node, name)?;
                trustuqa_model::fold(&c.text) == trustuqa_model::fold(relation)
            }
            _ => false,
        };
        of_column = true;
        if !(own && found_by_name) {
            return Ok(());
        }
    }
    if of_column && !among_others {
        return Ok(());
    }
    if !found_by_name
        && compare::relation_of(query, first)
            .is_some_and(|r| similarity(&PreparedName::new(target), &PreparedName::new(&r)).0 >= 0.9)
    {
        return Ok(());
    }
    if let Some([a, b]) = labels(t, query, first, second)? {
        sets[1] = a;
        sets[2] = b;
    }
    Ok(())
}

/// Whether some cell of these rows holds more words than the name by which they were found.
fn stands_among_others(t: &Translator<'_, '_>, at: usize, column: NodeId, name: &str) -> Result<bool> {
    for row in t.set(at).nodes() {
        for fact in t.executor.graph().facts_of_head(row, Some(column), &t.scope)? {
            let cell = trustuqa_model::tokens(&t.executor.node(fact.tail)?.0);
            if cell.len() > trustuqa_model::tokens(name).len() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The relation and the name of a step that searches for one name under one relation.
fn names_sought<'q>(query: &'q LlmQuery, term: &Term) -> Option<(&'q str, &'q str)> {
    let Term::Output(at) = term else { return None };
    let Call::GetInformation(info) = &query.steps.get(*at)?.call else { return None };
    let (Some(Term::Names(relation)), Some(tail), None, None) =
        (&info.relation, &info.tail, &info.head, &info.key)
    else {
        return None;
    };
    match (&tail.term, tail.op, relation.as_slice()) {
        (Term::Names(names), Comparison::Eq, [relation]) => match names.as_slice() {
            [name] => Some((relation, name)),
            _ => None,
        },
        _ => None,
    }
}

/// A number together with the word before it in the question, when that word is one of these relations.
fn numbered(question: &str, name: &str, relations: &[String]) -> Option<String> {
    if name.is_empty() || !name.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let words = trustuqa_model::tokens(question);
    let pair = words.windows(2).find(|pair| pair[1] == name)?;
    let is_relation = relations.iter().any(|relation| trustuqa_model::fold(relation) == pair[0]);
    is_relation.then(|| pair.join(" "))
}

/// The names and relations by which a result was found, the nearest step first.
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
    let asked = PreparedName::new(name);
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
                let cell = PreparedName::new(&t.executor.node(posting.tail)?.0);
                let (score, _) = similarity(&asked, &cell);
                // A cell with an article or the name of its column in front, as `Team Rex` under Team, counts
                // as the same name.
                let longer = cell.tokens.len() == asked.tokens.len() + 1
                    && cell.tokens.ends_with(&asked.tokens)
                    && !asked.tokens.is_empty()
                    && (matches!(cell.tokens[0].as_str(), "the" | "a" | "an")
                        || PreparedName::new(&t.executor.node(posting.relation)?.0)
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
