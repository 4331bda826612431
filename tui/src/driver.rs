//! The driver: reads the terminal and the backend, lets the state machine
//! decide, does its effects and draws. It waits while nothing happens: ticks
//! come only while something on the screen moves by itself.

use std::collections::HashMap;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{Event as TerminalEvent, EventStream};
use futures::StreamExt;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

use crate::app::{App, Effect, Event, SaveError};
use crate::backend::{Backend, BackendEvent, BackendRequest, Events, RequestId, Task};
use crate::editor;
use crate::screen::Screen;
use crate::settings::ChatOptions;

/// Time between two frames of the spinner.
const TICK: Duration = Duration::from_millis(100);

/// The most events handled before a frame is drawn.
const BATCH: usize = 256;

/// Lines of history that are read at the start.
const HISTORY: usize = 1_000;

/// Why the chat ended before the user left.
#[derive(Debug, thiserror::Error)]
pub enum TuiError {
    /// Standard input or output is not a terminal.
    #[error("the chat needs a terminal\nhint: `trustuqa ask QUESTION` answers one question without one")]
    NoTerminal,
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] io::Error),
}

/// Runs the chat until the user leaves. Must be called inside a tokio runtime
/// with time and io enabled. Every request still under way is stopped when it returns.
///
/// # Errors
///
/// [`TuiError::NoTerminal`] when there is no terminal, [`TuiError::Terminal`]
/// when reading from it or drawing on it fails.
pub async fn run(backend: Arc<dyn Backend>, options: ChatOptions) -> Result<(), TuiError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(TuiError::NoTerminal);
    }
    let started = Instant::now();
    let history = options.history_file.as_deref().map(read_history).unwrap_or_default();
    let mut screen = Screen::take(options.mouse)?;
    let (width, height) = screen.size()?;
    let history_file = options.history_file.clone();
    let can_load = options.can_load.0;
    let theme = options.theme.for_env();
    let mut app = App::new(width, height, ChatOptions { theme, ..options }, history);
    // The first frame comes before any work is started.
    screen.draw(&app)?;
    let (reports, mut reported) = unbounded_channel();
    let (internal, mut done) = unbounded_channel();
    let mut driver =
        Driver { backend, reports, internal, tasks: HashMap::new(), history_file, can_load, edit: None };
    let effects = app.start();
    if driver.perform(effects, &mut screen)? {
        return Ok(());
    }
    let (mut terminal, mut reader) = read_terminal();
    let mut stop = Stop::new()?;
    let mut tick = tokio::time::interval(TICK);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
    loop {
        let mut events = Vec::new();
        tokio::select! {
            event = terminal.recv() => match event {
                Some(event) => events.extend(translate(event?)),
                // The terminal is gone: nobody can leave the chat any more.
                None => return Ok(()),
            },
            Some(report) = reported.recv() => events.push(driver.receive(report)),
            Some(event) = done.recv() => events.push(event),
            _ = tick.tick(), if app.animates() => {}
            () = stop.requested() => return Ok(()),
        }
        // Events already waiting are handled as well, so that a burst draws once.
        while events.len() < BATCH {
            if let Ok(event) = terminal.try_recv() {
                events.extend(translate(event?));
            } else if let Ok(report) = reported.try_recv() {
                events.push(driver.receive(report));
            } else if let Ok(event) = done.try_recv() {
                events.push(event);
            } else {
                break;
            }
        }
        let _ = app.handle(Event::Tick(started.elapsed()));
        for event in events {
            let effects = app.handle(event);
            if driver.perform(effects, &mut screen)? {
                return Ok(());
            }
        }
        if let Some(text) = driver.edit.take() {
            // Nobody else may read the terminal while the editor does.
            reader.abort();
            let _ = reader.await;
            screen.give()?;
            let result = editor::edit(&text).await;
            screen.retake(app.mouse)?;
            (terminal, reader) = read_terminal();
            let (width, height) = screen.size()?;
            let _ = app.handle(Event::Resize { width, height });
            let effects = app.handle(Event::Edited(result));
            if driver.perform(effects, &mut screen)? {
                return Ok(());
            }
        }
        screen.draw(&app)?;
    }
}

/// Reads the terminal in a task of its own until that is aborted. A channel is between, because the
/// stream remembers only the first waker that polled it: polling it both to wait and to look would lose
/// the wake-up.
fn read_terminal() -> (UnboundedReceiver<io::Result<TerminalEvent>>, JoinHandle<()>) {
    let (sender, receiver) = unbounded_channel();
    let reader = tokio::spawn(async move {
        let mut stream = EventStream::new();
        while let Some(event) = stream.next().await {
            if sender.send(event).is_err() {
                break;
            }
        }
    });
    (receiver, reader)
}

/// The event of the state machine for an event of the terminal.
fn translate(event: TerminalEvent) -> Option<Event> {
    match event {
        TerminalEvent::Key(key) => Some(Event::Key(key)),
        TerminalEvent::Mouse(mouse) => Some(Event::Mouse(mouse)),
        TerminalEvent::Paste(text) => Some(Event::Paste(text)),
        TerminalEvent::Resize(width, height) => Some(Event::Resize { width, height }),
        TerminalEvent::FocusGained => Some(Event::Focus(true)),
        TerminalEvent::FocusLost => Some(Event::Focus(false)),
    }
}

/// Does the effects.
struct Driver {
    backend: Arc<dyn Backend>,
    reports: UnboundedSender<(RequestId, BackendEvent)>,
    internal: UnboundedSender<Event>,
    tasks: HashMap<RequestId, Task>,
    history_file: Option<PathBuf>,
    can_load: fn(&Path) -> bool,
    /// A text to be written in the editor, after the other effects.
    edit: Option<String>,
}

impl Driver {
    /// Takes a report; drops the task of a request that has ended.
    fn receive(&mut self, (id, event): (RequestId, BackendEvent)) -> Event {
        if event.ends_request() {
            self.tasks.remove(&id);
        }
        Event::Backend(id, event)
    }

    /// Does the effects. True when the chat ends.
    fn perform(&mut self, effects: Vec<Effect>, screen: &mut Screen) -> Result<bool, TuiError> {
        for effect in effects {
            match effect {
                Effect::Start { id, request } => {
                    let reports = self.reports.clone();
                    let events = match request {
                        BackendRequest::Open => Events::endless(id, reports),
                        _ => Events::new(id, reports),
                    };
                    let task = self.backend.start(request, events);
                    self.tasks.insert(id, task);
                }
                Effect::Cancel { id } => drop(self.tasks.remove(&id)),
                Effect::Copy(text) => screen.copy(&text)?,
                Effect::CaptureMouse(capture) => screen.capture_mouse(capture)?,
                Effect::Redraw => screen.redraw()?,
                Effect::Notify { how, text } => screen.notify(how, &text)?,
                Effect::Edit(text) => self.edit = Some(text),
                Effect::Quit => return Ok(true),
                Effect::Write { path, content, overwrite } => self.background(move || {
                    let result = write(&path, &content, overwrite);
                    Some(Event::Written { path, result })
                }),
                Effect::ListPaths { typed, to_load } => {
                    let can_load = self.can_load;
                    self.background(move || {
                        let paths = list(&typed, if to_load { can_load } else { |_| true });
                        Some(Event::Paths { typed, paths })
                    });
                }
                Effect::Remember(text) => {
                    if let Some(file) = self.history_file.clone() {
                        self.background(move || {
                            // The chat goes on without a history that can be written.
                            let _ = append_history(&file, &text);
                            None
                        });
                    }
                }
            }
        }
        Ok(false)
    }

    /// Runs what touches the disk away from the thread that draws.
    fn background(&self, work: impl FnOnce() -> Option<Event> + Send + 'static) {
        let internal = self.internal.clone();
        tokio::task::spawn_blocking(move || {
            if let Some(event) = work() {
                let _ = internal.send(event);
            }
        });
    }
}

/// A path as typed, with `~` replaced by the home folder.
fn at_home(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::var_os("HOME")) {
        (Ok(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => path.to_owned(),
    }
}

/// Writes a file; an existing one is replaced only with `overwrite`.
fn write(path: &Path, content: &str, overwrite: bool) -> Result<(), SaveError> {
    let mut options = fs::OpenOptions::new();
    options.write(true);
    if overwrite {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    let result = options.open(at_home(path)).and_then(|mut file| file.write_all(content.as_bytes()));
    result.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => SaveError::Exists,
        _ => SaveError::Other(error.to_string()),
    })
}

/// The paths that start with what is typed, sorted; hidden ones only when asked for.
fn list(typed: &str, wanted: fn(&Path) -> bool) -> Vec<String> {
    let (folder, start) = match typed.rfind('/') {
        Some(at) => typed.split_at(at + 1),
        None => ("", typed),
    };
    let real = if folder.is_empty() { PathBuf::from(".") } else { at_home(Path::new(folder)) };
    let Ok(entries) = fs::read_dir(real) else { return Vec::new() };
    let mut paths: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            // A name that is not text cannot be typed.
            let name = entry.file_name().into_string().ok()?;
            let hidden = name.starts_with('.') && !start.starts_with('.');
            let path = entry.path();
            let slash = if path.is_dir() { "/" } else { "" };
            (name.starts_with(start) && !hidden && (!slash.is_empty() || wanted(&path)))
                .then(|| format!("{folder}{name}{slash}"))
        })
        .collect();
    paths.sort();
    paths
}

/// The last lines of the history file; none when it cannot be read.
fn read_history(file: &Path) -> Vec<String> {
    let text = fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(HISTORY)..].iter().map(|line| unescape(line)).collect()
}

/// Adds what was sent, on one line. Only the user may read the file.
fn append_history(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let line = text.replace('\\', "\\\\").replace('\n', "\\n") + "\n";
    options.open(file)?.write_all(line.as_bytes())
}

/// A line of the history file as it was typed.
fn unescape(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            c => out.push(c),
        }
    }
    out
}

/// The signals that end the chat in order.
struct Stop {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    hangup: tokio::signal::unix::Signal,
}

impl Stop {
    #[cfg(unix)]
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, hangup: signal(SignalKind::hangup())? })
    }

    #[cfg(not(unix))]
    fn new() -> io::Result<Self> {
        Ok(Self {})
    }

    /// Ends when a signal came.
    async fn requested(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.hangup.recv() => {}
        }
        #[cfg(not(unix))]
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_history_file_gives_back_what_was_typed() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("state/history");
        let typed = ["one", "two\nlines \\n \\", "日本"];
        for text in typed {
            append_history(&file, text)?;
        }
        assert_eq!(read_history(&file), typed);
        assert!(read_history(&folder.path().join("absent")).is_empty());
        Ok(())
    }

    #[test]
    fn a_file_is_never_replaced_unasked() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("chat.md");
        assert_eq!(write(&file, "a", false), Ok(()));
        assert_eq!(write(&file, "b", false), Err(SaveError::Exists));
        assert_eq!(fs::read_to_string(&file)?, "a");
        assert_eq!(write(&file, "b", true), Ok(()));
        assert_eq!(fs::read_to_string(&file)?, "b");
        assert!(matches!(write(&folder.path().join("no/x"), "b", false), Err(SaveError::Other(_))));
        Ok(())
    }

    #[test]
    fn paths_are_listed_by_what_is_typed() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        for name in ["b.csv", "a b.csv", ".hidden"] {
            fs::write(folder.path().join(name), "")?;
        }
        fs::create_dir(folder.path().join("deep"))?;
        let at = format!("{}/", folder.path().display());
        assert_eq!(list(&at, |_| true), [format!("{at}a b.csv"), format!("{at}b.csv"), format!("{at}deep/")]);
        let tables = |path: &Path| path.extension().is_some_and(|name| name == "tsv");
        assert_eq!(list(&at, tables), [format!("{at}deep/")]);
        assert_eq!(list(&format!("{at}de"), |_| true), [format!("{at}deep/")]);
        assert_eq!(list(&format!("{at}.h"), |_| true), [format!("{at}.hidden")]);
        assert!(list(&format!("{at}none/x"), |_| true).is_empty());
        Ok(())
    }
}
