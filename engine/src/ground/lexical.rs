//! The similarity of two names by their letters: equal, folded, contained, misspelt.

use rapidfuzz::distance::levenshtein;
use trustuqa_model::{Value, tokens};

use super::Channel;
use crate::lexicon;

/// A name prepared for comparison.
#[derive(Clone, Debug)]
pub struct PreparedName {
    /// The name as it is.
    pub text: String,
    /// Its folded tokens.
    pub tokens: Vec<String>,
    /// Its stemmed tokens.
    pub stems: Vec<String>,
    /// Its tokens, joined by single spaces.
    joined: String,
    /// Its stemmed tokens, joined without spaces.
    stemmed: String,
    /// Characters of `joined`.
    length: usize,
    /// The characters that occur in `joined`, hashed to 32 bits.
    letters: u32,
}

impl PreparedName {
    /// Prepares a name.
    pub fn new(text: &str) -> PreparedName {
        let tokens = tokens(text);
        let stems: Vec<String> = tokens.iter().map(|t| stem(t).to_owned()).collect();
        let (joined, stemmed) = (tokens.join(" "), stems.concat());
        let length = joined.chars().count();
        let letters = joined.chars().fold(0, |letters, c| letters | 1 << (u32::from(c) % 32));
        PreparedName { text: text.to_owned(), tokens, stems, joined, stemmed, length, letters }
    }
}

/// The token without a plural ending or final `y`. Deliberately light: a stem that cuts more makes different
/// words equal.
pub fn stem(token: &str) -> &str {
    if token.len() > 4 && token.ends_with("ies") {
        return &token[..token.len() - 3];
    }
    if token.len() > 4 && token.ends_with('y') {
        return &token[..token.len() - 1];
    }
    if token.len() > 4
        && (token.ends_with("sses")
            || token.ends_with("xes")
            || token.ends_with("ches")
            || token.ends_with("shes"))
    {
        return &token[..token.len() - 2];
    }
    if token.len() > 3 && token.ends_with('s') && !token.ends_with("ss") && !token.ends_with("us") {
        return &token[..token.len() - 1];
    }
    token
}

/// Whether a word says nothing about which name is meant.
pub fn is_filler(token: &str) -> bool {
    lexicon::contains("filler", token)
}

/// Whether a word only asks, and says nothing about what is asked for.
pub fn is_question_word(word: &str) -> bool {
    lexicon::contains("question", word)
}

/// Whether a value is a different date or number than the one asked for. Two such values may share most
/// digits and still differ: `2024-03-04` is not a misspelt `2024-03-31`, and a whole month does not equal one
/// of its days.
pub fn is_other_value(own: &Value, asked: &Value) -> bool {
    match (own, asked) {
        (Value::Date(own), Value::Date(asked)) => !asked.covers(*own),
        (Value::Quantity(own, unit), Value::Quantity(asked, other)) => unit == other && own != asked,
        (Value::Integer(_) | Value::Decimal(_), Value::Integer(_) | Value::Decimal(_)) => {
            own.number() != asked.number()
        }
        _ => false,
    }
}

/// The similarity of two names, from 0 to 1, and the channel that found it.
///
/// It is 1 for the same characters, 0.97 for the same folded tokens, 0.95 for the same stems, up to 0.9 when
/// one contains the words of the other (more, the larger the part), up to 0.88 for a misspelling, and at most
/// 0.5 when they only share some words.
pub fn similarity(asked: &PreparedName, name: &PreparedName) -> (f32, Channel) {
    if asked.text == name.text {
        return (1.0, Channel::Exact);
    }
    if asked.tokens.is_empty() || name.tokens.is_empty() {
        return (0.0, Channel::Words);
    }
    if asked.tokens == name.tokens {
        return (0.97, Channel::Folded);
    }
    if asked.stemmed == name.stemmed {
        return (0.95, Channel::Folded);
    }
    let words = (overlap(&asked.stems, &name.stems), Channel::Words);
    let letters = (misspelling(asked, name), Channel::Edit);
    if letters.0 > words.0 { letters } else { words }
}

/// Whether two names are practically the same: one contains the words of the other, or nearly.
pub fn alike(a: &str, b: &str) -> bool {
    let (a, b) = (PreparedName::new(a), PreparedName::new(b));
    similarity(&a, &b).0.max(similarity(&b, &a).0) >= 0.7
}

/// The weight of a word: its length, up to a limit, so that long words count more; little for a filler such
/// as "of".
fn weight(token: &str) -> f32 {
    if is_filler(token) { 0.4 } else { (token.chars().count() as f32).min(12.0) }
}

fn overlap(asked: &[String], name: &[String]) -> f32 {
    let total = |list: &[String]| list.iter().map(|t| weight(t)).sum::<f32>();
    let mut rest: Vec<&String> = name.iter().collect();
    let mut shared = 0.0;
    for token in asked {
        if let Some(at) = rest.iter().position(|t| *t == token) {
            rest.swap_remove(at);
            shared += weight(token);
        }
    }
    if shared <= 0.4 {
        return 0.0;
    }
    let of_asked = shared / total(asked);
    let of_name = shared / total(name);
    if of_asked > 0.97 {
        return 0.58 + 0.32 * of_name;
    }
    if of_name > 0.97 {
        return 0.5 + 0.34 * of_asked;
    }
    let both = total(asked) + total(name) - shared;
    0.5 * shared / both
}

fn digits(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(u8::is_ascii_digit)
}

fn misspelling(asked: &PreparedName, name: &PreparedName) -> f32 {
    let longest = asked.length.max(name.length);
    // A lower bound of the edits: each adds or removes at most one letter, and changes at most two bits. With
    // more edits than this, the similarity stays below the threshold.
    let edits =
        asked.length.abs_diff(name.length).max((asked.letters ^ name.letters).count_ones() as usize / 2);
    if longest < 4 || edits as f32 > 0.29 * longest as f32 {
        return 0.0;
    }
    // Numbers are never misspelt: 1994 and 1995 are different years.
    if !digits(&asked.joined).eq(digits(&name.joined)) {
        return 0.0;
    }
    let likeness = levenshtein::normalized_similarity(asked.joined.chars(), name.joined.chars()) as f32;
    if likeness >= 0.72 { likeness * 0.9 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(a: &str, b: &str) -> f32 {
        similarity(&PreparedName::new(a), &PreparedName::new(b)).0
    }

    #[test]
    fn nearer_names_score_higher() {
        assert_eq!(score("Brazil", "Brazil"), 1.0);
        assert!(score("directed by", "directed_by") > 0.96);
        assert!(score("gold medals", "Gold medal") > 0.94);
        assert!(score("gold", "Gold medals") > score("gold", "Total gold and silver medals"));
        assert!(score("Andres Romera", "Andrés Romero") > 0.8);
        assert_eq!(score("1994", "1995"), 0.0);
        assert!(score("Korea Musical Awards", "11th Korea Musical Awards") > 0.8);
        assert!(score("population", "Capital") < 0.5);
    }
}
