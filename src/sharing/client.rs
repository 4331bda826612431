//! A connection to the process that has the graph open, from the side that asks.

use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use super::requests::{Watch, Work, WorkEvent};
use super::transport::{self, ConnectError, Stream};
use super::wire::{self, Greeting, Hello, PROGRAM, PROTOCOL, Tag};
use crate::session::SessionError;

/// How long the other process may take to say who it is.
const GREETING: Duration = Duration::from_secs(10);
/// How often a waiting request checks whether it should end.
const LOOK: Duration = Duration::from_millis(100);
/// How long a request may take to end when it was told to.
const STOPPING: Duration = Duration::from_secs(10);

/// Why there is no reply, and what to do about that.
pub enum NoReply {
    /// The other process gives the graph up: ask the next process that has it.
    Ending,
    /// The connection broke: the other process was killed, or is at fault.
    Broken,
    /// The request failed.
    Error(SessionError),
}

impl From<io::Error> for NoReply {
    fn from(_: io::Error) -> NoReply {
        NoReply::Broken
    }
}

/// Who has the graph open.
pub enum GraphHolder {
    /// A process that answers.
    Holder(Stream),
    /// Nobody: the graph can be opened.
    Nobody,
    /// A process that is starting or ending, or has enough connections: try again.
    Later,
}

/// Connects to the process that has the graph in `folder` open.
pub fn connect(folder: &Path, hello: &Hello) -> Result<GraphHolder, SessionError> {
    let mut stream = match transport::connect(folder) {
        Ok(stream) => stream,
        Err(ConnectError::Nobody) => return Ok(GraphHolder::Nobody),
        Err(error @ ConnectError::OtherUser(_)) => {
            return Err(SessionError::environment(
                error.to_string(),
                "use a graph of your own with --graph NAME, or ask its user to close that program",
            ));
        }
        Err(ConnectError::Io(error)) => {
            return Err(SessionError::environment(
                format!("the program that has the graph open cannot be reached: {error}"),
                "check the permissions of the graph's folder, or close the other program",
            ));
        }
    };
    stream.set_timeout(Some(GREETING)).map_err(|error| silent(&error))?;
    match introduce(&mut stream, hello) {
        Ok(Some(error)) => Err(error),
        Ok(None) => {
            let wait = stream.set_timeout(None).and(stream.set_read_timeout(Some(LOOK)));
            Ok(if wait.is_ok() { GraphHolder::Holder(stream) } else { GraphHolder::Later })
        }
        Err(error) if is_silence(&error) => Err(silent(&error)),
        // It is just ending.
        Err(error) if error.kind() != io::ErrorKind::InvalidData => Ok(GraphHolder::Later),
        Err(error) => Err(SessionError::environment(
            format!("the program that has the graph open is not understood: {error}"),
            "close it, or use the same version of trustuqa",
        )),
    }
}

/// Says who asks, once the other end is known to understand it. Returns the other end's error if it does
/// not want to answer.
fn introduce(stream: &mut Stream, hello: &Hello) -> io::Result<Option<SessionError>> {
    let (Tag::Greeting, json) = wire::read(stream)? else { return Err(wire::garbled()) };
    let greeting: Greeting = wire::content(&json)?;
    if greeting.protocol != PROTOCOL || greeting.trustuqa != PROGRAM {
        return Ok(Some(other_version(&greeting)));
    }
    if greeting.busy {
        return Err(io::ErrorKind::ConnectionRefused.into());
    }
    wire::write(stream, Tag::Hello, hello)?;
    match wire::read(stream)? {
        (Tag::Welcome, _) => Ok(None),
        (Tag::Failed, json) => wire::content(&json).map(Some),
        (Tag::Ending, _) => Err(io::ErrorKind::ConnectionReset.into()),
        _ => Err(wire::garbled()),
    }
}

fn other_version(greeting: &Greeting) -> SessionError {
    SessionError::environment(
        format!(
            "the graph is open in trustuqa {} (process {}), and this is trustuqa {PROGRAM}",
            greeting.trustuqa, greeting.process
        ),
        "close that program, or use the same version of both",
    )
}

fn silent(error: &io::Error) -> SessionError {
    SessionError::environment(
        format!("the program that has the graph open does not answer: {error}"),
        "check whether that program is suspended; resume or close it",
    )
}

fn is_silence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// Sends a request on a free connection, and waits for the reply.
pub fn call<W: Work>(stream: &mut Stream, work: &W, watch: Watch<'_>) -> Result<W::Reply, NoReply> {
    let request = work.elsewhere().map_err(NoReply::Error)?.into();
    let sent = wire::write(stream, Tag::Request, &request);
    let mut waiting = Waiting { stream, watch, stopping: None };
    loop {
        // If sending failed, the other end may have said why.
        let (tag, json) = wire::read(&mut waiting)?;
        match tag {
            Tag::Event => {
                if let Ok(event) = wire::content::<WorkEvent>(&json) {
                    (watch.tell)(event);
                }
            }
            Tag::Done => return wire::content(&json).map_err(|error| NoReply::Error(garbled(&error))),
            Tag::Failed => {
                return Err(NoReply::Error(wire::content(&json).unwrap_or_else(|error| garbled(&error))));
            }
            Tag::Ending => return Err(NoReply::Ending),
            _ => return Err(NoReply::Broken),
        }
        if sent.is_err() {
            return Err(NoReply::Broken);
        }
    }
}

fn garbled(error: &io::Error) -> SessionError {
    SessionError::environment(
        format!("the reply of the program that has the graph open is not understood: {error}"),
        "use the same version of the program, or close the other one",
    )
}

/// A stream to wait on; it sends a stop when the request should end.
struct Waiting<'w> {
    stream: &'w mut Stream,
    watch: Watch<'w>,
    stopping: Option<Instant>,
}

impl Read for Waiting<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(bytes) {
                Err(error) if is_silence(&error) => match self.stopping {
                    None if (self.watch.stopped)() => {
                        self.stopping = Some(Instant::now());
                        wire::write(self.stream, Tag::Stop, &())?;
                    }
                    Some(since) if since.elapsed() > STOPPING => {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                    _ => {}
                },
                read => return read,
            }
        }
    }
}
