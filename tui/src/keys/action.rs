//! What keys can do, by place, with the keys that do it by default.

use crate::input::Edit;

/// Where a key was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyContext {
    /// Wherever the place itself has no meaning for it.
    Anywhere,
    /// In the input.
    Input,
    /// In the transcript, on an answer or its trace.
    Transcript,
    /// In a panel.
    Panel,
}

impl KeyContext {
    /// Every place, in the order of the list of keys.
    pub const ALL: [Self; 4] = [Self::Input, Self::Anywhere, Self::Transcript, Self::Panel];

    /// Its name in the list of keys.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Anywhere => "Anywhere",
            Self::Input => "Input",
            Self::Transcript => "Answers and traces",
            Self::Panel => "Panels",
        }
    }
}

/// What a key does.
#[allow(missing_docs, reason = "`BINDINGS` says what each does")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    Interrupt,
    Leave,
    Mouse,
    Keys,
    Trace,
    Sources,
    PageUp,
    PageDown,
    ToStart,
    ToEnd,
    Redraw,
    Send,
    Newline,
    Complete,
    CompleteBack,
    Earlier,
    Later,
    Search,
    Undo,
    Cancel,
    Editor,
    Edit(Edit),
    Down,
    Up,
    Open,
    In,
    Out,
    OpenAll,
    Top,
    Bottom,
    CopyAnswer,
    CopyTrace,
    EditQuery,
    Picture,
    Accept,
    Reject,
    Back,
    PanelClose,
    PanelBack,
    PanelUp,
    PanelDown,
    PanelPageUp,
    PanelPageDown,
    PanelTop,
    PanelBottom,
    PanelIn,
    PanelOut,
    PanelOpen,
    PanelPreview,
    PanelEdit,
    PanelDelete,
}

/// An action with its name in the settings, its keys and what it does.
#[derive(Debug, Clone, Copy)]
pub struct Binding {
    /// Where its keys count.
    pub place: KeyContext,
    /// Its name in the settings.
    pub name: &'static str,
    /// The action.
    pub action: Action,
    /// Its keys by default.
    pub keys: &'static [&'static str],
    /// What it does, in a few words.
    pub help: &'static str,
}

const fn bind(
    place: KeyContext,
    name: &'static str,
    action: Action,
    keys: &'static [&'static str],
    help: &'static str,
) -> Binding {
    Binding { place, name, action, keys, help }
}

use Action as A;
use KeyContext::{Anywhere, Input, Panel, Transcript};

/// Every action, in the order of the list of keys.
pub const BINDINGS: &[Binding] = &[
    bind(Input, "send", A::Send, &["enter"], "send"),
    bind(Input, "newline", A::Newline, &["alt-enter", "ctrl-j", "shift-enter", "ctrl-enter"], "new line"),
    bind(Input, "earlier", A::Earlier, &["up", "ctrl-p"], "earlier input, or a line up"),
    bind(Input, "later", A::Later, &["down", "ctrl-n"], "later input, or a line down"),
    bind(Input, "search", A::Search, &["ctrl-r"], "search earlier input"),
    bind(Input, "complete", A::Complete, &["tab"], "complete; on an empty input, a question to try"),
    bind(Input, "complete-back", A::CompleteBack, &["shift-tab"], "the candidate before"),
    bind(Input, "undo", A::Undo, &["ctrl-z", "ctrl-_"], "take back an edit"),
    bind(Input, "cancel", A::Cancel, &["esc"], "cancel the question; leave a query"),
    bind(Input, "editor", A::Editor, &["ctrl-x ctrl-e"], "write in $EDITOR"),
    bind(Input, "left", A::Edit(Edit::Left), &["left", "ctrl-b"], "left"),
    bind(Input, "right", A::Edit(Edit::Right), &["right", "ctrl-f"], "right"),
    bind(Input, "word-left", A::Edit(Edit::WordLeft), &["alt-b", "ctrl-left", "alt-left"], "a word left"),
    bind(
        Input,
        "word-right",
        A::Edit(Edit::WordRight),
        &["alt-f", "ctrl-right", "alt-right"],
        "a word right",
    ),
    bind(Input, "line-start", A::Edit(Edit::LineStart), &["home", "ctrl-a"], "start of the line"),
    bind(Input, "line-end", A::Edit(Edit::LineEnd), &["end", "ctrl-e"], "end of the line"),
    bind(
        Input,
        "delete-before",
        A::Edit(Edit::DeleteBefore),
        &["backspace", "ctrl-h"],
        "delete before the cursor",
    ),
    bind(Input, "delete-after", A::Edit(Edit::DeleteAfter), &["delete", "ctrl-d"], "delete after the cursor"),
    bind(
        Input,
        "cut-word-before",
        A::Edit(Edit::CutWordBefore),
        &["ctrl-w", "alt-backspace", "ctrl-backspace"],
        "cut the word before",
    ),
    bind(
        Input,
        "cut-word-after",
        A::Edit(Edit::CutWordAfter),
        &["alt-d", "alt-delete", "ctrl-delete"],
        "cut the word after",
    ),
    bind(Input, "cut-to-start", A::Edit(Edit::CutToStart), &["ctrl-u"], "cut to the start of the line"),
    bind(Input, "cut-to-end", A::Edit(Edit::CutToEnd), &["ctrl-k"], "cut to the end of the line"),
    bind(Input, "yank", A::Edit(Edit::Yank), &["ctrl-y"], "put back what was cut"),
    bind(Anywhere, "interrupt", A::Interrupt, &["ctrl-c"], "take back one thing; twice leaves"),
    bind(Anywhere, "leave", A::Leave, &["ctrl-d"], "leave"),
    bind(Anywhere, "keys", A::Keys, &["f1"], "these keys; ? on an empty input too"),
    bind(Anywhere, "mouse", A::Mouse, &["f2"], "give the mouse to the terminal to select text"),
    bind(Anywhere, "sources", A::Sources, &["f3"], "the sources"),
    bind(Anywhere, "trace", A::Trace, &["ctrl-t"], "go to the last answer and its trace, and back"),
    bind(Anywhere, "page-up", A::PageUp, &["page-up"], "scroll up; the wheel does too"),
    bind(Anywhere, "page-down", A::PageDown, &["page-down"], "scroll down"),
    bind(Anywhere, "to-start", A::ToStart, &["ctrl-home"], "start of the chat"),
    bind(Anywhere, "to-end", A::ToEnd, &["ctrl-end"], "end of the chat"),
    bind(Anywhere, "redraw", A::Redraw, &["ctrl-l"], "draw the screen anew"),
    bind(Transcript, "down", A::Down, &["down", "j"], "down"),
    bind(Transcript, "up", A::Up, &["up", "k"], "up"),
    bind(
        Transcript,
        "open",
        A::Open,
        &["enter", "space"],
        "open and close; on a fact its row, on another reading run it",
    ),
    bind(Transcript, "in", A::In, &["right", "l"], "into a part"),
    bind(Transcript, "out", A::Out, &["left", "h"], "out of a part"),
    bind(Transcript, "open-all", A::OpenAll, &["*"], "open everything, or close it"),
    bind(Transcript, "edit-query", A::EditQuery, &["e"], "edit the query in the input and run it"),
    bind(Transcript, "picture", A::Picture, &["p"], "the picture of the reasoning"),
    bind(Transcript, "accept", A::Accept, &["+"], "accept the answer: learn from it"),
    bind(Transcript, "reject", A::Reject, &["-"], "reject the answer"),
    bind(Transcript, "copy-answer", A::CopyAnswer, &["y"], "copy the answer"),
    bind(Transcript, "copy-trace", A::CopyTrace, &["Y"], "copy the trace"),
    bind(Transcript, "top", A::Top, &["home", "g"], "start of the chat"),
    bind(Transcript, "bottom", A::Bottom, &["end", "G"], "end of the chat"),
    bind(Transcript, "back", A::Back, &["esc", "tab", "q", "i"], "back to the input"),
    bind(Panel, "panel-close", A::PanelClose, &["esc"], "back, and out of the panel"),
    bind(Panel, "panel-back", A::PanelBack, &["backspace"], "go back; delete in a filter"),
    bind(Panel, "panel-up", A::PanelUp, &["up", "ctrl-p"], "up"),
    bind(Panel, "panel-down", A::PanelDown, &["down", "ctrl-n"], "down"),
    bind(Panel, "panel-page-up", A::PanelPageUp, &["page-up", "ctrl-u"], "a page up"),
    bind(Panel, "panel-page-down", A::PanelPageDown, &["page-down", "ctrl-f"], "a page down"),
    bind(Panel, "panel-top", A::PanelTop, &["home"], "start"),
    bind(Panel, "panel-bottom", A::PanelBottom, &["end"], "end"),
    bind(Panel, "panel-in", A::PanelIn, &["right"], "open, or scroll right"),
    bind(Panel, "panel-out", A::PanelOut, &["left"], "close, or scroll left"),
    bind(Panel, "panel-open", A::PanelOpen, &["enter"], "go on with what is chosen"),
    bind(Panel, "panel-preview", A::PanelPreview, &["tab"], "the rows of a source"),
    bind(Panel, "panel-edit", A::PanelEdit, &["ctrl-e"], "edit a demonstration"),
    bind(
        Panel,
        "panel-delete",
        A::PanelDelete,
        &["delete", "ctrl-x"],
        "delete a demonstration; remove a source",
    ),
];
