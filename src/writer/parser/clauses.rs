//! Clauses that do not ask, but say how the question is meant: what is not to be left out ("cancelled ones
//! included", "paid or not"), and by what the answer is to be named ("codes only, please").

use std::ops::Range;

use trustuqa_engine::lexicon;
use trustuqa_model::Result;

use super::chart::Chart;
use super::kinds::{Kind, answered_with};
use super::set::Goal;
use super::text::{Coverage, Token, span};

/// What the answer is to be named by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// "codes only": short marks with digits.
    Codes,
    /// "just the names": words.
    Names,
}

/// A clause of so many words asks, whatever they are: "total of the Ash Farm jobs".
const ASKS: usize = 4;

/// What a question of yes and no may end with.
const YES_OR_NO: [&str; 3] = ["yes", "or", "no"];

/// Whether a question, as typed, ends with "yes or no".
pub fn ends_in_yes_or_no(text: &str) -> bool {
    let folded = text.to_lowercase();
    folded.trim_end_matches(|c: char| !c.is_alphabetic()).ends_with(&YES_OR_NO.join(" "))
}

/// The clauses of a question, as places of its tokens.
fn clauses(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut begins: Vec<usize> = (0..tokens.len()).filter(|at| *at == 0 || tokens[*at].opens).collect();
    begins.push(tokens.len());
    begins.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// The tokens without the clauses which say that something is not to be left out: what is counted anyway is
/// no condition.
pub fn without_inclusions(mut tokens: Vec<Token>) -> Vec<Token> {
    let clauses = clauses(&tokens);
    let asks = |range: &Range<usize>| {
        let word = |at: usize| tokens[at].word.as_str();
        let told = |at: usize| {
            lexicon::contains("question words", word(at)) || lexicon::contains("asks to be told", word(at))
        };
        range.len() >= ASKS || range.clone().any(told)
    };
    let mut dropped = 0;
    for (number, clause) in clauses.iter().enumerate() {
        let words: Vec<&str> = tokens[clause.clone()].iter().map(|token| token.word.as_str()).collect();
        let others = clauses.iter().enumerate().any(|(other, range)| other != number && asks(range));
        if let Some(from) = inclusion(&words, number == 0, others) {
            dropped |= span(clause.start + from, clause.end);
        }
    }
    // A question is not emptied.
    if dropped.count_ones() as usize == tokens.len() {
        return tokens;
    }
    let mut opens = false;
    let mut place = 0;
    tokens.retain_mut(|token| {
        let gone = dropped & span(place, place + 1) != 0;
        place += 1;
        token.opens |= opens && !gone;
        opens = gone;
        !gone
    });
    tokens
}

/// From which of its words on a clause says that something is not to be left out. It may begin a question
/// that goes on, and some forms say so only where another clause asks.
fn inclusion(words: &[&str], first: bool, others: bool) -> Option<usize> {
    let has = |section: &str, from: usize| words[from..].iter().any(|word| lexicon::contains(section, word));
    // "including any that were cancelled", but "counting only ones sent in May".
    let begins = (0..words.len()).find(|at| {
        let before = at.checked_sub(1).map_or("", |before| words[before]);
        lexicon::contains("inclusions begin", words[*at])
            && !lexicon::contains("inclusions stand not behind", before)
            && !words.get(at + 1).is_some_and(|next| matches!(*next, "only" | "just"))
            && has("included ones", at + 1)
    });
    if begins.is_some_and(|at| at > 0 || !first || others) {
        return begins;
    }
    // "cancelled ones included", "both days included"
    let last = words.last().copied().unwrap_or_default();
    if !first && lexicon::contains("inclusions end", last) && has("included ones", 0) {
        return Some(0);
    }
    // "..., yes or no?": the question is known for one of these by its end.
    if !first && words == YES_OR_NO {
        return Some(0);
    }
    // "paid or not"
    if others && words.len() <= 4 && words.ends_with(&["or", "not"]) {
        return Some(0);
    }
    // "whatever the status", "no matter which"
    let whatever = lexicon::contains("whatever", words[0]) || words.starts_with(&["no", "matter"]);
    (whatever && (!first || others && words.len() <= 4)).then_some(0)
}

/// What the last clause says of how the answer is to be named, and its tokens: "codes only", "job no.?",
/// "site names, please".
pub fn form_wanted(tokens: &[Token]) -> Option<(Form, Coverage)> {
    // Behind it there may be a word of thanks.
    let polite = |range: &Range<usize>| {
        tokens[range.clone()].iter().all(|token| lexicon::contains("answer clauses", &token.word))
    };
    let clauses = clauses(tokens);
    let last = clauses.iter().rposition(|range| !polite(range)).filter(|at| *at > 0)?;
    let clause = &clauses[last];
    let (mut form, mut others) = (None, 0);
    for token in &tokens[clause.clone()] {
        let of = |section: &str| lexicon::contains(section, &token.word);
        let own = if of("codes asked for") || of("code asked for") && (others > 0 || clause.len() > 1) {
            Some(Form::Codes)
        } else if of("names asked for") {
            Some(Form::Names)
        } else {
            None
        };
        match own {
            // "names and numbers" asks for two things, "number of" counts.
            Some(_) if form.is_some() => return None,
            Some(own) => form = Some(own),
            None if of("answer clauses") => {}
            // "stock nos", but no "number three".
            None if form.is_none() && others < 2 && !token.name_like => others += 1,
            None => return None,
        }
    }
    form.map(|form| (form, span(clause.start, tokens.len())))
}

/// Whether a reading names its answer as the question wants it. `None` where the question does not say.
pub fn fits_form(chart: &mut Chart<'_, '_>, goal: &Goal) -> Result<Option<bool>> {
    let Some((form, _)) = chart.text.form else { return Ok(None) };
    let Some(Kind::Side(rel, heads)) = answered_with(goal) else { return Ok(Some(false)) };
    let own = if chart.world.holds_codes(rel, heads)? { Form::Codes } else { Form::Names };
    Ok(Some(own == form))
}

#[cfg(test)]
mod tests {
    use crate::writer::parser::text::Text;

    #[test]
    fn what_is_not_to_be_left_out_is_not_read() {
        let read = |text: &str| {
            let text = Text::read(text);
            text.phrase(0, text.tokens.len())
        };
        assert_eq!(
            read("How many jobs were for Ash, including the cancelled ones?"),
            "how many jobs were for ash"
        );
        assert_eq!(read("how many shows ran in 2024, cancelled ones included"), "how many shows ran in 2024");
        assert_eq!(read("What do her lessons add up to, paid or not?"), "what do her lessons add up to");
        assert_eq!(read("Who led most often, whatever the section?"), "who led most often");
        let kept = [
            "how many ones came in, counting only ones sent in may",
            "order 12, paid or not?",
            "rooms under 90, breakfast included?",
            "not including the cancelled ones, how many jobs?",
        ];
        for text in kept {
            assert_eq!(Text::read(text).tokens.len(), text.split_whitespace().count(), "{text}");
        }
    }

    #[test]
    fn the_last_clause_may_say_how_the_answer_is_named() {
        use super::Form;
        let form = |text: &str| Text::read(text).form.map(|(form, _)| form);
        assert_eq!(form("orders above 400 nobody has paid for, nos pls"), Some(Form::Codes));
        assert_eq!(form("dearest job ever for parts. job no.?"), Some(Form::Codes));
        assert_eq!(form("top 5 farms by area - just the names"), Some(Form::Names));
        assert_eq!(form("Which jobs are on hold? Site names, please. Thanks"), Some(Form::Names));
        assert_eq!(form("incidents with Ravi in charge - number"), None);
        assert_eq!(form("deliveries to Kent, number of"), None);
        assert_eq!(form("codes only"), None);
    }
}
