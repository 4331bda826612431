//! The picture in the terminal: a layout painted on a canvas.

use ratatui::text::Line;

use super::Picture;
use super::canvas::{Canvas, DOWN, LEFT, RIGHT, UP};
use super::layout::{ArrowPath, PictureLayout, PlacedBox, layout};
use crate::text;
use crate::theme::Theme;

/// The picture as lines of at most `width` columns.
#[must_use]
pub fn lines(picture: &Picture, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let layout = layout(picture, width);
    let mut canvas = Canvas::new(width, layout.height);
    for placed in &layout.boxes {
        draw_box(&mut canvas, placed, theme);
    }
    for route in &layout.routes {
        draw_route(&mut canvas, route, theme);
    }
    heads(&mut canvas, &layout, theme);
    canvas.lines()
}

fn draw_box(canvas: &mut Canvas, placed: &PlacedBox, theme: Theme) {
    let style = if placed.answer { theme.strong() } else { theme.lane(placed.lane) };
    let (left, top) = (placed.x, placed.y);
    let (right, bottom) = (left + placed.width.max(2) - 1, top + placed.height - 1);
    for (from, to) in [
        ((left, top), (right, top)),
        ((left, bottom), (right, bottom)),
        ((left, top), (left, bottom)),
        ((right, top), (right, bottom)),
    ] {
        canvas.line(from, to, placed.answer, style);
    }
    if let Some(name) = &placed.name {
        canvas.text(left + 2, top, &format!(" {name} "), style);
    }
    let strong = if placed.answer { theme.strong() } else { theme.text() };
    for (at, line) in placed.title.iter().enumerate() {
        canvas.text(left + 2, top + 1 + at, line, strong);
    }
    if !placed.about.is_empty() {
        canvas.text(left + 2, bottom - 1, &placed.about, theme.quiet());
    }
}

fn draw_route(canvas: &mut Canvas, route: &ArrowPath, theme: Theme) {
    let style = theme.lane(route.lane);
    for pair in route.points.windows(2) {
        let [from, to] = pair else { continue };
        if from != to {
            canvas.line(*from, *to, route.joins, style);
        }
    }
    // The line leaves the border of the box that it comes from.
    if let [first, second, ..] = route.points.as_slice() {
        if second.1 > first.1 || second == first {
            canvas.arms(first.0, first.1, UP, route.joins, style);
            canvas.arms(first.0, first.1 - 1, DOWN, false, style);
        } else {
            canvas.arms(first.0, first.1, LEFT, route.joins, style);
            canvas.arms(first.0 - 1, first.1, RIGHT, false, style);
        }
    }
    if let Some((x, y)) = route.points.last() {
        canvas.text(*x, *y, "▼", style);
    }
    if let Some((x, y, label)) = &route.label {
        canvas.text(*x, *y, label, theme.text());
    }
}

/// The names of the lanes, and faint lines between them where there is nothing else.
fn heads(canvas: &mut Canvas, layout: &PictureLayout, theme: Theme) {
    for (lane, (x, width, name)) in layout.heads.iter().enumerate() {
        let style = theme.lane(lane).patch(theme.strong());
        let at = x + width.saturating_sub(text::width(name)) / 2;
        canvas.text(at, 0, name, style);
        if lane > 0 {
            for y in 0..layout.height {
                if canvas.is_free(*x, y) {
                    canvas.text(*x, y, "┊", theme.quiet());
                }
            }
        }
    }
}
