//! Derivations of sets, composed bottom-up: what is known of each, and the beam. `asked` says what the question
//! asks for.

mod asked;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use trustuqa_engine::ground::Embed;
use trustuqa_engine::lexicon;
use trustuqa_model::{NodeId, Result, SourceKind};

use self::asked::{alternatives, asks, asks_for_choice, asks_of_one, compared_names, denied};
use super::crowd::{Crowd, FRONTIER, KEPT, OF_KIND, UnsaidBudget};
use super::features::{Feature, Features, Weights};
use super::kinds::{Kind, kinds_of, kinds_or_names};
use super::lexical::Biases;
use super::lexicon::{Cue, English};
use super::mentions::Mention;
use super::relation::{RelId, Shape};
use super::rules;
use super::set::{Cond, Set, ValueTest};
use super::tallies::{Tally, tallies};
use super::text::{Coverage, Spot, Text, Token, bit};
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
pub struct ChartItem {
    /// The set that it denotes.
    pub set: Arc<Set>,
    /// Its members, in ascending order.
    pub nodes: Arc<Vec<NodeId>>,
    /// The table whose rows they are; `None` for names.
    pub rows: Option<usize>,
    /// The tokens that it explains.
    pub coverage: Coverage,
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

/// What sets compete within: those of one table ([`ChartItem::rows`]) and one end ([`ChartItem::end`]).
pub type ItemFamily = (Option<usize>, Option<(RelId, bool)>);

impl ChartItem {
    /// The family that it belongs to: of each, only the best are composed further.
    pub fn family(&self) -> ItemFamily {
        (self.rows, self.end)
    }

    /// Whether it is all rows of a table.
    pub fn is_whole_table(&self) -> bool {
        matches!(&*self.set, Set::Rows(_, conds) if conds.is_empty())
    }

    /// Whether it is rows of a table, all of them or those with one name, number or time in a column.
    pub fn is_simple_rows(&self) -> bool {
        let apart = |cond: &Cond| {
            matches!(
                cond.test,
                ValueTest::Is(_) | ValueTest::Compare(..) | ValueTest::Between(..) | ValueTest::Part(..)
            )
        };
        matches!(&*self.set, Set::Rows(_, conds) if conds.len() < 2 && conds.iter().all(apart))
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
    /// These nouns.
    pub each_noun: Coverage,
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
    /// Names with the word behind each that says what it is: "the Voicing department", of a column `Dept`.
    pub classed: Vec<(Coverage, Coverage)>,
    /// The names, values and times that a difference or ratio may be of.
    pub compared: Coverage,
    /// Two values between which the question asks to choose: "is Ann a tuner or a voicer".
    pub alternatives: Coverage,
    /// The counts that the question requires: "more than three orders".
    pub tallies: Arc<Vec<Tally>>,
    /// Times of facts that the question names.
    pub validity_periods: Vec<rules::ValidityPeriod>,
    /// The days of rows that the question names.
    pub row_days: Vec<rules::RowDay>,
    /// The n-grams of the question.
    pub grams: Arc<Vec<String>>,
    /// The summed weights of these n-grams, for each operation.
    pub biases: Biases<'w>,
    /// All derivations that were found.
    pub items: Vec<ChartItem>,
    /// Their indices, best score first.
    pub by_score: Arc<Vec<usize>>,
    seen: FxHashSet<(Arc<Set>, Coverage)>,
    /// The names that the rows of an item, by its index, have in a column.
    names_of_rows: FxHashMap<(usize, RelId), Arc<Vec<NodeId>>>,
    /// The scores that derivations of this round have to beat.
    crowd: Crowd,
    /// The remaining budget for steps that no word says.
    pub unsaid_budget: UnsaidBudget,
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
        mentions.retain(|m| m.coverage & !compared != 0);
        let years = text.periods.iter().fold(0, |m, p| if p.year_only { m | p.coverage } else { m });
        let numbers = text.numbers.iter().fold(0, |m, n| m | n.own);
        let sure = mentions
            .iter()
            // "over 800" means the number, even where a cell has the same or an order is called `O-800`.
            .filter(|m| {
                m.score >= 0.9
                    && m.completeness >= 0.75
                    && m.coverage & !years != 0
                    && m.coverage & !numbers != 0
            })
            .filter(|m| {
                m.coverage.count_ones() >= 2
                    || text.tokens.iter().enumerate().any(|(at, t)| m.coverage & bit(at) != 0 && t.name_like)
            })
            .fold(0, |covered, m| covered | m.coverage);
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
        let named = mentions.iter().filter(|m| m.score >= 0.8).fold(0, |covered, m| covered | m.coverage);
        forget_capitals(world, &mut text, named);
        let alternatives = alternatives(world, &text, &mentions)?;
        let classed = classed(world, &text, &mentions)?;
        let asks = match asks(&text) {
            _ if alternatives != 0 => Asks::Thing,
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
            each_noun: 0,
            other_kinds: Vec::new(),
            denied: 0,
            known: 0,
            said_twice: FxHashSet::default(),
            attributive: 0,
            classed,
            compared: 0,
            alternatives,
            tallies,
            validity_periods: Vec::new(),
            row_days: Vec::new(),
            grams: Arc::default(),
            biases: Biases::default(),
            items: Vec::new(),
            by_score: Arc::default(),
            seen: FxHashSet::default(),
            names_of_rows: FxHashMap::default(),
            crowd: Crowd::default(),
            unsaid_budget: UnsaidBudget::default(),
        };
        chart.denied = if chart.asks == Asks::Truth { denied(&chart.text) } else { 0 };
        chart.focus = chart.focus_noun() | chart.noun_of_form();
        chart.kinds = kinds_or_names(chart.world, &chart.text, chart.focus)?;
        let each =
            chart.text.spots_of(Cue::Each).map(|spot| spot.to).max().unwrap_or(chart.text.tokens.len());
        chart.each_noun = chart.content_behind(chart.text.noun_behind(each), 1);
        chart.each_kinds = kinds_or_names(chart.world, &chart.text, chart.each_noun)?;
        // "Which day" does not ask for rows of a table of days.
        if chart.asks == Asks::Date {
            chart.kinds.retain(|kind| !matches!(kind, Kind::Rows(_)));
        }
        if chart.asks_for_extreme_number() {
            chart.asks = Asks::Number;
        }
        let named = chart
            .mentions
            .iter()
            .filter(|m| m.score >= 0.9)
            .fold(chart.focus, |covered, m| covered | m.coverage);
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
        self.unsaid_budget = UnsaidBudget::default();
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
    fn take_in(&mut self, found: &mut Vec<ChartItem>, new: &mut Vec<ChartItem>) {
        for item in found.drain(..) {
            if self.seen.insert((item.set.clone(), item.coverage)) {
                self.crowd.add(item.family(), item.score, self.rank(item.score, item.coverage));
                new.push(item);
            }
        }
    }

    /// Whether a set was found with this coverage.
    pub fn is_known(&self, set: &Arc<Set>, coverage: Coverage) -> bool {
        self.seen.contains(&(set.clone(), coverage))
    }

    /// Adds new items to the chart and returns the indices of those to compose further, best first.
    fn keep(&mut self, new: &mut Vec<ChartItem>) -> Vec<usize> {
        let mut added: Vec<usize> = (self.items.len()..self.items.len() + new.len()).collect();
        self.items.append(new);
        let mut by_score: Vec<usize> = (0..self.items.len()).collect();
        by_score.sort_by(|a, b| self.items[*b].score.total_cmp(&self.items[*a].score));
        self.by_score = Arc::new(by_score);
        let rank = |at: &usize| self.rank(self.items[*at].score, self.items[*at].coverage);
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
    fn rank(&self, score: f32, coverage: Coverage) -> f32 {
        score + 0.8 * self.weight(coverage)
    }

    /// Whether a derivation composed from an item would neither be kept nor composed further, because enough others
    /// are better, so that its denotation need not be computed. The features in `open` depend on that, and are
    /// taken at their best.
    pub fn is_crowded_out(
        &self,
        family: ItemFamily,
        features: &Features,
        from: &ChartItem,
        coverage: Coverage,
        open: &[Feature],
    ) -> bool {
        let worth = |feature: Feature| self.weights.of[feature as usize];
        let open: f32 = open.iter().map(|feature| worth(*feature).max(0.0)).sum();
        let deep = if from.depth >= SHALLOW { worth(Feature::Depth) } else { 0.0 };
        let score = self.weights.sum(features) + open + deep;
        self.crowd.crowds_out(family, from.nodes.len(), score, self.rank(score, coverage))
    }

    /// An item with its score.
    pub fn item(
        &self,
        set: impl Into<Arc<Set>>,
        nodes: Vec<NodeId>,
        rows: Option<usize>,
        coverage: Coverage,
        features: Features,
        from: Option<&ChartItem>,
    ) -> ChartItem {
        let mut features = features;
        let depth = from.map_or(0, |f| f.depth + 1);
        if depth > SHALLOW {
            features.add(Feature::Depth, 1.0);
        }
        let score = self.weights.sum(&features);
        ChartItem {
            set: set.into(),
            nodes: Arc::new(nodes),
            rows,
            coverage,
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
        let alternatives = self.mentions.iter().filter(|m| m.coverage & !self.alternatives == 0);
        let compared = compared_names(&self.text, &self.mentions).into_iter();
        compared.chain(alternatives).map(|m| m.text.clone()).collect()
    }

    /// The nodes that mentions within these tokens have for these names, ascending.
    pub fn nodes_of(&self, names: &Set, coverage: Coverage) -> Vec<NodeId> {
        let Set::Names(names) = names else { return Vec::new() };
        let mentions =
            self.mentions.iter().filter(|m| m.coverage & !coverage == 0 && names.contains(&m.text));
        let mut nodes: Vec<NodeId> = mentions.map(|m| m.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// The weight of these tokens: how much they need an explanation.
    pub fn weight(&self, coverage: Coverage) -> f32 {
        let tokens = self.text.tokens.iter().enumerate().filter(|(at, _)| coverage & bit(*at) != 0);
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
        let ends =
            |coverage: Coverage| (coverage.trailing_zeros() as usize, 64 - coverage.leading_zeros() as usize);
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
        tokens
            .filter(|(_, t)| !t.filler || t.name_like)
            .take(most)
            .fold(0, |covered, (at, _)| covered | bit(at))
    }

    /// Whether a relation is said by a content word that the question has twice.
    fn is_said_twice(&self, rel: RelId) -> bool {
        let tokens = &self.text.tokens;
        let said = self.world.name_match(rel, &self.text, !0).coverage;
        let content = |token: &&Token| !token.filler && !token.name_like;
        let own = tokens.iter().enumerate().filter(|(at, _)| said & bit(*at) != 0).map(|(_, token)| token);
        own.filter(content)
            .any(|own| tokens.iter().filter(content).filter(|token| token.root == own.root).count() > 1)
    }

    /// Tokens that say some relation or source, or that belong to a mention.
    fn known_words(&self) -> Coverage {
        let mut coverage = 0;
        for rel in 0..self.world.rels.len() {
            coverage |= self.world.name_match(rel, &self.text, !0).coverage;
        }
        for at in 0..self.world.sources.len() {
            if self.world.rels_of(at).next().is_none() {
                continue;
            }
            coverage |= self.world.source_match(at, &self.text, !0).coverage;
        }
        coverage | self.mentions.iter().fold(0, |covered, m| covered | m.coverage)
    }
}

/// The names whose column is said right behind them, each with that word.
fn classed(world: &mut World<'_>, text: &Text, mentions: &[Mention]) -> Result<Vec<(Coverage, Coverage)>> {
    let mut found = Vec::new();
    for mention in mentions.iter().filter(|m| m.score >= 0.9 && m.completeness >= 0.9) {
        let behind = 64 - mention.coverage.leading_zeros() as usize;
        if behind >= text.tokens.len() {
            continue;
        }
        let word = bit(behind);
        let is_said = |rel: &usize| {
            let said = world.name_match(*rel, text, word);
            world.rels[*rel].kind == SourceKind::Table && said.best >= 0.8 && said.completeness >= 0.75
        };
        let columns: Vec<RelId> = (0..world.rels.len()).filter(is_said).collect();
        // Few words are columns, so that few names have to be looked up.
        if !columns.is_empty() && world.tail_of(mention.node)?.iter().any(|rel| columns.contains(rel)) {
            found.push((mention.coverage, word));
        }
    }
    found.dedup();
    Ok(found)
}

/// Takes back the count cue of a "number" that belongs to a name: "the mobile number of Ann" asks for what is in a
/// column `Mobile`.
fn forget_numbers_of_names(world: &World<'_>, text: &mut Text) {
    if text.cue(Cue::Each) != 0 {
        return;
    }
    let is_name = |at: usize| {
        (0..world.rels.len()).filter(|rel| world.rels[*rel].shape == Shape::Text).any(|rel| {
            let said = world.name_match(rel, text, bit(at));
            said.best >= 0.8 && said.completeness >= 0.99
        })
    };
    let own = |spot: &Spot| {
        let counts = spot.cue == Cue::Count && matches!(text.word(spot.from), "number" | "numbers");
        counts && spot.from.checked_sub(1).is_some_and(is_name)
    };
    // But not in "books: number of titles".
    let joined = |spot: &&Spot| !text.tokens[spot.from].opens;
    let owned: Vec<usize> =
        text.spots.iter().filter(joined).filter(|spot| own(spot)).map(|spot| spot.from).collect();
    text.spots.retain(|spot| spot.cue != Cue::Count || !owned.contains(&spot.from));
    for at in owned {
        text.tokens[at].filler = true;
    }
}

/// Words with a capital that are no names: words of a header, "a number of Wins", and common nouns behind an article,
/// "the Time of the Player", where no name has them.
fn forget_capitals(world: &World<'_>, text: &mut Text, named: Coverage) {
    let english = English::get();
    for at in 0..text.tokens.len() {
        let token = &text.tokens[at];
        let lettered = token.name_like && !token.word.bytes().any(|b| b.is_ascii_digit());
        if !lettered || named & bit(at) != 0 {
            continue;
        }
        let is_header = world.rels.iter().any(|rel| rel.words.iter().any(|word| word.root == token.root));
        let article =
            at.checked_sub(1).is_some_and(|at| lexicon::contains("nouns stand behind", text.word(at)));
        if is_header || article && !english.groups(&token.root).is_empty() {
            text.tokens[at].name_like = false;
        }
    }
}

/// Takes back the grouping cue of a "by" before a name: "kilometres driven by the diesel vehicles" says by whom.
fn forget_doers(world: &World<'_>, text: &mut Text, mentions: &[Mention]) {
    let is_doer = |spot: &Spot| {
        let article = usize::from(matches!(text.word(spot.to), "the" | "our" | "a" | "an"));
        let behind = bit(spot.to + article);
        let named =
            mentions.iter().any(|m| m.coverage & behind != 0 && m.score >= 0.9 && m.completeness >= 0.75);
        named && !world.is_name(text, behind)
    };
    let by = |spot: &Spot| spot.cue == Cue::Each && text.phrase(spot.from, spot.to) == "by";
    let doers: Vec<bool> = text.spots.iter().map(|spot| by(spot) && is_doer(spot)).collect();
    let mut doers = doers.into_iter();
    text.spots.retain(|_| !doers.next().unwrap_or(false));
}
