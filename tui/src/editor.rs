//! Writing in the user's own editor, on a file of its own.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tokio::process::Command;

/// The command of the user's editor from VISUAL or EDITOR: a program and arguments, divided by spaces.
fn command() -> Result<Vec<String>, String> {
    let named = ["VISUAL", "EDITOR"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.trim().is_empty()));
    named
        .map(|value| value.split_whitespace().map(str::to_owned).collect())
        .ok_or_else(|| "no editor is set; put its name into the environment variable EDITOR".to_owned())
}

/// A file that is removed when it is dropped.
struct Draft(PathBuf);

impl Draft {
    /// Writes a text into a new file that only the user may read.
    fn new(text: &str) -> io::Result<Self> {
        let path = env::temp_dir().join(format!("trustuqa-{}-{:x}.txt", std::process::id(), unique()));
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path)?.write_all(text.as_bytes())?;
        Ok(Self(path))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A number that differs from one call to the next.
fn unique() -> u128 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_nanos())
}

/// Lets a text be changed in the user's editor. The terminal must have been given
/// back. The error is one line that says what to do.
pub(crate) async fn edit(text: &str) -> Result<String, String> {
    let words = command()?;
    let draft = Draft::new(text).map_err(|error| format!("no file could be made for the editor: {error}"))?;
    run(&words, &draft.0).await?;
    fs::read_to_string(&draft.0).map_err(|error| format!("what the editor left could not be read: {error}"))
}

async fn run(words: &[String], file: &Path) -> Result<(), String> {
    // An interrupt in the editor is its own affair: listening to it here keeps it
    // from ending the chat.
    #[cfg(unix)]
    let _interrupts = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt());
    let Some((name, arguments)) = words.split_first() else { return Err("no editor is set".to_owned()) };
    let status = Command::new(name).args(arguments).arg(file).status().await;
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the editor {name} ended with {status}; the text was left as it was")),
        Err(error) => Err(format!("the editor {name} did not start: {error}; set EDITOR to another one")),
    }
}
