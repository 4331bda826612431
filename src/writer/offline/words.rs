//! What the offline writer knows about English words: roots, words that carry no
//! content, groups of words with one meaning. Nothing here knows any data.

/// Irregular forms with the form whose root they share.
#[rustfmt::skip]
const IRREGULAR: &[(&str, &str)] = &[
    ("won", "win"), ("wrote", "write"), ("written", "write"), ("writing", "write"), ("writer", "write"), ("writers", "write"),
    ("birth", "born"), ("birthplace", "born"), ("birthday", "born"), ("birthdate", "born"), ("led", "lead"), ("held", "hold"),
    ("made", "make"), ("sang", "sing"), ("sung", "sing"), ("song", "sing"), ("began", "begin"), ("begun", "begin"),
    ("became", "become"), ("chose", "choose"), ("chosen", "choose"), ("built", "build"), ("people", "person"), ("men", "man"),
    ("women", "woman"), ("children", "child"), ("died", "die"), ("death", "die"), ("dead", "die"), ("dies", "die"),
    ("spoken", "speak"), ("spoke", "speak"), ("drove", "drive"), ("driven", "drive"), ("lost", "lose"), ("loss", "lose"),
    ("sold", "sell"), ("spent", "spend"), ("taught", "teach"), ("met", "meet"), ("ran", "run"), ("left", "leave"),
    ("gave", "give"), ("given", "give"), ("took", "take"), ("taken", "take"), ("went", "go"), ("came", "come"),
    ("actress", "act"), ("actresses", "act"), ("married", "marry"), ("marries", "marry"), ("marriage", "marry"),
    ("wives", "wife"), ("tied", "tie"), ("lies", "lie"), ("height", "high"), ("length", "long"), ("width", "wide"),
    ("depth", "deep"), ("weight", "weigh"), ("scored", "score"), ("employee", "staff"), ("employees", "staff"), ("caught", "catch"), ("fought", "fight"), ("paid", "pay"),
];

/// Suffixes, longest first, with the fewest letters that must stand before each.
#[rustfmt::skip]
const SUFFIXES: &[(&str, usize)] = &[
    ("ations", 4), ("ation", 4), ("ating", 4), ("ators", 4), ("ator", 4), ("ated", 4), ("ates", 4), ("ships", 4), ("ship", 4),
    ("ings", 3), ("ions", 4), ("ion", 4), ("ing", 3), ("ers", 3), ("ors", 3), ("ies", 3), ("ied", 3), ("ees", 4), ("ee", 5),
    ("ed", 3), ("er", 3), ("or", 3), ("ly", 4), ("al", 5), ("es", 4), ("ate", 4), ("s", 3),
];

/// The root of a folded word: a form that inflections and common derivations of it
/// share (`directed`, `director`, `directing`). Roots are for comparison only.
pub fn root(word: &str) -> String {
    let word = IRREGULAR.iter().find(|(form, _)| *form == word).map_or(word, |(_, base)| base);
    if !word.bytes().all(|b| b.is_ascii_lowercase()) || word.len() < 4 {
        return word.to_owned();
    }
    let mut stem = word;
    for _ in 0..2 {
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

/// Words that need no explanation by a query.
#[rustfmt::skip]
pub fn is_stop(word: &str) -> bool {
    matches!(
        word,
        "a" | "an" | "the" | "of" | "in" | "on" | "at" | "by" | "to" | "for" | "from" | "with" | "into" | "as" | "than" | "that" | "this" | "these" | "those"
            | "and" | "or" | "is" | "was" | "are" | "were" | "be" | "been" | "being" | "am" | "do" | "does" | "did" | "done" | "has" | "have" | "had" | "s" | "t"
            | "it" | "its" | "he" | "she" | "they" | "their" | "his" | "her" | "him" | "them" | "there" | "i" | "me" | "my" | "you" | "we" | "us" | "our"
            | "who" | "whom" | "whose" | "what" | "which" | "when" | "where" | "how" | "why" | "can" | "could" | "would" | "will" | "shall" | "should" | "may"
            | "please" | "if" | "so" | "then" | "while" | "also" | "ever" | "any" | "some" | "such" | "just" | "between"
    )
}

/// Whether a word behind `most` looks like one that describes: `expensive`, `populous`.
pub fn is_adjective(word: &str) -> bool {
    const ENDINGS: &[&str] = &["ive", "ous", "ful", "ble", "ic", "al", "ant", "ent", "lar"];
    word.len() > 5 && ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// Words that say little; a query that leaves one unexplained may still be right.
#[rustfmt::skip]
pub fn is_weak(word: &str) -> bool {
    matches!(
        word,
        "name" | "names" | "named" | "list" | "listed" | "give" | "given" | "tell" | "show" | "find" | "people" | "person" | "thing" | "things" | "one" | "ones"
            | "many" | "much" | "number" | "time" | "times" | "different" | "various" | "same" | "all" | "each" | "every" | "only" | "called" | "entitled"
            | "get" | "got" | "receive" | "received" | "take" | "took" | "place" | "happen" | "happened" | "occur" | "occurred" | "hold" | "held" | "become"
            | "became" | "serve" | "served" | "kind" | "type" | "during" | "after" | "before" | "under" | "over" | "about" | "up" | "out" | "value" | "total"
            | "amount" | "go" | "went" | "come" | "came" | "made" | "make" | "having" | "their" | "per" | "both" | "year" | "years" | "be" | "corresponding"
            | "did" | "whole" | "within" | "among" | "according" | "table" | "row" | "rows" | "record" | "right" | "immediately" | "directly" | "state"
    )
}

/// Groups of roots with one meaning in questions about data.
#[rustfmt::skip]
const CONCEPTS: &[&[&str]] = &[
    &["film", "movie", "picture"],
    &["country", "nation", "nationality"],
    &["born", "birthplace"],
    &["die", "deceased"],
    &["win", "victor", "champion", "winner"],
    &["star", "actor", "cast", "appear", "feature", "acted", "play"],
    &["direct", "filmmaker"],
    &["write", "author", "screenwriter", "pen", "script", "scriptwriter", "screenplay"],
    &["found", "establish", "create", "start"],
    &["language", "speak", "tongue"],
    &["genre", "sort", "category", "kind", "type"],
    &["rating", "rank", "popular"],
    &["year", "date", "day", "season", "when"],
    &["spouse", "marry", "husband", "wife", "partner", "wed"],
    &["employer", "work", "employee", "job"],
    &["employer", "company"],
    &["team", "club", "side", "squad", "play"],
    &["position", "office", "role", "post", "title", "job", "hold", "serve"],
    &["high", "elevation", "tall", "altitude", "peak"],
    &["area", "size", "big", "large", "surface", "small"],
    &["population", "inhabitant", "populous", "resident", "live"],
    &["long", "duration", "short", "runtime", "distance"],
    &["cost", "price", "expensive", "worth", "budget", "cheap"],
    &["speed", "fast", "slow"],
    &["age", "old", "young"],
    &["locate", "location", "situated", "site", "lie", "stand", "country"],
    &["city", "town", "place"],
    &["tag", "topic", "theme", "describe", "keyword"],
    &["release", "publish", "debut", "premiere", "air"],
    &["award", "prize", "trophy", "honor", "honour", "medal"],
    &["coach", "manager", "trainer", "manage"],
    &["member", "belong", "join"],
    &["depict", "portray", "represent", "about"],
    &["opponent", "against", "versus", "rival", "face"],
    &["venue", "stadium", "arena", "ground"],
    &["attendance", "spectator", "crowd", "attend"],
    &["lose", "defeat", "beat"],
    &["school", "college", "university"],
    &["head", "chief", "lead", "leader"],
    &["climb", "ascent", "ascend", "scale"],
    &["base", "headquarter", "seat"],
    &["player", "athlete", "name"],
    &["result", "outcome", "score"],
    &["run", "candidate"],
    &["host", "held", "hold"],
    &["compose", "composer", "music"],
    &["produce", "producer"],
    &["money", "earnings", "prize", "earn"],
];

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
    const NOUNS: &[&[&str]] = &[
        &["film", "movie", "picture"],
        &["country", "nation"],
        &["city", "town"],
        &["team", "club"],
        &["award", "prize"],
    ];
    if a == b {
        return 1.0;
    }
    let in_group = |words: &[&str], root_of: &str| words.iter().any(|w| root(w) == root_of);
    if NOUNS.iter().any(|words| in_group(words, a) && in_group(words, b)) { 0.8 } else { 0.0 }
}

fn same_concept(a: &str, b: &str) -> bool {
    static GROUPS: std::sync::OnceLock<std::collections::HashMap<String, Vec<usize>>> =
        std::sync::OnceLock::new();
    let groups = GROUPS.get_or_init(|| {
        let mut groups: std::collections::HashMap<String, Vec<usize>> = std::collections::HashMap::new();
        for (index, words) in CONCEPTS.iter().enumerate() {
            for word in *words {
                groups.entry(root(word)).or_default().push(index);
            }
        }
        groups
    });
    match (groups.get(a), groups.get(b)) {
        (Some(a), Some(b)) => a.iter().any(|g| b.contains(g)),
        _ => false,
    }
}

/// Columns that an adjective in the superlative or comparative speaks of, as roots,
/// with true when it asks for the larger end. `None` when the word is no such adjective.
pub fn adjective(word: &str) -> Option<(bool, &'static [&'static str])> {
    Some(match word {
        "most" | "more" | "maximum" | "max" | "greatest" | "greater" | "top" | "best" => (true, &[]),
        "highest" | "higher" => (true, &["elevation", "high", "rank"]),
        "tallest" | "taller" => (true, &["high", "elevation", "tall"]),
        "largest" | "larger" | "biggest" | "bigger" => (true, &["area", "size", "population"]),
        "longest" | "longer" => (true, &["long", "duration", "distance"]),
        "latest" | "later" | "newest" | "newer" | "recent" | "youngest" | "younger" | "last" => {
            (true, &["year", "date", "born", "time", "season"])
        }
        "heaviest" | "heavier" => (true, &["weigh"]),
        "fastest" | "faster" => (true, &["speed"]),
        "deepest" | "deeper" => (true, &["deep"]),
        "richest" => (true, &["worth", "wealth"]),
        "costliest" => (true, &["cost", "price"]),
        "fewest" | "least" | "fewer" | "less" | "minimum" | "min" | "worst" => (false, &[]),
        "lowest" | "lower" => (false, &["elevation", "high"]),
        "smallest" | "smaller" => (false, &["area", "size", "population"]),
        "shortest" | "shorter" => (false, &["long", "duration", "distance", "high"]),
        "earliest" | "earlier" | "oldest" | "older" | "first" => {
            (false, &["year", "date", "born", "time", "season"])
        }
        "lightest" | "lighter" => (false, &["weigh"]),
        "slowest" | "slower" => (false, &["speed"]),
        "cheapest" | "cheaper" => (false, &["cost", "price"]),
        _ => return None,
    })
}

/// The place that an ordinal from the second on names.
pub fn ordinal(word: &str) -> Option<usize> {
    let words = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let named = words.iter().position(|w| *w == word).map(|at| at + 2);
    let digits = || ["nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end))?.parse().ok();
    named.or_else(digits).filter(|place| (2..=1000).contains(place))
}

/// Number words up to twelve.
pub fn small_number(word: &str) -> Option<u32> {
    [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ]
    .iter()
    .position(|w| *w == word)
    .and_then(|n| u32::try_from(n).ok())
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
