//! The terminal while the chat has it: raw mode, the alternate screen, pasted
//! text in brackets, the mouse. It is given back on every way out, a panic
//! included.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use crossterm::style::Print;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{Command, cursor, execute, queue};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::app::App;
use crate::settings::Notify;
use crate::{text, view};

/// Whether the terminal is ours, so that it is given back once.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// What panics said while the terminal was ours. It is printed when the
/// terminal is given back: on the alternate screen it would be lost, and a panic
/// of work in the background must not disturb the chat.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The hook that keeps them is set once in a process.
static HOOK: Once = Once::new();

fn keep(info: &std::panic::PanicHookInfo<'_>) {
    let backtrace = Backtrace::capture();
    let mut text = info.to_string();
    if backtrace.status() == BacktraceStatus::Captured {
        text.push_str(&format!("\n{backtrace}"));
    }
    PANICS.lock().unwrap_or_else(PoisonError::into_inner).push(text);
}

/// Asks for clicks and the wheel only. The command of crossterm asks for every
/// movement too, each of which would wake the chat for nothing.
struct ClicksAndWheel;

impl Command for ClicksAndWheel {
    fn write_ansi(&self, out: &mut impl std::fmt::Write) -> std::fmt::Result {
        out.write_str("\x1b[?1000h\x1b[?1006h")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> io::Result<()> {
        crossterm::event::EnableMouseCapture.execute_winapi()
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}

/// The terminal, given back when dropped.
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal, and the mouse when it is wanted.
    pub(crate) fn take(mouse: bool) -> io::Result<Self> {
        HOOK.call_once(|| {
            let inner = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                // Without unwinding nothing else will give the terminal back.
                if cfg!(panic = "abort") {
                    give_back();
                }
                if TAKEN.load(Ordering::SeqCst) {
                    keep(info);
                } else {
                    inner(info);
                }
            }));
        });
        enter(mouse)?;
        let guard = GiveBack;
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        std::mem::forget(guard);
        Ok(Self { terminal })
    }

    /// Gives the terminal to another program for a while.
    pub(crate) fn give(&mut self) -> io::Result<()> {
        give_back();
        io::stdout().flush()
    }

    /// Takes the terminal back after that.
    pub(crate) fn retake(&mut self, mouse: bool) -> io::Result<()> {
        enter(mouse)?;
        self.redraw()
    }

    /// Forgets what is on the screen, so that everything is drawn.
    pub(crate) fn redraw(&mut self) -> io::Result<()> {
        execute!(io::stdout(), Clear(ClearType::All))?;
        let size = self.terminal.size()?;
        // Not `clear`, which asks where the cursor is.
        self.terminal.resize(ratatui::layout::Rect::new(0, 0, size.width, size.height))
    }

    /// Tells that work has ended, by the bell or on the desktop. Terminals know one
    /// of the two notifications or none, and ignore the other.
    pub(crate) fn notify(&mut self, how: Notify, text: &str) -> io::Result<()> {
        let mut out = io::stdout();
        match how {
            Notify::Off => {}
            Notify::Bell => out.write_all(b"\x07")?,
            Notify::Desktop => {
                let text = text::clean_line(text).replace(';', ",");
                write!(out, "\x1b]9;{text}\x1b\\\x1b]777;notify;trustuqa;{text}\x1b\\")?;
            }
        }
        out.flush()
    }

    /// The size as columns and rows.
    pub(crate) fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    /// Draws the chat in one go.
    pub(crate) fn draw(&mut self, app: &App) -> io::Result<()> {
        queue!(io::stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| view::draw(app, frame))?;
        execute!(io::stdout(), EndSynchronizedUpdate)
    }

    /// Puts text into the clipboard of the terminal, which may be far away
    /// behind ssh (OSC 52).
    pub(crate) fn copy(&mut self, text: &str) -> io::Result<()> {
        let mut out = io::stdout();
        write!(out, "\x1b]52;c;{}\x07", STANDARD.encode(text))?;
        out.flush()
    }

    /// Takes the mouse or leaves it to the terminal.
    pub(crate) fn capture_mouse(&mut self, capture: bool) -> io::Result<()> {
        if capture {
            execute!(io::stdout(), ClicksAndWheel)
        } else {
            execute!(io::stdout(), DisableMouseCapture)
        }
    }
}

/// Takes the terminal. When a line fails, what was done before it is undone.
fn enter(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    let guard = GiveBack;
    // Terminals that do not know the keyboard protocol ignore it; asking
    // first would delay the first frame.
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        // Not every terminal starts the alternate screen empty. ratatui's own
        // `clear` would ask where the cursor is and wait for an answer that
        // some terminals never give.
        Clear(ClearType::All),
        EnableBracketedPaste,
        EnableFocusChange,
        // Text is written in the order in which it is shown: the terminal must
        // not reorder it again (BDSM, explicit).
        Print("\x1b[8l"),
        PushKeyboardEnhancementFlags(KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES)
    )?;
    if mouse {
        execute!(io::stdout(), ClicksAndWheel)?;
    }
    std::mem::forget(guard);
    Ok(())
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back if taking it fails halfway.
struct GiveBack;

impl Drop for GiveBack {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back if it is ours. Errors have no one left to be told.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(
        io::stdout(),
        EndSynchronizedUpdate,
        PopKeyboardEnhancementFlags,
        DisableMouseCapture,
        DisableFocusChange,
        DisableBracketedPaste,
        Print("\x1b[8h"),
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
    for panic in PANICS.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        let _ = writeln!(io::stderr(), "{panic}");
    }
}
