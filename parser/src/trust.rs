//! How likely the chosen answer is right, and how likely the data cannot answer: two logistic models over a few
//! signs and the features of the best reading, fitted on questions that the ranking was not trained on.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use trustuqa_model::{Source, SourceKind};

use super::features::{Feature, Features, Weights, bounded};
use super::sources;

/// How many signs there are beside the features of the best reading.
pub const SIGNS: usize = 11;

/// What the probabilities are computed from: [`SIGNS`] signs, then the features of the best reading.
pub type Signs = Vec<f32>;

/// What kind of sources a question is read over. Each has weights of its own: words of a question name the columns
/// of a table more surely than the relations of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Over {
    /// Several sources.
    Several,
    /// So many sources that a question is read over those alone that its words are in.
    Many,
    /// One table.
    Table,
    /// One knowledge graph.
    Kg,
    /// One temporal knowledge graph.
    Tkg,
}

impl Over {
    /// All of them, in the order of their numbers.
    pub const ALL: [Over; 5] = [Over::Several, Over::Many, Over::Table, Over::Kg, Over::Tkg];

    /// The kind of these sources.
    pub fn of(sources: &[Source]) -> Over {
        match sources {
            [one] => Over::one(one.kind),
            some if some.len() <= sources::MOST => Over::Several,
            _ => Over::Many,
        }
    }

    /// One source of a kind.
    pub fn one(kind: SourceKind) -> Over {
        match kind {
            SourceKind::Table => Over::Table,
            SourceKind::Kg => Over::Kg,
            SourceKind::Tkg => Over::Tkg,
        }
    }

    /// Whether it is one source.
    pub fn alone(self) -> bool {
        !matches!(self, Over::Several | Over::Many)
    }
}

/// For each reading, given as score and answer, the probability of its answer: readings with the same answer add
/// up. Of those with `yes` or with `no`, only the best counts: half of all wrong ones agree by chance.
pub fn shares(readings: &[(f32, &str)]) -> Vec<f32> {
    let of_answers = shares_of_answers(readings);
    readings.iter().map(|(_, answer)| of_answers.get(answer).copied().unwrap_or(0.0)).collect()
}

fn shares_of_answers<'a>(readings: &[(f32, &'a str)]) -> BTreeMap<&'a str, f32> {
    let top = readings.iter().map(|r| r.0).fold(f32::MIN, f32::max);
    let mut shares: BTreeMap<&str, f32> = BTreeMap::new();
    for (score, answer) in readings {
        let (share, own) = (shares.entry(answer).or_default(), (score - top).exp());
        *share = if is_truth(answer) { share.max(own) } else { *share + own };
    }
    let total: f32 = shares.values().sum::<f32>().max(1e-9);
    shares.values_mut().for_each(|share| *share /= total);
    shares
}

/// Whether an answer, in its normal form, is yes or no.
pub fn is_truth(answer: &str) -> bool {
    matches!(answer, "yes" | "no")
}

/// Orders two readings, given as the share of their answer, the answer and their score: first the one whose answer
/// has the larger share; with the same answer, the one with the higher score.
pub fn better(a: (f32, &str, f32), b: (f32, &str, f32)) -> Ordering {
    b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)).then_with(|| b.2.total_cmp(&a.2))
}

/// The signs of the best of some readings, given as score and answer, best first: how sure its answer is among the
/// others, how good it is by itself, and what it leaves unexplained; then its features.
pub fn signs(ranked: &[(f32, &str)], best: &Features) -> Signs {
    let top = ranked.first().map_or(0.0, |r| r.0);
    let own = ranked.first().map_or("", |r| r.1);
    let shares = shares_of_answers(ranked);
    let mass = shares.get(own).copied().unwrap_or(0.0);
    let second =
        shares.iter().filter(|(answer, _)| **answer != own).map(|(_, share)| *share).fold(0.0, f32::max);
    // How the others share the rest: one likely answer is worse than many unlikely ones.
    let entropy: f32 = shares.values().filter(|share| **share > 0.0).map(|share| -share * share.ln()).sum();
    let rival = ranked.iter().find(|r| r.1 != own).map_or(6.0, |r| (top - r.0).clamp(-6.0, 6.0));
    let strong = best.get(Feature::LeftName) + best.get(Feature::LeftNumber);
    let words = best.get(Feature::LeftWord) + best.get(Feature::LeftName) + best.get(Feature::LeftCue);
    let own: [f32; SIGNS] = [
        mass.max(1e-3).ln() / 2.0,
        (1.0 - mass).max(1e-6).ln() / 5.0,
        rival / 6.0,
        second,
        entropy,
        (top / 10.0).clamp(-2.0, 2.0),
        strong.min(3.0) / 3.0,
        best.get(Feature::LeftFocus).min(2.0) / 2.0,
        best.get(Feature::LeftNoun).min(2.0) / 2.0,
        (best.get(Feature::LeftWord) - best.get(Feature::LeftKnown)).clamp(0.0, 3.0) / 3.0,
        (best.get(Feature::Used) + words) / 10.0,
    ];
    own.into_iter().chain(best.values().iter().map(|value| bounded(*value))).collect()
}

/// Features that nothing certain may have: words with content that were not used, something asked for and not
/// answered, an answer of another kind, somebody who does what was asked of another.
const DOUBTS: [Feature; 34] = [
    Feature::LeftFocus,
    Feature::LeftName,
    Feature::LeftNumber,
    Feature::TimeIgnored,
    Feature::BoundAskedNot,
    Feature::NotAskedNot,
    Feature::OtherAskedNot,
    Feature::MissingAskedNot,
    Feature::MeanAskedNot,
    Feature::ShareAskedNot,
    Feature::DifferenceAskedNot,
    Feature::EachAskedNot,
    Feature::ExtremeAskedNot,
    Feature::FewGiven,
    Feature::DurationAskedNot,
    Feature::NearAskedNot,
    Feature::NowAskedNot,
    Feature::UnitAskedNot,
    Feature::OrAskedNot,
    Feature::AllAskedNot,
    Feature::AskTruthNo,
    Feature::AskNumberNo,
    Feature::AskDateNo,
    Feature::AskPersonNo,
    Feature::Empty,
    Feature::EchoName,
    Feature::ChoiceNo,
    Feature::SearchAgreesOther,
    Feature::VoiceNo,
    Feature::KindPart,
    Feature::MinusPart,
    Feature::OverWhole,
    Feature::VerbIsValue,
    Feature::RoleUnsaid,
];

/// The features of a reading that forbid calling it certain.
pub fn doubts(features: &Features) -> impl Iterator<Item = Feature> {
    DOUBTS.into_iter().filter(|feature| features.get(*feature) != 0.0)
}

/// Whether nothing forbids calling a reading with these features certain.
pub fn may_be_certain(features: &Features) -> bool {
    let words = features.get(Feature::LeftWord) - features.get(Feature::LeftLight);
    doubts(features).next().is_none()
        && words <= 0.0
        && (features.get(Feature::Searched) == 0.0 || features.get(Feature::SearchedSurely) > 0.0)
}

/// Whether the search is certain of the same answer, which is then given.
pub fn is_confirmed(features: &Features) -> bool {
    features.get(Feature::SearchSurelyAgrees) + features.get(Feature::SearchedSurely) > 0.0
}

/// The probability that an answer with these signs is right.
pub fn probability(weights: &Weights, signs: &Signs) -> f32 {
    logistic(&weights.trust, signs)
}

/// The probability that a question whose best reading has these signs has no answer in the data.
pub fn beyond(weights: &Weights, signs: &Signs) -> f32 {
    logistic(&weights.beyond, signs)
}

fn logistic(weights: &[f32], signs: &Signs) -> f32 {
    let Some((constant, of)) = weights.split_first() else { return 0.0 };
    let z = constant + signs.iter().zip(of).map(|(s, w)| s * w).sum::<f32>();
    1.0 / (1.0 + (-z).exp())
}
