//! Commands that change or list the sources of a graph.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use super::args::Load;
use super::print;
use crate::config::Settings;
use crate::session::loading::{LoadRequest, LoadStep, Loaded, counts, load_and_report};
use crate::session::refresh;
use crate::session::route::kind_word;
use crate::session::{Session, SessionError};

/// Skipped lines that are listed one by one.
const LISTED: usize = 20;
/// Of more sources than these is not told by what the kind of each was known.
const TOLD_WHY: usize = 20;

/// `trustuqa load`
pub fn load(settings: Settings, command: Load) -> Result<u8, SessionError> {
    // Paths are looked at before a graph is made for them.
    trustuqa_load::expand(&command.paths)?;
    let session = Session::open_to_load(settings)?;
    let request = LoadRequest {
        paths: command.paths,
        kind: command.kind.map(Into::into),
        name: command.name,
        skip_bad: command.skip_bad,
        replace: command.replace,
    };
    let report = with_progress(|step| load_and_report(session.graph(), &request, step))?;
    let loaded = report.loaded;
    for one in &loaded {
        tell(one, loaded.len() <= TOLD_WHY);
    }
    tell_left_out(&report.left_out);
    if loaded.len() > TOLD_WHY {
        let facts: u64 = loaded.iter().map(|one| one.source.facts).sum();
        print::note(&format!("loaded {} sources with {facts} facts", loaded.len()));
    }
    // Without the encoder nothing waits for vectors.
    if session.model_dir().is_some_and(|model| model.is_complete())
        && let Ok((done, total)) = session.graph().vector_progress()
        && done < total
    {
        print::note(&format!(
            "{} names have no vector yet: the chat embeds them in the background, `trustuqa encoder embed` at once",
            total - done
        ));
    }
    Ok(0)
}

/// Runs a load under a progress bar on stderr; Ctrl-C cancels it cleanly.
pub fn with_progress<T>(
    work: impl FnOnce(&mut dyn FnMut(LoadStep) -> ControlFlow<()>) -> Result<T, SessionError>,
) -> Result<T, SessionError> {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:24} {bytes}/{total_bytes} {msg}") {
        bar.set_style(style);
    }
    let stop = interrupted();
    let result = work(&mut |step: LoadStep| {
        bar.set_length(step.of_bytes);
        bar.set_position(step.bytes.min(step.of_bytes));
        bar.set_prefix(format!("{}/{}", step.file, step.files));
        bar.set_message(step.name);
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
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

/// Says what was there and not loaded.
fn tell_left_out(left_out: &[String]) {
    for what in left_out.iter().take(LISTED) {
        print::note(&format!("left out: {}", print::clean(what)));
    }
    if left_out.len() > LISTED {
        print::note(&format!("left out: {} more", left_out.len() - LISTED));
    }
}

fn tell(loaded: &Loaded, why: bool) {
    let source = &loaded.source;
    let verb = if loaded.replaced { "replaced" } else { "loaded" };
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
    let session = Session::open(settings, false)?;
    let refreshed = with_progress(|step| refresh::refresh(session.graph(), names, step))?;
    for report in &refreshed.loaded {
        report.loaded.iter().for_each(|one| tell(one, false));
        tell_left_out(&report.left_out);
    }
    for name in &refreshed.removed {
        print::line(&format!("removed {name}: its file no longer has it"));
    }
    for (name, why) in &refreshed.missing {
        print::note(&format!("left {name} as it is: {}", print::clean(why)));
    }
    match refreshed.unchanged.len() {
        0 => {}
        1 => print::note("1 source has not changed"),
        unchanged => print::note(&format!("{unchanged} sources have not changed")),
    }
    Ok(0)
}

/// `trustuqa remove`
pub fn remove(settings: Settings, names: &[String]) -> Result<u8, SessionError> {
    let session = Session::open(settings, false)?;
    let mut change = session.graph().load()?;
    for name in names {
        if !change.remove(name)? {
            let known: Vec<String> = session.sources()?.into_iter().map(|s| s.name).collect();
            let hint = match nearest(name, &known) {
                Some(near) => format!("did you mean `{near}`? Nothing was removed"),
                None => "`trustuqa sources` lists what is loaded; nothing was removed".to_owned(),
            };
            return Err(SessionError::usage(format!("there is no source `{name}`"), hint));
        }
    }
    change.commit()?;
    for name in names {
        print::line(&format!("removed {name}"));
    }
    Ok(0)
}

/// The known name that a mistyped one may stand for. Two letters in the wrong order
/// count as one mistake.
fn nearest<'a>(name: &str, known: &'a [String]) -> Option<&'a str> {
    use rapidfuzz::distance::osa::normalized_similarity;
    let folded = name.to_lowercase();
    let scored =
        known.iter().map(|k| (normalized_similarity(folded.chars(), k.to_lowercase().chars()), k.as_str()));
    scored.filter(|(score, _)| *score > 0.6).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, k)| k)
}

/// `trustuqa sources`
pub fn sources(settings: Settings, name: Option<&str>, json: bool) -> Result<u8, SessionError> {
    let session = Session::open(settings, false)?;
    let mut sources = session.sources()?;
    if let Some(name) = name {
        let known: Vec<String> = sources.iter().map(|s| s.name.clone()).collect();
        sources.retain(|s| s.name == name);
        if sources.is_empty() {
            let hint = match nearest(name, &known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`trustuqa sources` lists what is loaded".to_owned(),
            };
            return Err(SessionError::usage(format!("there is no source `{name}`"), hint));
        }
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
