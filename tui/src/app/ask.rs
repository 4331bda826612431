//! Asking: questions, queries, other readings of a name, and what is learnt.

use super::{App, Effect, Mistake, Mode, Running};
use crate::backend::BackendRequest;
use crate::model::{AnswerId, AnswerView, GroundingChange};
use crate::text;
use crate::transcript::Body;

impl App {
    /// Sends what is in the input.
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
                // From the history, a query with a mistake can be corrected.
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
            self.waiting = several(&text).into();
            let first = self.waiting.pop_front().unwrap_or(text);
            self.transcript.push(Body::Question(first.clone()));
            effects.extend(self.ask(BackendRequest::Ask { question: first }, Vec::new()));
        }
        effects
    }

    /// Asks the next of several pasted questions.
    pub(super) fn ask_next(&mut self) -> Vec<Effect> {
        let Some(question) = self.waiting.pop_front() else { return Vec::new() };
        self.transcript.push(Body::Question(question.clone()));
        self.ask(BackendRequest::Ask { question }, Vec::new())
    }

    /// Starts a request that ends with an answer.
    fn ask(&mut self, request: BackendRequest, changes: Vec<GroundingChange>) -> Vec<Effect> {
        self.transcript.follow();
        let effect = self.request(request);
        let since = self.now;
        self.running = Some(Running { id: self.last_id, stage: None, since, changes, query: None });
        vec![effect]
    }

    /// Asks without touching the input.
    #[cfg(test)]
    pub(crate) fn run_for_test(&mut self, question: &str) -> Vec<Effect> {
        self.transcript.push(Body::Question(question.to_owned()));
        self.ask(BackendRequest::Ask { question: question.to_owned() }, Vec::new())
    }

    /// Asks a question as it stands, after it was read as a follow-up.
    pub(super) fn ask_alone(&mut self, question: String) -> Vec<Effect> {
        if self.busy() {
            return Vec::new();
        }
        self.transcript.push(Body::Question(format!("{question}\non its own")));
        self.ask(BackendRequest::AskAlone { question }, Vec::new())
    }

    /// Whether a question is under way; if so, the user is told.
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
        let written = changes.is_empty().then(|| (query.clone(), question.clone()));
        let request = BackendRequest::Run { query, question, changes: changes.clone(), remember };
        let effects = self.ask(request, changes);
        if let Some(running) = &mut self.running {
            running.query = written;
        }
        effects
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

    /// Takes the choice with this number in the last answer; absent when there is none.
    pub(super) fn choose(&mut self, number: usize) -> Option<Vec<Effect>> {
        let (message, answer) = self.transcript.choosing()?;
        let change = answer.choices.get(number)?.change.clone();
        Some(self.run_with(message, change, true))
    }

    /// An answer has come: the nodes chosen for it are kept with it.
    pub(super) fn answered(&mut self, answer: &AnswerView, changes: Vec<GroundingChange>) {
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
        self.mistake = None;
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
        let request = BackendRequest::EditDemonstration {
            id: id.clone(),
            question: question.trim().to_owned(),
            query: query.trim().to_owned(),
        };
        self.leave_mode();
        let effects = self.job("changing a demonstration".to_owned(), request);
        self.changing = Some((self.last_id, id, text.to_owned()));
        effects
    }

    /// A query that the user wrote cannot be read: it is in the input again, and what is
    /// wrong with it is shown there.
    pub(super) fn query_refused(&mut self, written: (String, Option<String>), mistake: Mistake) {
        let (query, question) = written;
        self.transcript.take_back_question();
        self.enter_mode(Mode::Query { question }, &query);
        self.show_mistake(mistake);
    }

    /// The demonstration that could not be changed is in the input again. Its query
    /// is under its question.
    pub(super) fn demonstration_refused(&mut self, id: String, text: &str, mut mistake: Mistake) {
        let first = text.find('\n').map_or(0, |at| at + 1);
        let start = first + text[first..].len() - text[first..].trim_start().len();
        mistake.span = mistake.span.start + start..mistake.span.end + start;
        self.enter_mode(Mode::Demonstration { id }, text);
        self.show_mistake(mistake);
    }

    fn show_mistake(&mut self, mistake: Mistake) {
        self.input.go_to(mistake.span.start);
        self.completion = None;
        self.mistake = Some(mistake);
    }

    /// Accepts an answer or rejects it.
    pub(super) fn learn(&mut self, answer: Option<AnswerId>, accept: bool) -> Vec<Effect> {
        match answer {
            Some(answer) if answer != 0 => {
                let label = if accept { "accepting the answer" } else { "rejecting the answer" };
                self.job(label.to_owned(), BackendRequest::Learn { answer, accept })
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
        let left = std::mem::take(&mut self.waiting).len();
        if left > 0 {
            self.transcript.push(Body::Note(format!("not asked: {}", text::counted(left, "question"))));
        }
        let millis = u64::try_from(self.now.saturating_sub(running.since).as_millis()).unwrap_or(u64::MAX);
        self.transcript.push(Body::Note(format!("cancelled after {}", text::span(millis))));
        vec![Effect::Cancel { id: running.id }]
    }
}

/// The questions of a text of several lines, when each line is one, with or without a number
/// or a dash before it; nothing for a single question, whatever its lines are.
fn several(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(bare).filter(|line| !line.is_empty()).collect();
    let questions = lines.len() > 1 && lines.iter().all(|line| line.ends_with('?'));
    if questions { lines.into_iter().map(str::to_owned).collect() } else { Vec::new() }
}

/// A line without the mark of a list before it.
fn bare(line: &str) -> &str {
    let line = line.trim();
    if let Some(rest) = ["- ", "* ", "• "].iter().find_map(|mark| line.strip_prefix(mark)) {
        return rest.trim_start();
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line[digits..].strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' '));
    rest.filter(|_| digits > 0).map_or(line, str::trim_start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_questions_are_asked_one_by_one() {
        assert_eq!(several("1. Who?\n\n2) When?\n- Where?\n"), ["Who?", "When?", "Where?"]);
        assert!(several("Who was it\nthat came first?").is_empty());
        assert!(several("Who?").is_empty());
        assert_eq!(several("In 1999, who?\n3 of what?"), ["In 1999, who?", "3 of what?"]);
    }
}
