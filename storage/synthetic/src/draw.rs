//! Random numbers that belong to one record of one source.

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution as _, Zipf};

/// Words of the key stream that are reserved for a record; none uses so many.
const WORDS: u128 = 1 << 12;

/// A stream of random numbers.
pub(crate) struct Draw(ChaCha8Rng);

impl Draw {
    /// The numbers that describe source `source` itself.
    pub(crate) fn of_source(seed: u64, source: u64) -> Draw {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(source);
        Draw(rng)
    }

    /// The numbers of record `record` of source `source`. The stream cipher can be
    /// entered anywhere, so this costs the same for every record.
    pub(crate) fn of_record(seed: u64, source: u64, record: u64) -> Draw {
        let mut draw = Draw::of_source(seed, source);
        draw.0.set_word_pos((u128::from(record) + 1) * WORDS);
        draw
    }

    /// A whole number below `end`; 0 when `end` is 0.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        if end == 0 { 0 } else { self.0.random_range(0..end) }
    }

    /// True in `percent` of a hundred cases.
    pub(crate) fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// A number in `0.0..1.0`.
    pub(crate) fn unit(&mut self) -> f64 {
        self.0.random()
    }

    /// A rank below `end` by Zipf's law: rank `k` with a weight of `1 / (k + 1)^exponent`.
    pub(crate) fn zipf(&mut self, end: u64, exponent: f64) -> u64 {
        match Zipf::new(end.max(1) as f64, exponent) {
            Ok(law) => (law.sample(&mut self.0) as u64).clamp(1, end.max(1)) - 1,
            Err(_) => 0,
        }
    }

    /// A whole number of `low..=high`, each order of magnitude as likely as another.
    pub(crate) fn magnitude(&mut self, low: u64, high: u64) -> u64 {
        let (from, to) = ((low.max(1) as f64).ln(), ((high.max(1) + 1) as f64).ln());
        let drawn = (from + self.unit() * (to - from)).exp() as u64;
        drawn.clamp(low, high)
    }

    /// One of a list.
    pub(crate) fn one<'l, T: ?Sized>(&mut self, list: &[&'l T]) -> &'l T
    where
        &'l T: Default,
    {
        list.get(self.below(list.len() as u64) as usize).copied().unwrap_or_default()
    }
}

/// A fixed number that looks random, for choices that are not drawn for a record.
pub(crate) fn scatter(number: u64) -> u64 {
    // The finaliser of SplitMix64.
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
