//! Lexicalised features: which words of a question go with which operations.
//!
//! The named features of `features.rs` say how a derivation fits the cues of the lexicon. These
//! say what training has seen of any words at all: a weight for each pair of an n-gram of the
//! question and an operation of the derivation ("stuck at" with the longest time), for each pair of a
//! word and a word in the name of a relation that is used ("where" with the `place` of a birth), and for
//! each word that a derivation leaves unexplained ("salary" is missed, "please" is not). They are the
//! lexicalised features of SEMPRE's floating parser (Pasupat and Liang 2015, section 5). Names,
//! numbers and times are masked, and only n-grams of several domains have weights, so that they
//! hold for words of English and not for those of one table.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::SourceKind;

use super::goals::Gives;
use super::relation::{RelId, Shape};
use super::set::{By, Cond, Goal, Grouping, Key, Set, ValueTest, When};
use super::text::{Coverage, Text, bit};
use super::world::World;

macro_rules! operations {
    ($($name:ident),* $(,)?) => {
        /// An operation of a derivation that words of a question can signal.
        #[allow(missing_docs, reason = "the names say it")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Operation { $($name),* }

        /// Every operation with its name.
        pub const OPERATIONS: &[(Operation, &str)] = &[$((Operation::$name, stringify!($name))),*];
    };
}

operations! {
    // What is asked of a set.
    ListText, ListNumber, ListDate, Count, Distinct, Times, Sum, Mean, Median, Largest, Smallest, Days, Values,
    GroupCount, GroupSum, GroupMean, GroupExtreme, MostRows, FewestRows, MostSum, LeastSum, MostMean, LeastMean,
    ByPart, Exists, Subset, Equal, Larger, Difference, Share, LastedYears, LastedMonths, LastedDays, Began, Ended,
    // How a set is made.
    ExtremeLarge, ExtremeSmall, Longest, Shortest, FirstBegun, LastBegun, SeveralBest, InPlace,
    NearBefore, NearAfter, AllBefore, AllAfter,
    TimeAlways, TimeNow, TimeAt, TimeOf, TimeBound, TimeWhile,
    Peers, Excluded, Empty, Present, Above, Below, Between, Part, Member, Joined,
    OneHop, TwoHops, MoreHops, FromTail, Crossing, WholeSide, WholeTable, GroupsHaving, MostOfGroups, Nothing, AboveMean, BelowMean, Against, BestOfEach, ListOfEach, MeanOfGroups, Sorted,
}

/// How many operations there are.
pub const HOW_MANY: usize = OPERATIONS.len();

/// What lexicalised features of one derivation are made of.
#[derive(Clone, Debug, Default)]
pub struct Lexical {
    /// The n-grams of the question; shared by all its derivations.
    pub grams: Arc<Vec<String>>,
    /// The operations of the derivation, each once.
    pub operations: Vec<Operation>,
    /// Roots of the words in the names of the relations that it uses, and in a graph also of the whole name, each
    /// once. A sign before them says how a relation is used: none for what is listed or followed, `~` back from
    /// tail to head, `=` in a condition, `/` to group by, `^` to compare by.
    pub names: Vec<String>,
    /// The roots of the words that it leaves unexplained.
    pub left: Vec<String>,
}

/// Weights of lexicalised features.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LexicalWeights {
    /// For each n-gram, the operations that it speaks for or against.
    pub pairs: HashMap<String, Vec<(Operation, f32)>>,
    /// For each root of a word, the words in names of relations that it speaks for or against.
    pub names: HashMap<String, Vec<(String, f32)>>,
    /// For each root that is left unexplained.
    pub left: HashMap<String, f32>,
}

/// The summed weights of the n-grams of a question, for each operation and for words in names of relations.
#[derive(Clone, Debug, PartialEq)]
pub struct Biases<'w> {
    operations: [f32; HOW_MANY],
    names: HashMap<&'w str, f32>,
}

impl Default for Biases<'_> {
    fn default() -> Self {
        Biases { operations: [0.0; HOW_MANY], names: HashMap::new() }
    }
}

impl LexicalWeights {
    /// Sums the weights of the n-grams of a question.
    pub fn biases(&self, grams: &[String]) -> Biases<'_> {
        let mut biases = Biases::default();
        for (operation, weight) in grams.iter().filter_map(|gram| self.pairs.get(gram)).flatten() {
            biases.operations[*operation as usize] += weight;
        }
        for (name, weight) in grams.iter().filter_map(|gram| self.names.get(gram)).flatten() {
            *biases.names.entry(name).or_default() += weight;
        }
        biases
    }

    /// The lexicalised score of a derivation; `biases` are those of its question.
    pub fn score(&self, of: &Lexical, biases: &Biases<'_>) -> f32 {
        let operations: f32 =
            of.operations.iter().map(|operation| biases.operations[*operation as usize]).sum();
        let names: f32 = of.names.iter().filter_map(|name| biases.names.get(name.as_str())).sum();
        let left: f32 = of.left.iter().filter_map(|root| self.left.get(root)).sum();
        operations + names + left
    }

    /// Reads one line of the file of weights, split at its first word: `kind` (`words`, `names` or `left`) and the
    /// rest.
    pub fn read(&mut self, kind: &str, line: &str) -> Option<()> {
        if kind == "left" {
            let (root, value) = line.rsplit_once(' ')?;
            self.left.insert(root.to_owned(), value.parse().ok()?);
            return Some(());
        }
        if kind == "names" {
            let mut parts = line.split(' ');
            let (root, name, value) = (parts.next()?, parts.next()?, parts.next()?.parse().ok()?);
            self.names.entry(root.to_owned()).or_default().push((name.to_owned(), value));
            return Some(());
        }
        let (operation, rest) = line.split_once(' ')?;
        let (gram, value) = rest.rsplit_once(' ')?;
        let (operation, _) = OPERATIONS.iter().find(|(_, name)| *name == operation)?;
        self.pairs.entry(gram.to_owned()).or_default().push((*operation, value.parse().ok()?));
        Some(())
    }

    /// Writes what [`LexicalWeights::read`] reads, in a fixed order.
    pub fn write(&self, text: &mut String) {
        use std::fmt::Write as _;
        let sorted: BTreeMap<_, _> = self.pairs.iter().collect();
        text.push_str("# lexical: words of a question and an operation of its derivation\n");
        for (gram, weights) in sorted {
            for (operation, weight) in weights {
                let _ = writeln!(text, "words {} {gram} {weight:.3}", OPERATIONS[*operation as usize].1);
            }
        }
        text.push_str("# lexical: words of a question and words in the name of a relation\n");
        for (root, weights) in self.names.iter().collect::<BTreeMap<_, _>>() {
            for (name, weight) in weights {
                let _ = writeln!(text, "names {root} {name} {weight:.3}");
            }
        }
        text.push_str("# lexical: words that a derivation leaves unexplained\n");
        for (root, weight) in self.left.iter().collect::<BTreeMap<_, _>>() {
            let _ = writeln!(text, "left {root} {weight:.3}");
        }
    }
}

/// The n-grams of a question: roots of single words, and two and three words as they are, with
/// names, numbers and times masked and with the beginning and end of the asking sentence.
pub fn grams(text: &Text, names: Coverage) -> Vec<String> {
    let numbers = text.numbers.iter().fold(0, |covered, number| covered | number.own);
    let times = text.periods.iter().fold(0, |covered, period| covered | period.coverage);
    let asking = text.asking();
    let mut words: Vec<String> = Vec::new();
    let mut found: Vec<String> = Vec::new();
    let masked = |words: &mut Vec<String>, mask: &str| {
        if words.last().is_none_or(|last| last != mask) {
            words.push(mask.to_owned());
        }
    };
    let mut sentence = None;
    for (at, token) in text.tokens.iter().enumerate() {
        if sentence != Some(token.sentence) {
            sentence = Some(token.sentence);
            words.push(if token.sentence == asking { "^" } else { "." }.to_owned());
        }
        // The words that compare a time are part of the question, its date is not.
        let own = bit(at);
        let digits = token.word.bytes().any(|b| b.is_ascii_digit());
        if names & own != 0 || token.name_like && !digits && !token.filler {
            masked(&mut words, "@name");
        } else if digits && times & own != 0 {
            masked(&mut words, "@time");
        } else if digits || numbers & own != 0 && token.word.len() <= 2 {
            masked(&mut words, "@number");
        } else {
            found.push(token.root.clone());
            words.push(token.word.clone());
        }
    }
    words.push("$".to_owned());
    for several in [2, 3] {
        found.extend(words.windows(several).map(|window| window.join(" ")));
    }
    found.sort();
    found.dedup();
    found
}

/// The operations and relations of a derivation.
pub struct Uses {
    /// Its operations.
    pub operations: Vec<Operation>,
    /// The words in the names of the relations that it uses.
    pub names: Vec<String>,
    /// The relations that it steps over, once for each step.
    pub steps: Vec<RelId>,
    /// The sources that it reads, by their index in the catalogue.
    pub sources: Vec<usize>,
}

/// Collects the operations and relations of a derivation.
pub fn used(goal: &Goal, gives: Gives, world: &World<'_>) -> Uses {
    let mut found = UsesCollector {
        world,
        list: Vec::new(),
        names: BTreeSet::new(),
        steps: Vec::new(),
        hops: 0,
        sources: Vec::new(),
    };
    found.goal(goal, gives);
    found.list.push(match found.hops {
        0 | 1 => Operation::OneHop,
        2 => Operation::TwoHops,
        _ => Operation::MoreHops,
    });
    found.sources.sort_unstable();
    found.sources.dedup();
    if found.sources.len() > 1 {
        found.list.push(Operation::Crossing);
    }
    found.list.sort_unstable();
    found.list.dedup();
    Uses {
        operations: found.list,
        names: found.names.into_iter().collect(),
        steps: found.steps,
        sources: found.sources,
    }
}

/// The operations of a derivation, collected while walking through it.
struct UsesCollector<'w, 'a> {
    world: &'w World<'a>,
    list: Vec<Operation>,
    names: BTreeSet<String>,
    /// Relations that are stepped over.
    steps: Vec<RelId>,
    hops: usize,
    /// The sources that it reads.
    sources: Vec<usize>,
}

impl UsesCollector<'_, '_> {
    fn goal(&mut self, goal: &Goal, gives: Gives) {
        use Operation as O;
        match goal {
            Goal::List(set) => {
                self.list.push(match gives {
                    Gives::Number => O::ListNumber,
                    Gives::Date => O::ListDate,
                    _ => O::ListText,
                });
                self.set(set);
            }
            Goal::Count(set, distinct) => self.with(if *distinct { O::Distinct } else { O::Count }, set),
            Goal::Times(set) => self.with(O::Times, set),
            Goal::Total(set, with, of) => {
                if self.world.rels[*of].lasts() {
                    self.list.push(O::Days);
                }
                self.name("", *of);
                self.with(total(*with), set);
            }
            Goal::Values(set, with) => {
                self.list.push(total(*with));
                self.with(O::Values, set);
            }
            Goal::MostOfGroups(grouping, _) => {
                self.list.push(O::MostOfGroups);
                self.grouping(grouping);
            }
            Goal::MeanOfGroups(grouping) => {
                self.list.push(O::MeanOfGroups);
                self.grouping(grouping);
            }
            Goal::BestOfEach { set, by, of, name, .. } => {
                self.list.push(O::BestOfEach);
                self.of_each(&[*by], &[Key::Rel(*of), Key::Rel(*name)], set);
            }
            Goal::MostOfEach { set, by, of, weight, .. } => {
                self.list.push(O::BestOfEach);
                self.list.push(if weight.is_some() { O::MostSum } else { O::MostRows });
                self.of_each(by, of, set);
            }
            Goal::ListOfEach { set, by, of } => {
                self.list.push(O::ListOfEach);
                self.of_each(by, of, set);
            }
            Goal::Sorted { set, by, name, .. } => {
                self.list.push(O::Sorted);
                self.name("^", *by);
                self.name("", *name);
                self.set(set);
            }
            Goal::WithZeros(grouping, ..) => self.goal(&Goal::Groups(grouping.clone(), None), gives),
            Goal::Ranked(grouping, _) => self.goal(&Goal::Groups(grouping.clone(), None), gives),
            Goal::Groups(grouping, pick) => {
                let Grouping { by, of, with, .. } = grouping;
                self.list.push(match (pick, of, with) {
                    (None, None, _) => O::GroupCount,
                    (None, _, Aggregate::Mean | Aggregate::Median) => O::GroupMean,
                    (None, _, Aggregate::Sum) => O::GroupSum,
                    (None, ..) => O::GroupExtreme,
                    (Some((true, _)), None, _) => O::MostRows,
                    (Some((false, _)), None, _) => O::FewestRows,
                    (Some((true, _)), _, Aggregate::Mean) => O::MostMean,
                    (Some((false, _)), _, Aggregate::Mean) => O::LeastMean,
                    (Some((true, _)), ..) => O::MostSum,
                    (Some((false, _)), ..) => O::LeastSum,
                });
                if pick.is_some_and(|(_, k)| k > 1) {
                    self.list.push(O::SeveralBest);
                }
                if by.iter().any(|key| matches!(key, Key::Part(..))) {
                    self.list.push(O::ByPart);
                }
                self.hops += by.len().saturating_sub(1);
                self.grouping(grouping);
            }
            Goal::Exists(set) => self.with(O::Exists, set),
            Goal::Nothing(set) => self.with(O::Nothing, set),
            Goal::Subset(a, b) => {
                self.with(O::Subset, a);
                self.set(b);
            }
            Goal::Equal(a, _) => self.with(O::Equal, a),
            Goal::Difference(a, b) | Goal::Gap(a, b) => {
                let best = |goal: &Goal| {
                    matches!(goal, Goal::Total(_, Aggregate::Max | Aggregate::Min | Aggregate::Mean, _))
                };
                self.list.push(if best(b) && !best(a) { O::Against } else { O::Difference });
                self.goal(a, Gives::Number);
            }
            Goal::Larger(a, ..) => {
                self.list.push(O::Larger);
                self.goal(a, Gives::Number);
            }
            Goal::Change(a, _) => {
                self.list.push(O::Difference);
                self.list.push(O::Share);
                self.goal(a, Gives::Number);
            }
            Goal::Share(a, _) | Goal::Ratio(a, _) => {
                self.list.push(O::Share);
                self.goal(a, Gives::Number);
            }
            Goal::Lasted(set, unit) => self.with(
                match *unit {
                    "months" => O::LastedMonths,
                    "days" | "calendar days" => O::LastedDays,
                    _ => O::LastedYears,
                },
                set,
            ),
            Goal::Years(of) => self.goal(of, gives),
            Goal::Earliest(of) => {
                self.list.push(O::FirstBegun);
                self.goal(of, gives);
            }
            Goal::Bound(set, start) => self.with(if *start { O::Began } else { O::Ended }, set),
        }
    }

    fn with(&mut self, operation: Operation, set: &Set) {
        self.list.push(operation);
        self.set(set);
    }

    fn relation(&mut self, rel: RelId) {
        self.sources.push(self.world.rels[rel].source);
    }

    /// Adds the names of a relation under the sign of its use.
    fn name(&mut self, sign: &str, rel: RelId) {
        let of = &self.world.rels[rel];
        self.names.extend(of.words.iter().map(|word| format!("{sign}{}", word.root)));
        // Graphs from one origin share whole names of relations, tables only words of their headers.
        if of.kind != SourceKind::Table && of.words.len() > 1 {
            let roots: Vec<&str> = of.words.iter().map(|word| word.root.as_str()).collect();
            self.names.insert(format!("{sign}{}", roots.join("_")));
        }
    }

    fn set(&mut self, set: &Set) {
        use Operation as O;
        match set {
            Set::Names(_) => {}
            Set::Rows(source, conds) => {
                self.sources.push(*source);
                if conds.is_empty() {
                    self.list.push(O::WholeTable);
                }
                conds.iter().for_each(|cond| self.cond(cond));
            }
            Set::Side(rel, _) => {
                self.relation(*rel);
                self.name("", *rel);
                self.list.push(O::WholeSide);
            }
            Set::Hop(of, rel, out, when) => {
                self.relation(*rel);
                self.name(if *out { "" } else { "~" }, *rel);
                self.steps.push(*rel);
                self.hops += 1;
                if !*out {
                    self.list.push(O::FromTail);
                }
                self.when(*rel, when);
                self.set(of);
            }
            Set::Facts(rel, head, tail, _, when) => {
                self.relation(*rel);
                self.name("", *rel);
                self.when(*rel, when);
                head.iter().chain(tail).for_each(|set| self.set(set));
            }
            Set::Keep(of, cond) => {
                self.cond(cond);
                self.set(of);
            }
            Set::Both(a, b) => {
                self.with(O::Joined, a);
                self.set(b);
            }
            Set::Minus(a, b) => {
                self.with(if is_reached_from(a, b) { O::Peers } else { O::Excluded }, a);
                self.set(b);
            }
            Set::Extreme(of, by, largest, k) | Set::Nth(of, by, largest, k) => {
                self.list.push(self.extreme(by, *largest));
                if let By::Rel(rel) = by {
                    self.name("^", *rel);
                }
                if matches!(set, Set::Nth(..)) {
                    self.list.push(O::InPlace);
                } else if *k > 1 {
                    self.list.push(O::SeveralBest);
                }
                self.set(of);
            }
            Set::Near(all, _, before, every) => self.with(
                match (before, every) {
                    (true, false) => O::NearBefore,
                    (false, false) => O::NearAfter,
                    (true, true) => O::AllBefore,
                    (false, true) => O::AllAfter,
                },
                all,
            ),
            Set::WithAll { set, by, of, .. } => {
                self.list.push(O::GroupsHaving);
                self.of_each(by, of, set);
            }
            Set::Having(grouping, ..) => {
                self.list.push(O::GroupsHaving);
                self.grouping(grouping);
            }
        }
    }

    /// Adds the relations of a goal with names for each group.
    fn of_each(&mut self, by: &[Key], of: &[Key], set: &Set) {
        for (sign, keys) in [("/", by), ("", of)] {
            for Key::Rel(rel) | Key::Part(_, rel) in keys {
                self.name(sign, *rel);
            }
        }
        self.set(set);
    }

    /// Adds what is grouped, by what, and what is aggregated.
    fn grouping(&mut self, grouping: &Grouping) {
        for Key::Rel(rel) | Key::Part(_, rel) in &grouping.by {
            self.name("/", *rel);
        }
        grouping.of.iter().for_each(|rel| self.name("", *rel));
        self.set(&grouping.set);
    }

    fn extreme(&self, by: &By, largest: bool) -> Operation {
        use Operation as O;
        let dated = |rel: &RelId| self.world.rels[*rel].shape == Shape::Date;
        match (by, largest) {
            (By::Duration, true) => O::Longest,
            (By::Duration, false) => O::Shortest,
            (By::Start, true) => O::LastBegun,
            (By::Start, false) => O::FirstBegun,
            (By::Rel(rel), true) if dated(rel) => O::LastBegun,
            (By::Rel(rel), false) if dated(rel) => O::FirstBegun,
            (By::Rel(rel), true) if self.world.rels[*rel].lasts() => O::Longest,
            (By::Rel(rel), false) if self.world.rels[*rel].lasts() => O::Shortest,
            (By::Rel(_), true) => O::ExtremeLarge,
            (By::Rel(_), false) => O::ExtremeSmall,
        }
    }

    fn cond(&mut self, cond: &Cond) {
        use Operation as O;
        use trustuqa_model::Comparison;
        self.name("=", cond.rel);
        self.list.push(match &cond.test {
            ValueTest::Is(_) => O::Member,
            ValueTest::Not(_) => O::Excluded,
            ValueTest::Among(_) => O::Joined,
            ValueTest::Compare(Comparison::Gt | Comparison::Ge, _) => O::Above,
            ValueTest::Compare(..) => O::Below,
            ValueTest::Than(Comparison::Gt | Comparison::Ge, _) => O::AboveMean,
            ValueTest::Than(..) => O::BelowMean,
            ValueTest::OfGroup(Comparison::Gt | Comparison::Ge, ..) => O::AboveMean,
            ValueTest::OfGroup(..) => O::BelowMean,
            ValueTest::Between(..) => O::Between,
            ValueTest::Empty => O::Empty,
            ValueTest::Present => O::Present,
            ValueTest::During(_) => O::TimeWhile,
            ValueTest::Part(..) => O::Part,
        });
        if let ValueTest::Among(set) | ValueTest::During(set) = &cond.test {
            self.hops += 1;
            self.set(set);
        }
    }

    fn when(&mut self, rel: RelId, when: &When) {
        use Operation as O;
        if self.world.rels[rel].kind != SourceKind::Tkg {
            return;
        }
        self.list.push(match when {
            When::Always => O::TimeAlways,
            When::Now => O::TimeNow,
            When::At(_) | When::Within(..) | When::From(_) => O::TimeAt,
            When::Of(..) => O::TimeOf,
            When::Bound(..) => O::TimeBound,
            When::While(..) | When::Begun(..) => O::TimeWhile,
        });
        if let When::Of(set, _) | When::While(set, _) | When::Begun(set, _) = when {
            self.set(set);
        }
    }
}

/// Whether a set was reached from another one: without that one, its peers are left.
fn is_reached_from(set: &Set, from: &Set) -> bool {
    let is_side = |side: &Option<Arc<Set>>| side.as_ref().is_some_and(|side| **side == *from);
    match set {
        Set::Hop(_, _, _, When::While(facts, _)) if is_reached_from(facts, from) => true,
        Set::Hop(of, ..) => **of == *from || is_reached_from(of, from),
        Set::Facts(_, head, tail, ..) => is_side(head) || is_side(tail),
        _ => false,
    }
}

fn total(with: Aggregate) -> Operation {
    match with {
        Aggregate::Count => Operation::Count,
        Aggregate::CountDistinct => Operation::Distinct,
        Aggregate::Sum => Operation::Sum,
        Aggregate::Mean => Operation::Mean,
        Aggregate::Median => Operation::Median,
        Aggregate::List | Aggregate::Most | Aggregate::Least => Operation::Values,
        Aggregate::Max => Operation::Largest,
        Aggregate::Min => Operation::Smallest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_numbers_and_times_are_masked() {
        let text = Text::read("How many orders did Larch & Linen place in 2024?");
        let grams = grams(&text, 0);
        let has = |gram: &str| grams.iter().any(|g| g == gram);
        assert!(has("^ how many") && has("did @name place") && has("in @time $"), "{grams:?}");
        assert!(!grams.iter().any(|g| g.contains("linen")), "{grams:?}");
    }

    #[test]
    fn weights_are_read_as_they_are_written() {
        let mut weights = LexicalWeights::default();
        assert!(weights.read("words", "Count ^ how many 0.5").is_some());
        assert!(weights.read("names", "where =place 0.125").is_some());
        assert!(weights.read("left", "please 0.25").is_some());
        assert!(weights.read("words", "Unheard how 0.5").is_none());
        let mut text = String::new();
        weights.write(&mut text);
        let mut again = LexicalWeights::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (kind, rest) = line.split_once(' ').unwrap_or_default();
            assert!(again.read(kind, rest).is_some(), "{line}");
        }
        assert_eq!(again, weights);
        let of = Lexical {
            grams: Arc::new(vec!["^ how many".to_owned(), "where".to_owned()]),
            operations: vec![Operation::Count],
            names: vec!["=place".to_owned(), "place".to_owned()],
            left: vec!["please".to_owned()],
        };
        assert!((weights.score(&of, &weights.biases(&of.grams)) - 0.875).abs() < 1e-6);
    }
}
