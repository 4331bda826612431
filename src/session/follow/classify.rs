//! What sort of follow-up a question is, by its words alone.

use std::ops::Range;

use trustuqa_engine::lexicon::{self, Degree};

/// The sorts of questions as far as the one before matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FollowUpSort {
    /// It is complete by itself.
    Alone,
    /// It gives a name, a time or a column to be put into the question before:
    /// "and in 2004?", "what about Norway?".
    Instead {
        /// What it gives, without the words before it.
        what: String,
        /// The preposition that it stood with.
        preposition: Option<String>,
        /// How sure it is that the question is one.
        sign: FollowUpCue,
    },
    /// Some of its words stand for the answer before: "which of these", "who directed them".
    About {
        /// The question, with words added when the reference was left out ("how many?").
        question: String,
        /// The bytes of it that stand for the answer before.
        refers: Range<usize>,
    },
}

/// The evidence that a question gives something to put into the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowUpCue {
    /// Only that it is short: "Norway?".
    Bare,
    /// Its first words, but what follows them can be more than a name: "and films by Ann?".
    Opened,
    /// Its first words, and a name after them: nothing else can be meant, not even when
    /// the name is not known.
    Named,
}

/// Whether a word is a possessive, such as "her".
pub fn is_owner(word: &str) -> bool {
    lexicon::contains("owners", &word.to_lowercase())
}

/// A word with its place; folded, without punctuation.
pub(super) struct Word {
    pub text: String,
    pub start: usize,
    pub end: usize,
    /// Begins with a capital letter or a digit although it is not the first word, or is in quotes.
    pub named: bool,
    /// A comma or the like comes after it.
    pub breaks: bool,
}

pub(super) fn words(question: &str) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut quoted = false;
    for part in question.split_whitespace() {
        let offset = part.as_ptr() as usize - question.as_ptr() as usize;
        let opens = part.starts_with(['"', '“', '‘']);
        quoted |= opens;
        let trimmed = part.trim_matches(|c: char| !c.is_alphanumeric());
        if !trimmed.is_empty() {
            let start = offset + (trimmed.as_ptr() as usize - part.as_ptr() as usize);
            let bare = trimmed.strip_suffix("'s").or_else(|| trimmed.strip_suffix("’s")).unwrap_or(trimmed);
            let capital = bare.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit());
            found.push(Word {
                text: bare.to_lowercase(),
                start,
                end: start + bare.len(),
                named: quoted || (capital && !found.is_empty() && bare != "I"),
                breaks: part.ends_with([',', ';', ':']),
            });
        }
        if part.trim_end_matches(['?', ',', '.', ';', '!']).ends_with(['"', '”', '’']) {
            quoted = false;
        }
    }
    found
}

/// The sort of a question.
pub fn sort(question: &str) -> FollowUpSort {
    let question = question.trim();
    let words = words(question);
    if words.is_empty() {
        return FollowUpSort::Alone;
    }
    if let Some(instead) = replacement(question, &words) {
        return instead;
    }
    if let Some(about) = left_out(question, &words) {
        return about;
    }
    match reference(&words) {
        Some(refers) => FollowUpSort::About { question: question.to_owned(), refers },
        None => FollowUpSort::Alone,
    }
}

/// How many of the first words only say that something is put into the question before.
pub(super) fn opening(said: &[&str]) -> usize {
    lexicon::words("follow.openings")
        .map(|opening| opening.split(' ').collect::<Vec<_>>())
        .find(|opening| said.starts_with(opening))
        .map_or(0, |opening| opening.len())
}

/// "and in 2004?", "what about Norway?", "in 2004?", "Norway?".
fn replacement(question: &str, words: &[Word]) -> Option<FollowUpSort> {
    let said: Vec<&str> = words.iter().map(|w| w.text.as_str()).collect();
    let opening = opening(&said);
    let mut from = opening;
    let preposition =
        said.get(from).filter(|word| lexicon::contains("prepositions", word)).map(|w| (*w).to_owned());
    if preposition.is_some() && words.len() > from + 1 {
        from += 1;
    }
    let rest = words.get(from..).filter(|rest| !rest.is_empty())?;
    let name = rest.len() <= 8 && !rest.iter().any(|w| !w.named && lexicon::contains("sentence", &w.text));
    let refers = rest.iter().any(|w| {
        !w.named
            && (lexicon::contains("pronouns", &w.text)
                || lexicon::contains("owners", &w.text)
                || matches!(w.text.as_str(), "these" | "those"))
    });
    // The extreme of what was found ("and the oldest?") is about the answer.
    let extreme = rest.iter().any(|w| !w.named && is_extreme(&w.text)) && !rest.iter().any(|w| w.named);
    if !name || refers || extreme {
        return None;
    }
    let bare = opening == 0 && preposition.is_none();
    if bare {
        // "Norway?", "the capital?": a name, or a word with an article.
        let article = matches!(rest[0].text.as_str(), "the" | "a" | "an");
        let named = rest.iter().all(|w| w.named || rest[0].start == w.start);
        if rest.len() > 4 || !(named || article && rest.len() == 2) {
            return None;
        }
    }
    let end = rest.last().map_or(question.len(), |w| w.end);
    let what = question.get(rest[0].start..end)?.to_owned();
    let sign = if bare {
        FollowUpCue::Bare
    } else if is_name(rest) {
        FollowUpCue::Named
    } else {
        FollowUpCue::Opened
    };
    Some(FollowUpSort::Instead { what, preposition, sign })
}

/// Whether words can only be a name: "Norway", "the Lord of the Rings", "silver medals".
fn is_name(words: &[Word]) -> bool {
    let article = words.first().is_some_and(|w| matches!(w.text.as_str(), "the" | "a" | "an"));
    let Some((first, last)) = words[usize::from(article)..].first().zip(words.last()) else { return false };
    if words.iter().any(|w| w.breaks) {
        return false;
    }
    let relates = words.iter().any(|w| !w.named && lexicon::contains("prepositions", &w.text));
    first.named && last.named || !relates && (words.len() <= 2 || article && words.len() == 3)
}

/// Splits a text that gives two things, the second of which is a time or a place: "Norway in 2016". With
/// other prepositions it is one thing: "the director of Titanic".
pub fn halves(what: &str) -> Option<(&str, &str, &str)> {
    let mut words = what.match_indices(' ').map(|(at, _)| at);
    words.find_map(|at| {
        let (first, rest) = (what.get(..at)?.trim(), what.get(at + 1..)?.trim_start());
        let (word, second) = rest.split_once(' ')?;
        let joins = matches!(word, "in" | "at" | "during" | "before" | "after" | "since");
        let known = joins && !first.is_empty() && !second.trim().is_empty();
        known.then_some((first, word, second.trim()))
    })
}

/// "how many are there?", "the oldest?", "which is the highest?": complete except for what they refer to.
fn left_out(question: &str, words: &[Word]) -> Option<FollowUpSort> {
    let said: Vec<&str> = words.iter().map(|w| w.text.as_str()).collect();
    let said = &said[opening(&said)..];
    let stem = question.trim_end_matches(['?', '.', '!', ' ']);
    let spelt = |stem: &str| {
        let text = format!("{stem} of them?");
        let refers = text.len() - "them?".len()..text.len() - "?".len();
        Some(FollowUpSort::About { question: text, refers })
    };
    let cut = |kept: usize| words.get(kept + words.len() - said.len()).map_or(stem, |w| &question[..w.start]);
    match said {
        ["how", "many"] => return spelt(stem),
        ["how", "many", "are", "there" | "they" | "those" | "these"]
        | ["how", "many", "is", "that" | "it"]
        | ["how", "many", "in", "total" | "all"]
        | ["how", "many", "are", "there", "in", "total" | "all"] => return spelt(cut(2).trim_end()),
        ["count", "them" | "these" | "those"] => return spelt("how many"),
        _ => {}
    }
    // An extreme with nothing named: "the oldest?", "which one is the highest?".
    let rest = match said {
        ["which" | "who" | "what", "one" | "ones", "is" | "was" | "are" | "were", rest @ ..]
        | ["which" | "who" | "what", "is" | "was" | "are" | "were", rest @ ..]
        | rest => rest,
    };
    match rest {
        ["the", extreme] | ["the", extreme, "one" | "ones"] | ["the", "most" | "least", extreme]
            if is_extreme(extreme) || matches!(rest[1], "most" | "least") =>
        {
            let stem = stem.strip_suffix(" one").or_else(|| stem.strip_suffix(" ones")).unwrap_or(stem);
            spelt(stem)
        }
        ["the", ordinal, extreme] | ["the", ordinal, extreme, "one" | "ones"]
            if lexicon::ordinal(ordinal).is_some() && is_extreme(extreme) =>
        {
            let stem = stem.strip_suffix(" one").or_else(|| stem.strip_suffix(" ones")).unwrap_or(stem);
            spelt(stem)
        }
        _ => None,
    }
}

pub(super) fn is_extreme(word: &str) -> bool {
    let known = lexicon::gradable(word).is_some_and(|word| word.degree == Degree::Superlative);
    known || word.len() > 5 && word.ends_with("est")
}

/// The first words that stand for the answer before.
fn reference(words: &[Word]) -> Option<Range<usize>> {
    for (at, word) in words.iter().enumerate() {
        if word.named {
            continue;
        }
        let text = word.text.as_str();
        let next = words.get(at + 1).map_or("", |w| w.text.as_str());
        let before = at.checked_sub(1).map_or("", |b| words[b].text.as_str());
        let whole = |last: usize| Some(word.start..words.get(last).map_or(word.end, |w| w.end));
        if matches!(text, "these" | "those") {
            // "those who …" and "those in …" say by themselves what they mean.
            if text == "those"
                && !word.breaks
                && matches!(next, "who" | "that" | "which" | "in" | "with" | "of" | "from")
            {
                continue;
            }
            if listed(words, at) || named_before(words, at) {
                continue;
            }
            let noun =
                !next.is_empty() && !lexicon::contains("sentence", next) && !word.breaks && before != "of";
            let noun =
                noun && !lexicon::contains("prepositions", next) && !words[at + 1].named && before != "are";
            return if noun { whole(at + 1) } else { whole(at) };
        }
        if matches!(text, "that" | "this") && !next.is_empty() {
            let opens = at == 0
                || matches!(
                    before,
                    "in" | "of"
                        | "by"
                        | "for"
                        | "from"
                        | "at"
                        | "with"
                        | "on"
                        | "did"
                        | "does"
                        | "was"
                        | "is"
                        | "has"
                );
            let noun = !lexicon::contains("sentence", next)
                && !lexicon::contains("empty it", next)
                && !words[at + 1].named;
            if opens && noun && !named_before(words, at) && !lexicon::contains("times", next) {
                return whole(at + 1);
            }
            continue;
        }
        if text == "ones" && matches!(before, "which" | "what") && at == 1 {
            return whole(at);
        }
        if text == "there"
            && at + 1 == words.len()
            && at > 1
            && !matches!(before, "is" | "are" | "was" | "were")
        {
            if !named_before(words, at) {
                return whole(at);
            }
            continue;
        }
        if lexicon::contains("pronouns", text) {
            let empty = text == "it"
                && (lexicon::contains("empty it", next)
                    || matches!(before, "did" | "does") && next == "take");
            if empty || named_before(words, at) || explained_inside(words, at) {
                continue;
            }
            return whole(at);
        }
        // "her" is a possessive here: "who directed her?" is rare, "her films" is not.
        if lexicon::contains("owners", text) {
            if named_before(words, at) || subject_before(words, at) {
                continue;
            }
            return whole(at);
        }
    }
    None
}

/// True when a name comes before a word, which then refers to that name.
fn named_before(words: &[Word], at: usize) -> bool {
    words[..at].iter().any(|w| w.named && !w.text.bytes().all(|b| b.is_ascii_digit()))
}

/// True when the question lists what is meant after a word: "which of these is larger, A or B".
fn listed(words: &[Word], at: usize) -> bool {
    let rest = &words[at + 1..];
    rest.windows(3).any(|w| w[0].named && w[1].text == "or" && w[2].named)
        || rest.iter().any(|w| w.text == "or") && rest.iter().filter(|w| w.named).count() >= 2
        || words[at..].windows(2).any(|w| w[0].breaks && w[1].named)
}

/// True when a pronoun refers to a noun in an earlier clause of the same question.
fn explained_inside(words: &[Word], at: usize) -> bool {
    let boundary = words[..at].iter().rposition(|w| lexicon::contains("clauses", &w.text) || w.breaks);
    boundary.is_some_and(|boundary| boundary > 0 && subject_before(words, boundary + 1))
}

/// True when a noun with an article, a quantifier or a question word stands before a word: "which film", "the
/// city", "all films".
fn subject_before(words: &[Word], at: usize) -> bool {
    words[..at].windows(2).any(|pair| {
        let noun = pair[1].text.as_str();
        matches!(
            pair[0].text.as_str(),
            "which" | "what" | "the" | "a" | "an" | "many" | "all" | "every" | "each" | "any" | "some"
        ) && !lexicon::contains("sentence", noun)
            && !lexicon::contains("times", noun)
            && !lexicon::contains("prepositions", noun)
            && !matches!(noun, "of" | "one" | "ones")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(question: &str) -> Option<String> {
        match sort(question) {
            FollowUpSort::About { question, refers } => Some(question[refers].to_owned()),
            _ => None,
        }
    }

    fn instead(question: &str) -> Option<String> {
        match sort(question) {
            FollowUpSort::Instead { what, .. } => Some(what),
            _ => None,
        }
    }

    #[test]
    fn names_and_times_are_put_into_the_question_before() {
        for (question, what) in [
            ("and in 2004?", "2004"),
            ("And at the 2016 Summer Olympics?", "the 2016 Summer Olympics"),
            ("what about Norway?", "Norway"),
            ("How about K2?", "K2"),
            ("What about silver?", "silver"),
            ("and Norway?", "Norway"),
            ("in 2004?", "2004"),
            ("For Sweden?", "Sweden"),
            ("and before 1980?", "1980"),
            ("Norway?", "Norway"),
            ("Same for Italy", "Italy"),
            ("the capital?", "the capital"),
        ] {
            assert_eq!(instead(question).as_deref(), Some(what), "{question}");
        }
    }

    #[test]
    fn a_short_follow_up_is_told_from_a_new_question_by_its_words() {
        let sign = |question: &str| match sort(question) {
            FollowUpSort::Instead { sign, .. } => Some(sign),
            _ => None,
        };
        for question in [
            "and Alien?",
            "and alien?",
            "What about Alien?",
            "how about the Lord of the Rings?",
            "what about the population?",
            "And silver medals?",
            "for Qwertzia?",
            "and in 2004?",
            "or The Day the Earth Stood Still?",
        ] {
            assert_eq!(sign(question), Some(FollowUpCue::Named), "{question}");
        }
        for question in [
            "how about the director of Titanic?",
            "and films directed by James Cameron?",
            "or songs of the year",
            "and gold, silver?",
        ] {
            assert_eq!(sign(question), Some(FollowUpCue::Opened), "{question}");
        }
        assert_eq!(sign("Norway?"), Some(FollowUpCue::Bare));
        assert_eq!(sign("and who directed Alien?"), None);
    }

    #[test]
    fn two_things_stand_around_a_preposition() {
        assert_eq!(halves("Norway in 2016"), Some(("Norway", "in", "2016")));
        assert_eq!(halves("the gold at Rio"), Some(("the gold", "at", "Rio")));
        for one in ["the director of Titanic", "Norway", "in 2016", "Norway in", "", "Norwayin 2016"] {
            assert_eq!(halves(one), None, "{one}");
        }
    }

    #[test]
    fn words_can_stand_for_the_answer_before() {
        for (question, words) in [
            ("which of these were born in London?", "these"),
            ("Which of them are in Europe?", "them"),
            ("who directed them?", "them"),
            ("how many are there?", "them"),
            ("How many?", "them"),
            ("the oldest of them?", "them"),
            ("and the oldest?", "them"),
            ("which one is the highest?", "them"),
            ("Which is the longest?", "them"),
            ("Where was he born?", "he"),
            ("What is their capital?", "their"),
            ("When did she first win it?", "she"),
            ("which films did they direct?", "they"),
            ("who starred in that film?", "that film"),
            ("In which country is it?", "it"),
            ("which ones are in Asia?", "ones"),
            ("who was born there?", "there"),
            ("of those, which won more than 8 Oscars?", "those"),
            ("count them", "them"),
            ("and the second oldest?", "them"),
            ("what about the oldest?", "them"),
            ("list their capitals", "their"),
        ] {
            assert_eq!(about(question).as_deref(), Some(words), "{question}");
        }
    }

    #[test]
    fn a_complete_question_stays_alone() {
        for question in [
            "Who directed Chicago?",
            "and who directed Titanic?",
            "And which nation won the most gold medals in 2016?",
            "How many countries are there in Europe?",
            "Is it true that James Cameron directed Titanic?",
            "When did Angela Merkel become Chancellor and when did she leave?",
            "Which film won 11 Oscars and who directed it?",
            "Which country changed its capital?",
            "Which of these is larger, France or Spain?",
            "List those who won the Academy Award for Best Actor twice",
            "Which is the highest mountain?",
            "What is the currency of Sweden?",
            "How long did it take to climb K2?",
            "Who played in the film that won Best Picture in 1998?",
            "In which city was Helmut Schmidt born?",
            "For which clubs has Zinedine Zidane played?",
            "Which actors directed a film when they were young?",
            "list all films with their release year",
            "Show every country and its capital",
            "Who was Pope in the year of the 1974 FIFA World Cup?",
            "What are the members of the European Union after 2005?",
            "Which members of NATO have never been members of the European Union?",
            "Who opened the 1984 Summer Olympics?",
            "",
            "?",
        ] {
            assert_eq!(sort(question), FollowUpSort::Alone, "{question}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_stops_the_reading(question in "([Aa]nd |of |these |“|\\PC){0,12}") {
            if let FollowUpSort::About { question, refers } = sort(&question) {
                proptest::prop_assert!(question.get(refers).is_some());
            }
        }
    }
}
