//! Small data as plain facts, and the members of results.

use std::collections::BTreeMap;

use trustuqa_storage::SourceKind;

use super::Data;
use super::value::{DateOrder, Days, Meaning, meaning};

/// A head of a fact, or a member of a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Member {
    /// Source and 1-based row.
    Row(usize, usize),
    /// An entity.
    Name(String),
    /// A cell: source, row, column, its text, and the day that only its column makes of it.
    Cell(usize, usize, usize, String, Option<Days>),
    /// A time of a fact, as text.
    Time(String),
    /// A computed value.
    Computed(String, Meaning),
    /// A value computed from a cell: its text, and source, row and column of the cell.
    Derived(String, (usize, usize, usize)),
    /// A value computed from several facts of a member, of which it has the first: equal ones
    /// of other members are others.
    Made(String, Meaning, Option<usize>),
}

/// A member of a result, with the facts that it was read from.
#[derive(Clone, Debug)]
pub struct FoundMember {
    pub member: Member,
    pub facts: Vec<usize>,
    /// The value of the group that the member is the key of.
    pub measure: Option<(String, Meaning)>,
}

/// The members of a result in the order in which they were found, each once.
#[derive(Clone, Debug, Default)]
pub struct Set(pub Vec<FoundMember>);

impl Set {
    /// Adds a member, or its facts when it is there.
    pub fn push(&mut self, member: Member, facts: &[usize]) {
        match self.0.iter_mut().find(|found| found.member == member) {
            Some(found) => {
                for fact in facts {
                    if !found.facts.contains(fact) {
                        found.facts.push(*fact);
                    }
                }
            }
            None => self.0.push(FoundMember::new(member, facts.to_vec())),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<FoundMember> for Set {
    fn from_iter<T: IntoIterator<Item = FoundMember>>(all: T) -> Set {
        let mut set = Set::default();
        for found in all {
            match set.0.iter().any(|known| known.member == found.member) {
                true => set.push(found.member, &found.facts),
                false => set.0.push(found),
            }
        }
        set
    }
}

impl FoundMember {
    /// A member that is not a key of a group.
    pub fn new(member: Member, facts: Vec<usize>) -> FoundMember {
        FoundMember { member, facts, measure: None }
    }

    /// The text of a member; rows have none that a name could equal.
    pub fn text(&self) -> String {
        match &self.member {
            Member::Row(source, row) => format!("\u{0}{source}/{row}"),
            Member::Name(text)
            | Member::Cell(_, _, _, text, _)
            | Member::Time(text)
            | Member::Computed(text, _)
            | Member::Derived(text, _)
            | Member::Made(text, ..) => text.clone(),
        }
    }

    /// The text without its letter case.
    pub fn folded(&self) -> String {
        self.text().to_lowercase()
    }

    /// What the member means.
    pub fn meaning(&self) -> Meaning {
        match &self.member {
            Member::Row(..) => Meaning::Text,
            Member::Computed(_, meaning) | Member::Made(_, meaning, _) => meaning.clone(),
            Member::Cell(.., Some(day)) => Meaning::Date(*day),
            _ => meaning(&self.text()),
        }
    }

    pub fn is_row(&self) -> bool {
        matches!(self.member, Member::Row(..))
    }
}

/// A fact of a source.
#[derive(Clone, Debug)]
pub struct Fact {
    pub source: usize,
    pub head: Member,
    pub relation: String,
    pub tail: Member,
    /// The bounds of its interval as they stand.
    pub start: Option<String>,
    pub end: Option<String>,
}

impl Fact {
    pub fn tail(&self) -> FoundMember {
        FoundMember::new(self.tail.clone(), Vec::new())
    }

    /// The days of a qualifier; to the end of time when the end is open.
    pub fn days(&self, key: &str) -> Option<Days> {
        let days = |text: &Option<String>| text.as_ref().and_then(|text| meaning(text).days());
        let (start, end) = match key {
            "start time" => (days(&self.start)?, days(&self.start)?),
            "end time" => (days(&self.end)?, days(&self.end)?),
            _ => {
                let forever = Days { first: i64::MAX / 2, last: i64::MAX / 2 };
                let (start, end) = (days(&self.start), days(&self.end));
                (start.or(end)?, end.unwrap_or(forever))
            }
        };
        // What ends before it starts holds on no day.
        (start.first <= end.last).then_some(Days { first: start.first, last: end.last })
    }

    /// The times of a qualifier as they are listed: a bound, or every year up to `year`.
    pub fn times(&self, key: &str, year: i64) -> Vec<String> {
        match (key, &self.start, &self.end) {
            ("start time", start, _) => start.iter().cloned().collect(),
            ("end time", _, end) => end.iter().cloned().collect(),
            (_, Some(start), Some(end)) if start == end => vec![start.clone()],
            _ => {
                let Some(days) = self.days("time") else { return Vec::new() };
                let first = Days::year(days.first);
                let last = if self.end.is_some() { Days::year(days.last) } else { year.max(first) };
                (first..=last).map(|year| year.to_string()).collect()
            }
        }
    }
}

/// The facts of all sources, in the order in which they stand.
pub fn facts_of(data: &Data) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (source, small) in data.sources.iter().enumerate() {
        let orders: Vec<Option<DateOrder>> = (0..small.header.len())
            .map(|column| DateOrder::of(small.lines.iter().filter_map(|line| line.get(column))))
            .collect();
        for (index, line) in small.lines.iter().enumerate() {
            let row = index + 1;
            if small.kind == SourceKind::Table {
                for (column, cell) in line.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                    facts.push(Fact {
                        source,
                        head: Member::Row(source, row),
                        relation: small.header[column].clone(),
                        tail: Member::Cell(
                            source,
                            row,
                            column,
                            cell.clone(),
                            orders[column].and_then(|order| order.day(cell)),
                        ),
                        start: None,
                        end: None,
                    });
                }
                continue;
            }
            let bound = |at: usize| line.get(at).filter(|text| !text.is_empty()).cloned();
            let timed = small.kind == SourceKind::Tkg;
            facts.push(Fact {
                source,
                head: Member::Name(line[0].clone()),
                relation: line[1].clone(),
                tail: Member::Name(line[2].clone()),
                start: bound(3).filter(|_| timed),
                end: bound(4).filter(|_| timed),
            });
        }
    }
    facts
}

/// How often each text is in a result, as an answer shows it.
pub fn shown(data: &Data, result: &Set) -> BTreeMap<String, usize> {
    let mut shown = BTreeMap::new();
    for found in &result.0 {
        *shown.entry(label(data, found)).or_insert(0) += 1;
    }
    shown
}

/// A member as an answer shows it, rows without their cells.
pub fn label(data: &Data, found: &FoundMember) -> String {
    match found.member {
        Member::Row(source, row) => format!("row {row} of {}", data.sources[source].name),
        _ => found.text(),
    }
}
