//! Evaluates LLM queries over plain facts, by section 4 of the design and nothing
//! else: every call looks at every fact. Names are exact, numbers are integers,
//! times are years; an interval is expanded to its years.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use trustuqa::query::Function;
use trustuqa::query::llm::{Call, Constraint, FunctionCall, GetInformation, LlmQuery, Term};
use trustuqa_storage::{Comparison, SourceKind};

use super::Data;

/// A head of a fact, or a member of a result.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Member {
    /// Source and 1-based row.
    Row(usize, usize),
    /// An entity.
    Name(String),
    /// A cell: source, row, column and its text.
    Cell(usize, usize, usize, String),
    /// A year.
    Year(i64),
    /// A computed number, as text.
    Number(String),
}

#[derive(Clone, Debug)]
struct Fact {
    source: usize,
    head: Member,
    relation: String,
    tail: Member,
    /// Years in which it holds, for listing; and to the end of time, for comparing.
    listed: Vec<i64>,
    holds: Option<(i64, i64)>,
    start: Option<i64>,
    end: Option<i64>,
}

/// Every fact of some sources.
pub struct Naive<'d> {
    data: &'d Data,
    facts: Vec<Fact>,
    /// Set when an extreme was reached by several members. It is one item that stands in
    /// all their rows, which a member here cannot say, so no step may follow it.
    pub tied: std::cell::Cell<bool>,
}

const FOREVER: i64 = 9_999;

impl<'d> Naive<'d> {
    /// `year` is that of loading, up to which open ends are listed.
    pub fn new(data: &'d Data, year: i64) -> Naive<'d> {
        let mut facts = Vec::new();
        for (source, small) in data.sources.iter().enumerate() {
            for (index, line) in small.lines.iter().enumerate() {
                if small.kind == SourceKind::Table {
                    for (column, cell) in line.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                        facts.push(Fact {
                            source,
                            head: Member::Row(source, index + 1),
                            relation: small.header[column].clone(),
                            tail: Member::Cell(source, index + 1, column, cell.clone()),
                            listed: Vec::new(),
                            holds: None,
                            start: None,
                            end: None,
                        });
                    }
                    continue;
                }
                let bound = |at: usize| line.get(at).and_then(|text| text.parse::<i64>().ok());
                let (start, end) =
                    if small.kind == SourceKind::Tkg { (bound(3), bound(4)) } else { (None, None) };
                let span = |open: i64| match (start, end) {
                    (Some(start), Some(end)) => Some((start, end)),
                    (Some(start), None) => Some((start, open.max(start))),
                    (None, Some(end)) => Some((end, end)),
                    (None, None) => None,
                };
                facts.push(Fact {
                    source,
                    head: Member::Name(line[0].clone()),
                    relation: line[1].clone(),
                    tail: Member::Name(line[2].clone()),
                    listed: span(year).map_or(Vec::new(), |(first, last)| (first..=last).collect()),
                    holds: span(FOREVER),
                    start,
                    end,
                });
            }
        }
        Naive { data, facts, tied: std::cell::Cell::new(false) }
    }

    /// The results of the steps, up to and with the first that is empty.
    pub fn run(&self, query: &LlmQuery) -> Vec<Vec<Member>> {
        let mut results: Vec<Vec<Member>> = Vec::new();
        for step in &query.steps {
            let found = match &step.call {
                Call::GetInformation(info) => self.get_information(info, &results),
                Call::Function(call) => self.function(call, &results),
            };
            // Rows and entities are in a set once; so is every cell.
            let mut unique: Vec<Member> = Vec::new();
            for member in found {
                if !unique.contains(&member) {
                    unique.push(member);
                }
            }
            let empty = unique.is_empty();
            results.push(unique);
            if empty {
                break;
            }
        }
        results
    }

    /// How often each text is in a result, as an answer shows it.
    pub fn shown(&self, result: &[Member]) -> BTreeMap<String, usize> {
        let mut shown = BTreeMap::new();
        for member in result {
            let text = match member {
                Member::Row(source, row) => format!("row {row} of {}", self.data.sources[*source].name),
                other => text(other),
            };
            *shown.entry(text).or_insert(0) += 1;
        }
        shown
    }

    fn has_column(&self, source: usize, relation: &str) -> bool {
        self.data.sources[source].header.iter().any(|name| name == relation)
    }

    /// The heads that `given` stands for beside a relation, or beside none.
    fn heads(&self, given: &[Member], is_set: bool, relation: Option<&[String]>) -> Vec<Member> {
        let direct: Vec<Member> = given.iter().map(as_head).collect();
        let is_relation = |r: &str| relation.is_none_or(|names| names.iter().any(|name| name == r));
        let known = self.facts.iter().any(|f| is_relation(&f.relation) && direct.contains(&f.head));
        let of_table = given.iter().any(|m| match m {
            Member::Row(source, _) => {
                relation.is_none_or(|names| names.iter().any(|n| self.has_column(*source, n)))
            }
            _ => false,
        });
        if known || of_table {
            return direct;
        }
        let mut rows = Vec::new();
        for member in given {
            let columns =
                |source: usize| relation.is_none_or(|names| names.iter().any(|n| self.has_column(source, n)));
            if let Member::Cell(source, row, _, _) = member
                && columns(*source)
            {
                rows.push(Member::Row(*source, *row));
                continue;
            }
            let cells: Vec<&Fact> = self
                .facts
                .iter()
                .filter(|f| matches!(&f.tail, Member::Cell(source, ..) if columns(*source)))
                .filter(|f| text(&f.tail) == text(member))
                .collect();
            // A name that stands under the relation only is its tail, and no head.
            let elsewhere = cells.iter().any(|f| relation.is_none_or(|names| !names.contains(&f.relation)));
            if is_set || elsewhere {
                rows.extend(cells.iter().map(|f| f.head.clone()));
            }
        }
        rows
    }

    fn given(&self, term: &Term, results: &[Vec<Member>]) -> (Vec<Member>, bool) {
        match term {
            Term::Names(names) => (names.iter().cloned().map(Member::Name).collect(), false),
            Term::Output(index) => (results[*index].clone(), true),
        }
    }

    fn names(&self, term: Option<&Term>, results: &[Vec<Member>]) -> Option<Vec<String>> {
        term.map(|term| self.given(term, results).0.iter().map(text).collect())
    }

    fn get_information(&self, info: &GetInformation, results: &[Vec<Member>]) -> Vec<Member> {
        let mut relation = self.names(info.relation.as_ref(), results);
        let mut key = self.names(info.key.as_ref(), results);
        let time = key
            .as_ref()
            .and_then(|key| key.first())
            .is_some_and(|key| matches!(key.as_str(), "time" | "start time" | "end time"));
        if relation.is_none()
            && !time
            && (info.tail.is_some() == info.value.is_none())
            && info.value.is_none()
        {
            relation = key.take();
        }
        if relation.is_none() && key.is_some() && info.tail.is_none() && info.value.is_none() && !time {
            relation = key.take();
        }
        let head = info.head.as_ref().map(|term| {
            let (given, is_set) = self.given(term, results);
            let beside = match (&relation, &key) {
                (Some(relation), _) => Some(relation.as_slice()),
                (None, Some(key)) if !time && info.tail.is_none() => Some(key.as_slice()),
                _ => None,
            };
            self.heads(&given, is_set, beside)
        });
        let tail = info.tail.as_ref().map(|c| self.bound(c, results));
        let value = info.value.as_ref().map(|c| self.bound(c, results));
        let mut selected: Vec<&Fact> = self
            .facts
            .iter()
            .filter(|f| relation.as_ref().is_none_or(|names| names.contains(&f.relation)))
            .filter(|f| head.as_ref().is_none_or(|heads| heads.contains(&f.head)))
            .filter(|f| tail.as_ref().is_none_or(|(op, bound)| compares(&f.tail, *op, bound)))
            .collect();
        let Some(key) = key else {
            return match (&head, &relation, &tail) {
                (Some(_), None, _) => selected.iter().map(|f| Member::Name(f.relation.clone())).collect(),
                (None, _, Some(_)) => selected.iter().map(|f| f.head.clone()).collect(),
                _ => selected.iter().map(|f| f.tail.clone()).collect(),
            };
        };
        if time {
            if head.is_none() && relation.is_none() && tail.is_none() && value.is_none() {
                return Vec::new();
            }
            let Some((op, bound)) = value else {
                return selected.iter().flat_map(|f| years(f, &key[0])).map(Member::Year).collect();
            };
            let mut dates = Vec::new();
            for member in &bound {
                match number(member) {
                    Some(year @ 1..=9_999) => dates.push(year),
                    _ => return Vec::new(),
                }
            }
            selected.retain(|f| !dates.is_empty() && in_time(f, &key[0], op, &dates));
        } else {
            let attached = |f: &Fact| -> Vec<&Fact> {
                self.facts
                    .iter()
                    .filter(|g| g.head == f.head && key.contains(&g.relation))
                    .filter(|g| value.as_ref().is_none_or(|(op, bound)| compares(&g.tail, *op, bound)))
                    .collect()
            };
            if value.is_none() {
                return selected.iter().flat_map(|f| attached(f)).map(|g| g.tail.clone()).collect();
            }
            selected.retain(|f| !attached(f).is_empty());
        }
        match (&head, &relation, &tail) {
            (_, None, _) | (None, Some(_), Some(_)) => selected.iter().map(|f| f.head.clone()).collect(),
            _ => selected.iter().map(|f| f.tail.clone()).collect(),
        }
    }

    fn bound(&self, constraint: &Constraint, results: &[Vec<Member>]) -> (Comparison, Vec<Member>) {
        (constraint.op, self.given(&constraint.term, results).0)
    }

    fn values(&self, member: &Member, relation: &Option<Vec<String>>) -> Vec<Member> {
        let Some(relation) = relation else { return vec![member.clone()] };
        let heads = self.heads(std::slice::from_ref(member), true, Some(relation));
        let facts = self.facts.iter().filter(|f| relation.contains(&f.relation) && heads.contains(&f.head));
        facts.map(|f| f.tail.clone()).collect()
    }

    fn function(&self, call: &FunctionCall, results: &[Vec<Member>]) -> Vec<Member> {
        let mut sets: Vec<Vec<Member>> = call.sets.iter().map(|set| self.given(set, results).0).collect();
        // Beside rows, cells stand for their rows.
        if matches!(call.function, Function::SetIntersection | Function::SetDifference) {
            let is_rows =
                |set: &Vec<Member>| !set.is_empty() && set.iter().all(|m| matches!(m, Member::Row(..)));
            if sets.iter().any(is_rows) {
                for member in sets.iter_mut().filter(|set| !is_rows(set)).flatten() {
                    if let Member::Cell(source, row, ..) = member {
                        *member = Member::Row(*source, *row);
                    }
                }
            }
        }
        let relation = self.names(call.relation.as_ref(), results);
        let all: Vec<Member> = sets.concat();
        let mut column: Vec<Member> = Vec::new();
        for member in &sets[0] {
            for value in self.values(member, &relation) {
                if !column.contains(&value) {
                    column.push(value);
                }
            }
        }
        let numbers: Vec<i64> = column.iter().filter_map(number).collect();
        let plain = |n: f64| vec![Member::Number(shown_number(n))];
        // Rows have no value, and arithmetic over a set with rows is refused.
        let rows = column.iter().any(|m| matches!(m, Member::Row(..)));
        let refused = match call.function {
            Function::Sum | Function::Mean | Function::Keep => rows && relation.is_none(),
            Function::Min | Function::Max => rows && numbers.is_empty(),
            Function::PreviousRow | Function::NextRow => {
                // A whole number is the number of a row of no particular table.
                let is_place = |m: &Member| match m {
                    Member::Row(..) | Member::Cell(..) => true,
                    Member::Number(text) => text.parse::<i64>().is_ok(),
                    _ => false,
                };
                !sets[0].iter().all(is_place)
            }
            _ => false,
        };
        if refused {
            return Vec::new();
        }
        match call.function {
            Function::Count => plain(sets[0].len() as f64),
            Function::CountDistinct => {
                let mut texts: Vec<String> = sets[0].iter().map(unlike).collect();
                texts.sort();
                texts.dedup();
                plain(texts.len() as f64)
            }
            Function::Sum if numbers.is_empty() => Vec::new(),
            Function::Sum => plain(numbers.iter().sum::<i64>() as f64),
            Function::Mean if numbers.is_empty() => Vec::new(),
            Function::Mean => plain(numbers.iter().sum::<i64>() as f64 / numbers.len() as f64),
            Function::Min | Function::Max => {
                let side = if call.function == Function::Min { Ordering::Less } else { Ordering::Greater };
                let found = extreme(&column, side);
                let value = found.first().and_then(number);
                let winners = column.iter().filter(|m| value.is_some() && number(m) == value).count();
                self.tied.set(self.tied.get() || winners > 1);
                found
            }
            Function::SetUnion => all,
            Function::SetIntersection => {
                let shared = |m: &&Member| sets.iter().all(|set| set.iter().any(|n| same(m, n)));
                sets[0].iter().filter(shared).cloned().collect()
            }
            Function::SetDifference => {
                let without = |m: &&Member| !sets[1..].iter().flatten().any(|n| same(m, n));
                sets[0].iter().filter(without).cloned().collect()
            }
            Function::Keep => {
                let Some(value) = &call.value else { return Vec::new() };
                let (op, bound) = self.bound(value, results);
                let keeps = |m: &&Member| self.values(m, &relation).iter().any(|v| compares(v, op, &bound));
                sets[0].iter().filter(keeps).cloned().collect()
            }
            Function::Argmax | Function::Argmin | Function::TopK | Function::BottomK => {
                let largest = matches!(call.function, Function::Argmax | Function::TopK);
                let mut ranked: Vec<(i64, Member)> = Vec::new();
                for member in &sets[0] {
                    let own = self.values(member, &relation).iter().filter_map(number).collect::<Vec<_>>();
                    let best = if largest { own.iter().max() } else { own.iter().min() };
                    ranked.extend(best.map(|best| (if largest { -*best } else { *best }, member.clone())));
                }
                ranked.sort_by_key(|(rank, _)| *rank);
                let first = ranked.first().map(|(rank, _)| *rank);
                let k = call.k.unwrap_or(1);
                let is_top = matches!(call.function, Function::TopK | Function::BottomK);
                let kept = ranked.into_iter().enumerate();
                kept.filter(|(at, (rank, _))| if is_top { *at < k } else { Some(*rank) == first })
                    .map(|(_, (_, member))| member)
                    .collect()
            }
            Function::PreviousRow | Function::NextRow => {
                let step: i64 = if call.function == Function::NextRow { 1 } else { -1 };
                let beside = |m: &Member| match m {
                    Member::Row(source, row) | Member::Cell(source, row, ..) => {
                        let row = *row as i64 + step;
                        let exists = row >= 1 && row as usize <= self.data.sources[*source].lines.len();
                        exists.then_some(Member::Row(*source, row as usize))
                    }
                    Member::Number(text) => {
                        text.parse::<i64>().ok().map(|n| Member::Number((n + step).to_string()))
                    }
                    _ => None,
                };
                sets[0].iter().filter_map(beside).collect()
            }
            other => panic!("the naive evaluator has no {other:?}"),
        }
    }
}

/// The text of a member; rows have none that a name could equal.
pub fn text(member: &Member) -> String {
    match member {
        Member::Row(source, row) => format!("\u{0}{source}/{row}"),
        Member::Name(text) | Member::Cell(_, _, _, text) | Member::Number(text) => text.clone(),
        Member::Year(year) => year.to_string(),
    }
}

fn unlike(member: &Member) -> String {
    text(member).to_lowercase()
}

/// As a member of another set: cells and entities are the same by their names.
fn same(a: &Member, b: &Member) -> bool {
    text(a) == text(b)
}

fn as_head(member: &Member) -> Member {
    match member {
        Member::Row(..) => member.clone(),
        other => Member::Name(text(other)),
    }
}

fn number(member: &Member) -> Option<i64> {
    match member {
        Member::Row(..) => None,
        other => text(other).parse().ok(),
    }
}

fn shown_number(n: f64) -> String {
    if n.fract() == 0.0 { format!("{n:.0}") } else { format!("{n:.10}").trim_end_matches('0').to_owned() }
}

fn orders(op: Comparison, ordering: Ordering) -> bool {
    match op {
        Comparison::Eq => ordering.is_eq(),
        Comparison::Ne => ordering.is_ne(),
        Comparison::Lt => ordering.is_lt(),
        Comparison::Le => ordering.is_le(),
        Comparison::Gt => ordering.is_gt(),
        Comparison::Ge => ordering.is_ge(),
    }
}

/// `=` any of the members, `!=` none of them, an order before or after all of them.
fn compares(tail: &Member, op: Comparison, bound: &[Member]) -> bool {
    match op {
        Comparison::Eq => bound.iter().any(|b| same(tail, b)),
        Comparison::Ne => !bound.iter().any(|b| same(tail, b)),
        op => {
            let mut numbers = bound.iter().filter_map(number).peekable();
            let own = number(tail);
            numbers.peek().is_some() && own.is_some_and(|own| numbers.all(|n| orders(op, own.cmp(&n))))
        }
    }
}

fn years(fact: &Fact, key: &str) -> Vec<i64> {
    match key {
        "start time" => fact.start.into_iter().collect(),
        "end time" => fact.end.into_iter().collect(),
        _ => fact.listed.clone(),
    }
}

/// Some year of the fact compares as asked.
fn in_time(fact: &Fact, key: &str, op: Comparison, dates: &[i64]) -> bool {
    let span = match key {
        "start time" => fact.start.map(|year| (year, year)),
        "end time" => fact.end.map(|year| (year, year)),
        _ => fact.holds,
    };
    let Some((first, last)) = span else { return false };
    (first..=last).any(|year| match op {
        Comparison::Eq => dates.contains(&year),
        Comparison::Ne => !dates.contains(&year),
        op => dates.iter().all(|date| orders(op, year.cmp(date))),
    })
}

fn extreme(column: &[Member], side: Ordering) -> Vec<Member> {
    let mut best: Option<&Member> = None;
    let numeric = column.iter().any(|m| number(m).is_some());
    for member in column {
        if matches!(member, Member::Row(..)) || numeric && number(member).is_none() {
            continue;
        }
        let better = best.is_none_or(|b| match (number(member), number(b)) {
            (Some(m), Some(b)) => m.cmp(&b) == side,
            _ => unlike(member).cmp(&unlike(b)) == side,
        });
        if better {
            best = Some(member);
        }
    }
    best.cloned().into_iter().collect()
}
