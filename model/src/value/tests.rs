//! Readings as tables of examples, and properties that hold for every text.

use std::cmp::Ordering;

use proptest::prelude::*;

use super::date_text::time_of_day;
use super::*;

fn date(year: i32, month: u8, day: u8) -> Value {
    let part = |n: u8| (n > 0).then_some(n);
    Value::Date(Date::new(year, part(month), part(day)).unwrap())
}

fn check(examples: &[(&str, Value)]) {
    for (text, expected) in examples {
        assert_eq!(Value::parse(text), *expected, "reading of {text:?}");
    }
}

fn quantity(number: f64, unit: &str) -> Value {
    Value::Quantity(number, unit.to_owned())
}

#[test]
fn reads_units_of_other_units_and_money_of_many_countries() {
    check(&[
        ("kr 53,411,000", quantity(53_411_000.0, "kr")),
        ("1 250 kr", quantity(1250.0, "kr")),
        ("180 l/h", quantity(180.0, "L/h")),
        ("12.5 kn", quantity(12.5, "kn")),
        ("322.3 kWp", quantity(322.3, "kWp")),
        ("€3.20/kg", quantity(3.2, "€/kg")),
        ("40 kr per night", quantity(40.0, "kr/night")),
        ("85/h", quantity(85.0, "/h")),
        ("5.4 l/100 km", quantity(5.4, "L/100 km")),
        ("12 Monkeys per Cage", Value::Text),
        ("kr", Value::Text),
    ]);
}

#[test]
fn reads_numbers() {
    use Value::{Decimal, Integer};
    check(&[
        ("42", Integer(42)),
        (" 42 ", Integer(42)),
        ("1,200", Integer(1200)),
        ("1,487,535", Integer(1_487_535)),
        ("18 520", Integer(18_520)),
        ("18\u{a0}520", Integer(18_520)),
        ("1\u{202f}234\u{202f}567", Integer(1_234_567)),
        ("1'000'000", Integer(1_000_000)),
        ("1.234.567", Integer(1_234_567)),
        ("12,34,567", Integer(1_234_567)),
        ("-7", Integer(-7)),
        ("−7", Integer(-7)),
        ("–7", Integer(-7)),
        ("+27", Integer(27)),
        ("+ 5.91", Decimal(5.91)),
        ("3.25", Decimal(3.25)),
        ("3,905.68", Decimal(3905.68)),
        ("1.234,56", Decimal(1234.56)),
        ("2,9", Decimal(2.9)),
        ("0,123", Decimal(0.123)),
        (".833", Decimal(0.833)),
        ("12.0", Decimal(12.0)),
        ("1e6", Decimal(1e6)),
        ("1.5E-3", Decimal(0.0015)),
        ("6.02 × 10^23", Decimal(6.02e23)),
        ("6.02×10²³", Decimal(6.02e23)),
        ("6½", Decimal(6.5)),
        ("36 1/2", Decimal(36.5)),
        ("3.2 million", Integer(3_200_000)),
        ("4.35 million", Integer(4_350_000)),
        ("2 thousand", Integer(2000)),
        ("1,234[a]", Integer(1234)),
        ("45*", Integer(45)),
        ("39†", Integer(39)),
        ("45[1][note 2]", Integer(45)),
        ("c. 1860", Integer(1860)),
        ("~500", Integer(500)),
        ("947 (289)", Integer(947)),
        ("216,425 (56.8%)", Integer(216_425)),
        ("80(1995)", Integer(80)),
        ("99999999999999999999", Decimal(1e20)),
        ("1879", Integer(1879)),
    ]);
}

#[test]
fn reads_dates() {
    check(&[
        ("14 March 1879", date(1879, 3, 14)),
        ("March 14, 1879", date(1879, 3, 14)),
        ("March 14 1879", date(1879, 3, 14)),
        ("14 Mar 1879", date(1879, 3, 14)),
        ("Aug. 8, 1974", date(1974, 8, 8)),
        ("Sept. 5, 2005", date(2005, 9, 5)),
        ("5th March 1990", date(1990, 3, 5)),
        ("March 5th, 1990", date(1990, 3, 5)),
        ("3. May 1990", date(1990, 5, 3)),
        ("14. May 1990", date(1990, 5, 14)),
        ("the 14th of March 1879", date(1879, 3, 14)),
        ("Sunday, March 5, 1990", date(1990, 3, 5)),
        ("1879 March 14", date(1879, 3, 14)),
        ("05-Mar-1990", date(1990, 3, 5)),
        ("17-Sep-21", date(2021, 9, 17)),
        ("1-jan-64", date(1964, 1, 1)),
        ("26MAR2014", date(2014, 3, 26)),
        ("March 1879", date(1879, 3, 0)),
        ("September, 2005", date(2005, 9, 0)),
        ("1879-03", date(1879, 3, 0)),
        ("2004-08-13", date(2004, 8, 13)),
        ("2004/08/13", date(2004, 8, 13)),
        ("2004-08-13T12:00:00Z", date(2004, 8, 13)),
        ("2004-08-13+02:00", date(2004, 8, 13)),
        ("+1990-05-00T00:00:00Z", date(1990, 5, 0)),
        ("1990-00-00", date(1990, 0, 0)),
        ("-0043-03-15", date(-43, 3, 15)),
        ("44 BC", date(-43, 0, 0)),
        ("44 BCE", date(-43, 0, 0)),
        ("15 March 44 BC", date(-43, 3, 15)),
        ("AD 79", date(79, 0, 0)),
        ("79 CE", date(79, 0, 0)),
        ("13/08/2004", date(2004, 8, 13)),
        ("08/13/2004", date(2004, 8, 13)),
        ("2/2/2004", date(2004, 2, 2)),
        ("12.04.1986", date(1986, 4, 12)),
        ("09/2004", date(2004, 9, 0)),
        ("October 19, 2008 - 15:00", date(2008, 10, 19)),
        ("2024-01-13 12:30:00", date(2024, 1, 13)),
        ("2024-01-13 12:30:00.250", date(2024, 1, 13)),
        ("2024-01-13 12:30:00+00", date(2024, 1, 13)),
        ("2024-01-13 12:30:00.250+01:00", date(2024, 1, 13)),
        ("2024-01-13 12:30 UTC", date(2024, 1, 13)),
        ("13/01/2024 12:30", date(2024, 1, 13)),
        ("8 October 1943*", date(1943, 10, 8)),
        ("February 15, 1951 (age 31)", date(1951, 2, 15)),
        ("c. March 1879", Value::Text),
    ]);
}

#[test]
fn times_of_day_are_read_behind_dates() {
    for (text, seconds) in [
        ("14/01/2025 19:27", 19.0 * 3600.0 + 27.0 * 60.0),
        ("2024-01-13T00:00:01", 1.0),
        ("2024-01-13 12:30:00.250+01:00", 45_000.25),
        ("4/5/2024 7:35 PM", 19.0 * 3600.0 + 35.0 * 60.0),
        ("4/5/2024 12:05 am", 300.0),
    ] {
        assert_eq!(time_of_day(text), Some(seconds), "{text}");
    }
    for text in ["2024-01-13", "14:30", "12 March 2004", "score 3:1", "2024-01-13 99:30", "a T 1:2"] {
        assert_eq!(time_of_day(text), None, "{text}");
    }
}

#[test]
fn leaves_ambiguous_texts_alone() {
    for text in [
        "",
        " ",
        "abc",
        "14 March",
        "March",
        "11/09/2013",
        "03/22/82",
        "1999–2001",
        "2001–02",
        "2006/07",
        "1990–",
        "29 December 1844 – 1906",
        "August 3-5, 2004",
        "14th century",
        "1980s",
        "90s",
        "31 April 1990",
        "2004-02-30",
        "0-1-0",
        "0–1–0",
        "46–49 °C",
        ">2.0",
        "1920?",
        "1984 (novel)",
        "1999 (neon)",
        "U+F807",
        "PE2",
        "12 Monkeys",
        "1/0",
        "4–6, 6–3",
        "1916, 1919",
        "6 0",
        "3D",
        "8.5:1",
        "51°03′54″N 1°47′51″W",
        "[1]",
        "(6)",
        "No",
        "T",
        "1990.",
        "12 Years a Slave",
        "4Minute",
        "78-75-75-74=302",
        "1914 August 1918",
        "March 1879 14",
    ] {
        assert_eq!(Value::parse(text), Value::Text, "reading of {text:?}");
    }
}

#[test]
fn reads_ordinals_scores_and_fractions() {
    use Value::{Decimal, Fraction, Integer, Ordinal, Score};
    check(&[
        ("1.", Ordinal(1)),
        ("1st", Ordinal(1)),
        ("2nd", Ordinal(2)),
        ("23rd", Ordinal(23)),
        ("14th (q)", Ordinal(14)),
        ("t3", Ordinal(3)),
        ("T3", Ordinal(3)),
        ("T-3rd", Ordinal(3)),
        ("21=", Ordinal(21)),
        ("3ª", Ordinal(3)),
        ("#3", Ordinal(3)),
        ("No. 3", Ordinal(3)),
        ("3-1", Score(3, 1)),
        ("6–2", Score(6, 2)),
        ("3 – 0", Score(3, 0)),
        ("3:1", Score(3, 1)),
        ("89:92", Score(89, 92)),
        ("W 45–17", Score(45, 17)),
        ("W, 5-0", Score(5, 0)),
        ("67–64 OT", Score(67, 64)),
        ("2–3 (AET)", Score(2, 3)),
        ("2-1 (a.e.t.)", Score(2, 1)),
        ("2–11 (0–1)", Score(2, 11)),
        // A mark out of five is read as the mark; a share of games is not.
        ("3.83 / 5", Decimal(3.83)),
        ("7 / 10", Integer(7)),
        ("1/2", Fraction(1, 2)),
        ("61 / 264", Fraction(61, 264)),
    ]);
}

#[test]
fn reads_quantities() {
    check(&[
        ("70 kg", quantity(70.0, "kg")),
        ("5,895 m", quantity(5895.0, "m")),
        ("12.5 km²", quantity(12.5, "km²")),
        ("3755 km2", quantity(3755.0, "km²")),
        ("636.5/km²", quantity(636.5, "/km²")),
        ("1.80mts", quantity(1.8, "m")),
        ("-5 °C", quantity(-5.0, "°C")),
        ("72 laps", quantity(72.0, "lap")),
        ("6 doz.", quantity(6.0, "dozen")),
        ("90 metres (295 ft)", quantity(90.0, "m")),
        ("6'6\"", quantity(6.5, "ft")),
        ("2 ft 6 in", quantity(2.5, "ft")),
        ("7\"", quantity(7.0, "in")),
        ("44'", quantity(44.0, "ft")),
        ("12%", quantity(12.0, "%")),
        ("($12,000)", quantity(-12_000.0, "$")),
        ("(€ 3.50)", quantity(-3.5, "€")),
        ("(-$5)", Value::Text),
        ("(12)", Value::Text),
        ("75.43 %", quantity(75.43, "%")),
        ("2,9%", quantity(2.9, "%")),
        ("$98,245", quantity(98_245.0, "$")),
        ("$ 300,000", quantity(300_000.0, "$")),
        ("-$5.50", quantity(-5.5, "$")),
        ("$-5.50", quantity(-5.5, "$")),
        ("US$ 1,000", quantity(1000.0, "$")),
        ("$1.2 million", quantity(1_200_000.0, "$")),
        ("£16.8M", quantity(16_800_000.0, "£")),
        ("€3", quantity(3.0, "€")),
        ("3 €", quantity(3.0, "€")),
        ("¥500", quantity(500.0, "¥")),
        ("5 million euros", quantity(5_000_000.0, "€")),
        ("100 USD", quantity(100.0, "$")),
        ("SGD 3,600", quantity(3600.0, "SGD")),
    ]);
}

#[test]
fn reads_durations() {
    const DAY: f64 = 86_400.0;
    check(&[
        ("3:42.5", Value::Duration(222.5)),
        ("3:00", Value::Duration(180.0)),
        ("1:54.38", Value::Duration(114.38)),
        ("1:02:03", Value::Duration(3723.0)),
        ("61:29:17", Value::Duration(221_357.0)),
        ("+1:11.358", Value::Duration(71.358)),
        ("+ 22.6 s", Value::Duration(22.6)),
        ("2h 30m", Value::Duration(9000.0)),
        ("45 min", Value::Duration(2700.0)),
        ("3 days", Value::Duration(3.0 * DAY)),
        ("15 years, 25 days", Value::Duration(15.0 * 365.25 * DAY + 25.0 * DAY)),
        ("8:00 PM", Value::Duration(72_000.0)),
        ("12:30 a.m.", Value::Duration(1800.0)),
        ("9:03.16 (PB)", Value::Duration(543.16)),
    ]);
}

#[test]
fn reads_bare_years_only_when_a_date_is_asked_for() {
    for (text, year) in
        [("1879", 1879), ("99", 99), ("-43", -43), ("44 BC", -43), ("c. 1860", 1860), ("1990[a]", 1990)]
    {
        assert_eq!(Date::parse(text), Date::new(year, None, None), "{text}");
    }
    assert_eq!(Date::parse("12345"), None);
    assert_eq!(Value::Integer(1879).date(), Date::new(1879, None, None));
    assert_eq!(Value::Integer(0).date(), None);
    assert_eq!(Value::Integer(10_000).date(), None);
}

#[test]
fn months_between_dates_are_those_of_the_calendar() {
    let months = |earlier: &str, later: &str| {
        let date = |text: &str| Value::parse(text).date().unwrap();
        super::months_elapsed(date(later), date(earlier)).unwrap()
    };
    assert_eq!(months("2024-01-15", "2024-02-15"), 1.0);
    assert_eq!(months("2024-01-31", "2024-02-29"), 1.0);
    assert_eq!(months("2023-12-31", "2024-12-31"), 12.0);
    assert_eq!(months("2024-02-29", "2025-02-28"), 12.0);
    assert_eq!(months("2024-03-01", "2024-01-01"), -2.0);
    let part = months("2024-01-15", "2024-02-20");
    assert!(part > 1.1 && part < 1.2, "{part}");
    // Less than a month within one month, and over the end of a year.
    assert!(months("2024-05-03", "2024-05-20") < 1.0);
    assert!(months("2023-12-20", "2024-01-10") < 1.0);
}

#[test]
fn dates_know_their_days() {
    let day = |y, m, d| Date::new(y, m, d).unwrap();
    assert_eq!(day(1970, Some(1), Some(1)).first_day(), 0);
    assert_eq!(day(1970, None, None).last_day(), 364);
    assert_eq!(day(2000, Some(2), None).last_day() - day(2000, Some(2), None).first_day(), 28);
    assert_eq!(day(1969, Some(12), Some(31)).first_day(), -1);
    for wrong in
        [(2001, Some(2), Some(29)), (2001, Some(13), None), (2001, None, Some(1)), (10_000, None, None)]
    {
        assert_eq!(Date::new(wrong.0, wrong.1, wrong.2), None, "{wrong:?}");
    }
}

/// The serialised form is checked like the arguments of `Date::new`.
#[test]
fn a_damaged_record_makes_no_date() {
    let config = bincode::config::standard();
    let good = bincode::serde::encode_to_vec(Date::new(2001, Some(2), Some(28)).unwrap(), config).unwrap();
    let bad = bincode::serde::encode_to_vec((2001_i16, 2_u8, 30_u8), config).unwrap();
    assert!(bincode::serde::decode_from_slice::<Date, _>(&good, config).is_ok());
    assert!(bincode::serde::decode_from_slice::<Date, _>(&bad, config).is_err());
}

#[test]
fn compares_across_kinds() {
    use Ordering::{Equal, Greater, Less};
    for (a, b, expected) in [
        ("1,200", "1200.0", Some(Equal)),
        ("3", "12", Some(Less)),
        ("1/2", "0.5", Some(Equal)),
        ("3rd", "2", Some(Greater)),
        ("70 kg", "65 kg", Some(Greater)),
        ("70 kg", "65", Some(Greater)),
        ("70 kg", "65 m", None),
        ("$5", "€5", None),
        ("12%", "11.5", Some(Greater)),
        ("1990", "3 May 1990", Some(Equal)),
        ("May 1990", "3 May 1990", Some(Equal)),
        ("May 1990", "3 June 1990", Some(Less)),
        ("3 May 1990", "1991", Some(Less)),
        ("44 BC", "79", Some(Less)),
        ("3 May 1990", "12 kg", None),
        ("1:54.38", "2:00", Some(Less)),
        ("1:54.38", "2", None),
        ("3-1", "3-2", Some(Less)),
        ("3-1", "10-0", Some(Less)),
        ("3-1", "2", None),
        ("abc", "abd", None),
        ("abc", "3", None),
    ] {
        assert_eq!(Value::parse(a).compare(&Value::parse(b)), expected, "{a} with {b}");
        let back = Value::parse(b).compare(&Value::parse(a));
        assert_eq!(back, expected.map(Ordering::reverse), "{b} with {a}");
    }
}

/// Texts similar to the typed forms, so that the properties are tested on more than `Text`.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[-+−–$€£~#tTc]{0,2}[ .]?[0-9]{0,4}[-–,.:/ '½]{0,2}[0-9]{0,4}[-–,.:/ ]{0,2}[0-9]{0,4} ?(kg|km²|%|th|m|h|s|million|BC|\\(.{0,5}\\)|\\[a\\])?",
        "[0-9]{1,2} (March|Mar|may|Aug\\.) [0-9]{1,4}",
        "-?[0-9]{4}-[0-9]{2}-[0-9]{2}",
        (-99_999_i64..99_999).prop_map(|n| n.to_string()),
    ]
}

fn dates() -> impl Strategy<Value = Date> {
    (-9999_i32..=9999, 0_u8..=12, 0_u8..=31).prop_filter_map(
        "a date of the calendar",
        |(year, month, day)| {
            Date::new(year, (month > 0).then_some(month), (month > 0 && day > 0).then_some(day))
        },
    )
}

/// Values that are often close to each other: dates and integers of the same years, and other texts.
fn dated() -> impl Strategy<Value = Value> {
    prop_oneof![
        texts().prop_map(|text| Value::parse(&text)),
        (1988_i64..1993).prop_map(Value::Integer),
        (1988_i32..1993, 0_u8..=12, 0_u8..=28).prop_filter_map(
            "a date of the calendar",
            |(year, month, day)| {
                let day = (month > 0 && day > 0).then_some(day);
                Date::new(year, (month > 0).then_some(month), day).map(Value::Date)
            }
        ),
    ]
}

/// Whatever compares with `b` lies on the right side of one of its spans, so that no index misses it.
fn check_spans(a: &Value, b: &Value) {
    let Some(order) = a.compare(b) else { return };
    let key = a.order_key().unwrap();
    let spans = b.key_spans();
    let span = spans.iter().find(|span| span.class == key.class);
    let span = span.unwrap_or_else(|| panic!("{b:?} has no span for {a:?}"));
    assert!(order.is_gt() || key.position <= span.high, "{a:?} {b:?} {span:?}");
    assert!(order.is_lt() || key.position >= span.low, "{a:?} {b:?} {span:?}");
}

#[test]
fn a_month_of_the_year_zero_has_a_span_for_integers() {
    check_spans(&Value::Integer(1988), &date(0, 1, 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn parsing_never_panics_and_never_makes_a_number_that_is_none(text in texts()) {
        let value = Value::parse(&text);
        prop_assert!(value.number().is_none_or(f64::is_finite), "{value:?}");
        prop_assert!(value.order_key().is_none_or(|key| key.position.is_finite()));
        let _ = Date::parse(&text);
    }

    #[test]
    fn keys_never_contradict_comparison(a in texts(), b in texts()) {
        let (a, b) = (Value::parse(&a), Value::parse(&b));
        let order = a.compare(&b);
        prop_assert_eq!(order, b.compare(&a).map(Ordering::reverse));
        if let (Some(order), Some(x), Some(y)) = (order, a.order_key(), b.order_key())
            && x.class == y.class
        {
            match order {
                Ordering::Less => prop_assert!(x.position <= y.position),
                Ordering::Greater => prop_assert!(x.position >= y.position),
                Ordering::Equal => prop_assert!(x.position == y.position || a.date().is_some()),
            }
        }
    }

    #[test]
    fn spans_contain_what_compares(a in dated(), b in dated()) {
        check_spans(&a, &b);
    }

    #[test]
    fn integers_round_trip(n: i64) {
        prop_assert_eq!(Value::parse(&n.to_string()), Value::Integer(n));
    }

    #[test]
    fn decimals_round_trip(n in -1e12_f64..1e12) {
        if n.fract() != 0.0 {
            prop_assert_eq!(Value::parse(&n.to_string()), Value::Decimal(n));
        }
    }

    #[test]
    fn dates_round_trip(date in dates()) {
        prop_assert_eq!(Date::parse(&date.to_string()), Some(date), "{}", date);
        prop_assert!(date.first_day() <= date.last_day());
        let days = Date::from_days(date.first_day()).unwrap();
        prop_assert_eq!(days.first_day(), date.first_day());
        prop_assert!(date.covers(days));
    }

    #[test]
    fn dates_order_as_their_days(a in dates(), b in dates()) {
        let order = Value::Date(a).compare(&Value::Date(b)).unwrap();
        let apart = a.last_day() < b.first_day() || b.last_day() < a.first_day();
        prop_assert_eq!(order != Ordering::Equal, apart);
    }
}
