//! Named features of derivations, and the weights that a training run gave them.

use std::sync::{Arc, OnceLock};

use super::hidden_layer::HiddenLayers;
use super::lexical::{Biases, HOW_MANY, Lexical, LexicalWeights, OPERATIONS, Operation};
use super::naming::NameMatch;
use super::trust::{Over, SIGNS};

macro_rules! features {
    ($($family:literal { $($name:ident),* $(,)? })*) => {
        /// A property of a derivation.
        #[allow(missing_docs, reason = "the names say it; `Feature::family` groups them")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Feature { $($($name),*),* }

        /// Every feature with its name and family.
        pub const FEATURES: &[(Feature, &str, &str)] = &[$($((Feature::$name, stringify!($name), $family)),*),*];
    };
}

features! {
    "names" {
        NameSure, NameDoubt, NameUnsaid, NameByMeaning, NameOfKind, NamePair, PairBoth, PairAnd, NameCommonPart,
    }
    "relations" {
        HopSaid, HopLoose, HopSilent, HopSilentEnd, HopPreposition, HopBack, VoiceOk, VoiceNo, VoiceAside, HopAgain, HopTwice, HopOnce,
        ColumnSaid, ColumnLoose, ColumnSilent, JoinSaid, JoinSilent, JoinByCode, FactPair, FactAbsent,
        TypeSaid, TypeUnsaid, SideAll, HopGap, HopCross, ColumnGap, JoinGap, ThroughNameless, NamelessEnd, HeadUnsaid,
    }
    "conditions" {
        NumberUnit, NumberClash, NumberSaid, NumberSilent, NumberOutside, NumberEqual,
        PeriodSaid, PeriodSilent, PeriodOther, Negated, RowsDenied, Missing, MissingZero, AllMembers, NothingLeft,
        CondGap, CondCross, PrepositionOk, PrepositionNo, FlagOk, FlagNo, Opposite, MinusWhole, MinusPart, Computed, ColumnsCompared, JoinGroups, BesideMean, OwnGroup, LimitSaid, RoleUnsaid,
    }
    "times" {
        TimeNow, TimeNowUnsaid, TimeAt, TimeOf, TimeOfUnsaid, TimeAlways, TimeBound, TimeIgnored, TimeTerm, TimeShared, NothingThen, BoundSaid,
        BoundAskedNot,
    }
    "operations" {
        ExtremeMeasure, ExtremeLoose, ExtremeLate, CodeMeasured, ExtremeSaid, ExtremeSilent, ExtremeUnit, ExtremeOther, MinusInOrder, MoneySaid, UnitAskedNot, ChoiceOk, ChoiceNo, NationOk, NationNo, SumOfRate, MostRows, MostRowsNot, ByAdjacent, SingleAsked, SingleAskedNot, MinusOther, ByFar, ShareOfWhole, ShareOfPart,
        OpList, OpCount, OpDistinct, OpSum, OpMean, OpMax, OpMedian, OpGroup, OpGroupPick, OpExists, OpSubset,
        OpEqual, OpLarger, OpDifference, OpShare, OpLasted, OpBound, OpNear, OpExtreme, OpMinus, OpBoth, OpCompare, OpComplement, OpAbsent, OpPeers, PeersSaid, NearSame, NearOther,
        OpHaving, MeanOfGroups, AllOfThem, OpBestOfEach, OpMostOfEach, OpListOfEach, OpGroupMean, OpSorted, OpZeros, LastDates, OpGroupMost, OpNothing, OpAgainst, ShareOfNames, TallySaid, TallySilent, TallyBare,
        SumUncued, GroupOfOne, DistinctUncued, MeasureSaid, MeasureSilent, MeasureUnit, MeasureQuantity, BySaid, BySilent, ByGroups, PickByRows, ByPath, OpTimes, CountNumbers, CountOfKey,
        CountAskedNot, MeanAskedNot, SumAskedNot, ShareAskedNot, DifferenceAskedNot, EachAskedNot, NotAskedNot,
        ExtremeAskedNot, TruthAskedNot, DurationAskedNot, NearAskedNot, NowAskedNot, MissingAskedNot, OrAskedNot,
        OtherAskedNot, DuringAskedNot, AllAskedNot,
    }
    "words" {
        LeftName, LeftNumber, LeftWord, LeftFocus, LeftCue, Used, LeftKnown, LeftNoun, LeftNewFocus, LeftAside, LeftLight,
    }
    "answer" {
        FocusEnd, FocusInside, FocusTable, FocusLoose, AskPersonOk, AskPersonNo, AskDateOk, AskDateNo, AskNumberOk, AskNumberNo,
        AskTruthOk, AskTruthNo, AskThingNumber, AskThingDate, AskThingOk, KeyColumn, KeyCode, KeyWords, KeyElsewhere, FlagAnswer, NameAskedNot,
        WhoPerson, WhoOther, WhichPerson, ConstantSide, KindOk, KindNo, CountedOk, CountedNo, EachKindOk, EachKindNo, FormOk, FormNo, CodeBesideName, NameOfCode, FocusOtherKind,
        OneAsked, ManyGiven, OneGiven, ManyAsked, Echo, Large, Depth, ManyRelations, SourceFit, SourceLead, Empty, Zero, MuchMoney, Agrees, EchoName, BelowZero, FewGiven, KindPart, OverWhole, VerbIsValue,
    }
    "encoder" {
        Likeness, NameLikeness, MeaningLikeness, MeaningUnlike,
    }
    "search" {
        Searched, SearchedSurely, SearchAgrees, SearchSurelyAgrees, SearchNothing, SearchAgreesLeft, SearchAgreesOther,
        SearchedTable, SearchedGraph, SearchedSurelyTable, SearchedSurelyGraph, SearchAgreesTable, SearchAgreesGraph,
    }
}

/// How many features there are.
pub const COUNT: usize = FEATURES.len();

/// The family of lexicalised features, which have no names of their own.
pub const LEXICAL: &str = "lexical";

/// Values of features.
#[derive(Clone, Debug)]
pub struct Features {
    values: Box<[f32; COUNT]>,
    /// What lexicalised features are made of; only complete derivations have them.
    pub lexical: Option<Arc<Lexical>>,
}

impl Default for Features {
    fn default() -> Features {
        Features { values: Box::new([0.0; COUNT]), lexical: None }
    }
}

impl Features {
    /// Features of which this one alone is 1.
    pub fn only(feature: Feature) -> Features {
        let mut features = Features::default();
        features.add(feature, 1.0);
        features
    }

    /// Adds a feature, when there is one.
    pub fn add_some(&mut self, feature: Option<Feature>) {
        if let Some(feature) = feature {
            self.add(feature, 1.0);
        }
    }

    /// Adds to a feature.
    pub fn add(&mut self, feature: Feature, value: f32) {
        self.values[feature as usize] += value;
    }

    /// Adds how well the words of a question say the relation of a step.
    pub fn add_said(&mut self, said: &NameMatch) {
        self.add(Feature::HopSaid, said.gain.min(2.0));
        self.add(Feature::Likeness, said.likeness);
        self.add(Feature::HopLoose, 1.0 - said.completeness);
    }

    /// Takes away what [`Features::add_said`] added.
    pub fn take_said(&mut self, said: &NameMatch) {
        self.add(Feature::HopSaid, -said.gain.min(2.0));
        self.add(Feature::Likeness, -said.likeness);
        self.add(Feature::HopLoose, said.completeness - 1.0);
    }

    /// The value of a feature.
    pub fn get(&self, feature: Feature) -> f32 {
        self.values[feature as usize]
    }

    /// The sum of two.
    #[must_use]
    pub fn with(&self, other: &Features) -> Features {
        let mut sum = self.clone();
        for (a, b) in sum.values.iter_mut().zip(other.values.iter()) {
            *a += b;
        }
        sum
    }

    /// The same without the features of one family.
    #[must_use]
    pub fn without(&self, family: &str) -> Features {
        let mut left = self.clone();
        if family == LEXICAL {
            left.lexical = None;
        }
        for (feature, _, _) in FEATURES.iter().filter(|(_, _, of)| *of == family) {
            left.values[*feature as usize] = 0.0;
        }
        left
    }

    /// All values.
    pub fn values(&self) -> &[f32; COUNT] {
        &self.values
    }
}

/// Weights of features in the probabilities that are nearer to 0 are not written.
const NEGLIGIBLE: f32 = 0.005;

/// Of the weights of a probability, the constant and those of the signs.
fn signs(list: &[f32]) -> &[f32] {
    &list[..list.len().min(1 + SIGNS)]
}

/// Reads the name of a feature and its weight in a probability, which comes behind the constant and the signs.
fn read_of_feature(list: &mut Vec<f32>, line: &str) -> Option<()> {
    let (name, value) = line.split_once(' ')?;
    let (feature, ..) = FEATURES.iter().find(|(_, known, _)| *known == name)?;
    list.resize(1 + SIGNS + COUNT, 0.0);
    list[1 + SIGNS + *feature as usize] = value.parse().ok()?;
    Some(())
}

/// The value of a feature beside an operation: large ones would outweigh all others.
pub fn bounded(value: f32) -> f32 {
    value.clamp(-2.0, 2.0)
}

/// The file of the bundled weights.
fn bundled(over: Over) -> &'static str {
    match over {
        Over::Several => include_str!("weights.txt"),
        Over::Many => include_str!("weights_many.txt"),
        Over::Table => include_str!("weights_table.txt"),
        Over::Kg => include_str!("weights_kg.txt"),
        Over::Tkg => include_str!("weights_tkg.txt"),
    }
}

/// Weights of features, and of the two probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// One for each feature.
    pub of: Vec<f32>,
    /// What features weigh more or less beside an operation: all operations of the first feature, then those of the
    /// next.
    pub beside: Vec<f32>,
    /// Those of lexicalised features.
    pub lexical: LexicalWeights,
    /// What features are worth together.
    pub hidden_layers: HiddenLayers,
    /// An answer is called certain from this probability on.
    pub certain: f32,
    /// An answer with a lower probability is not given.
    pub least: f32,
    /// Weights of the calibrated probability: a constant, those of the signs of `trust.rs`, one for each feature.
    pub trust: Vec<f32>,
    /// The same for the probability that the data cannot answer.
    pub beyond: Vec<f32>,
    /// No answer is given if the probability that there is none is higher.
    pub refuse: f32,
}

impl Weights {
    /// The bundled weights for these sources: questions over several of them, over one table and over one graph
    /// differ too much in their wording to be ranked by one model.
    pub fn of(over: Over) -> &'static Weights {
        static READ: [OnceLock<Weights>; Over::ALL.len()] = [const { OnceLock::new() }; Over::ALL.len()];
        READ[over as usize].get_or_init(|| Weights::read(bundled(over)))
    }

    /// Reads what [`Weights::write`] writes. Lines with unknown names are skipped, and weights that are missing are 0;
    /// without thresholds no answer is certain, and none is withheld.
    pub fn read(text: &str) -> Weights {
        let mut weights = Weights {
            of: vec![0.0; COUNT],
            beside: vec![0.0; COUNT * HOW_MANY],
            lexical: LexicalWeights::default(),
            hidden_layers: HiddenLayers::default(),
            certain: 1.0,
            least: 0.0,
            trust: Vec::new(),
            beyond: Vec::new(),
            refuse: 1.0,
        };
        for line in text.lines().filter(|l| !l.starts_with('#')) {
            if let Some((kind @ ("words" | "names" | "left"), rest)) = line.split_once(' ') {
                // A line with an unknown operation has no weight here.
                let _ = weights.lexical.read(kind, rest);
                continue;
            }
            if let Some(rest) = line.strip_prefix("beside ") {
                weights.read_beside(rest);
                continue;
            }
            if let Some(rest) = line.strip_prefix("hidden ") {
                // A line with an unknown feature has no weights here.
                let _ = weights.hidden_layers.read(rest);
                continue;
            }
            if let Some(rest) = line.strip_prefix("trust of ") {
                read_of_feature(&mut weights.trust, rest);
                continue;
            }
            if let Some(rest) = line.strip_prefix("beyond of ") {
                read_of_feature(&mut weights.beyond, rest);
                continue;
            }
            let mut parts = line.split_whitespace();
            let (Some(name), Some(value)) = (parts.next(), parts.next().and_then(|v| v.parse::<f32>().ok()))
            else {
                continue;
            };
            match name {
                "certain" => weights.certain = value,
                "least" => weights.least = value,
                "refuse" => weights.refuse = value,
                "trust" | "beyond" => {
                    let list = if name == "trust" { &mut weights.trust } else { &mut weights.beyond };
                    list.push(value);
                    list.extend(parts.filter_map(|v| v.parse::<f32>().ok()));
                }
                name => {
                    if let Some((feature, _, _)) = FEATURES.iter().find(|(_, known, _)| *known == name) {
                        weights.of[*feature as usize] = value;
                    }
                }
            }
        }
        weights
    }

    /// Writes what [`Weights::read`] reads.
    pub fn write(&self) -> String {
        use std::fmt::Write as _;
        let mut text = String::from(
            "# Made by training; see docs/parser.md. A name of a feature and its weight a line.\n",
        );
        let mut family = "";
        for (feature, name, of) in FEATURES {
            if *of != family {
                family = of;
                let _ = writeln!(text, "# {family}");
            }
            let _ = writeln!(text, "{name} {:.3}", self.of[*feature as usize]);
        }
        let row = |list: &[f32]| list.iter().map(|w| format!("{w:.4}")).collect::<Vec<_>>().join(" ");
        text.push_str("# probability that the answer is right: constant, then the signs of trust.rs\n");
        let _ = writeln!(text, "trust {}", row(signs(&self.trust)));
        text.push_str("# probability that the data cannot answer, likewise\n");
        let _ = writeln!(text, "beyond {}", row(signs(&self.beyond)));
        text.push_str("# what features of the best reading add to these two\n");
        for (list, name) in [(&self.trust, "trust"), (&self.beyond, "beyond")] {
            let of_features = list.get(signs(list).len()..).unwrap_or_default();
            for ((_, feature, _), weight) in FEATURES.iter().zip(of_features) {
                if weight.abs() >= NEGLIGIBLE {
                    let _ = writeln!(text, "{name} of {feature} {weight:.3}");
                }
            }
        }
        text.push_str("# called certain from this probability on, and given as an answer within these\n");
        let _ = writeln!(text, "certain {:.4}\nleast {:.4}", self.certain, self.least);
        let _ = writeln!(text, "refuse {:.4}", self.refuse);
        text.push_str("# what a feature is worth more or less beside an operation\n");
        for (feature, name, _) in FEATURES {
            for (operation, of) in OPERATIONS {
                let weight = self.beside[*feature as usize * HOW_MANY + *operation as usize];
                if weight != 0.0 {
                    let _ = writeln!(text, "beside {of} {name} {weight:.3}");
                }
            }
        }
        self.lexical.write(&mut text);
        self.hidden_layers.write(&mut text);
        text
    }

    /// Reads an operation, the name of a feature and its weight beside that operation.
    fn read_beside(&mut self, line: &str) -> Option<()> {
        let mut parts = line.split(' ');
        let (operation, name, value) = (parts.next()?, parts.next()?, parts.next()?.parse().ok()?);
        let (operation, _) = OPERATIONS.iter().find(|(_, known)| *known == operation)?;
        let (feature, ..) = FEATURES.iter().find(|(_, known, _)| *known == name)?;
        self.beside[*feature as usize * HOW_MANY + *operation as usize] = value;
        Some(())
    }

    /// The score of a reading that has its answer.
    pub fn score(&self, features: &Features) -> f32 {
        self.sum(features) + self.hidden_layers.score(features)
    }

    /// The score of a derivation, complete or partial: the weighted sum of its features.
    pub fn sum(&self, features: &Features) -> f32 {
        let biases = features.lexical.as_ref().map(|lexical| self.lexical.biases(&lexical.grams));
        self.sum_with(features, &biases.unwrap_or_default())
    }

    /// The same, with the summed weights of the question's n-grams.
    pub fn sum_with(&self, features: &Features, biases: &Biases<'_>) -> f32 {
        let named: f32 = self.of.iter().zip(features.values()).map(|(w, f)| w * f).sum();
        let lexical = features.lexical.as_ref().map_or(0.0, |lexical| {
            self.lexical.score(lexical, biases) + self.score_beside(features, &lexical.operations)
        });
        named + lexical
    }

    /// What one more of a feature adds to a score, beside the operations of the derivation, too.
    pub fn worth(&self, feature: Feature, features: &Features) -> f32 {
        let at = feature as usize;
        let own = &self.beside[at * HOW_MANY..(at + 1) * HOW_MANY];
        let operations = features.lexical.iter().flat_map(|lexical| &lexical.operations);
        self.of[at] + operations.map(|operation| own[*operation as usize]).sum::<f32>() * bounded(1.0)
    }

    /// The weighted sum of its named features beside its operations.
    pub fn score_beside(&self, features: &Features, operations: &[Operation]) -> f32 {
        let there = features.values().iter().enumerate().filter(|(_, value)| **value != 0.0);
        there
            .map(|(feature, value)| {
                let own = &self.beside[feature * HOW_MANY..(feature + 1) * HOW_MANY];
                bounded(*value) * operations.iter().map(|operation| own[*operation as usize]).sum::<f32>()
            })
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_weights_are_read_whole() {
        for over in Over::ALL {
            let weights = Weights::of(over);
            let again = Weights::read(&weights.write());
            assert_eq!(again.hidden_layers, weights.hidden_layers, "{over:?}");
            let mut layers = HiddenLayers::default();
            for line in bundled(over).lines().filter_map(|line| line.strip_prefix("hidden ")) {
                assert!(layers.read(line).is_some(), "{line:.60}");
            }
            assert_eq!(layers, weights.hidden_layers, "{over:?}");
        }
    }
}
