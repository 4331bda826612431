//! Names of entities, relations and words, each computed from its number.
//!
//! Entities of different numbers have different names. A name is a word or a few: coined
//! from syllables for people and places, so that there are as many as one wants, and
//! with plain words between, so that tokens repeat as they do in real names.

use crate::draw::{Draw, scatter};

/// What an entity is. Entity `k` is of kind `k % 4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entity {
    Person = 0,
    Work = 1,
    Place = 2,
    Group = 3,
}

impl Entity {
    /// The kind of a number.
    pub(crate) fn of(number: u64) -> Entity {
        match number % 4 {
            0 => Entity::Person,
            1 => Entity::Work,
            2 => Entity::Place,
            _ => Entity::Group,
        }
    }

    /// The entity of this kind that is about as well known as `number`.
    pub(crate) fn near(self, number: u64) -> u64 {
        number - number % 4 + self as u64
    }
}

const ONSETS: [&str; 20] =
    ["b", "br", "c", "ch", "d", "f", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v"];
const VOWELS: [&str; 8] = ["a", "e", "i", "o", "u", "ai", "ea", "ou"];
// The last is not ASCII, as a part of all real names are not.
const ENDINGS: [&str; 14] = ["", "n", "r", "s", "l", "th", "nd", "rt", "m", "x", "ck", "ll", "ng", "né"];

/// A coined word in small letters. Consonants and vowels alternate, so that a word can
/// be cut into its parts in one way only: two numbers never give one word.
fn coined(number: u64) -> String {
    let (pairs, endings) = ((ONSETS.len() * VOWELS.len()) as u64, ENDINGS.len() as u64);
    let (mut left, mut syllables, mut words) = (number, 2, pairs * pairs * endings);
    while left >= words {
        left -= words;
        syllables += 1;
        words = words.saturating_mul(pairs);
    }
    let mut word = String::new();
    let ending = left % endings;
    left /= endings;
    for _ in 0..syllables {
        let pair = (left % pairs) as usize;
        left /= pairs;
        word.push_str(ONSETS[pair % ONSETS.len()]);
        word.push_str(VOWELS[pair / ONSETS.len()]);
    }
    word.push_str(ENDINGS[ending as usize]);
    word
}

/// A coined word with a capital.
fn proper(number: u64) -> String {
    let word = coined(number);
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => word,
    }
}

/// Number `index` of `count` words, in an order that does not look sorted. A factor
/// that is prime and no divisor of `count` visits each once.
fn shuffled(index: u64, count: u64) -> u64 {
    const FACTOR: u64 = 7_368_787;
    (index % count).wrapping_mul(FACTOR) % count
}

/// Two numbers from one, the pair being different for each number below `first * second`.
/// Numbers that follow one another differ in both.
fn pair(number: u64, first: u64, second: u64) -> (u64, u64) {
    let one = number % first;
    (one, (number / first + scatter(one)) % second)
}

const GIVEN: u64 = 1_000;
const SURNAMES: u64 = 40_000;
const PLACES: u64 = 300_000;

const NOUNS: [&str; 48] = [
    "River", "House", "Night", "Garden", "Stone", "Winter", "Mirror", "Road", "Harbour", "Letter", "Forest",
    "Island", "Shadow", "Bridge", "Summer", "Circle", "Silence", "Window", "Mountain", "Train", "Ocean",
    "Crown", "Fire", "Song", "Castle", "Valley", "Dream", "Market", "Star", "Tower", "Machine", "Storm",
    "Field", "Key", "Heart", "Wall", "Light", "Horse", "Secret", "Map", "Child", "Doctor", "Stranger",
    "Game", "Thread", "Glass", "Bell", "Boat",
];
const PLACE_FORMS: [&str; 6] = ["{}", "Lake {}", "{} County", "New {}", "Mount {}", "{} Valley"];
const GROUP_FORMS: [&str; 8] = [
    "{} United",
    "{} Records",
    "University of {}",
    "{} Party",
    "{} & Sons",
    "{} City",
    "Bank of {}",
    "{} Pictures",
];

/// The name of an entity.
pub(crate) fn entity(number: u64) -> String {
    let index = number / 4;
    match Entity::of(number) {
        Entity::Person => {
            let (given, surname) = pair(index, GIVEN, SURNAMES);
            let again = index / (GIVEN * SURNAMES);
            let (given, surname) =
                (proper(shuffled(given, GIVEN)), proper(GIVEN + shuffled(surname, SURNAMES)));
            if again == 0 { format!("{given} {surname}") } else { format!("{given} {surname} {again}") }
        }
        Entity::Work => {
            let nouns = NOUNS.len() as u64;
            let (noun, word) = pair(index, nouns, SURNAMES);
            let (noun, word) = (NOUNS[noun as usize], proper(shuffled(word, SURNAMES)));
            // When the short titles are used up, longer ones follow.
            match index / (nouns * SURNAMES) {
                0 => format!("The {noun} of {word}"),
                long => match NOUNS.get(long as usize - 1) {
                    Some(second) => format!("The {noun} and the {second} of {word}"),
                    None => format!("The {noun} of {word} {long}"),
                },
            }
        }
        Entity::Place => named_after(index, &PLACE_FORMS, PLACES),
        Entity::Group => named_after(index, &GROUP_FORMS, PLACES),
    }
}

/// A form with a coined word in it.
fn named_after(index: u64, forms: &[&str], words: u64) -> String {
    let (form, word) = pair(index, forms.len() as u64, words);
    let again = index / (forms.len() as u64 * words);
    let name = forms[form as usize].replace("{}", &proper(shuffled(word, words)));
    if again == 0 { name } else { format!("{name} {again}") }
}

const VERBS: [&str; 24] = [
    "directed",
    "written",
    "produced",
    "founded",
    "owned",
    "located",
    "played",
    "awarded",
    "born",
    "educated",
    "employed",
    "influenced",
    "published",
    "edited",
    "built",
    "named",
    "nominated",
    "governed",
    "recorded",
    "translated",
    "sponsored",
    "discovered",
    "taught",
    "coached",
];
const PARTICLES: [&str; 4] = ["by", "in", "at", "with"];

/// The name of a relation of a knowledge graph, by its rank.
pub(crate) fn relation(rank: u64) -> String {
    let (verb, rest) = ((rank % 24) as usize, rank / 24);
    let (particle, again) = ((rest % 4) as usize, rest / 4);
    match again {
        0 => format!("{}_{}", VERBS[verb], PARTICLES[particle]),
        _ => format!("{}_{}_{}", VERBS[verb], PARTICLES[particle], coined(again)),
    }
}

const OFFICES: [&str; 16] = [
    "position held",
    "member of",
    "spouse",
    "award received",
    "head coach",
    "employer",
    "owner",
    "residence",
    "capital",
    "head of state",
    "league",
    "chairperson",
    "sponsor",
    "occupant",
    "manager",
    "captain",
];

/// The name of a relation of a temporal knowledge graph, by its rank.
pub(crate) fn office(rank: u64) -> String {
    let (office, again) = ((rank % 16) as usize, rank / 16);
    if again == 0 { OFFICES[office].to_owned() } else { format!("{} of {}", OFFICES[office], coined(again)) }
}

const PLAIN: [&str; 32] = [
    "the", "of", "and", "in", "to", "a", "was", "for", "on", "by", "with", "as", "first", "after", "from",
    "at", "later", "its", "were", "during", "not", "won", "into", "two", "match", "final", "lost", "second",
    "against", "record", "played", "replaced",
];

/// A sentence of some words, the commonest words of a language most often.
pub(crate) fn sentence(draw: &mut Draw) -> String {
    let mut text = String::new();
    let words = 3 + draw.below(10);
    for at in 0..words {
        let rank = draw.zipf(20_000, 1.0);
        let word = match PLAIN.get(rank as usize) {
            Some(plain) => (*plain).to_owned(),
            None => coined(rank),
        };
        if at == 0 {
            let mut letters = word.chars();
            text.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            text.extend(letters);
        } else {
            text.push_str(if draw.percent(8) { ", " } else { " " });
            // Quotes inside cells must survive the file.
            let quoted = draw.percent(2);
            text.push_str(&if quoted { format!("\"{word}\"") } else { word });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_have_names_of_their_own() {
        let mut seen = std::collections::HashSet::new();
        // The first million, and some for which words run out.
        for number in (0..1_000_000).chain((0..10_000).map(|n| 3_000_000_000 + n)) {
            let name = entity(number);
            assert_eq!(name, name.trim());
            assert!(!name.contains("  ") && !name.contains(['\t', '"', ',']), "{name}");
            assert!(seen.insert(name), "entity {number} has the name of another: {}", entity(number));
        }
        assert!(seen.iter().any(|name| !name.is_ascii()));
    }

    #[test]
    fn relations_have_names_of_their_own() {
        let names: std::collections::HashSet<String> = (0..2_000).map(relation).collect();
        assert_eq!(names.len(), 2_000);
        let names: std::collections::HashSet<String> = (0..2_000).map(office).collect();
        assert_eq!(names.len(), 2_000);
    }

    #[test]
    fn the_kind_of_an_entity_can_be_chosen() {
        for number in 0..100 {
            for kind in [Entity::Person, Entity::Work, Entity::Place, Entity::Group] {
                assert_eq!(Entity::of(kind.near(number)), kind);
                assert_eq!(kind.near(number) / 4, number / 4);
            }
        }
    }
}
