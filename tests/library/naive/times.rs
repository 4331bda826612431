//! How long facts hold, and what was before, after and beside others.

use trustuqa_engine::query::Function;

use super::eval::{Naive, Outcome, Step};
use super::facts::{FoundMember, Member, Set};
use super::value::{Days, Meaning, meaning};

/// First and last day in a real calendar, and the fact that says them.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: i64,
    last: i64,
    fact: Option<usize>,
}

impl Naive<'_> {
    /// How long each fact of each member holds, in completed units.
    pub(super) fn duration(&self, set: &Set, unit: &str) -> Step<Set> {
        let mut out = Set::default();
        for found in &set.0 {
            for number in &found.facts {
                let Some((first, after)) = self.lasted(&self.facts[*number]) else { continue };
                let length = match unit {
                    "days" => self.days_between(&self.facts[*number], first, after),
                    "calendar days" => after - first,
                    "months" => completed_months(first, after),
                    "years" => completed_months(first, after) / 12,
                    _ => return Err(Outcome::Refused),
                };
                let unit = unit.trim_start_matches("calendar ");
                let text = match length {
                    1 => format!("1 {}", unit.trim_end_matches('s')),
                    length => format!("{length} {unit}"),
                };
                let meaning = Meaning::Number(length as f64, unit.to_owned(), false);
                out.push(Member::Made(text, meaning, Some(*number)), &[*number]);
            }
        }
        if out.is_empty() && !set.is_empty() { Err(Outcome::Refused) } else { Ok(out) }
    }

    /// The members of a set that are in time where the function says, beside all others, each
    /// by the facts whose times are so.
    pub(super) fn in_order(
        &self,
        function: Function,
        set: &Set,
        others: &Set,
        relation: Option<&[String]>,
    ) -> Step<Set> {
        let mut bounds: Vec<Span> = Vec::new();
        for other in &others.0 {
            let own = self.own_spans(other);
            bounds.extend(if own.is_empty() { self.column_spans(other, relation)? } else { own });
        }
        if others.is_empty() || set.is_empty() {
            return Ok(Set::default());
        }
        if bounds.is_empty() {
            return Err(Outcome::Refused);
        }
        let mut spans: Vec<(Span, &FoundMember)> = Vec::new();
        for found in &set.0 {
            let by_column = self.column_spans(found, relation)?;
            let own = if by_column.is_empty() { self.own_spans(found) } else { by_column };
            spans.extend(own.into_iter().map(|span| (span, found)));
        }
        if spans.is_empty() {
            return Err(Outcome::Refused);
        }
        // Nothing is before, after or beside itself.
        let is_bound =
            |span: &Span| span.fact.is_some() && bounds.iter().any(|bound| bound.fact == span.fact);
        spans.retain(|(span, _)| !is_bound(span));
        spans.retain(|(span, _)| match function {
            Function::Before | Function::NearestBefore => bounds.iter().all(|b| span.first < b.first),
            Function::After | Function::NearestAfter => bounds.iter().all(|b| span.first > b.first),
            _ => bounds.iter().any(|b| span.first <= b.last && b.first <= span.last),
        });
        let firsts = spans.iter().map(|(span, _)| span.first);
        let nearest = match function {
            Function::NearestBefore => firsts.max(),
            Function::NearestAfter => firsts.min(),
            _ => None,
        };
        let mut out = Set::default();
        for (span, found) in spans {
            if nearest.is_none_or(|nearest| span.first == nearest) {
                match span.fact {
                    Some(fact) => out.push(found.member.clone(), &[fact]),
                    None => out.push(found.member.clone(), &found.facts),
                }
            }
        }
        Ok(out)
    }

    fn column_spans(&self, found: &FoundMember, relation: Option<&[String]>) -> Step<Vec<Span>> {
        let Some(names) = relation else { return Ok(Vec::new()) };
        let values = self.column_values(found, &super::columns::Column::Relation(names.to_vec()))?;
        Ok(values.iter().filter_map(|value| value.meaning().days()).map(of_days).collect())
    }

    /// The date that a member is, or the times of the facts by which it was found.
    fn own_spans(&self, found: &FoundMember) -> Vec<Span> {
        if let Some(days) = found.meaning().days() {
            return vec![of_days(days)];
        }
        let mut out = Vec::new();
        for number in &found.facts {
            let fact = &self.facts[*number];
            let bound = |text: &Option<String>| text.as_ref().and_then(|text| meaning(text).days());
            let (start, end) = (bound(&fact.start), bound(&fact.end));
            let Some(first) = start.or(end) else { continue };
            let first = first.calendar_day();
            let last = match end {
                Some(end) => end.last_calendar_day(),
                None if self.is_timed(fact) => self.today,
                None => continue,
            };
            out.push(Span { first, last: last.max(first), fact: Some(*number) });
        }
        out
    }
}

fn of_days(days: Days) -> Span {
    Span { first: days.calendar_day(), last: days.last_calendar_day(), fact: None }
}

/// Months that are over between two days: of the day in the month at which they began.
fn completed_months(first: i64, after: i64) -> i64 {
    let (begun, over) = (Days::of_calendar_day(first).parts(), Days::of_calendar_day(after).parts());
    let mut months = 0;
    // Counted one by one: the next month is over when its own day is reached.
    loop {
        let (year, month, day) = begun;
        let next = year * 12 + month - 1 + months + 1;
        if (next.div_euclid(12), next.rem_euclid(12) + 1, day) > over {
            return months;
        }
        months += 1;
    }
}
