//! Clarifications: what the user said a name means. They are kept in the data folder
//! and count whenever the same name is asked for again, in the same role and of the
//! same source.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use trustuqa_engine::Pin;
use trustuqa_engine::ground::{Channel, Parameter};
use trustuqa_engine::query::ticked;
use trustuqa_engine::trace::{Status, Trace};
use trustuqa_engine::{Engine, EngineError, RunOptions};
use trustuqa_storage::fold;

use super::choices::spoken;
use super::{SessionError, whole_file};

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clarification {
    /// The name as it was asked for.
    pub asked: String,
    /// The part that it played.
    pub role: Parameter,
    /// The sources that the answer rested on; empty for any.
    #[serde(default)]
    pub sources: Vec<String>,
    /// The name that is meant.
    pub chosen: String,
}

/// The clarifications of a data folder.
pub struct Clarifications {
    path: PathBuf,
    changing: Mutex<()>,
}

/// Roles in which a name means the same.
fn same_role(a: Parameter, b: Parameter) -> bool {
    let relation = |p| matches!(p, Parameter::Relation | Parameter::Key);
    a == b || relation(a) == relation(b) && a != Parameter::Target && b != Parameter::Target
}

impl Clarifications {
    /// Those of a data folder; the file need not exist.
    pub fn in_folder(folder: &Path) -> Clarifications {
        Clarifications { path: folder.join("clarifications.json"), changing: Mutex::new(()) }
    }

    /// All of them, oldest first.
    pub fn all(&self) -> Result<Vec<Clarification>, SessionError> {
        let text = match std::fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(self.failed("read", &error)),
        };
        serde_json::from_str(&text).map_err(|error| {
            SessionError::usage(
                format!("{}: {error}", self.path.display()),
                "correct the file, or delete it: it holds what you chose when a name was not clear",
            )
        })
    }

    /// Keeps one; it takes the place of an earlier one of the same name and role.
    pub fn keep(&self, new: Clarification) -> Result<(), SessionError> {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = self.all()?;
        all.retain(|old| {
            !(fold(&old.asked) == fold(&new.asked)
                && same_role(old.role, new.role)
                && (old.sources == new.sources || old.sources.iter().any(|s| new.sources.contains(s))))
        });
        all.push(new);
        let text = serde_json::to_string_pretty(&all).unwrap_or_default();
        whole_file::replace(&self.path, &text).map_err(|error| self.failed("written", &error))
    }

    fn failed(&self, verb: &str, error: &std::io::Error) -> SessionError {
        SessionError::environment(
            format!("{} cannot be {verb}: {error}", self.path.display()),
            "check its permissions and the free space of the disk",
        )
    }
}

/// Runs a query again with what was clarified of its names; `None` when nothing was,
/// or when it gives no answer although the query as it stands has one. With the trace
/// comes a remark on each name.
pub fn apply(
    engine: &Engine<'_>,
    clarifications: &[Clarification],
    question: &str,
    trace: &Trace,
    options: &RunOptions,
) -> Result<Option<(Trace, Vec<String>)>, EngineError> {
    let mut pins: Vec<Pin> = Vec::new();
    let mut remarks = Vec::new();
    let mut pin = |step: usize, parameter, asked: &str, sources: &[&str], pins: &mut Vec<Pin>| {
        // A writer that reads the graph names a node where the user said something like it.
        let said = spoken(question, asked).unwrap_or_else(|| asked.to_owned());
        let known = clarifications.iter().rev().find(|c| {
            (fold(&c.asked) == fold(asked) || fold(&c.asked) == fold(&said))
                && c.chosen != asked
                && same_role(c.role, parameter)
                && (c.sources.is_empty()
                    || sources.is_empty()
                    || sources.iter().any(|s| c.sources.iter().any(|known| known == s)))
        });
        if let Some(known) = known {
            remarks.push(format!(
                "{} stands for {}, as you chose before",
                ticked(&known.asked),
                ticked(&known.chosen)
            ));
            pins.push(Pin { step, parameter, asked: asked.to_owned(), chosen: known.chosen.clone() });
        }
    };
    for (index, step) in trace.steps.iter().enumerate() {
        let mut sources: Vec<&str> = step.facts.iter().map(|f| f.source.as_str()).collect();
        sources.dedup();
        for grounding in &step.groundings {
            let chosen = |c: &trustuqa_engine::trace::TraceCandidate| c.channel == Channel::User;
            if !grounding.chosen.iter().any(chosen) {
                pin(index, grounding.parameter, &grounding.asked, &sources, &mut pins);
            }
        }
    }
    if let Some(missed) = &trace.answer.missed
        && !pins.iter().any(|p| p.step == missed.step && p.asked == missed.asked)
    {
        pin(missed.step, missed.parameter, &missed.asked, &[], &mut pins);
    }
    // What is no longer in the graph was clarified for another one.
    let mut known = Vec::new();
    for pin in pins {
        if engine.executor().graph().node_named(&pin.chosen)?.is_some() {
            known.push(pin);
        }
    }
    if known.is_empty() {
        return Ok(None);
    }
    let mut pins = options.pins.clone();
    pins.extend(known);
    let again = engine.run(&trace.query, &RunOptions { pins, ..options.clone() })?;
    let better = again.answer.status == Status::Answered || trace.answer.status != Status::Answered;
    let applied = again
        .steps
        .iter()
        .flat_map(|s| &s.groundings)
        .any(|g| g.chosen.iter().any(|c| c.channel == Channel::User));
    Ok((better && applied).then_some((again, remarks)))
}
