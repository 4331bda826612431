//! English words as the parser and the search read them: roots, words without content, likeness of meaning. The
//! words themselves are in the lexicon.

use std::collections::HashMap;
use std::sync::OnceLock;

use trustuqa_engine::lexicon;

/// Whether a word has the ending of a participle: "opened", but not "breed".
pub fn is_participle(word: &str) -> bool {
    word.len() > 3 && word.ends_with("ed") && !word.ends_with("eed") && !matches!(word, "shed" | "sled")
}

/// Whether a word is a noun for who does something, by its ending: "owner", "directors", "dentist".
pub fn is_doer(word: &str) -> bool {
    let one = word.strip_suffix('s').unwrap_or(word);
    let ending = ["er", "or", "ist", "ian", "man", "men"].into_iter().any(|end| one.ends_with(end));
    one.len() > 4 && ending && !lexicon::contains("no persons", word)
}

/// Suffixes, longest first, with the fewest letters that must come before each.
#[rustfmt::skip]
const SUFFIXES: &[(&str, usize)] = &[
    ("ations", 4), ("ation", 4), ("ating", 4), ("ators", 4), ("ator", 4), ("ated", 4), ("ates", 4), ("ships", 4), ("ship", 4),
    ("ings", 3), ("ions", 4), ("ion", 4), ("ing", 3), ("ers", 3), ("ors", 3), ("ied", 3), ("ees", 4), ("ee", 5),
    ("ed", 3), ("er", 3), ("or", 3), ("ly", 4), ("al", 5), ("es", 4), ("ate", 4), ("s", 3),
];

/// The root of a folded word: the form that its inflections and common derivations share (`directed`, `director`,
/// `directing`). Roots are for comparison only.
pub fn root(word: &str) -> String {
    let word = lexicon::head("irregular", word).unwrap_or(word);
    let whole = lexicon::contains("whole words", word);
    if whole || !word.bytes().all(|b| b.is_ascii_lowercase()) || word.len() < 4 {
        return word.to_owned();
    }
    // From a plural in "ies", nothing else is cut: `deliveries` has the root of `delivery`.
    let singular = word.strip_suffix("ies").filter(|stem| stem.len() >= 3);
    let mut stem = singular.unwrap_or(word);
    let rounds = if singular.is_some() { 0 } else { 2 };
    for _ in 0..rounds {
        let cut = SUFFIXES.iter().find(|(suffix, least)| {
            stem.len() >= suffix.len() + least
                && stem.ends_with(suffix)
                && !(*suffix == "s" && (stem.ends_with("ss") || stem.ends_with("us")))
        });
        match cut {
            Some((suffix, _)) => stem = &stem[..stem.len() - suffix.len()],
            None => break,
        }
    }
    let mut out = stem.to_owned();
    if out.len() > 3 && (out.ends_with('e') || out.ends_with('y') || out.ends_with('i')) {
        out.pop();
    }
    let bytes = out.as_bytes();
    if bytes.len() > 3 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2] {
        out.pop();
    }
    out
}

/// Whether a word needs no explanation by a query.
pub fn is_stop(word: &str) -> bool {
    lexicon::contains("stop", word)
}

/// Whether a word behind `most` looks like an adjective: `expensive`, `populous`.
pub fn is_adjective(word: &str) -> bool {
    const ENDINGS: &[&str] = &["ive", "ous", "ful", "ble", "ic", "al", "ant", "ent", "lar"];
    word.len() > 5 && ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// Whether a word says little: a query that leaves it unexplained may still be right.
pub fn is_weak(word: &str) -> bool {
    lexicon::contains("weak", word)
}

/// How well two roots mean the same, from 0 to 1.
pub fn likeness(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    if short.len() >= 5 && long.starts_with(short) && short.len() + 3 >= long.len() {
        return 0.85;
    }
    if same_concept(a, b) { 0.72 } else { 0.0 }
}

/// How well a noun of the question and a noun of the schema name the same kind of
/// thing. Synonyms of verbs do not count: who starred is not what stars.
pub fn same_noun(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    static GROUPS: OnceLock<GroupsOfRoots> = OnceLock::new();
    if in_one_group(GROUPS.get_or_init(|| groups_of_roots("nouns")), a, b) { 0.8 } else { 0.0 }
}

/// For each root, the groups of a section with a word of this root.
type GroupsOfRoots = HashMap<String, Vec<usize>>;

fn groups_of_roots(section: &str) -> GroupsOfRoots {
    let mut groups = GroupsOfRoots::new();
    for (index, group) in lexicon::groups(section).iter().enumerate() {
        for word in &group.words {
            groups.entry(root(word)).or_default().push(index);
        }
    }
    groups
}

fn in_one_group(groups: &GroupsOfRoots, a: &str, b: &str) -> bool {
    match (groups.get(a), groups.get(b)) {
        (Some(a), Some(b)) => a.iter().any(|group| b.contains(group)),
        _ => false,
    }
}

fn same_concept(a: &str, b: &str) -> bool {
    static GROUPS: OnceLock<GroupsOfRoots> = OnceLock::new();
    in_one_group(GROUPS.get_or_init(|| groups_of_roots("concepts")), a, b)
}

/// What an adjective in the superlative or comparative measures, as roots of columns, with true if it asks for the
/// larger end. `None` for other words.
pub fn adjective(word: &str) -> Option<(bool, &'static [&'static str])> {
    let word = lexicon::gradable(word).filter(|word| word.degree != lexicon::Degree::Side)?;
    // Ages are mostly stored as dates, which run in the opposite direction.
    let end = if word.measures("age") { word.end_among("date") } else { word.end };
    Some((end == lexicon::End::Larger, word.columns()))
}

/// The place that an ordinal from the second on names.
pub fn ordinal(word: &str) -> Option<usize> {
    lexicon::ordinal(word).filter(|place| (2..=1000).contains(place))
}

/// The number below a hundred that one word names.
pub fn small_number(word: &str) -> Option<u32> {
    lexicon::number(word)
}

/// What a scale word behind a number multiplies it by.
pub fn scale(word: &str) -> Option<f64> {
    Some(match word {
        "hundred" => 1e2,
        "thousand" | "grand" => 1e3,
        "million" | "mio" => 1e6,
        "billion" => 1e9,
        "trillion" => 1e12,
        _ => return None,
    })
}

/// A number in words, `twelve`, `twenty-five thousand`, `three hundred and six`, `a million`, and how many words it
/// has. `word` gives the words from where it may begin, and empty ones behind the last. `one` alone is no number.
pub fn number_in_words<'t>(word: impl Fn(usize) -> &'t str) -> Option<(f64, usize)> {
    // The total so far, and the hundreds, tens and ones that a scale may still multiply.
    let (mut total, mut open) = (0.0, 0.0);
    let mut at = 0;
    if matches!(word(0), "a" | "an") && scale(word(1)).is_some() {
        (open, at) = (1.0, 1);
    }
    loop {
        // "two hundred and six", but not "two and three"
        let and = usize::from(word(at) == "and" && (open >= 100.0 || open == 0.0 && total > 0.0));
        let small = small_number(word(at + and)).filter(|n| *n > 0).map(f64::from);
        if let Some(n) = small.filter(|n| fits_behind(open, *n)) {
            open += n;
            at += 1 + and;
        } else if let Some(scale) = scale(word(at)).filter(|_| open > 0.0) {
            if scale > 100.0 {
                (total, open) = (total + open * scale, 0.0);
            } else {
                open *= scale;
            }
            at += 1;
        } else {
            break;
        }
    }
    let value = total + open;
    let alone = at == 1 && word(0) == "one";
    (value > 0.0 && !alone).then_some((value, at))
}

/// Whether a number below 100 can follow the part of a number before it: "five" behind "twenty" or "three hundred".
fn fits_behind(said: f64, n: f64) -> bool {
    let rest = said % 100.0;
    rest == 0.0 || rest >= 20.0 && rest % 10.0 == 0.0 && n < 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_share_a_root() {
        for group in [
            &["directed", "director", "directors", "directing", "directs"][..],
            &["won", "winner", "winning", "wins"],
            &["nominated", "nominations", "nomination"],
            &["election", "elected", "electoral"],
            &["starred", "stars", "starring"],
            &["countries", "country"],
            &["actors", "acted", "actress"],
            &["wrote", "writer", "written"],
        ] {
            for word in group {
                assert_eq!(root(word), root(group[0]), "{word}");
            }
        }
        assert_ne!(root("nation"), root("national park"));
        assert_ne!(root("gold"), root("silver"));
    }

    #[test]
    fn synonyms_count_less_than_the_word_itself() {
        assert_eq!(likeness(&root("films"), &root("film")), 1.0);
        assert!(likeness(&root("movie"), &root("films")) > 0.5);
        assert_eq!(likeness(&root("movie"), &root("country")), 0.0);
    }
}
