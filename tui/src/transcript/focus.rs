//! The focus: which node has it, moving it, and opening and closing nodes.

use std::collections::BTreeSet;

use super::answer::rest;
use super::{Body, Foldable, Message, More, Transcript};
use crate::model::PageOf;

impl Transcript {
    /// The node that has the focus.
    #[must_use]
    pub const fn focus(&self) -> Option<(usize, Foldable)> {
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
            nodes.iter().find(|node| **node == Foldable::Trace).map(|node| (message, *node))
        });
        self.focus = found;
        self.reveal(width, height, false);
        found.is_some()
    }

    /// The nodes of a message, from top to bottom.
    fn nodes(&self, message: usize, width: u16) -> Vec<Foldable> {
        if !matches!(self.messages.get(message), Some(Message { body: Body::Answer(_), .. })) {
            return Vec::new();
        }
        let mut nodes = Vec::new();
        for row in self.rows(message, width).iter() {
            // The rows of a node are adjacent.
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
            !node.leads() && self.messages.get(message).is_some_and(|message| message.opened.is_open(node))
        })
    }

    /// Whether the focused node is one that opens.
    #[must_use]
    pub fn focus_opens(&self) -> bool {
        self.focus.is_some_and(|(_, node)| {
            !node.leads()
                && !matches!(node, Foldable::MoreItems | Foldable::MoreResults(_) | Foldable::MoreFacts(_))
        })
    }

    /// What the focused "… N more" row does; absent when another node has the focus.
    #[must_use]
    pub fn more(&self) -> Option<More> {
        let (message, node) = self.focus?;
        let answer = self.answer(message)?;
        let opened = &self.messages.get(message)?.opened;
        let (of, step) = match node {
            Foldable::MoreItems if answer.is_table() => (PageOf::Rows, 0),
            Foldable::MoreItems => (PageOf::Items, 0),
            Foldable::MoreResults(step) => (PageOf::Results, step),
            Foldable::MoreFacts(step) => (PageOf::Facts, step),
            _ => return None,
        };
        Some(rest(answer, of, step, opened).1)
    }

    /// Focuses a node, as a click does.
    pub fn set_focus(&mut self, message: usize, node: Foldable) {
        self.focus = Some((message, node));
    }

    /// Opens the focused node, or closes it. "More" nodes show a page more.
    pub fn toggle(&mut self, width: u16, height: usize) {
        let Some((at, node)) = self.focus else { return };
        // What is in view stays where it is while the message grows or shrinks.
        let first = self.first(width, height);
        let Some(message) = self.messages.get_mut(at) else { return };
        match node {
            Foldable::MoreItems | Foldable::MoreResults(_) | Foldable::MoreFacts(_) => {
                *message.opened.pages.entry(node).or_insert(0) += 1;
            }
            node if node.leads() => return,
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
        let mut all: BTreeSet<Foldable> = BTreeSet::from([Foldable::Trace]);
        for (step, content) in answer.trace.iter().enumerate() {
            all.insert(Foldable::Step(step));
            all.extend((0..content.groundings.len()).map(|grounding| Foldable::Grounding(step, grounding)));
        }
        message.opened.toggled = if message.opened.toggled == all { BTreeSet::new() } else { all };
        message.rows.replace(None);
        self.focus = Some((at, Foldable::Trace));
        self.settle(first, width, height);
        self.reveal(width, height, true);
    }

    /// Scrolls so that the focused node is in view, and with `children` as much
    /// as fits of what is below it.
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
        // The empty line after a message is no reason to hold the view back.
        let end = if end + 1 == rows.len() { rows.len() } else { end };
        let first = self.first(width, height);
        if (message, start) < first {
            return self.settle((message, start), width, height);
        }
        // Lines from the top of the view to the node. Far away they are not
        // counted, so that nothing between is rendered.
        let mut above = 0;
        for other in first.0..message {
            above += self.rows(other, width).len();
            if above > first.1 + 2 * height {
                self.settle((message, start), width, height);
                if self.top.is_some() {
                    let room = height.saturating_sub(end - start);
                    self.scroll(-room.cast_signed(), width, height);
                }
                return;
            }
        }
        let above = (above + start).saturating_sub(first.1);
        let excess = (above + end - start).saturating_sub(height).min(above);
        if excess > 0 {
            self.scroll(excess.cast_signed(), width, height);
        }
    }
}
