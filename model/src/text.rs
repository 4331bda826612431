//! Folding of names for matching that ignores case, accents and punctuation.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

/// The folded form of a name: compatibility decomposition without accents, lower
/// case, underscores and punctuation as single spaces. Two names that fold alike
/// are the same to a reader. A name of punctuation only folds to itself.
pub fn fold(text: &str) -> String {
    fold_tokens(text, &tokens(text))
}

/// The folded form of a name whose folded tokens are known.
pub fn fold_tokens(text: &str, tokens: &[String]) -> String {
    if tokens.is_empty() { text.trim().to_lowercase() } else { tokens.join(" ") }
}

/// The folded tokens of a name, in order: words and numbers, without punctuation.
pub fn tokens(text: &str) -> Vec<String> {
    let plain: String = if text.is_ascii() {
        // Nothing is decomposed here, and most names are such.
        text.to_ascii_lowercase().replace('_', " ")
    } else {
        text.nfkd()
            .filter(|c| !is_combining_mark(*c))
            .flat_map(char::to_lowercase)
            .map(|c| if c == '_' { ' ' } else { c })
            .collect()
    };
    plain
        .unicode_words()
        .flat_map(|word| word.split(['\'', '’', '.', ':']))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_case_accents_and_punctuation() {
        assert_eq!(fold("Andrés  Romero"), "andres romero");
        assert_eq!(fold("directed_by"), "directed by");
        assert_eq!(fold("U.S.A."), "u s a");
        assert_eq!(fold("?!"), "?!");
    }
}
