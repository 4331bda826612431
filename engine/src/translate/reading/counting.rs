//! Counts that a step does not name: names that stand so many times, and the sum of a
//! column whose header a table repeats.

use trustuqa_model::{Comparison, Value};

use super::{Asked, cells};
use crate::execute::{ItemValue, Result};
use crate::query::Function;
use crate::query::execution::{ExecutionCall, Operand};
use crate::query::ticked;
use crate::translate::calls::reason;
use crate::translate::{Translated, Translator};

/// `keep(set, value>='8')` of names, which have no size: those that stand there so often.
pub(super) fn names_so_often(
    t: &Translator<'_, '_>,
    asked: &Asked<'_>,
    out: &mut Translated,
) -> Result<bool> {
    let (Function::Keep, [Operand::Set(at)], Some((op, bound @ Operand::Literal(text)))) =
        (asked.call.function, asked.sets, asked.value)
    else {
        return Ok(false);
    };
    let ordered = matches!(op, Comparison::Lt | Comparison::Le | Comparison::Gt | Comparison::Ge);
    if !ordered || !matches!(Value::parse(text), Value::Integer(_)) {
        return Ok(false);
    }
    // The words must speak of how many there are.
    let so_many = ["least", "most", "more", "fewer", "less", "than", "times", "over", "under"];
    if !asked.step_says(&so_many) {
        return Ok(false);
    }
    let Some((column, found)) = cells(t, *at)? else { return Ok(false) };
    // A filter by another column is one of its values.
    if !asked.relation.is_empty() && asked.relation != [column] {
        return Ok(false);
    }
    for (item, text) in &found {
        if t.executor.value(item)? != Value::Text || text.bytes().any(|b| b.is_ascii_digit()) {
            return Ok(false);
        }
    }
    let counted = out.reason(t, Function::CountBy, vec![Operand::Set(*at)]);
    out.push(t, reason(Function::Keep, vec![counted], Some((*op, bound.clone()))));
    let name = t.executor.node(column)?.0;
    out.readings.push(format!(
        "{} holds names, so {} {} says how often a name stands there",
        ticked(&name),
        op.symbol(),
        ticked(text)
    ));
    Ok(true)
}

/// The sum of one cell is no sum: of a header that the table repeats, all copies in its row
/// are added.
pub(super) fn sum_of_copies(t: &Translator<'_, '_>, asked: &Asked<'_>, out: &mut Translated) -> Result<bool> {
    let (Function::Sum, [Operand::Set(at)]) = (asked.call.function, asked.sets) else { return Ok(false) };
    let [item] = t.set(*at).items() else { return Ok(false) };
    let (ItemValue::Cell(_), Some(fact)) = (&item.value, item.facts.first()) else { return Ok(false) };
    let column = t.executor.graph().fact(*fact)?.relation;
    let copies = t.columns_like(column);
    if copies.len() < 2 || !asked.relation.is_empty() {
        return Ok(false);
    }
    let sources = t.source_names.clone();
    let rows = out.push(t, ExecutionCall::Rows { set: Operand::Set(*at), relation: Vec::new(), sources });
    let names = copies.len();
    let all = out.values(t, copies, rows);
    out.reason(t, Function::Sum, vec![all]);
    let name = t.executor.node(column)?.0;
    out.readings.push(format!("{} heads {names} columns, all of which were added", ticked(&name)));
    Ok(true)
}
