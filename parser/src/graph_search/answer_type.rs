//! What kind of thing a question asks for: its question word, the noun that says what is
//! asked for, and the noun that a name fills.

use super::question::{Coverage, TokenizedQuestion, bit, span};
use crate::words::is_adjective;

/// The kind of thing that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerType {
    /// A person, mostly.
    Who,
    /// A time.
    When,
    /// A place.
    Where,
    /// A number: of members, or a value.
    HowMany,
    /// What the focus names.
    Which,
}

impl TokenizedQuestion {
    /// Finds the question word and the noun that it asks for.
    pub(super) fn read_form(&mut self) {
        let asking = self.tokens.iter().position(|t| {
            matches!(t.word.as_str(), "who" | "whom" | "whose" | "what" | "which" | "when" | "where" | "how")
        });
        let command = self.tokens.iter().position(|t| {
            matches!(t.word.as_str(), "name" | "tell" | "give" | "list" | "find" | "show" | "count")
        });
        let Some(at) = asking.or(command) else { return };
        if asking.is_none() && self.word(at) != "count" {
            self.tokens[at].weight = 0.0;
        }
        let next = self.word(at + 1).to_owned();
        let preposition = |word: &str| {
            matches!(word, "in" | "of" | "for" | "at" | "on" | "by" | "from" | "to" | "with")
                .then(|| word.to_owned())
        };
        let last = self.tokens.last().and_then(|t| preposition(&t.word));
        self.preposition = at.checked_sub(1).and_then(|before| preposition(self.word(before))).or(last);
        let mut from = at + 1;
        self.form = match self.word(at) {
            "who" | "whom" | "whose" => AnswerType::Who,
            "when" => AnswerType::When,
            "where" => AnswerType::Where,
            "how" if matches!(next.as_str(), "many" | "much") => {
                from = at + 2;
                AnswerType::HowMany
            }
            "how" => AnswerType::HowMany,
            _ => AnswerType::Which,
        };
        if matches!(self.form, AnswerType::Who | AnswerType::When | AnswerType::Where) {
            return;
        }
        // Skip to the noun: "what is the total", "name all of the", "tell me the".
        while from < self.tokens.len()
            && (self.tokens[from].weight == 0.0
                && !matches!(
                    self.word(from),
                    "of" | "in" | "did" | "does" | "for" | "by" | "who" | "with" | "has" | "have"
                )
                || matches!(self.word(from), "name" | "names" | "number" | "list" | "all"))
        {
            if self.word(from) == "all" {
                self.tokens[from].weight = 0.0;
            }
            from += 1;
            if self.word(from) == "of" && matches!(self.word(from - 1), "name" | "names" | "number" | "all") {
                from += 1;
            }
        }
        let operators = self.operators.iter().fold(0, |covered, o| covered | o.coverage);
        let mut focus = 0;
        for at in from..(from + 4).min(self.tokens.len()) {
            let token = &self.tokens[at];
            if token.weight == 0.0 || focus != 0 && operators & bit(at) != 0 {
                break;
            }
            // "the most expensive item": the item is asked for.
            let most = at > 0 && matches!(self.word(at - 1), "most" | "least");
            let describes = most
                && focus == 0
                && is_adjective(&token.word)
                && self.tokens.get(at + 1).is_some_and(|next| next.weight > 0.0);
            if operators & bit(at) == 0 && !describes {
                focus |= bit(at);
            }
        }
        self.focus = focus;
        if matches!(self.word(from), "year" | "years" | "date" | "dates" | "day" | "time")
            && self.form == AnswerType::Which
        {
            self.form = AnswerType::When;
        }
    }

    /// The noun that a name of the question fills.
    pub(super) fn filled(&self) -> Coverage {
        let is = |at: &usize| matches!(self.word(*at), "is" | "was" | "are" | "were");
        let nouns = |from: usize| (from..self.tokens.len()).take_while(|at| self.tokens[*at].weight > 0.0);
        let all = 0..self.tokens.len();
        // "Whose father is Igor?"
        if let Some(whose) = all.clone().find(|at| self.word(*at) == "whose") {
            let end = whose + 1 + nouns(whose + 1).take_while(|at| !self.tokens[*at].name_like).count();
            if is(&end) {
                return span(whose + 1, end);
            }
        }
        // "Who has Igor as father?"
        let has = all.clone().find(|at| matches!(self.word(*at), "has" | "have" | "had"));
        if let Some(as_) = has.and_then(|has| (has + 2..all.end).find(|at| self.word(*at) == "as")) {
            let article =
                |at: &usize| matches!(self.word(*at), "a" | "an" | "the" | "its" | "his" | "her" | "their");
            let from = (as_ + 1..all.end).find(|at| !article(at)).unwrap_or(all.end);
            return span(from, from + nouns(from).count());
        }
        // "Who is Igor the father of?"
        let last = all.end.saturating_sub(1);
        if self.word(last) == "of"
            && let Some(the) = all.clone().rfind(|at| self.word(*at) == "the")
            && all.take(the.saturating_sub(1)).any(|at| is(&at))
        {
            return span(the + 1, last);
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(question: &str, coverage: impl Fn(&TokenizedQuestion) -> Coverage) -> String {
        let read = TokenizedQuestion::read(question);
        read.words(coverage(&read)).join(" ")
    }

    #[test]
    fn the_form_and_the_focus_are_read() {
        assert_eq!(TokenizedQuestion::read("In which years did she win?").form, AnswerType::When);
        assert_eq!(TokenizedQuestion::read("Who painted it?").form, AnswerType::Who);
        assert_eq!(words("Which bridge crosses the Po?", |q| q.focus), "bridge crosses");
        assert_eq!(words("What is the average cruising speed of the Lark?", |q| q.focus), "cruising speed");
        assert_eq!(words("How many seats does the hall have?", |q| q.focus), "seats");
        assert_eq!(words("What is the most expensive item?", |q| q.focus), "item");
        assert_eq!(words("What is the most goals scored?", |q| q.focus), "goals scored");
        assert_eq!(words("List all cities", |q| q.focus), "cities");
    }
}
