//! Clauses that do not ask, but say how the question is meant: what is not to be left out ("cancelled ones
//! included", "paid or not"), and how the answer is to be named ("codes only, please").

use std::ops::Range;

use trustuqa_engine::lexicon;
use trustuqa_model::Result;

use super::chart::Chart;
use super::kinds::{Kind, answered_with};
use super::set::Goal;
use super::text::{Coverage, Token, span};

/// How an answer is to be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// "codes only": by short marks with digits.
    Codes,
    /// "just the names": by words.
    Names,
}

/// Whether a word only helps to say how an answer is to be named, or is polite.
pub fn is_small(word: &str) -> bool {
    lexicon::contains("answer clauses", word)
}

/// Whether words end in "yes or no", except for polite ones.
fn end_in_yes_or_no(words: &[&str]) -> bool {
    let end = words.iter().rposition(|word| !is_small(word)).map_or(0, |last| last + 1);
    let ends: [&[&str]; 4] = [&["yes", "or", "no"], &["yes", "no"], &["y", "n"], &["or", "what"]];
    ends.iter().any(|tail| words[..end].ends_with(tail))
}

/// Whether a question, as typed, ends with "yes or no".
pub fn ends_in_yes_or_no(text: &str) -> bool {
    let folded = text.to_lowercase();
    if folded.trim_end_matches(['?', ' ']).ends_with(", or not") {
        return true;
    }
    let words: Vec<&str> =
        folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    end_in_yes_or_no(&words)
}

/// The clauses of a question, as ranges of its tokens.
fn clauses(tokens: &[Token]) -> Vec<Range<usize>> {
    let mut begins: Vec<usize> = (0..tokens.len()).filter(|at| *at == 0 || tokens[*at].opens).collect();
    begins.push(tokens.len());
    begins.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// The tokens without clauses such as "cancelled ones included": what is counted anyway is not a condition.
pub fn without_inclusions(mut tokens: Vec<Token>) -> Vec<Token> {
    // "still on loan or what?" asks for yes or no by its end, which says nothing else.
    let tail = tokens.len().saturating_sub(2);
    let not = |at: usize| tokens[at].word == "what" || tokens[at].word == "not" && tokens[at - 1].opens;
    if tail > 1 && tokens[tail].word == "or" && not(tail + 1) {
        tokens.truncate(tail);
    }
    let clauses = clauses(&tokens);
    let asks = |range: &Range<usize>| range.clone().any(|at| asks_for_something(&tokens[at].word));
    let mut dropped = 0;
    for (number, clause) in clauses.iter().enumerate() {
        let words: Vec<&str> = tokens[clause.clone()].iter().map(|token| token.word.as_str()).collect();
        let others = clauses.iter().enumerate().any(|(other, range)| other != number && asks(range));
        let Some(said) = inclusion(&words, number == 0, others) else { continue };
        // No such clause has a name or a number, nor the verb of the question.
        let ends = |at: &usize| {
            let token = &tokens[clause.start + at];
            let relative =
                at.checked_sub(1).is_some_and(|before| lexicon::contains("relative words", words[before]));
            token.name_like || lexicon::contains("truth.openings", words[*at]) && !relative
        };
        let end = said.clone().find(ends).unwrap_or(said.end);
        dropped |= span(clause.start + said.start, clause.start + end);
    }
    // A question is not emptied.
    if dropped.count_ones() as usize == tokens.len() {
        return tokens;
    }
    let mut place = 0;
    tokens.retain(|_| {
        place += 1;
        dropped & span(place - 1, place) == 0
    });
    tokens
}

/// Whether a word shows that its clause asks for something.
fn asks_for_something(word: &str) -> bool {
    ["question words", "asks to be told", "asks for a total"]
        .iter()
        .any(|section| lexicon::contains(section, word))
}

/// The words of a clause that say what is not to be left out. It may begin a question that goes on, and some forms
/// count only if another clause asks.
fn inclusion(words: &[&str], first: bool, others: bool) -> Option<Range<usize>> {
    let has = |section: &str, range: Range<usize>| {
        words[range.start..range.end.min(words.len())].iter().any(|word| lexicon::contains(section, word))
    };
    // "including any that were cancelled", but "counting only ones sent in May", and "packages that include any".
    let begins = (0..words.len()).find(|at| {
        let before = at.checked_sub(1).map_or("", |before| words[before]);
        let command = *at == 0 && words[0] == "include";
        (lexicon::contains("inclusions begin", words[*at]) || command)
            && !lexicon::contains("inclusions stand not behind", before)
            && !words.get(at + 1).is_some_and(|next| matches!(*next, "only" | "just"))
            && has("included ones", at + 1..at + 4)
    });
    if let Some(at) = begins.filter(|at| *at > 0 || !first || others) {
        return Some(at..words.len());
    }
    // "cancelled ones included", "both days included"
    let last = words.last().copied().unwrap_or_default();
    let last = if words.ends_with(&["as", "well"]) { "too" } else { last };
    let denied = words.len() > 1 && lexicon::contains("inclusions stand not behind", words[words.len() - 2]);
    let of_days = || has("included days", 0..words.len());
    if !first
        && lexicon::contains("inclusions end", last)
        && !denied
        && (has("included ones", 0..words.len()) || of_days())
    {
        return Some(0..words.len());
    }
    // "(skip the blanks)": no sum, mean or value includes them anyway.
    let opens = words.first().is_some_and(|word| lexicon::contains("left out where empty", word));
    if !first && opens && words.len() <= 5 && lexicon::contains("empty ones", last) {
        return Some(0..words.len());
    }
    // "..., yes or no?": its end already says that the question asks for these.
    if !first && end_in_yes_or_no(words) && words.len() <= 4 {
        return Some(0..words.len());
    }
    // "paid or not"
    if others && words.len() <= 4 && words.ends_with(&["or", "not"]) {
        return Some(0..words.len());
    }
    // "whatever the status", "no matter which"
    let whatever = words.first().is_some_and(|word| lexicon::contains("whatever", word))
        || words.starts_with(&["no", "matter"]);
    (whatever && (!first || others && words.len() <= 4)).then_some(0..words.len())
}

/// How a question wants the answer to be named, and the tokens that say so.
pub fn form_wanted(tokens: &[Token]) -> Option<(Form, Coverage)> {
    form_behind(tokens).or_else(|| form_before(tokens))
}

/// By words before what is asked for: "list the codes of all boats", "name the five oldest".
fn form_before(tokens: &[Token]) -> Option<(Form, Coverage)> {
    let of = |at: usize, section: &str| {
        tokens.get(at).is_some_and(|token| !token.name_like && lexicon::contains(section, &token.word))
    };
    let at = (0..tokens.len()).find(|at| !is_small(&tokens[*at].word))?;
    let word = |at: usize| tokens.get(at).map_or("", |token| token.word.as_str());
    if word(at) == "name" && matches!(word(at + 1), "the" | "all" | "every" | "any" | "each") {
        return Some((Form::Names, span(at, at + 1)));
    }
    let requests = word(at + 1) != "of" && lexicon::contains("asks to be told", word(at));
    let begin = at + usize::from(requests);
    let noun = (begin..begin + 4).find(|at| word(at + 1) == "of")?;
    let small = |at: usize| is_small(word(at)) || matches!(word(at), "me" | "us" | "the" | "all");
    let form = if of(noun, "codes asked for") && !of(noun, "code asked for") || of(noun, "numbers asked for")
    {
        Form::Codes
    } else if of(noun, "names asked for") {
        Form::Names
    } else {
        return None;
    };
    (begin..noun).all(small).then_some((form, span(noun, noun + 1)))
}

/// By its last clause: "codes only", "job no.?", "site names, please".
fn form_behind(tokens: &[Token]) -> Option<(Form, Coverage)> {
    // A word of thanks may follow.
    let polite = |range: &Range<usize>| tokens[range.clone()].iter().all(|token| is_small(&token.word));
    let clauses = clauses(tokens);
    let last = clauses.iter().rposition(|range| !polite(range)).filter(|at| *at > 0)?;
    let clause = &clauses[last];
    // "How many jobs were cancelled? Just the number, please."
    let before = &tokens[..clause.start];
    let counted = before.iter().any(|token| lexicon::contains("numbers are asked by", &token.word));
    let (mut form, mut others) = (None, 0);
    for token in &tokens[clause.clone()] {
        let of = |section: &str| lexicon::contains(section, &token.word);
        let number = of("code asked for") || of("numbers asked for");
        let own = if of("codes asked for")
            || of("numbers asked for") && !counted
            || of("code asked for") && !counted && (others > 0 || clause.len() > 1)
        {
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
            None if is_small(&token.word) => {}
            // "stock nos", but no "number three" and no "total number".
            None if form.is_none()
                && others < 2
                && !number
                && !token.name_like
                && !lexicon::contains("asks for a total", &token.word) =>
            {
                others += 1;
            }
            None => return None,
        }
    }
    form.map(|form| (form, span(clause.start, tokens.len())))
}

/// Whether a reading names its answer as the question wants; `None` if it does not say.
pub fn fits_form(chart: &mut Chart<'_, '_>, goal: &Goal) -> Result<Option<bool>> {
    let Some((form, clause)) = chart.text.form else { return Ok(None) };
    let Some(Kind::Side(rel, heads)) = answered_with(goal) else { return Ok(Some(false)) };
    // "..., post code?" names the column.
    if chart.world.name_match(rel, &chart.text, clause).best >= 0.8 {
        return Ok(Some(true));
    }
    let own = if chart.world.holds_codes(rel, heads)? { Form::Codes } else { Form::Names };
    Ok(Some(own == form))
}

#[cfg(test)]
mod tests {
    use crate::text::Text;

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
        assert_eq!(
            read("How many jobs including cancelled ones did Ash Farm book?"),
            "how many jobs did ash farm book"
        );
        assert_eq!(read("How many jobs, open ones too, are for Ash?"), "how many jobs are for ash");
        assert_eq!(read("mean price per maker (skip the blanks)"), "mean price per maker");
        let kept = [
            "how many tanks are on site, not empty",
            "the average fee, leave out those with no price",
            "which packages include any excursions?",
            "which tours including lunch last more than 3 days?",
            "invoice 4107 for ash farm, paid or not?",
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
        assert_eq!(form("please list the codes of all boats"), Some(Form::Codes));
        assert_eq!(form("numbers of the two orders with the highest weight"), Some(Form::Codes));
        assert_eq!(form("Please name the five boats that cost the least."), Some(Form::Names));
        assert_eq!(form("name of the boat"), Some(Form::Names));
        assert_eq!(form("number of boats"), None);
        assert_eq!(form("codes only"), None);
        assert_eq!(form("How many jobs were cancelled? Just the number, please."), None);
        assert_eq!(form("What's the largest invoice number?"), None);
        assert_eq!(form("Is job 4107 done? yes/no"), None);
    }

    #[test]
    fn yes_or_no_ends_a_question_also_politely() {
        use super::ends_in_yes_or_no;
        assert!(ends_in_yes_or_no("Did Ann win, yes or no please?"));
        assert!(ends_in_yes_or_no("Is it done? yes/no"));
        assert!(!ends_in_yes_or_no("Are they green, eyes or nose?"));
    }
}
