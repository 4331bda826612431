//! Members whose value in a column passes a test, and all rows or heads of a source.

use std::collections::{HashMap, HashSet};

use trustuqa_model::value::is_strokes;
use trustuqa_model::{Comparison, FactId, NodeId, Scope, SourceKind, Value, ValueKind, fold};

use super::amount::in_unit_of_bound;
use super::column::{READ_AT_ONCE, values_of_each};
use super::item::{Identity, Item, ItemSet, ItemValue};
use super::reason::{self, compares, name_of};
use super::{ExecuteError, Executor, Result, operand, row_number};
use crate::lexicon;
use crate::query::column::{Column, Test};
use crate::query::execution::Operand;
use crate::query::ticked;

/// All rows of tables and heads of graphs in scope. With relations given: only in sources that have one of
/// them, and in graphs only the heads that have facts under them.
pub(super) fn all(ex: &Executor<'_>, relations: &[NodeId], scope: &Scope) -> Result<ItemSet> {
    let mut out = ItemSet::default();
    let sources = ex.sources().iter().filter(|source| scope.contains(source.id));
    for source in sources {
        let own = |node: &NodeId| source.relations.iter().any(|relation| relation.node == *node);
        if !relations.is_empty() && !relations.iter().any(own) {
            continue;
        }
        if source.kind == SourceKind::Table {
            for (fact, row) in row_number::rows_of_table(ex, source.id)? {
                out.push(Item::new(ItemValue::Node(row), vec![fact]));
            }
            continue;
        }
        let only = Scope::Only(vec![source.id]);
        let used: Vec<NodeId> = match relations {
            [] => source.relations.iter().map(|relation| relation.node).collect(),
            some => some.to_vec(),
        };
        let mut postings = Vec::new();
        for relation in used {
            postings.extend(ex.graph().facts_of_relation(relation, None, &only)?);
        }
        // In the order of the source, not of its relations.
        postings.sort_unstable_by_key(|posting| posting.fact);
        for posting in postings {
            out.push(Item::new(ItemValue::Node(posting.head), vec![posting.fact]));
        }
    }
    Ok(out)
}

/// The members of a set with a value in a column that passes a test. Without a set, all rows and heads with
/// the column are tested.
pub(super) fn select(
    ex: &Executor<'_>,
    set: Option<&ItemSet>,
    column: &Column<NodeId>,
    test: &Test<NodeId>,
    scope: &Scope,
    before: &[ItemSet],
) -> Result<ItemSet> {
    let everything;
    let set = match set {
        Some(set) => set,
        None => {
            let relations: Vec<NodeId> = column.relations().into_iter().copied().collect();
            everything = ex.without_summaries(all(ex, &relations, scope)?)?;
            &everything
        }
    };
    let passes = prepared(ex, test, before)?;
    let mut out = ItemSet::default();
    for some in set.items().chunks(READ_AT_ONCE) {
        let found = values_of_each(ex, some, column, scope)?;
        ex.expect_nodes(found.iter().flatten().filter_map(Item::node))?;
        for (item, found) in some.iter().zip(found) {
            if let Some(facts) = deciding(&found, test, &passes)? {
                out.push(with_evidence(item, &facts));
            }
        }
    }
    Ok(out)
}

/// The facts of a member's first value that passes a test; `None` when none does. A member without a value
/// passes [`Test::IsEmpty`], without facts as evidence.
fn deciding(found: &[Item], test: &Test<NodeId>, passes: &Passes<'_>) -> Result<Option<Vec<FactId>>> {
    if found.is_empty() {
        return Ok(matches!(test, Test::IsEmpty).then(Vec::new));
    }
    for value in found {
        if passes(value)? {
            return Ok(Some(value.facts.clone()));
        }
    }
    Ok(None)
}

/// A member with the facts of the deciding value added as evidence, behind its own: a cell keeps its own fact
/// first.
fn with_evidence(item: &Item, facts: &[FactId]) -> Item {
    let mut item = item.clone();
    let new: Vec<FactId> = facts.iter().filter(|fact| !item.facts.contains(fact)).copied().collect();
    item.facts.extend(new);
    item
}

/// The members whose value in the first column compares as asked with the value of their group from an
/// earlier step; the second column gives the key of the group. Example: the orders above the average of their
/// own product.
pub(super) fn beside_groups(
    ex: &Executor<'_>,
    set: &ItemSet,
    (column, by): (&Column<NodeId>, &Column<NodeId>),
    (op, groups): (Comparison, &Operand<NodeId>),
    scope: &Scope,
    before: &[ItemSet],
) -> Result<ItemSet> {
    let mut bounds = HashMap::new();
    for group in reason::materialise(groups, before)?.items() {
        let Some(measure) = &group.measure else {
            return Err(ExecuteError::step(
                "no-groups",
                "`by` compares with the groups of an earlier step, and these are none",
                "give the output of group, or leave `by` out",
            ));
        };
        bounds.insert(name_of(ex, group)?, measure.value.clone());
    }
    let mut out = ItemSet::default();
    for some in set.items().chunks(READ_AT_ONCE) {
        let keys = values_of_each(ex, some, by, scope)?;
        let found = values_of_each(ex, some, column, scope)?;
        for (item, (keys, found)) in some.iter().zip(keys.iter().zip(found)) {
            let mut own = Vec::new();
            for key in keys {
                own.extend(bounds.get(&name_of(ex, key)?).cloned());
            }
            let passes = comparing(ex, op, own, HashSet::new());
            for value in found {
                if passes(&value)? {
                    out.push(with_evidence(item, &value.facts));
                    break;
                }
            }
        }
    }
    Ok(out)
}

type Passes<'t> = Box<dyn Fn(&Item) -> Result<bool> + 't>;

/// A test as a function of one item.
fn prepared<'t>(ex: &'t Executor<'_>, test: &Test<NodeId>, before: &[ItemSet]) -> Result<Passes<'t>> {
    let folded = |texts: &[String]| texts.iter().map(|text| fold(text)).collect::<Vec<_>>();
    Ok(match test {
        Test::Contains(texts) => {
            let texts = folded(texts);
            Box::new(move |item| {
                let own = fold(&ex.text(item)?);
                Ok(texts.iter().any(|text| own.contains(text.as_str())))
            })
        }
        Test::StartsWith(texts) => {
            let texts = folded(texts);
            Box::new(move |item| {
                let own = fold(&ex.text(item)?);
                Ok(texts.iter().any(|text| own.starts_with(text.as_str())))
            })
        }
        Test::EndsWith(texts) => {
            let texts = folded(texts);
            Box::new(move |item| {
                let own = fold(&ex.text(item)?);
                Ok(texts.iter().any(|text| own.ends_with(text.as_str())))
            })
        }
        Test::Between(low, high) => {
            let bounds = [bound(low)?, bound(high)?];
            Box::new(move |item| {
                let (own, text) = (ex.value(item)?, ex.text(item)?);
                let fits =
                    |op, bound| compares(&in_unit_of_bound(own.clone(), &text, bound), op, bound, false);
                Ok(fits(Comparison::Ge, &bounds[0]) && fits(Comparison::Le, &bounds[1]))
            })
        }
        Test::IsEmpty => Box::new(move |item| is_missing(ex, item)),
        Test::NotEmpty => Box::new(move |item| Ok(!is_missing(ex, item)?)),
        Test::Compare(op, operand) => {
            let op = *op;
            let mut bounds = operand::operand_values(ex, operand, before)?;
            if !matches!(op, Comparison::Eq | Comparison::Ne) {
                // A remark among numbers is no bound.
                bounds.retain(|bound| bound.order_key().is_some());
            }
            let labels = reason::materialise(operand, before)?
                .items()
                .iter()
                .map(|item| name_of(ex, item))
                .collect::<Result<HashSet<_>>>()?;
            comparing(ex, op, bounds, labels)
        }
    })
}

/// A comparison with any (`=`) or all of the bounds; an item with one of the `labels` as its name counts as
/// equal.
fn comparing<'t>(
    ex: &'t Executor<'_>,
    op: Comparison,
    bounds: Vec<Value>,
    labels: HashSet<Identity>,
) -> Passes<'t> {
    Box::new(move |item| {
        let same = labels.contains(&name_of(ex, item)?);
        let (own, text) = (ex.value(item)?, ex.text(item)?);
        let mut each = bounds
            .iter()
            .map(|bound| compares(&in_unit_of_bound(own.clone(), &text, bound), op, bound, same));
        Ok(match op {
            _ if bounds.is_empty() => false,
            Comparison::Eq => each.any(|kept| kept),
            _ => each.all(|kept| kept),
        })
    })
}

/// The bound of a range; an error when it is not a number or date.
fn bound(text: &str) -> Result<Value> {
    let value = Value::parse(text);
    if value.order_key().is_some() || value.date().is_some() {
        return Ok(value);
    }
    Err(ExecuteError::step(
        "no-order",
        format!("{} cannot be ordered", ticked(text)),
        "give two numbers or two dates, for example between('2023-01-01', '2023-03-31')",
    ))
}

/// Whether an item says that there is no value: by itself, or because the other values of its column are
/// numbers or dates.
fn is_missing(ex: &Executor<'_>, item: &Item) -> Result<bool> {
    let text = ex.text(item)?;
    if says_nothing(&text, false) {
        return Ok(true);
    }
    let (ItemValue::Cell(_), Some(fact)) = (&item.value, item.facts.first()) else { return Ok(false) };
    if !says_nothing(&text, true) {
        return Ok(false);
    }
    let Some(source) = ex.source_of_fact(*fact) else { return Ok(false) };
    let relation = ex.graph().fact(*fact)?.relation;
    let info = source.relations.iter().find(|info| info.node == relation);
    let Some(info) = info else { return Ok(false) };
    let mostly_values = info.kind != ValueKind::Text && info.untyped * 2 < info.facts;
    Ok(mostly_values || ex.is_sparse(info, source.id)?)
}

/// Whether a cell says that there is no value: it consists of strokes and points, or is one of the usual marks
/// (`NULL`, `n/a`, `n/k`); among numbers and dates (`among_values`) also words such as `unknown`.
pub fn says_nothing(cell: &str, among_values: bool) -> bool {
    if is_strokes(cell) {
        return true;
    }
    let folded = fold(cell);
    matches!(folded.as_str(), "n a" | "na" | "n k" | "null" | "nan")
        || among_values && lexicon::contains("missing values", &folded)
}
