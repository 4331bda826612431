//! Numbers with their units, as arithmetic and comparison see the values of cells.
//!
//! `131 min` is 131 in the unit in which it is written. So a mean of minutes is in minutes, and a bare `90`
//! that is compared with a column of minutes means minutes.

use trustuqa_model::Value;
use trustuqa_model::value::{DecimalMark, converted, has_decimal_comma};

/// The unit of spans of time written with colons.
pub(super) const CLOCK: &str = ":";

/// The number and the unit of a value; the unit is empty when it has none. A span of time written in one unit
/// keeps it, one with colons has [`CLOCK`], and `1h 41m` has the smallest of its units.
pub(super) fn amount(value: &Value, text: &str) -> Option<(f64, String)> {
    match value {
        Value::Duration(seconds) => Some(match one_unit(text) {
            Some((number, unit)) => (number, unit.to_owned()),
            None if text.contains(':') => (*seconds, CLOCK.to_owned()),
            None => {
                let (unit, size) = smallest_unit(text);
                (seconds / size, unit.to_owned())
            }
        }),
        value => Some((value.number()?, value.unit().unwrap_or_default().to_owned())),
    }
}

/// The most common of these units, the first of equals; `None` where there is none, or where some unit does
/// not convert into the others.
pub(super) fn common_unit<'u>(units: impl Iterator<Item = &'u str>) -> Option<String> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for unit in units.filter(|unit| !unit.is_empty()) {
        match counts.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, count)) => *count += 1,
            None => counts.push((unit, 1)),
        }
    }
    let (first, _) = *counts.first()?;
    if counts.iter().any(|(unit, _)| converted(1.0, unit, first).is_none()) {
        return None;
    }
    let most = counts.iter().map(|(_, count)| *count).max()?;
    counts.iter().find(|(_, count)| *count == most).map(|(unit, _)| (*unit).to_owned())
}

/// The number and the unit of a span of time written in one unit: `131 min`.
fn one_unit(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| c.is_alphabetic())?;
    let unit = text[end..].trim_end_matches('.');
    let number = Value::parse(text[..end].trim()).number()?;
    unit.chars().all(char::is_alphabetic).then_some((number, unit))
}

/// The unit at the end of a span of time written in several units, with its seconds; seconds when it is
/// unknown.
fn smallest_unit(text: &str) -> (&'static str, f64) {
    let text = text.trim_end_matches(|c: char| !c.is_ascii_alphabetic()).to_ascii_lowercase();
    let word = text.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    let of = if word == "m" { "min" } else { word };
    unit_of_time(of).unwrap_or(("s", 1.0))
}

/// How results write a unit of time, with its seconds; `None` for any other word.
pub(super) fn unit_of_time(word: &str) -> Option<(&'static str, f64)> {
    Some(match word {
        "s" | "sec" | "secs" | "second" | "seconds" => ("s", 1.0),
        "min" | "mins" | "minute" | "minutes" => ("min", 60.0),
        "h" | "hr" | "hrs" | "hour" | "hours" => ("h", 3_600.0),
        "d" | "day" | "days" => ("days", 86_400.0),
        _ => return None,
    })
}

/// The value to compare with a bound: beside a bare number, a span of time counts as the number in which it
/// is written.
pub(super) fn in_unit_of_bound(value: Value, text: &str, bound: &Value) -> Value {
    match (&value, bound) {
        (Value::Duration(_), Value::Integer(_) | Value::Decimal(_)) => {
            one_unit(text).map_or(value, |(number, _)| Value::Decimal(number))
        }
        _ => value,
    }
}

/// How a result is written, following the numbers from which it is computed. Results always have a decimal
/// point and group digits with commas, whatever their inputs use: readers and programs must not need to know
/// from which source a number came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// Whether digits are grouped.
    grouped: bool,
    /// The number of decimals, when all inputs have the same.
    decimals: Option<usize>,
    /// The most decimals of any input.
    most: usize,
}

impl Style {
    /// The style before any number was seen.
    pub(super) const PLAIN: Style = Style { grouped: false, decimals: None, most: 0 };

    /// The style that texts share, each given with the number as which it was read: grouped when one of them
    /// is, with the decimals that all have. A `12.920` that was read as 12920 shows that the texts have a
    /// decimal comma.
    pub(super) fn of<'t>(read: impl IntoIterator<Item = (f64, &'t str)> + Clone) -> Style {
        let texts = read.clone().into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        // Its point groups thousands: it was read as a thousand times the number that it is on its own.
        let turned = |(number, text): (f64, &str)| {
            DecimalMark::of(text) == Some(DecimalMark::Open)
                && text.contains('.')
                && Value::parse(text)
                    .number()
                    .is_some_and(|alone| (alone * 1000.0 - number).abs() < 1e-6 * number.abs())
        };
        let comma = has_decimal_comma(texts.iter().copied()) || read.into_iter().any(turned);
        Style::with(comma, texts)
    }

    fn with<'t>(comma: bool, texts: impl IntoIterator<Item = &'t str>) -> Style {
        let mut style = Style::PLAIN;
        let (mark, group) = if comma { (',', '.') } else { ('.', ',') };
        let mut first = true;
        for text in texts {
            let digits: &str = text.trim_end_matches(|c: char| !c.is_ascii_digit());
            let decimals = digits.rsplit_once(mark).map_or(0, |(_, decimals)| decimals.len());
            let comma = digits.rsplit_once(group).is_some_and(|(before, after)| {
                before.ends_with(|c: char| c.is_ascii_digit())
                    && after.split(mark).next().is_some_and(|group| group.len() == 3)
            });
            style.grouped |= comma;
            style.decimals = if first || style.decimals == Some(decimals) { Some(decimals) } else { None };
            style.most = style.most.max(decimals);
            first = false;
        }
        style
    }

    /// The same style for a result that has decimals of its own, such as a mean.
    pub(super) fn of_any_size(self) -> Style {
        Style { decimals: None, ..self }
    }

    /// A number in this style: with the decimals that all inputs have, otherwise with as many as any of them
    /// has or as five digits leave. Further decimals would say nothing about what was counted or measured.
    pub(super) fn digits(self, number: f64) -> String {
        // Negative zero would be shown as "-0".
        let number = number + 0.0;
        let whole = number.fract() == 0.0 && number.abs() < 9.0e15;
        let mut text = match self.decimals.filter(|decimals| (1..=12).contains(decimals)) {
            Some(decimals) => format!("{number:.decimals$}"),
            None if whole => format!("{number:.0}"),
            None => {
                let size = if number == 0.0 { 0 } else { number.abs().log10().floor() as i32 };
                let decimals = ((4 - size).clamp(2, 10) as usize).max(self.most.min(12));
                let text = format!("{number:.decimals$}");
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
        };
        if self.grouped {
            let start = usize::from(text.starts_with('-'));
            let end = text.find('.').unwrap_or(text.len());
            let mut at = end;
            while at > start + 3 {
                at -= 3;
                text.insert(at, ',');
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Style {
        fn of_texts<const N: usize>(texts: [&str; N]) -> Style {
            Style::of(texts.map(|text| (Value::parse(text).number().unwrap_or_default(), text)))
        }
    }

    #[test]
    fn a_result_is_written_as_what_it_is_made_of() {
        assert_eq!(Style::of_texts(["1,250.00", "80.50"]).digits(38917.5), "38,917.50");
        assert_eq!(Style::of_texts(["€118.00", "€45.00"]).digits(163.0), "163.00");
        assert_eq!(Style::of_texts(["1,378", "73"]).digits(10266.0), "10,266");
        assert_eq!(Style::of_texts(["12", "7.5"]).digits(19.5), "19.5");
        assert_eq!(Style::PLAIN.digits(4.824_561_403_5), "4.8246");
        assert_eq!(Style::PLAIN.digits(46.6875), "46.688");
        assert_eq!(Style::PLAIN.digits(0.066_666_7), "0.066667");
        assert_eq!(Style::PLAIN.digits(3_596.773_2), "3596.77");
        assert_eq!(Style::PLAIN.digits(-0.0), "0");
        assert_eq!(Style::of_texts(["1.250,00", "80,50"]).digits(38917.5), "38,917.50");
        assert_eq!(Style::of_texts(["1.200", "12,5"]).digits(2400.0), "2,400");
        assert_eq!(Style::of_texts(["1,5", "2.5"]).digits(4.25), "4.25");
        assert_eq!(Style::of([(1200.0, "1.200"), (890.0, "890")]).digits(2090.0), "2,090");
        assert_eq!(Style::of([(1.2, "1.200"), (890.0, "890")]).digits(891.2), "891.2");
        // A computed number shows fewer digits than it has.
        assert_eq!(Style::of([(28.333_333, "28.333")]).digits(28.5), "28.500");
    }

    #[test]
    fn the_commonest_unit_is_that_of_all_that_convert() {
        let common = |units: &[&str]| common_unit(units.iter().copied());
        assert_eq!(common(&["m", "km", "km", ""]).as_deref(), Some("km"));
        assert_eq!(common(&["m", "km"]).as_deref(), Some("m"));
        assert_eq!(common(&["€", "$"]), None);
        assert_eq!(common(&["kg", "kg", "m"]), None);
        assert_eq!(common(&["€"]).as_deref(), Some("€"));
    }

    #[test]
    fn spans_of_time_have_the_unit_they_are_written_in() {
        assert_eq!(amount(&Value::parse("131 min"), "131 min"), Some((131.0, "min".to_owned())));
        assert_eq!(amount(&Value::parse("3:42"), "3:42"), Some((222.0, CLOCK.to_owned())));
        assert_eq!(amount(&Value::parse("1h 41m"), "1h 41m"), Some((101.0, "min".to_owned())));
        assert_eq!(amount(&Value::parse("2 d 6 h"), "2 d 6 h"), Some((54.0, "h".to_owned())));
        assert_eq!(amount(&Value::parse("1 min 5 s"), "1 min 5 s"), Some((65.0, "s".to_owned())));
        assert_eq!(
            in_unit_of_bound(Value::parse("131 min"), "131 min", &Value::Integer(90)),
            Value::Decimal(131.0)
        );
    }
}
