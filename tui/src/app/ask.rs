//! Asking: questions, queries, other readings of a name, and what is learnt.

use super::{App, Effect, Mode, Running};
use crate::backend::Request;
use crate::model::{Answer, AnswerId, GroundingChange, ShareLevel};
use crate::text;
use crate::transcript::Body;

impl App {
    /// Sends what stands in the input.
    pub(super) fn submit(&mut self) -> Vec<Effect> {
        let text = self.input.text().trim().to_owned();
        if text.is_empty() {
            return Vec::new();
        }
        let command = self.mode == Mode::Ask && text.starts_with('/');
        let asks = !command && !matches!(self.mode, Mode::Demonstration { .. });
        if asks && self.running.is_some() {
            self.notify("still working on the last question · Esc cancels it");
            return Vec::new();
        }
        match std::mem::take(&mut self.mode) {
            Mode::Ask => {}
            Mode::Query { question } => {
                self.leave_mode();
                // A query with a mistake is a key away from being mended.
                let line = format!("/query {text}");
                let new = self.history.push(&line);
                let mut effects = if new { vec![Effect::Remember(line)] } else { Vec::new() };
                effects.extend(self.run(text, question, Vec::new(), false));
                return effects;
            }
            Mode::Demonstration { id } => return self.keep_demonstration(id, &text),
        }
        self.input.take();
        self.completion = None;
        self.suggestion = None;
        self.transcript.follow();
        let mut effects = Vec::new();
        if self.history.push(&text) {
            effects.push(Effect::Remember(text.clone()));
        }
        if command {
            effects.extend(self.command(&text));
        } else {
            self.transcript.push(Body::Question(text.clone()));
            effects.extend(self.ask(Request::Ask { question: text }, Vec::new()));
        }
        effects
    }

    /// Starts what ends with an answer.
    fn ask(&mut self, request: Request, changes: Vec<GroundingChange>) -> Vec<Effect> {
        if matches!(request, Request::Ask { .. } | Request::AskAlone { .. }) {
            self.say_what_is_sent();
        }
        self.transcript.follow();
        let effect = self.request(request);
        self.running = Some(Running { id: self.last_id, stage: None, since: self.now, changes });
        vec![effect]
    }

    /// Says, before the first request that leaves the machine and again when it
    /// has changed, what is sent and where to.
    fn say_what_is_sent(&mut self) {
        let Some(status) = &self.status else { return };
        let Some(host) = &status.destination else { return };
        let now = (status.share_level, host.clone());
        if status.share_level == ShareLevel::Off || self.told.as_ref() == Some(&now) {
            return;
        }
        let note = format!(
            "To {host} go, at share level {}: your question; {}. /share off keeps everything here, /sent shows every request.",
            status.share_level,
            status.share_level.meaning()
        );
        self.told = Some(now);
        self.transcript.push(Body::Note(note));
    }

    /// Asks without touching the input.
    #[cfg(test)]
    pub(crate) fn run_for_test(&mut self, question: &str) -> Vec<Effect> {
        self.transcript.push(Body::Question(question.to_owned()));
        self.ask(Request::Ask { question: question.to_owned() }, Vec::new())
    }

    /// Asks a question as it stands, after it was read as a follow-up.
    pub(super) fn ask_alone(&mut self, question: String) -> Vec<Effect> {
        if self.busy() {
            return Vec::new();
        }
        self.transcript.push(Body::Question(format!("{question}\non its own")));
        self.ask(Request::AskAlone { question }, Vec::new())
    }

    /// Whether a question is under way, which is then said.
    fn busy(&mut self) -> bool {
        if self.running.is_some() {
            self.notify("still working on the last question · Esc cancels it");
        }
        self.running.is_some()
    }

    /// Runs a query without asking a writer.
    pub(super) fn run(
        &mut self,
        query: String,
        question: Option<String>,
        changes: Vec<GroundingChange>,
        remember: bool,
    ) -> Vec<Effect> {
        if self.busy() {
            return Vec::new();
        }
        let shown = match changes.last() {
            Some(change) => {
                let subject = question.as_deref().unwrap_or(&query);
                format!("{subject}\nwith “{}” as {}", change.asked, change.chosen)
            }
            None => query.clone(),
        };
        self.transcript.push(Body::Question(shown));
        self.focus_input();
        self.ask(Request::Run { query, question, changes: changes.clone(), remember }, changes)
    }

    /// Runs an answer's query with another node for one of its names.
    pub(super) fn run_with(
        &mut self,
        message: usize,
        change: GroundingChange,
        remember: bool,
    ) -> Vec<Effect> {
        let Some(answer) = self.transcript.answer(message) else { return Vec::new() };
        // What was chosen before for other names stays chosen.
        let mut changes = self.changes.get(&answer.id).cloned().unwrap_or_default();
        let same = |other: &GroundingChange| {
            (other.step, &other.role, &other.asked) == (change.step, &change.role, &change.asked)
        };
        changes.retain(|other| !same(other));
        changes.push(change);
        let question = (!answer.question.is_empty())
            .then(|| answer.read_as.clone().unwrap_or_else(|| answer.question.clone()));
        let query = answer.query_text.clone();
        self.run(query, question, changes, remember)
    }

    /// Takes the choice of that number of the last answer; absent when there is none.
    pub(super) fn choose(&mut self, number: usize) -> Option<Vec<Effect>> {
        let (message, answer) = self.transcript.choosing()?;
        let change = answer.choices.get(number)?.change.clone();
        Some(self.run_with(message, change, true))
    }

    /// An answer has come: the nodes chosen for it are kept with it.
    pub(super) fn answered(&mut self, answer: &Answer, changes: Vec<GroundingChange>) {
        if answer.id != 0 && !changes.is_empty() {
            self.changes.insert(answer.id, changes);
        }
    }

    /// Puts a query into the input to be changed and run.
    pub(super) fn edit_query(&mut self, query: &str, question: Option<String>) {
        self.enter_mode(Mode::Query { question }, query);
    }

    /// Puts a text into the input to be changed in a mode of its own.
    pub(super) fn enter_mode(&mut self, mode: Mode, text: &str) {
        if self.mode == Mode::Ask {
            self.draft = Some(self.input.take());
        }
        self.mode = mode;
        self.put_in(text);
        if let Some(vim) = &mut self.vim {
            vim.insert();
        }
        self.focus_input();
    }

    /// Goes back to asking, with what stood in the input before.
    pub(super) fn leave_mode(&mut self) {
        self.mode = Mode::Ask;
        self.input.take();
        if let Some(draft) = self.draft.take().filter(|draft| !draft.is_empty()) {
            self.input.set(&draft);
        }
    }

    fn keep_demonstration(&mut self, id: String, text: &str) -> Vec<Effect> {
        let Some((question, query)) = text.split_once('\n').filter(|(_, query)| !query.trim().is_empty())
        else {
            self.mode = Mode::Demonstration { id };
            self.notify("write the question in the first line and the query under it");
            return Vec::new();
        };
        let request = Request::EditDemonstration {
            id,
            question: question.trim().to_owned(),
            query: query.trim().to_owned(),
        };
        self.leave_mode();
        self.job("changing a demonstration".to_owned(), request)
    }

    /// Accepts an answer or rejects it.
    pub(super) fn learn(&mut self, answer: Option<AnswerId>, accept: bool) -> Vec<Effect> {
        match answer {
            Some(answer) if answer != 0 => {
                let label = if accept { "accepting the answer" } else { "rejecting the answer" };
                self.job(label.to_owned(), Request::Learn { answer, accept })
            }
            _ => {
                self.notify("there is no answer to learn from yet");
                Vec::new()
            }
        }
    }

    /// Stops the question under way, or the last background job when there is
    /// no question. Nothing when there is neither.
    pub(super) fn cancel(&mut self) -> Vec<Effect> {
        let Some(running) = self.running.take() else {
            let Some(job) = self.jobs.pop() else { return Vec::new() };
            self.transcript.push(Body::Note(format!("stopped {}", job.label)));
            return vec![Effect::Cancel { id: job.id }];
        };
        let millis = u64::try_from(self.now.saturating_sub(running.since).as_millis()).unwrap_or(u64::MAX);
        self.transcript.push(Body::Note(format!("cancelled after {}", text::span(millis))));
        vec![Effect::Cancel { id: running.id }]
    }
}
