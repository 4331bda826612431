//! Cells of several numbers: the sides of a score, wins and losses, a measure in two units.
//! Which number is meant is said by the words of the step and by the order in which the
//! column's name gives its parts.

use trustuqa_model::{Comparison, NodeId, Value, tokens};

use super::{Asked, Sought};
use crate::execute::{Beside, ItemValue, Result};
use crate::query::execution::{ExecutionCall, Operand};
use crate::query::{Function, ticked, words};
use crate::translate::calls::{literal, reason};
use crate::translate::{Translated, Translator};

/// `the points they won by` of a score: how far its sides are apart.
pub(super) fn margin(t: &Translator<'_, '_>, asked: &Asked<'_>, out: &mut Translated) -> Result<bool> {
    let (Function::Number, [Operand::Set(at)]) = (asked.call.function, asked.sets) else { return Ok(false) };
    let [item] = t.set(*at).items() else { return Ok(false) };
    let text = t.executor.text(item)?;
    let said = asked.step_says(&["by"]) && asked.step_says(&["won", "win", "wins", "lost", "lose", "margin"]);
    if !said || Beside::of(&text).numbers() != 2 {
        return Ok(false);
    }
    out.reason(t, Function::Difference, vec![Operand::Set(*at)]);
    out.readings.push(format!("{} was won by as much as its sides are apart", ticked(&text)));
    Ok(true)
}

/// The difference of strokes by round with their total, `70-71=141`, is that of the totals.
/// A decrease of places is a number of places, which has no sign.
pub(super) fn totals(t: &Translator<'_, '_>, asked: &Asked<'_>, out: &mut Translated) -> Result<bool> {
    let (Function::Difference, [Operand::Set(a), Operand::Set(b)]) = (asked.call.function, asked.sets) else {
        return Ok(false);
    };
    let (mut with_total, mut ordinals) = (true, true);
    for item in t.set(*a).items().iter().chain(t.set(*b).items()) {
        let text = t.executor.text(item)?;
        let total = text.rsplit_once('=').map(|(_, total)| Value::parse(total).number());
        with_total = with_total && matches!(total, Some(Some(_)));
        ordinals = ordinals && matches!(t.executor.value(item)?, Value::Ordinal(_));
    }
    if t.set(*a).is_empty() || t.set(*b).is_empty() {
        return Ok(false);
    }
    if with_total && (t.set(*a).len() > 1 || t.set(*b).len() > 1) {
        let sets = [*a, *b].map(|at| out.reason(t, Function::Number, vec![Operand::Set(at)]));
        out.reason(t, Function::Difference, sets.to_vec());
        out.readings.push("each score stands for its total, after the equals sign".to_owned());
        return Ok(true);
    }
    let moves = ["decrease", "increase", "drop", "dropped", "fell", "fall", "rise", "rose", "gained", "lost"];
    let last = asked.index + 1 == asked.query.steps.len();
    if ordinals && last && asked.step_says(&moves) && asked.says(&["places", "positions", "spots"]) {
        let difference = out.reason(t, Function::Difference, asked.sets.to_vec());
        out.reason(t, Function::Absolute, vec![difference]);
        out.readings.push("a number of places has no sign".to_owned());
        return Ok(true);
    }
    Ok(false)
}

/// The difference of the parts of a text, `W 31` and `12`, is that of the numbers in them.
pub(super) fn parts(t: &Translator<'_, '_>, asked: &Asked<'_>, out: &mut Translated) -> Result<bool> {
    let (Function::Difference, [Operand::Set(at)]) = (asked.call.function, asked.sets) else {
        return Ok(false);
    };
    let (mut texts, mut each) = (Vec::new(), t.set(*at).len() == 2);
    for item in t.set(*at).items() {
        let text = t.executor.text(item)?;
        each = each && matches!(item.value, ItemValue::Derived(..)) && Beside::of(&text).numbers() == 1;
        if t.executor.value(item)?.number().is_none() {
            texts.push(text);
        }
    }
    if !each || texts.is_empty() {
        return Ok(false);
    }
    let numbers = out.reason(t, Function::Number, vec![Operand::Set(*at)]);
    out.reason(t, Function::Difference, vec![numbers]);
    out.readings.push(format!("{} was read as the number in it", super::some(&texts)));
    Ok(true)
}

/// The scores in which one side has as many as is asked for: `4 points` in a column of
/// scores, of which none is called so.
pub(in crate::translate) fn sides(
    t: &Translator<'_, '_>,
    columns: &[NodeId],
    name: &str,
) -> Result<Vec<(NodeId, String)>> {
    let Value::Quantity(asked, unit) = Value::parse(name) else { return Ok(Vec::new()) };
    if !matches!(unit.as_str(), "point" | "goal" | "run") {
        return Ok(Vec::new());
    }
    let (mut found, mut scores, mut others) = (Vec::new(), 0_usize, 0_usize);
    for cell in t.cells_of(columns)?.unwrap_or_default() {
        let Value::Score(a, b) = cell.value else {
            others += cell.facts;
            continue;
        };
        scores += cell.facts;
        if a as f64 == asked || b as f64 == asked {
            found.push((cell.node, cell.text));
        }
    }
    Ok(if scores > others { found } else { Vec::new() })
}

/// The place that a word has among the parts of a column, by the column's name: 1 for the
/// wins of `W–L`, 2 for the metres of `Height ft / m`. A record is wins, losses and draws.
fn place(column: &str, asked: &str) -> Option<(usize, char)> {
    let asked = tokens(asked);
    let [word] = asked.as_slice() else { return None };
    let name = column.replace(['–', '—', '−'], "-");
    let record = tokens(column).last().is_some_and(|last| last == "record" || last == "records");
    let order = if record { "W-L-D".to_owned() } else { name };
    let separator = ['/', '-'].into_iter().find(|separator| order.contains(*separator))?;
    let at = order.split(separator).position(|part| {
        let part = tokens(part);
        // A measure is named last, before its separator; a letter stands for wins or losses.
        let Some(own) = part.last().filter(|_| part.len() == 1 || separator == '/') else { return false };
        let letter = own.chars().count() == 1;
        own == word
            || word.strip_suffix('s') == Some(own)
            || letter
                && matches!(word.as_str(), "wins" | "losses" | "draws" | "ties")
                && word.starts_with(own)
            || own == "win" && word == "wins"
            || own == "loss" && word == "losses"
    });
    at.map(|at| (at + 1, separator))
}

/// `get_information(relation='wins', …)` of scores under `W–L`, where no column is called
/// wins: the part of each that the column's name gives it.
pub(in crate::translate) fn named_part(
    t: &Translator<'_, '_>,
    relation: &[String],
    set: usize,
    out: &mut Translated,
) -> Result<bool> {
    let [relation] = relation else { return Ok(false) };
    let Some((column, found)) = super::cells(t, set)? else { return Ok(false) };
    let name = t.executor.node(column)?.0;
    let Some((place, separator)) = place(&name, relation) else { return Ok(false) };
    if found.iter().any(|(_, text)| Beside::of(text).numbers() < 2) {
        return Ok(false);
    }
    part(t, Operand::Set(set), (place, separator), out);
    out.readings.push(format!("{} is number {place} in each {}", ticked(relation), ticked(&name)));
    Ok(true)
}

fn part(
    t: &Translator<'_, '_>,
    set: Operand<NodeId>,
    (place, separator): (usize, char),
    out: &mut Translated,
) -> Operand<NodeId> {
    // A dash is written in many ways; without a separator all of them separate.
    let between = (separator == '/').then(|| (Comparison::Eq, literal("/")));
    out.reason_k(t, Function::Part, set, between, place)
}

/// `tail_entity='least wins'` of a record, `tail_entity<'200'` of a height in two units of
/// which the words name one: the rows by that part of their cells.
pub(in crate::translate) fn by_part(
    t: &Translator<'_, '_>,
    sought: &Sought<'_>,
    out: &mut Translated,
) -> Result<bool> {
    let Sought { columns, op, name, note, on } = *sought;
    let [column] = columns else { return Ok(false) };
    if on.is_some() || t.tables_with(*column).is_empty() {
        return Ok(false);
    }
    let heading = t.executor.node(*column)?.0;
    let said = tokens(name);
    let most = said.split_last().and_then(|(last, first)| {
        let side = words::superlative(&first.join(" "))?;
        Some((side, last.clone()))
    });
    let limit = Value::parse(name).number().is_some() && !matches!(op, Comparison::Eq | Comparison::Ne);
    let word = match &most {
        Some((_, word)) => word.clone(),
        None if limit => {
            let note = tokens(note);
            let digits: String = name.chars().filter(char::is_ascii_digit).collect();
            match note.iter().position(|word| *word == digits).and_then(|at| note.get(at + 1)) {
                Some(unit) => unit.clone(),
                None => return Ok(false),
            }
        }
        None => return Ok(false),
    };
    let Some(found) = place(&heading, &word) else { return Ok(false) };
    let (mut several, mut all) = (0_usize, 0_usize);
    for fact in t.executor.graph().facts_of_relation(*column, None, &t.scope)?.into_iter().take(256) {
        several += usize::from(Beside::of(&t.executor.node(fact.tail)?.0).numbers() > 1);
        all += 1;
    }
    if several * 4 < all * 3 || several == 0 {
        return Ok(false);
    }
    let values = out.push(
        t,
        ExecutionCall::SearchNode {
            node1: crate::query::execution::Node1::Nodes(columns.to_vec()),
            condition: crate::query::execution::Condition::Any,
            scope: None,
            sources: t.source_names.clone(),
        },
    );
    let parts = part(t, values, found, out);
    let kept = match most {
        Some((side, _)) => {
            let function = if side == Comparison::Gt { Function::Max } else { Function::Min };
            out.reason(t, function, vec![parts])
        }
        None => out.push(t, reason(Function::Keep, vec![parts], Some((op, literal(name))))),
    };
    let sources = t.source_names.clone();
    out.push(t, ExecutionCall::Rows { set: kept, relation: Vec::new(), sources });
    out.readings.push(format!("{} is number {} in each {}", ticked(&word), found.0, ticked(&heading)));
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_column_orders_its_parts() {
        assert_eq!(place("W–L", "wins"), Some((1, '-')));
        assert_eq!(place("W–L", "losses"), Some((2, '-')));
        assert_eq!(place("Win–Loss", "wins"), Some((1, '-')));
        assert_eq!(place("Record", "losses"), Some((2, '-')));
        assert_eq!(place("Height ft / m", "m"), Some((2, '/')));
        assert_eq!(place("Height ft / m", "ft"), Some((1, '/')));
        assert_eq!(place("Runner-up", "wins"), None);
        assert_eq!(place("Score", "wins"), None);
    }
}
