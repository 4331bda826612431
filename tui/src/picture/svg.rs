//! The picture and the chart as SVG, for the exported page. Colours come from
//! the page's style sheet, so that it can be light or dark.

use std::fmt::Write as _;

use super::Picture;
use super::chart::Series;
use super::layout::layout;
use crate::text;

/// Columns that a picture is laid out in.
const COLUMNS: usize = 96;

/// Width and height of a cell in pixels.
const CELL: (usize, usize) = (8, 18);

/// Text with everything escaped that means something in HTML.
#[must_use]
pub fn escaped(text: &str) -> String {
    let text = text::clean_line(text);
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// The picture as an SVG element.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    let layout = layout(picture, COLUMNS);
    let (width, height) = (layout.width * CELL.0, (layout.height + 1) * CELL.1);
    let mut out = format!(
        "<svg class=\"picture\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <title>{}</title>\n",
        escaped(&described(picture))
    );
    for (lane, (x, width, name)) in layout.heads.iter().enumerate() {
        let centre = x * CELL.0 + width * CELL.0 / 2;
        let _ = writeln!(
            out,
            "<text class=\"lane lane{}\" x=\"{centre}\" y=\"14\" text-anchor=\"middle\">{}</text>",
            lane % 4,
            escaped(name)
        );
        if lane > 0 {
            let x = x * CELL.0;
            let _ = writeln!(out, "<line class=\"divide\" x1=\"{x}\" y1=\"0\" x2=\"{x}\" y2=\"{height}\"/>");
        }
    }
    for route in &layout.routes {
        let points: Vec<String> = route
            .points
            .iter()
            .enumerate()
            .map(|(at, (x, y))| {
                // The ends reach the borders of their boxes.
                let down = if at + 1 == route.points.len() { CELL.1 } else { 0 };
                let up = if at == 0 { 0 } else { CELL.1 / 2 };
                let y = if down > 0 { y * CELL.1 + down } else { y * CELL.1 + up };
                format!("{},{y}", x * CELL.0)
            })
            .collect();
        let class = if route.joins { "flow joins" } else { "flow" };
        let _ = writeln!(out, "<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
        if let Some((x, y)) = route.points.last() {
            let (x, y) = (x * CELL.0, (y + 1) * CELL.1);
            let _ = writeln!(
                out,
                "<path class=\"head\" d=\"M{} {} L{x} {y} L{} {} Z\"/>",
                x - 5,
                y - 8,
                x + 5,
                y - 8
            );
        }
        if let Some((x, y, label)) = &route.label {
            let _ = writeln!(
                out,
                "<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>",
                x * CELL.0,
                y * CELL.1 + 14,
                escaped(label)
            );
        }
    }
    for placed in &layout.boxes {
        let class =
            if placed.answer { "box answer".to_owned() } else { format!("box lane{}", placed.lane % 4) };
        let (x, y) = (placed.x * CELL.0, placed.y * CELL.1);
        let (width, height) = (placed.width * CELL.0, placed.height * CELL.1);
        let _ = writeln!(
            out,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>"
        );
        let mut row = y + CELL.1 + 4;
        for line in &placed.title {
            let class = if placed.answer { "title answer" } else { "title" };
            let _ = writeln!(
                out,
                "<text class=\"{class}\" x=\"{}\" y=\"{row}\">{}</text>",
                x + 2 * CELL.0,
                escaped(line)
            );
            row += CELL.1;
        }
        if !placed.about.is_empty() {
            let _ = writeln!(
                out,
                "<text class=\"about\" x=\"{}\" y=\"{row}\">{}</text>",
                x + 2 * CELL.0,
                escaped(&placed.about)
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The picture in words, for those who cannot see it.
fn described(picture: &Picture) -> String {
    let titles: Vec<&str> = picture.nodes.iter().map(|node| node.title.as_str()).collect();
    format!("{}, over {}", titles.join(" → "), picture.lanes.join(", "))
}

/// The chart as an SVG element: bars by name, a line by time.
#[must_use]
pub fn chart_svg(series: &Series) -> String {
    const ROW: usize = 22;
    const LABEL: usize = 200;
    const BAR: usize = 440;
    let (low, high) = series.bounds();
    let share = |value: f64| if high > low { (value - low) / (high - low) } else { 1.0 };
    let mut out = String::new();
    if series.by_time {
        let (width, height) = (LABEL + BAR, 220);
        let _ = writeln!(
            out,
            "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">"
        );
        let time = |at: usize| series.points.get(at).map_or(0.0, |point| super::chart::years(&point.label));
        let (first, last) = (time(0), time(series.points.len().saturating_sub(1)));
        let span = if last > first { last - first } else { 1.0 };
        let place = |at: usize, value: f64| {
            (60.0 + (time(at) - first) / span * (width - 80) as f64, 190.0 - share(value) * 170.0)
        };
        let points: Vec<String> = series
            .points
            .iter()
            .enumerate()
            .map(|(at, point)| {
                let (x, y) = place(at, point.value);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        let _ = writeln!(out, "<polyline class=\"flow\" points=\"{}\"/>", points.join(" "));
        for (at, point) in series.points.iter().enumerate() {
            let (x, y) = place(at, point.value);
            let _ = writeln!(
                out,
                "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>{}: {}</title></circle>",
                escaped(&point.label),
                escaped(&point.text)
            );
        }
        for (point, x, anchor) in
            [(series.points.first(), 60, "start"), (series.points.last(), width - 20, "end")]
        {
            if let Some(point) = point {
                let _ = writeln!(
                    out,
                    "<text class=\"about\" x=\"{x}\" y=\"212\" text-anchor=\"{anchor}\">{}</text>",
                    escaped(&point.label)
                );
            }
        }
        for (value, y) in [(high, 24), (low, 194)] {
            let _ = writeln!(
                out,
                "<text class=\"about\" x=\"54\" y=\"{y}\" text-anchor=\"end\">{}</text>",
                super::chart::number(value)
            );
        }
    } else {
        let (width, height) = (LABEL + BAR + 90, series.points.len() * ROW + 8);
        let _ = writeln!(
            out,
            "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">"
        );
        for (at, point) in series.points.iter().enumerate() {
            let y = at * ROW + 4;
            let length = (series.share(point.value) * BAR as f64).round();
            let _ = writeln!(
                out,
                "<text class=\"title\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
                 <rect class=\"bar\" x=\"{LABEL}\" y=\"{y}\" width=\"{length}\" height=\"16\"/>\
                 <text class=\"about\" x=\"{}\" y=\"{}\">{}</text>",
                LABEL - 8,
                y + 13,
                escaped(&text::clip(&point.label, 24)),
                LABEL as f64 + length + 6.0,
                y + 13,
                escaped(&point.text)
            );
        }
    }
    out.push_str("</svg>\n");
    out
}
