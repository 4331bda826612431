//! How messages look: the question, the answer with its certainty, failures and
//! remarks.

use ratatui::text::Span;

use super::trace::trace;
use super::{Node, Opened, Sheet};
use crate::model::{Answer, AnswerItem, Failure, Level};
use crate::text;

/// Items shown before "… N more", and items that each page adds.
pub(super) const FIRST_ITEMS: usize = 12;
pub(super) const PAGE: usize = 50;

pub(super) fn welcome(sheet: &mut Sheet, summary: Option<&str>, sharing: &str, suggestions: &[String]) {
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

pub(super) fn question(sheet: &mut Sheet, question: &str) {
    let theme = sheet.theme;
    // The bar runs along every line of the question.
    let width = sheet.width().saturating_sub(2);
    for mut line in text::wrap(&[Span::styled(question, theme.strong())], width, 0) {
        line.spans.insert(0, Span::styled("▌ ", theme.accent()));
        sheet.line(line);
    }
}

pub(super) fn answer(sheet: &mut Sheet, answer: &Answer, opened: &Opened) {
    let theme = sheet.theme;
    items(sheet, &answer.items, opened);
    if answer.items.is_empty() {
        sheet.text(2, "No answer found", theme.strong());
    }
    if let Some(note) = &answer.note {
        sheet.text(2, note, theme.text());
    }
    sheet.blank();
    certainty(sheet, answer);
    let mut facts = vec![text::span(answer.millis)];
    if !answer.writer.is_empty() {
        facts.push(format!("{} writer", answer.writer));
    }
    if answer.tokens > 0 {
        facts.push(format!("{} tokens", text::grouped(answer.tokens)));
    }
    sheet.text(2, &facts.join(" · "), theme.quiet());
    if !answer.trace.is_empty() {
        trace(sheet, answer, opened);
    }
}

fn items(sheet: &mut Sheet, items: &[AnswerItem], opened: &Opened) {
    let theme = sheet.theme;
    let shown = items.len().min(FIRST_ITEMS + opened.pages(Node::MoreItems) * PAGE);
    let (several, items_left) = (items.len() > 1, items.len() - shown);
    // Details stand in one column when every value is short enough for that.
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
    if items_left > 0 {
        more(sheet, 2, Node::MoreItems, 0, items_left);
    }
}

/// The row that shows a page more.
pub(super) fn more(sheet: &mut Sheet, indent: usize, node: Node, depth: u8, left: usize) {
    sheet.belongs_to(Some(node), depth);
    sheet.text(indent, &format!("… {} more", text::grouped(left as u64)), sheet.theme.accent());
    sheet.belongs_to(None, 0);
}

fn certainty(sheet: &mut Sheet, answer: &Answer) {
    let theme = sheet.theme;
    let reasons = answer.certainty.reasons.as_slice();
    if answer.items.is_empty() {
        // That there is no answer is said already; what is left is why.
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

pub(super) fn failure(sheet: &mut Sheet, failure: &Failure) {
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

pub(super) fn note(sheet: &mut Sheet, note: &str) {
    sheet.text(2, note, sheet.theme.text());
}
