//! The reasoning functions over plain facts.

use std::cmp::Ordering;

use trustuqa_engine::query::Function;
use trustuqa_engine::query::llm::{FunctionCall, Term};
use trustuqa_storage::Comparison;

use super::eval::{Naive, Outcome, Step, compares};
use super::facts::{Fact, FoundMember, Member, Set};
use super::value::{Days, Meaning, shown_number};

impl Naive<'_> {
    pub(super) fn function(&self, call: &FunctionCall, target: Option<&str>, results: &[Set]) -> Step<Set> {
        let mut sets: Vec<Set> = call.sets.iter().map(|set| self.given(set, results)).collect();
        let relation: Option<Vec<String>> = call
            .relation
            .as_ref()
            .map(|term| self.given(term, results).0.iter().map(FoundMember::text).collect());
        let counts = matches!(call.function, Function::Count | Function::CountDistinct);
        if sets.iter().any(Set::is_empty)
            && (counts || call.value.as_ref().is_some_and(|v| v.op == Comparison::Ne))
        {
            return Err(Outcome::Unsure);
        }
        // Rows in place of values mean their numbers, which are for the query files.
        let with_rows = |set: &Set| set.0.iter().any(FoundMember::is_row);
        let bound_of_rows =
            call.value.as_ref().is_some_and(|value| with_rows(&self.given(&value.term, results)));
        let sets_of_sets =
            matches!(call.function, Function::SetUnion | Function::SetIntersection | Function::SetDifference);
        let mixed = sets.iter().any(with_rows) && sets.iter().any(|set| set.0.iter().any(|m| !m.is_row()));
        if sets_of_sets && mixed {
            return Err(Outcome::Unsure);
        }
        // The date of rows is that under the column by which they were found.
        let of_dates = matches!(call.function, Function::Year | Function::Month | Function::Day);
        let of_numbers = of_dates && target.is_none()
            || matches!(call.function, Function::Difference | Function::Absolute);
        if bound_of_rows || of_numbers && sets.iter().any(with_rows) {
            return Err(Outcome::Unsure);
        }
        let by_value = matches!(
            call.function,
            Function::Min
                | Function::Max
                | Function::Mean
                | Function::Sum
                | Function::MostFrequent
                | Function::LeastFrequent
                | Function::Year
                | Function::Month
                | Function::Day
        );
        // Where only a later one is of rows, the first may be passed over as it is empty.
        if by_value && target.is_some() && sets.len() > 1 && sets[0].is_empty() && sets.iter().any(with_rows)
        {
            return Err(Outcome::Unsure);
        }
        if let (true, None, Some(target)) = (by_value, &relation, target)
            && matches!(call.sets.first(), Some(Term::Output(_)))
            && !sets[0].is_empty()
            && sets[0].0.iter().all(FoundMember::is_row)
        {
            // A target that is not a column is a matter of words.
            sets[0] = self.target_column(&sets[0], target).ok_or(Outcome::Unsure)?;
        }
        // Which row's other columns a computed value has is a matter of where it came from.
        let computed_member =
            |found: &FoundMember| matches!(found.member, Member::Computed(..) | Member::Derived(..));
        if relation.is_some() && sets.iter().flat_map(|set| &set.0).any(computed_member) {
            return Err(Outcome::Unsure);
        }
        let all: Set = sets.iter().flat_map(|set| set.0.iter().cloned()).collect();
        let column =
            |set: &Set| relation.as_ref().map_or_else(|| set.clone(), |names| self.values(set, names));
        match call.function {
            Function::Count => Ok(computed(sets[0].0.len() as f64, "")),
            Function::CountDistinct => {
                let mut texts: Vec<String> = sets[0].0.iter().map(FoundMember::folded).collect();
                texts.sort();
                texts.dedup();
                Ok(computed(texts.len() as f64, ""))
            }
            Function::Sum => sum(&column(&all), relation.is_none()),
            Function::Mean => mean(&column(&all), relation.is_none()),
            Function::Min => extreme(&column(&sets[0]), Ordering::Less),
            Function::Max => extreme(&column(&sets[0]), Ordering::Greater),
            Function::Difference => {
                let (Some(a), Some(b)) = (single(&sets[0])?, single(&sets[1])?) else {
                    return Ok(Set::default());
                };
                let (a, b) = (a.meaning(), b.meaning());
                match (a.number(), b.number(), a.days(), b.days()) {
                    (Some((m, unit)), Some((n, other)), ..) => {
                        Ok(computed(rounded(m - n), if unit == other { unit } else { "" }))
                    }
                    (_, _, Some(a), Some(b)) => {
                        let days = a.first == a.last && b.first == b.last;
                        Ok(match days {
                            true => computed((a.calendar_day() - b.calendar_day()) as f64, "days"),
                            false => computed((Days::year(a.first) - Days::year(b.first)) as f64, ""),
                        })
                    }
                    // Texts can hold numbers, and scores have two.
                    _ => Err(Outcome::Unsure),
                }
            }
            Function::Absolute => match single(&sets[0])?.map(|found| found.meaning()) {
                None => Ok(Set::default()),
                // What has no sign stays as it is.
                Some(Meaning::Number(n, ..)) if n >= 0.0 => Ok(sets[0].clone()),
                Some(Meaning::Number(n, unit, _)) => Ok(computed(n.abs(), &unit)),
                Some(Meaning::Score(..)) => Err(Outcome::Unsure),
                Some(_) => Err(Outcome::Refused),
            },
            Function::SetUnion => Ok(all),
            Function::SetIntersection => {
                let shared = |m: &&FoundMember| sets.iter().all(|set| set.0.iter().any(|n| same(m, n)));
                Ok(sets[0].0.iter().filter(shared).cloned().collect())
            }
            Function::SetDifference => {
                let without = |m: &&FoundMember| !sets[1..].iter().flat_map(|set| &set.0).any(|n| same(m, n));
                Ok(sets[0].0.iter().filter(without).cloned().collect())
            }
            Function::SetNegation => Ok(self.negation(&sets[0])),
            Function::Keep => {
                let Some(value) = &call.value else { return Ok(Set::default()) };
                if relation.is_none() && sets[0].0.iter().any(FoundMember::is_row) {
                    return Err(Outcome::Refused);
                }
                let bound = self.given(&value.term, results);
                let own = |m: &FoundMember| column(&Set(vec![m.clone()]));
                let keeps = |m: &&FoundMember| {
                    !bound.is_empty() && own(m).0.iter().any(|v| compares(v, value.op, &bound))
                };
                Ok(sets[0].0.iter().filter(keeps).cloned().collect())
            }
            Function::Argmax | Function::TopK => ranked(&sets[0], column, Ordering::Greater, call),
            Function::Argmin | Function::BottomK => ranked(&sets[0], column, Ordering::Less, call),
            Function::MostFrequent | Function::LeastFrequent => {
                Ok(frequent(&column(&sets[0]), call.function == Function::MostFrequent))
            }
            Function::First => Ok(sets[0].0.iter().min_by_key(place).cloned().into_iter().collect()),
            Function::Last => Ok(sets[0].0.iter().max_by_key(place).cloned().into_iter().collect()),
            Function::PreviousRow => self.beside(&sets[0], -1),
            Function::NextRow => self.beside(&sets[0], 1),
            Function::Year | Function::Month | Function::Day => date_parts(&sets[0], call.function),
            Function::Unique => Ok(groups(&sets[0])
                .into_iter()
                .map(|(_, member, facts)| FoundMember::new(member, facts))
                .collect()),
            Function::Median => median(&column(&sets[0]), relation.is_none()),
            Function::Product | Function::Quotient => {
                let (Some(a), Some(b)) = (single(&sets[0])?, single(&sets[1])?) else {
                    return Ok(Set::default());
                };
                let (a, b) = (a.meaning(), b.meaning());
                match (a.number(), b.number()) {
                    (Some((m, _)), Some((n, _))) if call.function == Function::Product => {
                        Ok(computed(rounded(m * n), ""))
                    }
                    (Some((m, _)), Some((n, _))) if n != 0.0 => Ok(computed(rounded(m / n), "")),
                    _ => Err(Outcome::Refused),
                }
            }
            // What none of the members could have is nothing to sort them by.
            Function::Sort | Function::SortDescending
                if relation.as_ref().is_some_and(|names| !self.is_open_to(&sets[0], names)) =>
            {
                Ok(Set::default())
            }
            Function::Sort | Function::SortDescending => {
                sorted(&sets[0], column, call.function == Function::SortDescending)
            }
            Function::Nth => Ok(sets[0].0.iter().skip(call.k.unwrap_or(1) - 1).take(1).cloned().collect()),
            Function::Split => split(&sets[0], None),
            Function::Part => split(&sets[0], Some(call.k.unwrap_or(1))),
            Function::IsEmpty => Ok(truth(sets[0].is_empty())),
            Function::Not => Ok(truth(!says(&sets[0]))),
            Function::And => Ok(truth(sets.iter().all(says))),
            Function::Or => Ok(truth(sets.iter().any(says))),
            other => panic!("no query is made with {other:?}"),
        }
    }

    /// Whether some member heads a fact under the relations, or is in a row with such a column.
    fn is_open_to(&self, set: &Set, relations: &[String]) -> bool {
        let scoped: Vec<&Fact> = self.scoped().map(|(_, fact)| fact).collect();
        let reached =
            |found: &FoundMember| self.heads(&Set(vec![found.clone()]), true, Some(relations), &scoped);
        set.0.iter().any(|found| !reached(found).is_empty())
    }

    /// The rows beside those of a set; cells stand for their rows.
    fn beside(&self, set: &Set, step: i64) -> Step<Set> {
        let mut rows = Set::default();
        for found in &set.0 {
            let (source, row) = match &found.member {
                Member::Row(source, row) | Member::Cell(source, row, ..) => (*source, *row),
                // The day of a cell can be the number of its row, and then is read as that.
                Member::Derived(text, (_, row, _)) if *text == row.to_string() => {
                    return Err(Outcome::Unsure);
                }
                Member::Derived(_, (source, row, _)) => (*source, *row),
                // The number of a row gives that of the next.
                Member::Computed(_, Meaning::Number(n, _, true)) => {
                    computed(n + step as f64, "").0.into_iter().for_each(|n| rows.push(n.member, &[]));
                    continue;
                }
                _ => return Err(Outcome::Refused),
            };
            let row = row as i64 + step;
            if row >= 1 && row as usize <= self.data.sources[source].lines.len() {
                rows.push(Member::Row(source, row as usize), &[]);
            }
        }
        Ok(rows)
    }

    /// Rows: the others of their tables. Others: what is on the same side of the
    /// facts by which they were found, in the same source and relation.
    fn negation(&self, set: &Set) -> Set {
        let inside = |found: &FoundMember| set.0.iter().any(|m| m.text() == found.text());
        let mut out = Set::default();
        for found in &set.0 {
            if let Member::Row(source, _) = found.member {
                for row in 1..=self.data.sources[source].lines.len() {
                    let other = FoundMember::new(Member::Row(source, row), Vec::new());
                    if !inside(&other) {
                        out.push(other.member, &[]);
                    }
                }
                continue;
            }
            if !matches!(found.member, Member::Name(_) | Member::Cell(..)) {
                continue;
            }
            for by in found.facts.iter().map(|fact| &self.facts[*fact]) {
                let side = |fact: &Fact, as_head: bool| {
                    FoundMember::new(if as_head { fact.head.clone() } else { fact.tail.clone() }, Vec::new())
                };
                for as_head in [true, false] {
                    if side(by, as_head).text() != found.text() {
                        continue;
                    }
                    for (number, fact) in self.facts.iter().enumerate() {
                        let other = side(fact, as_head);
                        if fact.source == by.source && fact.relation == by.relation && !inside(&other) {
                            out.push(other.member, &[number]);
                        }
                    }
                }
            }
        }
        out
    }
}

/// `yes` or `no`.
pub(super) fn truth(holds: bool) -> Set {
    let text = if holds { "yes" } else { "no" };
    Set(vec![FoundMember::new(Member::Computed(text.to_owned(), Meaning::Text), Vec::new())])
}

/// Nothing, `no` and 0 are false.
fn says(set: &Set) -> bool {
    let is_false = |m: &FoundMember| m.text() == "no" || matches!(m.meaning(), Meaning::Number(0.0, _, true));
    !set.is_empty() && !set.0.iter().any(is_false)
}

/// The parts of each cell between signs, or one of them.
fn split(set: &Set, place: Option<usize>) -> Step<Set> {
    let mut parts = Set::default();
    for found in &set.0 {
        let (text, cell) = match &found.member {
            Member::Cell(source, row, column, text, _) => (text, (*source, *row, *column)),
            Member::Derived(text, cell) => (text, *cell),
            // Of other members it depends on the first fact that told them.
            _ => return Err(Outcome::Unsure),
        };
        let signs = [';', ',', '/', '–', '—', '-', '\n'];
        let pieces = text.split(signs).map(str::trim).filter(|piece| !piece.is_empty());
        for (at, piece) in pieces.enumerate() {
            if place.is_none_or(|place| at + 1 == place) {
                parts.push(Member::Derived(piece.to_owned(), cell), &found.facts);
            }
        }
    }
    Ok(parts)
}

/// By the first value of each member: what has a place in the order of the commonest kind,
/// then the others by the alphabet. Equals stay as they stand.
fn sorted(set: &Set, column: impl Fn(&Set) -> Set, descending: bool) -> Step<Set> {
    if set
        .0
        .iter()
        .any(|found| found.is_row() && column(&Set(vec![found.clone()])).0.iter().any(FoundMember::is_row))
    {
        return Err(Outcome::Unsure);
    }
    let values: Vec<Option<FoundMember>> =
        set.0.iter().map(|found| column(&Set(vec![found.clone()])).0.first().cloned()).collect();
    let mut places = positions(&Set(values.iter().flatten().cloned().collect())).into_iter();
    let mut sorted = Vec::new();
    for (found, value) in set.0.iter().zip(values) {
        let place = value.as_ref().and_then(|_| places.next().flatten());
        sorted.push((place, value.map_or(String::new(), |value| value.folded()), found.clone()));
    }
    sorted.sort_by(|(a, s, _), (b, t, _)| {
        let order = match (a, b) {
            (Some(a), Some(b)) => a.partial_cmp(b).unwrap_or(Ordering::Equal),
            (Some(_), None) => return Ordering::Less,
            (None, Some(_)) => return Ordering::Greater,
            (None, None) => s.cmp(t),
        };
        if descending { order.reverse() } else { order }
    });
    Ok(Set(sorted.into_iter().map(|(.., found)| found).collect()))
}

/// Where a member stands: a cell at its own fact, others at the first that tells them.
fn place<'f>(found: &&'f FoundMember) -> Option<&'f usize> {
    match found.member {
        Member::Cell(..) | Member::Derived(..) => found.facts.first(),
        _ => found.facts.iter().min(),
    }
}

/// As a member of another set: cells and entities are the same by their names.
pub(super) fn same(a: &FoundMember, b: &FoundMember) -> bool {
    a.text() == b.text()
}

pub(super) fn computed(n: f64, unit: &str) -> Set {
    let whole = unit.is_empty() && n.fract() == 0.0;
    let meaning = Meaning::Number(n, unit.to_owned(), whole);
    Set(vec![FoundMember::new(Member::Computed(shown_number(n, unit), meaning), Vec::new())])
}

fn rounded(n: f64) -> f64 {
    (n * 1e10).round() / 1e10
}

pub(super) fn sum(set: &Set, of_members: bool) -> Step<Set> {
    let (numbers, unit) = numbers(set, of_members)?;
    let sum = rounded(numbers.iter().sum::<f64>());
    Ok(if numbers.is_empty() { Set::default() } else { computed(sum, &unit) })
}

pub(super) fn mean(set: &Set, of_members: bool) -> Step<Set> {
    let (numbers, unit) = numbers(set, of_members)?;
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    Ok(if numbers.is_empty() { Set::default() } else { computed(mean, &unit) })
}

/// The middle one of the numbers, or the mean of the two in the middle.
pub(super) fn median(set: &Set, of_members: bool) -> Step<Set> {
    let (mut numbers, unit) = numbers(set, of_members)?;
    numbers.sort_by(f64::total_cmp);
    let (below, above) = (numbers.len().saturating_sub(1) / 2, numbers.len() / 2);
    Ok(match numbers.get(below).zip(numbers.get(above)) {
        Some((a, b)) => computed((a + b) / 2.0, &unit),
        None => Set::default(),
    })
}

/// The numbers of a set and their unit. Rows have none, and units are not mixed.
pub(super) fn numbers(set: &Set, of_members: bool) -> Step<(Vec<f64>, String)> {
    if of_members && set.0.iter().any(FoundMember::is_row) {
        return Err(Outcome::Refused);
    }
    let (mut numbers, mut units) = (Vec::new(), Vec::new());
    for meaning in set.0.iter().map(FoundMember::meaning) {
        if let Some((n, unit)) = meaning.number() {
            numbers.push(n);
            if !unit.is_empty() && !units.contains(&unit.to_owned()) {
                units.push(unit.to_owned());
            }
        }
    }
    if units.len() > 1 || numbers.is_empty() && !set.is_empty() {
        return Err(Outcome::Refused);
    }
    Ok((numbers, units.pop().unwrap_or_default()))
}

/// The one value of a set; several are refused.
pub(super) fn single(set: &Set) -> Step<Option<&FoundMember>> {
    let like = |a: &FoundMember, b: &FoundMember| match (a.meaning(), b.meaning()) {
        (Meaning::Text, Meaning::Text) => a.folded() == b.folded(),
        (a, b) => a == b,
    };
    match set.0.first() {
        Some(first) if set.0.iter().all(|other| like(first, other)) => Ok(Some(first)),
        Some(_) => Err(Outcome::Refused),
        None => Ok(None),
    }
}

/// Where each member is in the order of the commonest kind: dates, scores, numbers
/// of one unit. Whole numbers are years beside dates, numbers without a unit belong to
/// any one unit.
pub(super) fn positions(set: &Set) -> Vec<Option<(i64, f64)>> {
    let meanings: Vec<Meaning> = set.0.iter().map(FoundMember::meaning).collect();
    let dates = meanings.iter().any(|m| matches!(m, Meaning::Date(_)));
    let place = |m: &Meaning| match (m, m.days()) {
        (_, Some(days)) if dates => Some(("date".to_owned(), (days.first, 0.0))),
        (Meaning::Number(n, unit, _), _) => Some((format!("number {unit}"), (0, *n))),
        (Meaning::Score(a, b), _) => Some(("score".to_owned(), (*a, *b as f64))),
        _ => None,
    };
    let places: Vec<_> = meanings.iter().map(place).collect();
    let count = |kind: &str| places.iter().flatten().filter(|(k, _)| k == kind).count();
    let mut kinds: Vec<&str> = Vec::new();
    for (kind, _) in places.iter().flatten() {
        if !kinds.contains(&kind.as_str()) {
            kinds.push(kind);
        }
    }
    let commonest = |kinds: &[&str]| {
        let most = kinds.iter().map(|kind| count(kind)).max()?;
        kinds.iter().find(|kind| count(kind) == most).map(|kind| (*kind).to_owned())
    };
    let Some(mut chosen) = commonest(&kinds) else { return vec![None; set.0.len()] };
    if chosen == "number " {
        let with_unit = kinds.iter().filter(|kind| kind.starts_with("number") && **kind != "number ");
        let with_unit: Vec<&str> = with_unit.copied().collect();
        chosen = commonest(&with_unit).unwrap_or(chosen);
    }
    let fits = |kind: &str| kind == chosen || kind == "number " && chosen.starts_with("number");
    places.iter().map(|place| place.as_ref().filter(|(kind, _)| fits(kind)).map(|(_, at)| *at)).collect()
}

pub(super) fn extreme(column: &Set, side: Ordering) -> Step<Set> {
    let positions = positions(column);
    let further = |a: &(i64, f64), b: &(i64, f64)| a.partial_cmp(b) == Some(side);
    let best = positions.iter().flatten().fold(None, |best: Option<(i64, f64)>, at| match best {
        Some(best) if !further(at, &best) => Some(best),
        _ => Some(*at),
    });
    let Some(best) = best else {
        // What is the largest of texts or rows is a matter of words.
        return if column.is_empty() { Ok(Set::default()) } else { Err(Outcome::Unsure) };
    };
    // Equal values are one extreme, in every place where they occur.
    let mut winners =
        column.0.iter().zip(&positions).filter(|(_, at)| **at == Some(best)).map(|(found, _)| found);
    let mut first = winners.next().cloned().unwrap();
    first.facts.extend(winners.flat_map(|winner| &winner.facts));
    Ok(Set(vec![first]))
}

fn ranked(set: &Set, column: impl Fn(&Set) -> Set, side: Ordering, call: &FunctionCall) -> Step<Set> {
    let columns: Vec<Set> = set.0.iter().map(|found| column(&Set(vec![found.clone()]))).collect();
    let owners: Vec<usize> =
        columns.iter().enumerate().flat_map(|(at, set)| set.0.iter().map(move |_| at)).collect();
    let values = Set(columns.into_iter().flat_map(|column| column.0).collect());
    let positions = positions(&values);
    let mut ranked: Vec<((i64, f64), FoundMember)> = Vec::new();
    for (owner, found) in set.0.iter().enumerate() {
        let own = owners.iter().zip(&positions).filter(|(of, _)| **of == owner).filter_map(|(_, at)| *at);
        let best = own.reduce(|best, at| if at.partial_cmp(&best) == Some(side) { at } else { best });
        ranked.extend(best.map(|best| (best, found.clone())));
    }
    if ranked.is_empty() && !set.is_empty() {
        let is_top = matches!(call.function, Function::TopK | Function::BottomK);
        // The top one of texts is a matter of words, as their largest is.
        return Err(if is_top && call.k.unwrap_or(1) == 1 { Outcome::Unsure } else { Outcome::Refused });
    }
    let order = |a: &(i64, f64), b: &(i64, f64)| a.partial_cmp(b).unwrap_or(Ordering::Equal);
    ranked.sort_by(|(a, _), (b, _)| if side == Ordering::Less { order(a, b) } else { order(b, a) });
    let first = ranked.first().map(|(at, _)| *at);
    let is_top = matches!(call.function, Function::TopK | Function::BottomK);
    let kept = ranked.into_iter().enumerate().filter(|(place, (at, _))| match is_top {
        true => *place < call.k.unwrap_or(1),
        false => Some(*at) == first,
    });
    Ok(Set(kept.map(|(_, (_, found))| found).collect()))
}

/// The values with how often each occurs: an entity in each of its facts, a cell in its own.
fn groups(set: &Set) -> Vec<(usize, Member, Vec<usize>)> {
    let mut groups: Vec<(String, usize, Member, Vec<usize>)> = Vec::new();
    for found in &set.0 {
        let times = match found.member {
            Member::Name(_) | Member::Row(..) => found.facts.len().max(1),
            _ => 1,
        };
        match groups.iter_mut().find(|(text, ..)| *text == found.folded()) {
            Some((_, count, _, facts)) => {
                *count += times;
                facts.extend(&found.facts);
            }
            None => groups.push((found.folded(), times, found.member.clone(), found.facts.clone())),
        }
    }
    groups.into_iter().map(|(_, count, member, facts)| (count, member, facts)).collect()
}

/// The values that occur most or least often.
fn frequent(set: &Set, most: bool) -> Set {
    let groups = groups(set);
    let counts = groups.iter().map(|(count, ..)| *count);
    let best = if most { counts.max() } else { counts.min() };
    let kept = groups.into_iter().filter(|(count, ..)| Some(*count) == best);
    kept.map(|(_, member, facts)| FoundMember::new(member, facts)).collect()
}

fn date_parts(set: &Set, function: Function) -> Step<Set> {
    let mut parts = Set::default();
    for found in &set.0 {
        let Some(days) = found.meaning().days() else { continue };
        let whole_month = days.last - days.first == 30;
        let part = match function {
            Function::Year => Days::year(days.first),
            Function::Month if days.last - days.first <= 30 => days.first.rem_euclid(372) / 31 + 1,
            Function::Day if days.first == days.last && !whole_month => days.first.rem_euclid(31) + 1,
            _ => continue,
        };
        let member = match found.member {
            Member::Cell(source, row, column, ..) => Member::Derived(part.to_string(), (source, row, column)),
            Member::Derived(_, cell) => Member::Derived(part.to_string(), cell),
            _ => computed(part as f64, "").0.remove(0).member,
        };
        parts.push(member, &found.facts);
    }
    if parts.is_empty() && !set.is_empty() { Err(Outcome::Refused) } else { Ok(parts) }
}
