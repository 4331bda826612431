//! How a reading fits the question: what it leaves unexplained, and whether it answers with what is asked for.

use std::sync::Arc;

use trustuqa_engine::lexicon;
use trustuqa_engine::query::column::Aggregate;
use trustuqa_model::{Result, SourceKind};

use crate::chart::{Asks, Chart};
use crate::clauses::fits_form;
use crate::features::{Feature, Features};
use crate::kinds::{Kind, answered_with, fits_counted, fits_each, fits_kind};
use crate::lexical::{Lexical, used};
use crate::lexicon::{Cue, English};
use crate::relation::{RelId, Shape};
use crate::rules::takes_from_all;
use crate::set::{Goal, Set, ValueTest};
use crate::text::{Coverage, Text, bit, is_participle};

use super::{Derivation, Gives};

/// The relation whose heads (`true`) or tails a reading answers with.
fn answered_by(goal: &Goal) -> Option<(RelId, bool)> {
    match answered_with(goal)? {
        Kind::Side(rel, heads) => Some((rel, heads)),
        Kind::Rows(_) | Kind::Named(_) => None,
    }
}

/// The most that [`kinds`] can add to the score of a reading.
pub(super) fn may_gain(chart: &Chart<'_, '_>, reading: &Derivation) -> f32 {
    let worth = |feature| chart.weights.worth(feature, &reading.features).max(0.0);
    let persons = match chart.asks {
        Asks::Person => worth(Feature::WhoPerson).max(worth(Feature::WhoOther)),
        Asks::Thing => worth(Feature::WhichPerson),
        _ => 0.0,
    };
    let whole = reading.features.get(Feature::SideAll) > 0.0;
    let constant = if whole { worth(Feature::ConstantSide) } else { 0.0 };
    let ended = if answered_by(&reading.goal).is_some() { persons + constant } else { 0.0 };
    let better = |one, other| worth(one).max(worth(other));
    let kind = if chart.kinds.is_empty() {
        0.0
    } else {
        better(Feature::KindOk, Feature::KindNo) + worth(Feature::FocusOtherKind)
    };
    let counted = match &reading.goal {
        Goal::Groups(..) if !chart.other_kinds.is_empty() => better(Feature::CountedOk, Feature::CountedNo),
        _ => 0.0,
    };
    let each = match &reading.goal {
        Goal::Groups(_, None) | Goal::Ranked(..) if !chart.each_kinds.is_empty() => {
            better(Feature::EachKindOk, Feature::EachKindNo)
        }
        _ => 0.0,
    };
    let taken = if reading.features.get(Feature::Negated) > 0.0 {
        better(Feature::MinusWhole, Feature::MinusPart)
    } else {
        0.0
    };
    let form = if chart.text.form.is_some() { better(Feature::FormOk, Feature::FormNo) } else { 0.0 };
    // Sums of floats depend on their order.
    ended + kind + counted + each + taken + form + 0.001
}

/// Features of the names that a reading answers with: whether they are of the kind that is asked for, persons,
/// always the same.
pub(super) fn add_kind_features(chart: &mut Chart<'_, '_>, reading: &mut Derivation) -> Result<()> {
    if let Some(share) = fits_kind(chart, &reading.goal)? {
        reading.features.add(Feature::KindOk, share);
        let other = share == 0.0;
        reading.features.add(Feature::KindNo, f32::from(u8::from(other)));
        // The relation is named like what is asked for, and yet its names are of another kind.
        let said = reading.features.get(Feature::FocusEnd) > 0.0;
        reading.features.add(Feature::FocusOtherKind, f32::from(u8::from(other && said)));
    }
    if let Some(share) = fits_each(chart, &reading.goal)? {
        reading.features.add(if share > 0.5 { Feature::EachKindOk } else { Feature::EachKindNo }, 1.0);
    }
    if let Some(share) = fits_counted(chart, &reading.goal)? {
        reading.features.add(Feature::CountedOk, share);
        reading.features.add(Feature::CountedNo, f32::from(u8::from(share == 0.0)));
    }
    if let Some(all) = takes_from_all(chart, &reading.goal)? {
        reading.features.add(if all { Feature::MinusWhole } else { Feature::MinusPart }, 1.0);
    }
    if let Some(fits) = fits_form(chart, &reading.goal)? {
        reading.features.add(if fits { Feature::FormOk } else { Feature::FormNo }, 1.0);
    }
    if let Some((rel, heads)) = answered_by(&reading.goal) {
        of_names(chart, rel, heads, &mut reading.features)?;
    }
    reading.score = chart.weights.sum_with(&reading.features, &chart.biases);
    Ok(())
}

/// Features of the names at the heads (`true`) or tails of a relation.
fn of_names(chart: &mut Chart<'_, '_>, rel: RelId, heads: bool, features: &mut Features) -> Result<()> {
    if matches!(chart.asks, Asks::Person | Asks::Thing) {
        match (chart.asks, chart.world.holds_persons(rel, heads)?) {
            (Asks::Person, Some(true)) => features.add(Feature::WhoPerson, 1.0),
            (Asks::Person, Some(false)) => features.add(Feature::WhoOther, 1.0),
            (Asks::Thing, Some(true)) => features.add(Feature::WhichPerson, 1.0),
            _ => {}
        }
        // "Which members" asks for their names, and not for their codes.
        let is_set = features.get(Feature::CodeBesideName) > 0.0;
        if !heads && !is_set {
            let named = chart.world.name_wanted(rel, &chart.text)?.is_some()
                || !chart.world.asks_for_codes(rel, &chart.text) && chart.world.name_beside(rel)?.is_some();
            features.add(Feature::CodeBesideName, f32::from(u8::from(named)));
        }
        // "The five best paid, names only": no marks of contracts.
        if chart.text.has_word_of("asks for names") && chart.world.holds_codes(rel, heads)? {
            features.add(Feature::NameAskedNot, 1.0);
        }
    }
    if features.get(Feature::SideAll) > 0.0 && chart.world.is_constant(rel, heads)? {
        features.add(Feature::ConstantSide, 1.0);
    }
    Ok(())
}

/// Features of what a reading leaves unexplained and of how it fits what the question asks for.
pub(super) fn finish(chart: &Chart<'_, '_>, reading: &mut Derivation) {
    let text = &chart.text;
    for (name, class) in &chart.classed {
        if reading.coverage & name == *name {
            reading.coverage |= class;
        }
    }
    // What is chosen between need not be read: whether the answer is one of them shows later.
    if matches!(reading.goal, Goal::List(_)) {
        reading.coverage |= chart.alternatives;
    }
    // Comparatives that belong to numbers and times are explained with them.
    let taken = text.numbers.iter().fold(0, |m, n| m | n.coverage)
        | text.periods.iter().fold(0, |m, p| m | p.coverage)
        | text.naming_clause()
        | chart.attributive;
    let cues = unread_cues(chart, reading, taken);
    unmet_demands(chart, reading, taken);
    let again = explained_again(chart, reading);
    unexplained(chart, reading, cues, taken | again);
    kind_of_answer(chart, reading);
    size_of_answer(chart, reading);
    let uses = used(&reading.goal, reading.gives, chart.world);
    // "the mentor of Ann's mentor" steps over the relation twice, and each step counts.
    if matches!(reading.goal, Goal::List(_) | Goal::Count(..)) {
        let of_graph = |rel: &&RelId| chart.world.rels[**rel].kind != SourceKind::Table;
        for rel in uses.steps.iter().filter(of_graph).filter(|rel| chart.said_twice.contains(rel)) {
            let again = uses.steps.iter().filter(|other| *other == rel).count() > 1;
            reading.features.add(if again { Feature::HopTwice } else { Feature::HopOnce }, 1.0);
        }
    }
    if takes_verb_for_value(chart, reading.coverage) {
        reading.features.add(Feature::VerbIsValue, 1.0);
    }
    chart.world.chosen.add_fit(&uses.sources, &mut reading.features);
    let left = left_roots(text, reading.coverage | taken | again);
    let lexical =
        Lexical { grams: chart.grams.clone(), operations: uses.operations, names: uses.names, left };
    reading.features.lexical = Some(Arc::new(lexical));
    reading.score = chart.weights.sum_with(&reading.features, &chart.biases);
}

/// Whether a reading takes what somebody did for a value: "who approved it" is not answered by who is in a row whose
/// status is `Approved`.
fn takes_verb_for_value(chart: &Chart<'_, '_>, coverage: Coverage) -> bool {
    let text = &chart.text;
    let verb = |at: &usize| {
        matches!(text.word(*at - 1), "who" | "whom")
            && is_participle(text.word(*at))
            && coverage & bit(*at) != 0
    };
    chart.asks == Asks::Person
        && (1..text.tokens.len()).filter(verb).any(|at| {
            chart.mentions.iter().any(|m| m.coverage == bit(at)) && !chart.world.says_word(text, bit(at))
        })
}

/// Cues that a reading should explain, and the feature of one that does not.
const STRONG: [(Cue, Feature); 20] = [
    (Cue::Count, Feature::CountAskedNot),
    (Cue::Mean, Feature::MeanAskedNot),
    (Cue::Sum, Feature::SumAskedNot),
    (Cue::Share, Feature::ShareAskedNot),
    (Cue::Ratio, Feature::ShareAskedNot),
    (Cue::Difference, Feature::DifferenceAskedNot),
    (Cue::Each, Feature::EachAskedNot),
    (Cue::Not, Feature::NotAskedNot),
    (Cue::Other, Feature::OtherAskedNot),
    (Cue::More, Feature::ExtremeAskedNot),
    (Cue::Less, Feature::ExtremeAskedNot),
    (Cue::Above, Feature::ExtremeAskedNot),
    (Cue::Below, Feature::ExtremeAskedNot),
    (Cue::Duration, Feature::DurationAskedNot),
    (Cue::Neighbour, Feature::NearAskedNot),
    (Cue::Before, Feature::NearAskedNot),
    (Cue::After, Feature::NearAskedNot),
    (Cue::Now, Feature::NowAskedNot),
    (Cue::Missing, Feature::MissingAskedNot),
    (Cue::During, Feature::DuringAskedNot),
];

/// Features of cues that a reading does not explain; returns the tokens of all strong cues. Numbers, times and the
/// like are `taken`: they are missed in their own right.
fn unread_cues(chart: &Chart<'_, '_>, reading: &mut Derivation, taken: Coverage) -> Coverage {
    let (text, features) = (&chart.text, &mut reading.features);
    let mut cues = 0;
    for (cue, feature) in STRONG {
        let mut missed = false;
        for spot in text.spots_of(cue) {
            // "by" alone says too little to be missed.
            if cue == Cue::Each && text.phrase(spot.from, spot.to) == "by" {
                continue;
            }
            // "Above" may mean a place; "older than" compares, and may be one cue with "older".
            if matches!(cue, Cue::Above | Cue::Below) {
                let sized = text.cue(Cue::More) | text.cue(Cue::Less);
                if text.word(spot.to - 1) != "than" || sized & spot.coverage() != 0 {
                    continue;
                }
            }
            cues |= spot.coverage();
            if spot.coverage() & (reading.coverage | taken) == 0 {
                missed = true;
            }
        }
        if missed {
            features.add(feature, 1.0);
        }
    }
    cues
}

/// Features of what the question demands in so many words and a reading does not give: all, a unit, a single one, a
/// choice.
fn unmet_demands(chart: &Chart<'_, '_>, reading: &mut Derivation, taken: Coverage) {
    let (text, features) = (&chart.text, &mut reading.features);
    // "do all of them speak Danish" is not answered by one who does.
    if text.has_word_of("universal words")
        && chart.asks == Asks::Truth
        && !matches!(reading.goal, Goal::Subset(..))
    {
        features.add(Feature::AllAskedNot, 1.0);
    }
    let english = English::get();
    let unit_asked = (1..text.tokens.len()).any(|at| {
        let asked = text.word(at - 1) == "many" || text.word(at - 1) == "in" && text.word(at).len() > 1;
        asked && english.unit(text.word(at)).is_some() && bit(at) & (reading.coverage | taken) == 0
    });
    if unit_asked || is_money_for_many(chart, &reading.goal) {
        features.add(Feature::UnitAskedNot, 1.0);
    }
    if text.has_word_of("of single things") {
        if features.get(Feature::OpExtreme) + features.get(Feature::OpMax) > 0.0 {
            features.add(Feature::SingleAsked, 1.0);
        } else if matches!(&reading.goal, Goal::Groups(of, Some(_)) if of.with == Aggregate::Sum) {
            features.add(Feature::SingleAskedNot, 1.0);
        }
    }
    let or =
        (0..text.tokens.len()).any(|at| text.word(at) == "or" && bit(at) & (reading.coverage | taken) == 0);
    if or {
        features.add(Feature::OrAskedNot, 1.0);
    }
}

/// The tokens that a reading explains by explaining the same words elsewhere, or by the kind of its answer.
fn explained_again(chart: &Chart<'_, '_>, reading: &Derivation) -> Coverage {
    let text = &chart.text;
    let mut again = text.with_repeated(reading.coverage) & !reading.coverage;
    // "On what date" is said by a date that answers.
    if chart.asks == Asks::Date && reading.gives == Gives::Date {
        let date_words = |at: &usize| lexicon::contains("nouns of times", text.word(*at));
        again |= (0..text.tokens.len())
            .filter(date_words)
            .fold(0, |covered, at| covered | bit(at) & chart.focus & !reading.coverage);
    }
    again
}

/// Features of the numbers, times and words that a reading leaves unexplained, except for those of `taken`.
fn unexplained(chart: &Chart<'_, '_>, reading: &mut Derivation, cues: Coverage, taken: Coverage) {
    let (text, features) = (&chart.text, &mut reading.features);
    let numbers = text.numbers.iter().filter(|n| n.own & reading.coverage == 0).count();
    let unread = |coverage: Coverage| coverage & reading.coverage == 0;
    let times = text.periods.iter().filter(|p| unread(p.coverage)).count()
        + text.parts.iter().filter(|p| unread(p.coverage)).count();
    let asking = text.asking();
    features.add(Feature::LeftNumber, numbers as f32);
    features.add(Feature::TimeIgnored, times as f32);
    for (at, token) in text.tokens.iter().enumerate() {
        let own = bit(at);
        if reading.coverage & own != 0 {
            if !token.filler {
                features.add(Feature::Used, 1.0);
            }
            continue;
        }
        if taken & own != 0 {
            continue;
        }
        // Words outside the sentence that asks need not matter.
        if token.sentence != asking && !token.name_like && !token.filler {
            features.add(Feature::LeftAside, 1.0);
            continue;
        }
        if chart.focus & own != 0 {
            features.add(Feature::LeftFocus, 1.0);
            if chart.known & own == 0 && cues & own == 0 {
                features.add(Feature::LeftNewFocus, 1.0);
            }
        }
        if token.name_like && !token.filler {
            features.add(Feature::LeftName, 1.0);
        } else if cues & own != 0 {
            features.add(Feature::LeftCue, 1.0);
        } else if !token.filler {
            features.add(Feature::LeftWord, 1.0);
            // "Stay" says little, unless it is the name of a table or relation.
            if token.light && chart.known & own == 0 {
                features.add(Feature::LeftLight, 1.0);
            }
            if chart.known & own != 0 {
                features.add(Feature::LeftKnown, 1.0);
            } else if text.is_noun(at) {
                features.add(Feature::LeftNoun, 1.0);
            }
        }
    }
}

/// Features of whether a reading answers with the kind of thing that the question asks for.
fn kind_of_answer(chart: &Chart<'_, '_>, reading: &mut Derivation) {
    let (text, features) = (&chart.text, &mut reading.features);
    if chart.focus != 0 && chart.focus & reading.coverage != 0 && features.get(Feature::FocusEnd) == 0.0 {
        features.add(Feature::FocusInside, 1.0);
    }
    let gives = reading.gives;
    match chart.asks {
        Asks::Person => {
            features.add(if gives == Gives::Text { Feature::AskPersonOk } else { Feature::AskPersonNo }, 1.0)
        }
        Asks::Date => {
            features.add(if gives == Gives::Date { Feature::AskDateOk } else { Feature::AskDateNo }, 1.0)
        }
        Asks::Number => features.add(
            match gives {
                Gives::Number => Feature::AskNumberOk,
                Gives::Table => Feature::AskThingOk,
                _ => Feature::AskNumberNo,
            },
            1.0,
        ),
        Asks::Truth => {
            features.add(if gives == Gives::Truth { Feature::AskTruthOk } else { Feature::AskTruthNo }, 1.0)
        }
        Asks::Thing => features.add(
            match gives {
                Gives::Number => Feature::AskThingNumber,
                Gives::Date => Feature::AskThingDate,
                _ => Feature::AskThingOk,
            },
            1.0,
        ),
    }
    // "the name of the project with the biggest budget"
    if text.has_word_of("asks for names")
        && chart.asks == Asks::Thing
        && matches!(gives, Gives::Number | Gives::Date)
    {
        features.add(Feature::NameAskedNot, 1.0);
    }
}

/// Features of how many a reading answers with, and of an answer that only repeats the question.
fn size_of_answer(chart: &Chart<'_, '_>, reading: &mut Derivation) {
    let (text, features) = (&chart.text, &mut reading.features);
    let focus = text
        .tokens
        .iter()
        .enumerate()
        .find(|(at, _)| chart.focus & bit(*at) != 0)
        .map(|(_, t)| t.word.as_str());
    if reading.gives == Gives::Text
        && let Some(noun) = focus
    {
        let plural = noun.ends_with('s') && !noun.ends_with("ss") && !noun.ends_with("us");
        match (plural, reading.size > 1) {
            (false, true) => features.add(Feature::ManyGiven, 1.0),
            (true, false) => features.add(Feature::OneGiven, 1.0),
            _ => features.add(Feature::Agrees, 1.0),
        }
    }
    if reading.size > 60 {
        features.add(Feature::Large, 1.0);
    }
    if reading.size == 0 {
        features.add(Feature::Empty, 1.0);
    }
    let echo = match &reading.goal {
        Goal::List(set) => match &**set {
            Set::Hop(of, rel, true, _) => match &**of {
                Set::Rows(_, conds) => {
                    conds.iter().any(|c| c.rel == *rel && matches!(&c.test, ValueTest::Is(n) if n.len() == 1))
                }
                _ => false,
            },
            _ => false,
        },
        _ => false,
    };
    if echo {
        features.add(Feature::Echo, 1.0);
    }
}

/// Whether "how many" is answered with an amount of money: tickets are not counted by their price.
fn is_money_for_many(chart: &Chart<'_, '_>, goal: &Goal) -> bool {
    let rel = match goal {
        Goal::Total(_, _, rel) => *rel,
        Goal::List(set) => match set.end() {
            Some((rel, false)) => rel,
            _ => return false,
        },
        _ => return false,
    };
    let text = &chart.text;
    let of_money = |at: usize| {
        let unit = English::get().unit(text.word(at));
        unit.is_some_and(|unit| lexicon::contains("money units", unit))
    };
    let many = (1..text.tokens.len()).find(|at| text.word(*at) == "many" && text.word(at - 1) == "how");
    let counted = many.is_some_and(|many| !(many + 1..many + 4).any(of_money));
    counted && chart.world.rels[rel].shape == Shape::Number && chart.world.rels[rel].holds_money()
}

/// The roots of unexplained words that could have content, each once.
pub(super) fn left_roots(text: &Text, used: Coverage) -> Vec<String> {
    let left = text.tokens.iter().enumerate().filter(|(at, token)| {
        used & bit(*at) == 0 && !token.name_like && !token.word.bytes().any(|b| b.is_ascii_digit())
    });
    let mut roots: Vec<String> = left.map(|(_, token)| token.root.clone()).collect();
    roots.sort_unstable();
    roots.dedup();
    roots
}
