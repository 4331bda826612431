//! Text that runs from right to left, put into the order in which its
//! characters are shown: terminals draw cells from left to right, and those
//! that would reorder by themselves are switched off (`screen`).
//!
//! Every run of one style is an isolate: a name in Hebrew does not move the
//! number that is next to it in another column.

use std::borrow::Cow;

use ratatui::text::{Line, Span};
use unicode_bidi::{BidiInfo, Level};
use unicode_segmentation::UnicodeSegmentation;

use crate::text;

/// Whether a character is written from right to left.
fn is_rtl(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Whether some of the text runs from right to left. Most text does not, and is
/// left alone.
#[must_use]
pub fn has_rtl(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_rtl)
}

/// A bracket as it looks in text from right to left.
fn mirrored(grapheme: &str) -> &str {
    match grapheme {
        "(" => ")",
        ")" => "(",
        "[" => "]",
        "]" => "[",
        "{" => "}",
        "}" => "{",
        "<" => ">",
        ">" => "<",
        "«" => "»",
        "»" => "«",
        "‹" => "›",
        "›" => "‹",
        other => other,
    }
}

/// The graphemes of a line without line breaks in the order shown, from the
/// left: where each starts in the text, and what is drawn.
#[must_use]
pub fn visual(text: &str) -> Vec<(usize, &str)> {
    let logical: Vec<(usize, &str)> = text.grapheme_indices(true).collect();
    if !has_rtl(text) {
        return logical;
    }
    // The base direction is the screen's, so that marks and numbers around a
    // name keep their places.
    let info = BidiInfo::new(text, Some(Level::ltr()));
    let Some(paragraph) = info.paragraphs.first() else { return logical };
    let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
    let mut out = Vec::with_capacity(logical.len());
    for run in runs {
        let inside = logical.iter().filter(|(at, _)| run.contains(at)).copied();
        if levels.get(run.start).is_some_and(Level::is_rtl) {
            let mut run: Vec<_> = inside.map(|(at, grapheme)| (at, mirrored(grapheme))).collect();
            run.reverse();
            out.append(&mut run);
        } else {
            out.extend(inside);
        }
    }
    out
}

/// Text as it is shown.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    if has_rtl(text) {
        Cow::Owned(visual(text).into_iter().map(|(_, grapheme)| grapheme).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// A line as it is shown, run by run.
#[must_use]
pub fn shown_line<'a>(line: &'a Line<'a>) -> Cow<'a, Line<'a>> {
    if !line.spans.iter().any(|span| has_rtl(&span.content)) {
        return Cow::Borrowed(line);
    }
    let spans = line.spans.iter().map(|span| Span::styled(shown(&span.content).into_owned(), span.style));
    Cow::Owned(Line::from(spans.collect::<Vec<_>>()))
}

/// The column of the cursor when it is before byte `at` of the text.
/// In text from right to left that is the right edge of the character.
#[must_use]
pub fn column(text: &str, at: usize) -> usize {
    let mut used = 0;
    let order = visual(text);
    for (start, grapheme) in &order {
        if *start == at {
            return used;
        }
        used += text::width(grapheme);
    }
    // At the end of the text: after the character that was written last, which
    // means at its left edge if it runs from right to left.
    let last = text.grapheme_indices(true).next_back();
    match last {
        Some((_, grapheme)) if has_rtl(grapheme) => {
            let before = order.iter().take_while(|(start, _)| Some(*start) != last.map(|(at, _)| at));
            before.map(|(_, grapheme)| text::width(grapheme)).sum()
        }
        _ => used,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hebrew_is_shown_from_right_to_left() {
        assert_eq!(shown("plain"), "plain");
        assert_eq!(shown("אבג"), "גבא");
        assert_eq!(shown("a אבג b"), "a גבא b");
        // Numbers keep their order inside, brackets turn round.
        assert_eq!(shown("אב 12 (גד)"), "(דג) 12 בא");
        // A vowel point stays with its letter.
        assert_eq!(shown("ש\u{05c1}ל"), "לש\u{05c1}");
    }

    #[test]
    fn runs_of_a_line_are_isolates() {
        let line = Line::from(vec![Span::raw("· "), Span::raw("אב"), Span::raw("  12 rows")]);
        assert_eq!(shown_line(&line).to_string(), "· בא  12 rows");
    }

    #[test]
    fn the_order_is_a_permutation_and_keeps_the_width() {
        for text in ["", "abc", "אבג 123 abc", "日本 אב (e\u{301})", "مرحبا 2004!"] {
            let shown = shown(text);
            assert_eq!(text::width(&shown), text::width(text), "{text}");
            let mut places: Vec<usize> = visual(text).into_iter().map(|(at, _)| at).collect();
            places.sort_unstable();
            let logical: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).collect();
            assert_eq!(places, logical);
        }
    }

    #[test]
    fn the_cursor_follows_the_shown_order() {
        assert_eq!(column("abc", 1), 1);
        assert_eq!(column("abc", 3), 3);
        // Before the first letter of a Hebrew word is its right end.
        assert_eq!(column("אב", 0), 1);
        assert_eq!(column("אב", 2), 0);
        assert_eq!(column("אב", 4), 0);
        assert_eq!(column("日a", 3), 2);
    }
}
