//! Traces, sources and ledger entries as the plain data that the chat shows.

use trustuqa_engine::Pin;
use trustuqa_engine::ground::{Channel, Parameter};
use trustuqa_engine::query::ticked;
use trustuqa_engine::trace::{Status as AnswerStatus, Trace, TraceFact, TraceGrounding};
use trustuqa_model::{Value, tokens};
use trustuqa_storage::SourceKind;
use trustuqa_tui::model::{
    AnswerId, AnswerView, Certainty, ChatStatus, DemonstrationOwner, DemonstrationView, EncoderState,
    FactKind, FactView, GroundingChange, GroundingView, ItemView, JoinView, Level, OtherMeaning, OutcomeView,
    RunnerUp, SentEntry, ShareLevelView, SourceSummary, StageKind, StageView, StepView,
};

use super::row_names::RowNames;
use crate::config::WriterChoice;
use crate::format::columns;
use crate::session::ask::{AnsweredQuestion, Stage as AskStage};
use crate::session::choices::Alternative;
use crate::session::demonstrations::kind_name;
use crate::session::encoding::EncoderStage;
use crate::session::loading::{LoadReport, LoadedSource, counts};
use crate::session::route::kind_word;
use crate::session::suggest;
use crate::session::{Session, SessionError};
use crate::writer::demonstrations::Named;
use crate::writer::ledger::LedgerEntry;
use crate::writer::{ShareLevel, WriterStage};

/// The most items, values or facts that an answer carries of one list.
pub const CARRIED: usize = 200;
/// The most notes on one source that a load report lists.
const NOTES: usize = 5;
/// Sources of one load that are listed.
const SOURCES: usize = 20;

/// The status line and the sources panel.
pub fn status(
    session: &Session,
    suggestions: &[String],
    encoder: EncoderState,
) -> Result<ChatStatus, SessionError> {
    let choices = session.choices();
    let sources = session.sources()?;
    let shown = sources.iter().map(|source| SourceSummary {
        name: source.name.clone(),
        kind: kind(source.kind).to_owned(),
        facts: source.facts,
        rows: if source.kind == SourceKind::Table { source.rows } else { source.facts },
        relations: source.relations.iter().map(|r| (r.name.clone(), kind_word(r.kind).to_owned())).collect(),
    });
    Ok(ChatStatus {
        graph: session.settings().graph.value.to_string(),
        sources: shown.collect(),
        writer: choices.writer.to_string(),
        writers: vec!["offline".to_owned(), "llm".to_owned(), "replay:".to_owned()],
        share_level: share(choices.share),
        destination: (choices.writer == WriterChoice::Llm).then(|| host(&session.settings().base_url.value)),
        encoder,
        suggestions: if suggestions.is_empty() { suggest::questions(&sources) } else { suggestions.to_vec() },
    })
}

/// The host of an address, without scheme and path.
pub fn host(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest).to_owned()
}

fn kind(kind: SourceKind) -> &'static str {
    match kind {
        SourceKind::Table => "table",
        SourceKind::Kg => "kg",
        SourceKind::Tkg => "tkg",
    }
}

pub fn share(level: ShareLevel) -> ShareLevelView {
    match level {
        ShareLevel::Off => ShareLevelView::Off,
        ShareLevel::Schema => ShareLevelView::Schema,
        ShareLevel::Samples => ShareLevelView::Samples,
    }
}

/// The engine's share level for the chat's.
pub fn share_from(level: ShareLevelView) -> ShareLevel {
    match level {
        ShareLevelView::Off => ShareLevel::Off,
        ShareLevelView::Schema => ShareLevel::Schema,
        ShareLevelView::Samples => ShareLevel::Samples,
    }
}

/// What the encoder is doing.
pub fn encoder(stage: &EncoderStage) -> EncoderState {
    match stage {
        EncoderStage::Absent => EncoderState::Absent,
        EncoderStage::Loading => EncoderState::Loading,
        EncoderStage::Embedding { done, total } => EncoderState::Embedding { done: *done, total: *total },
        EncoderStage::Ready => EncoderState::Ready,
        EncoderStage::Failed(why) => EncoderState::Failed(why.clone()),
    }
}

/// The stage of a question.
pub fn stage(stage: &AskStage) -> StageView {
    let (kind, detail) = match stage {
        AskStage::Routing => (StageKind::Routing, String::new()),
        AskStage::Writing(WriterStage::Judging { .. }) => (StageKind::Grounding, "trying a query".to_owned()),
        AskStage::Writing(WriterStage::Writing { attempt, of, written, samples }) => {
            let tries = if *attempt > 1 { format!(", try {attempt} of {of}") } else { String::new() };
            (StageKind::Writing, format!("{written} of {samples} samples{tries}"))
        }
        AskStage::Writing(WriterStage::Waiting { why, seconds }) => {
            (StageKind::Writing, format!("waiting {seconds:.0} s: {why}"))
        }
        AskStage::Executing => (StageKind::Executing, String::new()),
    };
    StageView { kind, detail }
}

/// An answered question. Long lists are cut to what is carried along; the totals
/// tell how much more can be asked for.
pub fn answer(
    asked: &AnsweredQuestion,
    alternatives: &[Alternative],
    id: AnswerId,
    millis: u64,
    names: &RowNames,
) -> AnswerView {
    let trace = &asked.trace;
    let level = match (trace.answer.status, trace.answer.certain) {
        (AnswerStatus::Answered, true) => Level::Sure,
        (AnswerStatus::Answered, false) => Level::Unsure,
        _ => Level::None,
    };
    // A follow-up speaks of names of the question before.
    let in_full = asked.read_as.as_ref().map(|read| read.shown.as_str()).or(trace.question.as_deref());
    let mut reasons = if level == Level::Sure {
        vec![why_sure(trace, in_full, asked.written.writer == "learnt")]
    } else {
        trace.answer.doubts.clone()
    };
    reasons.extend(asked.remarks.iter().cloned());
    let note = match (&trace.answer.message, &trace.answer.hint) {
        // The hint of a message that is a list goes on a line of its own.
        (Some(message), Some(hint)) if message.contains('\n') => Some(format!("{message}\n{hint}")),
        (Some(message), Some(hint)) => Some(format!("{message}; {hint}")),
        (Some(text), None) | (None, Some(text)) => Some(text.clone()),
        (None, None) => None,
    };
    let items = trace.answer.items.iter().take(CARRIED).map(|item| ItemView {
        text: item.text.clone(),
        detail: match item.count {
            0 | 1 => row_of(trace, &item.text, names).unwrap_or_default().to_owned(),
            count => format!("{count} times"),
        },
    });
    let mut steps: Vec<StepView> = trace.steps.iter().map(step).collect();
    if let (Some(shown), Some(last)) = (steps.last_mut(), trace.steps.last()) {
        for (shown, fact) in shown.facts.iter_mut().zip(&last.facts) {
            shown.row_name = names.get(fact).map(str::to_owned);
        }
    }
    AnswerView {
        id,
        read_as: asked.read_as.as_ref().map(|read| read.shown.clone()),
        learnt_as: asked.read_as.as_ref().map(|read| read.plain.clone()),
        outcome: outcome(asked),
        item_total: trace.answer.items.len(),
        columns: columns(&trace.answer.columns),
        rows: trace.answer.rows.iter().take(CARRIED).cloned().collect(),
        row_total: trace.answer.rows.len(),
        sources: trace.answer.sources.clone(),
        choices: alternatives.iter().map(choice).collect(),
        question: trace.question.clone().unwrap_or_default(),
        items: items.collect(),
        certainty: Certainty { level, reasons },
        note,
        writer: match &asked.written.model {
            Some(model) => format!("{} ({model})", asked.written.writer),
            None => asked.written.writer.clone(),
        },
        millis,
        tokens: asked.written.tokens_in + asked.written.tokens_out,
        tokens_cached: asked.written.tokens_cached,
        trace: steps,
        query_text: trace.query.clone(),
        execution_text: trace.execution.clone(),
    }
}

/// The name of the row that an item of the answer is in, when it is one cell of
/// several and not that name itself.
fn row_of<'n>(trace: &Trace, item: &str, names: &'n RowNames) -> Option<&'n str> {
    let facts = trace.steps.last().filter(|step| step.facts_total <= CARRIED)?.facts.iter();
    let mut cells = facts.filter(|fact| fact.tail == item);
    let name = cells.next().and_then(|cell| names.get(cell))?;
    (cells.next().is_none() && name != item).then_some(name)
}

fn choice(alternative: &Alternative) -> OtherMeaning {
    let pin = &alternative.pin;
    OtherMeaning {
        label: alternative.label.clone(),
        change: GroundingChange {
            step: pin.step,
            role: pin.parameter.name().to_owned(),
            asked: pin.asked.clone(),
            chosen: pin.chosen.clone(),
        },
    }
}

/// The engine's pin for a change that was asked for.
pub fn pin(change: GroundingChange) -> Result<Pin, SessionError> {
    let Some(parameter) = Parameter::named(&change.role) else {
        return Err(SessionError::usage(
            format!("no name of a query plays the part `{}`", change.role),
            "choose a name of the trace and one of its runners-up",
        ));
    };
    Ok(Pin { step: change.step, parameter, asked: change.asked, chosen: change.chosen })
}

/// The choices of the user in an answer.
pub fn pins_of(answer: &AnswerView) -> Vec<Pin> {
    let mut pins = Vec::new();
    for (step, of) in answer.trace.iter().enumerate() {
        for grounding in of.groundings.iter().filter(|g| g.by_user) {
            if let (Some(parameter), Some(chosen)) =
                (Parameter::named(&grounding.role), grounding.chosen.first())
            {
                let (asked, chosen) = (grounding.asked.clone(), chosen.clone());
                pins.push(Pin { step, parameter, asked, chosen });
            }
        }
    }
    pins
}

/// A pair of question and query for the list of demonstrations.
pub fn demonstration(named: &Named, origin: DemonstrationOwner) -> DemonstrationView {
    DemonstrationView {
        id: named.name.clone(),
        question: named.demonstration.question.clone(),
        query: named.demonstration.query.clone(),
        origin,
        kind: kind_name(named.demonstration.kind).to_owned(),
    }
}

/// The name of a file without its folder.
pub fn file_name(path: &str) -> String {
    std::path::Path::new(path)
        .file_name()
        .map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned())
}

fn outcome(asked: &AnsweredQuestion) -> OutcomeView {
    match asked.trace.answer.status {
        _ if !asked.written.readings.is_empty() => OutcomeView::Unclear,
        AnswerStatus::Answered => OutcomeView::Answered,
        AnswerStatus::NoSuchName => OutcomeView::NoSuchName,
        AnswerStatus::NoSuchFact => OutcomeView::NoSuchFact,
        AnswerStatus::NotStored => OutcomeView::NotStored,
        AnswerStatus::Empty => OutcomeView::Empty,
        AnswerStatus::Failed => OutcomeView::Failed,
    }
}

/// Why an answer is sure. Names that the question spells differently are listed: whoever asked for
/// `Titanik` must see that `Titanic` was meant. A query that was `learnt` may have other names than its
/// question because the user wanted it so, which says nothing about their spelling.
fn why_sure(trace: &Trace, question: Option<&str>, learnt: bool) -> String {
    let mut why = if learnt { "as you taught" } else { "every name was found" }.to_owned();
    let others = names_spelt_otherwise(trace, question);
    if !others.is_empty() && !learnt {
        why.push_str(&format!(", under another spelling or name {}", others.join(", ")));
    }
    if !trace.answer.sources.is_empty() {
        why.push_str(&format!("; from {}", trace.answer.sources.join(", ")));
    }
    why
}

/// The entities that were chosen for the question although it lacks some of their words, each once.
fn names_spelt_otherwise(trace: &Trace, question: Option<&str>) -> Vec<String> {
    let Some(question) = question else { return Vec::new() };
    let spelt = tokens(question);
    let mut others = Vec::new();
    for grounding in trace.steps.iter().flat_map(|step| &step.groundings) {
        let entity =
            matches!(grounding.parameter, Parameter::HeadEntity | Parameter::TailEntity | Parameter::Set);
        // Where several names were chosen for one word, none is reported.
        let [name] = grounding.chosen.as_slice() else { continue };
        let text = &name.text;
        let is_spelt =
            Value::parse(text) != Value::Text || tokens(text).iter().all(|word| spelt.contains(word));
        let told = ticked(text);
        if entity && !is_spelt && !others.contains(&told) {
            others.push(told);
        }
    }
    others
}

/// What a step found, with everything that was read differently from how it is written: a reader must see
/// that without opening the step.
fn title(step: &trustuqa_engine::trace::TraceStep) -> String {
    match step.readings.as_slice() {
        [] => step.title.clone(),
        readings => format!("{} ({})", step.title, readings.join("; ")),
    }
}

fn step(step: &trustuqa_engine::trace::TraceStep) -> StepView {
    StepView {
        title: title(step),
        query: step.query.clone(),
        groundings: step.groundings.iter().map(grounding).collect(),
        execution: step.execution.join("\n"),
        results: step.results.iter().take(CARRIED).cloned().collect(),
        result_total: step.results_total,
        facts: step.facts.iter().take(CARRIED).map(fact).collect(),
        fact_total: step.facts_total,
        joins: step
            .joins
            .iter()
            .map(|join| JoinView { value: join.value.clone(), from: join.from.clone(), to: join.to.clone() })
            .collect(),
    }
}

/// A fact with its place.
pub fn fact(fact: &TraceFact) -> FactView {
    FactView {
        id: u64::from(fact.id),
        kind: match (fact.row, &fact.time) {
            (Some(_), _) => FactKind::Cell,
            (None, Some(_)) => FactKind::Quintuple,
            (None, None) => FactKind::Triple,
        },
        head: fact.row.map_or_else(|| fact.head.clone(), |row| format!("row {row}")),
        relation: fact.relation.clone(),
        tail: fact.tail.clone(),
        time: fact.time.clone(),
        text: fact.text(),
        source: fact.source.clone(),
        file: file_name(&fact.file),
        line: Some(u64::from(fact.line)),
        row: fact.row.map(u64::from),
        row_name: None,
    }
}

fn grounding(grounding: &TraceGrounding) -> GroundingView {
    GroundingView {
        asked: grounding.asked.clone(),
        role: grounding.parameter.name().to_owned(),
        chosen: grounding.chosen.iter().map(|c| c.text.clone()).collect(),
        score: grounding.chosen.first().map_or(0.0, |c| c.score),
        channel: grounding.chosen.first().map_or(String::new(), |c| c.channel.name().to_owned()),
        by_user: grounding.chosen.first().is_some_and(|c| c.channel == Channel::User),
        runners_up: grounding
            .runners_up
            .iter()
            .map(|c| RunnerUp { text: c.text.clone(), score: c.score, channel: c.channel.name().to_owned() })
            .collect(),
    }
}

/// A request that left the machine.
pub fn sent(entry: &LedgerEntry) -> SentEntry {
    let body = serde_json::from_str::<serde_json::Value>(&entry.body)
        .and_then(|json| serde_json::to_string_pretty(&json))
        .unwrap_or_else(|_| entry.body.clone());
    SentEntry {
        time: entry.at.to_string(),
        destination: entry.url.clone(),
        share_level: entry.share.to_string(),
        bytes: entry.body.len() as u64,
        body,
    }
}

/// What a load did, a line per source. Of very many sources only some are listed, those with notes first.
pub fn loaded(report: &LoadReport) -> String {
    let loaded = &report.loaded;
    let mut shown: Vec<&LoadedSource> = loaded.iter().collect();
    let mut lines = Vec::new();
    if shown.len() > SOURCES {
        shown.sort_by_key(|one| one.notes.is_empty());
        let facts: u64 = loaded.iter().map(|one| one.source.facts).sum();
        lines.push(format!("loaded {} sources with {} facts, among them:", loaded.len(), facts));
    }
    for one in shown.into_iter().take(SOURCES) {
        let verb = if one.replaced { "replaced" } else { "loaded" };
        lines.push(format!("{verb} {}: {}", one.source.name, counts(&one.source)));
        lines.extend(one.notes.iter().take(NOTES).map(|note| format!("  {note}")));
    }
    if let Some(more) = loaded.len().checked_sub(SOURCES).filter(|more| *more > 0) {
        lines.push(format!("and {more} more, which /sources lists"));
    }
    if let [first, rest @ ..] = report.left_out.as_slice() {
        let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        lines.push(format!("left out: {first}{more}"));
    }
    lines.join("\n")
}
