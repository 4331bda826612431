//! Times of single calls, taken so that all peers meet the same noise.

use std::hint::black_box;
use std::time::Instant;

use serde_json::{Value as Json, json};

use crate::peers::{Peer, Query};

/// Calls of one peer before the next one's turn. Long enough that a peer finds the
/// processor's caches as it left them, short enough that a disturbance hits all.
const TURN: usize = 64;

/// Nanoseconds of single calls.
#[derive(Debug, Default)]
pub struct Times(Vec<u32>);

impl Times {
    /// Times one call.
    #[cfg_attr(not(feature = "oxigraph"), allow(dead_code, reason = "for peers that take no ids"))]
    pub fn of(&mut self, call: impl FnOnce()) {
        let begin = Instant::now();
        call();
        self.push(begin.elapsed().as_nanos());
    }

    fn push(&mut self, nanoseconds: u128) {
        self.0.push(u32::try_from(nanoseconds).unwrap_or(u32::MAX));
    }

    /// The time that `percent` of a hundred calls do not exceed, without `cost`.
    pub fn percentile(&mut self, percent: usize, cost: u32) -> u32 {
        self.0.sort_unstable();
        let at = (self.0.len() * percent / 100).min(self.0.len().saturating_sub(1));
        self.0.get(at).copied().unwrap_or(0).saturating_sub(cost).max(1)
    }

    /// Median, 95th and 99th percentile.
    pub fn three(&mut self, cost: u32) -> [u32; 3] {
        [50, 95, 99].map(|percent| self.percentile(percent, cost))
    }
}

/// What reading the clock itself costs: the median of empty measurements. It is taken
/// off every time that is reported.
pub fn clock_cost() -> u32 {
    let mut times = Times::default();
    for _ in 0..100_000 {
        let begin = Instant::now();
        times.push(begin.elapsed().as_nanos());
    }
    times.percentile(50, 0)
}

/// Times every peer on its own form of the same queries, in turns; the first turn of each
/// round falls to another peer.
pub fn measure(peers: &mut [&mut dyn Peer], queries: &[Vec<Query>], rounds: usize) -> Vec<Times> {
    let mut times: Vec<Times> = peers.iter().map(|_| Times::default()).collect();
    let length = queries.first().map_or(0, Vec::len);
    for round in 0..rounds {
        for begin in (0..length).step_by(TURN) {
            for turn in 0..peers.len() {
                let at = (turn + round + begin / TURN) % peers.len();
                let end = (begin + TURN).min(queries[at].len());
                for query in &queries[at][begin.min(end)..end] {
                    let begin = Instant::now();
                    let answer = peers[at].answer(query);
                    times[at].push(begin.elapsed().as_nanos());
                    drop(black_box(answer));
                }
            }
        }
    }
    times
}

/// Times as JSON, in nanoseconds.
pub fn to_json(three: [u32; 3]) -> Json {
    json!({ "p50_ns": three[0], "p95_ns": three[1], "p99_ns": three[2] })
}

/// `0.62 µs`, `14 ms`
pub fn shown(nanoseconds: u32) -> String {
    let microseconds = f64::from(nanoseconds) / 1e3;
    match microseconds {
        m if m < 10.0 => format!("{m:.2} µs"),
        m if m < 1_000.0 => format!("{m:.0} µs"),
        m => format!("{:.1} ms", m / 1e3),
    }
}
