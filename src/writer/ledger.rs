//! The egress ledger: every request body that leaves the machine, byte for byte.
//!
//! A body is recorded before its first byte is sent, so that a crash cannot hide
//! it; its status follows as a second record. A body that cannot be recorded is not
//! sent. Keys and other headers are never recorded, and neither are a user name,
//! password or query string in the server's address.
//!
//! The file is JSON Lines, readable by its owner only:
//!
//! ```text
//! {"session":"2026-01-31T10:00:00Z-4711","id":1,"at":"…","url":"…","share":"schema","body":"{…}"}
//! {"session":"2026-01-31T10:00:00Z-4711","id":1,"status":"200"}
//! ```

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::ShareLevel;

/// Entries kept in memory when a file keeps them all.
const IN_MEMORY: usize = 500;

/// One request body that left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerEntry {
    /// The run of the program that sent it: its start and process id, and a number where a
    /// process has more than one ledger.
    pub session: String,
    /// 1-based number within the session.
    pub id: u64,
    /// When it was sent, as RFC 3339 in UTC.
    pub at: String,
    /// Where it was sent.
    pub url: String,
    /// The share level at that moment.
    pub share: ShareLevel,
    /// The body, byte for byte (a JSON body is UTF-8).
    pub body: String,
    /// HTTP status, or in words why there is none. `None` while under way and when
    /// the request was cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct StatusRecord<'a> {
    session: std::borrow::Cow<'a, str>,
    id: u64,
    status: std::borrow::Cow<'a, str>,
}

struct LedgerState {
    entries: Vec<LedgerEntry>,
    sent: u64,
    file: Option<File>,
}

/// The record of request bodies of one run of the program.
pub struct Ledger {
    session: String,
    path: Option<PathBuf>,
    state: Mutex<LedgerState>,
}

impl Ledger {
    /// A ledger that lives in memory only.
    pub fn in_memory() -> Ledger {
        Ledger::with(None, None)
    }

    /// A ledger that appends to the file at `path`, which is made readable by its
    /// owner only; missing folders are created.
    pub fn at(path: &Path) -> io::Result<Ledger> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut options = OpenOptions::new();
        options.create(true).read(true).append(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        let mut file = options.open(path)?;
        end_last_line(&mut file)?;
        #[cfg(unix)]
        {
            // The mode above counts for a new file only.
            use std::os::unix::fs::PermissionsExt;
            file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
        }
        Ok(Ledger::with(Some(path.to_owned()), Some(file)))
    }

    /// A ledger whose file cannot be written, as on a full disk.
    #[cfg(test)]
    pub(crate) fn unwritable(path: &Path) -> io::Result<Ledger> {
        std::fs::write(path, "")?;
        Ok(Ledger::with(Some(path.to_owned()), Some(File::open(path)?)))
    }

    fn with(path: Option<PathBuf>, file: Option<File>) -> Ledger {
        // A process that answers for others has a ledger for each of them.
        static LEDGERS: AtomicU64 = AtomicU64::new(1);
        let number = match LEDGERS.fetch_add(1, Ordering::Relaxed) {
            1 => String::new(),
            number => format!(".{number}"),
        };
        let session = format!("{:.0}-{}{number}", Timestamp::now(), std::process::id());
        Ledger { session, path, state: Mutex::new(LedgerState { entries: Vec::new(), sent: 0, file }) }
    }

    /// Records a body that is about to leave; returns its id. When this fails the
    /// body must not be sent.
    pub fn record(&self, url: &str, share: ShareLevel, body: &[u8]) -> io::Result<u64> {
        let body = std::str::from_utf8(body)
            .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the request body is not UTF-8"))?;
        let mut state = self.lock();
        let entry = LedgerEntry {
            session: self.session.clone(),
            id: state.sent + 1,
            at: format!("{:.3}", Timestamp::now()),
            url: public_url(url),
            share,
            body: body.to_owned(),
            status: None,
        };
        append(&mut state, &entry)?;
        state.sent += 1;
        state.entries.push(entry);
        if state.file.is_some() && state.entries.len() > IN_MEMORY {
            state.entries.remove(0);
        }
        Ok(state.sent)
    }

    /// Adds the status of the entry `id`. A failure to write it is not reported: the
    /// body itself is on record.
    pub fn set_status(&self, id: u64, status: &str) {
        let mut state = self.lock();
        if let Some(entry) = state.entries.iter_mut().find(|e| e.id == id) {
            entry.status = Some(status.to_owned());
        }
        let record = StatusRecord { session: self.session.as_str().into(), id, status: status.into() };
        let _ = append(&mut state, &record);
    }

    /// The entries of this run, oldest first (the latest 500 when a file has them all).
    pub fn entries(&self) -> Vec<LedgerEntry> {
        self.lock().entries.clone()
    }

    /// Number of bodies sent in this run.
    pub fn sent(&self) -> u64 {
        self.lock().sent
    }

    /// The file, when there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Reads a ledger file, all sessions, oldest first. A line that a crash cut short
    /// is left out.
    pub fn read(path: &Path) -> io::Result<Vec<LedgerEntry>> {
        let mut entries: Vec<LedgerEntry> = Vec::new();
        for line in BufReader::new(File::open(path)?).lines() {
            let line = line?;
            if let Ok(entry) = serde_json::from_str::<LedgerEntry>(&line) {
                entries.push(entry);
            } else if let Ok(record) = serde_json::from_str::<StatusRecord<'_>>(&line) {
                let of = entries.iter_mut().rev().find(|e| e.id == record.id && e.session == record.session);
                if let Some(entry) = of {
                    entry.status = Some(record.status.into_owned());
                }
            }
        }
        Ok(entries)
    }

    fn lock(&self) -> MutexGuard<'_, LedgerState> {
        // A panic elsewhere cannot leave the list half changed in a way that matters.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends a line that a crash cut short, so that the next record is on its own.
fn end_last_line(file: &mut File) -> io::Result<()> {
    if file.metadata()?.len() > 0 {
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            file.write_all(b"\n")?;
        }
    }
    Ok(())
}

/// Writes one line with one call, so that lines of two processes do not mix.
fn append(state: &mut LedgerState, record: &impl Serialize) -> io::Result<()> {
    if let Some(file) = &mut state.file {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        file.write_all(&line)?;
    }
    Ok(())
}

/// The address without what may be a secret: user name, password, query string.
pub fn public_url(url: &str) -> String {
    match reqwest::Url::parse(url) {
        Ok(mut parsed) => {
            let _ = parsed.set_username("");
            let _ = parsed.set_password(None);
            parsed.set_query(None);
            parsed.set_fragment(None);
            parsed.to_string()
        }
        Err(_) => "(not a URL)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_ledger_reads_back_as_it_was_sent() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data").join("sent.jsonl");
        let ledger = Ledger::at(&path).unwrap();
        let body = "{\"q\":\"quote \\\" and umlaut ü\\n\"}";
        let id = ledger.record("http://me:pw@h/v1?key=s#x", ShareLevel::Schema, body.as_bytes()).unwrap();
        ledger.record("http://h/v1", ShareLevel::Samples, b"{}").unwrap();
        ledger.set_status(id, "200");
        let read = Ledger::read(&path).unwrap();
        assert_eq!(read, ledger.entries());
        assert_eq!(read[0].body, body);
        assert_eq!(read[0].url, "http://h/v1");
        assert_eq!(read[0].status.as_deref(), Some("200"));
        assert_eq!(read[1].status, None);
    }

    #[cfg(unix)]
    #[test]
    fn the_file_is_for_its_owner_only() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sent.jsonl");
        std::fs::write(&path, "").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        let _ledger = Ledger::at(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_line_cut_short_is_left_out_and_the_rest_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sent.jsonl");
        Ledger::at(&path).unwrap().record("http://h/", ShareLevel::Schema, b"{\"a\":1}").unwrap();
        let mut text = std::fs::read(&path).unwrap();
        text.extend_from_slice(b"{\"session\":\"x\",\"id\":2,\"at");
        std::fs::write(&path, text).unwrap();
        assert_eq!(Ledger::read(&path).unwrap().len(), 1);
        Ledger::at(&path).unwrap().record("http://h/", ShareLevel::Schema, b"{}").unwrap();
        assert_eq!(Ledger::read(&path).unwrap().len(), 2);
    }

    #[test]
    fn memory_is_bounded_when_a_file_keeps_everything() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sent.jsonl");
        let ledger = Ledger::at(&path).unwrap();
        for _ in 0..IN_MEMORY + 3 {
            ledger.record("http://h/", ShareLevel::Schema, b"{}").unwrap();
        }
        assert_eq!(ledger.entries().len(), IN_MEMORY);
        assert_eq!(ledger.sent(), (IN_MEMORY + 3) as u64);
        assert_eq!(Ledger::read(&path).unwrap().len(), IN_MEMORY + 3);
    }
}
