//! How messages look: the question, the answer with its certainty, failures and
//! remarks.

use ratatui::text::Span;

use super::trace::trace;
use super::{Foldable, LineWriter, More, OpenParts};
use crate::grid::Grid;
use crate::model::{AnswerView, Failure, Level, OtherMeaning, OutcomeView, PageOf};
use crate::picture::chart::Series;
use crate::picture::chart_form::{self, ChartForm};
use crate::text;

/// Items shown before "… N more", and items that each page adds.
const FIRST_ITEMS: usize = 12;
const PAGE: usize = 50;

/// Results and facts of a step shown before "… N more".
const FIRST: usize = 6;

pub(super) fn welcome(sheet: &mut LineWriter, summary: Option<&str>, sharing: &str, suggestions: &[String]) {
    let theme = sheet.theme;
    sheet.blank();
    sheet.text(0, "trustuqa", theme.accent().patch(theme.strong()));
    sheet.text(
        0,
        "Ask in plain words. Every answer opens down to the file and row it came from.",
        theme.text(),
    );
    sheet.blank();
    match summary {
        None => sheet.text(0, "opening graph …", theme.quiet()),
        Some(summary) => {
            sheet.text(0, summary, theme.quiet());
            if !sharing.is_empty() {
                sheet.text(0, sharing, theme.quiet());
            }
        }
    }
    if !suggestions.is_empty() {
        sheet.blank();
        sheet.text(0, "Try", theme.strong());
        for suggestion in suggestions {
            let spans = [Span::styled("· ", theme.accent()), Span::raw(suggestion.as_str())];
            sheet.paragraph(0, 2, &spans);
        }
    }
    if summary.is_some() {
        sheet.blank();
        let hint = if sharing.is_empty() {
            "? shows the keys · /quit leaves"
        } else if suggestions.is_empty() {
            "/load PATH loads your files · ? shows the keys · /help the commands"
        } else {
            "Tab takes a question · ? shows the keys · /help the commands"
        };
        sheet.text(0, hint, theme.quiet());
    }
}

pub(super) fn question(sheet: &mut LineWriter, question: &str) {
    let theme = sheet.theme;
    // The bar runs along every line of the question.
    let width = sheet.width().saturating_sub(2);
    for mut line in text::wrap(&[Span::styled(question, theme.strong())], width, 0) {
        line.spans.insert(0, Span::styled("▌ ", theme.accent()));
        sheet.line(line);
    }
}

pub(super) fn answer(sheet: &mut LineWriter, answer: &AnswerView, opened: &OpenParts) {
    let theme = sheet.theme;
    if let Some(read_as) = &answer.read_as {
        sheet.belongs_to(Some(Foldable::ReadAs), 0);
        sheet.paragraph(
            2,
            2,
            &[Span::styled("↳ read as: ", theme.accent()), Span::styled(read_as.as_str(), theme.quiet())],
        );
        sheet.belongs_to(None, 0);
    }
    if answer.is_table() {
        rows(sheet, answer, opened);
    } else {
        items(sheet, answer, opened);
    }
    if answer.items.is_empty() {
        let (word, meaning) = no_answer_title(answer.outcome);
        sheet.paragraph(
            2,
            2,
            &[Span::styled(word, theme.strong()), Span::styled(format!(" · {meaning}"), theme.quiet())],
        );
    }
    if let Some(note) = &answer.note {
        sheet.text(2, note, theme.text());
    }
    chart(sheet, answer);
    sheet.blank();
    certainty(sheet, answer);
    choices(sheet, &answer.choices);
    let mut facts = vec![text::span(answer.millis)];
    if !answer.writer.is_empty() {
        facts.push(if answer.writer == "you" {
            "your query".to_owned()
        } else {
            format!("{} writer", answer.writer)
        });
    }
    facts.extend(text::tokens(answer.tokens, answer.tokens_cached));
    sheet.text(2, &facts.join(" · "), theme.quiet());
    if !answer.trace.is_empty() {
        trace(sheet, answer, opened);
    }
}

/// A title for the lack of an answer, and what that means. Each kind asks for another next step, so they
/// must not read alike.
pub(crate) const fn no_answer_title(outcome: OutcomeView) -> (&'static str, &'static str) {
    match outcome {
        OutcomeView::Unclear => ("Not clear", "the question can mean several things"),
        OutcomeView::NoSuchName => ("No such name", "a name of the question is not in the graph"),
        OutcomeView::NotStored => ("Not stored", "no source that is loaded can answer this"),
        OutcomeView::NoSuchFact => ("No such fact", "the names are known, but nothing connects them"),
        OutcomeView::Answered | OutcomeView::Empty => {
            ("None", "the data was searched, and nothing in it matches")
        }
        OutcomeView::Failed => ("No answer", "the query could not be run"),
    }
}

/// Other readings of a name, by number.
fn choices(sheet: &mut LineWriter, choices: &[OtherMeaning]) {
    if choices.is_empty() {
        return;
    }
    let theme = sheet.theme;
    sheet.blank();
    sheet.paragraph(
        2,
        2,
        &[
            Span::styled("Did you mean", theme.strong()),
            Span::styled(" · a digit takes it, and remembers", theme.quiet()),
        ],
    );
    for (at, choice) in choices.iter().enumerate() {
        sheet.belongs_to(Some(Foldable::Choice(at)), 0);
        let number = Span::styled(format!("{}. ", at + 1), theme.accent());
        sheet.paragraph(4, 3, &[number, Span::raw(choice.label.as_str())]);
    }
    sheet.belongs_to(None, 0);
    sheet.blank();
}

fn items(sheet: &mut LineWriter, answer: &AnswerView, opened: &OpenParts) {
    let theme = sheet.theme;
    let items = answer.items.as_slice();
    let shown = shown(answer, PageOf::Items, 0, opened);
    let several = items.len() > 1;
    // Details are in one column when every value is short enough for that.
    let widest =
        items[..shown].iter().map(|item| text::width(&text::clean_line(&item.text))).max().unwrap_or(0);
    let aligned = several && widest <= sheet.width() / 2;
    for item in &items[..shown] {
        let mut spans = Vec::new();
        if several {
            spans.push(Span::styled("· ", theme.quiet()));
        }
        spans.push(Span::styled(item.text.as_str(), theme.strong()));
        if !item.detail.is_empty() {
            let used = text::width(&text::clean_line(&item.text));
            let gap = if aligned { widest.saturating_sub(used) + 2 } else { 2 };
            spans.push(Span::raw(" ".repeat(gap)));
            spans.push(Span::styled(item.detail.as_str(), theme.quiet()));
        }
        sheet.paragraph(2, if several { 2 } else { 0 }, &spans);
    }
    more(sheet, 2, Foldable::MoreItems, 0, rest(answer, PageOf::Items, 0, opened));
}

/// The rows of an answer under the names of their columns. What has no room is after the
/// last line, where the table can be scrolled.
fn rows(sheet: &mut LineWriter, answer: &AnswerView, opened: &OpenParts) {
    const INDENT: usize = 2;
    let theme = sheet.theme;
    let shown = shown(answer, PageOf::Rows, 0, opened);
    let rows = answer.rows.get(..shown).unwrap_or(&answer.rows);
    let grid = Grid::new(&answer.columns, rows);
    let fit = grid.fit(sheet.room(INDENT));
    if grid.has_names() {
        sheet.whole(INDENT, grid.line(grid.names(), &fit.widths), theme.strong());
    }
    for row in rows {
        sheet.whole(INDENT, grid.line(grid.cells(row), &fit.widths), theme.text());
    }
    let (left, how) = rest(answer, PageOf::Rows, 0, opened);
    let hidden = answer.columns.len() - fit.widths.len();
    let mut absent = Vec::new();
    if left > 0 {
        absent.push(text::counted(left, "more row"));
    }
    if hidden > 0 {
        absent.push(text::counted(hidden, "more column"));
    }
    let whole = how != More::Page;
    if absent.is_empty() && fit.cut && whole {
        absent.push("cells are cut".to_owned());
    }
    if absent.is_empty() {
        return;
    }
    sheet.belongs_to(Some(Foldable::MoreItems), 0);
    let mut spans = vec![Span::styled(format!("… {}", absent.join(", ")), theme.accent())];
    if whole {
        spans.push(Span::styled(" · Enter opens the whole table", theme.quiet()));
    }
    sheet.paragraph(INDENT, 2, &spans);
    sheet.belongs_to(None, 0);
}

/// The numbers of an answer, drawn: two of them are compared without a picture, and of many bars
/// only the first are shown here.
fn chart(sheet: &mut LineWriter, answer: &AnswerView) {
    const INDENT: usize = 2;
    let Some(mut series) = Series::of(answer).filter(|series| series.points.len() > 2) else { return };
    let form = ChartForm::of(&series);
    let hidden = if form == ChartForm::Bars { series.points.len().saturating_sub(FIRST_ITEMS) } else { 0 };
    series.points.truncate(series.points.len() - hidden);
    sheet.blank();
    for line in chart_form::lines(&series, form, sheet.room(INDENT), sheet.theme) {
        sheet.drawn(INDENT, line);
    }
    if hidden > 0 {
        let rest = format!("… {} · /chart shows all", text::counted(hidden, "more bar"));
        sheet.text(INDENT, &rest, sheet.theme.quiet());
    }
}

/// How many entries of a list the answer carries, and how many there are.
fn length(answer: &AnswerView, of: PageOf, step: usize) -> (usize, usize) {
    let step = answer.trace.get(step);
    let (carried, total) = match of {
        PageOf::Items => (answer.items.len(), answer.item_total),
        PageOf::Rows => (answer.rows.len(), answer.row_total),
        PageOf::Results => step.map_or((0, 0), |step| (step.results.len(), step.result_total)),
        PageOf::Facts => step.map_or((0, 0), |step| (step.facts.len(), step.fact_total)),
    };
    (carried, total.max(carried))
}

/// How many entries of a list the transcript shows.
pub(super) fn shown(answer: &AnswerView, of: PageOf, step: usize, opened: &OpenParts) -> usize {
    let (first, node) = match of {
        PageOf::Items | PageOf::Rows => (FIRST_ITEMS, Foldable::MoreItems),
        PageOf::Results => (FIRST, Foldable::MoreResults(step)),
        PageOf::Facts => (FIRST, Foldable::MoreFacts(step)),
    };
    length(answer, of, step).0.min(first + opened.pages(node) * PAGE)
}

/// How many entries of a list are not shown, and how they can be seen: those of a
/// short list here, a long one in a panel that reads it page by page.
pub(super) fn rest(answer: &AnswerView, of: PageOf, step: usize, opened: &OpenParts) -> (usize, More) {
    let (carried, total) = length(answer, of, step);
    let shown = shown(answer, of, step, opened);
    let left = total - shown;
    // Of a table whose rows are all shown, columns or parts of cells may be absent.
    let cut = left == 0 && of == PageOf::Rows;
    let here = left <= PAGE && total == carried && !cut;
    // An answer that cannot be asked about shows what it carries.
    if here || answer.id == 0 {
        return (left, More::Page);
    }
    (left, More::List { answer: answer.id, step, of, total, shown })
}

/// The row that says how many entries of a list are not shown.
pub(super) fn more(
    sheet: &mut LineWriter,
    indent: usize,
    node: Foldable,
    depth: u8,
    (left, how): (usize, More),
) {
    if left == 0 {
        return;
    }
    let theme = sheet.theme;
    sheet.belongs_to(Some(node), depth);
    let mut spans = vec![Span::styled(format!("… {} more", text::grouped(left as u64)), theme.accent())];
    if how != More::Page {
        spans.push(Span::styled(" · Enter opens the whole list", theme.quiet()));
    }
    sheet.paragraph(indent, 2, &spans);
    sheet.belongs_to(None, 0);
}

fn certainty(sheet: &mut LineWriter, answer: &AnswerView) {
    let theme = sheet.theme;
    let reasons = answer.certainty.reasons.as_slice();
    if answer.items.is_empty() {
        // The message already says that there is no answer; what is missing is why.
        for reason in reasons {
            sheet.paragraph(2, 2, &[Span::styled("∅ ", theme.caution()), Span::raw(reason.as_str())]);
        }
        return;
    }
    let (mark, word, style) = match answer.certainty.level {
        Level::Sure => ("✓ ", "sure", theme.good()),
        Level::Unsure => ("? ", "not sure", theme.caution()),
        Level::None => ("∅ ", "no answer", theme.caution()),
    };
    let mut spans = vec![Span::styled(mark, style), Span::styled(word, style)];
    match reasons {
        [] => sheet.paragraph(2, 2, &spans),
        [reason] => {
            spans.push(Span::raw(format!(" · {reason}")));
            sheet.paragraph(2, 2, &spans);
        }
        reasons => {
            sheet.paragraph(2, 2, &spans);
            for reason in reasons {
                sheet.paragraph(4, 2, &[Span::styled("– ", style), Span::raw(reason.as_str())]);
            }
        }
    }
}

pub(super) fn failure(sheet: &mut LineWriter, failure: &Failure) {
    let theme = sheet.theme;
    sheet.paragraph(
        2,
        2,
        &[Span::styled("✗ ", theme.bad()), Span::styled(failure.message.as_str(), theme.bad())],
    );
    if let Some(hint) = &failure.hint {
        sheet.paragraph(4, 6, &[Span::styled("hint: ", theme.strong()), Span::raw(hint.as_str())]);
    }
}

pub(super) fn note(sheet: &mut LineWriter, note: &str) {
    sheet.text(2, note, sheet.theme.text());
}
