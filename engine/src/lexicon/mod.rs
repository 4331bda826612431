//! The English lexicon: everything that the program knows about single words.
//!
//! The words are data, in `english.txt`: sections of word groups, with or without a head. This module reads
//! the file once and answers from hash tables: [`contains`], [`head`], [`groups`], [`same_group`]. Words that
//! express larger or smaller have a type of their own, [`Gradable`], because a word has the same polarity
//! everywhere. The names of months and weekdays in dates are known to `trustuqa_model`.
//!
//! ```
//! use trustuqa_engine::lexicon::{self, End};
//!
//! assert!(lexicon::contains("stop", "the"));
//! assert_eq!(lexicon::head("nations", "dutch"), Some("netherlands"));
//! assert_eq!(lexicon::ordinal("third"), Some(3));
//!
//! let fastest = lexicon::gradable("fastest").expect("a superlative");
//! assert_eq!((fastest.end, fastest.scales()), (End::Larger, &["speed"][..]));
//! assert!(fastest.is_opposite("time"), "the fastest has the shortest time");
//! ```

mod gradable;
mod read;

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

pub use gradable::{Degree, End, Gradable, gradable};
use read::Section;
pub use read::WordGroup;

const ENGLISH: &str = include_str!("english.txt");

fn sections() -> &'static FxHashMap<&'static str, Section> {
    static SECTIONS: OnceLock<FxHashMap<&'static str, Section>> = OnceLock::new();
    // A test ensures that the file can be read and that each section that is asked for exists.
    SECTIONS.get_or_init(|| read::read(ENGLISH).unwrap_or_default())
}

fn section(name: &str) -> Option<&'static Section> {
    sections().get(name)
}

/// The sections whose words are names, or stand for names.
const OF_NAMES: [&str; 9] = [
    "other names",
    "nations",
    "nations.adjectives",
    "regions.adjectives",
    "nations.codes",
    "languages.codes",
    "short forms",
    "holidays",
    "given names",
];

/// Whether a word is a common English word: some section other than those of names has it.
pub fn is_common(word: &str) -> bool {
    static COMMON: OnceLock<FxHashSet<&'static str>> = OnceLock::new();
    let common = COMMON.get_or_init(|| {
        let others = sections().iter().filter(|(name, _)| !OF_NAMES.contains(name));
        let others = others.flat_map(|(_, section)| section.groups_of.keys().chain(section.heads.keys()));
        words("frequent words").chain(others.copied()).collect()
    });
    common.contains(word)
}

/// The groups of a section, in the order of the file.
pub fn groups(name: &str) -> &'static [WordGroup] {
    section(name).map_or(&[], |section| &section.groups)
}

/// Whether a section contains a word.
pub fn contains(name: &str, word: &str) -> bool {
    section(name).is_some_and(|section| section.groups_of.contains_key(word))
}

/// All words of a section.
pub fn words(name: &str) -> impl Iterator<Item = &'static str> {
    groups(name).iter().flat_map(|group| group.words.iter().copied())
}

/// The head of the group that contains a word; the word itself when it is a head.
pub fn head(name: &str, word: &str) -> Option<&'static str> {
    let section = section(name)?;
    match section.groups_of.get(word) {
        Some(groups) => section.groups.get(*groups.first()? as usize)?.head,
        None => section.heads.get(word).copied(),
    }
}

/// Whether some group of a section contains both words.
pub fn same_group(name: &str, a: &str, b: &str) -> bool {
    let Some(section) = section(name) else { return false };
    match (section.groups_of.get(a), section.groups_of.get(b)) {
        (Some(a), Some(b)) => a.iter().any(|group| b.contains(group)),
        _ => false,
    }
}

/// The number that an ordinal names: `third`, `3rd`.
pub fn ordinal(word: &str) -> Option<usize> {
    let digits = || ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end))?.parse().ok();
    head("ordinals", word).and_then(|number| number.parse().ok()).or_else(digits)
}

/// The number that one word names, up to `twenty`, and the tens up to `ninety`.
pub fn number(word: &str) -> Option<u32> {
    head("numbers", word)?.parse().ok()
}

#[cfg(test)]
mod tests;
