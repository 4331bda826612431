//! Rough numbers: `46+`, `under 2.7m`, `21, 22` as cells, and `about 40%`, `slightly more
//! than 20,000`, `1-10` as what is asked for.

use trustuqa_model::{Comparison, NodeId, Value, tokens};

use super::{Asked, Sought, cells, some};
use crate::execute::{Beside, Result, is_ordered};
use crate::ground::{Candidate, Channel, Grounding, Parameter};
use crate::query::Function;
use crate::query::execution::{ExecutionCall, Operand};
use crate::query::ticked;
use crate::translate::calls::literal;
use crate::translate::joint::Cell;
use crate::translate::{Translated, Translator};

/// How a number is bounded.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    AtLeast,
    AtMost,
    About,
}

/// Words before a number that bound it.
const BOUNDS: &[(&str, Bound)] = &[
    ("more than ", Bound::AtLeast),
    ("at least ", Bound::AtLeast),
    ("over ", Bound::AtLeast),
    (">", Bound::AtLeast),
    ("≥", Bound::AtLeast),
    ("less than ", Bound::AtMost),
    ("at most ", Bound::AtMost),
    ("up to ", Bound::AtMost),
    ("under ", Bound::AtMost),
    ("below ", Bound::AtMost),
    ("<", Bound::AtMost),
    ("≤", Bound::AtMost),
    ("approximately ", Bound::About),
    ("approx. ", Bound::About),
    ("approx ", Bound::About),
    ("about ", Bound::About),
    ("around ", Bound::About),
    ("roughly ", Bound::About),
    ("circa ", Bound::About),
    ("c. ", Bound::About),
    ("ca. ", Bound::About),
    ("~", Bound::About),
    ("≈", Bound::About),
];

/// A number with a bound before it, or with a plus after it.
fn bounded(text: &str) -> Option<(Bound, Value)> {
    let text = text.trim();
    let typed = |text: &str| Some(Value::parse(text)).filter(|value| value.number().is_some());
    if let Some(number) = text.strip_suffix('+') {
        return typed(number).map(|value| (Bound::AtLeast, value));
    }
    let lower = text.to_lowercase();
    let (word, bound) = BOUNDS.iter().find(|(word, _)| lower.starts_with(word))?;
    typed(text.get(word.len()..)?).map(|value| (*bound, value))
}

/// The numbers of a list such as `21, 22`.
fn numbers(text: &str) -> Option<Vec<Value>> {
    let parts: Vec<Value> = text.split([',', ';']).map(|part| Value::parse(part.trim())).collect();
    let listed = parts.len() > 1 && text.contains(' ');
    (listed && parts.iter().all(|part| matches!(part, Value::Integer(_)))).then_some(parts)
}

/// Whether a rough number is certainly on the right side of a bound.
fn compares(text: &str, op: Comparison, limit: &Value) -> bool {
    if let Some(numbers) = numbers(text) {
        return numbers.iter().all(|number| is_ordered(number, op, limit));
    }
    let Some((bound, value)) = bounded(text) else { return false };
    let above = matches!(op, Comparison::Gt | Comparison::Ge);
    match bound {
        Bound::AtLeast => above && is_ordered(&value, op, limit),
        Bound::AtMost => !above && is_ordered(&value, op, limit),
        Bound::About => is_ordered(&value, op, limit),
    }
}

/// The cells of columns that are rough numbers on the asked side of a bound. An index of
/// numbers does not hold them.
pub(in crate::translate) fn on_side(
    t: &Translator<'_, '_>,
    columns: &[NodeId],
    op: Comparison,
    limit: &str,
) -> Result<Vec<(NodeId, String)>> {
    let limit = Value::parse(limit);
    if limit.number().is_none() || !t.is_ordered(columns) {
        return Ok(Vec::new());
    }
    let fits = |cell: &Cell| cell.value == Value::Text && compares(&cell.text, op, &limit);
    let cells = t.untyped_cells(columns)?.into_iter();
    Ok(cells.filter(fits).map(|cell| (cell.node, cell.text)).collect())
}

/// The largest or smallest of numbers among which rough ones stand that win: `under 2.7m`
/// is less than 3.1m. Only where all of them are measured alike.
pub(super) fn extreme(t: &Translator<'_, '_>, asked: &Asked<'_>, out: &mut Translated) -> Result<bool> {
    let (function @ (Function::Max | Function::Min), [Operand::Set(at)]) = (asked.call.function, asked.sets)
    else {
        return Ok(false);
    };
    if !asked.relation.is_empty() {
        return Ok(false);
    }
    let Some((_, found)) = cells(t, *at)? else { return Ok(false) };
    let largest = function == Function::Max;
    let mut unit: Option<Option<String>> = None;
    let mut best: Option<(f64, bool, String)> = None;
    let mut skipped: Vec<f64> = Vec::new();
    for (item, text) in &found {
        let typed = t.executor.value(item)?;
        let (value, rough) = match typed {
            Value::Integer(_) | Value::Decimal(_) | Value::Quantity(..) => (typed, false),
            _ => match bounded(text) {
                Some((Bound::AtLeast, _)) if !largest => return Ok(false),
                Some((Bound::AtMost, _)) if largest => return Ok(false),
                Some((_, value)) => (value, true),
                None => match leading(text) {
                    Some(value) => (value, true),
                    None => {
                        skipped.extend(Beside::of(text).all());
                        continue;
                    }
                },
            },
        };
        let own = value.unit().map(str::to_owned);
        if *unit.get_or_insert_with(|| own.clone()) != own {
            return Ok(false);
        }
        let Some(number) = value.number() else { return Ok(false) };
        let wins =
            best.as_ref().is_none_or(|(known, ..)| if largest { number > *known } else { number < *known });
        if wins {
            best = Some((number, rough, text.clone()));
        }
    }
    let Some((best, true, text)) = best else { return Ok(false) };
    // What has no such number must not win by another that stands in it.
    if skipped.iter().any(|number| if largest { *number >= best } else { *number <= best }) {
        return Ok(false);
    }
    let numbers = out.reason(t, Function::Number, vec![Operand::Set(*at)]);
    out.reason(t, function, vec![numbers]);
    out.readings.push(format!("{} was read as a number, {best}", some(&[text])));
    Ok(true)
}

/// The quantity with which a text begins: `1,200 hp / 895 kW`.
fn leading(text: &str) -> Option<Value> {
    let mut words = text.split_whitespace();
    let (first, second) = (words.next()?, words.next()?);
    let apart = format!("{first} {}", second.trim_end_matches([',', ';', '/', '(']));
    let digits = first.trim_end_matches(char::is_alphabetic);
    let joined = format!("{digits} {}", &first[digits.len()..]);
    [apart, joined].iter().map(|text| Value::parse(text)).find(|value| matches!(value, Value::Quantity(..)))
}

/// What is asked of a column as a rough number: about 40, from 1 to 10, just above 20,000.
pub(in crate::translate) fn asked_for(
    t: &Translator<'_, '_>,
    sought: &Sought<'_>,
    out: &mut Translated,
) -> Result<bool> {
    let Sought { columns, op, name, note, on } = *sought;
    if !t.is_ordered(columns) {
        return Ok(false);
    }
    let between = |out: &mut Translated, low: &str, high: &str, closed: bool| {
        let above = out.rows_where(t, columns, Comparison::Ge, literal(low), on.cloned());
        let op = if closed { Comparison::Le } else { Comparison::Lt };
        let below = out.rows_where(t, columns, op, literal(high), on.cloned());
        out.reason(t, Function::SetIntersection, vec![above, below]);
    };
    if op == Comparison::Eq
        && let Some((Bound::About, value)) = bounded(name)
        && let Some(number) = value.number()
        && !stands(t, columns, name)?
    {
        let half = 0.5 * last_place(name);
        let (low, high) = ((number - half).to_string(), (number + half).to_string());
        between(out, &low, &high, false);
        out.readings.push(format!("{} was read as from {low} up to {high}", ticked(name)));
        return Ok(true);
    }
    if op == Comparison::Eq
        && let Some((low, high)) = range(name)
        && !stands(t, columns, name)?
        && whole_numbers(t, columns)?
    {
        between(out, &low.to_string(), &high.to_string(), true);
        out.readings.push(format!("{} was read as every number from {low} to {high}", ticked(name)));
        return Ok(true);
    }
    let said = tokens(note).join(" ");
    let Some(limit) = Some(Value::parse(name)).filter(|value| value.number().is_some()) else {
        return Ok(false);
    };
    // `slightly more than 20,000`, `almost 2,000`: the nearest on that side.
    let says = |list: &[&str]| list.iter().any(|words| said.contains(words));
    let side = match op {
        Comparison::Gt | Comparison::Ge
            if says(&["slightly more", "slightly over", "just over", "a bit more"]) =>
        {
            op
        }
        Comparison::Lt | Comparison::Le
            if says(&["slightly less", "slightly under", "just under", "a bit less"]) =>
        {
            op
        }
        Comparison::Eq
            if says(&["almost", "nearly"])
                && t.executor
                    .graph()
                    .facts_in_range(columns[0], Comparison::Ge, &limit, &t.scope)?
                    .iter()
                    .all(|fact| {
                        t.executor.node(fact.tail).is_ok_and(|(_, value, _)| value.number() != limit.number())
                    }) =>
        {
            Comparison::Lt
        }
        _ => return Ok(false),
    };
    let above = matches!(side, Comparison::Gt | Comparison::Ge);
    let nearest = if above { Function::Argmin } else { Function::Argmax };
    let rows = out.rows_where(t, columns, side, literal(name), on.cloned());
    let mut call = crate::translate::calls::reason(nearest, vec![rows], None);
    if let ExecutionCall::Reason { relation, sources, .. } = &mut call {
        *relation = columns.to_vec();
        sources.clone_from(&t.source_names);
    }
    out.push(t, call);
    let words = if above { "above" } else { "below" };
    out.readings.push(format!("the nearest {words} {} was taken", ticked(name)));
    Ok(true)
}

/// The size of the last place that a number is written with: 1 of `40%`, 0.1 of `3.5`.
fn last_place(text: &str) -> f64 {
    let decimals =
        text.rsplit_once('.').map_or(0, |(_, after)| after.bytes().take_while(u8::is_ascii_digit).count());
    (0..decimals).fold(1.0, |place, _| place / 10.0)
}

/// `1-10` as its bounds; years joined by a dash are a season.
fn range(text: &str) -> Option<(u32, u32)> {
    let (low, high) = text.trim().split_once(['-', '–'])?;
    let (low, high) = (low.trim().parse::<u32>().ok()?, high.trim().parse::<u32>().ok()?);
    (low < high && low < 1_000).then_some((low, high))
}

fn stands(t: &Translator<'_, '_>, columns: &[NodeId], name: &str) -> Result<bool> {
    for column in columns {
        for node in t.same_name(&[name.to_owned()])? {
            if !t.executor.graph().facts_of_relation(*column, Some(node.node), &t.scope)?.is_empty() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether columns of tables hold whole numbers and nothing else that has an order.
fn whole_numbers(t: &Translator<'_, '_>, columns: &[NodeId]) -> Result<bool> {
    for column in columns {
        if t.tables_with(*column).is_empty() {
            return Ok(false);
        }
        for fact in t.executor.graph().facts_of_relation(*column, None, &t.scope)?.into_iter().take(256) {
            let value = t.executor.node(fact.tail)?.1;
            if !matches!(value, Value::Integer(_) | Value::Ordinal(_) | Value::Text) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Cells that were chosen for a name by a rule, for the trace.
pub(in crate::translate) fn chosen(
    parameter: Parameter,
    asked: &str,
    cells: &[(NodeId, String)],
) -> Grounding {
    let candidate = |(node, text): &(NodeId, String)| Candidate {
        node: *node,
        text: text.clone(),
        score: 0.8,
        channel: Channel::Value,
    };
    Grounding {
        parameter,
        asked: asked.to_owned(),
        chosen: cells.iter().map(candidate).collect(),
        runners_up: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_stands_before_or_after_the_number() {
        assert_eq!(bounded("46+"), Some((Bound::AtLeast, Value::Integer(46))));
        assert_eq!(bounded("Over 40"), Some((Bound::AtLeast, Value::Integer(40))));
        assert_eq!(bounded("approximately 40"), Some((Bound::About, Value::Integer(40))));
        assert_eq!(bounded("overture"), None);
        assert_eq!(bounded("c. Oslo"), None);
    }

    #[test]
    fn what_is_certain_compares() {
        let limit = Value::Integer(15);
        assert!(compares("46+", Comparison::Gt, &limit));
        assert!(!compares("12+", Comparison::Gt, &limit));
        assert!(!compares("12+", Comparison::Lt, &limit));
        assert!(compares("21, 22", Comparison::Ge, &limit));
        assert!(!compares("14, 20", Comparison::Ge, &limit));
    }

    #[test]
    fn ranges_and_places() {
        assert_eq!(range("1-10"), Some((1, 10)));
        assert_eq!(range("10-1"), None);
        assert_eq!(range("1998"), None);
        assert_eq!(last_place("40%"), 1.0);
        assert_eq!(last_place("3.5"), 0.1);
    }
}
