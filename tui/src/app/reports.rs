//! What the backend reports, and how it changes what is shown.

use std::path::Path;

use super::{App, Effect, Focus, OPEN, WriteError};
use crate::backend::{BackendEvent, RequestId};
use crate::model::{EncoderState, Failure, Status};
use crate::panel::Panel;
use crate::transcript::Body;

impl App {
    pub(super) fn report(&mut self, id: RequestId, event: BackendEvent) -> Vec<Effect> {
        // Status and remarks count whatever they are about; everything else
        // only while its request is wanted, so that nothing comes after a cancel.
        match event {
            BackendEvent::Status(status) => self.set_status(*status),
            BackendEvent::Encoder(encoder) => self.set_encoder(encoder),
            BackendEvent::Info(text) => self.transcript.push(Body::Note(text)),
            event if self.running.as_ref().is_some_and(|running| running.id == id) => {
                self.question_report(event)
            }
            event if self.jobs.iter().any(|job| job.id == id) => self.job_report(id, event),
            // Opening the graph is neither a question nor a job; it may fail.
            BackendEvent::Failed(failure) if id == OPEN => self.opening_failed(failure),
            _ => {}
        }
        Vec::new()
    }

    fn set_status(&mut self, status: Status) {
        self.status = Some(status);
        let welcome = self.welcome();
        self.transcript.set_welcome(welcome);
        if let Some(panel) = &self.panel {
            panel.forget();
        }
        if self.focus == Focus::Input && !self.input.is_empty() && self.completion.is_none() {
            self.refresh_completion();
        }
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
        self.status.get_or_insert_with(Status::default);
        let welcome = self.welcome();
        self.transcript.set_welcome(welcome);
    }

    fn question_report(&mut self, event: BackendEvent) {
        match event {
            BackendEvent::Progress(stage) => {
                if let Some(running) = &mut self.running {
                    running.stage = Some(stage);
                }
                return;
            }
            BackendEvent::Answered(answer) => self.transcript.push(Body::Answer(answer)),
            BackendEvent::Failed(failure) => self.transcript.push(Body::Failure(failure)),
            BackendEvent::Done(text) if !text.is_empty() => self.transcript.push(Body::Note(text)),
            BackendEvent::Done(_) => {}
            _ => return,
        }
        self.running = None;
    }

    fn job_report(&mut self, id: RequestId, event: BackendEvent) {
        match event {
            BackendEvent::LoadProgress(progress) => {
                if let Some(job) = self.jobs.iter_mut().find(|job| job.id == id) {
                    job.progress = Some(progress);
                }
                return;
            }
            BackendEvent::Done(text) if !text.is_empty() => self.transcript.push(Body::Note(text)),
            BackendEvent::Done(_) => {}
            BackendEvent::Failed(failure) => self.transcript.push(Body::Failure(failure)),
            BackendEvent::Sent(entries) => {
                self.sent = entries;
                self.panel = Some(Panel::sent());
            }
            _ => return,
        }
        self.jobs.retain(|job| job.id != id);
    }

    pub(super) fn written(&mut self, path: &Path, result: Result<(), WriteError>) {
        let path = path.display();
        let (message, hint) = match result {
            Ok(()) => return self.transcript.push(Body::Note(format!("saved the chat to {path}"))),
            Err(WriteError::Exists) => (
                format!("{path} exists already and was left as it is"),
                format!("/export {path} --overwrite replaces it, or give another name"),
            ),
            Err(WriteError::Other(reason)) => (
                format!("could not write {path}: {reason}"),
                "give a name in a folder that exists and can be written".to_owned(),
            ),
        };
        self.transcript.push(Body::Failure(Failure { message, hint: Some(hint) }));
    }
}
