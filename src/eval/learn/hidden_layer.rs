//! Training of the hidden layer, after the weights, for the same likelihood: by Adam (Kingma and Ba 2015, "Adam: a
//! method for stochastic optimization") with decoupled weight decay (Loshchilov and Hutter 2019), and with dropout
//! (Srivastava et al. 2014).

use std::collections::BTreeMap;

use fastrand::Rng;
use trustuqa_parser::Weights;
use trustuqa_parser::hidden_layer::{
    HiddenLayer, HiddenLayers, Input, UNITS, Units, add, limited, slope, value_of_gram,
};

use super::collect::{Example, Tried};
use super::train::{grams_of, is_useful, right_minus_all, weight_of};

/// Passes over all examples.
const PASSES: usize = 25;
/// Examples whose gradients are summed for one step.
const BATCH: usize = 64;
/// The first step size; it falls to almost 0.
const STEP: f32 = 0.003;
/// The last step size, as a share of the first.
const LAST_STEP: f32 = 0.02;
/// How strongly weights decay, for a step of size 1.
const DECAY: f32 = 0.01;
/// The share of the units that are left out for each example.
const UNITS_DROPPED: f32 = 0.5;
/// The share of the n-grams of its question that are left out for each example.
const GRAMS_DROPPED: f32 = 0.3;
/// An n-gram is an input if at least this many questions have it.
const QUESTIONS: usize = 10;
/// Before training, weights of inputs and the worth of units are at most this far from 0.
const FAR: (f32, f32) = (0.2, 0.1);
/// Before training, what each unit has without any input.
const CONSTANT: f32 = 0.05;
/// Each training begins with the same numbers: one layer from each of these.
const SEEDS: [u64; 2] = [17, 18];
/// Shares of the old mean in the new one, of gradients and of their squares.
const MEANS: (f32, f32) = (0.9, 0.999);

/// An example as training sees it.
struct Seen {
    weight: f32,
    grams: Vec<usize>,
    rows: Vec<Row>,
}

/// A reading as training sees it.
struct Row {
    inputs: Vec<Input>,
    /// Its score without the layer.
    sum: f32,
    right: bool,
    /// Whether it answers yes; `None` unless yes or no.
    truth: Option<bool>,
}

impl Seen {
    fn of(example: &Example, weights: &Weights, layer: &HiddenLayer) -> Seen {
        let lexical = example.tried.iter().find_map(|tried| tried.features.lexical.as_ref());
        let biases = lexical.map(|l| weights.lexical.biases(&l.grams)).unwrap_or_default();
        let row = |tried: &Tried| Row {
            inputs: HiddenLayer::inputs(&tried.features),
            sum: weights.sum_with(&tried.features, &biases),
            right: tried.right,
            truth: tried.truth(),
        };
        Seen {
            weight: weight_of(example),
            grams: lexical.map(|l| layer.grams(&l.grams)).unwrap_or_default(),
            rows: example.tried.iter().map(row).collect(),
        }
    }
}

/// Layers that correct the sums of these weights; deterministic.
pub fn train(examples: &[&Example], weights: &Weights) -> HiddenLayers {
    let useful: Vec<&Example> = examples.iter().copied().filter(|e| is_useful(e)).collect();
    let zeros = HiddenLayer::zeros(frequent(&useful));
    let seen: Vec<Seen> = useful.into_iter().map(|example| Seen::of(example, weights, &zeros)).collect();
    HiddenLayers(super::in_parallel(&SEEDS, |seed| train_from(*seed, zeros.clone(), &seen)))
}

/// A layer trained from one beginning.
fn train_from(seed: u64, mut layer: HiddenLayer, seen: &[Seen]) -> HiddenLayer {
    let mut random = Rng::with_seed(seed);
    let mut around_zero = |far: f32| (random.f32() * 2.0 - 1.0) * far;
    layer.into_units.iter_mut().flatten().for_each(|weight| *weight = around_zero(FAR.0));
    layer.worth = std::array::from_fn(|_| around_zero(FAR.1));
    layer.constant = [CONSTANT; UNITS];
    let mut optimizer = Adam::new(&layer, PASSES * seen.len().div_ceil(BATCH));
    let mut order: Vec<usize> = (0..seen.len()).collect();
    for _ in 0..PASSES {
        random.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            let mut gradient = optimizer.zeros.clone();
            for at in batch {
                let seen = &seen[*at];
                let kept = std::array::from_fn(|_| {
                    if random.f32() < UNITS_DROPPED { 0.0 } else { 1.0 / (1.0 - UNITS_DROPPED) }
                });
                let grams: Vec<usize> =
                    seen.grams.iter().copied().filter(|_| random.f32() >= GRAMS_DROPPED).collect();
                add_gradient(&layer, seen, &grams, &kept, &mut gradient);
            }
            optimizer.step(&mut layer, &gradient, batch.len() as f32);
        }
    }
    forget_unmet(&mut layer, seen);
    layer
}

/// Inputs that no example has, such as those of the encoder where it was off, would keep the weights they began with.
fn forget_unmet(layer: &mut HiddenLayer, seen: &[Seen]) {
    let mut is_met = vec![false; layer.into_units.len()];
    for seen in seen {
        let of_rows = seen.rows.iter().flat_map(|row| row.inputs.iter().map(|(input, _)| *input));
        of_rows.chain(seen.grams.iter().copied()).for_each(|input| is_met[input] = true);
    }
    for (weights, is_met) in layer.into_units.iter_mut().zip(is_met) {
        if !is_met {
            *weights = [0.0; UNITS];
        }
    }
}

/// The n-grams that many questions have.
fn frequent<'e>(examples: &[&'e Example]) -> Vec<&'e str> {
    let mut questions: BTreeMap<&str, usize> = BTreeMap::new();
    for gram in examples.iter().flat_map(|example| grams_of(example)) {
        *questions.entry(gram).or_default() += 1;
    }
    questions.into_iter().filter(|(_, count)| *count >= QUESTIONS).map(|(gram, _)| gram).collect()
}

/// Adds how the likelihood of the right readings changes with each weight. `grams` are the n-grams of the question
/// that are not left out; `kept` is 0 for units that are.
fn add_gradient(layer: &HiddenLayer, seen: &Seen, grams: &[usize], kept: &Units, gradient: &mut HiddenLayer) {
    let before = layer.before_features(grams);
    let of_rows: Vec<Units> = seen.rows.iter().map(|row| layer.units(&before, &row.inputs)).collect();
    let correct = |units: &Units| limited((0..UNITS).map(|at| units[at] * kept[at] * layer.worth[at]).sum());
    let corrections: Vec<f32> = of_rows.iter().map(correct).collect();
    let scores: Vec<f32> = seen.rows.iter().zip(&corrections).map(|(row, more)| row.sum + more).collect();
    let pushes = right_minus_all(&scores, |at| seen.rows[at].right, |at| seen.rows[at].truth);
    let mut back_of_all: Units = [0.0; UNITS];
    for (((row, units), correction), push) in seen.rows.iter().zip(&of_rows).zip(corrections).zip(pushes) {
        let push = seen.weight * push * slope(correction);
        if push.abs() < 1e-5 {
            continue;
        }
        let mut back: Units = [0.0; UNITS];
        for at in 0..UNITS {
            gradient.worth[at] += push * units[at] * kept[at];
            if units[at] > 0.0 {
                back[at] = push * layer.worth[at] * kept[at];
                back_of_all[at] += back[at];
            }
        }
        for (input, value) in &row.inputs {
            add(&mut gradient.into_units[*input], &back, *value);
        }
    }
    add(&mut gradient.constant, &back_of_all, 1.0);
    for gram in grams {
        add(&mut gradient.into_units[*gram], &back_of_all, value_of_gram(grams));
    }
}

/// Moves weights along gradients, by their running means.
struct Adam {
    zeros: HiddenLayer,
    means: HiddenLayer,
    squares: HiddenLayer,
    /// Steps so far, and in all.
    steps: (usize, usize),
}

impl Adam {
    fn new(layer: &HiddenLayer, steps: usize) -> Adam {
        let mut zeros = layer.clone();
        zeros.weights_mut().for_each(|weight| *weight = 0.0);
        Adam { means: zeros.clone(), squares: zeros.clone(), zeros, steps: (0, steps.max(1)) }
    }

    /// One step along a gradient that is summed over `examples`.
    fn step(&mut self, layer: &mut HiddenLayer, gradient: &HiddenLayer, examples: f32) {
        self.steps.0 += 1;
        let size = STEP * (1.0 - self.steps.0 as f32 / self.steps.1 as f32).max(LAST_STEP);
        let power = i32::try_from(self.steps.0).unwrap_or(i32::MAX);
        let unbiased = (1.0 - MEANS.0.powi(power), 1.0 - MEANS.1.powi(power));
        let means = self.means.weights_mut().zip(self.squares.weights_mut());
        for ((weight, gradient), (mean, square)) in layer.weights_mut().zip(gradient.weights()).zip(means) {
            let gradient = gradient / examples;
            *mean = MEANS.0 * *mean + (1.0 - MEANS.0) * gradient;
            *square = MEANS.1 * *square + (1.0 - MEANS.1) * gradient * gradient;
            let direction = (*mean / unbiased.0) / ((*square / unbiased.1).sqrt() + 1e-6);
            *weight += size * (direction - DECAY * *weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(inputs: &[Input], sum: f32, right: bool) -> Row {
        Row { inputs: inputs.to_vec(), sum, right, truth: None }
    }

    /// How likely the right readings are, as the logarithm.
    fn likelihood(layer: &HiddenLayer, seen: &Seen) -> f32 {
        let before = layer.before_features(&seen.grams);
        let score = |row: &Row| {
            let units = layer.units(&before, &row.inputs);
            row.sum + limited(units.iter().zip(&layer.worth).map(|(unit, worth)| unit * worth).sum())
        };
        let of = |right: bool| {
            let rows = seen.rows.iter().filter(|row| !right || row.right);
            rows.map(|row| score(row).exp()).sum::<f32>()
        };
        (of(true) / of(false)).ln()
    }

    #[test]
    fn inputs_that_no_example_has_are_worth_nothing() {
        let mut layer = HiddenLayer::zeros(["how many"]);
        layer.weights_mut().for_each(|weight| *weight = 0.5);
        let seen = Seen { weight: 1.0, grams: Vec::new(), rows: vec![row(&[(5, 1.0)], 0.0, true)] };
        forget_unmet(&mut layer, &[seen]);
        assert_eq!((layer.into_units[5][0], layer.into_units[6][0]), (0.5, 0.0));
    }

    #[test]
    fn the_gradient_is_how_the_likelihood_changes() {
        let mut layer = HiddenLayer::zeros(["how many"]);
        let mut random = Rng::with_seed(3);
        layer.weights_mut().for_each(|weight| *weight = random.f32() - 0.5);
        let grams = layer.grams(&["how many".to_owned()]);
        let rows = vec![
            row(&[(0, 1.0), (5, -0.5)], 0.3, true),
            row(&[(0, 0.5)], 0.1, false),
            row(&[(7, 2.0)], 0.2, false),
        ];
        let seen = Seen { weight: 1.0, grams: grams.clone(), rows };
        let mut gradient = HiddenLayer::zeros(["how many"]);
        add_gradient(&layer, &seen, &grams, &[1.0; UNITS], &mut gradient);
        for (input, unit) in [(0, 3), (5, 20), (7, 41), (grams[0], 11)] {
            let step = 0.01;
            let moved = |by: f32| {
                let mut moved = layer.clone();
                moved.into_units[input][unit] += by;
                likelihood(&moved, &seen)
            };
            let measured = (moved(step) - moved(-step)) / (2.0 * step);
            let computed = gradient.into_units[input][unit];
            assert!((measured - computed).abs() < 0.01, "{input} {unit}: {measured} {computed}");
        }
    }
}
