//! The positions of boxes and arrows, in cells. Every step has its own band,
//! from top to bottom. Where there is room every lane is a column; else there is
//! one column and every box names its lane.

use super::Picture;
use crate::text;

/// Columns of a lane below which there is one column for all.
const LANE: usize = 28;

/// The widest that a box becomes.
const WIDEST: usize = 52;

/// Rows between two bands: down, across, down with the arrow's head.
const GAP: usize = 3;

/// A box with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlacedBox {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
    /// Lines of the title.
    pub title: Vec<String>,
    /// The counts, may be empty.
    pub about: String,
    /// The lane's name when it is on the box itself.
    pub name: Option<String>,
    pub lane: usize,
    pub answer: bool,
}

impl PlacedBox {
    pub const fn centre(&self) -> usize {
        self.x + self.width / 2
    }
}

/// An arrow as its corners, from box to box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ArrowPath {
    pub points: Vec<(usize, usize)>,
    pub joins: bool,
    pub lane: usize,
    /// Text with the place where it starts.
    pub label: Option<(usize, usize, String)>,
}

/// The whole picture in cells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PictureLayout {
    pub width: usize,
    pub height: usize,
    /// Heads of the columns: first column, width, name. Empty in one column.
    pub heads: Vec<(usize, usize, String)>,
    pub boxes: Vec<PlacedBox>,
    pub routes: Vec<ArrowPath>,
}

/// Lays a picture out in `width` columns.
pub(super) fn layout(picture: &Picture, width: usize) -> PictureLayout {
    // Arrows that pass other boxes run in channels at the right edge.
    let long = picture.edges.iter().filter(|edge| edge.to > edge.from + 1).count();
    let channels = if long == 0 { 0 } else { 2 * long + 1 };
    let room = width.saturating_sub(channels).max(8);
    let lanes = picture.lanes.len().max(1);
    let columns = lanes == 1 || room / lanes >= LANE;
    let lane_width = if columns { room / lanes } else { room };
    let mut out = PictureLayout { width, ..PictureLayout::default() };
    let mut y = 0;
    if columns {
        for (at, name) in picture.lanes.iter().enumerate() {
            out.heads.push((at * lane_width, lane_width, text::clip(name, lane_width.saturating_sub(2))));
        }
        y = 2;
    }
    for node in &picture.nodes {
        let widest = lane_width.saturating_sub(2).clamp(6, WIDEST);
        let inner = widest - 4;
        let title: Vec<String> = text::wrap(&[ratatui::text::Span::raw(node.title.as_str())], inner, 0)
            .iter()
            .map(ToString::to_string)
            .collect();
        let about = text::clip(&node.about, inner);
        let name = (!columns && !node.answer)
            .then(|| picture.lanes.get(node.lane).map(|name| text::clip(name, inner)))
            .flatten();
        // A box is as wide as its text needs; the steps of a lane line up.
        let width = if node.answer {
            title.iter().map(|line| text::width(line)).max().unwrap_or(0) + 4
        } else {
            widest
        };
        let left = if columns { node.lane * lane_width } else { 0 };
        let x = left + (lane_width.saturating_sub(width)) / 2;
        let height = 2 + title.len() + usize::from(!about.is_empty());
        out.boxes.push(PlacedBox {
            x,
            y,
            width,
            height,
            title,
            about,
            name,
            lane: node.lane,
            answer: node.answer,
        });
        y += height + GAP;
    }
    out.height = y.saturating_sub(GAP);
    let mut channel = 0;
    for edge in &picture.edges {
        let (Some(from), Some(to)) = (out.boxes.get(edge.from), out.boxes.get(edge.to)) else { continue };
        // The row on which everything that reaches the target runs across.
        let across = to.y - 2;
        let end = (to.centre(), to.y - 1);
        let (points, label) = if edge.to == edge.from + 1 {
            let start = (from.centre(), from.y + from.height);
            // Boxes of odd and even widths under each other are joined straight.
            let end = if start.0.abs_diff(end.0) <= 2 { (start.0, end.1) } else { end };
            let x = start.0 + 2;
            let free = room.saturating_sub(x);
            let label =
                (!edge.label.is_empty() && free >= 4).then(|| (x, start.1, text::clip(&edge.label, free)));
            (vec![start, (start.0, across), (end.0, across), end], label)
        } else {
            let column = room + 1 + 2 * channel;
            channel += 1;
            let start = (from.x + from.width, from.y + from.height / 2);
            (vec![start, (column, start.1), (column, across), (end.0, across), end], None)
        };
        out.routes.push(ArrowPath { points, joins: edge.joins, lane: from.lane, label });
    }
    out
}
