//! The transcript: finished messages that render themselves at a width. Each
//! keeps its rows until its width or its open nodes change, and only messages
//! in view are rendered, so that its length does not matter.

mod answer;
mod sheet;
mod trace;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ratatui::text::Line;

use crate::model::{Answer, Failure};
use crate::text;
use crate::theme::Theme;

pub use sheet::Sheet;

/// Columns to the left of every message: the focus mark and a space.
pub(crate) const GUTTER: usize = 2;

/// A part of an answer that can have the focus and be opened or closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Node {
    /// The items after those shown at first.
    MoreItems,
    /// The whole trace.
    Trace,
    /// A step of it, by position.
    Step(usize),
    /// A part of a step.
    Part(usize, Part),
    /// A grounding of a step, by position.
    Grounding(usize, usize),
    /// The results of a step after those shown.
    MoreResults(usize),
    /// A fact of a step, by position.
    Fact(usize, usize),
    /// The facts of a step after those shown.
    MoreFacts(usize),
}

/// The parts of a step, in the order shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Query,
    Groundings,
    Execution,
    Results,
    Facts,
    Joins,
}

/// One line of a message.
#[derive(Debug, Clone)]
pub struct Row {
    /// The line, without the gutter.
    pub line: Line<'static>,
    /// The node that it belongs to.
    pub node: Option<Node>,
    /// How deep the node lies, 0 for the trace itself.
    pub depth: u8,
}

/// A message.
#[derive(Debug, Clone)]
pub enum Body {
    /// What an empty chat shows.
    Welcome {
        /// The name of the graph and its sources, absent until it is open.
        summary: Option<String>,
        /// What is shared and with whom, absent until the graph is open.
        sharing: String,
        /// Questions to try.
        suggestions: Vec<String>,
    },
    /// A question of the user, or a command.
    Question(String),
    /// An answer.
    Answer(Box<Answer>),
    /// A failure.
    Failure(Failure),
    /// A remark of the chat or the backend.
    Note(String),
}

/// What is open in an answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Opened {
    /// Nodes that are not as they are by default.
    toggled: BTreeSet<Node>,
    /// How many pages more than the first are shown.
    pages: BTreeMap<Node, usize>,
}

impl Opened {
    pub(crate) fn is_open(&self, node: Node) -> bool {
        // The trace, its steps and the runners-up open on demand; inside an
        // open step everything is there at once.
        let open = matches!(node, Node::Part(..));
        self.toggled.contains(&node) != open
    }

    pub(crate) fn pages(&self, node: Node) -> usize {
        self.pages.get(&node).copied().unwrap_or(0)
    }
}

/// A message with what is open in it and its rows at the last width.
#[derive(Debug)]
struct Message {
    body: Body,
    opened: Opened,
    rows: RefCell<Option<(u16, Arc<[Row]>)>>,
}

/// A line of a message: the message's position and the line's in it.
type Place = (usize, usize);

/// The messages, where the view stands, and which node has the focus.
#[derive(Debug)]
pub struct Transcript {
    messages: Vec<Message>,
    theme: Theme,
    /// The first line shown; absent while the view follows the end.
    top: Option<Place>,
    focus: Option<(usize, Node)>,
}

/// What is in view: each line with its message, from the top.
#[derive(Debug)]
pub struct Visible {
    /// The lines.
    pub lines: Vec<VisibleLine>,
    /// Whether there are lines after the last one.
    pub below: bool,
}

/// A line in view.
#[derive(Debug, Clone)]
pub struct VisibleLine {
    /// The message it belongs to.
    pub message: usize,
    rows: Arc<[Row]>,
    at: usize,
}

impl VisibleLine {
    /// The row itself.
    #[must_use]
    pub fn row(&self) -> &Row {
        &self.rows[self.at]
    }
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
    pub fn last_answer(&self) -> Option<&Answer> {
        self.bodies().rev().find_map(|body| match body {
            Body::Answer(answer) => Some(answer.as_ref()),
            _ => None,
        })
    }

    /// The answer that a message is, if it is one.
    #[must_use]
    pub fn answer(&self, message: usize) -> Option<&Answer> {
        match self.messages.get(message).map(|message| &message.body) {
            Some(Body::Answer(answer)) => Some(answer),
            _ => None,
        }
    }

    /// Adds a message at the end. The view stays where it is unless it follows.
    pub fn push(&mut self, body: Body) {
        self.messages.push(Message { body, opened: Opened::default(), rows: RefCell::new(None) });
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
    fn rows(&self, message: usize, width: u16) -> Arc<[Row]> {
        let Some(message) = self.messages.get(message) else { return Arc::new([]) };
        if let Some((at, rows)) = message.rows.borrow().as_ref()
            && *at == width
        {
            return Arc::clone(rows);
        }
        let rows: Arc<[Row]> = render(&message.body, &message.opened, width, self.theme).into();
        message.rows.replace(Some((width, Arc::clone(&rows))));
        rows
    }

    /// How many messages have rows at hand.
    #[cfg(test)]
    pub(crate) fn laid_out(&self) -> usize {
        self.messages.iter().filter(|message| message.rows.borrow().is_some()).count()
    }

    /// The first line in view when the last line is at the bottom.
    fn bottom(&self, width: u16, height: usize) -> Place {
        let mut missing = height;
        for message in (0..self.messages.len()).rev() {
            let rows = self.rows(message, width).len();
            if rows >= missing {
                return (message, rows - missing);
            }
            missing -= rows;
        }
        (0, 0)
    }

    /// The first line in view.
    fn first(&self, width: u16, height: usize) -> Place {
        let bottom = self.bottom(width, height);
        match self.top {
            // A message may have become shorter since.
            Some((message, line)) => {
                let last = self.rows(message, width).len().saturating_sub(1);
                (message, line.min(last)).min(bottom)
            }
            None => bottom,
        }
    }

    /// The lines in view.
    #[must_use]
    pub fn visible(&self, width: u16, height: usize) -> Visible {
        let (first, skip) = self.first(width, height);
        let mut lines = Vec::with_capacity(height);
        let mut skip = skip;
        for message in first..self.messages.len() {
            let rows = self.rows(message, width);
            for at in skip..rows.len() {
                if lines.len() == height {
                    return Visible { lines, below: true };
                }
                lines.push(VisibleLine { message, rows: Arc::clone(&rows), at });
            }
            skip = 0;
        }
        Visible { lines, below: false }
    }

    /// Moves the view by lines, down when positive.
    pub fn scroll(&mut self, lines: isize, width: u16, height: usize) {
        let (mut message, mut line) = self.first(width, height);
        let mut left = lines.unsigned_abs();
        while left > 0 {
            if lines > 0 {
                let rest = self.rows(message, width).len().saturating_sub(line + 1);
                if left <= rest {
                    line += left;
                    break;
                }
                if message + 1 >= self.messages.len() {
                    break;
                }
                left -= rest + 1;
                (message, line) = (message + 1, 0);
            } else if left <= line {
                line -= left;
                break;
            } else if message == 0 {
                line = 0;
                break;
            } else {
                left -= line + 1;
                message -= 1;
                line = self.rows(message, width).len().saturating_sub(1);
            }
        }
        self.settle((message, line), width, height);
    }

    /// Puts a line at the top of the view, or follows when the end is in view then.
    fn settle(&mut self, place: Place, width: u16, height: usize) {
        self.top = (place < self.bottom(width, height)).then_some(place);
    }

    /// Shows the first message.
    pub fn scroll_to_start(&mut self, width: u16, height: usize) {
        self.settle((0, 0), width, height);
    }

    /// The node that has the focus.
    #[must_use]
    pub const fn focus(&self) -> Option<(usize, Node)> {
        self.focus
    }

    /// Takes the focus away.
    pub fn blur(&mut self) {
        self.focus = None;
    }

    /// Focuses the trace of the last answer. False when there is none.
    pub fn focus_last(&mut self, width: u16, height: usize) -> bool {
        let found = (0..self.messages.len()).rev().find_map(|message| {
            let nodes = self.nodes(message, width);
            nodes.iter().find(|node| **node == Node::Trace).map(|node| (message, *node))
        });
        self.focus = found;
        self.reveal(width, height, false);
        found.is_some()
    }

    /// The nodes of a message, from top to bottom.
    fn nodes(&self, message: usize, width: u16) -> Vec<Node> {
        if !matches!(self.messages.get(message), Some(Message { body: Body::Answer(_), .. })) {
            return Vec::new();
        }
        let mut nodes = Vec::new();
        for row in self.rows(message, width).iter() {
            // The rows of a node stand together.
            if let Some(node) = row.node
                && nodes.last() != Some(&node)
            {
                nodes.push(node);
            }
        }
        nodes
    }

    /// Moves the focus to the next node, or the one before. False at the end.
    pub fn move_focus(&mut self, down: bool, width: u16, height: usize) -> bool {
        let Some((message, node)) = self.focus else { return self.focus_last(width, height) };
        let nodes = self.nodes(message, width);
        let at = nodes.iter().position(|other| *other == node).unwrap_or(0);
        let inside = if down { at.checked_add(1) } else { at.checked_sub(1) };
        let target = inside.and_then(|at| nodes.get(at)).map(|node| (message, *node)).or_else(|| {
            if down {
                (message + 1..self.messages.len()).find_map(|m| Some((m, *self.nodes(m, width).first()?)))
            } else {
                (0..message).rev().find_map(|m| Some((m, *self.nodes(m, width).last()?)))
            }
        });
        if let Some(target) = target {
            self.focus = Some(target);
            self.reveal(width, height, false);
        }
        target.is_some()
    }

    /// Moves the focus to the node that holds the focused one.
    pub fn focus_parent(&mut self, width: u16, height: usize) {
        let Some((message, node)) = self.focus else { return };
        let rows = self.rows(message, width);
        let Some(at) = rows.iter().position(|row| row.node == Some(node)) else { return };
        let depth = rows[at].depth;
        let parent = rows[..at].iter().rev().find(|row| row.node.is_some() && row.depth < depth);
        if let Some(parent) = parent.and_then(|row| row.node) {
            self.focus = Some((message, parent));
            self.reveal(width, height, false);
        }
    }

    /// Whether the focused node can be opened and is.
    #[must_use]
    pub fn focus_is_open(&self) -> bool {
        self.focus.is_some_and(|(message, node)| {
            !matches!(node, Node::Fact(..))
                && self.messages.get(message).is_some_and(|message| message.opened.is_open(node))
        })
    }

    /// Focuses a node, as a click does.
    pub fn set_focus(&mut self, message: usize, node: Node) {
        self.focus = Some((message, node));
    }

    /// Opens the focused node, or closes it. "More" nodes show a page more.
    pub fn toggle(&mut self, width: u16, height: usize) {
        let Some((at, node)) = self.focus else { return };
        // What is in view stays where it is while the message grows or shrinks.
        let first = self.first(width, height);
        let Some(message) = self.messages.get_mut(at) else { return };
        match node {
            Node::MoreItems | Node::MoreResults(_) | Node::MoreFacts(_) => {
                *message.opened.pages.entry(node).or_insert(0) += 1;
            }
            Node::Fact(..) => return,
            node if !message.opened.toggled.remove(&node) => {
                message.opened.toggled.insert(node);
            }
            _ => {}
        }
        message.rows.replace(None);
        self.settle(first, width, height);
        let nodes = self.nodes(at, width);
        if !nodes.contains(&node) {
            // The last page is shown: the focus goes to what is now in its place.
            self.focus = nodes.iter().rev().find(|other| **other <= node).or(nodes.last()).map(|n| (at, *n));
        }
        self.reveal(width, height, true);
    }

    /// Opens everything in the focused answer, or closes it when all is open.
    pub fn toggle_all(&mut self, width: u16, height: usize) {
        let Some((at, _)) = self.focus else { return };
        let first = self.first(width, height);
        let Some(message) = self.messages.get_mut(at) else { return };
        let Body::Answer(answer) = &message.body else { return };
        let mut all: BTreeSet<Node> = BTreeSet::from([Node::Trace]);
        for (step, content) in answer.trace.iter().enumerate() {
            all.insert(Node::Step(step));
            all.extend((0..content.groundings.len()).map(|grounding| Node::Grounding(step, grounding)));
        }
        message.opened.toggled = if message.opened.toggled == all { BTreeSet::new() } else { all };
        message.rows.replace(None);
        self.focus = Some((at, Node::Trace));
        self.settle(first, width, height);
        self.reveal(width, height, true);
    }

    /// Scrolls so that the focused node is in view, and with `children` as much
    /// as fits of what lies under it.
    fn reveal(&mut self, width: u16, height: usize, children: bool) {
        let Some((message, node)) = self.focus else { return };
        let rows = self.rows(message, width);
        let Some(start) = rows.iter().position(|row| row.node == Some(node)) else { return };
        let depth = rows[start].depth;
        let end = rows[start..]
            .iter()
            .position(|row| {
                if children {
                    row.depth < depth || (row.depth == depth && row.node != Some(node))
                } else {
                    row.node != Some(node)
                }
            })
            .map_or(rows.len(), |length| start + length);
        let first = self.first(width, height);
        if (message, start) < first {
            return self.settle((message, start), width, height);
        }
        // Lines from the top of the view to the end of the node.
        let mut before = 0;
        for other in first.0..message {
            before += self.rows(other, width).len();
        }
        let before = before - first.1.min(before);
        let (above, used) = if first.0 == message {
            (start - first.1, end - first.1)
        } else {
            (before + start, before + end)
        };
        let excess = used.saturating_sub(height).min(above);
        if excess > 0 {
            self.scroll(excess.cast_signed(), width, height);
        }
    }
}

/// The rows of a message at a width, the last one empty.
fn render(body: &Body, opened: &Opened, width: u16, theme: Theme) -> Vec<Row> {
    let mut sheet = Sheet::new(usize::from(width).saturating_sub(GUTTER + 1), theme);
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
