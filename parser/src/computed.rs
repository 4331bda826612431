//! Columns that the rows of a table have without storing them: how many days late something was, what so many at a
//! price come to. Each is a formula over two stored columns, added when a question needs it. Rules then use it like
//! any column of numbers.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::formula::{Operator, TimeUnit};
use trustuqa_model::value::time_of_day;
use trustuqa_model::{NodeId, RelationInfo, Result, ValueKind};

use super::elapsed::{Lasting, symbol};
use super::graph_cache::ComputedValues;
use super::lexicon::English;
use super::naming::{NameMatch, name_words};
use super::pairs::Finder;
use super::relation::{Rel, RelId, Shape};
use super::text::{Coverage, Text, bit, span};
use super::world::{World, number_of};

/// Maximum number of words of a phrase that says whether something was on time.
const LONGEST: usize = 3;

/// The least likeness of words that name a column of a formula.
const NAMED: f32 = 0.75;

/// The weight of words that a computed time is given beside those of the question.
const IMPLIED: f32 = 0.15;

/// A formula over two columns.
#[derive(Clone, Debug)]
pub struct ColumnFormula {
    /// What is done with the columns.
    pub operator: Operator,
    /// The columns.
    pub of: (RelId, RelId),
    /// The unit, if it is the time between two columns.
    pub lasts: Option<TimeUnit>,
    /// How many of its columns the question does not name, if it may be about others.
    pub silent: u8,
    /// In plain English.
    pub in_words: String,
    /// The words of the question that it was made for.
    pub coverage: Coverage,
}

/// How something went compared with what was planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// After it was due.
    Late,
    /// Not after it was due.
    OnTime,
    /// Before it was due.
    Early,
    /// The actual amount is more than was planned.
    Over,
    /// The actual amount is less than was planned.
    Under,
}

/// Where the question compares something with what was planned.
pub fn against_plan(text: &Text) -> Vec<(Against, Coverage)> {
    let mut found = punctual(text);
    found.extend(beside_amount(text));
    found
}

/// Where the question says that an amount was more or less than planned: "over its budget", "exceeded the
/// estimate", "cheaper than planned", "overspent".
fn beside_amount(text: &Text) -> Vec<(Against, Coverage)> {
    let sections = [
        ("over plans", Against::Over),
        ("under plans", Against::Under),
        ("said of over", Against::Over),
        ("said of under", Against::Under),
    ];
    let mut found = Vec::new();
    for at in 0..text.tokens.len() {
        let word = text.word(at);
        let Some((section, how)) = sections.iter().find(|(section, _)| lexicon::contains(section, word))
        else {
            continue;
        };
        // "over its original budget", "less than estimated"
        let between = |at: &usize| text.tokens[*at].filler || text.word(*at) == "original";
        let behind = (at + 1..text.tokens.len().min(at + 4)).find(|at| !between(at));
        let plan = behind.filter(|plan| lexicon::contains("planned amounts", text.word(*plan)));
        match plan {
            Some(plan) => found.push((*how, span(at, plan + 1))),
            None if section.starts_with("said") => found.push((*how, bit(at))),
            None => {}
        }
    }
    // "what is left of the budget", "the remaining allowance"
    let plan = (0..text.tokens.len()).find(|at| lexicon::contains("planned amounts", text.word(*at)));
    let rest = (0..text.tokens.len()).find(|at| lexicon::contains("said of rests", text.word(*at)));
    found.extend(plan.zip(rest).map(|(plan, rest)| (Against::Under, bit(plan) | bit(rest))));
    found
}

/// Where the question says whether something was on time.
fn punctual(text: &Text) -> Vec<(Against, Coverage)> {
    let sections = [
        ("said of late", Against::Late),
        ("said of on time", Against::OnTime),
        ("said of early", Against::Early),
    ];
    let mut found: Vec<(Against, Coverage)> = Vec::new();
    for at in 0..text.tokens.len() {
        for to in (at + 1..=text.tokens.len().min(at + LONGEST)).rev() {
            let phrase = text.phrase(at, to);
            let kind = sections.iter().find(|(section, _)| lexicon::contains(section, &phrase));
            // "late 2023", "early May"
            let of_time = text.periods.iter().any(|period| period.coverage & bit(to) != 0)
                || text.parts.iter().any(|part| part.coverage & bit(to) != 0);
            let inside = found.iter().any(|(_, coverage)| coverage & bit(at) != 0);
            if let Some((_, kind)) = kind.filter(|_| !of_time && !inside) {
                found.push((*kind, span(at, to)));
            }
        }
    }
    // "after the day it was due", "earlier than promised"
    for due in (0..text.tokens.len()).filter(|at| lexicon::contains("due columns", text.word(*at))) {
        let before = (due.saturating_sub(6)..due).rev().find_map(|at| match text.word(at) {
            "after" | "later" | "past" | "beyond" | "behind" => Some((Against::Late, at)),
            "before" | "earlier" => Some((Against::Early, at)),
            _ => None,
        });
        if let Some((kind, at)) =
            before.filter(|(_, at)| !found.iter().any(|(_, coverage)| coverage & bit(*at) != 0))
        {
            found.push((kind, span(at, due + 1)));
        }
    }
    found
}

impl World<'_> {
    /// Adds the computed columns that the question needs.
    pub fn add_computed(&mut self, text: &Text) -> Result<()> {
        let late = punctual(text).iter().fold(0, |covered, (_, said)| covered | said);
        let beside = beside_amount(text);
        let worth = text.words_of("worth of rows");
        let lasting = Lasting::of(text);
        for source in self.tables() {
            if late != 0 && !self.is_stored(source, text, late) {
                for (done, due) in self.due_dates(source)? {
                    let unit = match lasting.and_then(|lasting| lasting.unit) {
                        Some(unit) => unit,
                        None => self.unit_between(done, due)?,
                    };
                    self.compute_lasting((done, due, 0), unit, text, late)?;
                }
            }
            if worth != 0
                && !self.is_stored(source, text, worth)
                && let Some((quantity, price)) = self.quantity_and_price(source)
            {
                self.compute(Operator::Multiply, quantity, price, text, worth)?;
            }
            for (operator, a, b, words) in self.spelled_out(source, text) {
                self.compute(operator, a, b, text, words)?;
            }
            for (how, words) in &beside {
                // A column `Overrun` has it already.
                if words.count_ones() == 1 && self.is_stored(source, text, *words) {
                    continue;
                }
                for (actual, planned) in self.planned_amounts(source, text, *words) {
                    let (a, b) = if *how == Against::Over { (actual, planned) } else { (planned, actual) };
                    self.compute(Operator::Subtract, a, b, text, *words)?;
                }
            }
        }
        lasting.map_or(Ok(()), |lasting| self.add_elapsed(text, lasting))
    }

    /// Pairs of columns of an actual and a planned amount: `Act. cost` and `Est. cost`, `Spent` and `Budget`.
    fn planned_amounts(&self, source: usize, text: &Text, words: Coverage) -> Vec<(RelId, RelId)> {
        let numbers = |rel: &RelId| {
            let of = &self.rels[*rel];
            of.shape == Shape::Number && !of.codes && !of.years && !of.bits && of.formula.is_none()
        };
        let is_plan = |rel: &RelId| self.rels[*rel].has_word_of("planned amounts");
        let (mut planned, others): (Vec<RelId>, Vec<RelId>) =
            self.rels_of(source).filter(numbers).partition(is_plan);
        // If there are several plans, those that the question names.
        let named = |rel: &RelId| self.name_match(*rel, text, words).best >= NAMED;
        if planned.iter().any(named) {
            planned.retain(named);
        }
        let mut found = Vec::new();
        for plan in planned {
            let unit = &self.rels[plan].unit;
            let alike: Vec<RelId> =
                others.iter().copied().filter(|rel| self.rels[*rel].unit == *unit).collect();
            let named = |rel: &&RelId| self.rels[**rel].has_word_of("actual amounts");
            let shares = |rel: &&RelId| {
                let plan = &self.rels[plan].words;
                self.rels[**rel].words.iter().any(|word| plan.iter().any(|p| p.root == word.root))
            };
            // `Act. cost`, else what shares a word with `Est. cost`, else the only one.
            let mut actual: Vec<RelId> = alike.iter().filter(named).copied().collect();
            if actual.is_empty() {
                actual = alike.iter().filter(shares).copied().collect();
            }
            if actual.is_empty() && alike.len() == 1 {
                actual = alike;
            }
            found.extend(actual.into_iter().map(|actual| (actual, plan)));
        }
        found
    }

    /// Formulas that the question spells out: two columns of numbers with a word for an operation between them.
    fn spelled_out(&self, source: usize, text: &Text) -> Vec<(Operator, RelId, RelId, Coverage)> {
        let sections = [
            ("columns are added by", Operator::Add),
            ("columns are subtracted by", Operator::Subtract),
            ("columns are multiplied by", Operator::Multiply),
            ("columns are divided by", Operator::Divide),
        ];
        // "parts and labour added together", but "the price and the weight"
        let together = ["together", "added", "combined"].iter().any(|word| text.has_word(word));
        let mut found = Vec::new();
        for at in 1..text.tokens.len() {
            for to in at + 1..=(at + 2).min(text.tokens.len()) {
                let phrase = text.phrase(at, to);
                let operator = sections.iter().find(|(section, _)| lexicon::contains(section, &phrase));
                if let Some((_, operator)) = operator.filter(|_| phrase != "and" || together) {
                    let operands = self.operands(source, text, at..to, *operator);
                    found.extend(operands.into_iter().map(|(a, b, words)| (*operator, a, b, words)));
                }
            }
        }
        found
    }

    /// The columns of numbers that are said right before and right behind an operation, with all these words.
    fn operands(
        &self,
        source: usize,
        text: &Text,
        between: std::ops::Range<usize>,
        operator: Operator,
    ) -> Vec<(RelId, RelId, Coverage)> {
        let (at, to) = (between.start, between.end);
        let before = span(at.saturating_sub(3), at);
        let behind = span(to, (to + 4).min(text.tokens.len()));
        let numbers = |rel: &RelId| {
            let of = &self.rels[*rel];
            of.shape == Shape::Number && !of.codes && !of.years && !of.bits
        };
        let numbers: Vec<RelId> = self.rels_of(source).filter(numbers).collect();
        let mut found = Vec::new();
        for a in &numbers {
            let one = self.name_match(*a, text, before);
            // `Net per kg` is a column of its own.
            let whole =
                self.name_match(*a, text, span(at, text.tokens.len()) | before).coverage & behind != 0;
            if one.best < NAMED || !one.head || whole {
                continue;
            }
            for b in numbers.iter().filter(|b| *b != a) {
                let mut two = self.name_match(*b, text, behind);
                // "rent per square metre" by a column `Area (m²)`
                if two.best < NAMED && operator == Operator::Divide {
                    two = self.unit_match(*b, text, to).unwrap_or(two);
                }
                let alike = self.rels[*a].unit == self.rels[*b].unit;
                let sums = matches!(operator, Operator::Add | Operator::Subtract);
                if two.best >= NAMED && (alike || !sums) {
                    found.push((*a, *b, one.coverage | span(at, to) | two.coverage));
                }
            }
        }
        found
    }

    /// How the unit of a column is said from a token on.
    fn unit_match(&self, rel: RelId, text: &Text, at: usize) -> Option<NameMatch> {
        let unit = self.rels[rel].unit.as_deref()?;
        let english = English::get();
        let behind = (at + 1..=at + 2).rev().find(|to| english.unit(&text.phrase(at, *to)) == Some(unit))?;
        Some(NameMatch::whole(span(at, behind)))
    }

    /// Whether these words say a stored column of a table.
    fn is_stored(&self, source: usize, text: &Text, words: Coverage) -> bool {
        let mut stored = self.rels_of(source).filter(|rel| self.rels[*rel].shape != Shape::Date);
        stored.any(|rel| self.name_match(rel, text, words).best >= 0.55)
    }

    /// Pairs of columns of when something was done, and when it was due, if it was late in some rows and not in
    /// all.
    fn due_dates(&mut self, source: usize) -> Result<Vec<(RelId, RelId)>> {
        let dates: Vec<RelId> =
            self.rels_of(source).filter(|rel| self.rels[*rel].shape == Shape::Date).collect();
        let is_due = |rel: &RelId| self.rels[*rel].has_word_of("due columns");
        let (due, done): (Vec<RelId>, Vec<RelId>) = dates.into_iter().partition(is_due);
        let mut found = Vec::new();
        for due in due {
            for done in done.iter().copied() {
                let unit = self.unit_between(done, due)?;
                let (_, spans) = self.column_of(Operator::Subtract, done, due, Some(unit))?;
                let late = spans.iter().filter(|(_, span)| *span > 0.0).count();
                if late > 0 && late < spans.len() {
                    found.push((done, due));
                }
            }
        }
        Ok(found)
    }

    /// The columns of a table with a quantity and with the price of one.
    fn quantity_and_price(&self, source: usize) -> Option<(RelId, RelId)> {
        let has = |rel: RelId, section: &str| self.rels[rel].has_word_of(section);
        let money = |rel: &RelId| self.rels[*rel].holds_money() || has(*rel, "prices");
        let numbers: Vec<RelId> =
            self.rels_of(source).filter(|rel| self.rels[*rel].shape == Shape::Number).collect();
        let prices: Vec<RelId> = numbers.iter().copied().filter(money).collect();
        // A second amount of money might already be the total of a row.
        let [price] = prices.as_slice() else { return None };
        let each = has(*price, "prices of one");
        let quantity = numbers.iter().copied().find(|rel| rel != price && has(*rel, "quantities"))?;
        each.then_some((quantity, *price))
    }

    /// The node of the computed column of a formula, and the values of the rows that have both operands, by
    /// ascending row. They are computed once for all readings of a question.
    pub(super) fn column_of(
        &mut self,
        operator: Operator,
        a: RelId,
        b: RelId,
        lasts: Option<TimeUnit>,
    ) -> Result<(NodeId, ComputedValues)> {
        let source = self.sources[self.rels[a].source].id;
        let formula = (source, operator, self.rels[a].node, self.rels[b].node, lasts);
        if let Some(known) = self.cache.computed.get(&formula) {
            return Ok(known.clone());
        }
        let (first, second) = (self.pairs(a)?, self.pairs(b)?);
        for column in [a, b] {
            let cells = self.side(column, false)?;
            self.expect_nodes(&cells)?;
        }
        let (one_of, two_of) = self.factors(operator, a, b);
        let mut others = Finder::new(second.by_head());
        let mut found = Vec::new();
        for (row, cell, _) in first.by_head() {
            let Some((_, other, _)) = others.of(*row).first() else { continue };
            let (one, two) = (self.value(a, *cell)?, self.value(b, *other)?);
            if let (Some(unit), Some(_), Some(_)) = (lasts, one.date(), two.date()) {
                let span = self.span_between((a, *cell), (b, *other), unit)?;
                found.extend(span.map(|span| (*row, span)));
            } else if let (Some(one), Some(two)) = (number_of(&one), number_of(&two)) {
                let (one, two) = (one * one_of, two * two_of);
                let made = match operator {
                    Operator::Subtract => one - two,
                    Operator::Multiply => one * two,
                    Operator::Add => one + two,
                    Operator::Divide => one / two,
                };
                found.extend(made.is_finite().then_some((*row, made)));
            }
        }
        let column = (self.cache.add_column(source, &found), Arc::new(found));
        self.cache.computed.insert(formula, column.clone());
        Ok(column)
    }

    /// The time between two cells, each with its column; between years, their difference.
    pub(super) fn span_between(
        &mut self,
        later: (RelId, NodeId),
        earlier: (RelId, NodeId),
        unit: TimeUnit,
    ) -> Result<Option<f64>> {
        let (one, two) = (self.value(later.0, later.1)?, self.value(earlier.0, earlier.1)?);
        let (Some(last), Some(first)) = (one.date(), two.date()) else {
            return Ok(number_of(&one).zip(number_of(&two)).map(|(one, two)| one - two));
        };
        let time = |timed: bool, world: &mut Self, cell| -> Result<Option<f64>> {
            if timed { Ok(time_of_day(&world.text(cell)?)) } else { Ok(None) }
        };
        let at = time(self.rels[later.0].timed, self, later.1)?;
        let from = time(self.rels[earlier.0].timed, self, earlier.1)?;
        Ok(unit.between((last, at), (first, from)))
    }

    /// What the numbers of two columns are multiplied by to have the same scale: thousands of euros and euros.
    fn factors(&self, operator: Operator, a: RelId, b: RelId) -> (f64, f64) {
        let (one, two) = (self.rels[a].scale, self.rels[b].scale);
        let least = one.min(two);
        if operator == Operator::Multiply { (1.0, 1.0) } else { (one / least, two / least) }
    }

    /// Adds the column of the time from `earlier` to `later`; `silent` counts the columns that the question does
    /// not name.
    pub(super) fn compute_lasting(
        &mut self,
        (later, earlier, silent): (RelId, RelId, u8),
        unit: TimeUnit,
        text: &Text,
        words: Coverage,
    ) -> Result<RelId> {
        let (to, from) = (&self.rels[later].name, &self.rels[earlier].name);
        let formula = match unit {
            TimeUnit::Years if self.rels[later].years => format!("[{to}] - [{from}]"),
            TimeUnit::Days if !self.rels[later].timed => format!("[{to}] - [{from}]"),
            unit => format!("{}([{to}] - [{from}])", unit.name()),
        };
        let said = format!("the {} from `{from}` to `{to}`", unit.name());
        let values = self.column_of(Operator::Subtract, later, earlier, Some(unit))?;
        let mut rel = self.column(later, formula, values, text, words);
        // "the longest booking" measures how long it was.
        rel.words.extend(name_words(&["duration", "time", "speed"].map(str::to_owned)).into_iter().map(
            |mut word| {
                (word.head, word.weight) = (true, IMPLIED);
                word
            },
        ));
        rel.unit = Some(symbol(unit).to_owned());
        rel.scale = 1.0;
        let of = (later, earlier);
        rel.formula = Some(ColumnFormula {
            operator: Operator::Subtract,
            of,
            lasts: Some(unit),
            silent,
            in_words: said,
            coverage: words,
        });
        Ok(self.add_rel(rel))
    }

    /// Adds the column of a formula, for these words of the question.
    pub fn compute(
        &mut self,
        operator: Operator,
        a: RelId,
        b: RelId,
        text: &Text,
        words: Coverage,
    ) -> Result<RelId> {
        let values = self.column_of(operator, a, b, None)?;
        let (one, two) = (self.rels[a].name.clone(), self.rels[b].name.clone());
        let factors = self.factors(operator, a, b);
        let operand = |name: &str, factor: f64| {
            if factor == 1.0 { format!("[{name}]") } else { format!("([{name}] * {factor})") }
        };
        let formula =
            format!("{} {} {}", operand(&one, factors.0), operator.symbol(), operand(&two, factors.1));
        let operand_in_words = |name: &str, factor: f64| {
            if factor == 1.0 { format!("`{name}`") } else { format!("{factor} times `{name}`") }
        };
        let (first, second) = (operand_in_words(&one, factors.0), operand_in_words(&two, factors.1));
        let said = match operator {
            Operator::Subtract => format!("{first} less {second}"),
            Operator::Multiply => format!("{first} times {second}"),
            Operator::Add => format!("{first} plus {second}"),
            Operator::Divide => format!("{first} by {second}"),
        };
        let mut rel = self.column(a, formula, values, text, words);
        rel.unit = if operator == Operator::Multiply { &self.rels[b] } else { &self.rels[a] }.unit.clone();
        let summed = matches!(operator, Operator::Add | Operator::Subtract);
        rel.scale = if summed { self.rels[a].scale.min(self.rels[b].scale) } else { 1.0 };
        rel.formula = Some(ColumnFormula {
            operator,
            of: (a, b),
            lasts: None,
            silent: 0,
            in_words: said,
            coverage: words,
        });
        Ok(self.add_rel(rel))
    }

    /// A column of numbers in the table of another one; its name is a formula, its words are those of the question.
    fn column(
        &self,
        beside: RelId,
        formula: String,
        (node, values): (NodeId, ComputedValues),
        text: &Text,
        words: Coverage,
    ) -> Rel {
        let info = RelationInfo {
            node,
            name: formula,
            column: None,
            facts: values.len() as u64,
            kind: ValueKind::Decimal,
            sample: None,
            sample_head: None,
            untyped: 0,
            typed: Default::default(),
        };
        let named: Vec<String> = (0..text.tokens.len())
            .filter(|at| words & bit(*at) != 0)
            .map(|at| text.word(at).to_owned())
            .collect();
        let mut rel = Rel::of(self.rels[beside].source, self.rels[beside].kind, &info);
        rel.words = name_words(&named);
        rel.words.iter_mut().for_each(|word| (word.head, word.weight) = (true, 1.0));
        rel
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_something_was_on_time_is_read() {
        let read = |text: &str| -> Vec<Against> {
            against_plan(&Text::read(text)).into_iter().map(|(how, _)| how).collect()
        };
        assert_eq!(read("which orders arrived late?"), [Against::Late]);
        assert_eq!(read("share of jobs on time"), [Against::OnTime]);
        assert_eq!(read("orders that came after they were due"), [Against::Late]);
        assert_eq!(read("handed in earlier than planned"), [Against::Early]);
        assert_eq!(read("orders of late 2023"), []);
        assert_eq!(read("the latest order"), []);
        assert_eq!(read("which jobs went over their budget"), [Against::Over]);
        assert_eq!(read("trips that were cheaper than planned"), [Against::Under]);
        assert_eq!(read("did it come in under budget?"), [Against::Under]);
        assert_eq!(read("orders over 500 euros"), []);
    }
}
