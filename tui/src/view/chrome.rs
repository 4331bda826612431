//! The two lines around the input: what is going on, and the state of the chat.

use ratatui::text::{Line, Span};

use crate::app::{App, Focus, Mode};
use crate::keys::Action;
use crate::text;
use crate::transcript::Foldable;

/// The frames of the spinner, and how long each stays.
const SPINNER: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MILLIS: u128 = 100;

/// Columns kept free at both sides.
const MARGIN: usize = 2;

/// The line above the input.
pub(super) fn stage(app: &App, width: u16) -> Line<'static> {
    let width = usize::from(width);
    let theme = app.theme;
    let at = (app.now.as_millis() / FRAME_MILLIS) as usize % SPINNER.len();
    let spinner = Span::styled(format!("  {} ", SPINNER[at]), theme.accent());
    let room = width.saturating_sub(4);
    if let Some((notice, _)) = &app.notice {
        return Line::from(vec![
            Span::raw("  "),
            Span::styled(text::clip(notice, width.saturating_sub(2)), theme.caution()),
        ]);
    }
    if let Some(running) = &app.running {
        let millis = u64::try_from(app.now.saturating_sub(running.since).as_millis()).unwrap_or(u64::MAX);
        // Tenths of a second, so that the width stays while it runs.
        let elapsed = if millis < 60_000 {
            format!("{}.{} s", millis / 1_000, millis % 1_000 / 100)
        } else {
            text::span(millis)
        };
        let (stage, detail) = match &running.stage {
            None => ("starting", String::new()),
            Some(stage) => (stage.kind.name(), text::clean_line(&stage.detail).into_owned()),
        };
        let tail = format!(" · {elapsed} · Esc cancels");
        let detail = if detail.is_empty() { detail } else { format!("  {detail}") };
        let left = room.saturating_sub(text::width(stage) + text::width(&tail));
        let detail = text::clip(&detail, left);
        return Line::from(vec![
            spinner,
            Span::styled(stage, theme.strong()),
            Span::raw(detail),
            Span::styled(text::clip(&tail, room), theme.quiet()),
        ]);
    }
    if let Some(job) = app.jobs.last() {
        let progress = job.progress.as_ref().map_or_else(String::new, |progress| {
            let label = text::clean_line(&progress.label);
            // A load of one file has its name already.
            let label = if job.label.contains(label.as_ref()) { "".into() } else { label };
            match progress.done.saturating_mul(100).checked_div(progress.total) {
                Some(part) => {
                    // What was read is still to be put in order and written.
                    let far = if part < 100 { format!("{part} %") } else { "read, storing it".to_owned() };
                    let words = [label.into_owned(), bar(part.min(100), width), far];
                    let words: Vec<&str> =
                        words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
                    format!("  {}", words.join(" "))
                }
                None => format!("  {label} {}", text::grouped(progress.done)),
            }
        });
        let tail = " · Esc stops it";
        let shown = text::clip(&format!("{}{progress}", job.label), room.saturating_sub(text::width(tail)));
        return Line::from(vec![spinner, Span::raw(shown), Span::styled(tail, theme.quiet())]);
    }
    if app.status.is_none() {
        return Line::from(vec![spinner, Span::styled("opening graph", theme.quiet())]);
    }
    if app.panel().is_some() {
        return Line::default();
    }
    let hint = |hints: [String; 3]| {
        let room = width.saturating_sub(2);
        let last = hints[2].clone();
        let hint = hints.into_iter().find(|hint| text::width(hint) <= room).unwrap_or(last);
        Line::styled(format!("  {}", text::clip(&hint, room)), theme.quiet())
    };
    if app.focus == Focus::Transcript {
        return hint(transcript_hint(app));
    }
    if let Some(pending) = app.pending.first() {
        return Line::styled(format!("  {pending} …"), theme.quiet());
    }
    if app.completion.is_none() && app.input.is_empty() && app.mode == Mode::Ask {
        if app.transcript.choosing().is_some() {
            let long = "a digit takes the other reading, and remembers it".to_owned();
            return hint([long.clone(), long, "a digit chooses".to_owned()]);
        }
        if app.transcript.last_answer().is_some_and(|answer| !answer.trace.is_empty()) {
            let key = app.options.keys.key_of(Action::Trace);
            let trace = format!("{key} opens the trace");
            return hint([format!("{trace} · + accepts the answer · - rejects it"), trace.clone(), trace]);
        }
    }
    Line::default()
}

/// A bar of eighths for a part of a hundred; none where there is no room.
fn bar(part: u64, width: usize) -> String {
    const CELLS: usize = 20;
    if width < 60 {
        return String::new();
    }
    let eighths = usize::try_from(part).unwrap_or(0) * CELLS * 8 / 100;
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    let filled = format!("{}{rest}", "█".repeat(eighths / 8));
    text::pad(&filled, CELLS) + "▏"
}

/// What Enter does on the focused node, with the other keys where there is room.
fn transcript_hint(app: &App) -> [String; 3] {
    let enter = match app.transcript.focus() {
        Some((_, Foldable::Fact(..))) => "Enter shows it in its source",
        Some((_, Foldable::RunnerUp(..))) => "Enter runs it with this name",
        Some((_, Foldable::Choice(_))) => "Enter takes this reading",
        Some((_, Foldable::ReadAs)) => "Enter asks it on its own",
        Some((_, Foldable::MoreItems | Foldable::MoreResults(_) | Foldable::MoreFacts(_))) => {
            "Enter shows more"
        }
        _ => "Enter opens",
    };
    [
        format!("{enter} · ← → in and out · * all · e edits the query · p picture · y copies · Esc back"),
        format!("{enter} · * all · e query · p picture · Esc back"),
        format!("{enter} · Esc back"),
    ]
}

/// What the input is for when it is not for questions, and the mode of vim.
pub(super) fn mode(app: &App) -> Option<String> {
    let normal = app.vim.is_some_and(|vim| vim.is_normal());
    let mode = match &app.mode {
        Mode::Ask => return normal.then(|| " normal ".to_owned()),
        Mode::Query { .. } => "query · Enter runs it · Alt-Enter new line · Esc leaves",
        Mode::Demonstration { .. } => "demonstration · Enter keeps it · Esc leaves",
    };
    let vim = if normal { " · normal" } else { "" };
    Some(format!(" {mode}{vim} "))
}

/// The status line: always graph, sources, writer, share level and encoder, in
/// fewer words where there is less room.
pub(super) fn status(app: &App, width: u16) -> Line<'static> {
    let width = usize::from(width);
    let theme = app.theme;
    let Some(status) = &app.status else {
        return Line::styled("  opening graph …", theme.quiet());
    };
    if status.graph.is_empty() {
        return Line::styled("  no graph is open", theme.quiet());
    }
    let graph = text::clean_line(&status.graph).into_owned();
    let writer = text::clean_line(&status.writer).into_owned();
    // Without a model nobody is sent anything, whatever the level.
    let level = if status.destination.is_some() { status.share_level.name() } else { "nothing" };
    let encoder = status.encoder.short();
    let sources = text::counted(status.sources.len(), "source");
    let keys = "? keys";
    let few_sources = format!("{} src", text::grouped(status.sources.len() as u64));
    let mut forms = vec![
        [
            format!("graph {graph}"),
            sources.clone(),
            format!("writer {writer}"),
            format!("shares {level}"),
            format!("encoder {encoder}"),
        ],
        [graph.clone(), sources, writer.clone(), format!("shares {level}"), format!("encoder {encoder}")],
        [
            graph.clone(),
            few_sources.clone(),
            writer.clone(),
            format!("shares {level}"),
            format!("encoder {encoder}"),
        ],
        [graph.clone(), few_sources.clone(), writer.clone(), level.to_owned(), format!("enc {encoder}")],
    ];
    // The separators and the margins are not part of a form.
    let length = |form: &[String; 5]| form.iter().map(|part| text::width(part)).sum::<usize>() + 4 * 3;
    forms.retain(|form| length(form) + 2 * MARGIN <= width);
    let form = forms.into_iter().next().unwrap_or_else(|| {
        // The names of the graph and the writer give way: what is shared and
        // what the encoder does must stay readable.
        let mut form = [String::new(), few_sources, text::clip(&writer, 8), level.to_owned(), encoder];
        form[0] = text::clip(&graph, width.saturating_sub(length(&form) + 2).max(1));
        form
    });
    let margin = if length(&form) + 2 * MARGIN <= width { MARGIN } else { 1 };
    let used = margin + length(&form);
    let [graph, rest @ ..] = form;
    let mut spans = vec![Span::raw(" ".repeat(margin)), Span::raw(graph)];
    for part in rest {
        spans.push(Span::styled(" · ", theme.quiet()));
        spans.push(Span::styled(part, theme.quiet()));
    }
    if used + 4 + text::width(keys) + MARGIN <= width {
        spans.push(Span::raw(" ".repeat(width - used - text::width(keys) - MARGIN)));
        spans.push(Span::styled(keys, theme.quiet()));
    }
    Line::from(spans)
}
