//! The outcomes of a run on disk, so that a run that was stopped can go on: a file of
//! JSON lines that is only ever added to.
//!
//! The first line holds the settings, each other line one [`QuestionOutcome`]. A line
//! that a killed run left unfinished is cut off. When a run ends, its file is renamed:
//! the next run with the same settings begins anew.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::outcome::QuestionOutcome;
use super::run::RunSettings;

#[derive(Serialize, Deserialize)]
struct Head {
    settings: RunSettings,
}

/// The open file of a run.
pub struct ProgressLog {
    path: PathBuf,
    file: File,
}

impl ProgressLog {
    /// Opens the log of a run, with what an earlier run of the same key left in it, by
    /// question. With `fresh`, that is thrown away.
    pub fn open(
        folder: &Path,
        settings: &RunSettings,
        fresh: bool,
    ) -> io::Result<(ProgressLog, HashMap<String, QuestionOutcome>)> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(format!("{}-{}.jsonl", settings.set, settings.key()));
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(fresh).open(&path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let (known, good) = read(&bytes, settings);
        // A line without its end would run into the next one.
        file.set_len(good as u64)?;
        file.seek(SeekFrom::Start(good as u64))?;
        let mut log = ProgressLog { path, file };
        if good == 0 {
            log.line(&Head { settings: settings.clone() })?;
        }
        Ok((log, known))
    }

    /// Adds an outcome. It survives if the program is killed right after.
    pub fn add(&mut self, outcome: &QuestionOutcome) -> io::Result<()> {
        self.line(outcome)
    }

    /// Closes the log of a complete run and returns its new path.
    pub fn finish(self) -> io::Result<PathBuf> {
        let done = self.path.with_extension("done.jsonl");
        std::fs::rename(&self.path, &done)?;
        Ok(done)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        // One write a line: a kill leaves whole lines and at most one torn one.
        self.file.write_all(&line)
    }
}

/// The outcomes of a log and the length of its readable part. Of a log of other settings nothing is used,
/// and of a damaged one nothing from the damage on.
fn read(bytes: &[u8], settings: &RunSettings) -> (HashMap<String, QuestionOutcome>, usize) {
    let mut known = HashMap::new();
    let mut good = 0;
    for (index, line) in bytes.split_inclusive(|b| *b == b'\n').enumerate() {
        if line.last() != Some(&b'\n') {
            break;
        }
        if index == 0 {
            match serde_json::from_slice::<Head>(line) {
                Ok(head) if head.settings == *settings => {}
                _ => return (HashMap::new(), 0),
            }
        } else {
            let Ok(outcome) = serde_json::from_slice::<QuestionOutcome>(line) else { break };
            known.insert(outcome.id.clone(), outcome);
        }
        good += line.len();
    }
    (known, good)
}
