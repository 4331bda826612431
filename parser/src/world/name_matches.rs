//! Which relations and sources a question says, by their names or by meaning.

use std::sync::Arc;

use trustuqa_engine::ground::Embed;
use trustuqa_engine::lexicon;
use trustuqa_engine::query::formula::Operator;
use trustuqa_model::{NodeId, Result, Roles, Scope, SourceKind};

use super::{FEW, World};
use crate::lexicon::Cue;
use crate::mentions::Mention;
use crate::naming::{NameMatch, NameWord, match_name};
use crate::relation::{Rel, RelId, Shape};
use crate::text::{Coverage, Spot, Text, bit, span};

/// Maximum number of phrases of a question that the encoder is asked about.
const PHRASES: usize = 16;
/// The least cosine at which words may mean a relation, and at which they may mean a name.
const NEAR: f32 = 0.5;
const NEAR_NAME: f32 = 0.65;
/// From this share of the name of a column on, its words do not name the table.
const NAMED: f32 = 0.74;

/// Whether tokens follow each other without a gap.
fn is_run(coverage: Coverage) -> bool {
    coverage != 0 && (coverage >> coverage.trailing_zeros()).trailing_ones() == coverage.count_ones()
}

impl World<'_> {
    /// Finds the names of relations that are said in full, or by a short form (`Pts`). Their words mean no other
    /// relation of the same source: "portions" is not `Served on` where there is a column `Portions`. If one name
    /// contains another, the longer one counts.
    pub fn read_names(&mut self, text: &Text) {
        self.unmentioned =
            (0..self.rels.len()).filter(|rel| self.name_match(*rel, text, !0).coverage == 0).collect();
        let in_full = |(rel, of): (RelId, &Arc<Rel>)| {
            // Computed columns take their words from the question, and claim none of those of stored ones.
            if self.unmentioned.contains(&rel) || of.formula.is_some() {
                return (of.source, 0);
            }
            let said = match_name(&of.words, &[], text, !0);
            (of.source, if said.completeness >= 0.99 && said.best >= 0.99 { said.coverage } else { 0 })
        };
        let coverages: Vec<(usize, Coverage)> = self.rels.iter().enumerate().map(in_full).collect();
        let full: Vec<(RelId, usize, Coverage)> = coverages
            .iter()
            .enumerate()
            .filter(|(_, (source, coverage))| {
                let longer = |other: &(usize, Coverage)| {
                    other.0 == *source && other.1 != *coverage && other.1 & coverage == *coverage
                };
                // "The home team that met an away team scoring 7" is about no `Home team score`.
                let at_a_stretch = |other: &(usize, Coverage)| {
                    other.0 == *source
                        && other.1 & coverage != 0
                        && other.1 & !coverage != 0
                        && is_run(other.1)
                };
                let scattered = || !is_run(*coverage) && coverages.iter().any(at_a_stretch);
                *coverage != 0 && !coverages.iter().any(longer) && !scattered()
            })
            .map(|(rel, (source, coverage))| (rel, *source, *coverage))
            .collect();
        for rel in 0..self.rels.len() {
            let (source, of) = (self.rels[rel].source, Arc::clone(&self.rels[rel]));
            let unsaid = self.unmentioned.contains(&rel) || of.formula.is_some();
            let said = if unsaid { NameMatch::default() } else { match_name(&of.words, &[], text, !0) };
            let words = if said.completeness >= NAMED { said.coverage } else { 0 };
            *self.columns_in_full.entry(source).or_default() |= words;
            if of.words.iter().any(|word| lexicon::contains("columns of places", &word.word)) {
                self.words_for_winning.insert(source, text.words_of("wins"));
            }
        }
        // "Built" is spelt as in `yr_built`; a `builder`, which only has a word of the same root, does not claim it.
        let spelled = |rel: RelId, coverage: Coverage| {
            let is_own = |at: &usize| {
                let token = text.word(*at);
                let one = token.strip_suffix('s').unwrap_or(token);
                bit(*at) & coverage != 0
                    && self.rels[rel].words.iter().any(|w| w.word == token || w.word == one)
            };
            (0..text.tokens.len()).filter(is_own).fold(0, |covered, at| covered | bit(at))
        };
        for (rel, (source, own)) in coverages.iter().enumerate() {
            let others = full.iter().filter(|(other, of, coverage)| {
                let inside = own & coverage == *own && own != coverage;
                *other != rel && of == source && (own & coverage == 0 || inside)
            });
            let taken = |coverage: Coverage, other: RelId| {
                coverage & !(spelled(rel, coverage) & !spelled(other, coverage))
            };
            let coverage = others.fold(0, |all, (other, _, coverage)| all | taken(*coverage, *other));
            if coverage != 0 {
                self.named_by_others.insert(rel, coverage);
            }
        }
    }

    /// The words of the name of a source.
    pub(crate) fn words_of_source(&self, source: usize) -> &[NameWord] {
        self.source_names.get(&source).map_or(&[], |(words, _)| words)
    }

    /// How, among free tokens, the name of a source is said.
    pub fn source_match(&self, source: usize, text: &Text, free: Coverage) -> NameMatch {
        // Who won is answered by a placing: these words do not name a table of results.
        let wins = self.words_for_winning.get(&source).copied().unwrap_or(0);
        match_name(self.words_of_source(source), &[], text, free & !wins)
    }

    /// The free tokens that say the name of a source, or else a phrase of the same meaning as the whole name. Words
    /// that name one of its columns do not count ("hives" in a table of apiaries), nor do those for money:
    /// "revenue" is not the number of sales.
    pub fn source_meant(&self, source: usize, text: &Text, free: Coverage) -> Coverage {
        let Some((words, groups)) = self.source_names.get(&source) else { return 0 };
        let own = self.source_match(source, text, free);
        if own.best >= 0.8 {
            return own.coverage;
        }
        let of_columns = [&self.columns_in_full, &self.words_for_winning];
        let taken = of_columns.iter().filter_map(|of| of.get(&source)).fold(0, |covered, of| covered | of);
        let taken = taken | text.cue(Cue::Money);
        match_name(words, groups, text, free & !taken).coverage
    }

    /// Whether a word is the full name of a table or of a relation.
    pub fn is_name(&self, text: &Text, word: Coverage) -> bool {
        let whole = |said: NameMatch| said.best >= 0.8 && said.completeness >= 0.9;
        self.tables().into_iter().any(|source| whole(self.source_match(source, text, word)))
            || (0..self.rels.len()).any(|rel| whole(self.name_match(rel, text, word)))
    }

    /// Whether a word is in the name of a relation, in some form.
    pub fn says_word(&self, text: &Text, word: Coverage) -> bool {
        (0..self.rels.len()).any(|rel| self.name_match(rel, text, word).best >= 0.8)
    }

    /// How, among free tokens, the name of a relation is said.
    pub fn name_match(&self, rel: RelId, text: &Text, free: Coverage) -> NameMatch {
        if self.unmentioned.contains(&rel) {
            return NameMatch::default();
        }
        let of = &self.rels[rel];
        // A difference of columns shares words with them: the "budget" of "over budget" names a column, too.
        let differs = of.formula.as_ref().is_some_and(|formula| formula.operator == Operator::Subtract);
        let taken = self.named_by_others.get(&rel).filter(|_| !differs);
        let free = free & !taken.copied().unwrap_or(0);
        let groups = self.phrase_groups.get(&rel).map_or(&[][..], Vec::as_slice);
        let mut said = match_name(&of.words, groups, text, free);
        // "list price" of a column `List EUR`: a word for money right behind the name belongs to it.
        if said.best >= 0.8
            && said.completeness >= 0.99
            && said.coverage.count_ones() == 1
            && of.holds_money()
        {
            let behind = said.coverage << 1 & text.words_of("money of columns") & free;
            let beside = if text.words_in(behind).any(|token| token.opens) { 0 } else { behind };
            if beside != 0 {
                said.coverage |= beside;
                said.gain += 0.5;
                said.head = true;
            }
        }
        // "the share of the popular vote" of a column `Popular Vote` of percentages
        if said.best >= 0.8 && said.completeness >= 0.99 && of.unit.as_deref() == Some("%") {
            said.coverage |= shares_of(text, said.coverage) & free;
        }
        said
    }

    /// [`World::name_match`], or if that finds too little, the words that mean the relation to the sentence encoder.
    pub fn meant(&self, rel: RelId, text: &Text, free: Coverage) -> NameMatch {
        let said = self.name_match(rel, text, free);
        if said.best >= 0.5 {
            return said;
        }
        let spans = self.meant.get(&rel).map_or(&[][..], Vec::as_slice);
        let open = spans.iter().filter(|(coverage, _)| coverage & !free == 0);
        match open.max_by(|a, b| a.1.total_cmp(&b.1)) {
            Some((coverage, likeness)) => NameMatch {
                coverage: *coverage,
                gain: *likeness,
                completeness: *likeness,
                best: 0.55,
                likeness: *likeness,
                head: true,
            },
            None => said,
        }
    }

    /// Asks the sentence encoder which relations words mean, and which values of columns with few of them. The
    /// words of names that were matched beyond doubt (`named`) are left out.
    pub fn add_meanings(
        &mut self,
        embed: &dyn Embed,
        text: &Text,
        named: Coverage,
        mentions: &mut Vec<Mention>,
    ) -> Result<()> {
        // Words that say the name of a relation need no match by meaning.
        let known = (0..self.rels.len())
            .fold(named, |covered, rel| covered | self.name_match(rel, text, !0).coverage);
        let open = |at: usize| {
            let token = &text.tokens[at];
            bit(at) & known == 0 && !token.filler && token.word.bytes().any(|b| b.is_ascii_alphabetic())
        };
        let mut asked = 0;
        for from in 0..text.tokens.len() {
            for to in from + 1..=(from + 3).min(text.tokens.len()) {
                let (Some(first), Some(last)) = (text.tokens.get(from), text.tokens.get(to - 1)) else {
                    continue;
                };
                if !open(from) || !open(to - 1) || asked == PHRASES || first.start >= last.end {
                    continue;
                }
                let Some(vector) = text.text.get(first.start..last.end).and_then(|words| embed.embed(words))
                else {
                    continue;
                };
                asked += 1;
                let coverage = span(from, to);
                for (node, cosine) in self.graph.nearest(&vector, 6, Roles::RELATION, &Scope::All)? {
                    if cosine < NEAR {
                        continue;
                    }
                    for rel in 0..self.rels.len() {
                        if self.rels[rel].node == node {
                            self.meant.entry(rel).or_default().push((coverage, cosine));
                        }
                    }
                }
                for (node, cosine) in self.graph.nearest(&vector, 4, Roles::ENTITY, &Scope::All)? {
                    let known = mentions.iter().any(|m| m.node == node && m.coverage & coverage != 0);
                    if cosine < NEAR_NAME || known || !self.is_category(node)? {
                        continue;
                    }
                    let score = (0.8 * cosine).min(0.6);
                    mentions.push(Mention {
                        node,
                        text: self.text(node)?,
                        coverage,
                        score,
                        completeness: score,
                        common: false,
                    });
                }
            }
        }
        Ok(())
    }

    /// Whether a node is a value of a column of texts with few different ones.
    fn is_category(&mut self, node: NodeId) -> Result<bool> {
        for rel in self.tail_of(node)?.iter().copied() {
            let table = self.rels[rel].kind == SourceKind::Table && self.rels[rel].shape == Shape::Text;
            if table && self.few_tails(rel, FEW)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The words for a share right before a name: "the share of the" of "the share of the popular vote".
fn shares_of(text: &Text, name: Coverage) -> Coverage {
    let begin = name.trailing_zeros() as usize;
    let between = |spot: &&Spot| {
        spot.to < begin
            && (spot.to..begin).all(|at| matches!(text.word(at), "of" | "the" | "a" | "their" | "its"))
    };
    text.spots_of(Cue::Share).find(between).map_or(0, Spot::coverage)
}
