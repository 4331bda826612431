//! A load into a graph that is there already, against the same load into an empty one.

use std::path::Path;

use serde_json::json;

use super::graphs::{Loaded, copy_folder, remove};
use super::reads::grown;
use crate::child::{self, Cost};
use crate::report::Report;
use crate::{Args, Failure, feed};

/// Loads a part of the graph's own records under other source names, as they are and with
/// changed names; each three times, of which the best is reported. Then point lookups in the
/// graph before and after such a load.
pub fn run(args: &Args, work: &Path, report: &mut Report) -> Result<(), Failure> {
    let large = Loaded::prepare_store(args, work, args.triples, report)?;
    let every = (args.triples / args.again.max(1)).max(1);
    report.section(&format!("Loading a part of {every} once more"));
    let (part, target) = (large.folder.join("again.feed"), large.folder.join("again"));
    let mut rows = Vec::new();
    for (what, key, suffix) in [("names known", "known", ""), ("names new", "new", " anew")] {
        let size = feed::part(&large.feed, &part, every, suffix)?;
        let mut best = [Cost { seconds: f64::MAX, ..Cost::default() }; 2];
        for _ in 0..3 {
            for (into, best) in [None, Some(&large.store)].into_iter().zip(&mut best) {
                remove(&target)?;
                if let Some(store) = into {
                    copy_folder(store, &target)?;
                }
                let cost = child::run("store", &part, &target)?;
                if cost.seconds < best.seconds {
                    *best = cost;
                }
            }
        }
        if suffix.is_empty() {
            grown(args, &large.store, &target, "again", report)?;
        }
        remove(&target)?;
        let [empty, there] = best;
        rows.push(vec![
            format!("{what}: {} facts in {} sources", size.facts, size.sources),
            format!("{:.2} s", empty.seconds),
            format!("{:.2} s", there.seconds),
            format!("{:.2}", there.seconds / empty.seconds),
            format!("{:.2}", there.cpu_seconds / empty.cpu_seconds),
            format!("{:.0}, {:.0} MB", empty.peak_mb, there.peak_mb),
        ]);
        report.put(&format!("again_{key}"), json!({ "empty": empty, "there": there }));
    }
    std::fs::remove_file(part)?;
    let into = format!("into {} triples", args.triples);
    report.table(&["", "into an empty graph", &into, "ratio", "ratio, processor", "largest memory"], &rows);
    Ok(())
}
