//! Commands that change or list the sources of a graph.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use super::args::LoadArgs;
use super::print;
use crate::config::Settings;
use crate::session::loading::{LoadRequest, LoadedSource, counts};
use crate::session::route::kind_word;
use crate::session::{SessionError, model_dir, unknown_source};
use crate::sharing::requests::{Watch, WorkEvent};
use crate::sharing::{Shared, requests};

/// Skipped lines that are listed one by one.
const LISTED: usize = 20;
/// With more sources than these, the reason for the kind of each is not reported.
const EXPLAINED: usize = 20;

/// `trustuqa load`
pub fn load(settings: Settings, mut command: LoadArgs) -> Result<u8, SessionError> {
    command.paths = with_tables(command.paths, &command.tables)?;
    // Paths are looked at before a graph is made for them.
    trustuqa_load::expand(&command.paths)?;
    let shared = Shared::open_to_load(settings)?;
    let mut request = LoadRequest {
        paths: command.paths,
        kind: command.kind.map(Into::into),
        name: command.name,
        skip_bad: command.skip_bad,
        replace: command.replace,
        stdin: None,
    };
    let kept = keep_stdin(&shared, &mut request)?;
    let report = with_progress(|watch| shared.watched(requests::LoadFiles { request }, watch))?;
    drop(kept);
    let loaded = report.loaded;
    for one in &loaded {
        tell(one, "loaded", loaded.len() <= EXPLAINED);
    }
    tell_left_out(&report.left_out);
    if loaded.len() > EXPLAINED {
        let facts: u64 = loaded.iter().map(|one| one.source.facts).sum();
        print::note(&format!("loaded {} sources with {facts} facts", loaded.len()));
    }
    // Without the encoder nothing waits for vectors.
    if model_dir(shared.settings()).is_some_and(|model| model.is_complete())
        && let Ok((done, total)) = shared.ask(requests::CountVectors)
        && done < total
    {
        print::note(&format!(
            "{} names have no vector yet: the chat embeds them in the background, `trustuqa encoder embed` at once",
            total - done
        ));
    }
    Ok(0)
}

/// The paths, with the database among them replaced by these tables of it.
fn with_tables(paths: Vec<PathBuf>, tables: &[String]) -> Result<Vec<PathBuf>, SessionError> {
    if tables.is_empty() {
        return Ok(paths);
    }
    let (databases, mut files): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.into_iter().partition(|path| trustuqa_load::is_database(path));
    let [database] = databases.as_slice() else {
        return Err(SessionError::usage(
            format!("--table is for one database, and these are {}", databases.len()),
            "name one as postgres://USER@HOST/DATABASE or mysql://USER@HOST/DATABASE",
        ));
    };
    files.extend(tables.iter().map(|table| trustuqa_load::table_of(database, table)));
    Ok(files)
}

/// Copies the standard input to a file when another process does the load, because that process has a
/// standard input of its own.
fn keep_stdin(
    shared: &Shared,
    request: &mut LoadRequest,
) -> Result<Option<tempfile::NamedTempFile>, SessionError> {
    if shared.here().is_some() || !request.paths.iter().any(|path| path.as_os_str() == "-") {
        return Ok(None);
    }
    let failed = |error: std::io::Error| {
        SessionError::environment(
            format!("-: what comes from the standard input cannot be kept: {error}"),
            "check the free space of the folder for temporary files",
        )
    };
    let mut file = tempfile::NamedTempFile::with_prefix("trustuqa-load-").map_err(failed)?;
    std::io::copy(&mut std::io::stdin().lock(), file.as_file_mut()).map_err(failed)?;
    request.stdin = Some(file.path().to_owned());
    Ok(Some(file))
}

/// Runs a load under a progress bar on stderr; Ctrl-C cancels it cleanly.
pub fn with_progress<T>(work: impl FnOnce(Watch<'_>) -> Result<T, SessionError>) -> Result<T, SessionError> {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:24} {bytes}/{total_bytes} {msg}") {
        bar.set_style(style);
    }
    let stop = interrupted();
    let tell = |event| {
        if let WorkEvent::Step(step) = event {
            bar.set_length(step.of_bytes);
            bar.set_position(step.bytes.min(step.of_bytes));
            bar.set_prefix(format!("{}/{}", step.file, step.files));
            bar.set_message(step.name);
        }
    };
    let result = work(Watch { tell: &tell, stopped: &|| stop.load(Ordering::Relaxed) });
    bar.finish_and_clear();
    result
}

/// A flag that the first Ctrl-C raises; the second ends the process as usual.
pub fn interrupted() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = flag.clone();
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else { return };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                raised.store(true, Ordering::Relaxed);
                if tokio::signal::ctrl_c().await.is_ok() {
                    std::process::exit(130);
                }
            }
        });
    });
    flag
}

/// Says what was found but not loaded.
fn tell_left_out(left_out: &[String]) {
    for what in left_out.iter().take(LISTED) {
        print::note(&format!("left out: {}", print::clean(what)));
    }
    if left_out.len() > LISTED {
        print::note(&format!("left out: {} more", left_out.len() - LISTED));
    }
}

/// Says what was loaded; `new` is the verb for a source that replaced none.
fn tell(loaded: &LoadedSource, new: &str, why: bool) {
    let source = &loaded.source;
    let verb = if loaded.replaced { "replaced" } else { new };
    print::line(&format!("{verb} {}: {}", source.name, counts(source)));
    if why {
        print::note(&format!("  kind: {}", print::clean(&loaded.why)));
    }
    for note in &loaded.notes {
        print::note(&format!("  note: {}", print::clean(note)));
    }
    let skipped = &loaded.skipped;
    for line in skipped.lines.iter().take(LISTED) {
        print::note(&format!("  skipped line {}: {}", line.line, print::clean(&line.reason)));
    }
    let more = skipped.total.saturating_sub(skipped.lines.len().min(LISTED) as u64);
    if more > 0 {
        print::note(&format!("  and {more} more skipped lines"));
    }
}

/// `trustuqa refresh`
pub fn refresh(settings: Settings, names: &[String]) -> Result<u8, SessionError> {
    let shared = Shared::open(settings, false)?;
    let refreshed =
        with_progress(|watch| shared.watched(requests::Refresh { names: names.to_vec() }, watch))?;
    for report in &refreshed.loaded {
        report.loaded.iter().for_each(|one| tell(one, "new:", !one.replaced));
        tell_left_out(&report.left_out);
    }
    for (name, file) in refreshed.gone.iter().take(LISTED) {
        let remove = print::quoted(name);
        let told = format!("gone: {name} ({file}); `trustuqa remove {remove}` takes it out of the graph");
        print::note(&print::clean(&told));
    }
    if refreshed.gone.len() > LISTED {
        print::note(&format!("gone: {} more", refreshed.gone.len() - LISTED));
    }
    for (name, why) in &refreshed.missing {
        print::note(&format!("left {name} as it is: {}", print::clean(why)));
    }
    match refreshed.unchanged.len() {
        0 => {}
        1 => print::note("1 source has not changed"),
        unchanged => print::note(&format!("{unchanged} sources have not changed")),
    }
    for place in &refreshed.nothing_new {
        print::note(&format!("nothing is new in {}", print::clean(place)));
    }
    Ok(0)
}

/// `trustuqa remove`
pub fn remove(settings: Settings, names: &[String]) -> Result<u8, SessionError> {
    let shared = Shared::open(settings, false)?;
    let known = shared.ask(requests::ListSources)?;
    if let Some(name) = names.iter().find(|name| !known.iter().any(|source| source.name == **name)) {
        let error = unknown_source(name, &known);
        let hint = match error.hint() {
            Some(near) if near.ends_with('?') => format!("{near} Nothing was removed"),
            hint => format!("{}; nothing was removed", hint.unwrap_or_default()),
        };
        return Err(SessionError::usage(error.to_string(), hint));
    }
    shared.ask(requests::Remove { names: names.to_vec(), or_gone: false })?;
    for name in names {
        print::line(&format!("removed {name}"));
    }
    Ok(0)
}

/// `trustuqa sources`
pub fn sources(settings: Settings, name: Option<&str>, json: bool) -> Result<u8, SessionError> {
    let mut sources = Shared::open(settings, false)?.ask(requests::ListSources)?;
    if let Some(name) = name {
        if !sources.iter().any(|source| source.name == name) {
            return Err(unknown_source(name, &sources));
        }
        sources.retain(|source| source.name == name);
    }
    if json {
        let text = serde_json::to_string_pretty(&sources)
            .map_err(|e| SessionError::Usage { message: e.to_string(), hint: None })?;
        print::line(&text);
        return Ok(0);
    }
    if sources.is_empty() {
        print::note("the graph is empty; load something with `trustuqa load FILE...`");
    }
    for source in &sources {
        print::line(&format!("{}: {}", source.name, counts(source)));
        print::line(&format!("  file: {}", source.file));
        if source.skipped > 0 {
            print::line(&format!("  {} lines were left out", source.skipped));
        }
        let widest = source.relations.iter().map(|r| r.name.chars().count()).max().unwrap_or(0).min(40);
        for relation in &source.relations {
            print::line(&format!(
                "  {:widest$}  {} ({})",
                relation.name,
                kind_word(relation.kind),
                relation.facts
            ));
        }
    }
    Ok(0)
}
