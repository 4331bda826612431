//! The text of the pages: keys, commands, what was sent.

use ratatui::text::Span;

use crate::command::COMMANDS;
use crate::keys::{Action, BINDINGS, Binding, KeyContext, Keymap};
use crate::model::{ChatStatus, SentEntry};
use crate::text;
use crate::transcript::LineWriter;

/// Rows of a name and its explanation, side by side where there is room.
fn table<'a>(sheet: &mut LineWriter, rows: impl Iterator<Item = (String, &'a str)> + Clone) {
    let theme = sheet.theme;
    let widest = rows.clone().map(|(name, _)| text::width(&name)).max().unwrap_or(0);
    let side_by_side = widest + 2 + 24 <= sheet.width();
    for (name, meaning) in rows {
        if side_by_side {
            let spans = [Span::styled(text::pad(&name, widest + 2), theme.accent()), Span::raw(meaning)];
            sheet.paragraph(0, widest + 2, &spans);
        } else {
            sheet.text(0, &name, theme.accent());
            sheet.text(2, meaning, theme.text());
        }
    }
}

/// The keys by place. Made from the table that the keys are looked up in, so that
/// it shows what the settings have changed.
pub(super) fn keys(sheet: &mut LineWriter, keys: &Keymap) {
    // What edits the input is known from other programs and comes last.
    let edits = |binding: &&Binding| matches!(binding.action, Action::Edit(_));
    let groups = KeyContext::ALL.map(|place| (place.name(), Some(place)));
    for (name, place) in groups.into_iter().chain([("Editing", None)]) {
        sheet.text(0, name, sheet.theme.strong());
        let rows = BINDINGS
            .iter()
            .filter(|binding| {
                place.map_or_else(|| edits(binding), |place| binding.place == place && !edits(binding))
            })
            .filter_map(|binding| {
                let keys = keys.keys_of(binding.action);
                (!keys.is_empty()).then(|| (keys.join(", "), binding.help))
            });
        table(sheet, rows);
        sheet.blank();
    }
    sheet.text(
        0,
        "The section [keys] of the settings file gives an action other keys, by its name: `trustuqa config keys` lists them.",
        sheet.theme.quiet(),
    );
}

pub(super) fn help(sheet: &mut LineWriter) {
    let theme = sheet.theme;
    table(
        sheet,
        COMMANDS.iter().map(|entry| {
            let space = if entry.arguments.is_empty() { "" } else { " " };
            (format!("{}{space}{}", entry.name, entry.arguments), entry.help)
        }),
    );
    sheet.blank();
    sheet.text(
        0,
        "Everything else that you type is a question. Tab completes; ? shows the keys.",
        theme.quiet(),
    );
}

pub(super) fn sent(sheet: &mut LineWriter, entries: &[SentEntry], status: Option<&ChatStatus>) {
    let theme = sheet.theme;
    if entries.is_empty() {
        sheet.text(0, "Nothing has left this machine.", theme.text());
        if let Some(status) = status {
            sheet.text(0, &would_share(status), theme.quiet());
        }
        return;
    }
    for (at, entry) in entries.iter().enumerate() {
        if at > 0 {
            sheet.blank();
        }
        let head = [
            Span::styled(format!("{}. ", at + 1), theme.quiet()),
            Span::styled(text::clean_line(&entry.destination).into_owned(), theme.strong()),
        ];
        let about =
            format!("{} · level {} · {} bytes", entry.time, entry.share_level, text::grouped(entry.bytes));
        sheet.split(0, &head, &about, theme.quiet());
        lines(sheet, 2, &entry.body);
    }
}

/// What may leave the machine from now on, in agreement with the status line: the share level says what a
/// model may see, and without one nothing is shared whatever the level.
fn would_share(status: &ChatStatus) -> String {
    let (level, meaning) = (status.share_level, status.share_level.meaning());
    match &status.destination {
        Some(_) => format!("The share level is {level}: {meaning}."),
        None => format!(
            "Nothing is shared, because the {} writer asks no model. The share level {level} is for a model: {meaning}.",
            text::clean_line(&status.writer)
        ),
    }
}

pub(super) fn prompt(sheet: &mut LineWriter, text: &str) {
    lines(sheet, 0, text);
}

/// The lines of a long text; what is wrapped stays under the line that it belongs to.
fn lines(sheet: &mut LineWriter, indent: usize, long: &str) {
    for line in text::clean(long).lines() {
        let own = line.len() - line.trim_start_matches(' ').len();
        sheet.paragraph(indent, own + 2, &[Span::raw(line)]);
    }
}
