//! Readings of cells that say more than one value, and of steps whose words say which
//! of them is meant. A rule applies only where the plain reading gives nothing or nothing
//! that was asked for, says in the trace what it did, and is made of execution calls, so
//! that the trace runs again without it.
//!
//! * `listed` - members of a list in one cell
//! * `labelled` - a number beside a word in a text
//! * `rough` - numbers with a bound (`46+`, `under 3`), and about how many
//! * `record` - the sides of scores and the parts that a column's name gives in order
//! * `counting` - names that stand so many times, sums of a repeated column
//! * `extremes` - extremes among rows with a total, or in the column with a unit
//! * `dates` - days of a range, years in texts, the year before
//! * `absent` - cells that say that there is no value

pub(super) mod absent;
mod counting;
pub(super) mod dates;
mod extremes;
mod labelled;
pub(super) mod listed;
pub(super) mod record;
pub(super) mod rough;

use trustuqa_model::{Comparison, NodeId, tokens};

pub(super) use self::extremes::is_of_names;
use super::{Translated, Translator};
use crate::execute::{Item, ItemValue, Result};
use crate::query::execution::Operand;
use crate::query::llm::{FunctionCall, LlmQuery};

/// A reasoning step as a rule sees it.
pub(super) struct Asked<'q> {
    /// The query and the place of the step in it.
    pub(super) query: &'q LlmQuery,
    pub(super) index: usize,
    pub(super) call: &'q FunctionCall,
    /// Its sets, as operands.
    pub(super) sets: &'q [Operand<NodeId>],
    /// The relation that was grounded; empty when none is given.
    pub(super) relation: &'q [NodeId],
    pub(super) value: Option<&'q (Comparison, Operand<NodeId>)>,
    /// The words of the step.
    pub(super) note: &'q str,
    /// The words of step, target type and question.
    pub(super) words: &'q [String],
}

/// The heads that a search asks for by a tail that no cell is called.
#[derive(Clone, Copy)]
pub(super) struct Sought<'q> {
    /// The relations that were grounded; one at least.
    pub(super) columns: &'q [NodeId],
    /// How the tail compares with its name.
    pub(super) op: Comparison,
    pub(super) name: &'q str,
    /// The words of the step.
    pub(super) note: &'q str,
    /// The heads among which is searched, when they are not all.
    pub(super) on: Option<&'q Operand<NodeId>>,
}

impl Asked<'_> {
    /// Whether any of the words is said.
    fn says(&self, list: &[&str]) -> bool {
        self.words.iter().any(|word| list.contains(&word.as_str()))
    }

    /// Whether any of the words is said by the step itself.
    fn step_says(&self, list: &[&str]) -> bool {
        tokens(self.note).iter().any(|word| list.contains(&word.as_str()))
    }
}

/// The calls of a reasoning step by the first rule that reads it; false when none does.
pub(super) fn of_function(t: &Translator<'_, '_>, asked: &Asked<'_>, out: &mut Translated) -> Result<bool> {
    Ok(listed::members(t, asked, out)?
        || listed::last_parts(t, asked, out)?
        || labelled::numbers(t, asked, out)?
        || counting::names_so_often(t, asked, out)?
        || counting::sum_of_copies(t, asked, out)?
        || extremes::in_column_of_unit(t, asked, out)?
        || extremes::without_totals(t, asked, out)?
        || rough::extreme(t, asked, out)?
        || record::margin(t, asked, out)?
        || record::totals(t, asked, out)?
        || record::parts(t, asked, out)?
        || dates::days_of_range(t, asked, out)?
        || dates::years_in_texts(t, asked, out)?
        || dates::year_before(t, asked, out)?)
}

/// A column, and its cells with their texts.
type Cells = (NodeId, Vec<(Item, String)>);

/// The one column whose cells a set holds, with their texts; `None` for anything else.
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

/// Names for a reader, at most three of them.
pub(super) fn some(names: &[String]) -> String {
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
