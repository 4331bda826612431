//! Commands that answer, and the encoder's.

use std::io::{IsTerminal, Read};
use std::path::Path;
use std::sync::atomic::Ordering;

use indicatif::{ProgressBar, ProgressStyle};
use trustuqa_engine::query::Function;

use super::args::{AskArgs, EncoderCommand, OutputArgs, QueryArgs};
use super::questions::{self, Questions};
use super::{data, print};
use crate::config::Settings;
use crate::encoder;
use crate::encoder::fetch::{self, FetchOptions, FetchOutcome, FetchProgress};
use crate::session::linking::tokens_of;
use crate::session::{SessionError, has_graph, model_dir, read_trace};
use crate::sharing::requests::{Reading, Watch, WorkEvent};
use crate::sharing::{Shared, requests};
use crate::writer::{WriterStage, prompt};

/// True when both input and output are a terminal.
pub fn has_terminal() -> bool {
    std::io::stdout().is_terminal() && std::io::stdin().is_terminal()
}

/// `trustuqa query`
pub fn query(settings: Settings, command: &QueryArgs) -> Result<u8, SessionError> {
    if command.functions {
        print::line(
            "get_information(source, head_entity, relation, tail_entity, key, value)\n  what is stored about these; with source alone, all rows of a table or heads of a graph\n  tail_entity and value also take < > <= >= != and the tests contains('x'), starts_with('x'), ends_with('x'), between('2', '5'), is_empty(), not_empty()\n  relation also takes a formula of columns, here and in every function, for example relation='month(Date)' or relation='[Price (EUR)] / Quantity'",
        );
        for (name, about) in Function::all() {
            print::line(&format!("{name}\n  {about}"));
        }
        return Ok(0);
    }
    let text = match command.text.as_deref() {
        Some("-") | None => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).map_err(|e| {
                SessionError::usage(format!("stdin cannot be read: {e}"), "give the query as text")
            })?;
            text
        }
        Some(text) => text.to_owned(),
    };
    let shared = Shared::open(settings, false)?;
    tell_encoder(&shared)?;
    let trace = shared.ask(requests::RunQuery { text, sources: command.source.clone() })?;
    print::answer(&trace, &command.output)
}

/// `trustuqa ask`
pub fn ask(settings: Settings, command: &AskArgs) -> Result<u8, SessionError> {
    let question = match questions::of(command)? {
        Questions::One(question) => question,
        Questions::Many(input) => return questions::ask(settings, command, input),
    };
    let shared = Shared::open(settings, false)?;
    tell_encoder(&shared)?;
    if command.explain {
        print::raw(print::clean(&shared.ask(requests::Explain { question })?).as_bytes());
        return Ok(0);
    }
    if command.dry_run {
        return dry_run(&shared, command, question);
    }
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(std::time::Duration::from_millis(120));
    let tell = |event| {
        if let WorkEvent::Stage(stage) = event {
            bar.set_message(stage_text(&stage));
        }
    };
    let watch = Watch { tell: &tell, ..Watch::NOBODY };
    let asked = shared.watched(requests::Ask { question: question.clone() }, watch);
    bar.finish_and_clear();
    let asked = asked?;
    let code = print::answer(&asked.trace, &command.output)?;
    for remark in &asked.remarks {
        print::note(&format!("note: {}", print::clean(remark)));
    }
    match choose(&asked.readings, &command.output)? {
        Some(reading) => {
            let Reading { query, unused, .. } = reading.clone();
            let trace = shared.ask(requests::RunReading { query, question, unused })?;
            print::answer(&trace, &command.output)
        }
        None => Ok(code),
    }
}

/// Shows what would be sent: as text, or as the JSON of the messages.
fn dry_run(shared: &Shared, command: &AskArgs, question: String) -> Result<u8, SessionError> {
    let messages = shared.ask(requests::Prompt { question })?;
    if command.output.is_data() {
        let text = serde_json::to_string_pretty(&messages)
            .map_err(|error| SessionError::environment(error.to_string(), "leave --json out"))?;
        print::line(&text);
        return Ok(0);
    }
    print::line(prompt::as_text(&messages).trim_end());
    let tokens: usize = messages.iter().map(|message| tokens_of(&message.content)).sum();
    print::note(&format!(
        "{} messages, about {tokens} tokens, share level {}; nothing was sent",
        messages.len(),
        shared.settings().share.value
    ));
    Ok(0)
}

/// On a terminal: asks which of some readings is meant.
fn choose<'r>(readings: &'r [Reading], output: &OutputArgs) -> Result<Option<&'r Reading>, SessionError> {
    use std::io::Write as _;
    let mut out = std::io::stderr();
    if readings.is_empty() || output.is_data() || !std::io::stdin().is_terminal() || !out.is_terminal() {
        return Ok(None);
    }
    let io = |error: std::io::Error| SessionError::environment(error.to_string(), "pipe nothing into it");
    write!(out, "Which is meant? 1 to {}, or Enter for none: ", readings.len()).map_err(io)?;
    out.flush().map_err(io)?;
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).map_err(io)?;
    let number: Option<usize> = line.trim().parse().ok();
    Ok(number.and_then(|number| readings.get(number.checked_sub(1)?)))
}

/// A stage of a question in a few words.
pub fn stage_text(stage: &crate::session::ask::Stage) -> String {
    use crate::session::ask::Stage;
    match stage {
        Stage::Routing => "choosing sources".to_owned(),
        Stage::Writing(WriterStage::Writing { attempt, of, written, samples }) => {
            format!("writing, try {attempt} of {of}, {written} of {samples} samples")
        }
        Stage::Writing(WriterStage::Judging { .. }) => "trying a query".to_owned(),
        Stage::Writing(WriterStage::Waiting { why, seconds }) => format!("waiting {seconds:.0} s: {why}"),
        Stage::Executing => "executing".to_owned(),
    }
}

/// `trustuqa trace`
pub fn trace(settings: Settings, file: &Path, output: &OutputArgs) -> Result<u8, SessionError> {
    let stored = read_trace(file)?;
    let shared = Shared::open(settings, false)?;
    let again = shared.ask(requests::Replay { trace: Box::new(stored.clone()) })?;
    let code = print::answer(&again, output)?;
    let same = again.answers() == stored.answers()
        && (again.answer.items.is_empty() == stored.answer.items.is_empty());
    if same {
        print::note(&format!("the same answer as in {}", file.display()));
        return Ok(code);
    }
    print::note(&format!(
        "the answer differs from {}, which says: {}",
        file.display(),
        print::clean(&stored.answers().join("; "))
    ));
    Ok(super::NOT_FOUND)
}

/// Opens the encoder; a problem with it is reported, and names are then matched by letters.
pub fn tell_encoder(shared: &Shared) -> Result<(), SessionError> {
    if model_dir(shared.settings()).is_some()
        && let Some(problem) = shared.ask(requests::OpenEncoder)?
    {
        print::warning(&format!("names are matched by letters only: {problem}"));
    }
    Ok(())
}

/// `trustuqa encoder`
pub fn encoder(settings: Settings, command: &EncoderCommand) -> Result<u8, SessionError> {
    let Some(dir) = model_dir(&settings) else {
        return Err(SessionError::usage("the encoder is switched off", "use --encoder auto"));
    };
    match command {
        EncoderCommand::Fetch { from } => {
            let bar = ProgressBar::new(0);
            if let Ok(style) = ProgressStyle::with_template("{msg} {bar:24} {bytes}/{total_bytes}") {
                bar.set_style(style);
            }
            let fetched = fetch_model(&dir, from.as_deref(), &bar);
            bar.finish_and_clear();
            print::line(&fetched?);
            Ok(0)
        }
        EncoderCommand::Status => {
            let status = encoder::status(&dir);
            print::line(&format!("model: {}", if status.present { "present" } else { "absent" }));
            print::line(&format!("folder: {}", status.path.display()));
            if status.present {
                print::line(&format!("verified: {}", if status.verified { "yes" } else { "no" }));
                print::line(&format!("device: {}", status.device));
            }
            if has_graph(&settings).is_ok() {
                let (done, total) = Shared::open(settings, false)?.ask(requests::CountVectors)?;
                print::line(&format!("embedded: {done} of {total} names"));
            }
            if !status.present {
                print::note(
                    "hint: run `trustuqa encoder fetch`; until then names are matched by letters only",
                );
                return Ok(3);
            }
            Ok(if status.verified { 0 } else { 3 })
        }
        EncoderCommand::Embed => {
            let shared = Shared::open(settings, false)?;
            let bar = ProgressBar::new(0);
            if let Ok(style) =
                ProgressStyle::with_template("embedding {bar:24} {pos}/{len} names {per_sec} {eta}")
            {
                bar.set_style(style);
            }
            let stop = data::interrupted();
            let tell = |event| {
                if let WorkEvent::Embedded(done, total) = event {
                    bar.set_length(total);
                    bar.set_position(done);
                }
            };
            let stopped = || stop.load(Ordering::Relaxed);
            let embedded = shared.watched(requests::EmbedNames, Watch { tell: &tell, stopped: &stopped });
            bar.finish_and_clear();
            let (done, total) = embedded?;
            print::line(&format!("embedded: {done} of {total} names"));
            if stop.load(Ordering::Relaxed) {
                return Err(SessionError::Environment {
                    message: "stopped; what was embedded is kept".to_owned(),
                    hint: None,
                });
            }
            Ok(0)
        }
    }
}

fn fetch_model(
    dir: &encoder::ModelDir,
    from: Option<&Path>,
    bar: &ProgressBar,
) -> Result<String, SessionError> {
    let options = FetchOptions { from: from.map(Path::to_owned), ..FetchOptions::from_env() };
    let shown = bar.clone();
    let fetched =
        crate::session::runtime()?.block_on(fetch::fetch(
            dir,
            &options,
            &move |progress| match progress {
                FetchProgress::Trying { source } => shown.println(format!("trying {source}")),
                FetchProgress::Bytes { file, done, total } => {
                    shown.set_message(file.to_owned());
                    shown.set_length(total.unwrap_or(done));
                    shown.set_position(done);
                }
                FetchProgress::Failed { source, reason } => shown.println(format!("{source}: {reason}")),
                _ => {}
            },
        ))?;
    let verb = match fetched {
        FetchOutcome::AlreadyThere => "already there",
        _ => "fetched",
    };
    Ok(format!("{verb}: {}", dir.path().display()))
}
