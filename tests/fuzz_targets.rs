//! The kept inputs of the fuzz targets (`fuzz/README.md`), checked by the same code
//! without a fuzzer; and changes of them by chance, the same in every run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test")]

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

#[path = "../fuzz/src/targets/mod.rs"]
mod targets;

/// How many of the inputs that a fuzzer found are kept for a target, at most.
const CORPUS: usize = 40;

/// The kept inputs of a target by folder and file.
fn inputs(target: &str) -> BTreeMap<String, Vec<u8>> {
    let mut inputs = BTreeMap::new();
    for kind in ["seeds", "corpus"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(kind).join(target);
        let Ok(files) = std::fs::read_dir(&folder) else { continue };
        for file in files {
            let path = file.unwrap().path();
            let name = format!("{kind}/{target}/{}", path.file_name().unwrap().to_string_lossy());
            inputs.insert(name, std::fs::read(path).unwrap());
        }
    }
    assert!(inputs.keys().any(|name| name.starts_with("seeds")), "{target} has no seeds");
    let found = inputs.keys().filter(|name| name.starts_with("corpus")).count();
    assert!(found <= CORPUS, "{target} has {found} found inputs: choose {CORPUS} as fuzz/README.md says");
    inputs
}

/// Every kept input, and `changes` inputs that are made of them.
fn check(target: &str, law: fn(&[u8]), changes: usize) {
    let inputs = inputs(target);
    let mut broken = Vec::new();
    for (name, input) in &inputs {
        if catch_unwind(AssertUnwindSafe(|| law(input))).is_err() {
            broken.push(name.clone());
        }
    }
    assert!(broken.is_empty(), "laws are broken by {broken:?}; the panic of each is printed above");
    let kept: Vec<&[u8]> = inputs.values().map(Vec::as_slice).collect();
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    for _ in 0..changes {
        let input = chance.change(&kept);
        if catch_unwind(AssertUnwindSafe(|| law(&input))).is_err() {
            panic!("a law of {target} is broken by {:?}", String::from_utf8_lossy(&input));
        }
    }
}

/// Xorshift: the same numbers in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    fn part<'i>(&mut self, input: &'i [u8]) -> &'i [u8] {
        let from = self.below(input.len() + 1);
        &input[from..from + self.below(input.len() - from + 1).min(24)]
    }

    /// One of the inputs with one to four changes: a part taken out, repeated or put in
    /// from another input, or a byte replaced.
    fn change(&mut self, inputs: &[&[u8]]) -> Vec<u8> {
        let mut input = inputs[self.below(inputs.len())].to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(input.len() + 1);
            match self.below(4) {
                0 => {
                    let end = (at + self.below(16)).min(input.len());
                    input.drain(at..end);
                }
                1 => {
                    let own = input.clone();
                    let part = self.part(&own);
                    input.splice(at..at, part.iter().copied());
                }
                2 => {
                    let other = inputs[self.below(inputs.len())];
                    let part = self.part(other);
                    input.splice(at..at, part.iter().copied());
                }
                _ => {
                    const BYTES: &[u8] = b"'\"\\(),=<>![]{}\n\r\t|;: .#-_s01\xc3\xff";
                    if let Some(byte) = input.get_mut(at) {
                        *byte = BYTES[self.below(BYTES.len())];
                    }
                }
            }
        }
        input
    }
}

#[test]
fn queries_of_models() {
    check("llm_query", targets::llm_query, 30_000);
}

#[test]
fn execution_queries() {
    check("execution_query", targets::execution_query, 30_000);
}

#[test]
fn files() {
    check("load", targets::load, 1_500);
}

#[test]
fn contents() {
    check("contents", targets::contents_of_a_file, 1_500);
}

#[test]
fn benchmarks() {
    check("benchmark", targets::benchmark, 1_500);
}

#[test]
fn queries_over_a_graph() {
    check("run", targets::run, 1_500);
}
