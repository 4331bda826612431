//! Loads in a process of their own, so that its largest memory is that of the load.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::Failure;

/// What a load cost.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Cost {
    /// Seconds until everything was durable.
    pub seconds: f64,
    /// Seconds of the processor, which other programs disturb less (Linux; else 0).
    pub cpu_seconds: f64,
    /// Largest resident memory of the process, in megabytes (Linux; else 0).
    pub peak_mb: f64,
    /// Facts that were loaded.
    pub facts: u64,
}

/// Runs `work`, which loads and returns the number of facts, and prints what it cost.
pub fn report(work: impl FnOnce() -> Result<u64, Failure>) -> Result<(), Failure> {
    let begin = Instant::now();
    let facts = work()?;
    let seconds = begin.elapsed().as_secs_f64();
    let cost = Cost { seconds, cpu_seconds: cpu_seconds(), peak_mb: peak(), facts };
    println!("{}", serde_json::to_string(&cost)?);
    Ok(())
}

/// Runs this program again as `--child task feed target`.
pub fn run(task: &str, feed: &Path, target: &Path) -> Result<Cost, Failure> {
    let output = Command::new(std::env::current_exe()?)
        .args(["--child", task])
        .arg("--feed")
        .arg(feed)
        .arg("--target")
        .arg(target)
        .output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("the load `{task}` failed: {said}").into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// User and system time of the process; the kernel counts them in hundredths.
fn cpu_seconds() -> f64 {
    let status = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in brackets, may hold spaces; two of the fields after it are the times.
    let fields = status.rsplit_once(')').map_or("", |(_, fields)| fields);
    let times = fields.split_whitespace().skip(11).take(2);
    times.filter_map(|time| time.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<f64>().ok())
        .map_or(0.0, |kilobytes| kilobytes / 1024.0)
}

/// The size of a file, or of all files of a folder, in megabytes (of a million).
#[derive(Clone, Copy, Debug, Default)]
pub struct Megabytes {
    /// What is written: room that a file keeps for its growth takes none of the disk.
    pub on_disk: f64,
    /// Lengths of the files.
    pub length: f64,
}

/// Measures a file or a folder.
pub fn megabytes(path: &Path) -> Megabytes {
    let Ok(entries) = std::fs::read_dir(path) else {
        let Ok(data) = std::fs::metadata(path) else { return Megabytes::default() };
        #[cfg(unix)]
        let written = std::os::unix::fs::MetadataExt::blocks(&data) * 512;
        #[cfg(not(unix))]
        let written = data.len();
        return Megabytes { on_disk: written as f64 / 1e6, length: data.len() as f64 / 1e6 };
    };
    let parts = entries.flatten().map(|entry| megabytes(&entry.path()));
    parts.fold(Megabytes::default(), |sum, part| Megabytes {
        on_disk: sum.on_disk + part.on_disk,
        length: sum.length + part.length,
    })
}
