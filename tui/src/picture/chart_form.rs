//! The forms of a chart: bars by name and a line by time, unless another is requested.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Widget};

use super::chart::{Series, number, years};
use crate::text;
use crate::theme::Theme;

/// Rows of a chart that is as high as it is.
const ROWS: u16 = 14;
/// A narrower chart has no room for its axes.
const NARROWEST: usize = 24;

/// How numbers are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartForm {
    /// A bar in a row for each.
    Bars,
    /// A bar in a column for each.
    Columns,
    /// A line from one to the next.
    Line,
    /// A point for each.
    Points,
}

impl ChartForm {
    /// All of them, with their names in commands and what they are.
    pub const ALL: [(&'static str, ChartForm, &'static str); 4] = [
        ("bars", ChartForm::Bars, "a row for each number"),
        ("columns", ChartForm::Columns, "a column for each number"),
        ("line", ChartForm::Line, "from one number to the next"),
        ("points", ChartForm::Points, "a point for each number"),
    ];

    /// The form of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(own, ..)| *own == name).map(|(_, form, _)| *form)
    }

    /// The form of numbers unless another is requested.
    #[must_use]
    pub const fn of(series: &Series) -> Self {
        if series.by_time { Self::Line } else { Self::Bars }
    }
}

/// The chart as lines of at most `width` columns. What a form cannot show in them is drawn as bars.
#[must_use]
pub fn lines(series: &Series, form: ChartForm, width: usize, theme: Theme) -> Vec<Line<'static>> {
    match form {
        ChartForm::Line if width >= NARROWEST => over_axes(series, GraphType::Line, width, theme),
        ChartForm::Points if width >= NARROWEST => over_axes(series, GraphType::Scatter, width, theme),
        ChartForm::Columns => columns(series, width, theme).unwrap_or_else(|| bars(series, width, theme)),
        _ => bars(series, width, theme),
    }
}

/// Bars, a row each.
fn bars(series: &Series, width: usize, theme: Theme) -> Vec<Line<'static>> {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let widest = |texts: &mut dyn Iterator<Item = &str>| texts.map(text::width).max().unwrap_or(0);
    let labels = widest(&mut series.points.iter().map(|point| point.label.as_str())).min(width / 3);
    let numbers = widest(&mut series.points.iter().map(|point| point.text.as_str())).min(width / 3);
    let room = width.saturating_sub(labels + numbers + 3);
    let rows = series.points.iter().map(|point| {
        let eighths = (series.share(point.value) * (room * 8) as f64).round() as usize;
        let bar = format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8]);
        Line::from(vec![
            Span::styled(text::pad(&point.label, labels), theme.text()),
            Span::raw(" "),
            Span::styled(bar, if point.value < 0.0 { theme.bad() } else { theme.accent() }),
            Span::raw(" "),
            Span::styled(text::clip(&point.text, numbers), theme.strong()),
        ])
    });
    rows.collect()
}

/// Bars, a column each, with the greatest number beside them and the names below; absent when
/// there are too many of them, or some are negative.
fn columns(series: &Series, width: usize, theme: Theme) -> Option<Vec<Line<'static>>> {
    const EIGHTHS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    const WIDEST: usize = 12;
    let (low, high) = series.bounds();
    let top = number(high);
    let room = width.checked_sub(text::width(&top) + 1)?;
    let each = room.checked_div(series.points.len())?.checked_sub(1).filter(|each| *each > 0)?.min(WIDEST);
    if low < 0.0 {
        return None;
    }
    let height = usize::from(ROWS) - 2;
    let full: Vec<usize> = series
        .points
        .iter()
        .map(|point| (series.share(point.value) * (height * 8) as f64).round() as usize)
        .collect();
    let edge = |row: usize| {
        let label = if row == 0 {
            top.as_str()
        } else if row + 1 == height {
            "0"
        } else {
            ""
        };
        Span::styled(format!("{} ", text::pad(label, text::width(&top))), theme.quiet())
    };
    let mut lines: Vec<Line<'static>> = (0..height)
        .map(|row| {
            let below = (height - 1 - row) * 8;
            let cells = full.iter().map(|full| match full.saturating_sub(below) {
                0 => " ".repeat(each + 1),
                eighths => format!("{} ", EIGHTHS[eighths.min(8) - 1].repeat(each)),
            });
            Line::from(vec![edge(row), Span::styled(cells.collect::<String>(), theme.accent())])
        })
        .collect();
    let names = series.points.iter().map(|point| format!("{} ", text::pad(&point.label, each)));
    let indent = " ".repeat(text::width(&top) + 1);
    lines.push(Line::from(vec![Span::raw(indent), Span::styled(names.collect::<String>(), theme.text())]));
    Some(lines)
}

/// Numbers over axes: by time where their times are, by name side by side.
fn over_axes(series: &Series, kind: GraphType, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let at = |(place, label): (usize, &str)| if series.by_time { years(label) } else { place as f64 };
    let places = series.points.iter().map(|point| point.label.as_str()).enumerate().map(at);
    let data: Vec<(f64, f64)> = places.zip(series.points.iter().map(|point| point.value)).collect();
    let bounds = [data.first().map_or(0.0, |first| first.0), data.last().map_or(1.0, |last| last.0)];
    let (low, high) = series.bounds();
    // A line at one height would lie on the border.
    let (low, high) = if high > low { (low, high) } else { (low - 1.0, high + 1.0) };
    let name =
        |at: usize| series.points.get(at).map_or(String::new(), |point| text::clip(&point.label, width / 3));
    let names = vec![name(0), name(series.points.len().saturating_sub(1))];
    let dataset =
        Dataset::default().marker(Marker::Braille).graph_type(kind).style(theme.accent()).data(&data);
    let chart = Chart::new(vec![dataset])
        .x_axis(Axis::default().style(theme.quiet()).bounds(bounds).labels(names))
        .y_axis(Axis::default().style(theme.quiet()).bounds([low, high]).labels([number(low), number(high)]));
    let area = Rect::new(0, 0, u16::try_from(width).unwrap_or(u16::MAX), ROWS);
    let mut buffer = Buffer::empty(area);
    chart.render(area, &mut buffer);
    buffer_lines(&buffer)
}

/// The cells of a buffer as lines.
fn buffer_lines(buffer: &Buffer) -> Vec<Line<'static>> {
    let area = buffer.area;
    let rows = (area.top()..area.bottom()).map(|y| {
        let mut spans = Vec::new();
        let mut x = area.left();
        while x < area.right() {
            let cell = &buffer[(x, y)];
            spans.push(Span::styled(cell.symbol().to_owned(), cell.style()));
            // Behind a wide character is a cell that is not seen.
            x += u16::try_from(text::width(cell.symbol())).unwrap_or(1).max(1);
        }
        Line::from(spans)
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::chart::Point;

    fn series(points: &[(&str, f64)], by_time: bool) -> Series {
        let points = points.iter().map(|(label, value)| Point {
            label: (*label).to_owned(),
            value: *value,
            text: value.to_string(),
        });
        Series { points: points.collect(), by_time }
    }

    #[test]
    fn charts_fit_their_width() {
        let named = series(&[("Brasília", 12.0), ("日本", 3.0), ("אב", -1.0)], false);
        let positive = series(&[("Brasília", 12.0), ("日本", 3.0)], false);
        let timed = series(&[("2001", 3.0), ("2002", 4.0), ("2004", 5.0)], true);
        for width in [1, 5, 10, 24, 40, 60, 100] {
            for series in [&named, &positive, &timed] {
                for (name, form, _) in ChartForm::ALL {
                    for line in lines(series, form, width, Theme::new(true)) {
                        assert!(line.width() <= width.max(6), "{name} {width} {line}");
                    }
                }
            }
        }
    }

    #[test]
    fn columns_are_as_high_as_their_numbers() {
        let drawn = lines(
            &series(&[("a", 12.0), ("b", 6.0), ("c", 0.0)], false),
            ChartForm::Columns,
            40,
            Theme::new(true),
        );
        let rows: Vec<String> = drawn.iter().map(ToString::to_string).collect();
        let blocks = |c: char| rows.iter().map(|row| row.matches(c).count()).sum::<usize>();
        // Twelve rows of the first, six of the second, twelve cells each.
        assert_eq!(blocks('█'), (12 + 6) * 11, "{rows:#?}");
        assert!(
            rows[0].starts_with("12 █") && rows.last().is_some_and(|row| row.starts_with("   a")),
            "{rows:#?}"
        );
    }

    #[test]
    fn what_has_no_room_is_drawn_as_bars() {
        let many: Vec<(String, f64)> = (0..50).map(|n| (format!("name {n}"), f64::from(n))).collect();
        let many: Vec<(&str, f64)> = many.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let theme = Theme::new(true);
        let many = series(&many, false);
        assert_eq!(lines(&many, ChartForm::Columns, 40, theme), lines(&many, ChartForm::Bars, 40, theme));
        assert_eq!(lines(&many, ChartForm::Points, 10, theme), lines(&many, ChartForm::Bars, 10, theme));
    }
}
