//! Extremes and orders in which not every row takes part.

use trustuqa_model::{Comparison, NodeId, NodeKind, Scope, Value, fold, tokens};

use super::{Asked, cells};
use crate::execute::{ItemValue, Result};
use crate::query::Function;
use crate::query::execution::{ExecutionCall, Operand};
use crate::query::ticked;
use crate::translate::calls::reason;
use crate::translate::{Translated, Translator};

/// Values of a column that are looked at for their unit.
const LOOKED_AT: usize = 200;

/// The largest or smallest of rows, when the words name a unit in which one column of
/// theirs is measured: the largest `weight in kg`.
pub(super) fn in_column_of_unit(
    t: &Translator<'_, '_>,
    asked: &Asked<'_>,
    out: &mut Translated,
) -> Result<bool> {
    let (Function::Max | Function::Min, [Operand::Set(at)]) = (asked.call.function, asked.sets) else {
        return Ok(false);
    };
    if !asked.relation.is_empty() || t.rows_in(t.set(*at))? == 0 {
        return Ok(false);
    }
    let Some(ItemValue::Node(row)) = t.set(*at).items().first().map(|item| item.value.clone()) else {
        return Ok(false);
    };
    let NodeKind::Row { source, .. } = t.executor.node(row)?.2 else { return Ok(false) };
    let said = tokens(&format!("{} {}", asked.note, asked.query.target.as_deref().unwrap_or("")));
    let mut columns: Vec<(NodeId, String)> = Vec::new();
    for relation in t.executor.source(source).map_or(&[][..], |s| &s.relations) {
        let facts = t.executor.graph().facts_of_relation(relation.node, None, &Scope::Only(vec![source]))?;
        let mut unit: Option<String> = None;
        let mut all = !facts.is_empty();
        for fact in facts.into_iter().take(LOOKED_AT) {
            let own = t.executor.node(fact.tail)?.1;
            let own = own.unit().filter(|unit| said.iter().any(|word| word == unit)).map(str::to_owned);
            all = all && own.is_some() && (unit.is_none() || unit == own);
            unit = own;
        }
        if let (true, Some(unit)) = (all, unit) {
            columns.push((relation.node, unit));
        }
    }
    let [(column, unit)] = columns.as_slice() else { return Ok(false) };
    let mut extreme = reason(asked.call.function, vec![Operand::Set(*at)], None);
    if let ExecutionCall::Reason { relation, sources, .. } = &mut extreme {
        *relation = vec![*column];
        sources.clone_from(&t.source_names);
    }
    out.push(t, extreme);
    let name = t.executor.node(*column)?.0;
    out.readings.push(format!("only {} is measured in {}", ticked(&name), ticked(unit)));
    Ok(true)
}

/// An order without the row that sums up the others: a total is no second largest.
pub(super) fn without_totals(
    t: &Translator<'_, '_>,
    asked: &Asked<'_>,
    out: &mut Translated,
) -> Result<bool> {
    use Function::{Sort, SortDescending, TopK, Unique};
    let (function @ (Unique | Sort | SortDescending | TopK), [Operand::Set(at)]) =
        (asked.call.function, asked.sets)
    else {
        return Ok(false);
    };
    if !asked.relation.is_empty() {
        return Ok(false);
    }
    let Some((column, found)) = cells(t, *at)? else { return Ok(false) };
    if !t.is_ordered(&[column]) {
        return Ok(false);
    }
    for (item, _) in &found {
        let Some(fact) = item.facts.first() else { return Ok(false) };
        let row = t.executor.graph().fact(*fact)?.head;
        let Some(first) = t.executor.graph().facts_of_head(row, None, &t.scope)?.first().copied() else {
            continue;
        };
        let name = t.executor.node(first.tail)?.0;
        if !matches!(fold(&name).as_str(), "total" | "totals" | "grand total") {
            continue;
        }
        let total =
            out.rows_where(t, &[first.relation], Comparison::Eq, Operand::Nodes(vec![first.tail]), None);
        let total = out.values(t, vec![column], total);
        let others = out.reason(t, Function::SetDifference, vec![Operand::Set(*at), total]);
        let mut call = reason(function, vec![others], None);
        if let ExecutionCall::Reason { k, .. } = &mut call {
            *k = asked.call.k;
        }
        out.push(t, call);
        out.readings.push(format!("the row {} sums up the others and was left out", ticked(&name)));
        return Ok(true);
    }
    Ok(false)
}

/// Whether most members of a set of cells are names without any order: the top of them is
/// the one that stands at the top.
pub(in crate::translate) fn is_of_names(t: &Translator<'_, '_>, at: usize) -> Result<bool> {
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
