//! `trustuqa eval`: measures on a benchmark.
//!
//! * `args` - the flags
//! * `prepare` - benchmark, graph, encoder and queries, ready to run
//! * `show` - figures for people

mod args;
mod prepare;
mod show;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use prepare::PreparedRun;
use trustuqa_engine::ground::Embed;

pub use args::{EXAMPLES, EvalArgs};

use super::{data, print};
use crate::config::Settings;
use crate::eval::outcome::QuestionOutcome;
use crate::eval::progress::ProgressLog;
use crate::eval::run::{Asker, EvalRun, log_error};
use crate::eval::summary::RunSummary;
use crate::eval::{batch, report, schema_recall};
use crate::session::SessionError;

/// Exit code of a run that was stopped.
const STOPPED: u8 = 130;
/// Requests that OpenAI takes in one batch file.
const BATCH_REQUESTS: usize = 50_000;
/// Bytes that it takes in one.
const BATCH_BYTES: usize = 200_000_000;
/// How often a run without a terminal says how far it is.
const SAY_EVERY: Duration = Duration::from_secs(60);

/// Runs the command.
pub fn run(settings: Settings, command: &EvalArgs) -> Result<u8, SessionError> {
    let stop = data::interrupted();
    let prepared = PreparedRun::of(settings, command, &stop)?;
    let snapshot = prepared.session.graph().view()?;
    let runtime = crate::session::runtime()?;
    let embed: Option<&dyn Embed> =
        if prepared.settings.encoder { Some(prepared.session.encoder().as_ref()) } else { None };
    let asker = Asker {
        snapshot: snapshot.as_ref(),
        settings: &prepared.settings,
        embed,
        queries: &prepared.queries,
        limits: prepared.session.settings().limits(),
        runtime: &runtime,
    };
    if command.schema_recall {
        return recall(&prepared, &asker, command, &stop);
    }
    if let Some(file) = &command.emit_requests {
        return emit(&prepared, &asker, file, command.completions.is_some(), &stop);
    }
    measure(&prepared, &asker, command, &stop)
}

/// Asks the questions and reports the figures.
fn measure(
    prepared: &PreparedRun,
    asker: &Asker<'_>,
    command: &EvalArgs,
    stop: &Arc<AtomicBool>,
) -> Result<u8, SessionError> {
    let folder = prepared.keep.join("runs");
    let (mut log, known) = ProgressLog::open(&folder, &prepared.settings, command.fresh)
        .map_err(|error| log_error(&folder, &error))?;
    let of = prepared.selected.len();
    if !known.is_empty() {
        print::note(&format!("going on after {} of {of} questions of an earlier run", known.len()));
    }
    let threads = command.threads.map_or_else(all_cores, usize::from);
    let run = EvalRun { asker, selected: &prepared.selected, threads, stop };
    let outcomes = {
        let mut teller = Teller::new(of, &known);
        let result = run.outcomes(known, &mut log, &mut |done, outcome| teller.tell(done, outcome));
        teller.bar.finish_and_clear();
        match result {
            Ok(outcomes) => outcomes,
            Err(error) => {
                print::note(&format!("what came before is kept in {}", log.path().display()));
                return Err(error);
            }
        }
    };
    let summary = RunSummary::of(&outcomes, of, &prepared.settings);
    if summary.scores.questions == 0 && summary.left_out > 0 && summary.not_asked == 0 {
        return Err(SessionError::usage(
            "none of these questions has a completion in the file",
            "a batch's output is found by its prompts: give the same model, share level and settings as with \
             --emit-requests, over the same data",
        ));
    }
    let stopped = stop.load(Ordering::Relaxed) && summary.not_asked > 0;
    show::summary(&summary);
    if let Some(file) = &command.outcomes {
        write(file, &lines(&outcomes))?;
    }
    if let Some(file) = &command.json {
        let mut text = serde_json::to_string_pretty(&summary).map_err(|error| unwritable(file, &error))?;
        text.push('\n');
        write(file, &text)?;
    }
    if stopped {
        print::note(&format!(
            "stopped after {} of {of} questions; run the same command again to go on",
            outcomes.len()
        ));
        return Ok(STOPPED);
    }
    let kept = log.finish().map_err(|error| log_error(&folder, &error))?;
    print::note(&format!("how each question went: {}", kept.display()));
    if let Some(folder) = &command.report {
        let file = report::add(folder, &summary).map_err(|error| unwritable(folder, &error))?;
        print::note(&format!("report: {}", file.display()));
    }
    Ok(0)
}

/// Writes the prompts instead of sending them.
fn emit(
    prepared: &PreparedRun,
    asker: &Asker<'_>,
    file: &Path,
    again: bool,
    stop: &AtomicBool,
) -> Result<u8, SessionError> {
    let bar = questions_bar(prepared.selected.len());
    let llm = prepared.session.settings().llm();
    let emitted = batch::emit(asker, &prepared.selected, &llm, again, stop, &mut || bar.inc(1));
    bar.finish_and_clear();
    let emitted = emitted?;
    write(file, &emitted.lines)?;
    print::line(&format!(
        "{} requests for {} questions: {}",
        emitted.requests,
        emitted.questions,
        file.display()
    ));
    if again {
        print::note(&format!("{} questions need no other try", prepared.selected.len() - emitted.questions));
    }
    if emitted.requests > BATCH_REQUESTS || emitted.lines.len() > BATCH_BYTES {
        print::warning(
            "OpenAI takes 50,000 requests and 200 MB a file at most; cut this one with `split -l`",
        );
    }
    print::note("nothing was sent; hand the file to a batch job, and its output to --completions");
    Ok(0)
}

/// Measures which relations prompts list.
fn recall(
    prepared: &PreparedRun,
    asker: &Asker<'_>,
    command: &EvalArgs,
    stop: &AtomicBool,
) -> Result<u8, SessionError> {
    let bar = questions_bar(prepared.selected.len());
    let measured = schema_recall::measure(asker, &prepared.selected, stop, &mut || bar.inc(1));
    bar.finish_and_clear();
    let recall = measured?;
    show::schema_recall(&recall);
    if let Some(file) = &command.json {
        let mut text = serde_json::to_string_pretty(&recall).map_err(|error| unwritable(file, &error))?;
        text.push('\n');
        write(file, &text)?;
    }
    Ok(0)
}

/// Reports progress: on a bar or, without a terminal, in a line now and then.
struct Teller {
    bar: ProgressBar,
    of: usize,
    right: usize,
    said: Instant,
}

impl Teller {
    fn new(of: usize, known: &std::collections::HashMap<String, QuestionOutcome>) -> Teller {
        let bar = questions_bar(of);
        bar.set_position(known.len() as u64);
        Teller { bar, of, right: known.values().filter(|o| o.is_right()).count(), said: Instant::now() }
    }

    fn tell(&mut self, done: usize, outcome: &QuestionOutcome) {
        self.right += usize::from(outcome.is_right());
        let share = format!("{:.1} % right", 100.0 * self.right as f64 / done.max(1) as f64);
        self.bar.set_position(done as u64);
        if self.bar.is_hidden() && self.said.elapsed() >= SAY_EVERY {
            self.said = Instant::now();
            print::note(&format!("{done} of {} questions, {share}", self.of));
        }
        self.bar.set_message(share);
    }
}

fn questions_bar(of: usize) -> ProgressBar {
    let bar = ProgressBar::new(of as u64);
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} {bar:24} {per_sec} {eta} {msg}") {
        bar.set_style(style);
    }
    bar
}

fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

fn lines(outcomes: &[QuestionOutcome]) -> String {
    outcomes.iter().filter_map(|o| serde_json::to_string(o).ok()).map(|line| line + "\n").collect()
}

fn write(file: &Path, text: &str) -> Result<(), SessionError> {
    std::fs::write(file, text).map_err(|error| unwritable(file, &error))
}

fn unwritable(file: &Path, error: &dyn std::fmt::Display) -> SessionError {
    SessionError::environment(
        format!("{}: cannot be written: {error}", file.display()),
        "check the folder, its permissions and the free space of the disk",
    )
}
