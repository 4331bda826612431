//! Which of many sources a question may be about: those whose names, columns and cells share rare words with it.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use trustuqa_model::{GraphRead, NodeId, Result, Roles, Scope, Side, Source, SourceId};

use crate::features::{Feature, Features};
use crate::text::{Text, Token};
use crate::words::{is_stop, root};

/// Maximum number of sources over which a question is read together.
pub const MOST: usize = 12;

/// What two words that stand together in one cell count beyond themselves.
const TOGETHER: f32 = 0.67;
/// How fast the worth of a word in a cell falls with the logarithm of the number of rows: a long table has many words
/// by chance.
const BY_LENGTH: f32 = 0.1;
/// Words of more names than these tell no source.
const COMMON: u32 = 1_500;
/// Maximum number of names with two words of the question whose sources are looked up.
const PAIRED: usize = 50;

/// The sources over which a question is read, and how well each fits it.
#[derive(Clone, Debug, Default)]
pub struct ChosenSources {
    /// By their index in the catalogue, ascending.
    pub among: Vec<usize>,
    /// The rating of each, divided by the highest; none where only one can be meant.
    fits: FxHashMap<usize, f32>,
    /// The best of these, with its lead over the second.
    best: Option<(usize, f32)>,
}

impl ChosenSources {
    /// One source alone, or those that fit the question best; all where there are few.
    pub fn of(graph: &dyn GraphRead, sources: &[Source], text: &Text, only: Option<usize>) -> Result<Self> {
        if let Some(only) = only {
            return Ok(ChosenSources { among: vec![only], ..ChosenSources::default() });
        }
        if sources.len() < 2 {
            return Ok(ChosenSources { among: (0..sources.len()).collect(), ..ChosenSources::default() });
        }
        let rated = Ratings::of(graph, sources, text)?.rated;
        let mut among: Vec<usize> = (0..sources.len()).collect();
        among.sort_by(|a, b| rated[*b].total_cmp(&rated[*a]).then(a.cmp(b)));
        among.truncate(MOST);
        let top = among.first().map_or(0.0, |first| rated[*first]);
        let mut fits: FxHashMap<usize, f32> = FxHashMap::default();
        if top > 0.0 {
            fits.extend(among.iter().map(|at| (*at, rated[*at] / top)));
        }
        let best =
            among.first().zip(among.get(1)).and_then(|(best, next)| Some((*best, 1.0 - fits.get(next)?)));
        among.sort_unstable();
        Ok(ChosenSources { among, fits, best })
    }

    /// Adds how well the sources of a reading fit the question.
    pub fn add_fit(&self, used: &[usize], features: &mut Features) {
        if self.fits.is_empty() || used.is_empty() {
            return;
        }
        let sum: f32 = used.iter().filter_map(|at| self.fits.get(at)).sum();
        features.add(Feature::SourceFit, sum / used.len() as f32);
        if let Some((_, lead)) = self.best.filter(|(best, _)| used.contains(best)) {
            features.add(Feature::SourceLead, lead);
        }
    }
}

/// The ratings of all sources for a question: the summed rarity of the words that they share with it, as in the
/// vector space model (Salton and Buckley, 1988).
struct Ratings<'a> {
    graph: &'a dyn GraphRead,
    sources: &'a [Source],
    index: FxHashMap<SourceId, usize>,
    rated: Vec<f32>,
}

impl<'a> Ratings<'a> {
    fn of(graph: &'a dyn GraphRead, sources: &'a [Source], text: &Text) -> Result<Ratings<'a>> {
        let index = sources.iter().enumerate().map(|(at, source)| (source.id, at)).collect();
        let mut ratings = Ratings { graph, sources, index, rated: vec![0.0; sources.len()] };
        let words: Vec<&Token> =
            text.tokens.iter().filter(|token| !is_stop(&token.word) && token.word.len() > 1).collect();
        let mut names: Vec<BTreeSet<NodeId>> = Vec::new();
        for token in &words {
            if !token.filler {
                ratings.names(&token.root);
            }
            names.push(ratings.names_with(&token.word)?);
            if names.last().is_some_and(|names| !names.is_empty()) {
                ratings.cells(&token.word)?;
            }
        }
        for at in 1..words.len() {
            if words[at - 1].word != words[at].word {
                ratings.pair(&names[at - 1], &names[at])?;
            }
        }
        Ok(ratings)
    }

    /// How much a word tells that this many of the sources have.
    fn rarity(&self, holding: usize) -> f32 {
        ((self.sources.len() + 1) as f32 / (holding as f32 + 0.5)).ln()
    }

    fn names(&mut self, of: &str) {
        let has = |source: &Source| {
            let names = source.relations.iter().map(|r| r.name.as_str()).chain([source.name.as_str()]);
            names.flat_map(trustuqa_model::name_tokens).any(|word| root(&word) == of)
        };
        let met: Vec<usize> = (0..self.sources.len()).filter(|at| has(&self.sources[*at])).collect();
        let gain = self.rarity(met.len());
        met.into_iter().for_each(|at| self.rated[at] += gain);
    }

    /// The entities and cells with a word; none if these are too many to tell a source.
    fn names_with(&self, word: &str) -> Result<BTreeSet<NodeId>> {
        if !(1..=COMMON).contains(&self.graph.token_count(word)?) {
            return Ok(BTreeSet::new());
        }
        let nodes = self.graph.nodes_with_token(word, Roles::ENTITY, &Scope::All)?;
        Ok(nodes.into_iter().map(|(node, _)| node).collect())
    }

    fn cells(&mut self, word: &str) -> Result<()> {
        let holding = self.graph.sources_of_token(word, Roles::ENTITY, &Scope::All, 1)?;
        let met: FxHashSet<usize> =
            holding.iter().filter_map(|(source, _)| self.index.get(source).copied()).collect();
        let gain = self.rarity(met.len());
        for at in met {
            let rows = self.sources[at].rows.max(1) as f32;
            self.rated[at] += gain / (1.0 + BY_LENGTH * rows.ln_1p());
        }
        Ok(())
    }

    /// Two words that come one after the other, but for words that say nothing; given the names with each.
    fn pair(&mut self, one: &BTreeSet<NodeId>, two: &BTreeSet<NodeId>) -> Result<()> {
        let both: Vec<NodeId> = one.intersection(two).copied().take(PAIRED).collect();
        let mut met: FxHashSet<usize> = FxHashSet::default();
        for side in [Side::Head, Side::Tail] {
            let around = self.graph.relations_around(&both, side, &Scope::All, MOST)?;
            met.extend(around.iter().flatten().filter_map(|(source, _)| self.index.get(source)));
        }
        let gain = TOGETHER * self.rarity(met.len());
        met.into_iter().for_each(|at| self.rated[at] += gain);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use trustuqa_model::MemoryGraph;

    use super::*;

    /// Tables of teams with their wins; the last one is of boats.
    fn tables(many: usize) -> MemoryGraph {
        let mut graph = MemoryGraph::new();
        for at in 0..many - 1 {
            let team = format!("Harbour {at}");
            graph.add_table(&format!("season {at}"), &["Team", "Wins"], &[&[&team, "4"], &["Owls", "7"]]);
        }
        graph.add_table("fleet", &["Boat", "Berth"], &[&["Grey Harbour Owl", "4"], &["Tern", "7"]]);
        graph
    }

    fn chosen(graph: &MemoryGraph, question: &str) -> ChosenSources {
        let sources = graph.sources().unwrap();
        ChosenSources::of(graph, &sources, &Text::read(question), None).unwrap()
    }

    fn fit(chosen: &ChosenSources, used: &[usize]) -> (f32, f32) {
        let mut features = Features::default();
        chosen.add_fit(used, &mut features);
        (features.get(Feature::SourceFit), features.get(Feature::SourceLead))
    }

    #[test]
    fn few_sources_are_all_read_and_rated() {
        let of_few = chosen(&tables(MOST), "Which boat is at berth 4?");
        assert_eq!(of_few.among.len(), MOST);
        assert_eq!(fit(&of_few, &[MOST - 1]).0, 1.0);
        assert!(fit(&of_few, &[0]).0 < 0.5);
    }

    #[test]
    fn one_source_is_not_rated() {
        let alone = chosen(&tables(1), "Which boat is at berth 4?");
        assert_eq!((alone.among.len(), fit(&alone, &[0])), (1, (0.0, 0.0)));
    }

    #[test]
    fn of_many_sources_those_with_rare_words_are_read() {
        let last = MOST + 7;
        let chosen = chosen(&tables(last + 1), "In which berth is the boat?");
        assert_eq!(chosen.among.len(), MOST);
        assert!(chosen.among.contains(&last));
        let (own, lead) = fit(&chosen, &[last]);
        assert_eq!((own, lead), (1.0, 1.0));
        assert_eq!(fit(&chosen, &[0]), (0.0, 0.0));
        assert_eq!(fit(&chosen, &[0, last]), (0.5, 1.0));
    }

    #[test]
    fn words_that_stand_together_in_a_cell_tell_more_than_apart() {
        let last = MOST + 7;
        let chosen = chosen(&tables(last + 1), "What about Harbour 3?");
        assert_eq!(fit(&chosen, &[3]).0, 1.0);
        assert!(fit(&chosen, &[last]).0 < 0.5);
    }
}
