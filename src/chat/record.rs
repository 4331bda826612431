//! Sessions of the chat on disk: one file each, a JSON object a line, appended to as
//! the chat goes on. A line that cannot be read, such as the last one after a crash,
//! is left out.

use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use trustuqa_tui::model::{SavedEntry, SessionSummary};

use crate::session::SessionError;

/// Version of the files.
const VERSION: u32 = 1;

/// The first line of a file.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    version: u32,
    graph: String,
    started: String,
}

/// Any line of a file.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Line {
    Header(Header),
    Entry(SavedEntry),
}

/// The sessions of a data folder, and the one that is going on.
pub struct Record {
    folder: PathBuf,
    graph: String,
    current: Option<(String, File)>,
    /// True once the user was told that the session cannot be kept.
    failed: bool,
}

impl Record {
    /// The sessions kept in `folder`, while the graph of this name is open.
    pub fn in_folder(folder: PathBuf, graph: String) -> Record {
        Record { folder, graph, current: None, failed: false }
    }

    /// Keeps an entry of the session that is going on. The first question or answer makes its file: a
    /// chat in which nothing was asked is not kept. The first failure returns a message for the user;
    /// after it, nothing is kept.
    pub fn keep(&mut self, entry: &SavedEntry) -> Option<String> {
        let begins = matches!(entry, SavedEntry::Question { .. } | SavedEntry::Answer(_));
        if self.failed || self.current.is_none() && !begins {
            return None;
        }
        let error = self.append(entry).err()?;
        self.failed = true;
        Some(format!("this session is not kept: {}: {error}", self.folder.display()))
    }

    fn append(&mut self, entry: &SavedEntry) -> std::io::Result<()> {
        if self.current.is_none() {
            self.current = Some(self.create()?);
        }
        if let Some((_, file)) = &mut self.current {
            let mut line = serde_json::to_vec(entry)?;
            line.push(b'\n');
            // One write per line: a crash leaves whole lines and at most one incomplete one.
            file.write_all(&line)?;
        }
        Ok(())
    }

    fn create(&self) -> std::io::Result<(String, File)> {
        std::fs::create_dir_all(&self.folder)?;
        let now = jiff::Zoned::now();
        let stem = now.strftime("%Y%m%d-%H%M%S").to_string();
        for attempt in 1..1_000 {
            let id = if attempt == 1 { stem.clone() } else { format!("{stem}-{attempt}") };
            match open_options().create_new(true).append(true).open(self.path(&id)) {
                Ok(mut file) => {
                    let started = now.strftime("%Y-%m-%d %H:%M").to_string();
                    let header = Header { version: VERSION, graph: self.graph.clone(), started };
                    let mut line = serde_json::to_vec(&header)?;
                    line.push(b'\n');
                    file.write_all(&line)?;
                    return Ok((id, file));
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(std::io::Error::other("there are too many sessions of this second"))
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.jsonl"))
    }

    /// The id of the session that is going on; `None` before anything was kept.
    pub fn current(&self) -> Option<&str> {
        self.current.as_ref().map(|(id, _)| id.as_str())
    }

    /// The graph that a kept session was begun with.
    pub fn graph_of(&self, id: &str) -> Result<String, SessionError> {
        self.read(id).map(|(header, _)| header.graph)
    }

    /// The latest session in which something was asked, of `graph` when one is named.
    pub fn latest(&self, graph: Option<&str>) -> Result<Option<String>, SessionError> {
        Ok(self.ids()?.into_iter().find(|id| {
            self.read(id).is_ok_and(|(header, entries)| {
                graph.is_none_or(|graph| graph == header.graph) && title(&entries).is_some()
            })
        }))
    }

    /// The ids of the files, the latest first: ids begin with the time.
    fn ids(&self) -> Result<Vec<String>, SessionError> {
        let files = match std::fs::read_dir(&self.folder) {
            Ok(files) => files,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(self.unreadable(&self.folder, &error)),
        };
        let paths = files.filter_map(Result::ok).map(|file| file.path());
        let mut ids: Vec<String> = paths
            .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
            .filter_map(|path| path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned))
            .collect();
        ids.sort_unstable_by(|a, b| b.cmp(a));
        Ok(ids)
    }

    /// Begins a new session with the next entry.
    pub fn begin(&mut self) {
        self.current = None;
        self.failed = false;
    }

    /// The kept sessions in which every word of `needle` occurs, the latest first.
    pub fn list(&self, needle: &str) -> Result<Vec<SessionSummary>, SessionError> {
        let mut found = Vec::new();
        let words: Vec<String> = needle.split_whitespace().map(str::to_lowercase).collect();
        for id in self.ids()? {
            // Another program may be removing a file just now; the others are listed all the same.
            let Ok((header, entries)) = self.read(&id) else { continue };
            let matches = words.iter().all(|word| entries.iter().any(|entry| says(entry, word)));
            let Some(title) = title(&entries).filter(|_| matches) else { continue };
            let count = |of: fn(&SavedEntry) -> bool| entries.iter().filter(|entry| of(entry)).count();
            found.push(SessionSummary {
                current: self.current() == Some(id.as_str()),
                id,
                started: header.started,
                title,
                graph: header.graph,
                questions: count(|entry| matches!(entry, SavedEntry::Question { .. })),
                answers: count(|entry| matches!(entry, SavedEntry::Answer(_))),
            });
        }
        Ok(found)
    }

    /// Continues a session: returns what it holds, and adds every later entry to its file.
    pub fn resume(&mut self, id: &str) -> Result<Vec<SavedEntry>, SessionError> {
        let (_, entries) = self.read(id)?;
        let path = self.path(id);
        let file = continued(&path).map_err(|error| self.unreadable(&path, &error))?;
        self.current = Some((id.to_owned(), file));
        self.failed = false;
        Ok(entries)
    }

    fn read(&self, id: &str) -> Result<(Header, Vec<SavedEntry>), SessionError> {
        // An id is part of a path, and must not lead elsewhere.
        let plain = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        if !plain {
            return Err(unknown(id));
        }
        let path = self.path(id);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(unknown(id)),
            Err(error) => return Err(self.unreadable(&path, &error)),
        };
        let mut header = Header { version: VERSION, graph: self.graph.clone(), started: id.to_owned() };
        let mut entries = Vec::new();
        for line in BufReader::new(file).split(b'\n') {
            let line = line.map_err(|error| self.unreadable(&path, &error))?;
            match serde_json::from_slice(&line) {
                Ok(Line::Header(read)) if read.version > VERSION => {
                    return Err(SessionError::usage(
                        format!("the session {id} was kept by a newer version of the program"),
                        "open it with that version",
                    ));
                }
                Ok(Line::Header(read)) => header = read,
                Ok(Line::Entry(entry)) => entries.push(entry),
                Err(_) => {}
            }
        }
        Ok((header, entries))
    }

    fn unreadable(&self, path: &Path, error: &std::io::Error) -> SessionError {
        SessionError::environment(
            format!("{} cannot be read: {error}", path.display()),
            "check its permissions",
        )
    }
}

fn unknown(id: &str) -> SessionError {
    SessionError::usage(
        format!("no session is called `{id}`"),
        "`trustuqa sessions`, or /sessions in the chat, lists those that are kept",
    )
}

/// The first question of a session; `None` when nothing was asked in it.
fn title(entries: &[SavedEntry]) -> Option<String> {
    entries.iter().find_map(|entry| match entry {
        SavedEntry::Question { text, .. } => Some(text.clone()),
        SavedEntry::Answer(answer) => Some(answer.question.clone()),
        _ => None,
    })
}

/// Files are for their owner only: they hold questions and answers.
fn open_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Opens a file to append to, and ends its last line if that is incomplete.
fn continued(path: &Path) -> std::io::Result<File> {
    let mut file = open_options().read(true).append(true).open(path)?;
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            file.write_all(b"\n")?;
        }
    }
    Ok(file)
}

/// True when a folded word occurs in what an entry shows.
fn says(entry: &SavedEntry, word: &str) -> bool {
    let holds = |text: &str| text.to_lowercase().contains(word);
    match entry {
        SavedEntry::Question { text, .. } | SavedEntry::Note { text } => holds(text),
        SavedEntry::Answer(answer) => {
            holds(&answer.question)
                || answer.items.iter().any(|item| holds(&item.text))
                || answer.rows.iter().flatten().any(|cell| holds(cell))
        }
        SavedEntry::Failure(failure) => holds(&failure.message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(text: &str) -> SavedEntry {
        SavedEntry::Question { text: text.to_owned(), at: String::new() }
    }

    #[test]
    fn a_session_survives_a_torn_line() {
        let folder = tempfile::tempdir().unwrap();
        let mut record = Record::in_folder(folder.path().join("sessions"), "demo".to_owned());
        assert_eq!(record.list("").unwrap(), [], "nothing is kept before a question");
        assert_eq!(record.keep(&question("Who was first?")), None);
        let answer = trustuqa_tui::model::AnswerView { id: 3, question: "Who?".into(), ..Default::default() };
        assert_eq!(record.keep(&SavedEntry::Answer(Box::new(answer.clone()))), None);
        let id = record.list("").unwrap()[0].id.clone();
        // A crash in the middle of a line.
        let path = record.path(&id);
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"entry\":\"note\",\"te").unwrap();
        let mut record = Record::in_folder(folder.path().join("sessions"), "other".to_owned());
        let entries = record.resume(&id).unwrap();
        assert_eq!(entries, [question("Who was first?"), SavedEntry::Answer(Box::new(answer))]);
        record.keep(&question("And then?"));
        assert_eq!(record.resume(&id).unwrap().len(), 3);
        let listed = record.list("FIRST then").unwrap();
        assert_eq!((listed.len(), listed[0].answers), (1, 1));
        assert_eq!((listed[0].title.as_str(), listed[0].graph.as_str()), ("Who was first?", "demo"));
        assert_eq!(record.latest(Some("demo")).unwrap(), Some(id.clone()));
        assert_eq!(record.latest(Some("other")).unwrap(), None);
        assert_eq!((record.current(), record.graph_of(&id).unwrap().as_str()), (Some(id.as_str()), "demo"));
        assert_eq!(record.list("absent").unwrap(), []);
        record.begin();
        record.keep(&question("Anew"));
        assert_eq!(record.list("").unwrap().len(), 2);
    }

    #[test]
    fn a_session_is_named_by_its_id_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let mut record = Record::in_folder(folder.path().to_owned(), "demo".to_owned());
        for id in ["", "../secret", "gone", "a/b"] {
            assert!(record.resume(id).is_err(), "{id}");
        }
    }

    #[test]
    fn what_cannot_be_kept_is_said_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let mut record = Record::in_folder(file, "demo".to_owned());
        assert!(record.keep(&question("q")).is_some_and(|text| text.contains("not kept")));
        assert_eq!(record.keep(&question("q")), None);
    }
}
