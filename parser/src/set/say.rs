//! Sets and goals in plain English.

use std::sync::Arc;

use trustuqa_engine::query::column::Aggregate;

use super::write::QueryWriter;
use super::{By, Cond, Goal, Grouping, Key, Limit, Set, ValueTest, When};

impl QueryWriter<'_> {
    /// A set in plain English.
    pub fn say(&self, set: &Set) -> String {
        match set {
            Set::Names(names) => names.join(" and "),
            Set::Rows(source, conds) => {
                let source = &self.sources[*source].name;
                match conds.as_slice() {
                    [] => format!("the rows of {source}"),
                    conds => {
                        let conditions: Vec<String> = conds.iter().map(|c| self.say_cond(c)).collect();
                        format!("the rows of {source} whose {}", conditions.join(" and "))
                    }
                }
            }
            Set::Side(rel, true) => format!("all that have `{}`", self.name(*rel)),
            Set::Side(rel, false) => format!("every `{}`", self.name(*rel)),
            Set::Hop(of, rel, true, when) => {
                format!("{} of {}{}", self.rels[*rel].in_words(), self.say(of), self.say_when(when))
            }
            Set::Hop(of, rel, false, when) => {
                format!("what has `{}` {}{}", self.name(*rel), self.say(of), self.say_when(when))
            }
            Set::Facts(_, _, _, out, _) => {
                let end = if *out { "last" } else { "first" };
                format!("{} by their {end} part", self.say_facts(set))
            }
            Set::Keep(of, cond) => format!("{} whose {}", self.say(of), self.say_cond(cond)),
            Set::Both(a, b) => format!("{} that are also {}", self.say(a), self.say(b)),
            Set::Minus(a, b) => format!("{} without {}", self.say(a), self.say(b)),
            Set::Extreme(of, by, largest, k) | Set::Nth(of, by, largest, k) => {
                let end = if *largest { "largest" } else { "smallest" };
                let which = match (set, k) {
                    (Set::Nth(..), n) => format!("{} ", place(*n)),
                    (_, 1) => String::new(),
                    (_, k) => format!("{k} "),
                };
                format!("{} with the {which}{end} {}", self.say(of), self.say_by(by))
            }
            Set::Near(all, of, before, every) => {
                let side = if *before { "before" } else { "after" };
                let which = if *every { "all" } else { "right" };
                format!("{} {which} {side} {}", self.say(all), self.say(of))
            }
            Set::WithAll { set, by, of, all } => {
                let (by, of) = (self.say_path(by), self.say_path(of));
                format!("each {by} of {} that has every {of} of {}", self.say(set), self.say(all))
            }
            Set::Having(grouping, op, value) => {
                let (by, of, what) = self.say_groups(grouping);
                let limit = match value {
                    Limit::Value(value) => value.clone(),
                    Limit::Mean => "the mean of these over all".to_owned(),
                    Limit::Column(_, column) => format!("its {}", self.rels[*column].in_words()),
                };
                format!("each {by} of {of} whose {what} is {} {limit}", op.symbol())
            }
        }
    }

    /// What members are grouped by, the members, and the aggregate, in plain English.
    pub(super) fn say_groups(&self, grouping: &Grouping) -> (String, String, String) {
        let by = match grouping.by.as_slice() {
            [] => "member".to_owned(),
            by => self.say_path(by),
        };
        let what = match grouping.of {
            Some(of) => format!("{} of {}", aggregate_words(grouping.with), self.rels[of].in_words()),
            None => "number".to_owned(),
        };
        (by, self.say(&grouping.set), what)
    }

    /// A path in plain English, from its last key to its first.
    pub(super) fn say_path(&self, keys: &[Key]) -> String {
        let said: Vec<String> = keys.iter().rev().map(|key| self.say_key(*key)).collect();
        said.join(" of the ")
    }

    pub(super) fn say_key(&self, key: Key) -> String {
        match key {
            Key::Rel(rel) => self.rels[rel].in_words(),
            Key::Part(part, rel) => format!("{} of `{}`", part.name().replace('_', " and "), self.name(rel)),
        }
    }

    pub(super) fn say_by(&self, by: &By) -> String {
        match by {
            By::Rel(rel) => self.rels[*rel].in_words(),
            By::Duration => "time".to_owned(),
            By::Start => "first day".to_owned(),
        }
    }

    pub(super) fn say_when(&self, when: &When) -> String {
        match when {
            When::Always => String::new(),
            When::Now => " today".to_owned(),
            When::At(date) => format!(" at the time {date}"),
            When::Within(from, to) => format!(" at some time from {from} to {to}"),
            When::From(from) => format!(" at some time from {from} on"),
            When::Of(set, _) => format!(" at the time of {}", self.say(set)),
            When::While(facts, _) => format!(" in the time of {}", self.say(facts)),
            When::Begun(facts, _) => format!(" when {} began", self.say(facts)),
            When::Bound(start, op, date) => {
                format!(" that {} {} {date}", if *start { "began" } else { "ended" }, op.symbol())
            }
        }
    }

    pub(super) fn say_cond(&self, cond: &Cond) -> String {
        let name = self.rels[cond.rel].in_words();
        match &cond.test {
            ValueTest::Is(names) => format!("{name} is {}", names.join(" or ")),
            ValueTest::Not(names) => format!("{name} is not {}", names.join(" or ")),
            ValueTest::Among(set) => format!("{name} is among {}", self.say(set)),
            ValueTest::Compare(op, value) => format!("{name} {} {value}", op.symbol()),
            ValueTest::Than(op, goal) => format!("{name} {} {}", op.symbol(), self.say_goal(goal)),
            ValueTest::OfGroup(op, grouping, by) => {
                let (op, by) = (op.symbol(), self.rels[*by].in_words());
                match grouping.of {
                    Some(of) if grouping.with == Aggregate::Max => {
                        format!("{name} {op} {} of its {by}", self.rels[of].in_words())
                    }
                    _ => format!("{name} {op} the {} of the same {by}", self.say_groups(grouping).2),
                }
            }
            ValueTest::Between(low, high) => format!("{name} lies between {low} and {high}"),
            ValueTest::Part(part, value) => {
                format!("{} is {value}", self.say_key(Key::Part(*part, cond.rel)))
            }
            ValueTest::During(facts) => format!("{name} lies in the time of {}", self.say(facts)),
            ValueTest::Empty => format!("{name} is empty"),
            ValueTest::Present => format!("{name} is given"),
        }
    }

    /// A goal in plain English.
    pub fn say_goal(&self, goal: &Goal) -> String {
        match goal {
            Goal::List(set) => self.say(set),
            Goal::Count(set, false) => format!("the number of {}", self.say(set)),
            Goal::Count(set, true) => format!("the number of different {}", self.say(set)),
            Goal::Total(set, with, rel) => {
                format!(
                    "the {} of {} over {}",
                    aggregate_words(*with),
                    self.rels[*rel].in_words(),
                    self.say(set)
                )
            }
            Goal::Times(set) => format!("the number of times of {}", self.say(set)),
            Goal::Values(set, with) => format!("the {} of {}", aggregate_words(*with), self.say(set)),
            Goal::Sorted { set, by, largest_first, name } => {
                let first = if *largest_first { "largest" } else { "smallest" };
                let (name, by) = (self.rels[*name].in_words(), self.rels[*by].in_words());
                format!("{name} of {} by {by}, the {first} first", self.say(set))
            }
            Goal::WithZeros(grouping, all, name) => {
                let (by, of, what) = self.say_groups(grouping);
                let (name, all) = (self.rels[*name].in_words(), self.say(all));
                format!("for each {by} of {of}, the {what}, and 0 for every other {name} of {all}")
            }
            Goal::MeanOfGroups(grouping) => {
                let (by, of, what) = self.say_groups(grouping);
                format!("the mean over every {by} of {of} of the {what}")
            }
            Goal::BestOfEach { set, by, of, largest, name } => {
                let end = if *largest { "largest" } else { "smallest" };
                let (by, of, name) =
                    (self.say_key(*by), self.rels[*of].in_words(), self.rels[*name].in_words());
                format!("for each {by} of {}, the {name} with the {end} {of}", self.say(set))
            }
            Goal::MostOfEach { set, by, of, weight, most } => {
                let what =
                    weight.map_or("number".to_owned(), |rel| format!("sum of {}", self.rels[rel].in_words()));
                let end = if *most { "largest" } else { "smallest" };
                let (by, of) = (self.say_path(by), self.say_path(of));
                format!("for each {by} of {}, the {of} with the {end} {what}", self.say(set))
            }
            Goal::ListOfEach { set, by, of } => {
                format!("for each {} of {}, every {}", self.say_path(by), self.say(set), self.say_path(of))
            }
            Goal::Ranked(grouping, largest) => {
                let (by, of, what) = self.say_groups(grouping);
                let first = if *largest { "largest" } else { "smallest" };
                format!("for each {by} of {of}, the {what}, the {first} first")
            }
            Goal::Groups(grouping, pick) => {
                let (by, of, what) = self.say_groups(grouping);
                match pick {
                    None => format!("for each {by} of {of}, the {what}"),
                    Some((largest, k)) => {
                        let end = if *largest { "largest" } else { "smallest" };
                        let many = if *k > 1 { format!("{k} ") } else { String::new() };
                        format!("the {by} of {of} with the {many}{end} {what}")
                    }
                }
            }
            Goal::MostOfGroups(grouping, largest) => {
                let (by, of, what) = self.say_groups(grouping);
                let end = if *largest { "largest" } else { "smallest" };
                format!("the {end} {what} of any {by} of {of}")
            }
            Goal::Exists(set) => format!("whether there is {}", self.say_facts(set)),
            Goal::Nothing(set) => format!("whether there is none of {}", self.say_facts(set)),
            Goal::Subset(a, b) => format!("whether all of {} are among {}", self.say(a), self.say(b)),
            Goal::Equal(a, b) => format!("whether {} and {} are the same", self.say(a), self.say(b)),
            Goal::Difference(a, b) if matches!(**a, Goal::Groups(..)) => {
                format!("{}, less {}, where both have some", self.say_goal(a), self.say_goal(b))
            }
            Goal::Difference(a, b) => format!("{} less {}", self.say_goal(a), self.say_goal(b)),
            Goal::Gap(a, b) => format!("the gap between {} and {}", self.say_goal(a), self.say_goal(b)),
            Goal::Larger(a, b, larger) => {
                let than = match (self.is_time(a), larger) {
                    (true, true) => "later",
                    (true, false) => "earlier",
                    (false, true) => "larger",
                    (false, false) => "smaller",
                };
                format!("whether {} is {than} than {}", self.say_goal(a), self.say_goal(b))
            }
            Goal::Share(a, b) if matches!(**a, Goal::Groups(..)) => {
                let whole = match &**b {
                    Goal::Groups(Grouping { set, .. }, _) => format!("that of {}", self.say(set)),
                    whole => self.say_goal(whole),
                };
                format!("{}, in percent of {whole}", self.say_goal(a))
            }
            Goal::Change(a, b) if matches!(**a, Goal::Groups(..)) => {
                let (after, before) = (self.say_goal(a), self.say_goal(b));
                format!("by how many percent {after} is more than {before}, where both have some")
            }
            Goal::Change(a, b) => {
                format!("by how many percent {} is more than {}", self.say_goal(a), self.say_goal(b))
            }
            Goal::Ratio(a, b) => format!("{} divided by {}", self.say_goal(a), self.say_goal(b)),
            Goal::Share(a, b) => format!("how many percent of {} is {}", self.say_goal(b), self.say_goal(a)),
            Goal::Lasted(set, unit) => format!("how many {unit} lasted {}", self.say_facts(set)),
            Goal::Earliest(of) => format!("the earliest of {}", self.say_goal(of)),
            Goal::Years(of) => format!("the year of {}", self.say_goal(of)),
            Goal::Bound(set, true) => format!("when {} began", self.say_facts(set)),
            Goal::Bound(set, false) => format!("when {} ended", self.say_facts(set)),
        }
    }

    /// Whether a goal answers with a time.
    fn is_time(&self, goal: &Goal) -> bool {
        match goal {
            Goal::Bound(..) => true,
            Goal::Earliest(of) | Goal::Years(of) => self.is_time(of),
            Goal::List(set) => set.end().is_some_and(|(rel, heads)| !heads && self.rels[rel].is_time()),
            _ => false,
        }
    }

    /// Facts as they are, whichever part of them is asked for; other sets as always.
    fn say_facts(&self, set: &Set) -> String {
        let Set::Facts(rel, head, tail, _, when) = set else { return self.say(set) };
        let part = |part: &Option<Arc<Set>>| part.as_ref().map_or("anything".to_owned(), |set| self.say(set));
        format!("the facts {} `{}` {}{}", part(head), self.name(*rel), part(tail), self.say_when(when))
    }
}

fn aggregate_words(with: Aggregate) -> &'static str {
    match with {
        Aggregate::Count => "number",
        Aggregate::CountDistinct => "number of different values",
        Aggregate::Sum => "sum",
        Aggregate::Mean => "mean",
        Aggregate::Min => "smallest value",
        Aggregate::Max => "largest value",
        Aggregate::Median => "median",
        Aggregate::List => "different values",
        Aggregate::Most => "most frequent value",
        Aggregate::Least => "least frequent value",
    }
}

/// A place in an order: `2nd`.
fn place(n: usize) -> String {
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}
