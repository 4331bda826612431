//! What a question asks for: the kind of answer, the noun that is asked for, the names to choose between.

use trustuqa_engine::lexicon;
use trustuqa_model::{Result, SourceKind};

use super::{Asks, Chart};
use crate::clauses::{ends_in_yes_or_no, is_small};
use crate::kind_names::SURE;
use crate::lexicon::Cue;
use crate::mentions::Mention;
use crate::relation::Shape;
use crate::text::{Coverage, Spot, Text, bit, is_participle, span};
use crate::words::ordinal;
use crate::world::World;

impl Chart<'_, '_> {
    /// The noun that is asked for: behind `which`, `what`, `who is the`, `how many` or the like, else the first
    /// one.
    pub(super) fn focus_noun(&self) -> Coverage {
        let text = &self.text;
        let named =
            self.mentions.iter().filter(|m| m.score >= 0.9).fold(0, |covered, m| covered | m.coverage);
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
        let requested =
            || (0..text.tokens.len().min(8)).find(|at| lexicon::contains("asks to be told", text.word(*at)));
        let Some(begin) = begin.or_else(requested) else {
            // "orders above 9k": the first noun.
            let first = (0..text.tokens.len().min(3))
                .find(|at| !text.tokens[*at].filler && bit(*at) & named == 0 && self.is_word(*at));
            return first.map_or(0, bit);
        };
        let mut coverage = 0;
        for at in begin + 1..text.tokens.len().min(begin + 6) {
            let token = &text.tokens[at];
            if coverage != 0 && lexicon::contains("nouns stand before", &token.word) {
                break;
            }
            // "which course no."
            if coverage & bit(at - 1) != 0 && text.is_number_of(at) {
                coverage |= bit(at);
                break;
            }
            if token.filler || bit(at) & named != 0 || text.cue(Cue::Each) & bit(at) != 0 {
                if coverage != 0 {
                    break;
                }
                continue;
            }
            // "which of the hospital's buildings"
            if !self.is_word(at) || coverage == 0 && text.word(at + 1) == "s" {
                continue;
            }
            // "which customer spent", "which pilot speaks": the verb is no part of the noun.
            // "How many visits did Ann make" asks for visits.
            let noun = begin + 1 == at || lexicon::contains("truth.openings", text.word(at + 1));
            let verb = is_participle(&token.word)
                || !noun
                    && lexicon::contains("verbs of relations", &token.word)
                    && at + 1 < text.tokens.len();
            if coverage != 0 && (text.cue(Cue::Money) & bit(at) != 0 || verb) {
                break;
            }
            coverage |= bit(at);
            if coverage.count_ones() == 2 {
                break;
            }
        }
        coverage
    }

    /// Whether the noun that is asked for names a column of numbers, and a superlative modifies it: "what's the
    /// biggest amount paid" asks for the amount, and not for the payment, as does "which amount is the biggest".
    pub(super) fn asks_for_extreme_number(&self) -> bool {
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
            let said = self.world.name_match(rel, text, self.focus);
            of.shape == Shape::Number && !of.codes && said.best >= SURE && said.head
        };
        self.asks == Asks::Thing
            && self.kinds.is_empty()
            && text.spots.iter().any(sized)
            && (0..self.world.rels.len()).any(number)
    }

    /// Superlatives that name a column together with the noun behind them, and so ask for no extreme: the `First
    /// Ascent` of "president at the first ascent of K2".
    pub(super) fn extremes_of_names(&self) -> Coverage {
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
                    let said = self.world.name_match(rel, text, both);
                    said.coverage == both && said.completeness >= 0.75
                }
            };
            if (0..self.world.rels.len()).any(named) {
                found |= spot.coverage();
            }
        }
        found
    }

    /// The words by which the last clause wants the answer to be named: "stock nos" in "stock nos, please".
    pub(super) fn noun_of_form(&self) -> Coverage {
        let clause = self.text.naming_clause();
        let nouns =
            (0..self.text.tokens.len()).filter(|at| clause & bit(*at) != 0 && !is_small(self.text.word(*at)));
        nouns.fold(0, |covered, at| covered | bit(at))
    }

    /// Whether a token is no cue of a size or of the present, no number and no ordinal.
    fn is_word(&self, at: usize) -> bool {
        let sized = self.text.cue(Cue::More) | self.text.cue(Cue::Less) | self.text.cue(Cue::Now);
        let counted = self.text.numbers.iter().fold(0, |covered, number| covered | number.own);
        let word = &self.text.tokens[at].word;
        bit(at) & (sized | counted) == 0
            && !word.bytes().all(|b| b.is_ascii_digit())
            && ordinal(word).is_none()
    }
}

/// What a question asks for, by the sentence that asks.
pub(super) fn asks(text: &Text) -> Asks {
    let has = |cue| text.cue(cue) != 0;
    let range = text.sentence(text.asking());
    let wh = range.clone().find_map(|at| asked_by(text, at));
    // "The date", "the birth date".
    let date_words = range.clone().take(6).any(|at| {
        let behind = |back: usize| lexicon::contains("date asked behind", text.word(at.wrapping_sub(back)));
        text.word(at) == "day" && behind(1) || text.word(at) == "date" && (behind(1) || behind(2))
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
pub(super) fn denied(text: &Text) -> Coverage {
    let range = text.sentence(text.asking());
    let opens =
        lexicon::contains("truth.openings", text.word(range.start)) || text.word(range.start) == "any";
    let tag = text.tokens.last().is_some_and(|token| token.opens && lexicon::contains("tags", &token.word));
    let stated = !opens && (tag || text.has_word("never"));
    if stated { text.cue(Cue::Not) } else { 0 }
}

/// Whether a fragment asks for yes or no of the name that it begins with: "huta jaworna still blocked?"
pub(super) fn asks_of_one(text: &Text, named: Coverage) -> bool {
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

/// The first "or", if something is compared; behind a question word the last one between names: "which nation won more
/// at the 2016 or 2020 Games, A or B?"
fn or_of_comparison(text: &Text, mentions: &[Mention]) -> Option<usize> {
    if text.cue(Cue::More) | text.cue(Cue::Less) == 0 {
        return None;
    }
    let ors: Vec<usize> = (0..text.tokens.len()).filter(|at| text.word(*at) == "or").collect();
    let named = |or: &usize| {
        let is_before = |name: &Mention| (name.coverage.trailing_zeros() as usize) < *or;
        beside(*or, mentions).any(is_before) && beside(*or, mentions).any(|name| !is_before(name))
    };
    let asks = |or: &usize| (0..*or).any(|at| lexicon::contains("question words", text.word(at)));
    let last = ors.iter().rev().find(|or| asks(or) && named(or));
    last.or(ors.first()).copied()
}

/// The names right before and behind an "or".
fn beside(or: usize, mentions: &[Mention]) -> impl Iterator<Item = &Mention> {
    mentions.iter().filter(move |name| {
        let (from, to) =
            (name.coverage.trailing_zeros() as usize, 64 - name.coverage.leading_zeros() as usize);
        to <= or && or - to <= 2 || from > or && from - or <= 3
    })
}

/// The names on both sides of an "or" that something compares: "A or B, which is larger?"
pub(super) fn compared_names<'m>(text: &Text, mentions: &'m [Mention]) -> Vec<&'m Mention> {
    or_of_comparison(text, mentions).map_or(Vec::new(), |or| beside(or, mentions).collect())
}

/// Whether a question that begins as one of yes and no asks for one of two names: "did A or B get more?", but
/// "is A larger than B or C?"
pub(super) fn asks_for_choice(text: &Text, mentions: &[Mention]) -> bool {
    let Some(or) = or_of_comparison(text, mentions) else { return false };
    let names = compared_names(text, mentions);
    let sure = |before: bool| {
        let side = |m: &&&Mention| (m.coverage.trailing_zeros() as usize) < or;
        names.iter().any(|m| m.score >= 0.8 && side(&m) == before)
    };
    let opening = |at: &usize| text.tokens[*at].opens && lexicon::contains("truth.openings", text.word(*at));
    let wh = (0..or).any(|at| lexicon::contains("question words", text.word(at)));
    let open = |from: usize| (from..or).all(|at| text.word(at) != "than");
    (0..or).find(opening).is_some_and(open) && !wh && sure(true) && sure(false)
}

/// The two values, and the "or" between them, of a question that asks which of them somebody has: "is Ann a tuner or a
/// voicer". "Is anyone a tuner or a voicer" names nobody, and is one of yes and no.
pub(super) fn alternatives(world: &mut World<'_>, text: &Text, mentions: &[Mention]) -> Result<Coverage> {
    let is = |at: &usize| {
        text.tokens[*at].opens
            && matches!(text.word(*at), "is" | "are" | "was" | "were")
            && text.word(*at + 1) != "there"
    };
    let or = (0..text.tokens.len()).find(|at| text.word(*at) == "or");
    let (Some(or), Some(is)) = (or, (0..text.tokens.len()).find(is)) else { return Ok(0) };
    let sized = text.cue(Cue::More) | text.cue(Cue::Less) | text.cue(Cue::Not);
    if sized != 0 || ["either", "any", "ever", "both"].iter().any(|word| text.has_word(word)) {
        return Ok(0);
    }
    let ends = |m: &Mention| (m.coverage.trailing_zeros() as usize, 64 - m.coverage.leading_zeros() as usize);
    let sure: Vec<&Mention> = mentions.iter().filter(|m| m.score >= 0.8 && m.completeness >= 0.75).collect();
    let before = sure.iter().filter(|m| ends(m).1 <= or && or - ends(m).1 <= 1);
    for one in before {
        let subject = |m: &&&Mention| ends(m).0 > is && ends(m).1 <= ends(one).0;
        if !sure.iter().any(|m| subject(&m)) {
            continue;
        }
        for two in sure.iter().filter(|m| ends(m).0 > or && ends(m).0 - or <= 3) {
            let (a, b) = (world.tail_of(one.node)?, world.tail_of(two.node)?);
            if one.node != two.node && a.iter().any(|rel| b.contains(rel)) {
                return Ok(one.coverage | two.coverage | bit(or));
            }
        }
    }
    Ok(0)
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
            "date" | "day" | "year" | "dates" | "days" | "years" => Asks::Date,
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
        let requested = words.clone().any(|at| lexicon::contains("asks to be told", text.word(at)));
        let wh = (at + 1..range.end).any(|at| lexicon::contains("question words", text.word(at)));
        let polite = requested && lexicon::contains("polite openings", text.word(at));
        // A clause behind a comma counts only if no question word comes before it.
        let behind = (range.start..at).any(|at| lexicon::contains("question words", text.word(at)));
        return !(behind || polite || (wh && requested));
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
