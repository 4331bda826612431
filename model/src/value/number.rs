//! Plain numbers: `42`, `1,200`, `12 345`, `1.234.567,8`, `.833`, `6½`, `1.5e-3`.
//!
//! A number is first brought to a canonical decimal text and only then
//! converted, so that `4.35 million` is exactly 4,350,000.

/// A number as canonical decimal text: sign, digits, optional `.` and digits,
/// optional exponent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Number {
    text: String,
    /// Whether the exponent comes from a scale word, so that a whole result is an integer: `1.2 million`.
    scaled: bool,
}

impl Number {
    /// The number times 10 to the power `zeros`.
    pub(super) fn scaled(mut self, zeros: u32) -> Number {
        if zeros > 0 {
            self.scaled = !self.text.contains('e');
            match self.text.split_once('e') {
                Some((mantissa, power)) => {
                    let power = power.parse::<i64>().unwrap_or(0) + i64::from(zeros);
                    self.text = format!("{mantissa}e{power}");
                }
                None => self.text.push_str(&format!("e{zeros}")),
            }
        }
        self
    }

    /// The number with a negative sign.
    pub(super) fn negated(self) -> Number {
        match self.text.strip_prefix('-') {
            Some(rest) => Number { text: rest.to_owned(), ..self },
            None => Number { text: format!("-{}", self.text), ..self },
        }
    }

    /// The nearest double; `None` when it is beyond the range of doubles.
    pub(super) fn float(&self) -> Option<f64> {
        self.text.parse::<f64>().ok().filter(|n| n.is_finite())
    }

    /// The number if it is written as an integer that fits, or if a scale word made it a whole number (`1.2
    /// million`).
    pub(super) fn integer(&self) -> Option<i64> {
        if let Ok(n) = self.text.parse::<i64>() {
            return Some(n);
        }
        // `12.0` and `1e6` stay decimals: only a scale word turns a decimal into an integer.
        if !self.scaled {
            return None;
        }
        let (mantissa, power) = self.text.split_once('e')?;
        let zeros = power.parse::<usize>().ok().filter(|&zeros| zeros <= 18)?;
        let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if decimals.len() > zeros {
            return None;
        }
        format!("{whole}{decimals}{}", "0".repeat(zeros - decimals.len())).parse().ok()
    }

    /// Whether the text is digits only, without sign, point or exponent.
    pub(super) fn is_plain(&self) -> bool {
        self.text.bytes().all(|b| b.is_ascii_digit())
    }
}

/// Reads the whole of `text` (already cleaned, see `parse::clean`) as a number
/// with an optional sign.
pub(super) fn number(text: &str) -> Option<Number> {
    let (negative, body) = sign(text);
    let number = unsigned(body)?;
    Some(if negative { number.negated() } else { number })
}

/// Splits off a leading sign; an en dash before a digit counts as a minus as well.
pub(super) fn sign(text: &str) -> (bool, &str) {
    if let Some(rest) = text.strip_prefix('+') {
        return (false, rest.trim_start());
    }
    match text.strip_prefix(['-', '–']) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text),
    }
}

/// Reads an unsigned number.
pub(super) fn unsigned(text: &str) -> Option<Number> {
    let first = text.chars().next()?;
    if !(first.is_ascii_digit() || first == '.' || vulgar(first).is_some()) {
        return None;
    }
    if text.ends_with(['.', ',']) {
        return None;
    }
    mixed(text).or_else(|| scientific(text)).or_else(|| grouped(text))
}

/// Digits with group separators and a decimal mark.
fn grouped(text: &str) -> Option<Number> {
    let (whole, decimals) = split_decimals(text)?;
    if !decimals.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let whole = if whole.is_empty() { "0".to_owned() } else { ungroup(whole)? };
    let text = if decimals.is_empty() { whole } else { format!("{whole}.{decimals}") };
    Some(Number { text, scaled: false })
}

/// Finds the decimal mark. A point is the decimal mark unless it repeats or comes before a comma; a comma is,
/// when it cannot be a thousands separator.
fn split_decimals(text: &str) -> Option<(&str, &str)> {
    let points = text.matches('.').count();
    let commas = text.matches(',').count();
    match (points, commas) {
        (0, 0) => Some((text, "")),
        (0, 1) => {
            let (whole, rest) = text.split_once(',')?;
            let decimal = whole == "0" || matches!(rest.len(), 1 | 2);
            Some(if decimal { (whole, rest) } else { (text, "") })
        }
        (0, _) => Some((text, "")),
        (1, _) => {
            let (before, after) = text.split_once('.')?;
            if after.contains(',') {
                // `1.234,56`: the point groups, the comma is the decimal mark.
                let (whole, rest) = text.split_once(',')?;
                return (commas == 1 && matches!(rest.len(), 1 | 2)).then_some((whole, rest));
            }
            (!after.is_empty()).then_some((before, after))
        }
        (_, 0) => Some((text, "")),
        (_, 1) => text.split_once(',').filter(|(_, rest)| matches!(rest.len(), 1 | 2)),
        _ => None,
    }
}

/// Removes group separators; every group after the first has three digits, or
/// two before the last three (`12,34,567`).
fn ungroup(text: &str) -> Option<String> {
    let separator = text.chars().find(|c| !c.is_ascii_digit());
    let Some(separator) = separator else {
        return Some(text.to_owned());
    };
    if !matches!(separator, ',' | '.' | ' ' | '\'' | '’') {
        return None;
    }
    let groups: Vec<&str> = text.split(separator).collect();
    if !groups.iter().all(|group| group.bytes().all(|b| b.is_ascii_digit())) {
        return None;
    }
    let (first, rest) = groups.split_first()?;
    let (last, middle) = rest.split_last()?;
    let thousands = (1..=3).contains(&first.len()) && rest.iter().all(|group| group.len() == 3);
    let lakhs = separator == ','
        && (1..=2).contains(&first.len())
        && last.len() == 3
        && middle.iter().all(|group| group.len() == 2);
    (thousands || lakhs).then(|| groups.concat())
}

/// `1e6`, `1.5E-3`, `6.02 × 10^23`, `6.02×10²³`.
fn scientific(text: &str) -> Option<Number> {
    let (mantissa, power) = match text.split_once(['e', 'E']) {
        Some((mantissa, power)) => (mantissa, power.to_owned()),
        None => {
            let (mantissa, rest) = text.split_once(['×', 'x'])?;
            let power = rest.trim_start().strip_prefix("10")?;
            let power = match power.strip_prefix('^') {
                Some(power) => power.to_owned(),
                None => power.chars().map(superscript).collect::<Option<String>>()?,
            };
            (mantissa.trim_end(), power)
        }
    };
    let digits = power.strip_prefix(['-', '+']).unwrap_or(&power);
    let plain = mantissa.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && mantissa.starts_with(|c: char| c.is_ascii_digit())
        && !mantissa.ends_with('.')
        && mantissa.matches('.').count() <= 1;
    let small = (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    let power = power.strip_prefix('+').unwrap_or(&power);
    (plain && small).then(|| Number { text: format!("{mantissa}e{power}"), scaled: false })
}

/// `½`, `6½`, `36 1/2`.
fn mixed(text: &str) -> Option<Number> {
    let (whole, part) = match text.chars().last().and_then(vulgar) {
        Some(part) => {
            let cut = text.char_indices().last()?.0;
            (text[..cut].trim_end(), part)
        }
        None => {
            let (whole, fraction) = text.rsplit_once(' ')?;
            let (top, bottom) = fraction.split_once(['/', '⁄'])?;
            let (top, bottom) = (top.parse::<u8>().ok()?, bottom.parse::<u8>().ok()?);
            if top == 0 || top >= bottom || whole.is_empty() {
                return None;
            }
            (whole, f64::from(top) / f64::from(bottom))
        }
    };
    if !whole.bytes().all(|b| b.is_ascii_digit()) || whole.len() > 9 {
        return None;
    }
    let whole = whole.parse::<u32>().unwrap_or(0);
    Some(Number { text: format!("{}", f64::from(whole) + part), scaled: false })
}

fn vulgar(c: char) -> Option<f64> {
    Some(match c {
        '½' => 0.5,
        '⅓' => 1.0 / 3.0,
        '⅔' => 2.0 / 3.0,
        '¼' => 0.25,
        '¾' => 0.75,
        '⅛' => 0.125,
        '⅜' => 0.375,
        '⅝' => 0.625,
        '⅞' => 0.875,
        _ => return None,
    })
}

fn superscript(c: char) -> Option<char> {
    Some(match c {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴' => '4',
        '⁵' => '5',
        '⁶' => '6',
        '⁷' => '7',
        '⁸' => '8',
        '⁹' => '9',
        '⁻' => '-',
        _ => return None,
    })
}

/// Splits up to three leading digits off `text`.
pub(super) fn split_digits(text: &str) -> Option<(u16, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let digits = text.get(..end).filter(|digits| (1..=3).contains(&digits.len()))?;
    Some((digits.parse().ok()?, &text[end..]))
}
