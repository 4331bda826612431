//! The text of a cell, by its type.

use calamine::{Data, DataRef, ExcelDateTime, Style};

/// The text of a cell, and whether the cell is of type text, as names of columns are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) is_text: bool,
}

/// Whether a style shows a fraction as a percentage.
pub(super) fn is_percent(style: &Style) -> bool {
    style.number_format.as_ref().is_some_and(|format| {
        // Quoted or escaped characters in a format are literal text next to the number.
        let mut quoted = false;
        let mut before = ' ';
        format.format_code.chars().any(|c| {
            quoted ^= c == '"';
            let percent = c == '%' && !quoted && before != '\\';
            before = c;
            percent
        })
    })
}

/// The text of a cell; `None` for an empty cell and for a formula error.
pub(super) fn of(value: &DataRef<'_>, percent: bool) -> Option<Text> {
    let text = |text: &str| (!text.trim().is_empty()).then(|| Text { text: text.to_owned(), is_text: true });
    let other = |text: String| Some(Text { text, is_text: false });
    match value {
        DataRef::String(value) => text(value),
        DataRef::SharedString(value) => text(value),
        DataRef::Int(value) if percent => other(format!("{}%", number(*value as f64 * 100.0))),
        DataRef::Int(value) => other(value.to_string()),
        DataRef::Float(value) if percent => other(format!("{}%", number(value * 100.0))),
        DataRef::Float(value) => other(number(*value)),
        DataRef::Bool(value) => other(value.to_string()),
        DataRef::DateTime(value) => other(date_time(*value)),
        DataRef::DateTimeIso(value) => other(iso(value)),
        DataRef::DurationIso(value) => other(duration(value)),
        DataRef::Error(_) | DataRef::Empty => None,
    }
}

/// Like [`of`], for a cell that owns its value.
pub(super) fn of_owned(value: &Data) -> Option<Text> {
    let borrowed = match value {
        Data::String(value) => DataRef::SharedString(value),
        Data::Int(value) => DataRef::Int(*value),
        Data::Float(value) => DataRef::Float(*value),
        Data::Bool(value) => DataRef::Bool(*value),
        Data::DateTime(value) => DataRef::DateTime(*value),
        Data::DateTimeIso(value) => DataRef::DateTimeIso(value.clone()),
        Data::DurationIso(value) => DataRef::DurationIso(value.clone()),
        Data::Error(_) | Data::Empty => DataRef::Empty,
    };
    of(&borrowed, false)
}

/// A number with the fifteen digits that spreadsheets keep, without the noise of binary fractions after them.
pub(super) fn number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0".to_owned() } else { String::new() };
    }
    // The text of a finite number in this form always parses as a number.
    let rounded: f64 = format!("{value:.14e}").parse().unwrap_or(value);
    if (1e-7..1e21).contains(&rounded.abs()) { rounded.to_string() } else { format!("{rounded:e}") }
}

fn date_time(value: ExcelDateTime) -> String {
    if value.is_duration() {
        let seconds = (value.as_f64() * 86_400.0).round() as i64;
        let (sign, seconds) = (if seconds < 0 { "-" } else { "" }, seconds.unsigned_abs());
        return format!("{sign}{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
    let (year, month, day, hour, minute, second, _) = value.to_ymd_hms_milli();
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    if (0.0..1.0).contains(&value.as_f64()) {
        return time;
    }
    let date = format!("{year:04}-{month:02}-{day:02}");
    if (hour, minute, second) == (0, 0, 0) { date } else { format!("{date} {time}") }
}

/// `2024-03-01T00:00:00` becomes a date; with another time, a space is put between date and time.
fn iso(value: &str) -> String {
    match value.split_once('T') {
        Some((date, "00:00:00" | "00:00:00.000" | "00:00:00.000000000" | "00:00:00Z")) => date.to_owned(),
        Some((date, time)) => format!("{date} {}", time.split('.').next().unwrap_or(time)),
        None => value.to_owned(),
    }
}

/// `PT10H30M00S` becomes `10:30:00`; other durations stay as they are.
fn duration(value: &str) -> String {
    let parts = || {
        let (hours, rest) = value.strip_prefix("PT")?.split_once('H')?;
        let (minutes, rest) = rest.split_once('M')?;
        let seconds = rest.strip_suffix('S')?.split(['.', ',']).next()?;
        let number = |text: &str| text.parse::<u32>().ok();
        Some(format!("{:02}:{:02}:{:02}", number(hours)?, number(minutes)?, number(seconds)?))
    };
    parts().unwrap_or_else(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use calamine::ExcelDateTimeType;

    use super::*;

    #[test]
    fn numbers_have_no_noise() {
        for (value, expected) in [
            (10.0, "10"),
            (0.1 + 0.2, "0.3"),
            (-0.0, "0"),
            (1234567.891, "1234567.891"),
            (1e300, "1e300"),
            (f64::NAN, ""),
            (2.5e-9, "2.5e-9"),
        ] {
            assert_eq!(number(value), expected);
        }
    }

    #[test]
    fn dates_and_times_have_one_form() {
        let excel = |value, kind| date_time(ExcelDateTime::new(value, kind, false));
        assert_eq!(excel(45352.0, ExcelDateTimeType::DateTime), "2024-03-01");
        assert_eq!(excel(45352.4375, ExcelDateTimeType::DateTime), "2024-03-01 10:30:00");
        assert_eq!(excel(0.4375, ExcelDateTimeType::DateTime), "10:30:00");
        assert_eq!(excel(1.5, ExcelDateTimeType::TimeDelta), "36:00:00");
        assert_eq!(iso("2024-03-01T00:00:00"), "2024-03-01");
        assert_eq!(iso("2024-03-01T10:30:00.5"), "2024-03-01 10:30:00");
        assert_eq!(duration("PT10H30M00S"), "10:30:00");
        assert_eq!(duration("P1D"), "P1D");
    }
}
