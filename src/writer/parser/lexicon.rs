//! The parser's English, read from `english.txt`: words that mean the same, cues of
//! operations, adjectives with their direction, units, nations, short forms.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use trustuqa_model::tokens;
use unicode_segmentation::UnicodeSegmentation;

use crate::writer::offline::words::root;

/// What a word or phrase asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cue {
    /// `how many`
    Count,
    /// `in total`
    Sum,
    /// `average`
    Mean,
    /// `median`
    Median,
    /// `what percentage`
    Share,
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
    /// `as well as`
    Both,
    /// `revenue`
    Money,
    /// An adjective that asks for the larger end.
    More,
    /// An adjective that asks for the smaller end.
    Less,
}

/// The sections of the file that hold cues.
const SECTIONS: [(&str, Cue); 29] = [
    ("count", Cue::Count),
    ("sum", Cue::Sum),
    ("mean", Cue::Mean),
    ("median", Cue::Median),
    ("share", Cue::Share),
    ("difference", Cue::Difference),
    ("each", Cue::Each),
    ("not", Cue::Not),
    ("other", Cue::Other),
    ("missing", Cue::Missing),
    ("now", Cue::Now),
    ("former", Cue::Former),
    ("ever", Cue::Ever),
    ("before", Cue::Before),
    ("after", Cue::After),
    ("neighbour", Cue::Neighbour),
    ("duration", Cue::Duration),
    ("years", Cue::Years),
    ("months", Cue::Months),
    ("days", Cue::Days),
    ("during", Cue::During),
    ("since", Cue::Since),
    ("at_least", Cue::AtLeast),
    ("at_most", Cue::AtMost),
    ("above", Cue::Above),
    ("below", Cue::Below),
    ("all", Cue::All),
    ("both", Cue::Both),
    ("money", Cue::Money),
];

/// The words of a text, folded, in the way in which questions and phrases are both split.
pub fn words_of(text: &str) -> Vec<String> {
    text.unicode_words().flat_map(tokens).collect()
}

/// Everything of `english.txt`.
#[derive(Debug, Default)]
pub struct English {
    /// Groups of one meaning by phrase, its words as roots.
    same: HashMap<String, Vec<u16>>,
    /// Words of the longest phrase of a group.
    pub longest: usize,
    /// Cues by phrase.
    cues: HashMap<String, Vec<Cue>>,
    /// Adjectives: true for the larger end, with roots of what is measured.
    adjectives: HashMap<String, (bool, Vec<String>)>,
    filler: HashSet<String>,
    short: HashMap<String, String>,
    units: HashMap<String, String>,
    nations: HashMap<String, Vec<String>>,
    holidays: HashMap<String, (u8, u8)>,
    countries: HashSet<String>,
}

impl English {
    /// The one lexicon.
    pub fn get() -> &'static English {
        static ENGLISH: OnceLock<English> = OnceLock::new();
        ENGLISH.get_or_init(|| English::read(include_str!("english.txt")))
    }

    fn read(text: &str) -> English {
        let mut english = English::default();
        let mut section = "";
        let mut groups = 0u16;
        for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                section = name;
                continue;
            }
            let (head, list) = match line.split_once(':') {
                Some((head, list)) => (head.trim(), list),
                None => ("", line),
            };
            let phrases: Vec<String> =
                list.split(',').map(|p| words_of(p).join(" ")).filter(|p| !p.is_empty()).collect();
            let symbols = list.split(',').map(str::trim);
            match section {
                "same" => {
                    for phrase in &phrases {
                        let roots: Vec<String> = phrase.split(' ').map(root).collect();
                        english.longest = english.longest.max(roots.len());
                        let of = english.same.entry(roots.join(" ")).or_default();
                        if !of.contains(&groups) {
                            of.push(groups);
                        }
                    }
                    groups += 1;
                }
                "more" | "less" => {
                    let dimensions = phrases.iter().flat_map(|p| p.split(' ').map(root)).collect();
                    english.adjectives.insert(words_of(head).join(" "), (section == "more", dimensions));
                }
                "filler" => english.filler.extend(phrases),
                "short" => {
                    english.short.insert(words_of(head).join(" "), phrases.join(" "));
                }
                "unit" => {
                    for word in symbols {
                        english.units.insert(word.to_lowercase(), head.to_owned());
                    }
                }
                "nation" => {
                    english.countries.insert(words_of(head).join(" "));
                    for phrase in phrases {
                        english.nations.entry(phrase).or_default().push(head.to_owned());
                    }
                }
                "holiday" => {
                    let day =
                        head.split_once('-').and_then(|(m, d)| Some((m.parse().ok()?, d.parse().ok()?)));
                    for phrase in phrases {
                        english.holidays.extend(day.map(|day| (phrase, day)));
                    }
                }
                name => {
                    if let Some((_, cue)) = SECTIONS.iter().find(|(section, _)| *section == name) {
                        for phrase in phrases {
                            english.cues.entry(phrase).or_default().push(*cue);
                        }
                    }
                }
            }
        }
        english
    }

    /// The groups of one meaning that a phrase belongs to, its words being roots.
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

    /// Whether a word carries nothing that a query would have to explain.
    pub fn is_filler(&self, word: &str) -> bool {
        self.filler.contains(word) || crate::writer::offline::words::is_stop(word)
    }

    /// What a short form stands for.
    pub fn long_form(&self, word: &str) -> Option<&str> {
        self.short.get(word).map(String::as_str)
    }

    /// The unit that a word or sign means, in its canonical form.
    pub fn unit(&self, word: &str) -> Option<&str> {
        self.units.get(word).map(String::as_str)
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
    fn no_adjective_has_two_directions() {
        let mut seen = HashMap::new();
        let mut more = None;
        for line in include_str!("english.txt").lines() {
            match line.trim() {
                "[more]" => more = Some(true),
                "[less]" => more = Some(false),
                l if l.starts_with('[') => more = None,
                l => {
                    if let (Some(more), Some((word, _))) = (more, l.split_once(':')) {
                        assert_eq!(seen.insert(word.to_owned(), more), None, "{word} stands twice");
                    }
                }
            }
        }
        assert!(seen.len() > 60);
    }

    #[test]
    fn every_section_of_cues_is_there() {
        for (name, cue) in SECTIONS {
            assert!(English::get().cues.values().any(|c| c.contains(&cue)), "{name}");
        }
    }
}
