//! Days of a range, years that stand in texts, and the year before another.

use trustuqa_model::{Comparison, Value, month_named, tokens};

use super::{Asked, Sought, cells};
use crate::execute::Result;
use crate::query::Function;
use crate::query::execution::Operand;
use crate::query::ticked;
use crate::translate::calls::literal;
use crate::translate::{Translated, Translator};

/// The number of days of `Jan 12–16`, which has its first and its last day.
pub(super) fn days_of_range(t: &Translator<'_, '_>, asked: &Asked<'_>, out: &mut Translated) -> Result<bool> {
    let (Function::Difference | Function::Length, [Operand::Set(at)]) = (asked.call.function, asked.sets)
    else {
        return Ok(false);
    };
    let [item] = t.set(*at).items() else { return Ok(false) };
    let text = t.executor.text(item)?;
    if !asked.says(&["days"]) || !is_range_of_days(&text) {
        return Ok(false);
    }
    let between = out.reason(t, Function::Difference, vec![Operand::Set(*at)]);
    out.reason(t, Function::Sum, vec![between, literal("1")]);
    out.readings.push(format!("both ends of {} were counted", ticked(&text)));
    Ok(true)
}

/// Two days of one month, joined by a dash.
fn is_range_of_days(text: &str) -> bool {
    let words = tokens(text);
    let months = words.iter().filter(|word| month_named(word).is_some()).count();
    let days: Vec<u32> = words.iter().filter_map(|word| word.parse().ok()).collect();
    months == 1
        && words.len() == 3
        && text.contains(['-', '–', '—'])
        && matches!(days.as_slice(), [from @ 1..=31, to @ 1..=31] if from < to)
}

/// The years between a date and a text that holds one: `04/1990` and `Sold (06/1996)`.
pub(super) fn years_in_texts(
    t: &Translator<'_, '_>,
    asked: &Asked<'_>,
    out: &mut Translated,
) -> Result<bool> {
    let (Function::Difference, [Operand::Set(a), Operand::Set(b)]) = (asked.call.function, asked.sets) else {
        return Ok(false);
    };
    if !asked.says(&["year", "years"]) {
        return Ok(false);
    }
    let mut texts = Vec::new();
    for at in [*a, *b] {
        let [item] = t.set(at).items() else { return Ok(false) };
        let text = t.executor.text(item)?;
        match t.executor.value(item)? {
            Value::Date(_) => {}
            Value::Text if has_one_year(&text) => texts.push(text),
            _ => return Ok(false),
        }
    }
    if texts.is_empty() {
        return Ok(false);
    }
    let years = [*a, *b].map(|at| out.reason(t, Function::Year, vec![Operand::Set(at)]));
    out.reason(t, Function::Difference, years.to_vec());
    out.readings.push(format!("{} was read as the year in it", super::some(&texts)));
    Ok(true)
}

/// Whether a text holds one year, and so says when something was.
pub(in crate::translate) fn has_one_year(text: &str) -> bool {
    let years = text.split(|c: char| !c.is_ascii_digit()).filter(|part| part.len() == 4);
    years.filter(|part| part.starts_with('1') || part.starts_with('2')).count() == 1
}

/// The year before another stands in the row after it, where the newest stands first.
pub(super) fn year_before(t: &Translator<'_, '_>, asked: &Asked<'_>, out: &mut Translated) -> Result<bool> {
    let (function @ (Function::PreviousRow | Function::NextRow), [Operand::Set(at)]) =
        (asked.call.function, asked.sets)
    else {
        return Ok(false);
    };
    let said = tokens(asked.note);
    let of_year = said.windows(2).any(|pair| {
        matches!(pair[0].as_str(), "previous" | "next" | "following")
            && matches!(pair[1].as_str(), "year" | "season")
    });
    if !of_year {
        return Ok(false);
    }
    let Some((column, _)) = cells(t, *at)? else { return Ok(false) };
    let mut years = Vec::new();
    for fact in t.executor.graph().facts_of_relation(column, None, &t.scope)?.into_iter().take(1_000) {
        let Some(date) = t.executor.node(fact.tail)?.1.date() else { return Ok(false) };
        years.push(date.year());
    }
    let falls = years.windows(2).all(|pair| pair[1] <= pair[0]) && years.first() != years.last();
    if !falls {
        return Ok(false);
    }
    let other = if function == Function::PreviousRow { Function::NextRow } else { Function::PreviousRow };
    out.reason(t, other, vec![Operand::Set(*at)]);
    out.readings.push("the newest year stands first, so years go up the table".to_owned());
    Ok(true)
}

/// The year of which the words of a search say that it is previous to the one in the call.
pub(in crate::translate) fn year_previous_to(
    t: &Translator<'_, '_>,
    sought: &Sought<'_>,
    out: &mut Translated,
) -> Result<bool> {
    let Sought { columns, op, name, note, on } = *sought;
    let Value::Integer(year @ 1000..=2999) = Value::parse(name) else { return Ok(false) };
    let said = tokens(note);
    let previous = said.windows(3).any(|words| {
        matches!((words[0].as_str(), words[1].as_str()), ("previous", "to") | ("year", "before"))
            && words[2] == name
    });
    if op != Comparison::Eq || !previous || !t.is_dated(columns) {
        return Ok(false);
    }
    let before = (year - 1).to_string();
    out.rows_where(t, columns, Comparison::Eq, literal(&before), on.cloned());
    out.readings.push(format!("the year previous to {} is {before}", ticked(name)));
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_days_are_of_one_month() {
        assert!(is_range_of_days("Jan 12–16"));
        assert!(is_range_of_days("12-16 January"));
        assert!(!is_range_of_days("Jan 28 – Feb 3"));
        assert!(!is_range_of_days("Jan 11"));
        assert!(has_one_year("Sold in Oslo (06/1996)"));
        assert!(!has_one_year("1998-2002"));
    }
}
