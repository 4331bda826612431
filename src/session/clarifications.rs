//! Clarifications: what the user said a name means. They are kept in the data folder and apply whenever
//! the same name is asked for in the same role and of the same source.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use trustuqa_engine::ground::{Channel, Parameter};
use trustuqa_engine::query::llm::{Call, FunctionCall, LlmQuery, Term, TermPlace};
use trustuqa_engine::query::{Parsed, ticked};
use trustuqa_engine::trace::{Trace, TraceFact, TraceGrounding};
use trustuqa_engine::{Engine, EngineError, Pin, RunOptions};
use trustuqa_storage::fold;

use super::choices::words_for_name;
use super::{SessionError, replace_file};

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

impl Clarification {
    /// The key of a clarification in the folder: role, name and sources.
    pub fn id(&self) -> String {
        format!("{}|{}|{}", self.role.name(), fold(&self.asked), self.sources.join("|"))
    }
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

    /// Keeps one; it replaces earlier ones of the same name and role that share a source with it.
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
        replace_file::replace(&self.path, &text).map_err(|error| self.failed("written", &error))
    }

    /// Forgets one, by its [`Clarification::id`].
    pub fn forget(&self, id: &str) -> Result<(), SessionError> {
        let _changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = self.all()?;
        let before = all.len();
        all.retain(|one| one.id() != id);
        if all.len() == before {
            return Err(SessionError::usage(
                "this choice is gone already",
                "`/demonstrations` lists what is kept",
            ));
        }
        let text = serde_json::to_string_pretty(&all).unwrap_or_default();
        replace_file::replace(&self.path, &text).map_err(|error| self.failed("written", &error))
    }

    fn failed(&self, verb: &str, error: &std::io::Error) -> SessionError {
        SessionError::environment(
            format!("{} cannot be {verb}: {error}", self.path.display()),
            "check its permissions and the free space of the disk",
        )
    }
}

/// A node that a name of a query stands for, because the user said so before.
#[derive(Clone, Debug)]
pub struct ClarifiedName {
    /// The name of the query with its node.
    pub pin: Pin,
    /// The remark shown beside the answer.
    pub remark: String,
    /// The sources that it was said of; empty for any.
    sources: Vec<String>,
}

impl ClarifiedName {
    /// True when a run took the node.
    pub fn applies(&self, trace: &Trace) -> bool {
        let groundings = trace.steps.get(self.pin.step).map_or(&[][..], |step| &step.groundings);
        let by_user = |g: &TraceGrounding| g.chosen.iter().any(|c| c.channel == Channel::User);
        groundings.iter().any(|g| g.asked == self.pin.asked && by_user(g))
    }

    /// True when a run took the node, and found facts of a source that it was said of, or none: the same
    /// name of another source is another name.
    pub fn fits(&self, trace: &Trace) -> bool {
        self.applies(trace) && applies_to(&self.sources, facts(trace, self.pin.step))
    }
}

fn facts(trace: &Trace, step: usize) -> &[TraceFact] {
    trace.steps.get(step).map_or(&[][..], |step| &step.facts)
}

fn applies_to(sources: &[String], facts: &[TraceFact]) -> bool {
    sources.is_empty() || facts.is_empty() || facts.iter().any(|fact| sources.contains(&fact.source))
}

/// The clarifications that apply to names of a query. Pins of `options`, chosen for this very query, go
/// first. With `plain`, the trace of the query without clarifications, only those count that were given
/// for sources in which it found something.
pub fn choices(
    engine: &Engine<'_>,
    clarifications: &[Clarification],
    parsed: &Parsed,
    options: &RunOptions,
    plain: Option<&Trace>,
) -> Result<Vec<ClarifiedName>, EngineError> {
    let mut found: Vec<ClarifiedName> = Vec::new();
    if clarifications.is_empty() {
        return Ok(found);
    }
    let question = options.question.as_deref().unwrap_or_default();
    for (step, role, asked) in parsed.llm().map(named).unwrap_or_default() {
        let taken = |pin: &Pin| pin.step == step && pin.asked == asked && same_role(pin.parameter, role);
        if options.pins.iter().any(taken) || found.iter().any(|choice| taken(&choice.pin)) {
            continue;
        }
        // A writer that reads the graph may put a full name where the user typed part of it.
        let said = words_for_name(question, &asked).unwrap_or_else(|| asked.clone());
        let known = clarifications.iter().rev().find(|c| {
            (fold(&c.asked) == fold(&asked) || fold(&c.asked) == fold(&said))
                && c.chosen != asked
                && same_role(c.role, role)
                && plain.is_none_or(|plain| applies_to(&c.sources, facts(plain, step)))
        });
        let Some(known) = known else { continue };
        // A node that is not in the graph was chosen in another graph.
        if engine.executor().graph().node_named(&known.chosen)?.is_none() {
            continue;
        }
        let remark =
            format!("{} stands for {}, as you chose before", ticked(&known.asked), ticked(&known.chosen));
        let pin = Pin { step, parameter: role, asked, chosen: known.chosen.clone() };
        found.push(ClarifiedName { pin, remark, sources: known.sources.clone() });
    }
    Ok(found)
}

/// The names of a query with the index of their step and the part that they play.
fn named(query: &LlmQuery) -> Vec<(usize, Parameter, String)> {
    let role = |place| match place {
        TermPlace::Head => Parameter::HeadEntity,
        TermPlace::Relation => Parameter::Relation,
        TermPlace::Tail => Parameter::TailEntity,
        TermPlace::Key => Parameter::Key,
        TermPlace::Value => Parameter::Value,
        TermPlace::Set => Parameter::Set,
    };
    let mut named: Vec<_> =
        query.names().into_iter().map(|(step, place, name)| (step, role(place), name)).collect();
    for (step, of) in query.steps.iter().enumerate() {
        if let Call::Function(FunctionCall { of: Some(Term::Names(names)), .. }) = &of.call {
            named.extend(names.iter().map(|name| (step, Parameter::Relation, name.clone())));
        }
    }
    named.extend(query.target.iter().map(|target| (query.steps.len(), Parameter::Target, target.clone())));
    named
}
