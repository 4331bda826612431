//! What the values of a column look like, without giving them away: letters and digits are masked, and
//! what is between them stays where it is ASCII.

use std::collections::HashMap;

use trustuqa_model::{GraphRead, RelationInfo, Result, Scope, Source, SourceKind, ValueKind, is_identifier};

/// Different values that are looked at.
const LOOKED_AT: usize = 60;
/// A column with more different values than this has many.
const FEW: usize = 40;
/// Longest shape that says anything, in characters.
const LONGEST: usize = 24;
/// The share of values that a shape must have.
const SHARE: f32 = 0.5;
/// The share of values in which a character must occur to count as the separator of a list.
const LISTED: f32 = 0.4;

/// The mask of a value: each run of letters an `A`, each digit a `9` up to four, words side by
/// side one `A`, other signs as they are, and a dot for those that are not ASCII.
pub fn mask(text: &str) -> String {
    let mut out = String::new();
    let (mut digits, mut last) = (0, ' ');
    for c in text.trim().chars() {
        let kind = match c {
            c if c.is_ascii_digit() => '9',
            c if c.is_alphanumeric() => 'A',
            c if c.is_whitespace() => ' ',
            c if c.is_ascii() && !c.is_ascii_control() => c,
            _ => '·',
        };
        digits = if kind == '9' { digits + 1 } else { 0 };
        let repeats = matches!(kind, 'A' | ' ' | '·') && kind == last;
        if !(repeats || digits > 4) {
            out.push(kind);
        }
        last = kind;
    }
    while out.contains("A A") {
        out = out.replace("A A", "A");
    }
    out
}

/// What a prompt says of the values of a column or relation; `None` if that is nothing.
///
/// # Errors
///
/// A graph that cannot be read.
pub fn of(graph: &dyn GraphRead, source: &Source, relation: &RelationInfo) -> Result<Option<String>> {
    let scope = Scope::Only(vec![source.id]);
    let tails = graph.tails_of_relation(relation.node, &scope, LOOKED_AT)?;
    let mut shapes: HashMap<String, usize> = HashMap::new();
    let mut lists: HashMap<&str, usize> = HashMap::new();
    let mut values = 0;
    for tail in &tails {
        let text = graph.node(*tail)?.text;
        if is_identifier(&text) {
            continue;
        }
        values += 1;
        *shapes.entry(mask(&text)).or_default() += 1;
        for separator in ["; ", ", ", " / ", " | ", "|", ";"] {
            if text.matches(separator).count() > 0 {
                *lists.entry(separator.trim()).or_default() += 1;
                break;
            }
        }
    }
    if values == 0 {
        return Ok(None);
    }
    let mut traits = Vec::new();
    let repeats = tails.len() <= FEW && 2 * tails.len() as u64 <= relation.facts;
    let kind_tells = matches!(relation.kind, ValueKind::Integer | ValueKind::Decimal);
    if repeats && !kind_tells && source.kind == SourceKind::Table {
        traits.push(format!("{} different", tails.len()));
    }
    let common = |count: usize, share: f32| count as f32 >= share * values as f32;
    let list = lists.into_iter().filter(|(_, count)| common(*count, LISTED)).max_by_key(|(_, count)| *count);
    let shape = shapes.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(&a.0)));
    if let Some((separator, _)) = list.filter(|_| !kind_tells) {
        traits.push(format!("lists with `{separator}`"));
    } else if let Some((shape, count)) = shape.filter(|_| !kind_tells)
        && common(count, SHARE)
        && shape.chars().count() <= LONGEST
        && shape.contains(|c| c != 'A' && c != ' ')
    {
        traits.push(format!("like {shape}"));
    }
    Ok((!traits.is_empty()).then(|| traits.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_has_no_letter_and_no_digit_of_the_value() {
        assert_eq!(mask("A 12-34"), "A 99-99");
        assert_eq!(mask("Ray Allen (27)"), "A (99)");
        assert_eq!(mask("2024-03-15 19:30"), "9999-99-99 99:99");
        assert_eq!(mask("1,234,567 €"), "9,999,999 ·");
        assert_eq!(mask("Zürich; Genève"), "A; A");
        assert_eq!(mask("123456789"), "9999");
    }

    proptest::proptest! {
        #[test]
        fn no_mask_quotes_a_value(text in "\\PC{0,30}") {
            let mask = mask(&text);
            proptest::prop_assert!(mask.chars().all(|c| c == 'A' || c == '9' || c == '·' || c.is_ascii() && !c.is_alphanumeric()));
        }
    }
}
