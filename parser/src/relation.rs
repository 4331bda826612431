//! A relation of a source as the parser knows it, from the catalogue alone.

use trustuqa_engine::lexicon;
use trustuqa_model::order::sortable;
use trustuqa_model::value::{small_date, time_of_day};
use trustuqa_model::{NodeId, RelationInfo, SourceKind, Value, ValueKind};

use super::computed::ColumnFormula;
use super::lexicon::{English, is_money_sign, words_of_name};
use super::naming::{NameWord, head_of, joined_initials, name_words, with_rate_in_words, without_answers};
use crate::words::{is_stop, root};

/// A relation or column of one source, by index into [`World::rels`].
pub type RelId = usize;

/// What the values of a relation are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Names and other texts.
    Text,
    /// Numbers, with or without unit.
    Number,
    /// Dates.
    Date,
}

/// A relation of a source.
#[derive(Clone, Debug)]
pub struct Rel {
    /// Index of its source in the catalogue.
    pub source: usize,
    /// Its node.
    pub node: NodeId,
    /// Its name.
    pub name: String,
    /// The kind of its source.
    pub kind: SourceKind,
    /// The words of its name.
    pub words: Vec<NameWord>,
    /// What its values are.
    pub shape: Shape,
    /// Their unit in canonical form.
    pub unit: Option<String>,
    /// How many units one of its numbers stands for: 1,000 in `Budget (k€)`.
    pub scale: f64,
    /// Whether its values are numbers that are years.
    pub years: bool,
    /// Whether its values are dates with a time of day.
    pub timed: bool,
    /// How many numbers its times of day have: 2 in `17:30`; 0 without times of day.
    pub clock: usize,
    /// Whether its values are numbers that identify things and measure nothing: `Lot no.`.
    pub codes: bool,
    /// Whether its cells may say that there is no value: it is a text, or has texts among its numbers.
    pub may_be_blank: bool,
    /// Whether it is a column of texts whose cells may turn out to be numbers or dates.
    pub mixed: bool,
    /// Whether its values are numbers from 0 to 1, as databases write no and yes.
    pub bits: bool,
    /// How many facts it has.
    pub facts: u64,
    /// Whether its name says what its heads are: `manager_of`.
    pub of_head: bool,
    /// The formula, if it is computed from two columns.
    pub formula: Option<ColumnFormula>,
    /// Whether it is the total of the columns before it, in each row.
    pub adds_up: bool,
}

/// A column of texts is looked at if at least one cell in so many is a number or date, or if its sample may be a
/// date.
const ONE_OF: u64 = 10;

/// Whether the cells of a column of texts have to be looked at to know what it is.
fn is_mixed(info: &RelationInfo) -> bool {
    let typed = info.facts.saturating_sub(info.untyped);
    let dated = info.sample.as_deref().is_some_and(|sample| small_date(sample).is_some());
    info.kind == ValueKind::Text && (info.untyped > 0 && typed * ONE_OF >= info.facts || dated)
}

/// How many numbers a time of day has: two in `17:30`, three in `17:30:00`; 0 for other texts.
fn parts_of_clock(sample: &str) -> usize {
    let parts: Vec<&str> = sample.trim().split(':').collect();
    let number = |part: &&str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    if (2..=3).contains(&parts.len()) && parts.iter().all(number) { parts.len() } else { 0 }
}

/// The factor from the numbers of a column to its unit: `Budget (k€)`, `Impr. (000)`, `Sales £m`, `Cost (EUR m)`,
/// `Turnover in million kr`, but not `Temperature (K)` or `Deaths per 1000`.
fn scale_of_header(main: &str, remark: &str) -> f64 {
    let english = English::get();
    let is_money = |word: &str| english.unit(word).is_some_and(|unit| lexicon::contains("money units", unit));
    let scale = |typed: &str, in_brackets: bool, beside_money: bool| {
        let word = typed.to_lowercase();
        let letters = word.trim_matches(|c: char| is_money_sign(c) || "'’.".contains(c));
        let money = beside_money || letters.len() < word.trim_matches(['\'', '’', '.']).len();
        let (first, rest) = letters.split_at_checked(1)?;
        let prefixed = letters.len() == 4 && is_money(rest) && english.unit(letters).is_none();
        match letters {
            "000" | "000s" | "thousand" | "thousands" => Some(1e3),
            "1000" if in_brackets => Some(1e3),
            "million" | "millions" | "mio" | "mln" => Some(1e6),
            "billion" | "billions" => Some(1e9),
            "k" if money || in_brackets && typed == "k" => Some(1e3),
            "t" if money => Some(1e3),
            "m" | "mn" if money => Some(1e6),
            "bn" if money => Some(1e9),
            _ if prefixed && matches!(first, "k" | "t") => Some(1e3),
            _ if prefixed && first == "m" => Some(1e6),
            _ => None,
        }
    };
    let apart = |text: &'_ str| -> Vec<String> { text.split([' ', '/', '_']).map(str::to_owned).collect() };
    let (bracketed, own) = (apart(remark), apart(main));
    let counted = bracketed.iter().take_while(|word| *word != "per");
    let beside_money = |words: &[String]| {
        words.iter().any(|word| matches!(word.as_str(), "€" | "£" | "$") || is_money(&word.to_lowercase()))
    };
    let money = beside_money(&bracketed);
    let in_brackets = counted.into_iter().find_map(|word| scale(word, true, money));
    // The first word is what is counted: `Millions`, `Thousand Oaks`.
    let money = beside_money(&own);
    let counted = own.iter().skip(1).take_while(|word| *word != "per");
    let in_name = || counted.into_iter().find_map(|word| scale(word, false, money));
    in_brackets.or_else(in_name).unwrap_or(1.0)
}

impl Rel {
    /// Its name in plain English.
    pub fn in_words(&self) -> String {
        self.formula.as_ref().map_or_else(|| format!("`{}`", self.name), |formula| formula.in_words.clone())
    }

    /// Whether it is a computed duration between two columns.
    pub fn lasts(&self) -> bool {
        self.formula.as_ref().is_some_and(|formula| formula.lasts.is_some())
    }

    /// How many columns of its formula the question does not name.
    pub fn silent_columns(&self) -> f32 {
        self.formula.as_ref().map_or(0.0, |formula| f32::from(formula.silent))
    }

    /// Whether its name says of what kind its heads are, and not its tails or cells.
    pub fn tells_of_heads(&self) -> bool {
        self.of_head && self.kind != SourceKind::Table
    }

    /// Whether a word of its name is in a section of the lexicon.
    pub fn has_word_of(&self, section: &str) -> bool {
        self.words.iter().any(|word| lexicon::contains(section, &word.word))
    }

    /// Whether its numbers are amounts of money: by their unit, or without one by its head noun, `Amount`.
    pub fn holds_money(&self) -> bool {
        let called = || {
            let mut heads = self.words.iter().filter(|word| word.head);
            let number = self.shape == Shape::Number && !self.codes && !self.years && !self.bits;
            number && !self.adds_up && heads.any(|word| lexicon::contains("money of columns", &word.word))
        };
        self.unit.as_deref().map_or_else(called, |unit| lexicon::contains("money units", unit))
    }

    /// Whether its values say when something was: dates and years.
    pub fn is_time(&self) -> bool {
        self.shape == Shape::Date || self.years
    }

    /// Whether its values are called times and written as times of day: `Start`, `17:30`. They are measured only if
    /// they are said: "the highest fines" and "over 100" ask for none.
    pub fn is_clock(&self) -> bool {
        self.clock > 0 && self.has_word_of("names of times")
    }

    pub(super) fn of(source: usize, kind: SourceKind, info: &RelationInfo) -> Rel {
        let (main, remark) = match info.name.split_once(['(', '[']) {
            Some((main, remark)) if !main.trim().is_empty() => {
                (main, remark.trim_end_matches([')', ']', ' ']))
            }
            _ => (info.name.as_str(), ""),
        };
        let english = English::get();
        let key = |year: i64| Value::Integer(year).order_key().and_then(sortable);
        let are_years = |first: i64| {
            info.typed.orders.is_some_and(|(low, high)| key(first) <= Some(low) && Some(high) < key(2200))
        };
        // `yr_built` holds years, and no number of them.
        let counts = |unit: &str| unit != "year" || !are_years(1000);
        let of_header = english.unit_of_header(main, remark).map(str::to_owned);
        let of_header = of_header.filter(|unit| counts(unit));
        let scale = scale_of_header(main, remark);
        let unit = of_header.clone().or_else(|| {
            let sample = Value::parse(info.sample.as_deref().unwrap_or_default());
            let of = sample.unit().map(str::to_lowercase);
            let percent = info.sample.as_deref().unwrap_or_default().ends_with('%');
            let behind = info.sample.as_deref().unwrap_or_default().rsplit(' ').next().unwrap_or_default();
            let typed = info.kind != ValueKind::Text;
            of.as_deref()
                .and_then(|u| english.unit(u))
                .or(percent.then_some("%"))
                .or_else(|| english.unit(&behind.to_lowercase()).filter(|_| typed))
                .map(str::to_owned)
                .or(of)
        });
        // `cost £k` is about a cost.
        let scaled = |part: &str| {
            matches!(part.to_lowercase().replace(is_money_sign, "").as_str(), "" | "k" | "m" | "bn")
        };
        let kept = |part: &&str| !(part.contains(is_money_sign) && scaled(part));
        let without_money: String = main.split(' ').filter(kept).collect::<Vec<_>>().join(" ");
        let main = if without_money.trim().is_empty() { main } else { without_money.as_str() };
        let main = with_rate_in_words(main);
        let main = main.as_str();
        let mut folded = without_answers(joined_initials(words_of_name(main)));
        // In `elev_m` and `Net EUR`, the words before the unit say what is measured.
        let ends_in_unit = folded.last().is_some_and(|last| english.unit(last) == of_header.as_deref());
        if of_header.is_some() && ends_in_unit && folded.len() > 1 {
            folded.pop();
        }
        // `#` and `Pick #` are numbers.
        let numbered = main.trim_end().ends_with('#');
        if numbered && folded.is_empty() {
            folded.push("number".to_owned());
        }
        let shape = match info.kind {
            ValueKind::Date => Shape::Date,
            ValueKind::Integer
            | ValueKind::Decimal
            | ValueKind::Quantity
            | ValueKind::Duration
            | ValueKind::Fraction => Shape::Number,
            _ => Shape::Text,
        };
        let mut words: Vec<NameWord> = name_words(&folded);
        if let Some(last) = words.last_mut().filter(|last| numbered && last.word != "number") {
            last.ending = Some("number".to_owned());
        }
        let head = head_of(main, of_header.as_deref());
        let lower = main.to_lowercase();
        for word in &mut words {
            word.head = head.as_ref() == Some(&word.word);
            word.dotted = lower.contains(&format!("{}.", word.word));
            let counted_for =
                ["/", "per "].iter().any(|sign| lower.contains(&format!("{sign}{}", word.word)));
            let unit = english.unit(&word.word).filter(|unit| counts(unit));
            word.counts = shape == Shape::Number && !counted_for && unit.is_some();
        }
        let of_head = folded.last().is_some_and(|w| w == "of");
        // Older years only if the name says that they are years: "Made", "Built".
        let named = |word: &str| lexicon::contains("names of years", english.long_form(word).unwrap_or(word));
        let dated = folded.iter().any(|word| named(word));
        let latest = key(if dated { 1700 } else { 0 });
        let years = info.kind == ValueKind::Integer
            && unit.is_none()
            && are_years(if dated { 1 } else { 1700 })
            && info.typed.orders.is_some_and(|(_, high)| latest <= Some(high));
        let ends_as_code = folded.last().is_some_and(|word| lexicon::contains("code headers", word))
            || folded.iter().any(|word| lexicon::contains("other rows", word));
        let codes = info.kind == ValueKind::Integer && unit.is_none() && ends_as_code;
        Rel {
            source,
            node: info.node,
            name: info.name.clone(),
            kind,
            words,
            shape,
            unit,
            scale,
            years,
            timed: info.sample.as_deref().is_some_and(|sample| time_of_day(sample).is_some()),
            clock: match info.kind {
                ValueKind::Duration => parts_of_clock(info.sample.as_deref().unwrap_or_default()),
                _ => 0,
            },
            codes,
            mixed: kind == SourceKind::Table && is_mixed(info),
            may_be_blank: kind == SourceKind::Table && (info.kind == ValueKind::Text || info.untyped > 0),
            bits: info.holds_bits(),
            facts: info.facts,
            of_head,
            formula: None,
            adds_up: false,
        }
    }

    /// The groups of synonyms that the name as a whole belongs to.
    pub(super) fn phrase_groups(&self) -> Vec<u16> {
        let english = English::get();
        let folded = words_of_name(&self.name);
        let roots = |words: &[&str]| words.iter().map(|word| root(word)).collect::<Vec<_>>().join(" ");
        let all: Vec<&str> = folded.iter().map(String::as_str).collect();
        let content: Vec<&str> = all.iter().copied().filter(|word| !is_stop(word)).collect();
        let mut groups = english.groups(&roots(&all)).to_vec();
        if content.len() > 1 {
            groups.extend_from_slice(english.groups(&roots(&content)));
            // `yr_built` is "year built".
            let long: Vec<&str> =
                content.iter().map(|word| english.long_form(word).unwrap_or(word)).collect();
            if long != content {
                groups.extend_from_slice(english.groups(&roots(&long)));
            }
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::scale_of_header;

    #[test]
    fn headers_tell_thousands_and_millions() {
        for (main, remark) in [
            ("Budget", "k€"),
            ("Budget", "1000 kr"),
            ("Impr.", "000"),
            ("Fee kEUR", ""),
            ("sales_keur", ""),
            ("Cost", "TEUR"),
            ("Rent", "k€/month"),
        ] {
            assert_eq!(scale_of_header(main, remark), 1e3, "{main} ({remark})");
        }
        assert_eq!(scale_of_header("Sales £m", ""), 1e6);
        assert_eq!(scale_of_header("Turnover in million kr", ""), 1e6);
        for (main, remark) in [("Purchase cost", "EUR m"), ("Budget", "£ m"), ("spend_eur_m", "")] {
            assert_eq!(scale_of_header(main, remark), 1e6, "{main} ({remark})");
        }
        for (main, remark) in [
            ("Height", "m"),
            ("Weight", "kg"),
            ("Price", "€"),
            ("k", ""),
            ("Temperature", "K"),
            ("Deaths per 1000", ""),
            ("Pressure", "mbar"),
        ] {
            assert_eq!(scale_of_header(main, remark), 1.0, "{main} ({remark})");
        }
    }
}
