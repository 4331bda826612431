//! The data beside the repository: `TRUSTUQA_SHARED`, else `../shared`.

use std::io::Write as _;
use std::path::PathBuf;

/// The folder of the data; where it is absent, a line says that the test is skipped.
pub fn data() -> Option<PathBuf> {
    let shared = std::env::var_os("TRUSTUQA_SHARED").map(PathBuf::from);
    let mut places: Vec<PathBuf> = shared.into_iter().collect();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    places.extend(root.ancestors().skip(1).take(3).map(|above| above.join("shared")));
    let found = places.into_iter().map(|place| place.join("data")).find(|data| data.is_dir());
    if found.is_none() {
        skipped("the data beside the repository is absent (set TRUSTUQA_SHARED), so nothing was checked");
    }
    found
}

/// Says that the running test checks nothing. The line is written to standard error itself,
/// which the test runner does not capture, so that a test that passes shows it, too.
pub fn skipped(why: &str) {
    let thread = std::thread::current();
    let line = format!("SKIPPED {}: {why}\n", thread.name().unwrap_or("a test"));
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// The step from one gold query to the next of so many: `TRUSTUQA_GOLD=all` runs all of them, else a sample.
pub fn gold_step(queries: usize, sample: usize) -> usize {
    match std::env::var("TRUSTUQA_GOLD").as_deref() {
        Ok("all") => 1,
        _ => queries.div_ceil(sample).max(1),
    }
}
