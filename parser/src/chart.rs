//! Derivations of sets, composed bottom-up: what is known of each, the beam, and what the
//! question asks for.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use trustuqa_engine::ground::Embed;
use trustuqa_engine::lexicon;
use trustuqa_model::{NodeId, Result, SourceKind};

use crate::words::ordinal;

use super::clauses::{ends_in_yes_or_no, is_small};
use super::crowd::{Crowd, FRONTIER, KEPT, OF_KIND, Unsaid};
use super::features::{Feature, Features, Weights};
use super::kind_names::SURE;
use super::kinds::{Kind, kinds_of, kinds_or_names};
use super::lexical::Biases;
use super::lexicon::Cue;
use super::mentions::Mention;
use super::relation::{RelId, Shape};
use super::rules;
use super::set::Set;
use super::tallies::{Tally, tallies};
use super::text::{Coverage, Spot, Text, Token, bit, is_participle, span};
use super::world::World;

/// Maximum number of compositions in a derivation that is not deep.
const SHALLOW: u8 = 2;
/// Maximum number of rounds of composition.
const ROUNDS: usize = 6;

/// What kind of answer the question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// `who`
    Person,
    /// `when`
    Date,
    /// `how many`, `how much`, `average`
    Number,
    /// `is it`
    Truth,
    /// Anything else.
    Thing,
}

/// A derivation of a set.
#[derive(Clone, Debug)]
pub struct Item {
    /// The set that it denotes.
    pub set: Arc<Set>,
    /// Its members, in ascending order.
    pub nodes: Arc<Vec<NodeId>>,
    /// The table whose rows they are; `None` for names.
    pub rows: Option<usize>,
    /// The tokens that it explains.
    pub mask: Coverage,
    /// Features of its composition.
    pub features: Features,
    /// Their weighted sum.
    pub score: f32,
    /// How many compositions led to it.
    pub depth: u8,
    /// The relation that it ends in, and whether it has its tails (`true`) or heads.
    pub end: Option<(RelId, bool)>,
    /// The rows, and their table, that it was reached through: their dates can say when.
    pub through: Option<(Arc<Set>, usize)>,
    /// It is made of temporal facts, whose times can be asked for.
    pub temporal: bool,
}

/// What sets compete within: those of one table ([`Item::rows`]) and one end ([`Item::end`]).
pub type Family = (Option<usize>, Option<(RelId, bool)>);

impl Item {
    /// The family that it belongs to: of each, only the best are composed further.
    pub fn family(&self) -> Family {
        (self.rows, self.end)
    }

    /// Whether it is all rows of a table.
    pub fn is_whole_table(&self) -> bool {
        matches!(&*self.set, Set::Rows(_, conds) if conds.is_empty())
    }
}

/// The chart of one question.
pub struct Chart<'w, 'a> {
    /// The graph.
    pub world: &'w mut World<'a>,
    /// The question.
    pub text: Text,
    /// The names in it.
    pub mentions: Vec<Mention>,
    /// The weights of features.
    pub weights: &'w Weights,
    /// What it asks for.
    pub asks: Asks,
    /// The noun that is asked for.
    pub focus: Coverage,
    /// The kinds of things in the graph that this noun names.
    pub kinds: Vec<Kind>,
    /// The kinds that the nouns behind "each" and "per" name.
    pub each_kinds: Vec<Kind>,
    /// The kinds that other words of the question name.
    pub other_kinds: Vec<Kind>,
    /// The negation of a statement that asks whether it is so: "Ann was never there, right?"
    pub denied: Coverage,
    /// Tokens that say a relation, a source or a stored name.
    pub known: Coverage,
    /// Relations that are said by a word which the question has twice.
    pub said_twice: FxHashSet<RelId>,
    /// Superlatives that are part of the name of a column: "failed its last check" beside a column `last chk`.
    pub attributive: Coverage,
    /// The counts that the question requires: "more than three orders".
    pub tallies: Arc<Vec<Tally>>,
    /// Times of facts that the question names.
    pub terms: Vec<rules::Term>,
    /// The n-grams of the question.
    pub grams: Arc<Vec<String>>,
    /// The summed weights of these n-grams, for each operation.
    pub biases: Biases<'w>,
    /// All derivations that were found.
    pub items: Vec<Item>,
    /// Their indices, best score first.
    pub by_score: Arc<Vec<usize>>,
    seen: FxHashSet<(Arc<Set>, Coverage)>,
    /// The names that the rows of an item, by its index, have in a column.
    names_of_rows: FxHashMap<(usize, RelId), Arc<Vec<NodeId>>>,
    /// The scores that derivations of this round have to beat.
    crowd: Crowd,
    /// The remaining budget for steps that no word says.
    pub unsaid: Unsaid,
}

impl<'w, 'a> Chart<'w, 'a> {
    /// Reads a question and finds its names.
    pub fn new(
        world: &'w mut World<'a>,
        question: &str,
        weights: &'w Weights,
        embed: Option<&dyn Embed>,
    ) -> Result<Chart<'w, 'a>> {
        let mut text = Text::read(question);
        world.read_columns()?;
        world.read_yearless(&mut text)?;
        let mut mentions = super::mentions::mentions(world, &text)?;
        // "before 1940", "over 800": the bound of a comparison is no name.
        let compared = text.compared_with();
        mentions.retain(|m| m.mask & !compared != 0);
        let years = text.periods.iter().fold(0, |m, p| if p.year_only { m | p.mask } else { m });
        let numbers = text.numbers.iter().fold(0, |m, n| m | n.own);
        let sure = mentions
            .iter()
            // "over 800" means the number, even where a cell has the same or an order is called `O-800`.
            .filter(|m| m.score >= 0.9 && m.cover >= 0.75 && m.mask & !years != 0 && m.mask & !numbers != 0)
            .filter(|m| {
                m.mask.count_ones() >= 2
                    || text.tokens.iter().enumerate().any(|(at, t)| m.mask & bit(at) != 0 && t.name_like)
            })
            .fold(0, |mask, m| mask | m.mask);
        text.forget_inside(sure);
        world.add_computed(&text)?;
        world.read_names(&text);
        world.read_roles(&text)?;
        forget_numbers_of_names(world, &mut text);
        forget_doers(world, &mut text, &mentions);
        // "In any case" says nothing, but "which case" does over a table of cases.
        for at in 0..text.tokens.len() {
            let token = &text.tokens[at];
            if token.filler && lexicon::contains("nouns among fillers", &token.word) {
                text.tokens[at].filler = !world.is_name(&text, bit(at));
            }
        }
        if let Some(embed) = embed {
            world.add_meanings(embed, &text, sure, &mut mentions)?;
        }
        let named = mentions.iter().filter(|m| m.score >= 0.8).fold(0, |mask, m| mask | m.mask);
        let asks = match asks(&text) {
            _ if asks_of_one(&text, named) => Asks::Truth,
            Asks::Truth | Asks::Number if asks_for_choice(&text, &mentions) => Asks::Thing,
            asks => asks,
        };
        let tallies = Arc::new(tallies(&text));
        let mut chart = Chart {
            world,
            text,
            mentions,
            weights,
            asks,
            focus: 0,
            kinds: Vec::new(),
            each_kinds: Vec::new(),
            other_kinds: Vec::new(),
            denied: 0,
            known: 0,
            said_twice: FxHashSet::default(),
            attributive: 0,
            tallies,
            terms: Vec::new(),
            grams: Arc::default(),
            biases: Biases::default(),
            items: Vec::new(),
            by_score: Arc::default(),
            seen: FxHashSet::default(),
            names_of_rows: FxHashMap::default(),
            crowd: Crowd::default(),
            unsaid: Unsaid::default(),
        };
        chart.denied = if chart.asks == Asks::Truth { denied(&chart.text) } else { 0 };
        chart.focus = chart.focus_noun() | chart.noun_of_form();
        chart.kinds = kinds_or_names(chart.world, &chart.text, chart.focus)?;
        let each =
            chart.text.spots_of(Cue::Each).map(|spot| spot.to).max().unwrap_or(chart.text.tokens.len());
        let each = chart.content_behind(chart.text.noun_behind(each), 1);
        chart.each_kinds = kinds_or_names(chart.world, &chart.text, each)?;
        // "Which day" does not ask for rows of a table of days.
        if chart.asks == Asks::Date {
            chart.kinds.retain(|kind| !matches!(kind, Kind::Rows(_)));
        }
        if chart.asks_for_extreme_number() {
            chart.asks = Asks::Number;
        }
        let named =
            chart.mentions.iter().filter(|m| m.score >= 0.9).fold(chart.focus, |mask, m| mask | m.mask);
        for at in (0..chart.text.tokens.len()).filter(|at| named & bit(*at) == 0) {
            if !chart.text.tokens[at].filler {
                chart.other_kinds.extend(kinds_of(chart.world, &chart.text, bit(at)));
            }
        }
        chart.known = chart.known_words();
        chart.said_twice = (0..chart.world.rels.len()).filter(|rel| chart.is_said_twice(*rel)).collect();
        chart.attributive = chart.extremes_of_names();
        chart.grams = Arc::new(super::lexical::grams(&chart.text, sure));
        chart.biases = weights.lexical.biases(&chart.grams);
        Ok(chart)
    }

    /// Composes derivations of sets, from the seeds on, in rounds that each go on from the best of the one before.
    pub fn run(&mut self) -> Result<()> {
        let (mut found, mut new) = (rules::seeds(self)?, Vec::new());
        self.take_in(&mut found, &mut new);
        let mut frontier = self.keep(&mut new);
        for _ in 0..ROUNDS {
            self.crowd.begin();
            self.expect_steps(&frontier)?;
            for at in frontier.iter().take(FRONTIER) {
                let item = self.items[*at].clone();
                self.crowd.compare();
                for rule in rules::RULES {
                    rule(self, &item, &mut found)?;
                    self.take_in(&mut found, &mut new);
                }
            }
            frontier = self.keep(&mut new);
            if frontier.is_empty() {
                break;
            }
        }
        // Goals follow other relations, and get a new budget; the sort below changes the indices of items.
        self.unsaid = Unsaid::default();
        self.names_of_rows.clear();
        self.items.sort_by(|a, b| b.score.total_cmp(&a.score));
        let mut place = 0;
        self.items.retain(|item| {
            place += 1;
            place <= KEPT || item.is_whole_table()
        });
        self.by_score = Arc::new((0..self.items.len()).collect());
        Ok(())
    }

    /// Reads at once the relations around the sets of a frontier.
    fn expect_steps(&mut self, frontier: &[usize]) -> Result<()> {
        let items = frontier.iter().take(FRONTIER).map(|at| &self.items[*at]);
        let mut nodes = Vec::new();
        for item in items.filter(|item| item.rows.is_none()) {
            nodes.extend(rules::sampled(&item.nodes));
            nodes.extend(rules::looked_at(self, item));
        }
        self.world.expect_around(&nodes, true)?;
        self.world.expect_around(&nodes, false)
    }

    /// Moves those items that a rule found and that are new to `new`.
    fn take_in(&mut self, found: &mut Vec<Item>, new: &mut Vec<Item>) {
        for item in found.drain(..) {
            if self.seen.insert((item.set.clone(), item.mask)) {
                self.crowd.add(item.family(), item.score, self.rank(item.score, item.mask));
                new.push(item);
            }
        }
    }

    /// Whether a set was found with this coverage.
    pub fn is_known(&self, set: &Arc<Set>, mask: Coverage) -> bool {
        self.seen.contains(&(set.clone(), mask))
    }

    /// Adds new items to the chart and returns the indices of those to compose further, best first.
    fn keep(&mut self, new: &mut Vec<Item>) -> Vec<usize> {
        let mut added: Vec<usize> = (self.items.len()..self.items.len() + new.len()).collect();
        self.items.append(new);
        let mut by_score: Vec<usize> = (0..self.items.len()).collect();
        by_score.sort_by(|a, b| self.items[*b].score.total_cmp(&self.items[*a].score));
        self.by_score = Arc::new(by_score);
        let rank = |at: &usize| self.rank(self.items[*at].score, self.items[*at].mask);
        added.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        // Each family has its own part of the beam, so that the best one does not crowd out the others.
        let mut of_kind = FxHashMap::default();
        added.retain(|at| {
            let n: &mut usize = of_kind.entry(self.items[*at].family()).or_default();
            *n += 1;
            *n <= OF_KIND
        });
        added
    }

    /// The names that the rows of the item at this index have in a column.
    pub fn names_of_rows(&mut self, at: usize, rel: RelId) -> Result<Arc<Vec<NodeId>>> {
        if let Some(known) = self.names_of_rows.get(&(at, rel)) {
            return Ok(known.clone());
        }
        let rows = self.items[at].nodes.clone();
        let names = Arc::new(self.world.out(&rows, rel, None)?);
        self.names_of_rows.insert((at, rel), names.clone());
        Ok(names)
    }

    /// What orders the beam: the score, and more for explained tokens.
    fn rank(&self, score: f32, mask: Coverage) -> f32 {
        score + 0.8 * self.weight(mask)
    }

    /// Whether a derivation composed from an item would neither be kept nor composed further, because enough others
    /// are better, so that its denotation need not be computed. The features in `open` depend on that, and are
    /// taken at their best.
    pub fn is_crowded_out(
        &self,
        family: Family,
        features: &Features,
        from: &Item,
        mask: Coverage,
        open: &[Feature],
    ) -> bool {
        let worth = |feature: Feature| self.weights.of[feature as usize];
        let open: f32 = open.iter().map(|feature| worth(*feature).max(0.0)).sum();
        let deep = if from.depth >= SHALLOW { worth(Feature::Depth) } else { 0.0 };
        let score = self.weights.score(features) + open + deep;
        self.crowd.crowds_out(family, from.nodes.len(), score, self.rank(score, mask))
    }

    /// An item with its score.
    pub fn item(
        &self,
        set: impl Into<Arc<Set>>,
        nodes: Vec<NodeId>,
        rows: Option<usize>,
        mask: Coverage,
        features: Features,
        from: Option<&Item>,
    ) -> Item {
        let mut features = features;
        let depth = from.map_or(0, |f| f.depth + 1);
        if depth > SHALLOW {
            features.add(Feature::Depth, 1.0);
        }
        let score = self.weights.score(&features);
        Item {
            set: set.into(),
            nodes: Arc::new(nodes),
            rows,
            mask,
            features,
            score,
            depth,
            end: None,
            through: from.and_then(|f| f.through.clone()),
            temporal: false,
        }
    }

    /// The names between which the question asks to choose: "A or B", with something to
    /// compare them by.
    pub fn choices(&self) -> Vec<String> {
        if matches!(self.asks, Asks::Truth | Asks::Number | Asks::Date) {
            return Vec::new();
        }
        compared_names(&self.text, &self.mentions).into_iter().map(|m| m.text.clone()).collect()
    }

    /// The nodes that mentions within a mask have for these names, ascending.
    pub fn nodes_of(&self, names: &Set, mask: Coverage) -> Vec<NodeId> {
        let Set::Names(names) = names else { return Vec::new() };
        let mentions = self.mentions.iter().filter(|m| m.mask & !mask == 0 && names.contains(&m.text));
        let mut nodes: Vec<NodeId> = mentions.map(|m| m.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// The weight of the tokens of a mask: how much they need an explanation.
    pub fn weight(&self, mask: Coverage) -> f32 {
        let tokens = self.text.tokens.iter().enumerate().filter(|(at, _)| mask & bit(*at) != 0);
        tokens
            .map(|(_, t)| {
                if t.name_like {
                    1.2
                } else if t.filler {
                    0.0
                } else {
                    1.0
                }
            })
            .sum()
    }

    /// How far apart two parts of the question are, as the content words between them in thirds, 1 for three or
    /// more; and whether they overlap, so that none of them is read at a stretch.
    pub fn apart(&self, a: Coverage, b: Coverage) -> (f32, bool) {
        if a == 0 || b == 0 {
            return (0.0, false);
        }
        let ends = |mask: Coverage| (mask.trailing_zeros() as usize, 64 - mask.leading_zeros() as usize);
        let ((a_from, a_to), (b_from, b_to)) = (ends(a), ends(b));
        let gap = if a_to <= b_from {
            a_to..b_from
        } else if b_to <= a_from {
            b_to..a_from
        } else {
            return (0.0, true);
        };
        let between = gap.filter(|at| !self.text.tokens[*at].filler || self.text.tokens[*at].name_like);
        (between.count().min(3) as f32 / 3.0, false)
    }

    /// The next content words from a position on, at most `most`.
    pub fn content_behind(&self, from: usize, most: usize) -> Coverage {
        let tokens = self.text.tokens.iter().enumerate().skip(from);
        tokens.filter(|(_, t)| !t.filler || t.name_like).take(most).fold(0, |mask, (at, _)| mask | bit(at))
    }

    /// The noun that is asked for: behind `which`, `what`, `who is the`, `how many` or the like, else the first
    /// one.
    fn focus_noun(&self) -> Coverage {
        let text = &self.text;
        let named = self.mentions.iter().filter(|m| m.score >= 0.9).fold(0, |mask, m| mask | m.mask);
        // "who was the lyricist of the song": who somebody is, and not who did something.
        let who_is = |at: usize| {
            at >= 2
                && matches!(text.word(at), "the" | "a" | "an" | "our")
                && matches!(text.word(at - 1), "is" | "was")
                && text.word(at - 2) == "who"
        };
        let begin = (0..text.tokens.len()).find(|at| {
            lexicon::contains("focus stands behind", text.word(*at))
                || who_is(*at)
                || text.word(*at) == "of"
                    && (*at == 0 || lexicon::contains("of names the focus", text.word(at - 1)))
                || *at == 0 && lexicon::contains("focus stands behind when first", text.word(0))
        });
        // "of our clinics, which one", "who of the doctors"
        let one = begin.filter(|at| {
            matches!(text.word(at + 1), "one" | "ones")
                || matches!(text.word(at + 1), "of") && matches!(text.word(at + 3), "two" | "them")
        });
        let of = (0..text.tokens.len().min(12)).find(|at| {
            matches!(text.word(*at), "of" | "among")
                && (*at == 0
                    || text.word(at - 1) == "who"
                    || matches!(text.word(at + 1), "all" | "our" | "the"))
        });
        let begin = match (one, begin, of) {
            (Some(_), _, Some(of)) => Some(of),
            (Some(_), _, None) => return 0,
            (None, None, Some(of)) if text.word(of.wrapping_sub(1)) == "who" => Some(of),
            _ => begin,
        };
        // "give me the email address of": the noun behind a request to be told something.
        let told =
            || (0..text.tokens.len().min(8)).find(|at| lexicon::contains("asks to be told", text.word(*at)));
        let Some(begin) = begin.or_else(told) else {
            // "orders above 9k": the first noun.
            let first = (0..text.tokens.len().min(3))
                .find(|at| !text.tokens[*at].filler && bit(*at) & named == 0 && self.is_word(*at));
            return first.map_or(0, bit);
        };
        let mut mask = 0;
        for at in begin + 1..text.tokens.len().min(begin + 6) {
            let token = &text.tokens[at];
            if mask != 0 && lexicon::contains("nouns stand before", &token.word) {
                break;
            }
            // "which course no."
            if mask & bit(at - 1) != 0 && text.is_number_of(at) {
                mask |= bit(at);
                break;
            }
            if token.filler || bit(at) & named != 0 || text.cue(Cue::Each) & bit(at) != 0 {
                if mask != 0 {
                    break;
                }
                continue;
            }
            // "which of the hospital's buildings"
            if !self.is_word(at) || mask == 0 && text.word(at + 1) == "s" {
                continue;
            }
            // "which customer spent", "which pilot speaks": the verb is no part of the noun.
            // "How many visits did Ann make" asks for visits.
            let noun = begin + 1 == at || lexicon::contains("truth.openings", text.word(at + 1));
            let verb = is_participle(&token.word)
                || !noun
                    && lexicon::contains("verbs of relations", &token.word)
                    && at + 1 < text.tokens.len();
            if mask != 0 && (text.cue(Cue::Money) & bit(at) != 0 || verb) {
                break;
            }
            mask |= bit(at);
            if mask.count_ones() == 2 {
                break;
            }
        }
        mask
    }

    /// Whether the noun that is asked for names a column of numbers, and a superlative modifies it: "what's the
    /// biggest amount paid" asks for the amount, and not for the payment, as does "which amount is the biggest".
    fn asks_for_extreme_number(&self) -> bool {
        let text = &self.text;
        let is_said = |at: usize| {
            lexicon::contains("truth.openings", text.word(at)) && at > 0 && bit(at - 1) & self.focus != 0
        };
        let said_of_noun = |spot: &Spot| {
            bit(spot.to) & self.focus != 0
                || (0..spot.from).rev().take_while(|at| text.tokens[*at].filler).any(is_said)
        };
        let sized = |spot: &Spot| {
            matches!(spot.cue, Cue::More | Cue::Less) && !text.compares(spot) && said_of_noun(spot)
        };
        let number = |rel: usize| {
            let of = &self.world.rels[rel];
            let said = self.world.said(rel, text, self.focus);
            of.shape == Shape::Number && !of.codes && said.best >= SURE && said.head
        };
        self.asks == Asks::Thing
            && self.kinds.is_empty()
            && text.spots.iter().any(sized)
            && (0..self.world.rels.len()).any(number)
    }

    /// Superlatives that name a column together with the noun behind them, and so ask for no extreme: the `First
    /// Ascent` of "president at the first ascent of K2".
    fn extremes_of_names(&self) -> Coverage {
        let text = &self.text;
        let extremes = text.spots.iter().filter(|spot| matches!(spot.cue, Cue::More | Cue::Less));
        let mut found = 0;
        for spot in extremes.filter(|spot| spot.to == spot.from + 1) {
            let word = text.word(spot.from);
            // "who had the best time?" may well ask for an extreme of the column `Best time`.
            let owned = spot.from.checked_sub(1).is_some_and(|at| lexicon::contains("owners", text.word(at)));
            if !owned && !matches!(word, "last" | "latest" | "first") {
                continue;
            }
            let both = span(spot.from, spot.to + 1);
            let named = |rel: usize| {
                let of = &self.world.rels[rel];
                let own = of.words.len() > 1 && of.words.iter().any(|name| name.word == word);
                own && of.kind == SourceKind::Table && {
                    let said = self.world.said(rel, text, both);
                    said.mask == both && said.cover >= 0.75
                }
            };
            if (0..self.world.rels.len()).any(named) {
                found |= spot.mask();
            }
        }
        found
    }

    /// The words by which the last clause wants the answer to be named: "stock nos" in "stock nos, please".
    fn noun_of_form(&self) -> Coverage {
        let clause = self.text.naming_clause();
        let nouns =
            (0..self.text.tokens.len()).filter(|at| clause & bit(*at) != 0 && !is_small(self.text.word(*at)));
        nouns.fold(0, |mask, at| mask | bit(at))
    }

    /// Whether a token is no cue of a size or of the present, no number and no ordinal.
    fn is_word(&self, at: usize) -> bool {
        let sized = self.text.cue(Cue::More) | self.text.cue(Cue::Less) | self.text.cue(Cue::Now);
        let counted = self.text.numbers.iter().fold(0, |mask, number| mask | number.own);
        let word = &self.text.tokens[at].word;
        bit(at) & (sized | counted) == 0
            && !word.bytes().all(|b| b.is_ascii_digit())
            && ordinal(word).is_none()
    }

    /// Whether a relation is said by a content word that the question has twice.
    fn is_said_twice(&self, rel: RelId) -> bool {
        let tokens = &self.text.tokens;
        let said = self.world.said(rel, &self.text, !0).mask;
        let content = |token: &&Token| !token.filler && !token.name_like;
        let own = tokens.iter().enumerate().filter(|(at, _)| said & bit(*at) != 0).map(|(_, token)| token);
        own.filter(content)
            .any(|own| tokens.iter().filter(content).filter(|token| token.root == own.root).count() > 1)
    }

    /// Tokens that say some relation or source, or that belong to a mention.
    fn known_words(&self) -> Coverage {
        let mut mask = 0;
        for rel in 0..self.world.rels.len() {
            mask |= self.world.said(rel, &self.text, !0).mask;
        }
        for at in 0..self.world.sources.len() {
            if self.world.rels_of(at).next().is_none() {
                continue;
            }
            mask |= self.world.source_said(at, &self.text, !0).mask;
        }
        mask | self.mentions.iter().fold(0, |mask, m| mask | m.mask)
    }
}

/// Takes back the count cue of a "number" that belongs to a name: "the mobile number of Ann" asks for what is in a
/// column `Mobile`.
fn forget_numbers_of_names(world: &World<'_>, text: &mut Text) {
    if text.cue(Cue::Each) != 0 {
        return;
    }
    let is_name = |at: usize| {
        (0..world.rels.len()).filter(|rel| world.rels[*rel].shape == Shape::Text).any(|rel| {
            let said = world.said(rel, text, bit(at));
            said.best >= 0.8 && said.cover >= 0.99
        })
    };
    let own = |spot: &Spot| {
        let counts = spot.cue == Cue::Count && matches!(text.word(spot.from), "number" | "numbers");
        counts && spot.from.checked_sub(1).is_some_and(is_name)
    };
    let owned: Vec<usize> = text.spots.iter().filter(|spot| own(spot)).map(|spot| spot.from).collect();
    text.spots.retain(|spot| spot.cue != Cue::Count || !owned.contains(&spot.from));
    for at in owned {
        text.tokens[at].filler = true;
    }
}

/// Takes back the grouping cue of a "by" before a name: "kilometres driven by the diesel vehicles" says by whom.
fn forget_doers(world: &World<'_>, text: &mut Text, mentions: &[Mention]) {
    let is_doer = |spot: &Spot| {
        let article = usize::from(matches!(text.word(spot.to), "the" | "our" | "a" | "an"));
        let behind = bit(spot.to + article);
        let named = mentions.iter().any(|m| m.mask & behind != 0 && m.score >= 0.9 && m.cover >= 0.75);
        named && !world.is_name(text, behind)
    };
    let by = |spot: &Spot| spot.cue == Cue::Each && text.phrase(spot.from, spot.to) == "by";
    let doers: Vec<bool> = text.spots.iter().map(|spot| by(spot) && is_doer(spot)).collect();
    let mut doers = doers.into_iter();
    text.spots.retain(|_| !doers.next().unwrap_or(false));
}

/// What a question asks for, by the sentence that asks.
fn asks(text: &Text) -> Asks {
    let has = |cue| text.cue(cue) != 0;
    let range = text.sentence(text.asking());
    let wh = range.clone().find_map(|at| asked_by(text, at));
    let date_words = range.clone().take(6).any(|at| {
        matches!(text.word(at), "date" | "day")
            && lexicon::contains("date asked behind", text.word(at.wrapping_sub(1)))
    });
    let choice = range.clone().any(|at| text.word(at) == "or") && (has(Cue::More) || has(Cue::Less));
    if !choice && asks_for_truth(text, range) {
        return Asks::Truth;
    }
    if has(Cue::Since) || (date_words && wh != Some(Asks::Person)) {
        return Asks::Date;
    }
    match wh {
        Some(Asks::Thing) | None
            if has(Cue::Count) && (wh.is_none() || counts_more_than_one_word(text))
                || has(Cue::Mean) && !has(Cue::Each)
                || has(Cue::Share)
                || has(Cue::Ratio)
                || has(Cue::Difference) && wh.is_none()
                || has(Cue::Sum) && wh.is_none() =>
        {
            Asks::Number
        }
        Some(asks) => asks,
        None => Asks::Thing,
    }
}

/// The negation in a statement that asks whether it is so, by a tag or "never", and does not begin with a verb.
fn denied(text: &Text) -> Coverage {
    let range = text.sentence(text.asking());
    let opens =
        lexicon::contains("truth.openings", text.word(range.start)) || text.word(range.start) == "any";
    let tag = text.tokens.last().is_some_and(|token| token.opens && lexicon::contains("tags", &token.word));
    let stated = !opens && (tag || text.has_word("never"));
    if stated { text.cue(Cue::Not) } else { 0 }
}

/// Whether a fragment asks for yes or no of the name that it begins with: "huta jaworna still blocked?"
fn asks_of_one(text: &Text, named: Coverage) -> bool {
    let range = text.sentence(text.asking());
    let asked = text.text.trim_end().ends_with('?') && range.end == text.tokens.len();
    let Some(end) = range.clone().find(|at| bit(*at) & named == 0) else { return false };
    let wh = range.clone().any(|at| lexicon::contains("question words", text.word(at)));
    asked
        && !wh
        && end > range.start
        && range.end > end + 1
        && lexicon::contains("said of one", text.word(end))
}

/// Whether a count cue of several words asks for a number. In "for which halls is the number of seats missing" it
/// is the name of a column.
fn counts_more_than_one_word(text: &Text) -> bool {
    let which = text.has_word("which") && !text.has_word("how");
    let several = |spot: &Spot| spot.to > spot.from + 1 && !(which && text.word(spot.from) == "number");
    text.spots_of(Cue::Count).any(several)
}

/// The first "or", if something is compared.
fn or_of_comparison(text: &Text) -> Option<usize> {
    let compared = text.cue(Cue::More) | text.cue(Cue::Less) != 0;
    (0..text.tokens.len()).find(|at| text.word(*at) == "or").filter(|_| compared)
}

/// The names on both sides of an "or" that something compares: "A or B, which is larger?"
fn compared_names<'m>(text: &Text, mentions: &'m [Mention]) -> Vec<&'m Mention> {
    let Some(at) = or_of_comparison(text) else { return Vec::new() };
    let beside = |m: &&Mention| {
        let (from, to) = (m.mask.trailing_zeros() as usize, 64 - m.mask.leading_zeros() as usize);
        to <= at && at - to <= 2 || from > at && from - at <= 3
    };
    mentions.iter().filter(beside).collect()
}

/// Whether a question that begins as one of yes and no asks for one of two names: "did A or B get more?", but
/// "is A larger than B or C?"
fn asks_for_choice(text: &Text, mentions: &[Mention]) -> bool {
    let Some(or) = or_of_comparison(text) else { return false };
    let names = compared_names(text, mentions);
    let sure = |before: bool| {
        let side = |m: &&&Mention| (m.mask.trailing_zeros() as usize) < or;
        names.iter().any(|m| m.score >= 0.8 && side(&m) == before)
    };
    let opening = |at: &usize| text.tokens[*at].opens && lexicon::contains("truth.openings", text.word(*at));
    let wh = (0..or).any(|at| lexicon::contains("question words", text.word(at)));
    let open = |from: usize| (from..or).all(|at| text.word(at) != "than");
    (0..or).find(opening).is_some_and(open) && !wh && sure(true) && sure(false)
}

/// Whether a "what" asks for an amount by its verb: "what did we pay for it", but "what did we pay most for".
fn asks_for_money(text: &Text, at: usize) -> bool {
    let opens = matches!(text.word(at + 1), "do" | "does" | "did" | "have" | "has");
    let verb = (at + 2..at + 5).find(|at| lexicon::contains("verbs of amounts", text.word(*at)));
    let noun = verb.is_some_and(|verb| lexicon::contains("nouns stand behind", text.word(verb - 1)));
    let extreme = text.spots.iter().any(|spot| matches!(spot.cue, Cue::More | Cue::Less));
    let last = text.tokens.last().is_some_and(|last| matches!(last.word.as_str(), "for" | "on"));
    opens && verb.is_some() && !noun && !extreme && !last
}

/// What a question word asks for, given the word behind it.
fn asked_by(text: &Text, at: usize) -> Option<Asks> {
    Some(match text.word(at) {
        "who" | "whom" | "whose" => Asks::Person,
        "when" => Asks::Date,
        "which" => Asks::Thing,
        "what" => match text.word(at + 1) {
            "date" | "day" | "year" => Asks::Date,
            "amount" | "number" | "sum" => Asks::Number,
            _ if asks_for_money(text, at) => Asks::Number,
            _ => Asks::Thing,
        },
        "how" if lexicon::contains("how asks for numbers", text.word(at + 1)) => Asks::Number,
        "how" => Asks::Thing,
        _ => return None,
    })
}

/// Whether a sentence asks for yes or no: a clause of it begins with a verb ("is it", "has
/// anyone"), or with "any", or it is a statement with a tag ("..., right?").
fn asks_for_truth(text: &Text, range: std::ops::Range<usize>) -> bool {
    let asked = text.text.trim_end().ends_with('?');
    let last = range.end == text.tokens.len();
    if last && ends_in_yes_or_no(&text.text) {
        return true;
    }
    // "Are there any? Please list them.", "Is there one? Name it."
    let them = |at: &usize| {
        matches!(text.word(*at), "them" | "those" | "which" | "ones")
            || text.word(*at) == "it" && matches!(text.word(*at - 1), "name" | "list" | "show" | "give")
    };
    let listed = |at: usize| {
        lexicon::contains("asks to be told", text.word(at)) && (at + 1..at + 3).any(|at| them(&at))
    };
    if (range.end..text.tokens.len()).any(listed) {
        return false;
    }
    let clause = |at: &usize| text.tokens[*at].opens || *at == range.start;
    let opening = range.clone().filter(clause).find(|at| lexicon::contains("truth.openings", text.word(*at)));
    if let Some(at) = opening {
        // "can you tell me who", "do you know which": what follows is asked for.
        let words = at + 1..range.end.min(at + 6);
        let told = words.clone().any(|at| lexicon::contains("asks to be told", text.word(at)));
        let wh = (at + 1..range.end).any(|at| lexicon::contains("question words", text.word(at)));
        let polite = told && lexicon::contains("polite openings", text.word(at));
        // A clause behind a comma counts only if no question word comes before it.
        let behind = (range.start..at).any(|at| lexicon::contains("question words", text.word(at)));
        return !(behind || polite || (wh && told));
    }
    let any = range.clone().filter(clause).any(|at| text.word(at) == "any");
    let tag = range.end.checked_sub(1).is_some_and(|at| {
        text.tokens[at].opens && at > range.start && lexicon::contains("tags", text.word(at))
    });
    // "Ann, older than Bob?"
    let compares = text.spots.iter().any(|s| matches!(s.cue, Cue::More | Cue::Less) && text.compares(s));
    let wh = range.clone().any(|at| lexicon::contains("question words", text.word(at)));
    // "paper dragons won anything?"
    let anything =
        !wh && range.end.checked_sub(1).is_some_and(|at| lexicon::contains("any of it", text.word(at)));
    asked && last && (any || anything || tag || compares && !wh && text.numbers.is_empty())
}
