//! Two temporal facts of which the question asks which was earlier or lasted longer, or by how much: "did Poland join
//! NATO before the EU", "how many years after Greece did Sweden join", "was Ann mayor longer than Ben".

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_model::{Result, SourceKind};

use super::times::YEAR;
use super::{Derivation, Gives, reading};
use crate::chart::{Asks, Chart, ChartItem};
use crate::features::{Feature, Features};
use crate::lexicon::Cue;
use crate::mentions::Mention;
use crate::relation::RelId;
use crate::set::{Goal, Set, When};
use crate::text::{Coverage, Text, bit, span};
use crate::words::is_stop;

/// Maximum number of facts that are compared with each other.
const FACTS: usize = 60;
/// From so many years on, a time between two facts is told in years, unless the question names a unit.
const TOLD_IN_YEARS: f32 = 2.0;

/// A temporal fact between two names of the question.
struct NamedFact {
    rel: RelId,
    head: Mention,
    tail: Mention,
    set: Arc<Set>,
    /// The tokens that it explains.
    coverage: Coverage,
    features: Features,
    /// First and last day of each time that it held.
    days: Vec<(i32, i32)>,
}

/// Two facts in the order in which the question names them.
struct TwoFacts<'f> {
    one: &'f NamedFact,
    two: &'f NamedFact,
    /// The tokens of those names that only the first has, and of those that only the second has.
    names: (Coverage, Coverage),
    features: Features,
}

/// What a question asks about two facts.
#[derive(Clone, Copy)]
enum Question {
    /// Whether one was earlier.
    Earlier,
    /// Whether one lasted longer.
    Longer,
    /// How much time lies between them.
    Elapsed,
    /// How much longer one lasted.
    LongerBy,
}

impl Question {
    fn of(chart: &Chart<'_, '_>) -> Option<Question> {
        let text = &chart.text;
        let orders = text.cue(Cue::Before) | text.cue(Cue::After);
        let difference = text.cue(Cue::Difference);
        let between = words(text, |word| word == "between");
        let elapsed = text.cue(Cue::Duration) | difference != 0 && orders | between | difference != 0;
        let longer = longer(text) != 0;
        match chart.asks {
            Asks::Truth if longer => Some(Question::Longer),
            Asks::Truth => (orders != 0).then_some(Question::Earlier),
            _ if longer => (difference != 0).then_some(Question::LongerBy),
            _ => elapsed.then_some(Question::Elapsed),
        }
    }
}

/// Readings of questions about two facts.
pub(super) fn two_facts(chart: &mut Chart<'_, '_>, found: &mut Vec<Derivation>) -> Result<()> {
    let Some(question) = Question::of(chart) else { return Ok(()) };
    let facts = named_facts(chart)?;
    for one in &facts {
        for two in &facts {
            let Some(pair) = TwoFacts::of(one, two) else { continue };
            found.extend(match question {
                Question::Earlier => pair.ordered(chart),
                Question::Longer => pair.longer(chart, true),
                Question::Elapsed => pair.elapsed(chart),
                Question::LongerBy => pair.longer(chart, false),
            });
        }
    }
    Ok(())
}

/// The words that compare how long something lasted.
fn longer(text: &Text) -> Coverage {
    words(text, |word| matches!(word, "longer" | "shorter"))
}

/// The best facts of temporal relations between two names, once with each of their tokens.
fn named_facts(chart: &mut Chart<'_, '_>) -> Result<Vec<NamedFact>> {
    let temporal = |item: &&ChartItem| match &*item.set {
        Set::Facts(rel, Some(_), Some(_), _, When::Always) => chart.world.rels[*rel].kind == SourceKind::Tkg,
        _ => false,
    };
    let mut items: Vec<ChartItem> = chart.items.iter().filter(temporal).cloned().collect();
    items.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut facts = Vec::new();
    for item in items.into_iter().take(FACTS) {
        let Set::Facts(rel, Some(head), Some(tail), ..) = &*item.set else { continue };
        let (Some(head), Some(tail)) = (named(chart, head, &item), named(chart, tail, &item)) else {
            continue;
        };
        let days = chart.world.intervals(*rel, Some(head.node), Some(tail.node))?;
        if days.is_empty() {
            continue;
        }
        let (rel, set) = (*rel, item.set.clone());
        let (coverage, features) = (item.coverage, item.features);
        facts.push(NamedFact { rel, head, tail, set, coverage, features, days });
    }
    Ok(facts)
}

/// The mention of the only name in a set, within the tokens of an item.
fn named(chart: &Chart<'_, '_>, set: &Set, item: &ChartItem) -> Option<Mention> {
    let Set::Names(names) = set else { return None };
    let [name] = names.as_slice() else { return None };
    let mut mentions = chart.mentions.iter();
    mentions.find(|m| m.text == *name && m.coverage & !item.coverage == 0).cloned()
}

/// The tokens with certain words.
fn words(text: &Text, is_meant: impl Fn(&str) -> bool) -> Coverage {
    (0..text.tokens.len()).filter(|at| is_meant(text.word(*at))).fold(0, |covered, at| covered | bit(at))
}

impl NamedFact {
    fn names(&self) -> [&Mention; 2] {
        [&self.head, &self.tail]
    }

    /// The tokens of the names that another fact does not have.
    fn own(&self, other: &NamedFact) -> Coverage {
        let is_shared = |name: &&Mention| {
            other.names().iter().any(|of| of.node == name.node && of.coverage == name.coverage)
        };
        let own = self.names().into_iter().filter(|name| !is_shared(name));
        own.fold(0, |all, name| all | name.coverage)
    }
}

impl<'f> TwoFacts<'f> {
    /// Two facts, if they are different ones and the names that differ stand in this order in the question.
    fn of(one: &'f NamedFact, two: &'f NamedFact) -> Option<TwoFacts<'f>> {
        let names = (one.own(two), two.own(one));
        let apart = names.0 & two.coverage == 0 && names.1 & one.coverage == 0;
        let in_order = || 64 - names.0.leading_zeros() <= names.1.trailing_zeros();
        if names.0 == 0 || names.1 == 0 || !apart || !in_order() {
            return None;
        }
        let mut features = one.features.clone();
        if one.rel == two.rel {
            let own = two.names().into_iter().filter(|name| name.coverage & names.1 != 0);
            own.for_each(|name| name.add_sureness(&mut features));
        } else {
            features = features.with(&two.features);
        }
        Some(TwoFacts { one, two, names, features })
    }

    /// Whether the first was before the second, or after it: as the word between them says.
    fn ordered(&self, chart: &Chart<'_, '_>) -> Option<Derivation> {
        let (from, to) = self.between();
        let spot = chart.text.spots.iter().find(|spot| {
            matches!(spot.cue, Cue::Before | Cue::After) && from <= spot.from && spot.to <= to
        })?;
        let (one, two, ends) = self.bounds(&chart.text, 0, spot.from)?;
        let mut features = self.features.clone();
        features.add(Feature::OpLarger, 1.0);
        let goal = Goal::Larger(Box::new(one), Box::new(two), spot.cue == Cue::After);
        let coverage = self.one.coverage | self.two.coverage | spot.coverage() | ends;
        Some(reading(goal, coverage, features, Gives::Truth, 1))
    }

    /// How many years or days lie between the two.
    fn elapsed(&self, chart: &Chart<'_, '_>) -> Option<Derivation> {
        let text = &chart.text;
        let (years, days) = (text.cue(Cue::Years), text.cue(Cue::Days));
        if text.cue(Cue::Months) | text.words_of("weeks") != 0 {
            return None;
        }
        let (from, to) = self.between();
        let names = self.names.0 | self.names.1;
        let cues = [Cue::Before, Cue::After, Cue::Duration, Cue::Difference].map(|cue| text.cue(cue));
        let cues = words(text, |word| word == "between") | cues.into_iter().fold(0, |all, cue| all | cue);
        let cues = cues & !(self.one.coverage | self.two.coverage);
        let lead = cues & span(0, names.trailing_zeros() as usize);
        let lead = 64 - lead.leading_zeros() as usize;
        // "After Ann left did Ben begin"
        let boundary = (from..to).find(|at| lexicon::contains("truth.openings", text.word(*at)));
        let (one, two, ends) = self.bounds(text, lead, boundary.unwrap_or(from))?;
        let first = |fact: &NamedFact| fact.days.iter().map(|days| days.0).min();
        let apart = first(self.one)?.abs_diff(first(self.two)?) as f32;
        let (one, two) = if years != 0 || days == 0 && apart >= TOLD_IN_YEARS * YEAR {
            (Goal::Years(Box::new(one)), Goal::Years(Box::new(two)))
        } else {
            (one, two)
        };
        let mut features = self.features.clone();
        features.add(Feature::OpDifference, 1.0);
        let goal = Goal::Gap(Box::new(one), Box::new(two));
        let coverage = self.one.coverage | self.two.coverage | cues | years | days | ends;
        Some(reading(goal, coverage, features, Gives::Number, 1))
    }

    /// Whether the first lasted longer, or shorter, than the second (`truth`), or by how much.
    fn longer(&self, chart: &Chart<'_, '_>, truth: bool) -> Option<Derivation> {
        let text = &chart.text;
        let (from, to) = self.between();
        let than = (from..to).find(|at| text.word(*at) == "than")?;
        let (years, months, days) = (text.cue(Cue::Years), text.cue(Cue::Months), text.cue(Cue::Days));
        let long = |fact: &NamedFact| {
            fact.days.iter().all(|(first, last)| last.abs_diff(*first) as f32 >= TOLD_IN_YEARS * YEAR)
        };
        let unit = if truth || days != 0 {
            "days"
        } else if months != 0 {
            "months"
        } else if years != 0 || long(self.one) && long(self.two) {
            "years"
        } else {
            "days"
        };
        let lasted = |fact: &NamedFact| Box::new(Goal::Lasted(fact.set.clone(), unit));
        let (one, two) = (lasted(self.one), lasted(self.two));
        let mut features = self.features.clone();
        features.add(Feature::OpLasted, 1.0);
        let (goal, gives) = if truth {
            features.add(Feature::OpLarger, 1.0);
            (Goal::Larger(one, two, text.has_word("longer")), Gives::Truth)
        } else {
            features.add(Feature::OpDifference, 1.0);
            (Goal::Gap(one, two), Gives::Number)
        };
        let cues = longer(text) | bit(than) | text.cue(Cue::Duration) | text.cue(Cue::Difference);
        let coverage = self.one.coverage | self.two.coverage | cues | years | months | days;
        Some(reading(goal, coverage, features, gives, 1))
    }

    /// The tokens between the names of the two, from and to.
    fn between(&self) -> (usize, usize) {
        (64 - self.names.0.leading_zeros() as usize, self.names.1.trailing_zeros() as usize)
    }

    /// The days that are compared: when each began, or ended where a word on its side says so; and these words. The
    /// question speaks of the first from `lead` to `boundary`, and of the second behind that. "Did Ann leave before
    /// Ben" has one verb for both.
    fn bounds(&self, text: &Text, lead: usize, boundary: usize) -> Option<(Goal, Goal, Coverage)> {
        let names = self.one.names().into_iter().chain(self.two.names());
        let names = names.fold(0, |all, name| all | name.coverage);
        let ends = text.words_of("ends") & !names;
        let content = words(text, |word| !is_stop(word));
        let (before, behind) = (span(lead, boundary), span(boundary, text.tokens.len()));
        let says = |side: Coverage| content & side & !names != 0;
        let ended = |side: Coverage, other: Coverage| ends & side != 0 || !says(side) && ends & other != 0;
        let bound = |fact: &NamedFact, ended: bool| {
            let goal = Goal::Bound(fact.set.clone(), !ended);
            match fact.days.as_slice() {
                [_] => Some(goal),
                _ => (!ended).then(|| Goal::Earliest(Box::new(goal))),
            }
        };
        let one = bound(self.one, ended(before, behind))?;
        let two = bound(self.two, ended(behind, before))?;
        Some((one, two, ends & (before | behind)))
    }
}
