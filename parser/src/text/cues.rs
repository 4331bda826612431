//! The cues of a question: which operations its words signal.

use std::collections::HashSet;

use trustuqa_engine::lexicon::{self, Degree};

use super::{Coverage, Spot, Text, Token, bit, is_participle};
use crate::lexicon::{Cue, English};
use crate::naming::edits;
use crate::voice;
use crate::words::{is_stop, small_number};

/// Maximum number of words of a phrase that is a cue.
const LONGEST_CUE: usize = 6;

impl Text {
    /// "Labour on A less labour on B": what is subtracted is named twice; this "less" compares nothing.
    pub(super) fn read_subtraction(&mut self) {
        for at in 1..self.tokens.len() {
            if !matches!(self.word(at), "less" | "minus") || self.word(at + 1) == "than" {
                continue;
            }
            let (before, behind) = self.tokens.split_at(at);
            let twice = |token: &Token| !token.filler && before.iter().any(|other| other.root == token.root);
            let Some(again) = behind.iter().position(twice) else { continue };
            let again = &mut self.tokens[at + again];
            (again.filler, again.root) = (true, String::new());
            self.spots.retain(|spot| spot.coverage() & bit(at) == 0);
            self.spots.push(Spot { cue: Cue::Difference, from: at, to: at + 1, of: Vec::new() });
            return;
        }
    }

    /// "leaving the barges aside", "leave cancelled ones out": what is between the two words is left out.
    pub(super) fn read_exclusions(&mut self) {
        for at in 0..self.tokens.len() {
            let left = lexicon::contains("left out begins", self.word(at));
            let ends = |end: &usize| lexicon::contains("left out ends", self.word(*end));
            let Some(end) = (at + 2..self.tokens.len().min(at + 8)).find(ends).filter(|_| left) else {
                continue;
            };
            if self.spots.iter().any(|spot| spot.cue == Cue::Other && spot.coverage() & bit(at) != 0) {
                continue;
            }
            self.spots.push(Spot { cue: Cue::Other, from: at, to: at + 1, of: Vec::new() });
            let token = &mut self.tokens[end];
            (token.filler, token.root) = (true, String::new());
        }
    }

    /// Whether a cue excludes what comes before it: "cancelled ones excluded".
    pub fn ends_exclusion(&self, spot: &Spot) -> bool {
        let ends = self.tokens.get(spot.to).is_none_or(|next| next.opens);
        spot.cue == Cue::Other
            && ends
            && lexicon::contains("left out before", &self.phrase(spot.from, spot.to))
    }

    /// Whether at most four words of one clause are between two positions.
    pub fn runs_on(&self, from: usize, to: usize) -> bool {
        (from..=from + 4).contains(&to) && self.tokens[from..=to].iter().all(|token| !token.opens)
    }

    pub(super) fn read_spots(&mut self, english: &English) {
        let words: Vec<&str> = (0..self.tokens.len()).map(|at| self.spelled(english, at)).collect();
        let mut spots: Vec<Spot> = Vec::new();
        for from in 0..words.len() {
            let mut seen: HashSet<Cue> = HashSet::new();
            for to in (from + 1..=words.len().min(from + LONGEST_CUE)).rev() {
                let phrase = words[from..to].join(" ");
                for cue in english.cues(&phrase) {
                    if seen.insert(*cue) {
                        spots.push(Spot { cue: *cue, from, to, of: Vec::new() });
                    }
                }
                if to == from + 1
                    && let Some((more, of)) = english.adjective(&phrase)
                {
                    let cue = if more { Cue::More } else { Cue::Less };
                    spots.push(Spot { cue, from, to, of: of.to_vec() });
                } else if to == from + 1
                    && words[from] == self.tokens[from].word
                    && self.is_unknown_superlative(from)
                {
                    spots.push(Spot { cue: Cue::More, from, to, of: Vec::new() });
                }
            }
        }
        self.spots = spots;
        // A "when" that asks for a time refers to no other one.
        let asks = |spot: &Spot| {
            let before = self.word(spot.from.wrapping_sub(1));
            self.word(spot.from) == "when"
                && (spot.from == 0 || lexicon::contains("when asks behind", before))
        };
        // "films that share a director" have it in common; "the share of" is a part.
        let in_common = |spot: &Spot| {
            self.word(spot.from) == "share"
                && lexicon::contains("shared things begin", self.word(spot.from + 1))
        };
        // "past and present" is at any time.
        let ever: Coverage = self
            .spots
            .iter()
            .filter(|spot| spot.cue == Cue::Ever && spot.to - spot.from > 1)
            .fold(0, |covered, spot| covered | spot.coverage());
        // "Rank them by sales, highest first": in which order, and not which of them.
        let ordering: Coverage = self
            .spots
            .iter()
            .filter(|spot| self.orders_first(spot))
            .fold(0, |covered, spot| covered | spot.coverage());
        let meant = |spot: &Spot| match spot.cue {
            Cue::Not | Cue::Count if self.is_number_of(spot.from) => false,
            Cue::Count if self.is_measured(spot) => false,
            Cue::More | Cue::Less if spot.coverage() & ordering != 0 => false,
            // "the bar", "what did the save cost": a noun, whereas "all bar one" leaves one out.
            Cue::Other if spot.to == spot.from + 1 => {
                !spot.from.checked_sub(1).is_some_and(|at| matches!(self.word(at), "the" | "a" | "our"))
            }
            // "4 doors and more than 2 seats": the "more" is not that of "4 doors and more".
            // Nor is the "and under" of "16 points and under 3 draws" that of the points.
            Cue::AtLeast | Cue::AtMost
                if matches!(self.word(spot.to), "than" | "then") || self.is_digits(spot.to) =>
            {
                !matches!(self.word(spot.from), "and" | "or")
            }
            Cue::During => !asks(spot),
            Cue::Now => spot.coverage() & !ever != 0,
            Cue::Share => !in_common(spot),
            Cue::More | Cue::Less => !self.lasts_at(spot.from),
            _ => true,
        };
        let mut meant = self.spots.iter().map(meant).collect::<Vec<_>>().into_iter();
        self.spots.retain(|_| meant.next().unwrap_or(true));
        for at in (0..self.tokens.len()).filter(|at| ordering & bit(*at) != 0) {
            self.tokens[at].filler = true;
        }
        // "at least" and "more than" are no superlatives.
        let phrases: Vec<Coverage> = self
            .spots
            .iter()
            .filter(|s| {
                matches!(s.cue, Cue::AtLeast | Cue::AtMost | Cue::Above | Cue::Below) && s.to - s.from > 1
            })
            .map(Spot::coverage)
            .collect();
        let number_behind =
            |spot: &Spot| {
                self.tokens.get(spot.to..(spot.to + 3).min(self.tokens.len())).unwrap_or_default().iter().any(
                    |t| t.word.starts_with(|c: char| c.is_ascii_digit()) || small_number(&t.word).is_some(),
                )
            };
        let drop: Vec<bool> = self
            .spots
            .iter()
            .map(|s| {
                matches!(s.cue, Cue::More | Cue::Less)
                    && number_behind(s)
                    && phrases.iter().any(|p| p & s.coverage() == s.coverage())
            })
            .collect();
        let on_record = |s: &Spot| self.word(s.from) == "record" && self.word(s.from.wrapping_sub(1)) == "on";
        let drop: Vec<bool> = self.spots.iter().zip(drop).map(|(s, drop)| drop || on_record(s)).collect();
        let mut at = 0;
        self.spots.retain(|_| {
            at += 1;
            !drop[at - 1]
        });
        // "most expensive", "least expensive": one adjective, in the direction of its first word.
        let spots = self.spots.clone();
        for spot in &spots {
            let lone = lexicon::contains("degrees", self.word(spot.from));
            let next = spots.iter().find(|n| n.from == spot.to && !n.of.is_empty() && n.cue == Cue::More);
            if let (true, Cue::More | Cue::Less, Some(next)) = (lone, spot.cue, next) {
                let merged = Spot { cue: spot.cue, from: spot.from, to: next.to, of: next.of.clone() };
                self.spots.retain(|s| {
                    !(matches!(s.cue, Cue::More | Cue::Less) && s.from >= merged.from && s.to <= merged.to)
                });
                self.spots.push(merged);
            }
        }
    }

    /// A word, or the cue or adjective that it misspells. An unknown superlative misspells one only by a single
    /// letter: `stoutest` is no `shortest`.
    pub(super) fn spelled<'t>(&'t self, english: &'t English, at: usize) -> &'t str {
        let token = &self.tokens[at];
        let known = english.spelled(&token.word).filter(|_| !token.name_like);
        let near = |known: &&str| {
            let letters: Vec<char> = token.word.chars().collect();
            !self.is_unknown_superlative(at) || edits(&letters, known, 1)
        };
        known.filter(near).unwrap_or(&token.word)
    }

    /// Whether a word has the form of a superlative, but is no known word: "our stoutest yew".
    pub(super) fn is_unknown_superlative(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let before = at.checked_sub(1).map_or("", |before| self.word(before));
        token.word.len() >= 6
            && token.word.ends_with("est")
            && !token.name_like
            && !lexicon::is_common(&token.word)
            && !lexicon::contains("nouns in est", &token.word)
            && lexicon::contains("superlatives stand behind", before)
    }

    /// Whether "a quantity of" has its number behind it, "of at least 20", and counts nothing.
    pub(super) fn is_measured(&self, spot: &Spot) -> bool {
        let behind = self.word(spot.to);
        let compares = ["at", "over", "under", "above", "below", "more", "less", "exactly", "up"];
        let number = behind.starts_with(|c: char| c.is_ascii_digit()) || compares.contains(&behind);
        spot.to > spot.from + 1 && self.word(spot.to - 1) == "of" && number
    }

    /// Whether a superlative says in which order to list: "highest first".
    pub(super) fn orders_first(&self, spot: &Spot) -> bool {
        let word = |at: Option<usize>| at.map_or("", |at| self.word(at));
        let extreme = |at: Option<usize>| {
            at.is_some_and(|at| {
                let word = self.word(at);
                word == "best"
                    || lexicon::gradable(word).is_some_and(|word| word.degree == Degree::Superlative)
            })
        };
        let (before, behind) = (spot.from.checked_sub(1), Some(spot.to));
        let ends = |at: usize| self.tokens.get(at).is_none_or(|token| token.opens);
        let leads = extreme(Some(spot.from)) && word(behind) == "first" && ends(spot.to + 1);
        let closes = word(Some(spot.from)) == "first" && extreme(before) && ends(spot.to);
        spot.to == spot.from + 1 && (leads || closes) && spot.from > 1
    }

    /// Whether the question wants the smallest first: "lowest first".
    pub fn is_smallest_first(&self) -> bool {
        (1..self.tokens.len()).any(|at| {
            let adjective = English::get().adjective(self.word(at - 1));
            self.word(at) == "first" && adjective.is_some_and(|(larger, _)| !larger)
        })
    }

    /// The adjective that says what stands first: "highest first", "newest first".
    pub fn leading_adjective(&self) -> Option<Spot> {
        (1..self.tokens.len()).filter(|at| self.word(*at) == "first").find_map(|at| {
            let (larger, of) = English::get().adjective(self.word(at - 1))?;
            let cue = if larger { Cue::More } else { Cue::Less };
            Some(Spot { cue, from: at - 1, to: at, of: of.to_vec() })
        })
    }

    /// Whether a `last` is the verb: "how long did each session last", "did it last longer than an hour".
    pub fn lasts_at(&self, at: usize) -> bool {
        let does =
            |at: &usize| matches!(self.word(*at), "did" | "does" | "do" | "will" | "to" | "that" | "which");
        let longest = self.word(at + 1) == "the"
            && matches!(self.word(at + 2), "longest" | "shortest" | "least" | "most");
        let next = self.tokens.get(at + 1).filter(|next| !next.opens && !longest);
        let behind = next.is_none_or(|next| {
            matches!(
                next.word.as_str(),
                "longer" | "longest" | "more" | "less" | "over" | "under" | "at" | "for" | "between" | "on"
            )
        });
        // "The last", and "which were sown last".
        let adverb = at.checked_sub(1).is_none_or(|at| {
            lexicon::contains("superlatives stand behind", self.word(at))
                || voice::is_participle(self.word(at))
        });
        self.word(at) == "last" && behind && !adverb && (longest || (0..at).any(|at| does(&at)))
    }

    /// The words by which "longest" means who came first: "the longest-serving", "has been with us longest".
    pub fn of_service(&self, spot: &Spot) -> Coverage {
        if self.word(spot.from) != "longest" {
            return 0;
        }
        let behind = Some(spot.to).filter(|at| lexicon::contains("longest and of service", self.word(*at)));
        let sentence = self.tokens[spot.from].sentence;
        let before = |at: &usize| {
            self.tokens[*at].sentence == sentence && lexicon::contains("has been of service", self.word(*at))
        };
        behind.or_else(|| (0..spot.from).rev().find(before)).map_or(0, bit)
    }

    /// The position of the noun that a token at most modifies: the category of "per article category".
    pub fn noun_behind(&self, at: usize) -> usize {
        let taken = self.spots.iter().fold(0, |covered, spot| covered | spot.coverage())
            | self.periods.iter().fold(0, |covered, period| covered | period.coverage);
        let noun = |at: usize| {
            self.tokens.get(at).is_some_and(|token| {
                let word = token.word.as_str();
                let plain = word.bytes().all(|b| b.is_ascii_alphabetic());
                let verb = is_participle(word) || word.ends_with("ing");
                plain && !token.filler && !token.opens && !is_stop(word) && !verb
            }) && taken & bit(at) == 0
        };
        if noun(at) && noun(at + 1) && !noun(at + 2) { at + 1 } else { at }
    }

    /// Whether a `no` is the number of the noun before it, and no negation: "phone no of Ann", "which course no.".
    pub fn is_number_of(&self, at: usize) -> bool {
        let Some(noun) = at.checked_sub(1).and_then(|before| self.tokens.get(before)) else { return false };
        let word = noun.word.as_str();
        let named = !noun.filler
            && !is_stop(word)
            && word.bytes().all(|b| b.is_ascii_alphabetic())
            && !is_participle(word)
            && ![
                "answers.yes",
                "verbs of relations",
                "truth.openings",
                "asks for a total",
                "counted exactly",
            ]
            .iter()
            .any(|section| lexicon::contains(section, word));
        let own = self.tokens.get(at).filter(|token| !token.opens);
        let point = own.is_some_and(|token| self.text[token.end..].starts_with('.'));
        let next = self.tokens.get(at + 1);
        let ends =
            next.is_none_or(|next| next.opens || matches!(next.word.as_str(), "of" | "on" | "for" | "is"));
        own.is_some_and(|token| token.word == "no") && named && (ends || point)
    }

    /// "The largest number of orders" means the most orders; its "number" is no count cue.
    pub(super) fn join_counted_extremes(&mut self) {
        let counts: Vec<Spot> = self.spots_of(Cue::Count).cloned().collect();
        let counted = |spot: &Spot| {
            let behind = counts.iter().filter(|count| count.from == spot.to);
            behind.filter(|count| self.word(count.from) == "number").map(|count| count.to).max()
        };
        let joined: Vec<Option<usize>> = self
            .spots
            .iter()
            .map(|spot| counted(spot).filter(|_| matches!(spot.cue, Cue::More | Cue::Less)))
            .collect();
        for (spot, to) in self.spots.iter_mut().zip(joined) {
            if let Some(to) = to {
                (spot.to, spot.of) = (to, Vec::new());
            }
        }
        let extremes = self.cue(Cue::More) | self.cue(Cue::Less);
        self.spots.retain(|spot| spot.cue != Cue::Count || spot.coverage() & extremes == 0);
    }
}
