//! Readings of cells that hold several values, or none. A rule applies only where the plain reading would not
//! give what was asked for. It says in the trace what it did, and consists of execution calls, so that the
//! trace can be rerun without it.
//!
//! * `members` - lists of several values in one cell
//! * `absent_values` - cells that say that there is no value

pub(super) mod absent_values;
pub(super) mod members;

use trustuqa_model::{NodeId, Value};

use super::{Translated, Translator};
use crate::execute::{Item, ItemValue, Result};
use crate::family::Family;
use crate::query::execution::Operand;
use crate::query::llm::FunctionCall;

/// A reasoning step as a rule sees it.
pub(super) struct ReasoningStep<'q> {
    pub(super) call: &'q FunctionCall,
    /// Its sets, as operands.
    pub(super) sets: &'q [Operand<NodeId>],
    /// The grounded relation; empty when none is given.
    pub(super) relation: &'q [NodeId],
}

/// Appends the calls of the first rule that applies to a reasoning step; returns false when none does.
pub(super) fn of_function(
    t: &Translator<'_, '_>,
    asked: &ReasoningStep<'_>,
    out: &mut Translated,
) -> Result<bool> {
    if !t.uses(Family::CellContents) {
        return Ok(false);
    }
    members::members(t, asked, out)
}

/// A column, and its cells with their texts.
type Cells = (NodeId, Vec<(Item, String)>);

/// The column and cells of a set that holds only cells of one column; `None` for any other set.
fn cells(t: &Translator<'_, '_>, at: usize) -> Result<Option<Cells>> {
    let mut column: Option<NodeId> = None;
    let mut texts = Vec::new();
    for item in t.set(at).items() {
        let (ItemValue::Cell(_), Some(fact)) = (&item.value, item.facts.first()) else { return Ok(None) };
        let relation = t.executor.graph().fact(*fact)?.relation;
        if *column.get_or_insert(relation) != relation {
            return Ok(None);
        }
        texts.push((item.clone(), t.executor.text(item)?));
    }
    Ok(column.map(|column| (column, texts)))
}

/// Quoted names for the trace, at most three of them and the number of the others.
pub(super) fn first_three(names: &[String]) -> String {
    let mut seen: Vec<String> = Vec::new();
    for name in names {
        let name = crate::query::ticked(name);
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    let more = seen.len().saturating_sub(3);
    seen.truncate(3);
    match more {
        0 => seen.join(", "),
        more => format!("{} and {more} more", seen.join(", ")),
    }
}

/// Whether a set consists of texts, most of them without digits: names, which have no order of their own. The
/// top of such a set is then its first member.
pub(super) fn is_of_names(t: &Translator<'_, '_>, at: usize) -> Result<bool> {
    let Some((_, found)) = cells(t, at)? else { return Ok(false) };
    let mut names = 0;
    for (item, text) in &found {
        if t.executor.value(item)? != Value::Text {
            return Ok(false);
        }
        names += usize::from(!text.bytes().any(|b| b.is_ascii_digit()));
    }
    Ok(names * 4 >= found.len() * 3 && names > 0)
}
