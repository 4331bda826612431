//! Keys on answers and their traces.

use super::{App, Effect};
use crate::backend::BackendRequest;
use crate::export;
use crate::keys::Action;
use crate::model::{AnswerView, GroundingChange, PageOf};
use crate::panel::{LongList, TablePanel, TextPage};
use crate::transcript::{Foldable, More};
use crate::view;

impl App {
    pub(super) fn transcript_action(&mut self, action: Action) -> Vec<Effect> {
        let (width, height) = view::transcript_size(self);
        let transcript = &mut self.transcript;
        match action {
            Action::Back if self.running.is_some() || !self.jobs.is_empty() => return self.cancel(),
            Action::Back => self.focus_input(),
            Action::Down => self.move_node(true),
            Action::Up => self.move_node(false),
            Action::Open => return self.open_node(),
            Action::In => {
                if transcript.focus_is_open() {
                    transcript.move_focus(true, width, height);
                } else if transcript.focus_opens() {
                    transcript.toggle(width, height);
                }
            }
            Action::Out => {
                if transcript.focus_is_open() {
                    transcript.toggle(width, height);
                } else {
                    transcript.focus_parent(width, height);
                }
            }
            Action::OpenAll => transcript.toggle_all(width, height),
            Action::Top => transcript.scroll_to_start(width, height),
            Action::Bottom => transcript.follow(),
            Action::CopyAnswer => return self.copy_focused(false),
            Action::CopyTrace => return self.copy_focused(true),
            Action::Picture => self.show_picture(),
            Action::EditQuery => {
                if let Some(answer) = self.focused_answer() {
                    let (query, question) = (answer.query_text.clone(), answer.question.clone());
                    self.edit_query(&query, (!question.is_empty()).then_some(question));
                }
            }
            Action::Accept | Action::Reject => {
                let answer = self.focused_answer().map(|answer| answer.id);
                return self.learn(answer, action == Action::Accept);
            }
            _ => {}
        }
        Vec::new()
    }

    /// The answer that has the focus, or the last one.
    pub(super) fn focused_answer(&self) -> Option<&AnswerView> {
        let focused = self.transcript.focus().and_then(|(message, _)| self.transcript.answer(message));
        focused.or_else(|| self.transcript.last_answer())
    }

    /// Shows the picture of the focused answer, or of the last.
    pub(super) fn show_picture(&mut self) {
        match self.focused_answer() {
            Some(answer) => {
                let page = TextPage::picture(answer);
                self.open_panel(Box::new(page));
            }
            None => self.notify("there is no answer to draw yet"),
        }
    }

    /// Enter on a node: a fact is shown in its surroundings, another reading is run,
    /// a long list opens in a panel, everything else opens or closes.
    pub(super) fn open_node(&mut self) -> Vec<Effect> {
        let Some((message, node)) = self.transcript.focus() else { return Vec::new() };
        let answer = self.transcript.answer(message);
        match node {
            Foldable::Fact(step, fact) => {
                let fact = answer.and_then(|answer| answer.trace.get(step)?.facts.get(fact));
                let Some(fact) = fact.map(|fact| fact.id) else { return Vec::new() };
                return self.look_up(BackendRequest::ShowFact { fact });
            }
            Foldable::RunnerUp(step, grounding, next) => {
                let change = answer.and_then(|answer| {
                    let grounding = answer.trace.get(step)?.groundings.get(grounding)?;
                    Some(GroundingChange {
                        step,
                        role: grounding.role.clone(),
                        asked: grounding.asked.clone(),
                        chosen: grounding.runners_up.get(next)?.text.clone(),
                    })
                });
                return change.map_or_else(Vec::new, |change| self.run_with(message, change, false));
            }
            Foldable::Choice(number) => {
                let change = answer.and_then(|answer| Some(answer.choices.get(number)?.change.clone()));
                return change.map_or_else(Vec::new, |change| self.run_with(message, change, true));
            }
            Foldable::ReadAs => {
                let question = answer.map(|answer| answer.question.clone());
                return question.map_or_else(Vec::new, |question| self.ask_alone(question));
            }
            _ => {}
        }
        let (width, height) = view::transcript_size(self);
        match self.transcript.more() {
            Some(More::List { of: PageOf::Rows, shown, .. }) => {
                if let Some(table) =
                    self.transcript.answer(message).map(|of| TablePanel::of_answer(of, shown))
                {
                    self.open_panel(Box::new(table));
                }
                self.panel_needs()
            }
            Some(More::List { answer, step, of, total, shown }) => {
                self.open_panel(Box::new(LongList::new(answer, step, of, total, shown)));
                self.panel_needs()
            }
            _ => {
                self.transcript.toggle(width, height);
                Vec::new()
            }
        }
    }

    /// Moves the focus by a node. Above the first node there is only text to
    /// scroll to; the input is below the last one.
    fn move_node(&mut self, down: bool) {
        let (width, height) = view::transcript_size(self);
        if self.transcript.move_focus(down, width, height) {
            return;
        }
        if down {
            self.transcript.follow();
            self.focus_input();
        } else {
            self.transcript.scroll(-1, width, height);
        }
    }

    fn copy_focused(&mut self, trace: bool) -> Vec<Effect> {
        let Some(answer) = self.focused_answer() else { return Vec::new() };
        let text = if trace { export::trace_text(answer) } else { export::answer_text(answer) };
        self.copy(text)
    }
}
