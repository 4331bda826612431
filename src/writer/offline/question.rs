//! Reads the form of a question: its words, what kind of thing it asks for, and
//! the operators in it (superlatives, comparisons, times, counts, exclusions).

use trustuqa_storage::{Comparison, Date, Value, tokens};
use unicode_segmentation::UnicodeSegmentation;

use super::words::{adjective, is_adjective, is_stop, is_weak, root};

/// Units that are written out and are no columns.
const MEASURES: &[&str] = &["m", "km", "cm", "mm", "mi", "ft", "in", "yd", "kg", "g", "lb"];

/// A set of token positions.
pub type Mask = u64;
/// Tokens that are looked at; a longer question is cut.
const MOST: usize = 64;

/// A word of the question.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// The folded word.
    pub word: String,
    /// The word as it stands in the question.
    pub text: String,
    /// Its root.
    pub root: String,
    /// First byte in the question.
    pub start: usize,
    /// End in the question.
    pub end: usize,
    /// How much a query should explain it: 0 for words without content.
    pub weight: f32,
    /// Begins with a capital letter or a digit, and not just because it is the first word.
    pub name_like: bool,
}

/// The kind of thing that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
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

/// What an operator word asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// `how many`
    Count,
    /// `average`
    Mean,
    /// `total`
    Sum,
    /// `highest`: true for the larger end, with the roots of columns that it speaks of.
    Superlative(bool, &'static [&'static str]),
    /// `three largest`, `second largest`: the same with which of them.
    Ranked(bool, &'static [&'static str], Rank),
    /// `most common`
    Frequent(bool),
    /// `how many more … than`
    Difference,
    /// `longer than 8`, `between 3 and 5`: the bounds, all of which must hold, with the roots
    /// of columns that the word speaks of.
    Compare(Vec<(Comparison, String)>, &'static [&'static str]),
    /// `in 1994`, `before 1980`; several for a range, all of which must hold.
    Time(Vec<(Comparison, String)>),
    /// `right after`: true for the next row, false for the one before.
    Neighbour(bool),
    /// `not`
    Exclude,
    /// `together`, `share`: through the same relation and back.
    Again,
    /// `became`, `until`: true for the start of a time, false for its end.
    Bound(bool),
}

/// Which of the members in the order of a superlative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// So many from the first on.
    Top(usize),
    /// The one in this place, from 1.
    Nth(usize),
}

/// An operator with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Operator {
    /// What it asks for.
    pub op: Op,
    /// Its tokens.
    pub mask: Mask,
    /// Its first token.
    pub at: usize,
}

/// A question, read.
#[derive(Clone, Debug)]
pub struct Question {
    /// The text without brackets.
    pub text: String,
    /// Its words.
    pub tokens: Vec<Token>,
    /// What is asked for.
    pub form: Form,
    /// The noun that says what is asked for (`which film`, `the capital of`).
    pub focus: Mask,
    /// The preposition that takes what is asked for: "in which", "played for?".
    pub preposition: Option<String>,
    /// Its operators.
    pub operators: Vec<Operator>,
    /// The words that stand for the answer to the question before.
    pub refers: Mask,
    /// The noun that a name of the question fills: `Whose father is Igor?`
    pub fills: Mask,
}

/// The bit of a position.
pub fn bit(at: usize) -> Mask {
    1 << at.min(MOST - 1)
}

/// The bits of a range of positions.
pub fn span(from: usize, to: usize) -> Mask {
    (from..to.min(MOST)).fold(0, |mask, at| mask | bit(at))
}

impl Question {
    /// Reads a question.
    pub fn read(text: &str) -> Question {
        let text: String =
            text.chars().map(|c| if matches!(c, '[' | ']' | '{' | '}') { ' ' } else { c }).collect();
        let mut list: Vec<Token> = Vec::new();
        for (start, word) in text.unicode_word_indices() {
            let name_like = word.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit());
            for folded in tokens(word) {
                if list.len() == MOST {
                    break;
                }
                let name_like = name_like && (!list.is_empty() || folded.bytes().any(|b| b.is_ascii_digit()));
                let weight = if is_stop(&folded) {
                    // "If" in the middle of a question is a title, not a conjunction.
                    if name_like && folded.len() > 1 { 0.4 } else { 0.0 }
                } else if name_like {
                    1.2
                } else if is_weak(&folded) {
                    0.3
                } else {
                    1.0
                };
                list.push(Token {
                    root: root(&folded),
                    word: folded,
                    text: word.to_owned(),
                    start,
                    end: start + word.len(),
                    weight,
                    name_like,
                });
            }
        }
        let mut question = Question {
            text,
            tokens: list,
            form: Form::Which,
            focus: 0,
            preposition: None,
            operators: Vec::new(),
            refers: 0,
            fills: 0,
        };
        question.read_operators();
        question.read_form();
        question.fills = question.filled();
        question
    }

    /// Says which bytes stand for the answer to the question before. They count as much
    /// as a name does, so that a reading without them is worth little.
    pub fn refer(&mut self, bytes: std::ops::Range<usize>) {
        for (at, token) in self.tokens.iter_mut().enumerate() {
            if token.start >= bytes.start && token.end <= bytes.end {
                token.weight = token.weight.max(1.2);
                token.name_like = false;
                self.refers |= bit(at);
            }
        }
        let refers = self.refers;
        self.operators.retain(|o| o.mask & refers == 0);
        self.focus &= !refers;
    }

    /// Forgets operators inside a name: the year of "2004 Summer Olympics".
    pub fn forget_inside(&mut self, names: Mask) {
        self.operators.retain(|o| o.mask & names != o.mask);
    }

    /// The first word of the focus: the noun itself, as far as one can tell.
    pub fn focus_noun(&self) -> Mask {
        self.focus & self.focus.wrapping_neg()
    }

    /// Sum of the weights of these tokens.
    pub fn weight(&self, mask: Mask) -> f32 {
        self.tokens.iter().enumerate().filter(|(at, _)| mask & bit(*at) != 0).map(|(_, t)| t.weight).sum()
    }

    /// The words of these positions, in order.
    pub fn words(&self, mask: Mask) -> Vec<&str> {
        self.tokens
            .iter()
            .enumerate()
            .filter(|(at, _)| mask & bit(*at) != 0)
            .map(|(_, t)| t.text.as_str())
            .collect()
    }

    /// Content words between two sets of positions that neither covers, at least 0.
    pub fn distance(&self, a: Mask, b: Mask) -> f32 {
        if a == 0 || b == 0 {
            return 0.0;
        }
        let (mut best, mut from_a, mut from_b): (f32, Option<f32>, Option<f32>) = (8.0, None, None);
        for (at, token) in self.tokens.iter().enumerate() {
            let (in_a, in_b) = (a & bit(at) != 0, b & bit(at) != 0);
            if in_a {
                best = from_b.map_or(best, |d: f32| best.min(d));
                from_a = Some(0.0);
            }
            if in_b {
                best = from_a.map_or(best, |d: f32| best.min(d));
                from_b = Some(0.0);
            }
            if !in_a && !in_b {
                from_a = from_a.map(|d| d + token.weight.min(1.0));
                from_b = from_b.map(|d| d + token.weight.min(1.0));
            }
        }
        best
    }

    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.word.as_str())
    }

    /// The number at a position as it is written, with the end of its tokens.
    fn number(&self, at: usize) -> Option<(String, usize)> {
        let token = self.tokens.get(at)?;
        let spelt = super::words::small_number(&token.word);
        if let Some(n) = spelt.filter(|_| !token.name_like) {
            return Some((n.to_string(), at + 1));
        }
        if !token.text.starts_with(|c: char| c.is_ascii_digit())
            || token.text.chars().any(|c| c.is_alphabetic())
        {
            return None;
        }
        let end = (at..self.tokens.len()).take_while(|i| self.tokens[*i].start == token.start).count();
        let before = self.text.get(..token.start).and_then(|text| text.chars().next_back());
        let currency = before.filter(|c| matches!(c, '$' | '€' | '£' | '¥'));
        Some((currency.into_iter().chain(token.text.chars()).collect(), at + end))
    }

    /// A number with all that belongs to it.
    fn bound(&self, at: usize) -> Option<(String, usize)> {
        let (number, end) = self.number(at)?;
        Some(self.with_unit(number, end))
    }

    /// A number with its scale and the unit that stands behind it, `5 million`, `880 m`; a
    /// longer word, such as `points`, is rather a column unless it measures.
    fn with_unit(&self, mut number: String, mut at: usize) -> (String, usize) {
        if matches!(self.word(at), "thousand" | "million" | "billion" | "trillion") {
            number = format!("{number} {}", self.word(at));
            at += 1;
        }
        let Some(unit) = self.tokens.get(at).filter(|token| !is_stop(&token.word)) else {
            return (number, at);
        };
        let measured = format!("{number} {}", unit.text);
        match Value::parse(&measured) {
            Value::Quantity(_, own) if unit.text.len() <= 3 || MEASURES.contains(&own.as_str()) => {
                (measured, at + 1)
            }
            _ => (number, at),
        }
    }

    fn year(&self, at: usize) -> Option<String> {
        let word = self.word(at);
        let plain = word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
        (plain
            && self.tokens.get(at).is_some_and(|t| t.text == word)
            && (1000..=2100).contains(&word.parse::<u32>().unwrap_or(0)))
        .then(|| word.to_owned())
    }

    /// Which places the superlative at a position asks for, with all of its tokens: `three
    /// largest`, `second largest`, `top 5`.
    fn rank(&self, at: usize) -> (Option<Rank>, usize, usize) {
        let count = |at: usize| {
            let (number, _) = self.number(at)?;
            number.parse().ok().filter(|k| (2..=1000).contains(k))
        };
        if self.word(at) == "top" {
            return match count(at + 1) {
                Some(k) => (Some(Rank::Top(k)), at, at + 2),
                None => (None, at, at + 1),
            };
        }
        let Some(before) = at.checked_sub(1) else { return (None, at, at + 1) };
        let place = super::words::ordinal(self.word(before)).map(Rank::Nth);
        match place.or_else(|| count(before).map(Rank::Top)) {
            Some(rank) => (Some(rank), before, at + 1),
            None => (None, at, at + 1),
        }
    }

    /// The year or the date at a position as it is written, with the end of its tokens.
    fn moment(&self, at: usize) -> Option<(String, usize)> {
        let first = self.tokens.get(at)?;
        for to in (at + 2..=(at + 4).min(self.tokens.len())).rev() {
            let text = self.text.get(first.start..self.tokens[to - 1].end)?;
            if Date::parse(text).is_some_and(|date| date.month().is_some()) {
                return Some((text.to_owned(), to));
            }
        }
        self.year(at).map(|year| (year, at + 1))
    }

    /// The noun that a name of the question fills.
    fn filled(&self) -> Mask {
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

    fn push(&mut self, op: Op, from: usize, to: usize) {
        self.operators.push(Operator { op, mask: span(from, to), at: from });
    }

    fn read_operators(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            at = self.read_operator(at).max(at + 1);
        }
    }

    /// Reads the operator at a position, if there is one; returns the position behind it.
    fn read_operator(&mut self, at: usize) -> usize {
        let (word, next, third) =
            (self.word(at).to_owned(), self.word(at + 1).to_owned(), self.word(at + 2).to_owned());
        let word = word.as_str();
        // Ranges of years.
        if matches!(word, "between" | "from" | "years" | "during") {
            let first = (at + 1..at + 4).find(|i| self.moment(*i).is_some());
            if let Some(first) = first
                .filter(|f| (at + 1..*f).all(|i| matches!(self.word(i), "the" | "years" | "year" | "from")))
                && let Some((low, behind)) = self.moment(first)
                && matches!(self.word(behind), "and" | "to" | "until" | "through")
                && let Some((high, end)) = self.moment(behind + 1)
            {
                self.push(Op::Time(vec![(Comparison::Ge, low), (Comparison::Le, high)]), at, end);
                return end;
            }
        }
        if let Some(decade) = word
            .strip_suffix('s')
            .filter(|d| d.len() == 4 && d.ends_with('0'))
            .and_then(|d| d.parse::<u32>().ok())
        {
            self.push(
                Op::Time(vec![
                    (Comparison::Ge, decade.to_string()),
                    (Comparison::Le, (decade + 9).to_string()),
                ]),
                at,
                at + 1,
            );
            return at + 1;
        }
        if word == "between"
            && let Some((low, behind)) = self.bound(at + 1)
            && self.word(behind) == "and"
            && let Some((high, end)) = self.bound(behind + 1)
        {
            self.push(Op::Compare(vec![(Comparison::Ge, low), (Comparison::Le, high)], &[]), at, end);
            return end;
        }
        // Times on one side of a year.
        let side = match word {
            "before" => Some(Comparison::Lt),
            "after" => Some(Comparison::Gt),
            "since" => Some(Comparison::Ge),
            "until" => Some(Comparison::Le),
            _ => None,
        };
        if let Some(op) = side
            && let Some((moment, end)) = self.moment(at + 1)
        {
            self.push(Op::Time(vec![(op, moment)]), at, end);
            return end;
        }
        // Comparisons with a number.
        let compared = match (word, next.as_str()) {
            ("at", "least") => Some((Comparison::Ge, at + 2)),
            ("at", "most") => Some((Comparison::Le, at + 2)),
            ("no", "more" | "greater" | "larger") if third == "than" => Some((Comparison::Le, at + 3)),
            ("no" | "not", "less" | "fewer") if third == "than" => Some((Comparison::Ge, at + 3)),
            (
                "more" | "greater" | "higher" | "larger" | "bigger" | "longer" | "later" | "better"
                | "taller",
                "than",
            ) => Some((Comparison::Gt, at + 2)),
            ("less" | "fewer" | "lower" | "smaller" | "shorter" | "earlier", "than") => {
                Some((Comparison::Lt, at + 2))
            }
            ("over" | "above" | "exceeding" | "exceeds", _) => Some((Comparison::Gt, at + 1)),
            ("under" | "below", _) => Some((Comparison::Lt, at + 1)),
            _ => None,
        };
        if let Some((op, number)) = compared
            && let Some((literal, end)) = self.bound(number)
        {
            let speaks_of = adjective(word).map_or(&[][..], |(_, columns)| columns);
            self.push(Op::Compare(vec![(op, literal)], speaks_of), at, end);
            return end;
        }
        if let Some((moment, end)) = self.moment(at) {
            self.push(Op::Time(vec![(Comparison::Eq, moment)]), at, end);
            return end;
        }
        // Counts and arithmetic.
        if word == "how" && matches!(next.as_str(), "many" | "much") {
            let more = (at + 2..(at + 4).min(self.tokens.len())).find(|i| {
                matches!(self.word(*i), "more" | "fewer" | "less" | "longer" | "higher" | "larger" | "taller")
            });
            let than = (at + 3..self.tokens.len()).find(|i| self.word(*i) == "than");
            if let (Some(more), Some(than)) = (more, than) {
                let mask = span(at, at + 2) | bit(more) | bit(than);
                self.operators.push(Operator { op: Op::Difference, mask, at });
                return more + 1;
            }
            self.push(Op::Count, at, at + 2);
            return at + 2;
        }
        if word == "total" && next == "number" || word == "number" && next == "of" {
            self.push(Op::Count, at, at + 2);
            return at + 2;
        }
        match word {
            "count" => self.push(Op::Count, at, at + 1),
            "together" | "share" | "shares" | "shared" | "same" | "co" | "alongside" => {
                self.push(Op::Again, at, at + 1)
            }
            "average" | "mean" => self.push(Op::Mean, at, at + 1),
            "total" | "sum" | "combined" | "altogether" => self.push(Op::Sum, at, at + 1),
            "difference" => self.push(Op::Difference, at, at + 1),
            "not" | "never" | "except" | "excluding" | "without" | "besides" => {
                self.push(Op::Exclude, at, at + 1)
            }
            "other" if next == "than" => self.push(Op::Exclude, at, at + 2),
            "after" | "next" | "following" | "subsequent" | "succeeded" | "followed" => {
                self.push(Op::Neighbour(true), at, at + 1)
            }
            "before" | "previous" | "preceding" | "prior" | "preceded" => {
                self.push(Op::Neighbour(false), at, at + 1)
            }
            "become" | "became" | "becoming" | "start" | "started" | "begin" | "began" | "join"
            | "joined" | "appointed" | "since" => self.push(Op::Bound(true), at, at + 1),
            "end" | "ended" | "stop" | "stopped" | "leave" | "left" | "resign" | "resigned" | "until"
            | "cease" | "ceased" | "retire" | "retired" => self.push(Op::Bound(false), at, at + 1),
            "most" | "least" if matches!(next.as_str(), "common" | "frequent" | "frequently" | "often") => {
                self.push(Op::Frequent(word == "most"), at, at + 2);
                return at + 2;
            }
            "most" if next == "recent" => {
                self.push(Op::Superlative(true, &["year", "date", "time", "season"]), at, at + 2);
                return at + 2;
            }
            _ if self.tokens[at].name_like => {}
            _ if word.ends_with("est")
                || matches!(
                    word,
                    "most"
                        | "least"
                        | "first"
                        | "last"
                        | "maximum"
                        | "minimum"
                        | "max"
                        | "min"
                        | "top"
                        | "worst"
                ) =>
            {
                if let Some((larger, columns)) = adjective(word) {
                    let (rank, from, to) = self.rank(at);
                    let op = match rank {
                        Some(rank) => Op::Ranked(larger, columns, rank),
                        None => Op::Superlative(larger, columns),
                    };
                    self.push(op, from, to);
                    return to;
                }
            }
            _ => {}
        }
        at + 1
    }

    /// Finds the question word and the noun that it asks for.
    fn read_form(&mut self) {
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
            "who" | "whom" | "whose" => Form::Who,
            "when" => Form::When,
            "where" => Form::Where,
            "how" if matches!(next.as_str(), "many" | "much") => {
                from = at + 2;
                Form::HowMany
            }
            "how" => Form::HowMany,
            _ => Form::Which,
        };
        if matches!(self.form, Form::Who | Form::When | Form::Where) {
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
        let operators = self.operators.iter().fold(0, |mask, o| mask | o.mask);
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
            && self.form == Form::Which
        {
            self.form = Form::When;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(question: &str, mask: impl Fn(&Question) -> Mask) -> String {
        let read = Question::read(question);
        read.words(mask(&read)).join(" ")
    }

    #[test]
    fn the_form_and_the_focus_are_read() {
        assert_eq!(Question::read("In which years did she win?").form, Form::When);
        assert_eq!(Question::read("Who painted it?").form, Form::Who);
        assert_eq!(words("Which bridge crosses the Po?", |q| q.focus), "bridge crosses");
        assert_eq!(words("What is the average cruising speed of the Lark?", |q| q.focus), "cruising speed");
        assert_eq!(words("How many seats does the hall have?", |q| q.focus), "seats");
        assert_eq!(words("What is the most expensive item?", |q| q.focus), "item");
        assert_eq!(words("What is the most goals scored?", |q| q.focus), "goals scored");
        assert_eq!(words("List all cities", |q| q.focus), "cities");
    }

    #[test]
    fn operators_are_read_with_their_numbers() {
        let ops = |text: &str| Question::read(text).operators.into_iter().map(|o| o.op).collect::<Vec<_>>();
        assert_eq!(
            ops("Bridges longer than 1,200 m"),
            [Op::Compare(vec![(Comparison::Gt, "1,200 m".into())], &["long", "duration", "distance"])]
        );
        assert_eq!(ops("more than 5 in Rome"), [Op::Compare(vec![(Comparison::Gt, "5".into())], &[])]);
        assert_eq!(ops("over $5 million"), [Op::Compare(vec![(Comparison::Gt, "$5 million".into())], &[])]);
        assert_eq!(
            ops("between 300 and 400 m"),
            [Op::Compare(vec![(Comparison::Ge, "300".into()), (Comparison::Le, "400 m".into())], &[])]
        );
        assert_eq!(ops("in March 2024"), [Op::Time(vec![(Comparison::Eq, "March 2024".into())])]);
        assert_eq!(
            ops("from 2024-03-01 to 5 May 2024"),
            [Op::Time(vec![(Comparison::Ge, "2024-03-01".into()), (Comparison::Le, "5 May 2024".into())])]
        );
        assert_eq!(
            ops("Who ruled between 1990 and 1999?"),
            [Op::Time(vec![(Comparison::Ge, "1990".into()), (Comparison::Le, "1999".into())])]
        );
        assert_eq!(ops("Who ruled before 1990?"), [Op::Time(vec![(Comparison::Lt, "1990".into())])]);
        assert_eq!(ops("How many more bells has Ash than Elm?"), [Op::Difference]);
        assert_eq!(ops("Which river is not in Peru?"), [Op::Exclude]);
    }

    #[test]
    fn distance_counts_content_words_between() {
        let q = Question::read("the capital of the famous old country Peru");
        assert_eq!(q.distance(bit(1), bit(7)), 3.0);
        assert_eq!(q.distance(bit(6), bit(7)), 0.0);
    }
}
