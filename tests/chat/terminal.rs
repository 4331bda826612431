//! The real program with a pseudo-terminal of its own: keys go in, the screen is read.

use std::io::{Read, Write};
use std::num::NonZero;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Pty, open};
pub const ENTER: &str = "\r";

/// Long enough for a slow machine; nothing waits that long when all is well.
const PATIENCE: Duration = Duration::from_secs(90);

/// What the program wrote so far, and the screen that it makes.
pub struct Output {
    pub screen: vt100::Parser,
    pub bytes: Vec<u8>,
    pub first_frame: Option<(Instant, String)>,
    /// True inside a synchronized update, when half of a frame may be on the screen.
    drawing: bool,
}

impl Output {
    fn take(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.bytes.push(*byte);
            self.screen.process(&[*byte]);
            // One read can bring several frames, or half of one; each is a synchronized update.
            if self.bytes.ends_with(b"\x1b[?2026h") {
                self.drawing = true;
            } else if self.bytes.ends_with(b"\x1b[?2026l") {
                self.drawing = false;
                let screen = self.screen.screen();
                self.first_frame.get_or_insert_with(|| (Instant::now(), screen.contents()));
            }
        }
    }
}

fn size(cells: u16) -> NonZero<u16> {
    NonZero::new(cells).unwrap()
}

/// The program with a terminal of its own.
pub struct Terminal {
    pty: Arc<Pty>,
    child: Child,
    pub output: Arc<Mutex<Output>>,
    reader: Option<JoinHandle<()>>,
    pub started: Instant,
}

impl Terminal {
    pub fn start(command: Command, rows: u16, columns: u16) -> Terminal {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(rows, columns)).unwrap();
        let started = Instant::now();
        let child = pty_process::blocking::Command::from(command).spawn(pts).unwrap();
        let pty = Arc::new(pty);
        let output = Output {
            screen: vt100::Parser::new(size(rows), size(columns), 0),
            bytes: Vec::new(),
            first_frame: None,
            drawing: false,
        };
        let output = Arc::new(Mutex::new(output));
        let (from, to) = (pty.clone(), output.clone());
        let reader = std::thread::spawn(move || {
            let mut buffer = [0; 4_096];
            // Reading fails once the program has closed the terminal.
            while let Ok(read @ 1..) = (&*from).read(&mut buffer) {
                to.lock().unwrap().take(&buffer[..read]);
            }
        });
        Terminal { pty, child, output, reader: Some(reader), started }
    }

    /// The number of its process.
    #[cfg(target_os = "linux")]
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    pub fn screen(&self) -> String {
        self.output.lock().unwrap().screen.screen().contents()
    }

    pub fn keys(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    /// Types a line and sends it.
    pub fn line(&self, text: &str) {
        self.keys(text);
        self.until(text.split_whitespace().next_back().unwrap());
        self.keys(ENTER);
    }

    /// Waits until the screen is as `wanted` says.
    pub fn until_screen(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        self.until_screen_within(PATIENCE, what, wanted)
    }

    pub fn until_screen_within(
        &self,
        patience: Duration,
        what: &str,
        wanted: impl Fn(&str) -> bool,
    ) -> String {
        let end = Instant::now() + patience;
        loop {
            let (screen, drawing) = {
                let output = self.output.lock().unwrap();
                (output.screen.screen().contents(), output.drawing)
            };
            if !drawing && wanted(&screen) {
                return screen;
            }
            assert!(Instant::now() < end, "{what} did not come; the screen is\n{screen}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the first frame that was drawn whole: when it was, and what it shows.
    pub fn first_frame(&self) -> (Instant, String) {
        self.until_screen("a first frame", |_| self.output.lock().unwrap().first_frame.is_some());
        self.output.lock().unwrap().first_frame.clone().unwrap()
    }

    pub fn until(&self, text: &str) -> String {
        self.until_screen(text, |screen| screen.contains(text))
    }

    pub fn until_gone(&self, text: &str) -> String {
        self.until_screen(&format!("a screen without {text}"), |screen| !screen.contains(text))
    }

    pub fn resize(&self, rows: u16, columns: u16) {
        self.output.lock().unwrap().screen.screen_mut().set_size(size(rows), size(columns));
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    /// Waits for the program's end: its exit code and everything it wrote.
    pub fn end(&mut self) -> (Option<i32>, String) {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None => assert!(
                    Instant::now() < end,
                    "the program does not end; the screen is\n{}",
                    self.screen()
                ),
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        self.reader.take().unwrap().join().unwrap();
        let bytes = self.output.lock().unwrap().bytes.clone();
        (status.code(), String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The terminal is as it was before the chat took it.
    pub fn assert_restored(&self) {
        let output = self.output.lock().unwrap();
        let screen = output.screen.screen();
        assert!(!screen.alternate_screen(), "the alternate screen is still on");
        assert!(!screen.hide_cursor(), "the cursor is hidden");
        assert!(!screen.bracketed_paste(), "bracketed paste is still on");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that failed in the middle leaves the program running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
