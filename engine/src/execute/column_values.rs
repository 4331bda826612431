//! Values that only the whole column can settle: which of two small numbers is the day, whether a comma is a
//! decimal mark, and in which unit a bare bound is.
//!
//! `04/05/2024` is a day in April or in May. A column that also has `13/01/2023` puts the day first, and one
//! that has `01/13/2023` the month. In a column with both, or with neither, such a cell remains a text. The
//! same holds for `4/5/24`, provided that all cells of the column are dates.
//!
//! `1.200` is one and a fifth, but twelve hundred in a column that also has `12,50` or `1.250,75`; when a
//! cell such as `12.50` occurs as well, each cell is read on its own. A column that has only numbers such as
//! `12.920` follows the other columns of its table: beside lengths such as `27,6`, it is 12920 and not about
//! thirteen.
//!
//! `800 m` is less than `1 km`, because both are in one column and the conversion is exact.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashSet;
use trustuqa_model::order::Units;
use trustuqa_model::value::{
    DecimalMark, convertible, day_stands_first, has_short_year, is_missing, small_date,
};
use trustuqa_model::{
    Comparison, Date, FactId, NodeId, Posting, RelationInfo, Scope, Source, SourceId, SourceKind, Value,
};

use super::amount::common_unit;
use super::item::{Item, ItemValue};
use super::matching::is_ordered;
use super::select::says_nothing;
use super::{Executor, Result};

/// The most facts of a column that are read.
const LOOKED_AT: usize = 1_000_000;
/// The most distinct cells that a column may have for its texts to be examined.
const SPARSE_CELLS: usize = 5_000;
/// The number of distinct cells that are examined for a decimal comma before all cells are.
const SAMPLE: usize = 256;

/// The cells whose value differs from that of their text alone, by fact.
type Resolved = Arc<HashMap<FactId, (Posting, Value)>>;

/// What has been determined about one column; `None` until it was asked for.
#[derive(Clone, Default)]
struct Column {
    dates: Option<Resolved>,
    numbers: Option<Resolved>,
    /// The most common unit of a column with several.
    unit: Option<Option<String>>,
    /// Whether all its texts say that there is no value.
    sparse: Option<bool>,
    /// Whether no two rows have the same value.
    key: Option<bool>,
}

/// The number of cells per kind of decimal mark.
#[derive(Default)]
struct Marks {
    cells: usize,
    commas: usize,
    points: usize,
    /// Cells such as `12.920`, which may be twelve thousand.
    open_points: usize,
    /// Cells such as `12,920`.
    open_commas: usize,
}

/// What has been determined about columns so far.
#[derive(Default)]
pub(super) struct ColumnValues(Mutex<HashMap<(NodeId, SourceId), Column>>);

/// What a cell leaves open until its column is known.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    Date,
    Number,
}

impl Executor<'_> {
    /// The typed value of a cell: that of its text, unless its column gives it another one.
    pub fn cell_value(&self, cell: NodeId, fact: FactId) -> Result<Value> {
        let (value, open) = self.known(cell, |(text, value, _)| (value.clone(), open(text, value)))?;
        let Some(open) = open else { return Ok(value) };
        let Some(source) = self.source_of_fact(fact) else { return Ok(value) };
        let relation = self.graph().fact(fact)?.relation;
        let resolved = match open {
            Open::Date => self.dates_of_column(relation, source.id)?,
            Open::Number => self.numbers_of_column(relation, source)?,
        };
        Ok(resolved.get(&fact).map_or(value, |(_, value)| value.clone()))
    }

    /// Announces that the values of these items will be asked for one by one, so that they can be prefetched.
    pub(super) fn expect_values(&self, items: &[Item]) -> Result<()> {
        self.expect_nodes(items.iter().filter_map(Item::node))?;
        let mut facts = Vec::new();
        for item in items {
            if let (ItemValue::Cell(cell), Some(fact)) = (&item.value, item.facts.first())
                && self.known(*cell, |(text, value, _)| open(text, value))?.is_some()
            {
                facts.push(*fact);
            }
        }
        Ok(self.graph().expect_facts(&facts)?)
    }

    /// The facts of a relation whose tail compares as asked, including values that only their column can
    /// settle.
    pub fn facts_in_range(
        &self,
        relation: NodeId,
        op: Comparison,
        value: &Value,
        scope: &Scope,
    ) -> Result<Vec<Posting>> {
        let mut found = self.graph().facts_in_range(relation, op, value, scope)?;
        let mut changed = false;
        for source in self.sources().iter().filter(|source| scope.contains(source.id)) {
            let Some(info) = source.relations.iter().find(|info| info.node == relation) else { continue };
            if value.date().is_some() && info.untyped > 0 {
                changed |= add_fitting(&mut found, op, value, &*self.dates_of_column(relation, source.id)?);
            }
            if value.number().is_none() {
                continue;
            }
            changed |= self.in_other_units(info, op, value, source, &mut found)?;
            let numbers = self.numbers_of_column(relation, source)?;
            if !numbers.is_empty() {
                found.retain(|posting| !numbers.contains_key(&posting.fact));
                add_fitting(&mut found, op, value, &numbers);
                changed = true;
            }
        }
        if changed {
            found.sort_unstable_by_key(|posting| posting.fact);
            found.dedup();
        }
        Ok(found)
    }

    /// Replaces the facts of a source whose quantities are in another unit by those that compare as asked
    /// once the bound is converted into that unit. A bare bound is in the most common unit of the column.
    /// True when something changed.
    fn in_other_units(
        &self,
        info: &RelationInfo,
        op: Comparison,
        value: &Value,
        source: &Source,
        found: &mut Vec<Posting>,
    ) -> Result<bool> {
        let only = Scope::Only(vec![source.id]);
        let of_source =
            |posting: &Posting| self.source_of_fact(posting.fact).is_some_and(|s| s.id == source.id);
        match (info.units(), value.unit()) {
            (Units::One(own), Some(unit)) if own != unit => {
                let Some(bound) = value.in_unit(own) else { return Ok(false) };
                // Bare numbers are in the unit of the column, too.
                found.retain(|posting| !of_source(posting));
                found.extend(self.graph().facts_in_range(info.node, op, &bound, &only)?);
                Ok(true)
            }
            (Units::Several, unit) => {
                let bound = match unit {
                    Some(_) => value.clone(),
                    None => {
                        let common = self.unit_of_column(info.node, source.id)?;
                        let (Some(unit), Some(number)) = (common, value.number()) else { return Ok(false) };
                        Value::Quantity(number, unit)
                    }
                };
                let own = bound.unit().unwrap_or_default();
                let mut changed = false;
                for unit in convertible(own) {
                    let Some(bound) = bound.in_unit(unit) else { continue };
                    if unit == own && value.unit().is_some() {
                        continue;
                    }
                    let mut others = self.graph().facts_in_range(info.node, op, &bound, &only)?;
                    let has_unit = |posting: &Posting| {
                        self.known(posting.tail, |(_, value, _)| value.unit() == Some(unit))
                    };
                    keep(&mut others, has_unit)?;
                    // Without the conversion, their numbers were compared wrongly.
                    let mut known = std::mem::take(found);
                    keep(&mut known, |posting| Ok(!of_source(posting) || !has_unit(posting)?))?;
                    *found = known;
                    found.extend(others);
                    changed = true;
                }
                Ok(changed)
            }
            _ => Ok(false),
        }
    }

    /// The most common unit of a column whose units convert into each other.
    fn unit_of_column(&self, relation: NodeId, source: SourceId) -> Result<Option<String>> {
        if let Some(known) = self.cached(relation, source, |column| column.unit.clone()) {
            return Ok(known);
        }
        let mut units = Vec::new();
        for posting in self.first_facts(relation, &Scope::Only(vec![source]), LOOKED_AT)? {
            units.extend(self.known(posting.tail, |(_, value, _)| value.unit().map(str::to_owned))?);
        }
        let common = common_unit(units.iter().map(String::as_str));
        self.store(relation, source, |column| column.unit = Some(common.clone()));
        Ok(common)
    }

    fn cached<T>(&self, of: NodeId, source: SourceId, part: impl Fn(&Column) -> Option<T>) -> Option<T> {
        let known = self.column_values.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&(of, source)).and_then(part)
    }

    fn store(&self, of: NodeId, source: SourceId, change: impl FnOnce(&mut Column)) {
        let mut known = self.column_values.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(known.entry((of, source)).or_default());
    }

    /// Whether a column has numbers or dates, and no texts except those that say that there is no value:
    /// `nil` in most rows of `Arrears`. A column with more than [`SPARSE_CELLS`] distinct cells counts as not
    /// sparse.
    pub(super) fn is_sparse(&self, info: &RelationInfo, source: SourceId) -> Result<bool> {
        if info.untyped == 0 || info.untyped >= info.facts {
            return Ok(false);
        }
        if let Some(known) = self.cached(info.node, source, |column| column.sparse) {
            return Ok(known);
        }
        let cells =
            self.graph().tails_of_relation(info.node, &Scope::Only(vec![source]), SPARSE_CELLS + 1)?;
        let mut sparse = cells.len() <= SPARSE_CELLS;
        for cell in cells {
            if !sparse {
                break;
            }
            sparse =
                self.known(cell, |(text, value, _)| *value != Value::Text || says_nothing(text, true))?;
        }
        self.store(info.node, source, |column| column.sparse = Some(sparse));
        Ok(sparse)
    }

    fn dates_of_column(&self, relation: NodeId, source: SourceId) -> Result<Resolved> {
        if let Some(known) = self.cached(relation, source, |column| column.dates.clone()) {
            return Ok(known);
        }
        let resolved = Arc::new(self.resolved_dates(relation, source)?);
        self.store(relation, source, |column| column.dates = Some(Arc::clone(&resolved)));
        Ok(resolved)
    }

    /// Whether no two rows of a table have the same value in a column, so that it identifies them. A column
    /// with more than [`LOOKED_AT`] facts is not read, and does not count as a key.
    pub(super) fn is_key(&self, relation: NodeId, table: SourceId) -> Result<bool> {
        if let Some(known) = self.cached(relation, table, |column| column.key) {
            return Ok(known);
        }
        let columns = self.source(table).map(|table| table.relations.as_slice()).unwrap_or_default();
        let few = |column: &RelationInfo| column.node == relation && column.facts <= LOOKED_AT as u64;
        let is_key = columns.iter().any(few) && {
            let facts = self.graph().facts_of_relation(relation, None, &Scope::Only(vec![table]))?;
            let mut seen = FxHashSet::default();
            facts.iter().all(|fact| seen.insert(fact.tail))
        };
        self.store(relation, table, |column| column.key = Some(is_key));
        Ok(is_key)
    }

    fn numbers_of_column(&self, relation: NodeId, source: &Source) -> Result<Resolved> {
        if let Some(known) = self.cached(relation, source.id, |column| column.numbers.clone()) {
            return Ok(known);
        }
        let resolved = Arc::new(self.resolved_numbers(relation, source)?);
        self.store(relation, source.id, |column| column.numbers = Some(Arc::clone(&resolved)));
        Ok(resolved)
    }

    fn resolved_dates(
        &self,
        relation: NodeId,
        source: SourceId,
    ) -> Result<HashMap<FactId, (Posting, Value)>> {
        let facts = self.first_facts(relation, &Scope::Only(vec![source]), LOOKED_AT)?;
        let (mut dates, mut open) = (Vec::new(), Vec::new());
        // Years of two digits, and texts that are no dates: with both in a column, `12/3/14` may be anything.
        let (mut short_years, mut others) = (false, false);
        for posting in facts {
            let (found, short, is_text, missing) = self.known(posting.tail, |(text, value, _)| {
                let (found, is_text) = (small_date(text), *value == Value::Text);
                let missing = found.is_none() && (!is_text || is_missing(text));
                (found, found.is_some() && has_short_year(text), is_text, missing)
            })?;
            let Some((first, second, year)) = found else {
                others |= !missing;
                continue;
            };
            short_years |= short;
            dates.push((first, second, year));
            if is_text && (short || first <= 12 && second <= 12) {
                open.push((posting, first, second, year));
            }
        }
        if short_years && others {
            return Ok(HashMap::new());
        }
        let Some(day_first) = day_stands_first(dates) else { return Ok(HashMap::new()) };
        let date = |(posting, first, second, year): (Posting, u8, u8, i32)| {
            let (day, month) = if day_first { (first, second) } else { (second, first) };
            let date = Date::new(year, Some(month), Some(day))?;
            Some((posting.fact, (posting, Value::Date(date))))
        };
        Ok(open.into_iter().filter_map(date).collect())
    }

    /// The decimal marks of up to [`SAMPLE`] distinct cells of a column.
    fn marks(&self, relation: NodeId, source: &Source) -> Result<Marks> {
        let mut marks = Marks::default();
        for tail in self.graph().tails_of_relation(relation, &Scope::Only(vec![source.id]), SAMPLE)? {
            marks.cells += 1;
            match self.known(tail, |(text, ..)| (DecimalMark::of(text), text.contains('.')))? {
                (Some(DecimalMark::Comma), _) => marks.commas += 1,
                (Some(DecimalMark::Point), _) => marks.points += 1,
                (Some(DecimalMark::Open), true) => marks.open_points += 1,
                (Some(DecimalMark::Open), false) => marks.open_commas += 1,
                (None, _) => {}
            }
        }
        Ok(marks)
    }

    /// Whether another column of the table mostly has decimal commas, and none mostly decimal points.
    fn has_decimal_commas_elsewhere(&self, relation: NodeId, source: &Source) -> Result<bool> {
        let mut found = false;
        for info in source.relations.iter().filter(|info| info.node != relation) {
            let marks = self.marks(info.node, source)?;
            // "3,4" can be a list of two, and a text can contain a point.
            if marks.points > 0 && marks.points * 2 > marks.cells {
                return Ok(false);
            }
            found |= marks.commas >= 3 && marks.commas * 2 > marks.cells && marks.points == 0;
        }
        Ok(found)
    }

    /// The numbers of a column with decimal commas which are others when read that way.
    fn resolved_numbers(
        &self,
        relation: NodeId,
        source: &Source,
    ) -> Result<HashMap<FactId, (Posting, Value)>> {
        let only = Scope::Only(vec![source.id]);
        if source.kind != SourceKind::Table {
            return Ok(HashMap::new());
        }
        let own = self.marks(relation, source)?;
        let parts_thousands = own.open_points > 0 && own.open_commas == 0;
        let comma = own.points == 0
            && (own.commas > 0 || parts_thousands && self.has_decimal_commas_elsewhere(relation, source)?);
        if !comma {
            return Ok(HashMap::new());
        }
        let mut resolved = HashMap::new();
        for posting in self.first_facts(relation, &only, LOOKED_AT)? {
            let found = self.known(posting.tail, |(text, value, _)| {
                let mark = DecimalMark::of(text);
                let other = mark.map(|_| Value::parse(&exchanged(text))).filter(|other| other != value);
                (mark, other.filter(|other| other.number().is_some()))
            })?;
            match found {
                (Some(DecimalMark::Point), _) => return Ok(HashMap::new()),
                (_, Some(other)) => drop(resolved.insert(posting.fact, (posting, other))),
                _ => {}
            }
        }
        Ok(resolved)
    }
}

/// Keeps the postings that pass a check.
fn keep(postings: &mut Vec<Posting>, passes: impl Fn(&Posting) -> Result<bool>) -> Result<()> {
    let mut kept = Vec::with_capacity(postings.len());
    for posting in postings.drain(..) {
        if passes(&posting)? {
            kept.push(posting);
        }
    }
    *postings = kept;
    Ok(())
}

/// Adds the resolved cells that compare as asked; true when any was added.
fn add_fitting(
    found: &mut Vec<Posting>,
    op: Comparison,
    value: &Value,
    resolved: &HashMap<FactId, (Posting, Value)>,
) -> bool {
    let before = found.len();
    for (posting, own) in resolved.values() {
        let fits = match op {
            Comparison::Eq => own.compare_measures(value).is_some_and(std::cmp::Ordering::is_eq),
            op => is_ordered(own, op, value),
        };
        if fits {
            found.push(*posting);
        }
    }
    found.len() > before
}

/// What a cell leaves open until its column is known, if anything.
fn open(text: &str, value: &Value) -> Option<Open> {
    match value {
        Value::Text if small_date(text).is_some() => Some(Open::Date),
        Value::Text if DecimalMark::of(text) == Some(DecimalMark::Comma) => Some(Open::Number),
        Value::Integer(_) | Value::Decimal(_) | Value::Quantity(..)
            if DecimalMark::of(text) == Some(DecimalMark::Open) =>
        {
            Some(Open::Number)
        }
        _ => None,
    }
}

/// The text with commas and points exchanged.
fn exchanged(text: &str) -> String {
    let exchange = |c| match c {
        ',' => '.',
        '.' => ',',
        c => c,
    };
    text.chars().map(exchange).collect()
}
