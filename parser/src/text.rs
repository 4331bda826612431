//! A question as the parser reads it: tokens, cues of operations (`cues`), numbers (`numbers`), periods.

mod cues;
mod numbers;

use trustuqa_engine::lexicon::{self, Degree};
use trustuqa_model::{Comparison, Date, tokens};
use unicode_segmentation::UnicodeSegmentation;

use super::clauses::{Form, form_wanted, without_inclusions};
use super::clocks::Clock;
use super::lexicon::{Cue, English};
use super::naming::NamePlacesCache;
use super::periods::Yearless;
use super::set::DatePart;
use crate::voice;
pub use crate::words::is_participle;
use crate::words::{self, root};

/// A set of token positions.
pub type Coverage = u64;
/// Maximum number of tokens of a question; the rest is cut.
pub const MOST: usize = 64;

/// The bit of a position.
pub fn bit(at: usize) -> Coverage {
    1 << at.min(MOST - 1)
}

/// The bits of a range of positions.
pub fn span(from: usize, to: usize) -> Coverage {
    (from..to.min(MOST)).fold(0, |covered, at| covered | bit(at))
}

/// A word of the question.
#[derive(Clone, Debug)]
pub struct Token {
    /// Folded.
    pub word: String,
    /// Its root; for a short form, that of its long form.
    pub root: String,
    /// First byte in the question.
    pub start: usize,
    /// End in the question.
    pub end: usize,
    /// Begins with a capital letter or a digit, and not just because a sentence begins.
    pub name_like: bool,
    /// Carries nothing that a query would have to explain.
    pub filler: bool,
    /// Says little beside the word that it goes with: "place" of "place an order".
    pub light: bool,
    /// Which sentence of the question it is in, from 0; a colon ends one, too.
    pub sentence: u8,
    /// A comma, a dash or the end of a sentence stands before it.
    pub opens: bool,
}

/// A cue with its place.
#[derive(Clone, Debug)]
pub struct Spot {
    /// What it asks for.
    pub cue: Cue,
    /// First token.
    pub from: usize,
    /// One past its last token.
    pub to: usize,
    /// For an adjective, roots of what it measures, in order.
    pub of: Vec<String>,
}

impl Spot {
    /// Its tokens.
    pub fn coverage(&self) -> Coverage {
        span(self.from, self.to)
    }
}

/// A number of the question.
#[derive(Clone, Debug)]
pub struct Number {
    /// Its value.
    pub value: f64,
    /// Its unit in canonical form.
    pub unit: Option<String>,
    /// With the words that compare: `more than 5 kg`.
    pub coverage: Coverage,
    /// Its own tokens, with the unit.
    pub own: Coverage,
    /// How it compares; `None` when no word says so.
    pub op: Option<Comparison>,
    /// A whole number that may count members: `the three best`.
    pub whole: bool,
}

/// A time of the question.
#[derive(Clone, Debug)]
pub struct Period {
    /// Its first date, month or year; `None` if it has no beginning.
    pub from: Option<Date>,
    /// Its last date, month or year; `None` if it has no end.
    pub to: Option<Date>,
    /// With the words that compare.
    pub coverage: Coverage,
    /// Whether it is a single date, month or year, and neither a bound nor a range.
    pub single: bool,
    /// Whether its ends are years without months.
    pub year_only: bool,
}

/// A part of a date without the rest: `in March`, `on Mondays`.
#[derive(Clone, Debug)]
pub struct PartOf {
    /// Which part.
    pub part: DatePart,
    /// Its name, as formulas give it.
    pub value: String,
    /// The number of that part: 1 for January and for Monday.
    pub number: u8,
    /// Its words.
    pub coverage: Coverage,
}

/// A question, read.
#[derive(Clone, Debug)]
pub struct Text {
    /// As typed.
    pub text: String,
    /// Its words.
    pub tokens: Vec<Token>,
    /// The cues in it.
    pub spots: Vec<Spot>,
    /// Numbers in it.
    pub numbers: Vec<Number>,
    /// Times of day.
    pub clocks: Vec<Clock>,
    /// Times in it.
    pub periods: Vec<Period>,
    /// Days and months without a year.
    pub yearless: Vec<Yearless>,
    /// Parts of dates in it.
    pub parts: Vec<PartOf>,
    /// Spans of tokens with the groups of synonyms that they belong to.
    pub groups: Vec<(Coverage, Vec<u16>)>,
    /// How the answer is to be named, with the clause that says so.
    pub form: Option<(Form, Coverage)>,
    pub(super) name_places: NamePlacesCache,
}

/// A sign that is used as a word: a percent sign that is not behind a number ("what % of"), and a number sign that is
/// not before one ("which pick #").
fn sign_word(between: &str, start: usize, text: &str) -> Option<Token> {
    let at = start + between.find(if between.contains('%') { '%' } else { '#' })?;
    let before = text.get(..at).unwrap_or_default().trim_end().chars().next_back();
    let behind = text.get(at + 1..).unwrap_or_default().chars().next();
    let (word, number) = if between.contains('%') {
        ("percent", before.is_some_and(|c| c.is_ascii_digit()))
    } else {
        ("number", behind.is_some_and(|c| !c.is_whitespace() && c.is_alphanumeric()))
    };
    let token = Token {
        word: word.to_owned(),
        root: root(word),
        start: at,
        end: at + 1,
        name_like: false,
        filler: false,
        light: false,
        sentence: 0,
        opens: false,
    };
    (!number).then_some(token)
}

/// Whether what stands between two words ends a sentence; the point of a short form such as
/// "St." or "Dr." does not.
fn ends_sentence(before: &str, between: &str) -> bool {
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let initial = word.len() == 1 && word.starts_with(char::is_alphabetic);
    let short = initial || word.len() <= 3 && word.starts_with(char::is_uppercase);
    let short = short || lexicon::contains("short forms with a point", &word.to_lowercase());
    between.contains(['?', '!', ':']) || between.contains(". ") && !short
}

impl Text {
    /// Reads a question.
    pub fn read(text: &str) -> Text {
        let english = English::get();
        let mut list: Vec<Token> = Vec::new();
        let mut begins = true;
        let mut last_end = 0;
        let mut sentence = 0;
        for (start, word) in text.unicode_word_indices() {
            let between = text.get(last_end..start).unwrap_or_default();
            if let Some(sign) = sign_word(between, last_end, text).filter(|_| list.len() < MOST) {
                list.push(Token { sentence, ..sign });
            }
            begins |= between.contains(['.', '?', '!', ':']);
            sentence += u8::from(ends_sentence(text.get(..last_end).unwrap_or_default(), between));
            let opens =
                between.contains([',', ';', ':', '.', '?', '!', '–', '—', '(']) || between.contains(" - ");
            let capital = word.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit());
            for (part, folded) in tokens(word).into_iter().enumerate() {
                if list.len() == MOST {
                    break;
                }
                let digit = folded.bytes().any(|b| b.is_ascii_digit());
                let small = !capital || begins;
                let asks = lexicon::head("question words in haste", &folded).filter(|_| small);
                let folded = asks.map_or(folded, str::to_owned);
                let long = english.long_form(&folded).unwrap_or(&folded);
                let upper = word.chars().filter(|c| c.is_uppercase()).count() > 1;
                list.push(Token {
                    root: root(long.split(' ').next_back().unwrap_or(long)),
                    start,
                    end: start + word.len(),
                    // The end of "Ann's" is no name.
                    name_like: capital && (!begins || digit || upper) && folded != "s",
                    filler: english.is_filler(&folded),
                    light: lexicon::contains("light words", &folded),
                    word: folded,
                    sentence,
                    opens: part == 0 && (opens || start == 0),
                });
            }
            begins = false;
            last_end = start + word.len();
        }
        let rest = text.get(last_end..).unwrap_or_default();
        let sign = sign_word(rest, last_end, text).filter(|_| list.len() < MOST);
        list.extend(sign.map(|sign| Token { sentence, ..sign }));
        let list = without_inclusions(list);
        let mut read = Text {
            text: text.to_owned(),
            form: form_wanted(&list),
            tokens: list,
            spots: Vec::new(),
            numbers: Vec::new(),
            clocks: Vec::new(),
            periods: Vec::new(),
            yearless: Vec::new(),
            parts: Vec::new(),
            groups: Vec::new(),
            name_places: NamePlacesCache::default(),
        };
        read.pass_over_decimals();
        // "depot by depot" names the depots once.
        for at in 2..read.tokens.len() {
            if read.word(at - 1) == "by" && read.word(at - 2) == read.word(at) {
                let twin = &mut read.tokens[at - 2];
                (twin.filler, twin.root) = (true, String::new());
            }
        }
        read.read_spots(english);
        // "the largest number" is what is asked for, and not how to name it.
        let extremes = read.cue(Cue::More) | read.cue(Cue::Less);
        read.form = read.form.filter(|(_, clause)| clause & extremes == 0);
        // "nos" and "numbers" of what is wanted are no cues of negation or counting.
        let wanted = read.naming_clause();
        read.spots.retain(|spot| spot.coverage() & wanted == 0);
        read.join_counted_extremes();
        read.read_subtraction();
        read.read_exclusions();
        read.read_periods(english);
        read.read_parts();
        read.read_numbers(english);
        read.read_clocks();
        read.read_groups(english);
        read
    }

    /// The folded word at a position; empty outside.
    pub fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.word.as_str())
    }

    /// Whether a name is the head of a relation, by the words that say the relation; see [`voice::is_head`].
    pub fn is_head(&self, said: Coverage, name: Coverage, relation: &str) -> Option<bool> {
        voice::is_head(&|at| self.word(at), said, name, relation)
    }

    /// The tokens of some positions.
    pub fn words_in(&self, coverage: Coverage) -> impl Iterator<Item = &Token> {
        self.tokens.iter().enumerate().filter(move |(at, _)| coverage & bit(*at) != 0).map(|(_, token)| token)
    }

    /// The words of a range joined by spaces.
    pub fn phrase(&self, from: usize, to: usize) -> String {
        let words = self.tokens.get(from..to).unwrap_or_default();
        words.iter().map(|t| t.word.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The question as typed between two tokens.
    pub fn slice(&self, from: usize, to: usize) -> &str {
        match (self.tokens.get(from), self.tokens.get(to.wrapping_sub(1))) {
            (Some(first), Some(last)) => self.text.get(first.start..last.end).unwrap_or_default(),
            _ => "",
        }
    }

    /// Whether a word stands where a noun does: behind an article, a possessive or a question
    /// word, with at most one word between, or before `of`.
    pub fn is_noun(&self, at: usize) -> bool {
        let word = self.word(at);
        if is_participle(word) || word.ends_with("ing") || word.ends_with("ly") {
            return false;
        }
        let opens = |at: usize| lexicon::contains("nouns stand behind", self.word(at));
        self.word(at + 1) == "of" || at >= 1 && opens(at - 1) || at >= 2 && opens(at - 2)
    }

    /// Whether something begins at a position that a preposition before it can stand with: an article, a name, a
    /// noun; not "of", "is" or "when", nor the end of the clause.
    pub fn begins_noun(&self, at: usize) -> bool {
        let article = |word: &str| {
            matches!(word, "a" | "an" | "the") || lexicon::contains("singular determiners", word)
        };
        self.tokens
            .get(at)
            .is_some_and(|token| !token.opens && (article(&token.word) || !words::is_stop(&token.word)))
    }

    /// Whether an auxiliary stands right before a word: "have been paid".
    pub fn is_behind_auxiliary(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|before| lexicon::contains("things are done behind", self.word(before)))
    }

    /// The tokens of a sentence.
    pub fn sentence(&self, number: u8) -> std::ops::Range<usize> {
        let of = |t: &Token| t.sentence == number;
        let from = self.tokens.iter().position(of).unwrap_or(self.tokens.len());
        let to = self.tokens.iter().rposition(of).map_or(from, |last| last + 1);
        from..to
    }

    /// The sentence that asks: the last one with a question word, or which begins as questions of
    /// yes and no do. The first where there is none.
    pub fn asking(&self) -> u8 {
        let last = self.tokens.last().map_or(0, |t| t.sentence);
        let asks = |number: &u8| {
            let range = self.sentence(*number);
            let opens =
                |at: usize| self.tokens[at].opens && lexicon::contains("truth.openings", self.word(at));
            range.clone().any(|at| lexicon::contains("question words", self.word(at)) || opens(at))
        };
        (0..=last).rev().find(asks).unwrap_or_else(|| self.tokens.first().map_or(0, |t| t.sentence))
    }

    /// The tokens of the clause that says how the answer is to be named; 0 where there is none.
    pub fn naming_clause(&self) -> Coverage {
        self.form.map_or(0, |(_, clause)| clause)
    }

    /// Spots of a cue.
    pub fn spots_of(&self, cue: Cue) -> impl Iterator<Item = &Spot> {
        self.spots.iter().filter(move |s| s.cue == cue)
    }

    /// The tokens of a cue; 0 when it is not there.
    pub fn cue(&self, cue: Cue) -> Coverage {
        self.spots_of(cue).fold(0, |covered, s| covered | s.coverage())
    }

    /// Whether an adjective is a comparative with a "than" behind it ("higher than"): then it asks for no extreme.
    pub fn compares(&self, spot: &Spot) -> bool {
        let is_comparative =
            |at| lexicon::gradable(self.word(at)).is_some_and(|word| word.degree == Degree::Comparative);
        let comparative = (spot.from..spot.to).any(is_comparative);
        let sentence = self.tokens.get(spot.from).map(|token| token.sentence);
        comparative
            && (spot.to..self.tokens.len())
                .take_while(|at| self.tokens.get(*at).map(|token| token.sentence) == sentence)
                .any(|at| self.word(at) == "than")
    }

    /// Whether the sentence that asks is in the past tense alone: "who was mayor", "who replaced Ann".
    pub fn is_past(&self) -> bool {
        let range = self.sentence(self.asking());
        let asks = |at: usize| lexicon::contains("question words", self.word(at));
        let said = |section: &str| range.clone().any(|at| lexicon::contains(section, self.word(at)));
        // "Who's" is of the present, "Ann's" of no time.
        let is = range.clone().skip(1).any(|at| self.word(at) == "s" && asks(at - 1));
        let acted = range.clone().skip(1).any(|at| asks(at - 1) && words::is_participle(self.word(at)));
        (acted || said("past.verbs")) && !is && !said("present.verbs")
    }

    /// Whether the question is about who or what something is today: "who is the mayor", but not "who has been mayor"
    /// or "who is the longest-serving one".
    pub fn asks_of_today(&self) -> bool {
        let range = self.sentence(self.asking());
        let is = range.clone().any(|at| lexicon::contains("is today", self.word(at)));
        let was = range.clone().any(|at| {
            lexicon::contains("past.verbs", self.word(at))
                || words::is_participle(self.word(at))
                || self.word(at) == "been"
        });
        let cues = [
            Cue::Ever,
            Cue::Former,
            Cue::Before,
            Cue::After,
            Cue::Neighbour,
            Cue::During,
            Cue::Since,
            Cue::Duration,
        ];
        let other = cues.into_iter().chain([Cue::More, Cue::Less]).any(|cue| self.cue(cue) != 0);
        let ordinal = range.clone().any(|at| lexicon::ordinal(self.word(at)).is_some());
        is && !was && !other && !ordinal && self.periods.is_empty()
    }

    /// Whether the sentence that asks says what held, and not what happened: "who was mayor", "who played for", but not
    /// "who was appointed".
    pub fn says_a_state(&self) -> bool {
        let range = self.sentence(self.asking());
        let is_state = |at: usize| lexicon::contains("states", self.word(at));
        let is_be = |at: usize| lexicon::contains("be", self.word(at));
        let happened = |at: usize| words::is_participle(self.word(at)) && !is_state(at);
        range.clone().any(|at| is_state(at) || is_be(at)) && !range.clone().any(happened)
    }

    /// Whether the sentence that asks begins in the present tense: "is she", "does it", but "has she".
    pub fn opens_in_present(&self) -> bool {
        lexicon::contains("present.openings", self.word(self.sentence(self.asking()).start))
    }

    /// Whether the question asks "in what year" or "which year".
    pub fn asks_for_a_year(&self) -> bool {
        (1..self.tokens.len())
            .any(|at| self.word(at) == "year" && matches!(self.word(at - 1), "what" | "which"))
    }

    /// Whether the question has this word.
    pub fn has_word(&self, word: &str) -> bool {
        self.tokens.iter().any(|token| token.word == word)
    }

    /// The words of a section of the lexicon that the question has.
    pub fn words_of(&self, section: &str) -> Coverage {
        let said = |at: &usize| lexicon::contains(section, self.word(*at));
        (0..self.tokens.len()).filter(said).fold(0, |covered, at| covered | bit(at))
    }

    /// Whether somebody who took over is named, and the one before is asked for: "from whom did Ann take over", "Ann
    /// inherited the office from", "whose shoes did Ann step into".
    pub fn asks_from_whom(&self) -> bool {
        let asks = |at: usize| matches!(self.word(at), "who" | "whom" | "which" | "what");
        let from = |at: usize| self.word(at) == "from" && (at + 1 == self.tokens.len() || asks(at + 1));
        let whose = matches!(self.word(0), "whose" | "whos") && self.has_word("did");
        self.has_word_of("taking over") && ((0..self.tokens.len()).any(from) || whose)
    }

    /// Whether the question has a word of a section of the lexicon.
    pub fn has_word_of(&self, section: &str) -> bool {
        self.tokens.iter().any(|token| lexicon::contains(section, &token.word))
    }

    /// The used tokens, and those that repeat their content words: in "is the budget of A larger than the budget of
    /// B", one explained `budget` explains both. Names are explained one by one.
    pub fn with_repeated(&self, used: Coverage) -> Coverage {
        let content = |token: &Token| !token.filler && !token.name_like;
        let said = |root: &str| {
            let mut tokens = self.tokens.iter().enumerate();
            tokens.any(|(at, token)| used & bit(at) != 0 && content(token) && token.root == root)
        };
        let again = |(at, token): (usize, &Token)| {
            if used & bit(at) == 0 && content(token) && said(&token.root) { bit(at) } else { 0 }
        };
        self.tokens.iter().enumerate().map(again).fold(used, |covered, own| covered | own)
    }

    /// A comparison with an average, "above the average", "more than ours on average": the spots of both.
    pub fn beside_average(&self) -> Option<(&Spot, &Spot)> {
        let compares = |spot: &&Spot| match spot.cue {
            Cue::Above | Cue::Below => true,
            Cue::More | Cue::Less => (spot.to..spot.to + 5).any(|at| self.word(at) == "than"),
            _ => false,
        };
        self.spots.iter().filter(compares).find_map(|spot| {
            let behind = |mean: &&Spot| (spot.to..spot.to + 8).contains(&mean.from);
            self.spots_of(Cue::Mean).find(behind).map(|mean| (spot, mean))
        })
    }

    /// "How many metres higher is A than B": the words that ask for a difference although no cue says so.
    pub fn difference_implied(&self) -> Coverage {
        let asks = (0..self.tokens.len())
            .find(|at| self.word(*at) == "how" && matches!(self.word(at + 1), "many" | "much"));
        let compares = self.spots.iter().find(|s| matches!(s.cue, Cue::More | Cue::Less) && self.compares(s));
        match (asks, compares) {
            (Some(at), Some(spot)) if spot.from > at => bit(at) | bit(at + 1),
            _ => self.time_between(),
        }
    }

    /// The words that ask for the time between two things: "how many days lie between A and B".
    fn time_between(&self) -> Coverage {
        let is_time = |word: &str| ["cue.years", "cue.days"].iter().any(|cue| lexicon::contains(cue, word));
        let asks =
            |at: &usize| self.word(at - 2) == "how" && self.word(at - 1) == "many" && is_time(self.word(*at));
        let Some(unit) = (2..self.tokens.len()).find(asks) else { return 0 };
        let Some(between) = (0..self.tokens.len()).find(|at| self.word(*at) == "between") else { return 0 };
        let verbs = if between > unit { span(unit, between) } else { span(unit, self.tokens.len()) };
        span(unit - 2, unit + 1) | self.words_of("time lies") & verbs | bit(between)
    }

    /// The digits of numbers and years that the question compares with.
    pub fn compared_with(&self) -> Coverage {
        let numbers =
            self.numbers.iter().filter(|n| n.op.is_some_and(|op| op != Comparison::Eq)).map(|n| n.own);
        let periods = self.periods.iter().filter(|p| !p.single && (p.from.is_none() || p.to.is_none()));
        let digits = |at: &usize| self.word(*at).bytes().all(|b| b.is_ascii_digit());
        let all = numbers.chain(periods.map(|p| p.coverage)).fold(0, |covered, own| covered | own);
        (0..self.tokens.len())
            .filter(|at| all & bit(*at) != 0)
            .filter(digits)
            .fold(0, |covered, at| covered | bit(at))
    }

    /// Forgets cues, numbers and times inside names.
    pub fn forget_inside(&mut self, names: Coverage) {
        self.spots.retain(|s| s.coverage() & names == 0);
        self.numbers.retain(|n| n.own & names == 0);
        self.clocks.retain(|clock| clock.own & names == 0 || clock.op.is_some());
        self.periods.retain(|p| p.coverage & names != p.coverage);
        self.parts.retain(|p| p.coverage & names == 0);
    }

    fn read_groups(&mut self, english: &English) {
        for from in 0..self.tokens.len() {
            for to in from + 1..=self.tokens.len().min(from + english.longest) {
                let roots: Vec<&str> = self.tokens[from..to].iter().map(|t| t.root.as_str()).collect();
                let groups = english.groups(&roots.join(" "));
                if !groups.is_empty() {
                    self.groups.push((span(from, to), groups.to_vec()));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_between_two_things_is_a_difference() {
        let implied = |question: &str| Text::read(question).difference_implied() != 0;
        assert!(implied("How many days lie between S-1 and S-7?"));
        assert!(implied("Between Ann and Bob, how many years went by?"));
        assert!(!implied("How many orders between March and May?"));
        assert!(!implied("How many days did Ann work?"));
    }

    #[test]
    fn the_past_is_said_by_verbs() {
        let past = |text: &str| Text::read(text).is_past();
        assert!(past("Who was mayor of Sarnow?"));
        assert!(past("who replaced ann rook"));
        assert!(past("Which boats did Ann own?"));
        assert!(!past("Who is mayor of Sarnow?"));
        assert!(!past("Who's replaced Ann?"));
        assert!(!past("Which boats that were built in Oslo does Ann own?"));
        assert!(past("what was Ann's job"));
    }

    #[test]
    fn states_and_events_are_told_apart() {
        let state = |text: &str| Text::read(text).says_a_state();
        assert!(state("Who was Pope after 2000?"));
        assert!(state("who played for Juventus after 2010"));
        assert!(state("which mills were owned by Ann after 1990"));
        assert!(!state("Who was appointed after 2000?"));
        assert!(!state("Which countries joined after 2004?"));
        let today = |text: &str| Text::read(text).asks_of_today();
        assert!(today("Who is the mayor of Sarnow?"));
        assert!(!today("Who is the longest serving mayor of Sarnow?"));
        assert!(!today("who has been mayor"));
        assert!(!today("Who is the first mayor?"));
        assert!(!today("Who is mayor in 2010?"));
    }

    #[test]
    fn initials_and_short_forms_end_no_sentence() {
        let sentences = |text: &str| Text::read(text).tokens.last().map(|token| token.sentence);
        assert_eq!(sentences("when was john d. rook jr. reeve of tolley"), Some(0));
        assert_eq!(sentences("I met Bertha. When was she reeve?"), Some(1));
    }

    #[test]
    fn words_that_are_cues_elsewhere_are_none() {
        let has = |text: &str, cue: Cue| Text::read(text).cue(cue) != 0;
        assert!(!has("List the order numbers from 2024 with a quantity of at least 20.", Cue::Count));
        assert!(has("the number of orders from 2024", Cue::Count));
        assert!(!has("Rank the plans by total fees, highest first", Cue::More));
        assert!(has("Which plan has the highest fee?", Cue::More));
        assert!(!has("How long did each session last?", Cue::More));
        assert!(has("When did each customer last order?", Cue::More));
    }

    #[test]
    fn the_noun_of_a_group_is_the_last_of_two() {
        let noun = |text: &str| {
            let text = Text::read(text);
            let each = text.spots_of(Cue::Each).next().unwrap().to;
            text.word(text.noun_behind(each)).to_owned()
        };
        assert_eq!(noun("total quantity per article category"), "category");
        assert_eq!(noun("total quantity per customer in 2024"), "customer");
        assert_eq!(noun("orders per customer ordered in 2024"), "customer");
    }

    #[test]
    fn numbers_are_read_with_what_compares_them() {
        let read = |text: &str| {
            let text = Text::read(text);
            text.numbers.iter().map(|n| (n.value, n.unit.clone(), n.op)).collect::<Vec<_>>()
        };
        assert_eq!(read("orders above 9k euros"), [(9000.0, Some("eur".into()), Some(Comparison::Gt))]);
        assert_eq!(read("more than €2,000?"), [(2000.0, Some("eur".into()), Some(Comparison::Gt))]);
        assert_eq!(read("marks of 80 or above"), [(80.0, None, Some(Comparison::Ge))]);
        assert_eq!(read("at least 3 rooms"), [(3.0, None, Some(Comparison::Ge))]);
        assert_eq!(read("orders over 800 from Oslo"), [(800.0, None, Some(Comparison::Gt))]);
        assert_eq!(read("visits above 1.5k"), [(1500.0, None, Some(Comparison::Gt))]);
        assert_eq!(read("room D-0448"), []);
        assert_eq!(read("kept at -25 or below"), [(-25.0, None, Some(Comparison::Le))]);
        assert_eq!(read("the 3 - 5 range").len(), 2);
        let values = |text: &str| Text::read(text).numbers.iter().map(|n| n.value).collect::<Vec<_>>();
        assert_eq!(values("more than twenty thousand pounds"), [20_000.0]);
        assert_eq!(values("over 20 grand"), [20_000.0]);
        assert_eq!(values("at least three hundred and six of them"), [306.0]);
        assert_eq!(values("twenty-five or two and three"), [25.0, 2.0, 3.0]);
        assert_eq!(values("two hundred thousand, a million or one"), [200_000.0, 1_000_000.0]);
    }

    #[test]
    fn signs_alone_are_words() {
        let words = |text: &str| Text::read(text).tokens.iter().map(|t| t.word.clone()).collect::<Vec<_>>();
        assert_eq!(words("which pick # is it"), ["which", "pick", "number", "is", "it"]);
        assert_eq!(words("what % of #9"), ["what", "percent", "of", "9"]);
    }

    #[test]
    fn what_is_left_out_may_be_said_before() {
        let left_out = |text: &str| {
            let text = Text::read(text);
            text.spots.iter().any(|spot| text.ends_exclusion(spot))
        };
        assert!(left_out("total of all orders, cancelled ones excluded"));
        assert!(left_out("the average fee if the free ones are left out"));
        assert!(left_out("vans aside, what is the dearest vehicle?"));
        assert!(!left_out("leaving out the vans, what is the dearest vehicle?"));
    }

    #[test]
    fn what_is_subtracted_is_named_twice() {
        let subtracts = |text: &str| Text::read(text).cue(Cue::Difference) != 0;
        assert!(subtracts("labour on J1 less labour on J2"));
        assert!(!subtracts("events less than 17 and wins of events less than 3"));
        assert!(!subtracts("who pays less"));
    }

    #[test]
    fn no_behind_a_noun_is_its_number() {
        let denies = |text: &str| Text::read(text).cue(Cue::Not) != 0;
        assert!(!denies("phone no of Ann"));
        assert!(!denies("whats the order no. on A-4?"));
        assert!(!denies("which course no. goes on for the most days?"));
        assert_eq!(Text::read("which course no. goes on for the most days?").asking(), 0);
        assert_ne!(Text::read("Park Row - no. of matters with stage open").cue(Cue::Count), 0);
        assert!(denies("which halls have no lift?"));
        assert!(denies("is there no lift on site"));
        assert!(denies("yes or no?"));
    }

    #[test]
    fn a_word_made_like_a_superlative_is_one_behind_an_article() {
        let more = |text: &str| Text::read(text).cue(Cue::More) != 0;
        assert!(more("how wide is our stoutest yew"));
        assert!(!more("the forest of yews"));
        assert!(!more("stoutest"));
    }

    #[test]
    fn the_largest_number_of_things_is_the_most_of_them() {
        let text = Text::read("Which pilot speaks the largest number of languages?");
        assert_eq!(text.cue(Cue::Count), 0);
        let spot = text.spots_of(Cue::More).next();
        assert!(spot.is_some_and(|spot| spot.of.is_empty() && text.word(spot.to) == "languages"));
        assert_ne!(Text::read("What is the number of languages?").cue(Cue::Count), 0);
    }
}
