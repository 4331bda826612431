//! Vectors in memory with 8-bit components, scanned exactly.
//!
//! A scan of 8-bit components finds the candidates; the caller ranks them again by
//! the stored vectors. Each vector has its own scale, so that short names with small
//! components lose no more precision than others.

use std::collections::HashSet;

use super::DIMENSIONS;

/// Keys with their vectors. Keys are only added: whether one still stands for
/// something is asked when it is found.
#[derive(Default)]
pub(super) struct ExactSet {
    keys: Vec<u64>,
    known: HashSet<u64>,
    scales: Vec<f32>,
    components: Vec<i8>,
}

impl ExactSet {
    pub(super) fn contains(&self, key: u64) -> bool {
        self.known.contains(&key)
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Adds a vector of [`DIMENSIONS`] components under a new key.
    pub(super) fn add(&mut self, key: u64, vector: &[f32]) {
        if vector.len() != DIMENSIONS || !self.known.insert(key) {
            return;
        }
        let (components, scale) = quantize(vector);
        self.keys.push(key);
        self.scales.push(scale);
        self.components.extend(components);
    }

    /// Every key with its approximate similarity, best first.
    pub(super) fn ranked(&self, query: &[f32]) -> Vec<(u64, f32)> {
        let (query, scale) = quantize(query);
        let query: Vec<i16> = query.into_iter().map(i16::from).collect();
        let rows = self.components.chunks_exact(DIMENSIONS);
        let mut scored: Vec<(u64, f32)> = (self.keys.iter().zip(&self.scales).zip(rows))
            .map(|((key, own), row)| {
                let dot: i32 = row.iter().zip(&query).map(|(a, b)| i32::from(i16::from(*a) * *b)).sum();
                (*key, dot as f32 * own * scale)
            })
            .collect();
        scored.sort_unstable_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
        scored
    }
}

/// Components from -127 to 127, and the factor that gives the vector back.
fn quantize(vector: &[f32]) -> (Vec<i8>, f32) {
    let largest = vector.iter().fold(0f32, |largest, component| largest.max(component.abs()));
    if largest == 0.0 {
        return (vec![0; vector.len()], 0.0);
    }
    let scale = largest / 127.0;
    (vector.iter().map(|component| (component / scale).round() as i8).collect(), scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similarities_are_close_and_ranked() {
        let unit = |at: usize| {
            let mut vector = vec![0.0; DIMENSIONS];
            vector[at] = 1.0;
            vector
        };
        let mut set = ExactSet::default();
        let mut mixed = unit(0);
        mixed[1] = 1.0;
        mixed.iter_mut().for_each(|component| *component /= 2f32.sqrt());
        set.add(7, &unit(0));
        set.add(8, &mixed);
        set.add(9, &unit(2));
        set.add(9, &unit(0)); // a known key is not added again
        assert_eq!(set.len(), 3);
        let ranked = set.ranked(&unit(0));
        assert_eq!(ranked.iter().map(|entry| entry.0).collect::<Vec<_>>(), [7, 8, 9]);
        assert!((ranked[0].1 - 1.0).abs() < 0.01);
        assert!((ranked[1].1 - 0.5f32.sqrt()).abs() < 0.01);
        assert_eq!(ranked[2].1, 0.0);
    }
}
