//! Which relations lead to persons, judged by the shape of their names and by given names: "who" asks for these,
//! and seldom for a berth or a date.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_model::{Result, SourceKind};

use super::lexicon::words_of_name;
use super::node_lists::sample;
use super::relation::{RelId, Shape};
use super::text::{Text, bit, is_participle};
use super::world::World;
use crate::words::{is_doer, root};

/// Names of a relation that are sampled.
const SAMPLED: usize = 16;

/// What one name looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// It begins with a given name.
    Person,
    /// It has the shape of such a name, and no common word.
    Perhaps,
    /// Neither.
    Other,
}

/// Particles of names, in small letters.
fn is_particle(word: &str) -> bool {
    matches!(
        word,
        "de" | "da"
            | "di"
            | "do"
            | "dos"
            | "del"
            | "der"
            | "den"
            | "van"
            | "von"
            | "bin"
            | "al"
            | "el"
            | "la"
    )
}

fn look_of(name: &str) -> Look {
    let of_name = |c: char| c.is_alphabetic() || matches!(c, '\'' | '’' | '-' | '.');
    let written = |word: &str| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let shouted = letters > 1 && word.chars().all(|c| !c.is_lowercase());
        is_particle(word) || word.chars().next().is_some_and(char::is_uppercase) && !shouted
    };
    let fold = |word: &str| trustuqa_model::fold(word.trim_end_matches('.'));
    let words: Vec<&str> = name.split(' ').filter(|word| !word.is_empty()).collect();
    let titled = words.first().is_some_and(|word| lexicon::contains("titles", &fold(word)));
    let words = &words[usize::from(titled)..];
    let whole = words.iter().all(|word| word.chars().all(of_name) && written(word));
    let Some(first) = words.first().filter(|_| whole && words.len() <= 4) else { return Look::Other };
    if words.len() == 1 {
        return if titled { Look::Person } else { Look::Other };
    }
    // "Jean-Luc", "Jin-ho": one part may be a given name.
    let given = first.split('-').any(|part| lexicon::contains("given names", &fold(part)));
    let common = words.iter().any(|word| lexicon::is_common(&fold(word)));
    match (given, common) {
        (true, _) => Look::Person,
        (false, false) => Look::Perhaps,
        (false, true) => Look::Other,
    }
}

/// Whether a question says a role with what it is a role of: "heads of station", and not "which club is he a member
/// of".
fn says_whole(text: &Text, role: &str, of: Option<&String>) -> bool {
    let (role, of) = (root(role), of.map(|word| root(word)).unwrap_or_default());
    text.tokens.windows(3).any(|three| three[0].root == role && three[1].word == "of" && three[2].root == of)
}

/// Whether the name of a relation is a noun for its heads and a preposition, `hotel in`, `hut on`, and the question
/// is about such things, and not about where they are.
fn is_thing_at(name: &[String], text: &Text) -> bool {
    let [.., thing, at] = name else { return false };
    let verb = thing.ends_with('s') || is_participle(thing) || lexicon::contains("what others have", thing);
    let main = name.iter().any(|word| matches!(word.as_str(), "has" | "have" | "had" | "head" | "main"));
    let last = text.tokens.last().map_or("", |last| last.word.as_str());
    let thing_root = root(thing);
    matches!(at.as_str(), "in" | "at" | "on")
        && !verb
        && !main
        && last != at
        && text.tokens.iter().any(|token| token.root == thing_root)
}

/// Whether most of some names are those of persons; `None` if it is not clear.
fn are_persons(names: &[String]) -> Option<bool> {
    let looks: Vec<Look> = names.iter().map(|name| look_of(name)).collect();
    let of = |look: Look| looks.iter().filter(|l| **l == look).count();
    let (sure, other, all) = (of(Look::Person), of(Look::Other), looks.len());
    if all == 0 {
        None
    } else if sure * 5 >= all && other * 4 <= all {
        Some(true)
    } else if other * 2 > all {
        Some(false)
    } else {
        None
    }
}

impl World<'_> {
    /// Whether the heads, or the tails, of a relation are persons; `None` where their names do not tell.
    pub fn holds_persons(&mut self, rel: RelId, heads: bool) -> Result<Option<bool>> {
        if let Some(known) = self.persons.get(&(rel, heads)) {
            return Ok(*known);
        }
        let found = if !heads && self.rels[rel].shape != Shape::Text {
            Some(false)
        } else {
            let members = self.side(rel, heads)?;
            are_persons(&self.texts(sample(&members, SAMPLED))?)
        };
        self.persons.insert((rel, heads), found);
        Ok(found)
    }

    /// Finds relations whose names say what their heads are although they do not end in "of", if the question
    /// says them this way: the heads of `head of station` and `doctor at` are persons, and the tails are not;
    /// "managers" are the heads of `manages`; the heads of `hotel in` are hotels.
    pub fn read_roles(&mut self, text: &Text) -> Result<()> {
        for rel in 0..self.rels.len() {
            let of = &self.rels[rel];
            if of.kind == SourceKind::Table || of.shape != Shape::Text || of.of_head {
                continue;
            }
            let words = words_of_name(&of.name);
            let leads_on = |word: &String| word == "of" || lexicon::contains("roles lead on by", word);
            let of = words.iter().position(leads_on).filter(|of| *of > 0);
            let role = of.is_some_and(|of| {
                let role = words[..of].iter().any(|word| is_doer(word) || lexicon::contains("roles", word));
                let said = if words[of] == "of" {
                    says_whole(text, &words[of - 1], words.get(of + 1))
                } else {
                    // In "which practice is she a doctor at", the tail is asked for.
                    text.tokens.last().is_some_and(|last| last.word != words[of])
                };
                role && said
            });
            let verb = words.first().is_some_and(|word| lexicon::contains("verbs of relations", word));
            let place = is_thing_at(&words, text);
            if !role && !verb && !place {
                continue;
            }
            let said = self.name_match(rel, text, !0);
            if said.best < 0.5 {
                continue;
            }
            let doer =
                (0..text.tokens.len()).any(|at| said.coverage & bit(at) != 0 && is_doer(text.word(at)));
            let mut persons = || -> Result<bool> {
                Ok(self.holds_persons(rel, true)? == Some(true)
                    && self.holds_persons(rel, false)? != Some(true))
            };
            if verb && doer || role && persons()? || place && self.has_single_places(rel)? {
                Arc::make_mut(&mut self.rels[rel]).of_head = true;
            }
        }
        Ok(())
    }

    /// Whether each head of a relation has one tail, and the heads are not persons: a hotel is in one town, but a
    /// firm has offices in several.
    fn has_single_places(&mut self, rel: RelId) -> Result<bool> {
        let heads = self.side(rel, true)?.len();
        Ok(self.rels[rel].facts == heads as u64 && self.holds_persons(rel, true)? != Some(true))
    }

    /// Whether all facts of a relation share their only head, or tail, while the other side varies: nobody asks for
    /// what is always the same.
    pub fn is_constant(&mut self, rel: RelId, heads: bool) -> Result<bool> {
        if let Some(known) = self.constant.get(&(rel, heads)) {
            return Ok(*known);
        }
        let constant = self.side(rel, heads)?.len() == 1 && self.side(rel, !heads)?.len() > 1;
        self.constant.insert((rel, heads), constant);
        Ok(constant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn persons(names: &[&str]) -> Option<bool> {
        are_persons(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn persons_are_told_by_their_names() {
        assert_eq!(
            persons(&["Anna Petrov", "Dr. Kofi Mensah", "Jin-ho Baek", "Wanjiru Tharaka"]),
            Some(true)
        );
        // One known given name among few strange ones is enough.
        assert_eq!(persons(&["Anna Petrov", "Tuvi Ormak", "Zelko Brantin", "Quorra Teld"]), Some(true));
        assert_eq!(persons(&["Mill Lane", "Old Quay", "Station Road"]), Some(false));
        assert_eq!(persons(&["B-12", "B-13"]), Some(false));
        assert_eq!(persons(&["MARLIN SC", "Carne Coaches Ltd.", "24 Hours"]), Some(false));
        assert_eq!(persons(&["Tuvi Ormak", "Zelko Brantin"]), None);
        assert_eq!(persons(&[]), None);
    }
}
