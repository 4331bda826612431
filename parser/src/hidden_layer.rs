//! Hidden layers over the features of a reading: what they are worth together.
//!
//! A sum of weights cannot say that two features matter only with each other, or only beside some word. So small
//! feed-forward networks over all features and operations of a reading, and the n-grams of its question, correct the
//! sum. They are trained after the weights, which stay as they are. Only readings with their answers are corrected: the
//! beam is composed and cut by the sum alone, for which it can be said what a derivation may still gain.

use std::collections::{BTreeMap, BTreeSet};

use super::features::{COUNT, FEATURES, Features, bounded};
use super::lexical::{HOW_MANY, OPERATIONS};

/// The most units that a layer has.
pub const UNITS: usize = 160;
/// The correction of a sum is less than this: a kind of reading that training hardly saw must not be ruled out by it.
const MOST: f32 = 2.0;
/// How many inputs are features and operations; those behind them are n-grams.
const OF_READINGS: usize = COUNT + HOW_MANY;

/// One number for each unit.
pub type Units = [f32; UNITS];

/// An input by its place among all, and its value.
pub type Input = (usize, f32);

/// The weights of the layer. The default has none, and corrects nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct HiddenLayer {
    /// For each input, what it adds to each unit: the features, the operations, the n-grams.
    pub into_units: Vec<Units>,
    /// What each unit has without any input.
    pub constant: Units,
    /// What each unit is worth.
    pub worth: Units,
    /// The n-grams that are inputs, with their places.
    grams: BTreeMap<String, usize>,
}

/// Several layers, each trained from another beginning; the mean of their corrections counts. What one of them learnt by
/// chance, the others did not (Lakshminarayanan et al. 2017, "Simple and scalable predictive uncertainty estimation
/// using deep ensembles").
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HiddenLayers(pub Vec<HiddenLayer>);

impl HiddenLayers {
    /// What is added to the score of a reading.
    pub fn score(&self, features: &Features) -> f32 {
        self.0.iter().map(|layer| layer.score(features)).sum::<f32>() / self.0.len().max(1) as f32
    }

    /// By how much each feature and operation of a reading changes [`HiddenLayers::score`], by name, the largest change
    /// first.
    pub fn parts(&self, features: &Features) -> Vec<(&'static str, f32)> {
        let mut parts: Vec<(&'static str, f32)> = Vec::new();
        for (name, change) in self.0.iter().flat_map(|layer| layer.parts(features)) {
            let change = change / self.0.len() as f32;
            match parts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += change,
                None => parts.push((name, change)),
            }
        }
        parts.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        parts
    }

    /// Reads one line of the file of weights behind its first word, `hidden`; the constant of a layer is its first.
    pub fn read(&mut self, line: &str) -> Option<()> {
        if line.starts_with("constant ") {
            self.0.push(HiddenLayer::default());
        }
        self.0.last_mut()?.read(line)
    }

    /// Writes what [`HiddenLayers::read`] reads.
    pub fn write(&self, text: &mut String) {
        self.0.iter().for_each(|layer| layer.write(text));
    }
}

impl Default for HiddenLayer {
    fn default() -> HiddenLayer {
        HiddenLayer {
            into_units: Vec::new(),
            constant: [0.0; UNITS],
            worth: [0.0; UNITS],
            grams: BTreeMap::new(),
        }
    }
}

impl HiddenLayer {
    /// A layer whose weights are all 0, with these n-grams as inputs.
    pub fn zeros<'g>(grams: impl IntoIterator<Item = &'g str>) -> HiddenLayer {
        let sorted: BTreeSet<&str> = grams.into_iter().collect();
        let grams: BTreeMap<String, usize> =
            sorted.into_iter().map(str::to_owned).zip(OF_READINGS..).collect();
        HiddenLayer {
            into_units: vec![[0.0; UNITS]; OF_READINGS + grams.len()],
            grams,
            ..HiddenLayer::default()
        }
    }

    /// All weights.
    pub fn weights(&self) -> impl Iterator<Item = &f32> {
        self.into_units.iter().flatten().chain(&self.constant).chain(&self.worth)
    }

    /// The same, to be changed.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.into_units.iter_mut().flatten().chain(&mut self.constant).chain(&mut self.worth)
    }

    /// The inputs of a reading.
    pub fn inputs(features: &Features) -> Vec<Input> {
        let named = features.values().iter().enumerate().filter(|(_, value)| **value != 0.0);
        let operations = features.lexical.iter().flat_map(|lexical| &lexical.operations);
        named
            .map(|(at, value)| (at, bounded(*value)))
            .chain(operations.map(|operation| (COUNT + *operation as usize, 1.0)))
            .collect()
    }

    /// The n-grams of a question that are inputs.
    pub fn grams(&self, grams: &[String]) -> Vec<usize> {
        grams.iter().filter_map(|gram| self.grams.get(gram).copied()).collect()
    }

    /// What the units of all readings of a question begin with, from its n-grams. The more there are, the less each
    /// is worth.
    pub fn before_features(&self, grams: &[usize]) -> Units {
        let mut units = self.constant;
        grams.iter().for_each(|at| add(&mut units, &self.into_units[*at], value_of_gram(grams)));
        units
    }

    /// The units of a reading, which are never below 0.
    pub fn units(&self, before: &Units, inputs: &[Input]) -> Units {
        let mut units = *before;
        inputs.iter().for_each(|(at, value)| add(&mut units, &self.into_units[*at], *value));
        units.map(|unit| unit.max(0.0))
    }

    fn correction(&self, before: &Units, inputs: &[Input]) -> f32 {
        limited(self.units(before, inputs).iter().zip(&self.worth).map(|(unit, worth)| unit * worth).sum())
    }

    fn before_features_of(&self, features: &Features) -> Units {
        let grams = features.lexical.as_ref().map(|lexical| self.grams(&lexical.grams));
        self.before_features(&grams.unwrap_or_default())
    }

    /// What is added to the score of a reading.
    pub fn score(&self, features: &Features) -> f32 {
        if self.into_units.is_empty() {
            return 0.0;
        }
        self.correction(&self.before_features_of(features), &HiddenLayer::inputs(features))
    }

    /// By how much each feature and operation of a reading changes [`HiddenLayer::score`], by name, the largest change
    /// first.
    pub fn parts(&self, features: &Features) -> Vec<(&'static str, f32)> {
        if self.into_units.is_empty() {
            return Vec::new();
        }
        let (before, inputs) = (self.before_features_of(features), HiddenLayer::inputs(features));
        let all = self.correction(&before, &inputs);
        let without = |left_out: usize| {
            let rest: Vec<Input> = inputs.iter().copied().filter(|(at, _)| *at != left_out).collect();
            self.correction(&before, &rest)
        };
        let mut parts: Vec<_> = inputs.iter().map(|(at, _)| (name_of(*at), all - without(*at))).collect();
        parts.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        parts
    }

    /// Reads one line of the file of weights behind its first word, `hidden`: what it is of, and a number for each
    /// unit.
    pub fn read(&mut self, line: &str) -> Option<()> {
        let (kind, rest) = line.split_once(' ')?;
        match kind {
            "constant" => self.constant = row_of(rest)?,
            "worth" => self.worth = row_of(rest)?,
            "feature" | "operation" => {
                let (name, rest) = rest.split_once(' ')?;
                let at = match kind {
                    "feature" => FEATURES.iter().position(|(_, known, _)| *known == name)?,
                    _ => COUNT + OPERATIONS.iter().position(|(_, known)| *known == name)?,
                };
                let row = row_of(rest)?;
                self.into_units.resize(self.into_units.len().max(OF_READINGS), [0.0; UNITS]);
                self.into_units[at] = row;
            }
            "words" => {
                let (gram, rest) = rest.split_once(" : ")?;
                let row = row_of(rest)?;
                self.into_units.resize(self.into_units.len().max(OF_READINGS), [0.0; UNITS]);
                self.grams.insert(gram.to_owned(), self.into_units.len());
                self.into_units.push(row);
            }
            _ => return None,
        }
        Some(())
    }

    /// Writes what [`HiddenLayer::read`] reads.
    pub fn write(&self, text: &mut String) {
        use std::fmt::Write as _;
        if self.into_units.is_empty() {
            return;
        }
        text.push_str(
            "# hidden layer, in hundredths: what features, operations and words are worth together\n",
        );
        let _ = writeln!(text, "hidden constant {}", row(&self.constant));
        let _ = writeln!(text, "hidden worth {}", row(&self.worth));
        for (at, weights) in self.into_units.iter().enumerate().take(OF_READINGS) {
            let kind = if at < COUNT { "feature" } else { "operation" };
            let _ = writeln!(text, "hidden {kind} {} {}", name_of(at), row(weights));
        }
        for (gram, at) in &self.grams {
            let _ = writeln!(text, "hidden words {gram} : {}", row(&self.into_units[*at]));
        }
    }
}

/// The correction for the summed worth of all units.
pub fn limited(worth: f32) -> f32 {
    MOST * (worth / MOST).tanh()
}

/// How fast a correction changes with that sum.
pub fn slope(correction: f32) -> f32 {
    1.0 - (correction / MOST).powi(2)
}

/// The value of each of a question's n-grams.
pub fn value_of_gram(grams: &[usize]) -> f32 {
    1.0 / (grams.len().max(1) as f32).sqrt()
}

/// Adds what an input with this value is worth to each unit.
pub fn add(units: &mut Units, weights: &Units, value: f32) {
    units.iter_mut().zip(weights).for_each(|(unit, weight)| *unit += weight * value);
}

/// The name of a feature or an operation by its place among the inputs.
fn name_of(at: usize) -> &'static str {
    match at.checked_sub(COUNT) {
        None => FEATURES[at].1,
        Some(operation) => OPERATIONS[operation].1,
    }
}

/// Numbers as whole hundredths: they are many, and need not be exact.
fn row(units: &Units) -> String {
    units.map(|weight| format!("{:.0}", weight * 100.0).replace("-0", "0")).join(" ")
}

/// Reads what [`row`] writes; of a layer with fewer units, the others are worth nothing. `None` for anything else.
fn row_of(text: &str) -> Option<Units> {
    let mut units = [0.0; UNITS];
    let mut places = units.iter_mut();
    for number in text.split(' ') {
        *places.next()? = f32::from(number.parse::<i16>().ok()?) / 100.0;
    }
    Some(units)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Feature;
    use crate::lexical::Lexical;
    use std::sync::Arc;

    #[test]
    fn a_layer_is_read_as_it_is_written() {
        let mut layer = HiddenLayer::zeros(["how many", "^ who"]);
        layer.weights_mut().zip(0..).for_each(|(weight, at)| *weight = (at % 7 - 3) as f32 / 100.0);
        let mut text = String::new();
        layer.write(&mut text);
        let mut again = HiddenLayer::default();
        for line in text.lines().filter_map(|line| line.strip_prefix("hidden ")) {
            assert!(again.read(line).is_some(), "{line}");
        }
        assert_eq!(again, layer);
        let many = format!("constant{}", " 1".repeat(UNITS + 1));
        for wrong in [&many, "constant 1 one", "feature Unheard 1", "words who 1", "layer 1"] {
            assert!(again.read(wrong).is_none(), "{wrong}");
        }
        assert!(again.read("constant 1 2").is_some());
        assert_eq!(again.constant[..3], [0.01, 0.02, 0.0]);
    }

    #[test]
    fn the_mean_of_several_layers_counts() {
        let layer = |worth: f32| {
            let mut layer = HiddenLayer::zeros([]);
            layer.worth[0] = worth;
            layer.into_units[Feature::Negated as usize][0] = 1.0;
            layer
        };
        let features = Features::only(Feature::Negated);
        let layers = HiddenLayers(vec![layer(1.0), layer(-0.5)]);
        let mean = (limited(1.0) + limited(-0.5)) / 2.0;
        assert_eq!(layers.score(&features), mean);
        assert_eq!(layers.parts(&features), [("Negated", mean)]);
        let mut text = String::new();
        layers.write(&mut text);
        let mut again = HiddenLayers::default();
        for line in text.lines().filter_map(|line| line.strip_prefix("hidden ")) {
            assert!(again.read(line).is_some(), "{line}");
        }
        assert_eq!(again, layers);
        assert_eq!(HiddenLayers::default().score(&features), 0.0);
    }

    #[test]
    fn features_and_words_can_matter_only_together() {
        let mut layer = HiddenLayer::zeros(["how many"]);
        layer.constant[0] = -2.0;
        layer.worth[0] = 3.0;
        let word = layer.grams(&["how many".to_owned()])[0];
        for input in [Feature::Negated as usize, Feature::Empty as usize, word] {
            layer.into_units[input][0] = 1.0;
        }
        let mut features = Features::only(Feature::Negated);
        features.add(Feature::Empty, 1.0);
        assert_eq!(layer.score(&features), 0.0);
        let grams = Arc::new(vec!["how many".to_owned(), "orders".to_owned()]);
        features.lexical = Some(Arc::new(Lexical { grams, ..Lexical::default() }));
        let together = limited(3.0);
        assert!(together > 1.5 && together < MOST);
        assert_eq!(layer.score(&features), together);
        assert_eq!(layer.parts(&features), [("Negated", together), ("Empty", together)]);
        assert_eq!(HiddenLayer::default().score(&features), 0.0);
    }
}
