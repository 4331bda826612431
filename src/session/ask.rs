//! A question from text to a traced answer: route, demonstrate, write, run.

use trustuqa_storage::GraphRead;

use super::judge::EngineJudge;
use super::{Session, SessionError, demonstrations, route};
use crate::config::WriterChoice;
use crate::engine::{Engine, EngineError, RunOptions};
use crate::trace::{Answer, Status, Trace, VERSION};
use crate::writer::llm::LlmWriter;
use crate::writer::offline::OfflineWriter;
use crate::writer::replay::ReplayWriter;
use crate::writer::{Outcome, ShareLevel, WriteRequest, Writer, WriterStage, Written};

/// What a question is going through.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// Choosing the sources.
    Routing,
    /// The writer is at work.
    Writing(WriterStage),
    /// The chosen query is run for its trace.
    Executing,
}

/// An answered question.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The answer with its trace.
    pub trace: Trace,
    /// What the writer did.
    pub written: Written,
}

impl Session {
    /// Answers a question. Dropping the future cancels it.
    pub async fn ask(
        &self,
        question: &str,
        tell: &(dyn Fn(Stage) + Send + Sync),
    ) -> Result<Asked, SessionError> {
        let question = question.trim();
        if question.is_empty() {
            return Err(SessionError::usage(
                "the question is empty",
                "ask something like `trustuqa ask \"Who directed Alien?\"`",
            ));
        }
        tell(Stage::Routing);
        let choices = self.choices();
        let snapshot = self.graph().snapshot()?;
        let engine = Engine::new(&snapshot, Some(self.encoder().as_ref()))?;
        let sources = snapshot.sources()?;
        if sources.is_empty() {
            return Err(SessionError::usage(
                "the graph is empty",
                "load something first: `trustuqa load FILE...`, or try `trustuqa demo`",
            ));
        }
        let routed = route::route(&snapshot, &sources, question)?;
        let schema = route::schema(&sources, &routed);
        let request = WriteRequest {
            question: question.to_owned(),
            demonstrations: demonstrations::choose(
                &snapshot,
                self.encoder().as_ref(),
                &routed.masked,
                &schema,
            )?,
            schema,
            mentions: routed.mentions.clone(),
            previous_errors: Vec::new(),
            share: choices.share,
        };
        // The offline writer looks at the whole graph itself; what it writes is meant for all of it.
        let scope = if choices.writer == WriterChoice::Offline { Vec::new() } else { routed.scope.clone() };
        let judge =
            EngineJudge::new(&engine, RunOptions { sources: scope, question: Some(question.to_owned()) });
        let progress = |stage: WriterStage| tell(Stage::Writing(stage));
        let written = match &choices.writer {
            WriterChoice::Offline => OfflineWriter::new(&engine).write(&request, &judge, &progress).await?,
            WriterChoice::Llm => {
                if choices.share == ShareLevel::Off {
                    return Err(SessionError::usage(
                        "the share level is `off`, so no model can be asked",
                        "use --share schema, or --writer offline",
                    ));
                }
                let writer = LlmWriter::new(self.settings().llm(), self.ledger.clone())
                    .map_err(|e| SessionError::from(crate::writer::WriteError::from(e)))?;
                writer.write(&request, &judge, &progress).await?
            }
            WriterChoice::Replay(file) => {
                let writer = ReplayWriter::open(file)
                    .map_err(|e| SessionError::from(crate::writer::WriteError::from(e)))?;
                writer.write(&request, &judge, &progress).await?
            }
        };
        tell(Stage::Executing);
        let mut trace = if written.query.is_empty() {
            unwritten(&written)
        } else {
            match judge.run(&written.query) {
                Ok(trace) => trace,
                Err(EngineError::Store(error)) => return Err(error.into()),
                // No candidate ran: the best of them is shown with what is wrong with it.
                Err(error) => unreadable(&written, &error),
            }
        };
        trace.question = Some(question.to_owned());
        trace.writer = Some(written.writer.clone());
        add_doubts(&mut trace, &written);
        Ok(Asked { trace, written })
    }
}

/// The writer's own doubts come before those of the grounding.
fn add_doubts(trace: &mut Trace, written: &Written) {
    if trace.answer.status != Status::Answered {
        // Why there is no answer is told as such; doubts are about answers.
        trace.answer.certain = false;
        return;
    }
    if !written.certain {
        trace.answer.certain = false;
        let doubt = written
            .note
            .clone()
            .unwrap_or_else(|| format!("{} of {} candidate queries agree", written.votes, written.samples));
        trace.answer.doubts.insert(0, doubt);
    }
}

/// The trace of a question for which there is no query.
fn unwritten(written: &Written) -> Trace {
    let message = written.note.clone().unwrap_or_else(|| "no query was written for this question".to_owned());
    let hint = "`trustuqa sources` lists what can be asked about; ask with names that stand in it";
    no_steps(written, Status::NoSuchName, message, hint)
}

/// The trace of a query that cannot be read.
fn unreadable(written: &Written, error: &EngineError) -> Trace {
    let message = match &written.outcome {
        Outcome::Error { diagnostic, .. } => diagnostic.clone(),
        _ => error.to_string(),
    };
    let message = format!("no query could be run for this question\n{message}");
    let hint = "ask it in other words, or write the query yourself with `trustuqa query`";
    no_steps(written, Status::Failed, message, hint)
}

fn no_steps(written: &Written, status: Status, message: String, hint: &str) -> Trace {
    Trace {
        version: VERSION,
        question: None,
        writer: None,
        answer: Answer {
            status,
            items: Vec::new(),
            message: Some(message),
            hint: Some(hint.to_owned()),
            certain: false,
            doubts: Vec::new(),
            sources: Vec::new(),
        },
        query: written.query.clone(),
        repairs: Vec::new(),
        execution: String::new(),
        scope: Vec::new(),
        steps: Vec::new(),
    }
}
