//! A report over several runs: the paper's tables beside what was measured.
//!
//! Each run adds its figures to `runs/` in the report's folder, and the report is made
//! anew from all of them: `report.md` for people, `report.json` with the same rows.
//!
//! * `paper` - the figures of the paper, as data
//! * `rows` - which run belongs beside which figure
//! * `markdown` - the report as text

mod markdown;
mod paper;
mod rows;

use std::path::{Path, PathBuf};

use super::summary::RunSummary;

pub use rows::{Measured, ReportRow, ReportTable, tables};

/// Adds the figures of a run to the report in `folder` and writes the report anew.
/// Returns the path of the text. A run of the same settings takes the place of an older one.
///
/// # Errors
///
/// A folder that cannot be written, or a file in it that is not a run.
pub fn add(folder: &Path, summary: &RunSummary) -> std::io::Result<PathBuf> {
    let runs = folder.join("runs");
    std::fs::create_dir_all(&runs)?;
    let name = format!("{}-{}.json", summary.settings.set, key(summary));
    std::fs::write(runs.join(name), serde_json::to_string_pretty(summary)? + "\n")?;
    let all = read(&runs)?;
    let tables = tables(&all);
    std::fs::write(folder.join("report.json"), serde_json::to_string_pretty(&tables)? + "\n")?;
    let text = folder.join("report.md");
    std::fs::write(&text, markdown::report(&tables, &all))?;
    Ok(text)
}

/// What tells runs apart in a report: their settings, but not the program or the graph.
fn key(summary: &RunSummary) -> String {
    let mut settings = summary.settings.clone();
    settings.graph.clear();
    let text = serde_json::to_string(&settings).unwrap_or_default();
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
}

fn read(runs: &Path) -> std::io::Result<Vec<RunSummary>> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(runs)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
        .iter()
        .map(|file| {
            let text = std::fs::read_to_string(file)?;
            serde_json::from_str(&text).map_err(|error| {
                let what = format!("{} is not a run that a report can show: {error}", file.display());
                std::io::Error::new(std::io::ErrorKind::InvalidData, what)
            })
        })
        .collect()
}
