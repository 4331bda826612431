//! The values that members of a set have under relations.

use trustuqa_model::{NodeId, Posting, Scope};

use super::Executor;
use super::error::Result;
use super::item::{Item, ItemSet, ItemValue};
use super::table_rows::rows_that_stand_for;

/// Announces that [`values_of`] will be called for these items one by one.
pub fn expect_values(ex: &Executor<'_>, items: &[Item], relations: &[NodeId], scope: &Scope) -> Result<()> {
    let heads: Vec<NodeId> = items.iter().filter_map(Item::node).collect();
    if heads.len() > 1 {
        ex.expect_facts_of_heads(&heads, relations, scope)?;
    }
    Ok(())
}

/// The values of one item under relations; see [`values_of_each`].
pub fn values_of(ex: &Executor<'_>, item: &Item, relations: &[NodeId], scope: &Scope) -> Result<ItemSet> {
    Ok(values_of_each(ex, std::slice::from_ref(item), relations, scope)?.pop().unwrap_or_default())
}

/// The values of each item under relations. For an item without facts under them, the rows of which it is a
/// cell are read instead, as in `get_information`.
pub fn values_of_each(
    ex: &Executor<'_>,
    items: &[Item],
    relations: &[NodeId],
    scope: &Scope,
) -> Result<Vec<ItemSet>> {
    expect_values(ex, items, relations, scope)?;
    let mut heads = Vec::with_capacity(items.len());
    let mut found = Vec::with_capacity(items.len());
    for item in items {
        let own = match (&item.value, item.node()) {
            (_, Some(node)) => vec![node],
            (ItemValue::Fact(fact), _) => vec![ex.graph().fact(*fact)?.head],
            _ => ex.graph().node_named(&ex.text(item)?)?.into_iter().collect(),
        };
        found.push(facts_of_heads(ex, own.iter().copied(), relations, scope)?);
        heads.push(own);
    }
    let without: Vec<usize> = (0..items.len()).filter(|at| found[*at].is_empty()).collect();
    if !without.is_empty() {
        let rows = rows_that_stand_for(ex, items, &heads, &without, relations, scope)?;
        let all = rows.concat();
        if all.len() > 1 {
            ex.expect_facts_of_heads(&all, relations, scope)?;
        }
        for (at, rows) in without.into_iter().zip(rows) {
            found[at] = facts_of_heads(ex, rows.into_iter(), relations, scope)?;
        }
    }
    for postings in &mut found {
        postings.dedup();
    }
    Ok(found.into_iter().map(|postings| tails(ex, postings)).collect())
}

/// The facts of the heads under these relations.
fn facts_of_heads(
    ex: &Executor<'_>,
    heads: impl Iterator<Item = NodeId>,
    relations: &[NodeId],
    scope: &Scope,
) -> Result<Vec<Posting>> {
    let mut postings = Vec::new();
    for head in heads {
        for relation in relations {
            postings.extend(ex.facts_of_head(head, *relation, scope)?);
        }
    }
    Ok(postings)
}

pub(super) fn tails(ex: &Executor<'_>, postings: Vec<Posting>) -> ItemSet {
    let mut out = ItemSet::default();
    push_tails(ex, postings, &mut out);
    out
}

/// Adds the tails of facts, in the order in which the facts were loaded.
pub(super) fn push_tails(ex: &Executor<'_>, mut postings: Vec<Posting>, out: &mut ItemSet) {
    postings.sort_unstable_by_key(|p| p.fact);
    for posting in postings {
        if let Some(source) = ex.source_of_fact(posting.fact) {
            out.push(ex.tail_item(posting.fact, source.id, posting.tail));
        }
    }
}
