//! Who does what to whom: whether a name is the head or the tail of a relation, by the verb of the question and the
//! name of the relation. "Who owns Fjord" asks for the heads of `owns` and for the tails of `owned_by`, and "did
//! Ann train Tom" is not answered by Ann being `trained_by` Tom.

use std::ops::Range;

use trustuqa_engine::lexicon;
use trustuqa_model::name_tokens;

use super::words::{self, is_doer, likeness, root};

/// The least likeness of a word of the question and the verb of a relation.
const ALIKE: f32 = 0.75;

/// What the name of a relation says of its two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reads {
    /// The head does or did something to the tail: `owns`, `trained`, `manager_of`.
    HeadActs,
    /// The tail does something to the head: `owned_by`, `director`.
    TailActs,
    /// Something was done to the head, and the tail says where or with what: `based_in`.
    HeadIs,
}

/// The part that a name plays for a verb of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VerbRole {
    /// "did X train", "trained by X"
    Acts,
    /// "who trained X"
    ActedOn,
    /// "was X trained", "where is X based"
    Is,
    /// "reports to X": behind the preposition that the relation's name has, too.
    Behind,
}

/// Whether a word is a participle of a verb, a regular one or not.
pub fn is_participle(word: &str) -> bool {
    words::is_participle(word) || lexicon::contains("irregular participles", word)
}

fn is_preposition(word: &str) -> bool {
    lexicon::contains("prepositions", word)
}

/// What the name of a relation says of its sides, with the word that says it; `None` if it has no verb: `capital`.
fn reads(name: &[String]) -> Option<(Reads, &str)> {
    let behind = |at: usize| name.get(at + 1..).unwrap_or_default();
    let main = name.iter().rposition(|word| !is_preposition(word))?;
    let word = name[main].as_str();
    let reads = match behind(main) {
        [by] if by == "by" => Reads::TailActs,
        [] if is_doer(word) => Reads::TailActs,
        [_] if is_doer(word) => Reads::HeadActs,
        [_] if is_participle(word) => Reads::HeadIs,
        [] if is_participle(word) => Reads::HeadActs,
        [] | [_] if word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") => Reads::HeadActs,
        _ => return None,
    };
    Some((reads, word))
}

/// The word before a position, skipping articles and titles, with its position.
fn before<'t>(word: &dyn Fn(usize) -> &'t str, at: usize) -> Option<(usize, &'t str)> {
    let at = at.checked_sub(1)?;
    let own = word(at);
    if own == "the" || lexicon::contains("titles", own) { before(word, at) } else { Some((at, own)) }
}

/// The part that the name at some tokens plays for a verb at another; `None` if that is not clear.
fn part<'t>(
    word: &dyn Fn(usize) -> &'t str,
    verb: usize,
    name: &Range<usize>,
    of: &[String],
) -> Option<VerbRole> {
    let (at, own) = before(word, name.start)?;
    // "By the Alien director" means another one.
    if name.end != verb && is_doer(word(name.end)) {
        return None;
    }
    if verb >= name.end {
        // "Did Ann work there while employed by it": that is another verb.
        let adverbs = name.end..verb;
        if adverbs.len() > 1 || adverbs.into_iter().any(|at| is_preposition(word(at))) {
            return None;
        }
        return match own {
            "did" | "does" | "do" => Some(VerbRole::Acts),
            "is" | "was" | "are" | "were" if is_participle(word(verb)) => Some(VerbRole::Is),
            _ => None,
        };
    }
    if own == "by" && verb < at && is_participle(word(verb)) {
        return Some(VerbRole::Acts);
    }
    if is_preposition(own) {
        let same = of.last().is_some_and(|last| last == own);
        return (same && verb + 1 == at).then_some(VerbRole::Behind);
    }
    // "Who trained X", "did Ann train X", but not "horses trained X", where a word was left out.
    let asks = |at: usize| {
        lexicon::contains("question words", word(at)) || matches!(word(at), "did" | "does" | "do" | "that")
    };
    (verb == at && (0..verb).any(asks)).then_some(VerbRole::ActedOn)
}

/// Whether a name of the question is the head of a relation, by the words that say the relation (both are sets of
/// token positions); `None` if the question does not tell.
pub fn is_head<'t>(word: &dyn Fn(usize) -> &'t str, said: u64, name: u64, relation: &str) -> Option<bool> {
    let name = name.trailing_zeros() as usize..64 - name.leading_zeros() as usize;
    let of = name_tokens(relation);
    let (reads, main) = reads(&of)?;
    let of_main = root(main);
    let said = (0..64usize).filter(|at| said & 1 << at != 0);
    let verb = said.filter(|at| likeness(&of_main, &root(word(*at))) >= ALIKE).last()?;
    // "Is Ann the owner of it": the name of a noun's thing follows it. But "charter" is the verb of `chartered_by`.
    let verb_of = |noun: &str| main.len() > noun.len() && main.starts_with(noun);
    if is_doer(word(verb)) && !verb_of(word(verb)) {
        return None;
    }
    Some(match (reads, part(word, verb, &name, &of)?) {
        (Reads::HeadActs, VerbRole::Acts) | (Reads::HeadIs, VerbRole::Acts | VerbRole::Is) => true,
        (Reads::HeadActs, VerbRole::ActedOn | VerbRole::Is | VerbRole::Behind)
        | (Reads::HeadIs, VerbRole::Behind) => false,
        (Reads::TailActs, VerbRole::Acts) => false,
        (Reads::TailActs, VerbRole::ActedOn | VerbRole::Is) => true,
        (Reads::HeadIs, VerbRole::ActedOn) | (Reads::TailActs, VerbRole::Behind) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether `X` is the head of a relation that is said by one word of the question.
    fn head(question: &str, relation: &str) -> Option<bool> {
        let words: Vec<String> = question
            .split(' ')
            .map(|word| if word == "X" { "X".to_owned() } else { word.to_lowercase() })
            .collect();
        let at = words.iter().position(|word| word == "X").unwrap_or_default();
        let word = |at: usize| words.get(at).map_or("", String::as_str);
        is_head(&word, (1 << words.len()) - 1, 1 << at, relation)
    }

    #[test]
    fn verbs_tell_who_does_what_to_whom() {
        for (question, relation, expected) in [
            ("who owns X", "owns", Some(false)),
            ("who owned X", "owned_by", Some(true)),
            ("what does X own", "owns", Some(true)),
            ("what does X own", "owned by", Some(false)),
            ("did Ann train X", "trained_by", Some(true)),
            ("did X train Ann", "trained_by", Some(false)),
            ("was X trained by Ann", "trained_by", Some(true)),
            ("was Ann trained by X", "trained_by", Some(false)),
            ("who does X report to", "reports_to", Some(true)),
            ("who reports to X", "reports_to", Some(false)),
            ("where is X based", "based_in", Some(true)),
            ("what is based in X", "based_in", Some(false)),
            ("who manages X", "managerOf", Some(false)),
            ("who directed X", "director", Some(true)),
            ("did the X charter it", "chartered_by", Some(false)),
            ("did Ann charter X", "chartered_by", Some(true)),
            ("is X the owner of it", "owns", None),
            ("films directed by X", "directed_by", Some(false)),
            ("who mentored X", "mentored", Some(false)),
            ("was X mentored by Ann", "mentored", Some(false)),
            ("what films did X act in", "starred_actors", Some(false)),
            ("films starred by X", "starred_actors", None),
            ("films directed by the X director", "directed_by", None),
            ("who did X work with while employed there", "employer", None),
            ("did X ever train Ann", "trained_by", Some(false)),
            ("horses trained X", "trained_by", None),
            ("capital of X", "capital", None),
        ] {
            assert_eq!(head(question, relation), expected, "{question} {relation}");
        }
    }
}
