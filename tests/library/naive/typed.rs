//! The functions that are read in one way only: groups, truth, statistics and times.

use std::cmp::Ordering;

use trustuqa_engine::query::Function;
use trustuqa_engine::query::column::Test;
use trustuqa_engine::query::execution::Operand;
use trustuqa_engine::query::llm::{FunctionCall, Term};
use trustuqa_storage::Comparison;

use super::columns::{Column, measured};
use super::eval::{Naive, Outcome, Step, named};
use super::facts::{FoundMember, Member, Set};
use super::functions::{computed, numbers, positions, same, truth};
use super::groups::calculate;
use super::value::Meaning;

impl Naive<'_> {
    /// A call of a function that is read in one way only; `None` for any other.
    pub(super) fn typed(&self, call: &FunctionCall, results: &[Set]) -> Option<Step<Set>> {
        let sets: Vec<Set> = call.sets.iter().map(|set| self.given(set, results)).collect();
        let first = sets.first().cloned().unwrap_or_default();
        let relation: Option<Vec<String>> = call
            .relation
            .as_ref()
            .map(|term| self.given(term, results).0.iter().map(FoundMember::text).collect());
        let values = |set: &Set| match relation.as_deref() {
            None => Ok(set.0.iter().map(measured).collect()),
            Some([name]) => self.all_values(set, &self.column(set, name)),
            Some(_) => Err(Outcome::Unsure),
        };
        let numbers_of =
            |set: &Set| -> Step<(Vec<f64>, String)> { numbers(&Set(values(set)?), relation.is_none()) };
        Some(match call.function {
            Function::NoAnswer => Ok(Set::default()),
            Function::Exists => Ok(truth(!first.is_empty())),
            Function::IsSubset => Ok(truth(first.0.iter().all(|m| sets[1].0.iter().any(|n| same(m, n))))),
            Function::Equal => {
                let all_in = |a: &Set, b: &Set| a.0.iter().all(|m| b.0.iter().any(|n| same(m, n)));
                Ok(truth(match (one_number(&first), one_number(&sets[1])) {
                    (Some(a), Some(b)) => a == b,
                    _ => all_in(&first, &sets[1]) && all_in(&sets[1], &first),
                }))
            }
            Function::Share => {
                // Nothing has a share of nothing, and no share is of what was not found.
                if sets.iter().any(Set::is_empty) {
                    return Some(Err(Outcome::Unsure));
                }
                let (part, whole) = match (one_number(&first), one_number(&sets[1])) {
                    (Some(a), Some(b)) => (a, b),
                    _ => (first.0.len() as f64, sets[1].0.len() as f64),
                };
                if whole == 0.0 { Err(Outcome::Refused) } else { Ok(computed(part / whole * 100.0, "%")) }
            }
            Function::StandardDeviation => numbers_of(&first).map(|(numbers, unit)| {
                let n = numbers.len() as f64;
                if numbers.len() < 2 {
                    return Set::default();
                }
                let mean = numbers.iter().sum::<f64>() / n;
                let squares = numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
                computed((squares / (n - 1.0)).sqrt(), &unit)
            }),
            Function::Percentile => numbers_of(&first).map(|(mut numbers, unit)| {
                numbers.sort_by(f64::total_cmp);
                let Some(last) = numbers.len().checked_sub(1) else { return Set::default() };
                let place = last as f64 * call.k.unwrap_or(50).min(100) as f64 / 100.0;
                let below = numbers[place.floor() as usize];
                let above = numbers[place.ceil() as usize];
                computed(below * (1.0 - place.fract()) + above * place.fract(), &unit)
            }),
            Function::Correlation => {
                let second: Option<Vec<String>> = call
                    .of
                    .as_ref()
                    .map(|term| self.given(term, results).0.iter().map(FoundMember::text).collect());
                self.correlation(&first, relation.as_deref(), second.as_deref())
            }
            Function::Rank => self.ranks(&first, relation.as_deref()),
            Function::Nearest => {
                let bound = call.value.as_ref().map(|value| self.given(&value.term, results));
                self.nearest(&first, relation.as_deref(), &bound.unwrap_or_default())
            }
            Function::Duration => {
                let unit = match call.value.as_ref().map(|value| &value.term) {
                    Some(Term::Names(names)) => names[0].clone(),
                    _ => "days".to_owned(),
                };
                let timed = |fact: &usize| self.is_timed(&self.facts[*fact]);
                if !first.is_empty() && !first.0.iter().flat_map(|found| &found.facts).any(timed) {
                    return Some(Err(Outcome::Unsure));
                }
                self.duration(&first, &unit)
            }
            Function::Before
            | Function::After
            | Function::NearestBefore
            | Function::NearestAfter
            | Function::Overlapping => self.in_order(call.function, &first, &sets[1], relation.as_deref()),
            Function::Group => self.group(&first, call, results),
            Function::Derive => match &call.formula {
                Some(formula) => self.derive(&first, formula),
                None => Err(Outcome::Unsure),
            },
            Function::Calculate => match &call.formula {
                Some(formula) => calculate(formula, &sets),
                None => Err(Outcome::Unsure),
            },
            _ => return self.of_computed(call, &first, relation.as_deref(), results),
        })
    }

    /// Any function over groups without a relation, or over a formula or a time in place of one.
    fn of_computed(
        &self,
        call: &FunctionCall,
        set: &Set,
        relation: Option<&[String]>,
        results: &[Set],
    ) -> Option<Step<Set>> {
        let groups = set.0.iter().any(|found| found.measure.is_some());
        let column = match relation {
            Some([name]) => match self.column(set, name) {
                Column::Relation(_) if call.test.is_none() && !groups => return None,
                column => column,
            },
            Some(_) => return None,
            None if groups || call.test.is_some() => Column::Itself,
            None => return None,
        };
        Some(self.over(call, set, &column, results))
    }

    fn over(&self, call: &FunctionCall, set: &Set, column: &Column, results: &[Set]) -> Step<Set> {
        let all = || self.all_values(set, column).map(Set);
        match call.function {
            Function::Sum => super::functions::sum(&all()?, false),
            Function::Mean => super::functions::mean(&all()?, false),
            Function::Median => super::functions::median(&all()?, false),
            Function::Min => super::functions::extreme(&all()?, Ordering::Less),
            Function::Max => super::functions::extreme(&all()?, Ordering::Greater),
            Function::Count => Ok(computed(set.0.len() as f64, "")),
            // What is compared with the number of its own group is told by `tests/queries/of_groups.txt`.
            Function::Keep if call.of.is_some() => Err(Outcome::Unsure),
            Function::Keep => {
                let test = match (&call.test, &call.value) {
                    (Some(test), _) => test.clone(),
                    (None, Some(value)) => Test::Compare(
                        value.op,
                        match &value.term {
                            Term::Names(names) => Operand::Literal(names[0].clone()),
                            Term::Output(at) => Operand::Set(*at),
                        },
                    ),
                    (None, None) => return Err(Outcome::Unsure),
                };
                if matches!(column, Column::Itself) && set.0.iter().any(|m| m.is_row() && m.measure.is_none())
                {
                    return Err(Outcome::Unsure);
                }
                if let Test::Compare(op, operand) = &test {
                    let bound = match operand {
                        Operand::Set(at) => results[*at].clone(),
                        Operand::Literal(text) => Set(vec![named(text)]),
                        Operand::Nodes(_) => Set::default(),
                    };
                    let orderless = !matches!(op, Comparison::Eq | Comparison::Ne)
                        && !bound.0.iter().any(|found| found.meaning().has_order());
                    // Whether a bound that compares with nothing is refused is not said.
                    if bound.is_empty() || orderless || bound.0.iter().any(FoundMember::is_row) {
                        return Err(Outcome::Unsure);
                    }
                }
                self.select(set, column, &test, results)
            }
            Function::Argmax | Function::TopK => self.chosen(call, set, column, Ordering::Greater),
            Function::Argmin | Function::BottomK => self.chosen(call, set, column, Ordering::Less),
            Function::Sort => self.chosen(call, set, column, Ordering::Less),
            Function::SortDescending => self.chosen(call, set, column, Ordering::Greater),
            _ => Err(Outcome::Unsure),
        }
    }

    /// The values of all members, in their order; equal ones of different members each.
    pub(super) fn all_values(&self, set: &Set, column: &Column) -> Step<Vec<FoundMember>> {
        let mut out: Vec<FoundMember> = Vec::new();
        for found in &set.0 {
            for value in self.column_values(found, column)? {
                if matches!(column, Column::Itself) || !out.iter().any(|known| known.member == value.member) {
                    out.push(value);
                }
            }
        }
        Ok(out)
    }

    /// The members with the largest or smallest values, or all in their order. What a formula
    /// or a time gives stays with the member, as with a group.
    fn chosen(&self, call: &FunctionCall, set: &Set, column: &Column, side: Ordering) -> Step<Set> {
        let mut owned: Vec<(FoundMember, Vec<FoundMember>)> = Vec::new();
        for found in &set.0 {
            owned.push((found.clone(), self.column_values(found, column)?));
        }
        // What has no value is in no order.
        owned.retain(|(_, values)| !values.is_empty());
        let places = positions(&Set(owned.iter().flat_map(|(_, values)| values.clone()).collect()));
        let mut places = places.into_iter();
        let mut placed = Vec::new();
        for (mut found, values) in owned {
            let mut best: Option<((i64, f64), FoundMember)> = None;
            for value in values {
                let Some(place) = places.next().flatten() else { continue };
                if best.as_ref().is_none_or(|(known, _)| place.partial_cmp(known) == Some(side)) {
                    best = Some((place, value));
                }
            }
            let Some((place, value)) = best else { continue };
            if !matches!(column, Column::Relation(_) | Column::Itself) {
                found.measure = Some((value.text(), value.meaning()));
            }
            placed.push((place, found));
        }
        if placed.is_empty() && !set.is_empty() {
            return Err(Outcome::Unsure);
        }
        placed.sort_by(|(a, _), (b, _)| {
            let order = a.partial_cmp(b).unwrap_or(Ordering::Equal);
            if side == Ordering::Less { order } else { order.reverse() }
        });
        let first = placed.first().map(|(place, _)| *place);
        let kept = placed.into_iter().enumerate().filter(|(at, (place, _))| match call.function {
            Function::Argmax | Function::Argmin => Some(*place) == first,
            Function::TopK | Function::BottomK => *at < call.k.unwrap_or(1),
            _ => true,
        });
        Ok(Set(kept.map(|(_, (_, found))| found).collect()))
    }

    /// The first value of each member that has one.
    fn first_values(&self, set: &Set, relation: Option<&[String]>) -> Step<Vec<(FoundMember, FoundMember)>> {
        let column = match relation {
            None => Column::Itself,
            Some([name]) => self.column(set, name),
            Some(_) => return Err(Outcome::Unsure),
        };
        let mut out = Vec::new();
        for found in &set.0 {
            let values = self.column_values(found, &column)?;
            // Which of several values decides is not said.
            if values.len() > 1 {
                return Err(Outcome::Unsure);
            }
            out.extend(values.into_iter().next().map(|value| (found.clone(), value)));
        }
        Ok(out)
    }

    /// Each member with its place, the largest first; equal values share one.
    fn ranks(&self, set: &Set, relation: Option<&[String]>) -> Step<Set> {
        let values = self.first_values(set, relation)?;
        let places = positions(&Set(values.iter().map(|(_, value)| value.clone()).collect()));
        let mut out = Set::default();
        for ((found, _), place) in values.iter().zip(&places) {
            let Some(place) = place else { continue };
            let before = places.iter().flatten().filter(|other| *other > place).count();
            let text = (before + 1).to_string();
            let meaning = Meaning::Number(before as f64 + 1.0, String::new(), true);
            out.0.push(FoundMember { measure: Some((text, meaning)), ..found.clone() });
        }
        Ok(out)
    }

    /// The members whose number or date is nearest to what is given.
    fn nearest(&self, set: &Set, relation: Option<&[String]>, bound: &Set) -> Step<Set> {
        let [bound] = bound.0.as_slice() else { return Err(Outcome::Unsure) };
        let bound = bound.meaning();
        let mut distances: Vec<(f64, FoundMember)> = Vec::new();
        for (found, value) in self.first_values(set, relation)? {
            let own = value.meaning();
            let distance = match (own.number(), bound.number(), own.days(), bound.days()) {
                (Some((a, _)), Some((b, _)), ..) => (a - b).abs(),
                (.., Some(a), Some(b)) => (a.calendar_day() - b.calendar_day()).abs() as f64,
                _ => continue,
            };
            distances.push((distance, found));
        }
        let least = distances.iter().map(|(distance, _)| *distance).min_by(f64::total_cmp);
        Ok(Set(distances.into_iter().filter(|(d, _)| Some(*d) == least).map(|(_, found)| found).collect()))
    }

    /// Pearson's correlation of two columns over the members that have both.
    fn correlation(&self, set: &Set, first: Option<&[String]>, second: Option<&[String]>) -> Step<Set> {
        let (Some([first]), Some([second])) = (first, second) else { return Err(Outcome::Unsure) };
        let columns = [self.column(set, first), self.column(set, second)];
        let mut pairs: Vec<(f64, f64)> = Vec::new();
        for found in &set.0 {
            let mut own = Vec::new();
            for column in &columns {
                let values = self.column_values(found, column)?;
                // A member has the mean of its numbers.
                let (numbers, _) = match numbers(&Set(values), false) {
                    Ok(found) => found,
                    // What has no numbers in a column refuses the whole column or only itself.
                    Err(_) => return Err(Outcome::Unsure),
                };
                let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
                own.extend(Some(mean).filter(|_| !numbers.is_empty()));
            }
            if let [x, y] = own.as_slice() {
                pairs.push((*x, *y));
            }
        }
        if pairs.len() < 2 {
            return Err(Outcome::Refused);
        }
        let n = pairs.len() as f64;
        let mean_x = pairs.iter().map(|(x, _)| x).sum::<f64>() / n;
        let mean_y = pairs.iter().map(|(_, y)| y).sum::<f64>() / n;
        let sum =
            |f: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|(x, y)| f(x - mean_x, y - mean_y)).sum::<f64>();
        let (xx, yy, xy) = (sum(&|x, _| x * x), sum(&|_, y| y * y), sum(&|x, y| x * y));
        if xx == 0.0 || yy == 0.0 {
            return Err(Outcome::Refused);
        }
        Ok(computed(xy / (xx.sqrt() * yy.sqrt()), ""))
    }
}

/// The number that a set is, when it is one computed value or one cell.
fn one_number(set: &Set) -> Option<f64> {
    match set.0.as_slice() {
        [found] if !matches!(found.member, Member::Name(_) | Member::Row(..) | Member::Time(_)) => {
            found.meaning().number().map(|(n, _)| n)
        }
        _ => None,
    }
}
