//! The transcript: finished messages that render themselves at a width. Each
//! keeps its rows until its width or its open nodes change, and only messages
//! in view are rendered, so that its length does not matter.

mod answer;
mod focus;
mod line_writer;
mod trace;
mod viewport;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ratatui::text::Line;

use crate::model::{AnswerId, AnswerView, Failure, PageOf};
use crate::text;
use crate::theme::Theme;

pub(crate) use answer::no_answer_title;
pub use line_writer::LineWriter;

/// Columns to the left of every message: the focus mark and a space.
pub(crate) const GUTTER: usize = 2;

/// A part of an answer that can have the focus and be opened or closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Foldable {
    /// How a follow-up was read.
    ReadAs,
    /// The items or rows after those shown at first, and what is cut of these.
    MoreItems,
    /// Another reading of a name, by position.
    Choice(usize),
    /// The whole trace.
    Trace,
    /// A step of it, by position.
    Step(usize),
    /// A part of a step.
    Part(usize, StepPart),
    /// A grounding of a step, by position.
    Grounding(usize, usize),
    /// A runner-up of a grounding, by position.
    RunnerUp(usize, usize, usize),
    /// The results of a step after those shown.
    MoreResults(usize),
    /// A fact of a step, by position.
    Fact(usize, usize),
    /// The facts of a step after those shown.
    MoreFacts(usize),
}

impl Foldable {
    /// Whether Enter on it leads elsewhere instead of opening it.
    #[must_use]
    pub const fn leads(self) -> bool {
        matches!(self, Self::ReadAs | Self::Choice(_) | Self::RunnerUp(..) | Self::Fact(..))
    }
}

/// What a "… N more" row does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum More {
    /// It shows so much more that the answer carries.
    Page,
    /// It opens the whole list in a panel, where it is read page by page.
    List {
        /// The answer.
        answer: AnswerId,
        /// The step, 0 for the items and the rows of the answer.
        step: usize,
        /// The list.
        of: PageOf,
        /// How many entries there are.
        total: usize,
        /// How many the transcript shows.
        shown: usize,
    },
}

/// The parts of a step, in the order shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepPart {
    Query,
    Groundings,
    Execution,
    Results,
    Facts,
    Joins,
}

/// One line of a message.
#[derive(Debug, Clone)]
pub struct MessageLine {
    /// The line, without the gutter.
    pub line: Line<'static>,
    /// The node that it belongs to.
    pub node: Option<Foldable>,
    /// The depth of the node, 0 for the trace itself.
    pub depth: u8,
}

/// A message.
#[derive(Debug, Clone)]
pub enum Body {
    /// What an empty chat shows.
    Welcome {
        /// The name of the graph and its sources, absent until it is open.
        summary: Option<String>,
        /// What is shared and with whom, empty without a graph.
        sharing: String,
        /// Questions to try.
        suggestions: Vec<String>,
    },
    /// A question of the user, or a command.
    Question(String),
    /// An answer.
    Answer(Box<AnswerView>),
    /// A failure.
    Failure(Failure),
    /// A remark of the chat or the backend.
    Note(String),
}

/// What is open in an answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpenParts {
    /// Nodes that are not as they are by default.
    toggled: BTreeSet<Foldable>,
    /// How many pages more than the first are shown.
    pages: BTreeMap<Foldable, usize>,
}

impl OpenParts {
    pub(crate) fn is_open(&self, node: Foldable) -> bool {
        // The trace, its steps and the runners-up open on demand; inside an
        // open step everything is there at once.
        let open = matches!(node, Foldable::Part(..));
        self.toggled.contains(&node) != open
    }

    pub(crate) fn pages(&self, node: Foldable) -> usize {
        self.pages.get(&node).copied().unwrap_or(0)
    }
}

/// A message with what is open in it and its rows at the last width.
#[derive(Debug)]
struct Message {
    body: Body,
    opened: OpenParts,
    rows: RefCell<Option<(u16, Arc<[MessageLine]>)>>,
}

/// A line of a message: the message's position and the line's in it.
type Place = (usize, usize);

/// The messages, the position of the view, and the node that has the focus.
#[derive(Debug)]
pub struct Transcript {
    messages: Vec<Message>,
    theme: Theme,
    /// The first line shown; absent while the view follows the end.
    top: Option<Place>,
    focus: Option<(usize, Foldable)>,
}

impl Transcript {
    /// An empty transcript.
    #[must_use]
    pub const fn new(theme: Theme) -> Self {
        Self { messages: Vec::new(), theme, top: None, focus: None }
    }

    /// The messages, oldest first.
    pub fn bodies(&self) -> impl DoubleEndedIterator<Item = &Body> {
        self.messages.iter().map(|message| &message.body)
    }

    /// The last answer.
    #[must_use]
    pub fn last_answer(&self) -> Option<&AnswerView> {
        self.bodies().rev().find_map(|body| match body {
            Body::Answer(answer) => Some(answer.as_ref()),
            _ => None,
        })
    }

    /// The last answer with its message when it asks which reading of a name was
    /// meant and nothing came after it but remarks.
    #[must_use]
    pub fn choosing(&self) -> Option<(usize, &AnswerView)> {
        let at = self.messages.iter().rposition(|message| !matches!(message.body, Body::Note(_)))?;
        self.answer(at).filter(|answer| !answer.choices.is_empty()).map(|answer| (at, answer))
    }

    /// The answer that a message is, if it is one.
    #[must_use]
    pub fn answer(&self, message: usize) -> Option<&AnswerView> {
        match self.messages.get(message).map(|message| &message.body) {
            Some(Body::Answer(answer)) => Some(answer),
            _ => None,
        }
    }

    /// Adds a message at the end. The view stays where it is unless it follows.
    pub fn push(&mut self, body: Body) {
        self.messages.push(Message { body, opened: OpenParts::default(), rows: RefCell::new(None) });
    }

    /// Takes the last message out when it is a question.
    pub fn take_back_question(&mut self) {
        if self.messages.pop_if(|last| matches!(last.body, Body::Question(_))).is_some() {
            let left = self.messages.len();
            self.top.take_if(|(message, _)| *message >= left);
            self.focus.take_if(|(message, _)| *message >= left);
        }
    }

    /// Shows the end from now on.
    pub fn follow(&mut self) {
        self.top = None;
    }

    /// Removes all messages.
    pub fn clear(&mut self) {
        self.messages.clear();
        self.top = None;
        self.focus = None;
    }

    /// Replaces the welcome if it is the first message.
    pub fn set_welcome(&mut self, body: Body) {
        if let Some(first) = self.messages.first_mut()
            && matches!(first.body, Body::Welcome { .. })
        {
            first.body = body;
            first.rows.replace(None);
        }
    }

    /// The rows of a message at a width; an unknown message has none.
    fn rows(&self, message: usize, width: u16) -> Arc<[MessageLine]> {
        let Some(message) = self.messages.get(message) else { return Arc::new([]) };
        if let Some((at, rows)) = message.rows.borrow().as_ref()
            && *at == width
        {
            return Arc::clone(rows);
        }
        let rows: Arc<[MessageLine]> = render(&message.body, &message.opened, width, self.theme).into();
        message.rows.replace(Some((width, Arc::clone(&rows))));
        rows
    }

    /// How many messages have rows at hand.
    #[cfg(test)]
    pub(crate) fn laid_out(&self) -> usize {
        self.messages.iter().filter(|message| message.rows.borrow().is_some()).count()
    }
}

/// The rows of a message at a width, the last one empty.
fn render(body: &Body, opened: &OpenParts, width: u16, theme: Theme) -> Vec<MessageLine> {
    let mut sheet = LineWriter::new(usize::from(width).saturating_sub(GUTTER + 1), theme);
    match body {
        Body::Welcome { summary, sharing, suggestions } => {
            answer::welcome(&mut sheet, summary.as_deref(), sharing, suggestions);
        }
        Body::Question(question) => answer::question(&mut sheet, question),
        Body::Answer(answer) => answer::answer(&mut sheet, answer, opened),
        Body::Failure(failure) => answer::failure(&mut sheet, failure),
        Body::Note(note) => answer::note(&mut sheet, &text::clean(note)),
    }
    sheet.blank();
    sheet.into_rows()
}
