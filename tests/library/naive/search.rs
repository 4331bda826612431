//! `get_information` over plain facts.

use trustuqa_engine::query::llm::{Constraint, GetInformation, Term};
use trustuqa_storage::Comparison;

use super::columns::is_blank;
use super::eval::{Naive, Outcome, Step, compares};
use super::facts::{Fact, FoundMember, Member, Set};
use super::value::{Days, Meaning, orders};

/// A comparison with the members of a set.
type Bound = (Comparison, Set);

impl Naive<'_> {
    pub(super) fn get_information(&self, info: &GetInformation, results: &[Set]) -> Step<Set> {
        if let Some(found) = self.tested(info, results) {
            return found;
        }
        let texts =
            |term: &Term| self.given(term, results).0.iter().map(FoundMember::text).collect::<Vec<_>>();
        let bound = |c: &Constraint| -> Bound { (c.op, self.given(&c.term, results)) };
        let mut relation = info.relation.as_ref().map(texts);
        let mut key = info.key.as_ref().map(texts);
        let head =
            info.head.as_ref().map(|term| (self.given(term, results), matches!(term, Term::Output(_))));
        let (tail, value) = (info.tail.as_ref().map(bound), info.value.as_ref().map(bound));
        let time = match key.as_deref() {
            Some([name]) => {
                let rows = head
                    .as_ref()
                    .is_some_and(|(set, _)| !set.is_empty() && set.0.iter().all(FoundMember::is_row));
                matches!(name.as_str(), "time" | "start time" | "end time") && self.has_time() && !rows
            }
            _ => false,
        };
        // Where no source has times, a time is a name that is not there.
        let named_time = |names: &Vec<String>| names.iter().any(|name| name.ends_with("time"));
        if key.as_ref().is_some_and(named_time) && !time {
            return Err(Outcome::Unsure);
        }
        // Rows in place of values mean their numbers, which are for the query files.
        let rows = |bound: &Option<Bound>| {
            bound.as_ref().is_some_and(|(_, set)| set.0.iter().any(FoundMember::is_row))
        };
        if rows(&tail) || rows(&value) {
            return Err(Outcome::Unsure);
        }
        if self.has_empty_input(&head, &relation, &tail, &key, &value, time)? {
            return Ok(Set::default());
        }
        // A key beside nothing but a head or a tail is the relation.
        if relation.is_none() && value.is_none() && !time {
            relation = if head.is_none() || tail.is_none() { key.take() } else { None };
        }
        let scoped: Vec<&Fact> = self.scoped().map(|(_, fact)| fact).collect();
        // Without a relation, a tail is asked for by name; then every relation that has
        // it is asked for the tail as usual.
        let into: Option<Vec<String>> = match (&relation, &tail) {
            (None, Some((_, bound))) => {
                let has = |f: &&&Fact| bound.0.iter().any(|b| b.text() == f.tail().text());
                Some(scoped.iter().filter(has).map(|f| f.relation.clone()).collect())
            }
            _ => None,
        };
        let head = match (head, &relation, &key) {
            (None, ..) => None,
            // What a list of relations means for heads that have only some of them, in some
            // sources, is not settled: the query files hold the plain cases.
            (Some(_), Some(names), _) if names.len() > 1 => return Err(Outcome::Unsure),
            (Some((given, is_set)), Some(names), _) => {
                let (heads, reached) = self.reached(&given, is_set, names, &scoped);
                if tail.is_none() {
                    relation = Some(reached);
                }
                Some(heads)
            }
            (Some((given, is_set)), None, Some(key)) if !time && tail.is_none() => {
                Some(self.heads(&given, is_set, Some(key), &scoped))
            }
            (Some((given, is_set)), ..) => Some(self.heads(&given, is_set, None, &scoped)),
        };
        // What was computed from cells of the very column leads back to their rows, unless
        // heads were chosen before; beside other members it is not settled.
        let led = |bound: &Option<Bound>, relation: &Option<Vec<String>>| -> Step<Option<Vec<Member>>> {
            let (Some((Comparison::Eq, bound)), Some(names)) = (bound, relation) else { return Ok(None) };
            let row = |b: &FoundMember| match b.member {
                Member::Derived(_, (source, row, column))
                    if names.contains(&self.data.sources[source].header[column]) =>
                {
                    Some(Member::Row(source, row))
                }
                _ => None,
            };
            let rows: Vec<Option<Member>> = bound.0.iter().map(row).collect();
            match rows.iter().flatten().count() {
                0 => Ok(None),
                n if n == rows.len() => Ok(Some(rows.into_iter().flatten().collect())),
                _ => Err(Outcome::Unsure),
            }
        };
        let led_by_tail = if head.is_none() { led(&tail, &relation)? } else { None };
        let led_by_value = match head.is_none() && tail.is_none() && !time {
            true => led(&value, &key)?,
            false => None,
        };
        let mut selected: Vec<(usize, &Fact)> = self
            .scoped()
            .filter(|(_, f)| {
                relation.as_ref().or(into.as_ref()).is_none_or(|names| names.contains(&f.relation))
            })
            .filter(|(_, f)| head.as_ref().is_none_or(|heads| heads.contains(&f.head)))
            .filter(|(_, f)| match &led_by_tail {
                Some(rows) => rows.contains(&f.head),
                None if unsaid(info.tail.as_ref(), f) => false,
                None => tail.as_ref().is_none_or(|(op, bound)| self.holds(f, *op, bound)),
            })
            .collect();
        let loose = |bound: &Option<Bound>, relation: &Option<Vec<String>>| {
            let (Some((op, bound)), Some(names)) = (bound, relation) else { return false };
            // Which of several numbers scores are compared with is not settled.
            bound.0.len() > 1 && names.iter().any(|name| self.is_loose(*op, bound, name))
        };
        // Cells of another column of a table can mean the rows in which they stand.
        let aside = |bound: &Option<Bound>, relation: &Option<Vec<String>>| {
            let (Some((_, bound)), Some(names)) = (bound, relation) else { return false };
            bound.0.iter().any(|b| match b.member {
                Member::Cell(source, _, column, ..) | Member::Derived(_, (source, _, column)) => {
                    self.has_column(source, names)
                        && !names.contains(&self.data.sources[source].header[column])
                }
                _ => false,
            })
        };
        if aside(&tail, &relation) || !time && aside(&value, &key) {
            return Err(Outcome::Unsure);
        }
        if loose(&tail, &relation) || !time && loose(&value, &key) {
            return Err(Outcome::Unsure);
        }
        let mut found = Set::default();
        let Some(key) = key else {
            for (number, fact) in selected {
                let member = match (&head, &relation, &tail) {
                    (Some(_), None, _) => Member::Name(fact.relation.clone()),
                    (None, _, Some(_)) => fact.head.clone(),
                    _ => fact.tail.clone(),
                };
                found.push(member, &[number]);
            }
            return Ok(found);
        };
        let heads_are_asked = matches!((&head, &relation, &tail), (_, None, _) | (None, Some(_), Some(_)));
        if time {
            let key = key[0].as_str();
            let Some((op, bound)) = value else {
                for (number, fact) in selected {
                    for time in fact.times(key, self.year) {
                        found.push(Member::Time(time), &[number]);
                    }
                }
                return Ok(found);
            };
            let dates = self.time_bounds(&bound)?;
            selected.retain(|(_, f)| !dates.is_empty() && in_time(f, key, op, &dates));
            for (number, fact) in selected {
                let member = if heads_are_asked { &fact.head } else { &fact.tail };
                found.push(member.clone(), &[number]);
            }
            return Ok(found);
        }
        let attached = |f: &Fact| -> Vec<(usize, &Fact)> {
            self.scoped()
                .filter(|(_, g)| g.head == f.head && key.contains(&g.relation))
                .filter(|(_, g)| match &led_by_value {
                    Some(rows) => rows.contains(&g.head),
                    None if unsaid(info.value.as_ref(), g) => false,
                    None => value.as_ref().is_none_or(|(op, bound)| self.holds(g, *op, bound)),
                })
                .collect()
        };
        for (number, fact) in selected {
            let attached = attached(fact);
            match (&value, heads_are_asked) {
                (None, _) => attached.iter().for_each(|(number, g)| found.push(g.tail.clone(), &[*number])),
                (Some(_), true) => {
                    attached.iter().for_each(|(number, g)| found.push(g.head.clone(), &[*number]))
                }
                (Some(_), false) if !attached.is_empty() => found.push(fact.tail.clone(), &[number]),
                (Some(_), false) => {}
            }
        }
        Ok(found)
    }

    /// The dates that a time is compared with; `now` is the day of loading.
    pub(super) fn time_bounds(&self, bound: &Set) -> Step<Vec<Days>> {
        let day = |found: &FoundMember| match found.text().as_str() {
            "now" => Some(Days::of_calendar_day(self.today)),
            _ => found.meaning().time(),
        };
        bound.0.iter().map(day).collect::<Option<_>>().ok_or(Outcome::Refused)
    }

    /// Whether the tail of a fact compares as asked. Where nothing under the relation compares
    /// by type with a number, the sides of scores are compared with it: the first one by what
    /// is less, any of them by what is more.
    fn holds(&self, fact: &Fact, op: Comparison, bound: &Set) -> bool {
        let tail = fact.tail();
        if compares(&tail, op, bound) {
            return true;
        }
        let (meaning, sides) = (tail.meaning(), bound.0.first().map(FoundMember::meaning));
        let (Some(limit), Meaning::Score(first, second)) = (sides, &meaning) else { return false };
        let Some((limit, _)) = limit.number() else { return false };
        let fits = |side: &i64| (*side as f64).partial_cmp(&limit).is_some_and(|is| orders(op, is));
        self.is_loose(op, bound, &fact.relation)
            && match op {
                Comparison::Lt | Comparison::Le => fits(first),
                _ => fits(first) || fits(second),
            }
    }

    /// Whether nothing under a relation compares by type with a number.
    fn is_loose(&self, op: Comparison, bound: &Set, relation: &str) -> bool {
        if matches!(op, Comparison::Eq | Comparison::Ne) {
            return false;
        }
        let tails = || self.scoped().filter(|(_, f)| f.relation == relation).map(|(_, f)| f.tail());
        let typed = tails().any(|tail| compares(&tail, op, bound));
        let scores = tails().any(|tail| matches!(tail.meaning(), Meaning::Score(..)));
        !typed && scores && bound.0.iter().any(|b| b.meaning().number().is_some())
    }

    /// What ends a call before any fact is looked at: an empty input, for which true is
    /// given, and comparisons that ask nothing, which are refused.
    fn has_empty_input(
        &self,
        head: &Option<(Set, bool)>,
        relation: &Option<Vec<String>>,
        tail: &Option<Bound>,
        key: &Option<Vec<String>>,
        value: &Option<Bound>,
        time: bool,
    ) -> Step<bool> {
        let of_what = relation.is_none() && tail.as_ref().is_some_and(|(op, _)| *op != Comparison::Eq);
        let nothing_else = head.is_none() && relation.is_none() && tail.is_none();
        let refused = of_what || time && nothing_else && value.is_none();
        let empty_bound = |bound: &Option<Bound>| bound.as_ref().is_some_and(|(_, set)| set.is_empty());
        let unlike_nothing = |bound: &Option<Bound>| {
            empty_bound(bound) && bound.as_ref().is_some_and(|(op, _)| *op == Comparison::Ne)
        };
        let empty = head.as_ref().is_some_and(|(set, _)| set.is_empty())
            || relation.as_ref().is_some_and(Vec::is_empty)
            || key.as_ref().is_some_and(Vec::is_empty)
            || empty_bound(tail)
            || empty_bound(value);
        let orderless = |bound: &Option<Bound>| {
            bound.as_ref().is_some_and(|(op, set)| {
                !matches!(op, Comparison::Eq | Comparison::Ne)
                    && !set.0.iter().any(|b| b.meaning().has_order())
            })
        };
        if empty {
            // Nothing is compared with the tail where there is no value to be had, too.
            let compared = orderless(tail) && head.as_ref().is_none_or(|(set, _)| !set.is_empty());
            let unsure = refused || compared || unlike_nothing(tail) || unlike_nothing(value) && !time;
            return if unsure { Err(Outcome::Unsure) } else { Ok(true) };
        }
        if refused || orderless(tail) || orderless(value) && !time {
            Err(Outcome::Refused)
        } else {
            Ok(false)
        }
    }
}

/// Some day of the fact compares as asked: it is in one of the dates, in none of them,
/// before all of them. What holds changes only at the ends of dates.
pub(super) fn in_time(fact: &Fact, key: &str, op: Comparison, dates: &[Days]) -> bool {
    let Some(own) = fact.days(key) else { return false };
    let mut days = vec![own.first, own.last];
    days.extend(dates.iter().flat_map(|date| [date.first - 1, date.first, date.last, date.last + 1]));
    days.iter().filter(|day| (own.first..=own.last).contains(day)).any(|day| match op {
        Comparison::Eq => dates.iter().any(|date| (date.first..=date.last).contains(day)),
        Comparison::Ne => !dates.iter().any(|date| (date.first..=date.last).contains(day)),
        Comparison::Lt | Comparison::Ge => dates.iter().all(|date| orders(op, day.cmp(&date.first))),
        _ => dates.iter().all(|date| orders(op, day.cmp(&date.last))),
    })
}

/// Whether a cell says that there is no value: then it has none other than a name.
pub(super) fn unsaid(asked: Option<&Constraint>, fact: &Fact) -> bool {
    match asked {
        Some(Constraint { op: Comparison::Ne, term: Term::Names(names), .. }) if names.len() == 1 => {
            let cell = fact.tail();
            matches!(cell.member, Member::Cell(..)) && is_blank(&cell.folded()) && !is_blank(&names[0])
        }
        _ => false,
    }
}
