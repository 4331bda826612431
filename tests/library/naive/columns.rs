//! What each member of a set has in a column, and the tests that these values are put to.

use trustuqa_engine::query::column::Test;
use trustuqa_engine::query::execution::Operand;
use trustuqa_engine::query::formula::{Expression, Formula};
use trustuqa_storage::Comparison;

use super::eval::{Naive, Outcome, Step, compares, named};
use super::facts::{Fact, FoundMember, Member, Set};
use super::formulas::{Lack, made};
use super::value::{Meaning, meaning, orders};

/// What is looked at of a member.
#[derive(Clone, Debug)]
pub(super) enum Column {
    Relation(Vec<String>),
    /// `start time`, `end time` or `duration` of the facts by which a member was found.
    Time(String),
    Itself,
    Formula(Expression, Vec<Column>),
}

impl Naive<'_> {
    /// What a name in place of a relation means for the members of a set.
    pub(super) fn column(&self, set: &Set, name: &str) -> Column {
        let known = self.scoped().any(|(_, fact)| fact.relation == name)
            || self.scope.iter().any(|source| self.has_column(*source, &[name.to_owned()]));
        match Formula::of_relation(name) {
            Some(formula) if !known => {
                let columns = formula.names.iter().map(|name| self.plain_column(set, name)).collect();
                Column::Formula(formula.expression, columns)
            }
            _ => self.plain_column(set, name),
        }
    }

    fn plain_column(&self, set: &Set, name: &str) -> Column {
        let timed = set.0.iter().flat_map(|found| &found.facts).any(|fact| self.is_timed(&self.facts[*fact]));
        match name {
            "start time" | "end time" | "duration" if timed => Column::Time(name.to_owned()),
            _ => Column::Relation(vec![name.to_owned()]),
        }
    }

    pub(super) fn is_timed(&self, fact: &Fact) -> bool {
        self.data.sources[fact.source].kind == trustuqa_storage::SourceKind::Tkg
    }

    /// The relations that a column looks at.
    pub(super) fn relations(column: &Column) -> Vec<String> {
        match column {
            Column::Relation(names) => names.clone(),
            Column::Time(_) | Column::Itself => Vec::new(),
            Column::Formula(_, columns) => columns.iter().flat_map(Self::relations).collect(),
        }
    }

    /// The values of a member in a column; equal ones of different facts each.
    pub(super) fn column_values(&self, found: &FoundMember, column: &Column) -> Step<Vec<FoundMember>> {
        match column {
            Column::Relation(names) => {
                // Which row's other columns a computed value has is not said.
                if matches!(found.member, Member::Computed(..) | Member::Derived(..) | Member::Made(..)) {
                    return Err(Outcome::Unsure);
                }
                Ok(self.values(&Set(vec![found.clone()]), names).0)
            }
            Column::Time(time) => Ok(self.fact_times(found, time)),
            Column::Itself => Ok(vec![measured(found)]),
            Column::Formula(expression, columns) => {
                let mut rows: Vec<Vec<FoundMember>> = vec![Vec::new()];
                for column in columns {
                    let values = self.column_values(found, column)?;
                    rows = rows
                        .iter()
                        .flat_map(|row| {
                            values.iter().map(move |value| {
                                row.iter().cloned().chain([value.clone()]).collect::<Vec<_>>()
                            })
                        })
                        .collect();
                }
                let mut out = Set::default();
                for row in rows {
                    let operands: Vec<Meaning> = row.iter().map(FoundMember::meaning).collect();
                    let mut facts: Vec<usize> = Vec::new();
                    for fact in row.iter().flat_map(|value| &value.facts) {
                        if !facts.contains(fact) {
                            facts.push(*fact);
                        }
                    }
                    match made(expression, &operands) {
                        Ok((text, meaning)) => {
                            out.push(Member::Made(text, meaning, facts.first().copied()), &facts);
                        }
                        Err(Lack::Nothing) => {}
                        Err(Lack::Unfit) => return Err(Outcome::Refused),
                        Err(Lack::Unsaid) => return Err(Outcome::Unsure),
                    }
                }
                Ok(out.0)
            }
        }
    }

    /// A time of each fact by which a member was found.
    fn fact_times(&self, found: &FoundMember, time: &str) -> Vec<FoundMember> {
        let mut out = Vec::new();
        for number in &found.facts {
            let fact = &self.facts[*number];
            let member = match time {
                "start time" => fact.start.clone().map(Member::Time),
                "end time" => fact.end.clone().map(Member::Time),
                _ => self.lasted(fact).map(|(first, after)| {
                    let days = self.days_between(fact, first, after);
                    let meaning = Meaning::Number(days as f64, "days".to_owned(), false);
                    Member::Made(format!("{days} days"), meaning, Some(*number))
                }),
            };
            out.extend(member.map(|member| FoundMember::new(member, vec![*number])));
        }
        out
    }

    /// First and last day of a fact with a start, in a real calendar; an open end is today.
    pub(super) fn span(&self, fact: &Fact) -> Option<(i64, i64)> {
        let bound = |text: &Option<String>| text.as_ref().and_then(|text| meaning(text).days());
        let first = bound(&fact.start)?.calendar_day();
        let last = match &fact.end {
            None => self.today,
            end => bound(end)?.last_calendar_day(),
        };
        (first <= last).then_some((first, last))
    }

    /// The days from the first to the last day, the first not counted, but for what begins and ends on one day.
    pub(super) fn days_between(&self, fact: &Fact, first: i64, after: i64) -> i64 {
        let days = |text: &String| {
            let days = meaning(text).days()?;
            Some((days.calendar_day(), days.last_calendar_day()))
        };
        let on_a_day = fact.end.as_ref().and_then(days).is_none_or(|(first, last)| first == last);
        if on_a_day { (after - first - 1).max(1) } else { after - first }
    }

    /// From the first day to the first one after: a span from one year or month to a later
    /// one ends where its last one begins, any other with its last day.
    pub(super) fn lasted(&self, fact: &Fact) -> Option<(i64, i64)> {
        let (first, last) = self.span(fact)?;
        let days = |text: &String| {
            let days = meaning(text).days()?;
            Some((days.calendar_day(), days.last_calendar_day()))
        };
        let (start, end) = (fact.start.as_ref().and_then(days), fact.end.as_ref().and_then(days));
        match (start, end) {
            (Some(start), Some(end)) if start.0 < start.1 && end.0 < end.1 && first < end.0 => {
                Some((first, end.0))
            }
            _ => Some((first, last + 1)),
        }
    }

    /// The members with a value that passes a test; without values they pass `is_empty`.
    pub(super) fn select(
        &self,
        set: &Set,
        column: &Column,
        test: &Test<String>,
        results: &[Set],
    ) -> Step<Set> {
        let mut out = Set::default();
        for found in &set.0 {
            let values = self.column_values(found, column)?;
            let mut passing = None;
            if values.is_empty() && *test == Test::IsEmpty {
                passing = Some(Vec::new());
            }
            for value in &values {
                if self.passes(value, test, results)? {
                    passing = Some(value.facts.clone());
                    break;
                }
            }
            if let Some(facts) = passing {
                let mut kept = found.clone();
                kept.facts.extend(facts.into_iter().filter(|fact| !found.facts.contains(fact)));
                out.0.push(kept);
            }
        }
        Ok(out)
    }

    /// Whether a value passes a test.
    pub(super) fn passes(&self, value: &FoundMember, test: &Test<String>, results: &[Set]) -> Step<bool> {
        let own = value.folded();
        let any = |texts: &[String], holds: &dyn Fn(&str) -> bool| {
            texts.iter().any(|text| holds(&text.to_lowercase()))
        };
        Ok(match test {
            Test::Contains(texts) => any(texts, &|text| own.contains(text)),
            Test::StartsWith(texts) => any(texts, &|text| own.starts_with(text)),
            Test::EndsWith(texts) => any(texts, &|text| own.ends_with(text)),
            Test::IsEmpty => is_blank(&own),
            Test::NotEmpty => !is_blank(&own),
            Test::Between(low, high) => {
                let within = |bound: &str, op| {
                    value.meaning().compare(&meaning(bound)).is_some_and(|ordering| orders(op, ordering))
                };
                within(low, Comparison::Ge) && within(high, Comparison::Le)
            }
            Test::Compare(op, operand) => {
                let bound = match operand {
                    Operand::Literal(text) => Set(vec![named(text)]),
                    Operand::Set(at) => results[*at].clone(),
                    Operand::Nodes(_) => return Err(Outcome::Unsure),
                };
                compares(value, *op, &bound)
            }
        })
    }
}

/// The value of the group that a member is the key of, else the member.
pub(super) fn measured(found: &FoundMember) -> FoundMember {
    match &found.measure {
        Some((text, meaning)) => {
            let first = found.facts.first().copied();
            FoundMember::new(Member::Made(text.clone(), meaning.clone(), first), found.facts.clone())
        }
        None => found.clone(),
    }
}

/// A cell that says that there is nothing.
pub(super) fn is_blank(folded: &str) -> bool {
    !folded.chars().any(char::is_alphanumeric) || matches!(folded, "n/a" | "na" | "null" | "nan")
}
