//! How the question says the name of a relation: by its words, by short forms of them, by what they mean.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use trustuqa_engine::lexicon;

use super::lexicon::{English, words_of_name};
use super::text::{Coverage, Text, Token, bit, span};
use crate::words::{is_stop, root};

/// A word of the name of a relation.
#[derive(Clone, Debug)]
pub struct NameWord {
    /// As it is written, folded.
    pub word: String,
    /// Its root.
    pub root: String,
    /// Its weight: how much it says.
    pub weight: f32,
    /// Whether it is the word that the others modify: `price` of `Peak price / night`, `kind` of `kind of
    /// terminal`.
    pub head: bool,
    /// Whether a full stop says that it is a short form: `Act.` of `Act. cost`.
    pub dotted: bool,
    /// Whether it is a unit of what is counted: `Hrs` of `Hrs/wk`, and not its `wk`.
    pub counts: bool,
    /// What the name ends with behind this word and may leave out: the `for` of `Points for`, the number sign of
    /// `Pick #`.
    pub ending: Option<String>,
}

/// How the question "says" a name: the match between its tokens and the words of the name.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NameMatch {
    /// The tokens.
    pub coverage: Coverage,
    /// Sum of the likenesses of the words.
    pub gain: f32,
    /// Share of the name that was said.
    pub completeness: f32,
    /// The likeness of the best word.
    pub best: f32,
    /// If only the sentence encoder finds the name in these words, their cosine, else 0.
    pub likeness: f32,
    /// Whether the head of the name was said, or the name as a whole.
    pub head: bool,
}

impl NameMatch {
    /// All of a name, said by these words.
    pub fn whole(coverage: Coverage) -> NameMatch {
        NameMatch { coverage, gain: 1.0, completeness: 1.0, best: 1.0, likeness: 0.0, head: true }
    }
}

/// Words of a name that the question writes as one, and the other way round: `harbourmaster` of
/// `harbour_master_of`, `wi fi` of `wifi`. Returns positions in the name and tokens.
fn parted(words: &[NameWord], text: &Text) -> Vec<(Range<usize>, Coverage)> {
    let mut found = Vec::new();
    let tokens = &text.tokens;
    for (at, pair) in words.windows(2).enumerate() {
        let whole = format!("{}{}", pair[0].word, pair[1].word);
        let token =
            tokens.iter().position(|t| t.word.len() > 3 && (t.word == whole || t.root == root(&whole)));
        found.extend(token.map(|token| (at..at + 2, bit(token))));
    }
    for (at, word) in words.iter().enumerate().filter(|(_, word)| word.word.len() == 2) {
        // "D/A" and "D/As" of `DA total`
        let is_whole = |pair: &[Token]| {
            let sign = text.text.get(pair[0].end..pair[1].start);
            let joined = pair[0].word.len() == 1 && matches!(sign, Some("/" | "&" | "."));
            let last = pair[1].word.strip_suffix('s').filter(|last| !last.is_empty());
            joined && word.word.strip_prefix(&pair[0].word) == Some(last.unwrap_or(&pair[1].word))
        };
        let token = tokens.windows(2).position(is_whole);
        found.extend(token.map(|token| (at..at + 1, span(token, token + 2))));
    }
    for (at, word) in words.iter().enumerate().filter(|(_, word)| word.word.len() > 3) {
        // "call-out" of `callouts`, "wi fi" of `wifi`.
        let is_whole = |pair: &[Token]| {
            word.word.starts_with(&pair[0].word) && word.word.len() > pair[0].word.len() && {
                let whole = format!("{}{}", pair[0].word, pair[1].word);
                whole == word.word || pair[1].word.len() > 1 && root(&whole) == word.root
            }
        };
        let token = tokens.windows(2).position(is_whole);
        found.extend(token.map(|token| (at..at + 1, span(token, token + 2))));
    }
    found
}

/// Words of the question whose initials are a word of a name: "body condition score" for `BCS`, "date of birth" for
/// `DOB`. Returns positions in the name and tokens.
fn initials(words: &[NameWord], text: &Text) -> Vec<(Range<usize>, Coverage)> {
    let begins = |at: usize, letter: u8| {
        text.tokens.get(at).is_some_and(|token| token.word.as_bytes().first() == Some(&letter))
    };
    // "profit and loss" of `P&L result`
    let letter = |word: &NameWord| Some(word.word.as_bytes()[0]).filter(|_| word.word.len() == 1);
    let pairs = words.windows(2).enumerate().filter_map(|(at, pair)| {
        let (first, second) = (letter(&pair[0])?, letter(&pair[1])?);
        let spelt = |from: &usize| {
            let joined = matches!(text.word(from + 1), "and" | "&");
            joined && text.word(*from).len() > 2 && begins(*from, first) && begins(from + 2, second)
        };
        let begin = (0..text.tokens.len()).find(spelt)?;
        Some((at..at + 2, span(begin, begin + 3)))
    });
    let short = words.iter().enumerate().flat_map(|(at, word)| {
        // `SAEs` are several of them.
        let one = word.word.strip_suffix('s');
        [Some(word.word.as_str()), one].into_iter().flatten().map(move |letters| (at, letters))
    });
    let spelt = short.filter_map(|(at, letters)| {
        let plain = letters.bytes().all(|b| b.is_ascii_alphabetic());
        // Two letters are often initials by chance: they have to be no word, as in `PO`.
        let short = letters.len() == 2 && words[at].word == letters && !lexicon::is_common(letters);
        let enough = short || (3..=5).contains(&letters.len());
        let letters = Some(letters.as_bytes()).filter(|_| plain && enough)?;
        let spelt = |from: &usize| letters.iter().zip(*from..).all(|(letter, at)| begins(at, *letter));
        let content = |from: &usize| {
            letters.len() > 2
                || (*from..from + 2).all(|at| text.word(at).len() > 2 && !is_stop(text.word(at)))
        };
        let begin = (0..text.tokens.len()).filter(content).find(spelt)?;
        Some((at..at + 1, span(begin, begin + letters.len())))
    });
    spelt.chain(pairs).collect()
}

/// Where a question has the words of a name, whichever of its tokens are free.
#[derive(Debug)]
pub(super) struct NamePlaces {
    /// Words of the name whose spelling is joined, parted or abbreviated in the question, with the tokens.
    joined: Vec<(Range<usize>, Coverage)>,
    /// For each word the tokens that are like it, and how much.
    alike: Vec<Vec<(usize, f32)>>,
    /// For each word the tokens that are other words of the name, and no synonyms of this one.
    of_others: Vec<Coverage>,
    /// Where the words of a name of several stand in the question one behind the other.
    runs: Vec<usize>,
    /// Words that mean something else.
    other: Coverage,
}

impl NamePlaces {
    fn of(words: &[NameWord], text: &Text) -> NamePlaces {
        let mut joined = parted(words, text);
        joined.extend(initials(words, text));
        // "what kind of device" asks for its `Device type`.
        let kind = |word: &str| lexicon::contains("words for kinds", word);
        let likeness = |word: &NameWord, token: &Token| {
            if kind(&word.word) && kind(&token.word) {
                1.0
            } else if is_its_ordinal(&word.word, &token.word) {
                ORDINAL
            } else if are_births_apart(&word.word, &token.word) {
                0.0
            } else if word.counts && lexicon::contains("rates are for", &token.word) {
                // "Hourly pay" counts pay, and `Hrs` hours.
                0.0
            } else if abbreviates(&word.word, &token.word)
                || word.dotted && word.word != token.word && shortens(&word.word, &token.word)
            {
                ABBREVIATED
            } else {
                // "assesor": its root is cut elsewhere than that of `Assessor`.
                let typed = || like(&word.word, &token.word).min(0.75);
                let alike = like(&word.root, &token.root);
                // "ups" of `Runner-up`: short words have no root.
                let plural = token.word.strip_suffix('s') == Some(&word.word) && word.word.len() > 1;
                match alike {
                    _ if plural => 1.0,
                    0.0 if word.word.len() >= 6 => typed(),
                    alike => alike,
                }
            }
        };
        let alike = |word: &NameWord| {
            let rated = text.tokens.iter().enumerate().map(|(at, token)| (at, likeness(word, token)));
            rated.filter(|(_, likeness)| *likeness > 0.0).collect()
        };
        // A runner-up is no runner and runs no race, unless the name says so, too.
        let second = |at: &usize| text.word(*at) == "runner" && matches!(text.word(at + 1), "up" | "ups");
        let says_up = words.iter().any(|word| word.word == "up");
        let others = (0..text.tokens.len()).filter(second).fold(0, |covered, at| covered | bit(at));
        let other = if says_up { 0 } else { others };
        let alike: Vec<Vec<(usize, f32)>> = words.iter().map(alike).collect();
        let stands_at = |word: &Vec<(usize, f32)>, at: usize| {
            word.iter().any(|(place, likeness)| *place == at && *likeness >= SPELLED)
        };
        let runs = |from: &usize| alike.iter().zip(*from..).all(|(word, at)| stands_at(word, at));
        let runs = if words.len() > 1 { (0..text.tokens.len()).filter(runs).collect() } else { Vec::new() };
        let spelled = |word: &Vec<(usize, f32)>| {
            word.iter()
                .filter(|(_, likeness)| *likeness >= SPELLED)
                .fold(0, |covered, (at, _)| covered | bit(*at))
        };
        let own: Vec<Coverage> = alike.iter().map(spelled).collect();
        let all = own.iter().fold(0, |all, own| all | own);
        let of_others = own.iter().map(|own| all & !own).collect();
        NamePlaces { joined, alike, of_others, runs, other }
    }

    /// The first of the free runs of `words` words that a name has.
    fn free_run(&self, words: usize, free: Coverage) -> Option<usize> {
        self.runs.iter().copied().find(|from| span(*from, from + words) & !free == 0)
    }
}

/// Whether one of two words is the place and the other the day of a birth, whose root they share.
fn are_births_apart(one: &str, other: &str) -> bool {
    let of = |word: &str| word.strip_prefix("birth").filter(|of| !of.is_empty()).map(|of| of == "place");
    of(one).zip(of(other)).is_some_and(|(one, other)| one != other)
}

/// From this likeness on a token is a word of the name, and not one like it.
const SPELLED: f32 = 0.9;
/// The likeness of an ordinal to its number.
const ORDINAL: f32 = 0.9;

/// Whether a word of a question is the ordinal of a number in a name: "2nd" of `Event 2`, "25th" of `25 Aug`.
fn is_its_ordinal(number: &str, word: &str) -> bool {
    number.bytes().all(|b| b.is_ascii_digit())
        && number.parse().is_ok_and(|number: usize| lexicon::ordinal(word) == Some(number))
}

/// The places of names in a question, kept because a parse looks for each name many times, with other tokens free.
#[derive(Clone, Debug, Default)]
pub(super) struct NamePlacesCache(RefCell<HashMap<String, Rc<NamePlaces>>>);

impl NamePlacesCache {
    fn places(&self, words: &[NameWord], text: &Text) -> Rc<NamePlaces> {
        let name: String = words.iter().flat_map(|word| [word.word.as_str(), " "]).collect();
        let known = self.0.borrow().get(&name).cloned();
        known.unwrap_or_else(|| {
            let places = Rc::new(NamePlaces::of(words, text));
            self.0.borrow_mut().insert(name, Rc::clone(&places));
            places
        })
    }
}

/// How words are said by free tokens, by themselves or by a phrase of the same meaning.
pub fn match_name(words: &[NameWord], groups: &[u16], text: &Text, free: Coverage) -> NameMatch {
    let english = English::get();
    let mut said = NameMatch::default();
    let total: f32 = words.iter().map(|w| w.weight).sum::<f32>().max(0.1);
    let mut covered = 0.0;
    let places = text.name_places.places(words, text);
    let free = free & !places.other;
    let run = places.free_run(words.len(), free);
    for ((place, word), alike) in words.iter().enumerate().zip(&places.alike) {
        let in_run = run.map(|from| from + place);
        let joined = places.joined.iter().find(|(of, coverage)| of.contains(&place) && coverage & !free == 0);
        let mut best: Option<(f32, Coverage)> = joined.map(|joined| (0.95, joined.1));
        let run_first = alike.iter().filter(|(at, _)| Some(*at) == in_run).chain(alike);
        for (at, likeness) in run_first {
            if free & bit(*at) & !said.coverage != 0 && *likeness > best.map_or(0.0, |b| b.0) {
                best = Some((*likeness, bit(*at)));
            }
        }
        if best.is_none_or(|b| b.0 < 0.8) {
            let own = english.groups(&word.root);
            for (coverage, of) in &text.groups {
                if coverage & !free == 0
                    && coverage & (said.coverage | places.of_others[place]) == 0
                    && of.iter().any(|g| own.contains(g))
                    && best
                        .is_none_or(|b| b.0 < 0.6 || b.0 == 0.6 && b.1.count_ones() < coverage.count_ones())
                {
                    best = Some((0.6, *coverage));
                }
            }
        }
        if let Some((likeness, coverage)) = best {
            said.coverage |= coverage;
            said.gain += likeness * word.weight;
            said.best = said.best.max(likeness * word.weight.min(1.0));
            covered += likeness * word.weight;
            said.head |= word.head && likeness >= 0.5;
            // A preposition that nothing follows belongs to the name: "has the points for of 564".
            if let Some(ending) = word.ending.as_deref().filter(|_| coverage.count_ones() == 1) {
                let behind = coverage.trailing_zeros() as usize + 1;
                let leads_on = is_stop(ending) && text.begins_noun(behind + 1);
                if text.word(behind) == ending && free & bit(behind) != 0 && !leads_on {
                    said.coverage |= bit(behind);
                    said.gain += ENDING;
                }
            }
        }
    }
    said.completeness = (covered / total).min(1.0);
    // The whole name as one phrase: "in charge of" for `manager_of`.
    if said.best < 0.8 {
        for (coverage, of) in &text.groups {
            if coverage & !free == 0 && of.iter().any(|g| groups.contains(g)) && said.completeness < 0.7 {
                said = NameMatch {
                    coverage: said.coverage | coverage,
                    gain: said.gain.max(0.7),
                    completeness: 0.7,
                    best: said.best.max(0.7),
                    likeness: 0.0,
                    head: true,
                };
            }
        }
    }
    said
}

/// What it adds to the likeness of a name that the stop word at its end is said, too.
const ENDING: f32 = 0.25;

/// The likeness of a word to a short form of it in the name of a relation.
const ABBREVIATED: f32 = 0.75;

/// Whether a word of a name abbreviates a longer word: by its beginning (`nat` of nationality) or its consonants
/// (`gls` of goals, `ht` of height, `svc` of service, `rte` of routes). English words do not.
pub fn abbreviates(short: &str, long: &str) -> bool {
    !lexicon::is_common(short) && shortens(short, long)
}

/// The same, whether or not the short word is an English one.
fn shortens(short: &str, long: &str) -> bool {
    let one = |word: &'_ str| -> String { word.strip_suffix('s').unwrap_or(word).to_owned() };
    // `Perfs` are performances.
    let several = short.ends_with('s') && long.ends_with('s');
    is_left_of(short, long) || is_left_of(short, &one(long)) || several && is_left_of(&one(short), &one(long))
}

fn is_left_of(short: &str, long: &str) -> bool {
    let (few, many) = (short.len(), long.len());
    if !(2..=6).contains(&few) || many < few + 2 || short.as_bytes()[0] != long.as_bytes()[0] {
        return false;
    }
    let mut letters = long.bytes();
    let in_order = short.bytes().all(|letter| letters.any(|other| other == letter));
    let consonant = |b: u8| !b"aeiouy".contains(&b);
    let last = short.as_bytes()[few - 1];
    let inner = short.bytes().take(few - 1).skip(1).all(consonant);
    let same_end = last == long.as_bytes()[many - 1];
    let of_consonants =
        inner && if few == 2 { consonant(last) && same_end } else { consonant(last) || same_end };
    let begins = (3..=4).contains(&few) && long.starts_with(short);
    in_order && (of_consonants || begins || few == 4 && same_end)
}

/// The likeness of two roots by their letters, from 0 to 1.
pub fn like(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    if short.len() >= 4 && long.starts_with(short) && short.len() + 3 >= long.len() {
        return 0.85;
    }
    // "co2" of `CO2e kg`
    let letter = |rest: &str| rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_lowercase());
    let marked = short.len() >= 3 && short.ends_with(|c: char| c.is_ascii_digit());
    if marked && long.strip_prefix(short).is_some_and(letter) {
        return 0.85;
    }
    // "certified", "certificate"
    let shared = short.bytes().zip(long.bytes()).take_while(|(a, b)| a == b).count();
    if shared >= 7 {
        return 0.75;
    }
    if short.len() >= 5 {
        let chars: Vec<char> = short.chars().collect();
        let limit = if short.len() >= 8 { 2 } else { 1 };
        if edits(&chars, long, limit) {
            return 0.75;
        }
    }
    0.0
}

/// Whether two words are within `limit` edits of each other, a swap of neighbours being one.
pub fn edits(left: &[char], right: &str, limit: usize) -> bool {
    let right: Vec<char> = right.chars().collect();
    if left.len().abs_diff(right.len()) > limit {
        return false;
    }
    let mut rows = vec![vec![0usize; right.len() + 1]; left.len() + 1];
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i.max(j)
            } else {
                let same = usize::from(left[i - 1] != right[j - 1]);
                let mut best = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + same);
                if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[left.len()][right.len()] <= limit
}

/// The words of a name without the answers that it lists: `Signed? Y/N`.
pub(super) fn without_answers(mut words: Vec<String>) -> Vec<String> {
    if let [_, .., yes, no] = words.as_slice()
        && lexicon::contains("answers.yes", yes)
        && lexicon::contains("answers.no", no)
    {
        words.truncate(words.len() - 2);
    }
    words
}

/// The words of a name with runs of single letters joined: `D.O.B.` is `dob`.
pub(super) fn joined_initials(words: Vec<String>) -> Vec<String> {
    let letter = |word: &String| word.len() == 1 && word.bytes().all(|b| b.is_ascii_lowercase());
    let mut joined: Vec<String> = Vec::new();
    for run in words.chunk_by(|a, b| letter(a) && letter(b)) {
        if run.len() >= 3 {
            joined.push(run.concat());
        } else {
            joined.extend_from_slice(run);
        }
    }
    joined
}

/// A name with its rate written out: `Wage p/h` is `Wage per hour`.
pub(super) fn with_rate_in_words(name: &str) -> String {
    let (rest, last) = name.trim_end().rsplit_once(char::is_whitespace).unwrap_or(("", name));
    let lower = last.to_lowercase();
    let unit =
        lower.strip_prefix("p/").or_else(|| lower.strip_prefix("p.").map(|unit| unit.trim_end_matches('.')));
    match unit.and_then(|unit| lexicon::head("counted for", unit)) {
        Some(unit) if !rest.trim().is_empty() => format!("{} per {unit}", rest.trim_end()),
        _ => name.to_owned(),
    }
}

/// The words of a name with their weights.
pub fn name_words(folded: &[String]) -> Vec<NameWord> {
    let english = English::get();
    let weigh = |word: &String| {
        let long = english.long_form(word).unwrap_or(word);
        let weight = if lexicon::contains("weak in names", word) { 0.5 } else { 1.0 };
        let root = root(long.split(' ').next_back().unwrap_or(long));
        NameWord { word: word.clone(), root, weight, head: false, dotted: false, counts: false, ending: None }
    };
    let mut content: Vec<NameWord> = folded.iter().filter(|w| !is_stop(w)).map(weigh).collect();
    if let [.., before, last] = folded
        && is_stop(last)
        && let Some(word) = content.last_mut().filter(|word| word.word == *before)
    {
        word.ending = Some(last.clone());
    }
    // If all are weak, they count as much as those of other names: `Day rate`.
    if content.len() > 1 && content.iter().all(|word| word.weight < 1.0) {
        content.iter_mut().for_each(|word| word.weight = 1.0);
    }
    if content.is_empty() { folded.iter().map(weigh).collect() } else { content }
}

/// The word of a name that its other words modify: the last one before a preposition or a stroke, except for the
/// unit of its values. A unit that comes first is the head: `Hours booked`.
pub(super) fn head_of(name: &str, unit: Option<&str>) -> Option<String> {
    let first = name.split(['/', ',']).next().unwrap_or(name);
    let words = words_of_name(first);
    let ends =
        |word: &str| lexicon::contains("prepositions", word) || lexicon::contains("other prepositions", word);
    // `No. of Perfs` and `number of beds` count performances and beds.
    let counts = |pair: &[String]| lexicon::contains("counts of things", &pair[0]) && pair[1] == "of";
    let skipped = if words.len() > 2 && counts(&words[..2]) { 2 } else { 0 };
    let begin = skipped + words[skipped..].iter().position(|word| !is_stop(word) && !ends(word))?;
    // `Price incl. VAT` is a price.
    let ends = |word: &str| ends(word) || lexicon::contains("with or without", word);
    let described: Vec<&String> =
        words[begin..].iter().take_while(|word| !ends(word)).filter(|word| !is_stop(word)).collect();
    let is_unit = |word: &String| unit.is_some() && English::get().unit(word) == unit;
    if let Some(first) = described.first().filter(|first| is_unit(first)) {
        return Some((*first).clone());
    }
    // `stn_name`, `Pat. No.`, `salary_eur` and `Pay pa` are about stations, patterns, salaries and pay.
    let tells = |word: &&&String| {
        lexicon::contains("code headers", word)
            || lexicon::contains("rates are for", word)
            || matches!(word.as_str(), "name" | "nm" | "cd")
            || is_unit(word)
    };
    let last = described.iter().rev().find(|word| !tells(word)).or(described.last())?;
    Some((*last).clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_header_is_what_its_numbers_are_of() {
        for (name, head) in [
            ("No. of Perfs", "perfs"),
            ("number of beds", "beds"),
            ("Order No.", "order"),
            ("Height above sea", "height"),
        ] {
            assert_eq!(head_of(name, None).as_deref(), Some(head), "{name}");
        }
    }

    #[test]
    fn short_forms_of_headers_are_found_in_words() {
        for (short, long) in [
            ("ht", "height"),
            ("gls", "goals"),
            ("nat", "nationality"),
            ("svc", "service"),
            ("rte", "routes"),
            ("mech", "mechanic"),
            ("mthly", "monthly"),
        ] {
            assert!(abbreviates(short, long), "{short} {long}");
        }
        // Other letters, another beginning, and words that are English by themselves.
        assert!(!abbreviates("ht", "weight"));
        assert!(!abbreviates("date", "delegate"));
    }

    #[test]
    fn a_name_is_found_where_its_words_stand_together() {
        let said = |name: &str, question: &str| {
            match_name(&name_words(&words_of_name(name)), &[], &Text::read(question), !0)
        };
        // "The deputy that left office in 2003 took office when": words 2 and 3, then 6 and 7.
        let question = "The deputy that left office in 2003 took office when";
        assert_eq!(said("Left Office", question).coverage, 0b0001_1000);
        assert_eq!(said("Took Office", question).coverage, 0b1_1000_0000);
        // The preposition at the end of a name belongs to it if nothing follows.
        let (whole, part) = ("Which points for has a bonus of 2", "points for the Rovers");
        assert!(said("Points for", whole).gain > said("Points", whole).gain);
        assert_eq!(said("Points for", part).gain, said("Points", part).gain);
        // A number of the name may be said as an ordinal.
        assert!(said("Event 2", "the 2nd event of the day").completeness > 0.9);
        assert!(said("Event 1", "the 2nd event of the day").completeness < 0.6);
        // `Elected` and "president" mean the same, but the name has a word of its own for the latter.
        assert!(said("Elected President", "which president").gain >= 1.0);
        let birth = "the birthdate of Ann";
        assert!(said("Birthplace", birth).gain < said("Birthdate", birth).gain);
        assert!(said("Runner-up", "all runner ups of the cup").completeness > 0.99);
    }

    #[test]
    fn letters_of_a_name_may_have_a_sign_between() {
        let said = |name: &str, question: &str| {
            let words = name_words(&words_of_name(name));
            match_name(&words, &[], &Text::read(question), !0).completeness
        };
        assert!(said("DA total", "what do the D/As add up to") > 0.4);
        assert_eq!(said("AI score", "how good is plan A is it"), 0.0);
        assert!(said("P&L result", "the profit and loss result") > 0.9);
        assert!(said("PO ref", "the purchase order on it") > 0.4);
        assert_eq!(said("IS ref", "the first issue stored here"), 0.0);
    }

    #[test]
    fn names_are_written_in_many_ways() {
        let words = |name: &str| without_answers(joined_initials(words_of_name(name)));
        assert_eq!(words("D.O.B."), ["dob"]);
        assert_eq!(words("Signed? Y/N"), ["signed"]);
        assert_eq!(words("Y N"), ["y", "n"]);
        assert_eq!(with_rate_in_words("Wage p/h"), "Wage per hour");
        assert_eq!(with_rate_in_words("Pay p.a."), "Pay per year");
        assert_eq!(with_rate_in_words("Top p/x"), "Top p/x");
        assert_eq!(words("sendsGuestsTo"), ["sends", "guests", "to"]);
        assert_eq!(head_of("Price when new", None).as_deref(), Some("price"));
        assert_eq!(head_of("stn_name", None).as_deref(), Some("stn"));
        assert_eq!(head_of("salary_eur", Some("eur")).as_deref(), Some("salary"));
        assert_eq!(head_of("£ pay pa", Some("gbp")).as_deref(), Some("pay"));
        assert_eq!(head_of("Mins late", Some("min")).as_deref(), Some("mins"));
    }
}
