//! Units of the same measure, with the exact conversion factor between them.
//!
//! Only exactly defined units are listed: a kilometre has 1,000 metres and an inch 25.4 millimetres.
//! Currencies have rates, gallons and tons differ between countries, and a megabyte has 1,000 or 1,024
//! kilobytes: such units are never converted.

use std::cmp::Ordering;

use super::Value;

/// Units by measure, each with its size in a base unit that makes all sizes of the measure whole numbers or
/// short decimals.
const MEASURES: [&[(&str, f64)]; 10] = [
    // Length, in nanometres.
    &[
        ("µm", 1e3),
        ("mm", 1e6),
        ("cm", 1e7),
        ("m", 1e9),
        ("km", 1e12),
        ("in", 25_400_000.0),
        ("ft", 304_800_000.0),
        ("yd", 914_400_000.0),
        ("mi", 1_609_344_000_000.0),
        ("nmi", 1_852_000_000_000.0),
    ],
    // Mass, in micrograms.
    &[
        ("µg", 1.0),
        ("mg", 1e3),
        ("g", 1e6),
        ("kg", 1e9),
        ("t", 1e12),
        ("Mt", 1e18),
        ("ct", 200_000.0),
        ("oz", 28_349_523.125),
        ("lb", 453_592_370.0),
        ("st", 6_350_293_180.0),
    ],
    // Area, in square metres.
    &[
        ("m²", 1.0),
        ("ha", 1e4),
        ("km²", 1e6),
        ("sq ft", 0.092_903_04),
        ("acre", 4_046.856_422_4),
        ("sq mi", 2_589_988.110_336),
    ],
    // Volume, in millilitres.
    &[("mL", 1.0), ("cc", 1.0), ("cL", 10.0), ("dL", 100.0), ("L", 1e3), ("hL", 1e5), ("m³", 1e6)],
    // Speed, in millimetres an hour.
    &[("km/h", 1e6), ("m/s", 3.6e6), ("mph", 1_609_344.0), ("kn", 1_852_000.0)],
    // Energy, in joules.
    &[("kJ", 1e3), ("Wh", 3.6e3), ("kWh", 3.6e6), ("MWh", 3.6e9), ("GWh", 3.6e12), ("TWh", 3.6e15)],
    // Power, in milliwatts.
    &[("mW", 1.0), ("W", 1e3), ("kW", 1e6), ("MW", 1e9), ("GW", 1e12)],
    // Frequency, in hertz.
    &[("Hz", 1.0), ("kHz", 1e3), ("MHz", 1e6), ("GHz", 1e9)],
    // Pressure, in pascals.
    &[("mbar", 100.0), ("hPa", 100.0), ("kPa", 1e3), ("bar", 1e5)],
    // Data a second, in kilobits.
    &[("kbit/s", 1.0), ("Mbit/s", 1e3), ("Gbit/s", 1e6)],
];

/// The units into which this one converts, itself included; empty for most units.
pub fn convertible(unit: &str) -> impl Iterator<Item = &'static str> {
    let measure = MEASURES.iter().find(|units| units.iter().any(|(name, _)| *name == unit));
    measure.into_iter().flat_map(|units| units.iter().map(|(name, _)| *name))
}

/// A number of one unit converted into another; `None` when no exact conversion is known.
pub fn converted(number: f64, from: &str, to: &str) -> Option<f64> {
    if from == to {
        return Some(number);
    }
    MEASURES.iter().find_map(|units| {
        let size = |unit: &str| units.iter().find(|(name, _)| *name == unit).map(|(_, size)| *size);
        let (from, to) = (size(from)?, size(to)?);
        // Rounded only once: 0.3 km are 300 m, and 300 m are 0.3 km.
        Some(if from >= to { number * (from / to) } else { number / (to / from) })
    })
}

impl Value {
    /// A quantity in another unit; `None` when no exact conversion is known, and for values that are not
    /// quantities.
    #[must_use]
    pub fn in_unit(&self, unit: &str) -> Option<Value> {
        match self {
            Value::Quantity(number, own) => {
                Some(Value::Quantity(converted(*number, own, unit)?, unit.to_owned()))
            }
            _ => None,
        }
    }

    /// Like [`Value::compare`], but quantities of different units are converted where that is exact.
    #[must_use]
    pub fn compare_measures(&self, other: &Value) -> Option<Ordering> {
        self.compare(other).or_else(|| self.in_unit(other.unit()?)?.compare(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_measures_the_same_converts_exactly() {
        for (number, from, to, expected) in [
            (0.3, "km", "m", 300.0),
            (300.0, "m", "km", 0.3),
            (1.1, "kg", "g", 1100.0),
            (1.0, "mi", "m", 1609.344),
            (2.0, "in", "mm", 50.8),
            (16.0, "oz", "lb", 1.0),
            (1.0, "kWh", "kJ", 3600.0),
            (10.0, "m/s", "km/h", 36.0),
            (1.0, "ha", "m²", 10_000.0),
        ] {
            assert_eq!(converted(number, from, to), Some(expected), "{number} {from} in {to}");
        }
    }

    #[test]
    fn what_has_a_rate_or_several_meanings_does_not() {
        for (from, to) in [("€", "$"), ("$", "CAD"), ("MB", "GB"), ("ton", "kg"), ("kg", "m"), ("gal", "L")]
        {
            assert_eq!(converted(1.0, from, to), None, "{from} in {to}");
        }
        assert_eq!(converted(5.0, "€", "€"), Some(5.0));
    }

    #[test]
    fn quantities_compare_over_units() {
        let compare = |a: &str, b: &str| Value::parse(a).compare_measures(&Value::parse(b));
        assert_eq!(compare("800 m", "1 km"), Some(Ordering::Less));
        assert_eq!(compare("1,000 m", "1 km"), Some(Ordering::Equal));
        assert_eq!(compare("2 kg", "1,500 g"), Some(Ordering::Greater));
        assert_eq!(compare("€5", "$5"), None);
        assert_eq!(compare("5 kg", "3"), Some(Ordering::Greater));
    }

    /// Every unit is one that the number parser knows, and belongs to one measure only.
    #[test]
    fn units_are_known_and_have_one_measure() {
        let mut seen = std::collections::HashSet::new();
        for (unit, _) in MEASURES.iter().copied().flatten() {
            let written = if *unit == "st" { "stone" } else { *unit };
            assert_eq!(super::super::unit::unit(written), Some(*unit), "{unit}");
            assert!(seen.insert(*unit), "{unit}");
        }
    }
}
