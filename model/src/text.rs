//! Folding of names for matching that ignores case, accents and punctuation.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

/// The folded form of a name: compatibility decomposition without accents, lower case, underscores and
/// punctuation as single spaces. Names with the same folded form look the same to a reader. A name that is
/// only punctuation folds to itself.
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
        // Most names are ASCII, in which nothing needs to be decomposed.
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

/// The name of a relation, column or source split into words: `birthPlace` and `birth_place` become `birth
/// Place` and `birth place`. In a name with spaces only underscores separate words; a capital after a single
/// letter (`kWh`, `eBay`) does not begin a word.
pub fn spelled_out(name: &str) -> String {
    let identifier = !name.contains(char::is_whitespace);
    let mut spelled = String::with_capacity(name.len() + 4);
    let (mut written, mut small, mut capitals) = (0, false, 0);
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        let next_small = letters.peek().is_some_and(|next| next.is_lowercase());
        // `headOf`; and in `URLOfPage` the last of a run of capitals.
        let begins = letter.is_uppercase() && (small && written >= 2 || capitals >= 2 && next_small);
        if identifier && begins {
            spelled.push(' ');
            written = 0;
        }
        written += 1;
        small = letter.is_lowercase();
        capitals = if letter.is_uppercase() { capitals + 1 } else { 0 };
        spelled.push(if letter == '_' { ' ' } else { letter });
    }
    spelled
}

/// The folded tokens of the name of a relation, column or source; see [`spelled_out`].
pub fn name_tokens(name: &str) -> Vec<String> {
    tokens(&spelled_out(name))
}

/// Whether a text is an identifier rather than a name: the identifiers of Freebase and Wikidata, blank nodes,
/// and long hexadecimal numbers.
pub fn is_identifier(text: &str) -> bool {
    let freebase = text.strip_prefix("m.").or_else(|| text.strip_prefix("g."));
    if let Some(rest) = freebase {
        let sign = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        return rest.len() >= 3 && rest.chars().all(sign) && rest.contains(|c: char| c.is_ascii_digit());
    }
    if text.starts_with("_:") {
        return true;
    }
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if text.strip_prefix('Q').is_some_and(|rest| rest.len() > 2 && digits(rest)) {
        return true;
    }
    let hex = text.bytes().filter(u8::is_ascii_hexdigit).count();
    let dashes = text.bytes().filter(|b| *b == b'-').count();
    hex >= 24 && hex + dashes == text.len() && text.bytes().any(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_relations_are_spelled_out() {
        for (name, spelled) in [
            ("birthPlace", "birth Place"),
            ("birth_place", "birth place"),
            ("isURLOfPage", "is URL Of Page"),
            ("kWh", "kWh"),
            ("eBay_sales", "eBay sales"),
            ("Net kWh used", "Net kWh used"),
            ("WebSite", "Web Site"),
        ] {
            assert_eq!(spelled_out(name), spelled);
        }
    }

    #[test]
    fn folds_case_accents_and_punctuation() {
        assert_eq!(fold("Andrés  Romero"), "andres romero");
        assert_eq!(fold("directed_by"), "directed by");
        assert_eq!(fold("U.S.A."), "u s a");
        assert_eq!(fold("?!"), "?!");
    }

    #[test]
    fn identifiers_are_told_from_names() {
        for text in ["m.0944j8_", "g.11b66dwnnz", "_:b0", "Q3142250", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"]
        {
            assert!(is_identifier(text), "{text}");
        }
        for text in ["m.a.s.h.", "Q5", "Q&A", "1994", "m.", "Ada", "2024-03-15", "4111111111111111"] {
            assert!(!is_identifier(text), "{text}");
        }
    }
}
