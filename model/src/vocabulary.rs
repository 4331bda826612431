//! The tokens of a graph in memory, for finding those with similar spellings.

use crate::edits;

/// Every token with the number of names that contain it. Tokens are stored without an allocation each, at
/// sixteen bytes besides their letters.
#[derive(Debug, Default)]
pub struct Vocabulary {
    letters: String,
    words: Vec<Word>,
}

#[derive(Debug)]
struct Word {
    /// Where its letters end; they begin where those of the previous word end.
    end: usize,
    /// The classes of letters that occur in it, one bit each.
    classes: u32,
    names: u32,
}

impl Vocabulary {
    /// Adds a token.
    pub fn push(&mut self, word: &str, names: u32) {
        self.letters.push_str(word);
        self.words.push(Word { end: self.letters.len(), classes: classes(word), names });
    }

    /// The tokens within `distance` edits of `token`, nearest first, then by falling number of names, then
    /// alphabetically; each with its number of names.
    pub fn near(&self, token: &str, distance: usize) -> Vec<(String, u32)> {
        let letters: Vec<char> = token.chars().collect();
        let wanted = classes(token);
        let mut row = Vec::new();
        let mut found = Vec::new();
        let mut start = 0;
        for word in &self.words {
            let text = self.letters.get(start..word.end).unwrap_or_default();
            start = word.end;
            // One edit changes at most two classes: that of the removed letter and that of the added one.
            if (word.classes ^ wanted).count_ones() as usize > 2 * distance {
                continue;
            }
            if let Some(distance) = edits(&letters, text, distance, &mut row) {
                found.push((distance, std::cmp::Reverse(word.names), text));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(_, names, word)| (word.to_owned(), names.0)).collect()
    }
}

/// One bit for each class of letters, by the lowest bits of their code points.
fn classes(word: &str) -> u32 {
    word.chars().fold(0, |classes, letter| classes | 1 << (u32::from(letter) % 32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_full_comparison_finds() {
        let words =
            ["brazil", "brasil", "basil", "grazil", "zil", "é", "ée", "", "brazilia", "lizarb", "BRAZIL"];
        let mut vocabulary = Vocabulary::default();
        for (names, word) in (1..).zip(words) {
            vocabulary.push(word, names);
        }
        for token in words.into_iter().chain(["brazzil", "x", "azil"]) {
            for distance in 0..4 {
                let letters: Vec<char> = token.chars().collect();
                let mut expected: Vec<&str> = words
                    .into_iter()
                    .filter(|word| edits(&letters, word, distance, &mut Vec::new()).is_some())
                    .collect();
                expected.sort_unstable();
                let near = vocabulary.near(token, distance);
                let mut found: Vec<&str> = near.iter().map(|(word, _)| word.as_str()).collect();
                found.sort_unstable();
                assert_eq!(found, expected, "{token} within {distance}");
            }
        }
        assert_eq!(vocabulary.near("brazil", 1)[..2], [("brazil".to_owned(), 1), ("grazil".to_owned(), 4)]);
    }
}
