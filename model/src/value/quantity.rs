//! Numbers with a scale word, a currency or a unit.

use super::Value;
use super::number::{self, Number};
use super::unit;

/// `3.2 million`, `$1.2 million`, `70 kg`, `5'8"`, `12%`, `100 USD`.
pub(super) fn quantity(text: &str) -> Option<Value> {
    money(text).or_else(|| owed(text)).or_else(|| feet_and_inches(text)).or_else(|| measured(text))
}

/// `($12,000)`: accountants' notation of a negative amount.
fn owed(text: &str) -> Option<Value> {
    match money(text.strip_prefix('(')?.strip_suffix(')')?.trim())? {
        Value::Quantity(amount, unit) if amount > 0.0 => Some(Value::Quantity(-amount, unit)),
        _ => None,
    }
}

/// The value of a number without unit.
pub(super) fn plain(number: &Number) -> Option<Value> {
    match number.integer() {
        Some(integer) => Some(Value::Integer(integer)),
        None => number.float().map(Value::Decimal),
    }
}

/// A currency before the number. The sign may be on either side of it.
fn money(text: &str) -> Option<Value> {
    let (outer, body) = number::sign(text);
    let (mark, currency) = unit::CURRENCY_PREFIXES.iter().find(|(mark, _)| body.starts_with(mark))?;
    let rest = body[mark.len()..].trim_start();
    let (inner, rest) = number::sign(rest);
    let (number, tail) = split(rest)?;
    let mut words = tail.splitn(2, ' ');
    let scale = words.next().unwrap_or("");
    let (zeros, after) = match unit::scale_word(&scale.to_lowercase()).or_else(|| unit::scale_letter(scale)) {
        Some(zeros) => (zeros, words.next().unwrap_or("")),
        None => (0, tail),
    };
    // A currency code may follow the sign: `$5 million USD`.
    let unit = match unit::currency_suffix(after) {
        _ if after.is_empty() => (*currency).to_owned(),
        Some(code) => code.to_owned(),
        // `$12 / h`, `€3.20 per kg`
        None => format!("{currency}{}", unit::ratio(after).filter(|unit| unit.starts_with('/'))?),
    };
    let number = number.scaled(zeros);
    let number = if outer != inner { number.negated() } else { number };
    Some(Value::Quantity(number.float()?, unit))
}

/// A number followed by a scale word and a unit or currency, each optional.
fn measured(text: &str) -> Option<Value> {
    let (negative, body) = number::sign(text);
    let (number, tail) = split(body)?;
    if tail.is_empty() {
        return None;
    }
    let spaced = body.len() > tail.len() && body[..body.len() - tail.len()].ends_with(' ');
    let (scale, after) = tail.split_once(' ').unwrap_or((tail, ""));
    let (zeros, after) = match unit::scale_word(&scale.to_lowercase()) {
        Some(zeros) => (zeros, after),
        None => (0, tail),
    };
    let number = number.scaled(zeros);
    let number = if negative { number.negated() } else { number };
    if after.is_empty() {
        return plain(&number);
    }
    if unit::needs_space(after) && !spaced && zeros == 0 {
        return None;
    }
    let whole = unit::currency_suffix(after).or_else(|| unit::unit(after)).map(str::to_owned);
    Some(Value::Quantity(number.float()?, whole.or_else(|| unit::ratio(after))?))
}

/// `5'8"`, `6′ 9″`, `2 ft 6 in`: feet.
fn feet_and_inches(text: &str) -> Option<Value> {
    let (feet, rest) = number::split_digits(text)?;
    let rest = rest.trim_start();
    let rest =
        ["'", "′", "’", "ft.", "ft", "feet", "foot"].iter().find_map(|mark| rest.strip_prefix(mark))?;
    let (inches, mark) = split(rest.trim_start().trim_start_matches('-'))?;
    let inches = inches.float().filter(|inches| *inches < 12.0)?;
    (unit::unit(mark) == Some("in"))
        .then(|| Value::Quantity(f64::from(feet) + inches / 12.0, "ft".to_owned()))
}

/// Splits the longest number off the front of `text`; the rest is returned trimmed.
fn split(text: &str) -> Option<(Number, &str)> {
    let numeric = |c: char| {
        c.is_ascii_digit() || matches!(c, ',' | '.' | ' ' | '\'' | '’' | '/' | '⁄' | '½' | '¼' | '¾')
    };
    let mut end = text.find(|c: char| !numeric(c)).unwrap_or(text.len());
    // The run may include marks that belong to what follows (`6 /km²`, `5'`).
    loop {
        let head = text[..end].trim_end();
        if let Some(number) = number::unsigned(head) {
            return Some((number, text[head.len()..].trim()));
        }
        let last = head.chars().last()?;
        if last.is_ascii_digit() {
            return None;
        }
        end = head.len() - last.len_utf8();
    }
}
