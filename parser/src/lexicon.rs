//! The parser's view of the English lexicon: synonyms, cues of operations, adjectives with their direction, units,
//! nations, short forms.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::OnceLock;

use trustuqa_engine::lexicon;
use trustuqa_model::tokens;
use unicode_segmentation::UnicodeSegmentation;

use crate::words::root;

/// What a word or phrase signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cue {
    /// `how many`
    Count,
    /// `how many times`
    Often,
    /// `in total`
    Sum,
    /// `average`
    Mean,
    /// `median`
    Median,
    /// `what percentage`
    Share,
    /// `the ratio of`, `divided by`
    Ratio,
    /// `how many more`
    Difference,
    /// `per`, `each`
    Each,
    /// `never`, `without`
    Not,
    /// `other than`
    Other,
    /// `not filled in`
    Missing,
    /// `at present`
    Now,
    /// `former`
    Former,
    /// `at some point`
    Ever,
    /// `before`
    Before,
    /// `after`
    After,
    /// `took over from`
    Neighbour,
    /// `for how long`
    Duration,
    /// `years`
    Years,
    /// `months`
    Months,
    /// `days`
    Days,
    /// `at the time`
    During,
    /// `since when`
    Since,
    /// `joined`: what holds began then.
    Begin,
    /// `left`: what held ended then.
    End,
    /// `or more`
    AtLeast,
    /// `or less`
    AtMost,
    /// `more than`
    Above,
    /// `less than`
    Below,
    /// `only`
    All,
    /// `the same`, `together with`
    Shared,
    /// `as well as`
    Both,
    /// `revenue`
    Money,
    /// An adjective that asks for the larger end.
    More,
    /// An adjective that asks for the smaller end.
    Less,
}

/// Letters of the shortest word that may be a misspelt cue.
const LONG: usize = 5;

/// The sections of the file that hold cues.
const SECTIONS: [(&str, Cue); 34] = [
    ("cue.often", Cue::Often),
    ("cue.count", Cue::Count),
    ("cue.sum", Cue::Sum),
    ("cue.mean", Cue::Mean),
    ("cue.median", Cue::Median),
    ("cue.share", Cue::Share),
    ("cue.ratio", Cue::Ratio),
    ("cue.difference", Cue::Difference),
    ("cue.each", Cue::Each),
    ("cue.not", Cue::Not),
    ("cue.other", Cue::Other),
    ("cue.missing", Cue::Missing),
    ("cue.now", Cue::Now),
    ("cue.former", Cue::Former),
    ("cue.ever", Cue::Ever),
    ("cue.before", Cue::Before),
    ("cue.after", Cue::After),
    ("cue.neighbour", Cue::Neighbour),
    ("cue.duration", Cue::Duration),
    ("cue.years", Cue::Years),
    ("cue.months", Cue::Months),
    ("cue.days", Cue::Days),
    ("cue.during", Cue::During),
    ("cue.since", Cue::Since),
    ("cue.begin", Cue::Begin),
    ("cue.end", Cue::End),
    ("cue.at_least", Cue::AtLeast),
    ("cue.at_most", Cue::AtMost),
    ("cue.above", Cue::Above),
    ("cue.below", Cue::Below),
    ("cue.all", Cue::All),
    ("cue.both", Cue::Both),
    ("cue.shared", Cue::Shared),
    ("cue.money", Cue::Money),
];

/// Whether a sign stands for a currency.
pub fn is_money_sign(c: char) -> bool {
    "$€£¥₹".contains(c)
}

/// The words of a text, folded, in the way in which questions and phrases are both split.
pub fn words_of(text: &str) -> Vec<String> {
    text.unicode_words().flat_map(tokens).collect()
}

/// The same for the name of a relation or source: `birthPlace` and `birth_place` are two words.
pub fn words_of_name(name: &str) -> Vec<String> {
    words_of(&trustuqa_model::spelled_out(name))
}

/// The parser's sections of the lexicon.
#[derive(Debug, Default)]
pub struct English {
    /// Groups of synonyms by phrase, its words as roots.
    same: HashMap<String, Vec<u16>>,
    /// Words of the longest phrase of a group.
    pub longest: usize,
    /// Cues by phrase.
    cues: HashMap<String, Vec<Cue>>,
    /// Adjectives: true for the larger end, with the roots of what they measure.
    adjectives: HashMap<String, (bool, Vec<String>)>,
    short: HashMap<String, String>,
    units: HashMap<String, String>,
    nations: HashMap<String, Vec<String>>,
    /// By name and adjective, the codes of nations in capital letters.
    codes: HashMap<String, Vec<String>>,
    holidays: HashMap<String, (u8, u8)>,
    countries: HashSet<String>,
    /// Long single words that are cues or adjectives.
    spelled: Vec<String>,
}

impl English {
    /// The one lexicon.
    pub fn get() -> &'static English {
        static ENGLISH: OnceLock<English> = OnceLock::new();
        ENGLISH.get_or_init(English::read)
    }

    fn read() -> English {
        let mut english = English::default();
        for (group, at) in lexicon::groups("question.same").iter().zip(0u16..) {
            for phrase in &group.words {
                let roots: Vec<String> = phrase.split(' ').map(root).collect();
                english.longest = english.longest.max(roots.len());
                english.same.entry(roots.join(" ")).or_default().push(at);
            }
        }
        for (section, more) in [("measured.larger", true), ("measured.smaller", false)] {
            for group in lexicon::groups(section) {
                // "anything" is for words that do not say what is measured.
                let words = group.words.iter().filter(|word| **word != "anything");
                let dimensions = words.flat_map(|phrase| phrase.split(' ').map(root)).collect();
                english.adjectives.insert(group.head.unwrap_or_default().to_owned(), (more, dimensions));
            }
        }
        for group in lexicon::groups("short forms") {
            english.short.insert(group.head.unwrap_or_default().to_owned(), group.words.join(" "));
        }
        for group in lexicon::groups("measure units") {
            for word in &group.words {
                english.units.insert((*word).to_owned(), group.head.unwrap_or_default().to_owned());
            }
        }
        for group in lexicon::groups("nations.adjectives") {
            english.countries.insert(words_of(group.head.unwrap_or_default()).join(" "));
        }
        for group in lexicon::groups("nations.adjectives").iter().chain(lexicon::groups("regions.adjectives"))
        {
            let name = group.head.unwrap_or_default();
            for phrase in &group.words {
                english.nations.entry((*phrase).to_owned()).or_default().push(name.to_owned());
            }
        }
        for group in lexicon::groups("nations.codes") {
            let name = group.head.unwrap_or_default();
            let phrases = english.nations.iter().filter(|(_, names)| names.iter().any(|of| of == name));
            let mut phrases: Vec<String> = phrases.map(|(phrase, _)| phrase.clone()).collect();
            phrases.push(words_of(name).join(" "));
            let codes: Vec<String> = group.words.iter().map(|code| code.to_uppercase()).collect();
            for phrase in phrases {
                english.codes.entry(phrase).or_default().extend_from_slice(&codes);
            }
        }
        for group in lexicon::groups("languages.codes") {
            let codes = group.words.iter().map(|code| code.to_uppercase());
            english.codes.entry(group.head.unwrap_or_default().to_owned()).or_default().extend(codes);
        }
        for group in lexicon::groups("holidays") {
            let day = group.head.and_then(|head| {
                let (month, day) = head.split_once('-')?;
                Some((month.parse().ok()?, day.parse().ok()?))
            });
            for phrase in &group.words {
                english.holidays.extend(day.map(|day| ((*phrase).to_owned(), day)));
            }
        }
        for (section, cue) in SECTIONS {
            for phrase in lexicon::words(section) {
                english.cues.entry(phrase.to_owned()).or_default().push(cue);
            }
        }
        let long = english.cues.keys().chain(english.adjectives.keys());
        let long = long.filter(|word| word.len() >= LONG && !word.contains(' '));
        english.spelled = long.cloned().collect::<BTreeSet<_>>().into_iter().collect();
        english
    }

    /// The groups of synonyms of a phrase of roots.
    pub fn groups(&self, roots: &str) -> &[u16] {
        self.same.get(roots).map_or(&[], Vec::as_slice)
    }

    /// The cues that a phrase gives.
    pub fn cues(&self, phrase: &str) -> &[Cue] {
        self.cues.get(phrase).map_or(&[], Vec::as_slice)
    }

    /// Direction and dimension of an adjective in the comparative or superlative.
    pub fn adjective(&self, word: &str) -> Option<(bool, &[String])> {
        self.adjectives.get(word).map(|(more, of)| (*more, of.as_slice()))
    }

    /// The cue or adjective that a word is a misspelling of: `average` of `avrage`. Known and short words are not
    /// misspelt.
    pub fn spelled(&self, word: &str) -> Option<&str> {
        let plain = word.bytes().all(|b| b.is_ascii_lowercase());
        if word.len() < LONG || !plain || lexicon::is_common(word) {
            return None;
        }
        let letters: Vec<char> = word.chars().collect();
        let near = |known: &&String| {
            known.as_bytes()[0] == word.as_bytes()[0]
                && super::naming::edits(&letters, known, if known.len() >= 8 { 2 } else { 1 })
        };
        self.spelled.iter().find(near).map(String::as_str)
    }

    /// Whether a word carries nothing that a query would have to explain.
    pub fn is_filler(&self, word: &str) -> bool {
        lexicon::contains("question.filler", word) || crate::words::is_stop(word)
    }

    /// What a short form stands for.
    pub fn long_form(&self, word: &str) -> Option<&str> {
        self.short.get(word).map(String::as_str)
    }

    /// The unit that a word or sign means, in its canonical form.
    pub fn unit(&self, word: &str) -> Option<&str> {
        self.units.get(word).map(String::as_str)
    }

    /// The unit in the header of a column: of the words in brackets, else of the last word, else of the first one,
    /// if it is a plural or the like: `Budget (1000 kr)`, `Wage ($k)`, `Net EUR`, `Mins late`.
    pub fn unit_of_header(&self, main: &str, remark: &str) -> Option<&str> {
        let remark = remark.to_lowercase();
        // `(per hr)`, `(USD/kg)`: the unit behind "per" or "/" is not that of the values.
        let counted = remark.split([' ', '/']).take_while(|word| *word != "per");
        let counted: Vec<&str> =
            if remark.contains('/') { counted.take(1).collect() } else { counted.collect() };
        let words =
            || counted.iter().copied().chain(main.rsplit([' ', '_']).next().filter(|last| *last != main));
        let last = || {
            let snake = main.contains('_');
            words().find_map(|word| {
                let word = word.to_lowercase();
                let money = word.find(is_money_sign).and_then(|at| word[at..].chars().next());
                // "k€", "£m", "$000": the sign alone is the unit.
                let money = money.and_then(|sign| self.unit(sign.encode_utf8(&mut [0; 4])));
                // A letter alone is a unit only in snake case: `elev_m`.
                let letter = snake && lexicon::contains("units of one letter", &word);
                let plain = letter || !lexicon::contains("no units of headers", &word);
                let unit = self.unit(&word).filter(|_| plain);
                unit.or(money)
            })
        };
        // `Hours booked`, `kWh`
        let first = || {
            let first = main.split([' ', '_']).next()?.trim_end_matches('.').to_lowercase();
            let several = first.ends_with('s') || lexicon::contains("units before what they count", &first);
            self.unit(&first).filter(|_| several && first.len() > 1)
        };
        self.unit(&remark).or_else(last).or_else(first)
    }

    /// Whether a unit in the question may be that of a column.
    pub fn is_same_unit(&self, said: &str, of: &str) -> bool {
        said == of || lexicon::same_group("units of one word", said, of)
    }

    /// The codes of the nation or language that a name, adjective or short form means, in capital letters.
    pub fn codes_of_nation(&self, phrase: &str) -> &[String] {
        self.codes.get(phrase).map_or(&[], Vec::as_slice)
    }

    /// The nations that an adjective or short form means.
    pub fn nations(&self, phrase: &str) -> &[String] {
        self.nations.get(phrase).map_or(&[], Vec::as_slice)
    }

    /// Whether a name is that of a nation.
    pub fn is_nation(&self, name: &str) -> bool {
        self.countries.contains(&words_of(name).join(" "))
    }

    /// Month and day of a holiday.
    pub fn holiday(&self, phrase: &str) -> Option<(u8, u8)> {
        self.holidays.get(phrase).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_of_cues_is_there() {
        for (name, cue) in SECTIONS {
            assert!(English::get().cues.values().any(|c| c.contains(&cue)), "{name}");
        }
    }

    #[test]
    fn slips_of_the_pen_in_cues_are_found() {
        let english = English::get();
        assert_eq!(english.spelled("avrage"), Some("average"));
        assert_eq!(english.spelled("percnetage"), Some("percentage"));
        // Words that are known, short or far from any cue are as they are.
        assert_eq!(english.spelled("average"), None);
        assert_eq!(english.spelled("avg"), None);
        assert_eq!(english.spelled("zanzibar"), None);
    }
}
