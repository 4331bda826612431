//! What the backend reports, and how it changes what is shown.

use std::path::Path;

use super::{App, Effect, Focus, Mistake, OPEN, SaveError};
use crate::backend::{BackendEvent, RequestId};
use crate::export;
use crate::model::{ChatStatus, EncoderState, Failure, SavedEntry};
use crate::panel::TextPage;
use crate::transcript::Body;

impl App {
    pub(super) fn report(&mut self, id: RequestId, event: BackendEvent) -> Vec<Effect> {
        // Status and remarks are always taken; everything else only while its request is wanted, so that
        // nothing comes after a cancel.
        match event {
            BackendEvent::Status(status) => return self.set_status(*status),
            BackendEvent::Encoder(encoder) => self.set_encoder(encoder),
            BackendEvent::Info(text) => self.transcript.push(Body::Note(text)),
            BackendEvent::Names { text, from, names } => self.complete_names(&text, from, names),
            event if self.running.as_ref().is_some_and(|running| running.id == id) => {
                return self.question_report(event);
            }
            event if self.jobs.iter().any(|job| job.id == id) => return self.job_report(id, event),
            event => match self.panel_report(id, event) {
                Ok(effects) => return effects,
                // Opening the graph is neither a question nor a job; it may fail.
                Err(BackendEvent::Failed(failure)) if id == OPEN => self.opening_failed(failure),
                Err(_) => {}
            },
        }
        Vec::new()
    }

    fn set_status(&mut self, status: ChatStatus) -> Vec<Effect> {
        self.status = Some(status);
        let welcome = self.welcome();
        self.transcript.set_welcome(welcome);
        if self.focus == Focus::Input && !self.input.is_empty() && self.completion.is_none() {
            self.refresh_completion();
        }
        self.panels_see_status()
    }

    fn set_encoder(&mut self, encoder: EncoderState) {
        if let EncoderState::Failed(reason) = &encoder {
            self.notify(format!("the encoder failed: {reason}; names are matched by their letters only"));
        }
        if let Some(status) = &mut self.status {
            status.encoder = encoder;
        }
    }

    fn opening_failed(&mut self, failure: Failure) {
        self.transcript.push(Body::Failure(failure));
        // The chat stays usable: the keys, the help and quitting need no graph.
        self.status.get_or_insert_with(ChatStatus::default);
        let welcome = self.welcome();
        self.transcript.set_welcome(welcome);
    }

    fn question_report(&mut self, event: BackendEvent) -> Vec<Effect> {
        if let BackendEvent::Progress(stage) = event {
            if let Some(running) = &mut self.running {
                running.stage = Some(stage);
            }
            return Vec::new();
        }
        if !event.ends_request() {
            return Vec::new();
        }
        let Some(running) = self.running.take() else { return Vec::new() };
        let summary = match event {
            BackendEvent::Unreadable { failure, span } => {
                let summary = failure.message.clone();
                match running.query {
                    Some(query) => self.query_refused(query, Mistake { failure, span }),
                    None => self.transcript.push(Body::Failure(failure)),
                }
                summary
            }
            BackendEvent::Answered(answer) => {
                self.answered(&answer, running.changes);
                let summary = format!("{}: {}", answer.question, export::answer_line(&answer));
                self.transcript.push(Body::Answer(answer));
                summary
            }
            BackendEvent::Failed(failure) => {
                let summary = failure.message.clone();
                self.transcript.push(Body::Failure(failure));
                summary
            }
            BackendEvent::Done(text) if !text.is_empty() => {
                self.transcript.push(Body::Note(text.clone()));
                text
            }
            _ => String::new(),
        };
        let mut effects = self.ended(running.since, &summary);
        effects.extend(self.ask_next());
        effects
    }

    fn job_report(&mut self, id: RequestId, event: BackendEvent) -> Vec<Effect> {
        if let BackendEvent::LoadProgress(progress) = event {
            if let Some(job) = self.jobs.iter_mut().find(|job| job.id == id) {
                job.progress = Some(progress);
            }
            return Vec::new();
        }
        if !event.ends_request() {
            return Vec::new();
        }
        let Some(at) = self.jobs.iter().position(|job| job.id == id) else { return Vec::new() };
        let job = self.jobs.remove(at);
        if self.found(&event) {
            return self.panel_needs();
        }
        let changing = self.changing.take_if(|(request, ..)| *request == id);
        let summary = match event {
            BackendEvent::Done(text) if !text.is_empty() => {
                // Over a panel the transcript is not seen.
                if self.panel().is_some() {
                    self.notify(text.lines().next().unwrap_or_default());
                }
                self.transcript.push(Body::Note(text.clone()));
                text
            }
            BackendEvent::Unreadable { failure, span } => {
                let summary = failure.message.clone();
                match changing {
                    Some((_, id, text)) => {
                        self.demonstration_refused(id, &text, Mistake { failure, span });
                    }
                    None => self.transcript.push(Body::Failure(failure)),
                }
                summary
            }
            BackendEvent::Failed(failure) => {
                let summary = failure.message.clone();
                // Over a panel the transcript is not seen.
                if self.panel().is_some() {
                    self.notify(summary.clone());
                }
                match changing {
                    // What was written is not lost, whatever the reason.
                    Some((_, id, text)) => {
                        self.demonstration_refused(id, &text, Mistake { failure, span: 0..0 });
                    }
                    None => self.transcript.push(Body::Failure(failure)),
                }
                summary
            }
            BackendEvent::Sent(entries) => {
                self.open_panel(Box::new(TextPage::sent(entries)));
                String::new()
            }
            BackendEvent::Prompt(text) => {
                self.open_panel(Box::new(TextPage::prompt(text)));
                String::new()
            }
            BackendEvent::Trace { json, .. } => {
                let path = self.trace_file.take().unwrap_or_default();
                return vec![Effect::Write { path: path.0, content: json, overwrite: path.1 }];
            }
            BackendEvent::Copied(text) => return self.copy(text),
            BackendEvent::Resumed { entries, .. } => {
                self.resumed(entries);
                String::new()
            }
            _ => String::new(),
        };
        self.ended(job.since, &format!("{}: {summary}", job.label))
    }

    /// Shows the session that is resumed.
    fn resumed(&mut self, entries: Vec<SavedEntry>) {
        self.transcript.clear();
        self.focus_input();
        let count = entries.iter().filter(|entry| matches!(entry, SavedEntry::Question { .. })).count();
        let mut asked = false;
        for entry in entries {
            // A query that was run without a question is shown above its answer.
            if let SavedEntry::Answer(answer) = &entry
                && !asked
            {
                let asked = if answer.question.is_empty() { &answer.query_text } else { &answer.question };
                self.transcript.push(Body::Question(asked.clone()));
            }
            asked = matches!(entry, SavedEntry::Question { .. });
            self.transcript.push(match entry {
                SavedEntry::Question { text, .. } => Body::Question(text),
                SavedEntry::Answer(answer) => Body::Answer(answer),
                SavedEntry::Note { text } => Body::Note(text),
                SavedEntry::Failure(failure) => Body::Failure(failure),
            });
        }
        self.transcript.push(Body::Note(format!("resumed: {}", crate::text::counted(count, "question"))));
    }

    pub(super) fn written(&mut self, path: &Path, result: Result<(), SaveError>) {
        let path = path.display();
        let (message, hint) = match result {
            Ok(()) => return self.transcript.push(Body::Note(format!("saved {path}"))),
            Err(SaveError::Exists) => (
                format!("{path} exists already and was left as it is"),
                "the same command with --overwrite replaces it; or give another name".to_owned(),
            ),
            Err(SaveError::Other(reason)) => (
                format!("could not write {path}: {reason}"),
                "give a name in a folder that exists and can be written".to_owned(),
            ),
        };
        self.transcript.push(Body::Failure(Failure { message, hint: Some(hint) }));
    }
}
