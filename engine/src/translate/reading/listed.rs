//! Cells that list members: `Ana, Bea, Cyd` in a column called Scorers.

use std::collections::HashSet;

use trustuqa_model::{Comparison, NodeId, Value, fold};

use super::{Asked, Sought, cells, some};
use crate::execute::{Result, is_ordered};
use crate::query::execution::Operand;
use crate::query::{Function, ticked};
use crate::translate::calls::{literal, reason};
use crate::translate::{Translated, Translator};

/// Words that a member of a list may have; a longer part is one of a sentence.
const WORDS: usize = 5;

/// Members one by one, in a column whose name says that a cell holds several. A count of
/// one cell is 1 whatever stands in it, so what is asked for is how many it lists. The
/// most frequent of a column with lists is the most frequent member, when a member also
/// stands alone: else `Oslo, Norway` would be a list.
pub(super) fn members(t: &Translator<'_, '_>, asked: &Asked<'_>, out: &mut Translated) -> Result<bool> {
    let [Operand::Set(at)] = asked.sets else { return Ok(false) };
    let of_one = match asked.call.function {
        Function::Count | Function::CountDistinct => true,
        Function::MostFrequent | Function::LeastFrequent | Function::CountBy => false,
        _ => return Ok(false),
    };
    if !asked.relation.is_empty() || of_one != (t.set(*at).len() == 1) {
        return Ok(false);
    }
    let Some((column, found)) = cells(t, *at)? else { return Ok(false) };
    if !says_several(&t.executor.node(column)?.0) {
        return Ok(false);
    }
    let mut lists = Vec::new();
    let mut alone = HashSet::new();
    for (item, text) in &found {
        match listed(text) {
            Some(separator) if t.executor.value(item)? == Value::Text => {
                lists.push((text.clone(), separator))
            }
            _ => {
                alone.insert(fold(text));
            }
        }
    }
    let Some((_, separator)) = lists.first().cloned() else { return Ok(false) };
    let stands_alone = |(text, separator): &(String, char)| {
        text.split(*separator).any(|member| alone.contains(&fold(member)))
    };
    if !of_one && !lists.iter().any(stands_alone) {
        return Ok(false);
    }
    let between = Some((Comparison::Eq, literal(&separator.to_string())));
    let parts = out.push(t, reason(Function::Split, vec![Operand::Set(*at)], between));
    out.reason(t, asked.call.function, vec![parts]);
    let names: Vec<String> = lists.into_iter().map(|(text, _)| text).collect();
    out.readings.push(format!("the members of a list were counted one by one: {}", some(&names)));
    Ok(true)
}

/// The most frequent country of cells that end in one: `Ullevi, Gothenburg, Sweden`. Only
/// where the step asks for a country, the column is called otherwise, and every cell has as
/// many parts.
pub(super) fn last_parts(t: &Translator<'_, '_>, asked: &Asked<'_>, out: &mut Translated) -> Result<bool> {
    let (Function::MostFrequent | Function::LeastFrequent | Function::CountBy, [Operand::Set(at)]) =
        (asked.call.function, asked.sets)
    else {
        return Ok(false);
    };
    let country = ["country", "countries", "nation", "nations"];
    let target = trustuqa_model::tokens(asked.query.target.as_deref().unwrap_or(""));
    let wanted = asked.step_says(&country) && target.iter().any(|word| country.contains(&word.as_str()));
    if !wanted || !asked.relation.is_empty() {
        return Ok(false);
    }
    let Some((column, found)) = cells(t, *at)? else { return Ok(false) };
    let name = trustuqa_model::tokens(&t.executor.node(column)?.0);
    let parts: Vec<usize> = found.iter().map(|(_, text)| text.split(',').count()).collect();
    let Some(count) = parts.first().copied().filter(|count| *count > 1) else { return Ok(false) };
    if name.iter().any(|word| country.contains(&word.as_str())) || parts.iter().any(|other| *other != count) {
        return Ok(false);
    }
    let between = Some((Comparison::Eq, literal(",")));
    let parts = out.reason_k(t, Function::Part, Operand::Set(*at), between, count);
    out.reason(t, asked.call.function, vec![parts]);
    let names: Vec<String> = found.into_iter().map(|(_, text)| text).take(1).collect();
    out.readings.push(format!("the country is the last part of cells such as {}", some(&names)));
    Ok(true)
}

/// The rows whose cell lists so many members: `tail_entity>='3'` under Dates, in which no
/// cell is a number.
pub(in crate::translate) fn so_many(
    t: &Translator<'_, '_>,
    sought: &Sought<'_>,
    out: &mut Translated,
) -> Result<bool> {
    let Sought { columns, op, name, on, .. } = *sought;
    let [column] = columns else { return Ok(false) };
    let (Value::Integer(1..=99), false) = (Value::parse(name), matches!(op, Comparison::Eq | Comparison::Ne))
    else {
        return Ok(false);
    };
    let heading = t.executor.node(*column)?.0;
    if !says_several(&heading) {
        return Ok(false);
    }
    let Some(found) = t.cells_of(columns)? else { return Ok(false) };
    let limit = Value::parse(name);
    let (mut cells, mut lists): (Vec<NodeId>, usize) = (Vec::new(), 0);
    for cell in found {
        if !matches!(cell.value, Value::Text | Value::Date(_) | Value::Integer(1000..=2999)) {
            return Ok(false);
        }
        let members = i64::try_from(cell.text.split(',').count()).unwrap_or(i64::MAX);
        lists += usize::from(members > 1);
        if is_ordered(&Value::Integer(members), op, &limit) {
            cells.push(cell.node);
        }
    }
    if lists == 0 {
        return Ok(false);
    }
    out.rows_where(t, columns, Comparison::Eq, Operand::Nodes(cells), on.cloned());
    out.readings.push(format!(
        "{} {} says how many a cell of {} lists",
        op.symbol(),
        ticked(name),
        ticked(&heading)
    ));
    Ok(true)
}

/// Whether the name of a column says that a cell can hold several: `Scorers`, `Producer(s)`.
fn says_several(name: &str) -> bool {
    let name = name.trim();
    if name.to_lowercase().ends_with("(s)") {
        return true;
    }
    let words = trustuqa_model::tokens(name);
    let Some(last) = words.last() else { return false };
    // Remarks are sentences, and a series is one.
    last.len() > 3
        && last.ends_with('s')
        && !last.ends_with("ss")
        && !matches!(last.as_str(), "series" | "notes" | "remarks" | "comments" | "status" | "details")
}

/// What separates the members of a list; `None` when a text is no list of names.
fn listed(text: &str) -> Option<char> {
    let separator = [';', ','].into_iter().find(|separator| text.contains(*separator))?;
    let is_name = |part: &str| {
        let words = part.split_whitespace().count();
        (1..=WORDS).contains(&words) && part.chars().any(char::is_alphabetic)
    };
    text.split(separator)
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .all(is_name)
        .then_some(separator)
        .filter(|separator| text.split(*separator).filter(|part| !part.trim().is_empty()).count() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plural_names_several() {
        for name in ["Scorers", "Producer(s)", "Listed destinations"] {
            assert!(says_several(name), "{name}");
        }
        for name in ["City", "Series", "Notes", "Class", "Country of Origin"] {
            assert!(!says_several(name), "{name}");
        }
    }

    #[test]
    fn lists_are_of_short_names() {
        assert_eq!(listed("Ana, Bea"), Some(','));
        assert_eq!(listed("Ana, Bea,"), Some(','));
        assert_eq!(listed("Oslo; Bergen, Norway"), Some(';'));
        assert_eq!(listed("Ana"), None);
        assert_eq!(listed("1,200"), None);
        assert_eq!(listed("the first of the two that were built, Bergen"), None);
    }
}
