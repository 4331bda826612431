//! The messages of a connection: frames of a length, a letter and JSON.
//!
//! ```text
//! server  Greeting         who it is, before it is sent anything
//! client  Hello            whose settings apply, and whether a chat follows
//! server  Welcome | Failed
//!
//! client  Request          then, of a request at a time:
//! server  Event*  Done | Failed
//! client  Stop             at any time during a request; it still ends
//!
//! client  ChatRequest | ChatCancel | ChatBye      of a chat: any number at a time
//! server  ChatEvent*
//!
//! server  Ending           at any time: this process gives the graph up
//! ```
//!
//! [`PROTOCOL`] changes whenever the meaning of a frame does. The greeting keeps its form.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use trustuqa_tui::{BackendEvent, BackendRequest};

use crate::config::Settings;

/// The version of everything below.
pub const PROTOCOL: u32 = 1;
/// The version of the program, on which the contents of requests and replies depend.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// Bytes of the longest frame. Answers with all rows of a large table are long.
const LONGEST: u32 = 1 << 30;

/// What a frame is; it travels as this letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Tag {
    /// A [`Greeting`].
    Greeting = b'G',
    /// A [`Hello`].
    Hello = b'H',
    /// The hello was accepted.
    Welcome = b'W',
    /// A request of [`super::requests`].
    Request = b'R',
    /// An event of the request.
    Event = b'E',
    /// The reply.
    Done = b'D',
    /// An error instead of a reply.
    Failed = b'F',
    /// The request should end early.
    Stop = b'S',
    /// The process gives the graph up.
    Ending = b'X',
    /// A [`ChatRequest`].
    ChatRequest = b'C',
    /// The number of a request of the chat that should end early.
    ChatCancel = b'K',
    /// The user has left the chat.
    ChatBye = b'B',
    /// A [`ChatEvent`].
    ChatEvent = b'V',
}

impl Tag {
    #[rustfmt::skip]
    const ALL: [Tag; 13] = [
        Tag::Greeting, Tag::Hello, Tag::Welcome, Tag::Request, Tag::Event, Tag::Done, Tag::Failed,
        Tag::Stop, Tag::Ending, Tag::ChatRequest, Tag::ChatCancel, Tag::ChatBye, Tag::ChatEvent,
    ];
}

/// The process that has the graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
    /// The version of the program.
    pub trustuqa: String,
    /// Its [`PROTOCOL`].
    pub protocol: u32,
    /// Its process id.
    pub process: u32,
    /// True when it has as many connections as it accepts; then it hangs up.
    #[serde(default)]
    pub busy: bool,
}

/// Who asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The settings for its requests.
    pub settings: Settings,
    /// What a chat begins with; `None` for single requests.
    pub chat: Option<ChatHello>,
}

/// What a chat begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatHello {
    /// Questions that the empty chat offers.
    pub suggestions: Vec<String>,
    /// The state to continue from, when the process that had the graph has ended.
    pub before: ChatState,
}

/// The state of a chat that another process needs to continue it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatState {
    /// The kept session.
    pub record: Option<String>,
    /// The ids of its answers, in the order of the session.
    pub answers: Vec<u64>,
    /// The largest id of an answer so far.
    pub last: u64,
    /// The writer that was chosen.
    pub writer: Option<String>,
    /// The share level that was chosen.
    pub share: Option<trustuqa_tui::model::ShareLevelView>,
    /// Sources that were removed and may be taken back.
    pub removed: Vec<String>,
}

/// A request of a chat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// Its number.
    pub id: u64,
    /// The request.
    pub request: BackendRequest,
}

/// What happened with a request of a chat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatEvent {
    /// The number of the request.
    pub id: u64,
    /// The id of the kept session, as it is now.
    pub record: Option<String>,
    /// What happened.
    pub event: BackendEvent,
}

/// Writes a frame.
pub fn write(to: &mut impl Write, tag: Tag, content: &impl Serialize) -> io::Result<()> {
    let mut frame = vec![0, 0, 0, 0, tag as u8];
    serde_json::to_writer(&mut frame, content)?;
    write_whole(to, frame)
}

/// Writes a frame whose content is JSON already.
pub fn write_json(to: &mut impl Write, tag: Tag, json: &[u8]) -> io::Result<()> {
    let mut frame = Vec::with_capacity(json.len() + 5);
    frame.extend_from_slice(&[0, 0, 0, 0, tag as u8]);
    frame.extend_from_slice(json);
    write_whole(to, frame)
}

/// Fills the length in and writes everything at once.
fn write_whole(to: &mut impl Write, mut frame: Vec<u8>) -> io::Result<()> {
    let length = u32::try_from(frame.len() - 4).ok().filter(|length| *length <= LONGEST);
    let length = length.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "this is too long"))?;
    frame[..4].copy_from_slice(&length.to_le_bytes());
    to.write_all(&frame)?;
    to.flush()
}

/// Reads a frame: what it is, and its JSON.
pub fn read(from: &mut impl Read) -> io::Result<(Tag, Vec<u8>)> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if !(1..=LONGEST).contains(&length) {
        return Err(garbled());
    }
    // Memory is taken as the bytes arrive, not for the announced length.
    let mut frame = Vec::with_capacity(length.min(1 << 16) as usize);
    from.take(u64::from(length)).read_to_end(&mut frame)?;
    if frame.len() != length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let tag = Tag::ALL.into_iter().find(|tag| *tag as u8 == frame[0]).ok_or_else(garbled)?;
    frame.remove(0);
    Ok((tag, frame))
}

/// Parses the JSON of a frame.
pub fn content<T: DeserializeOwned>(json: &[u8]) -> io::Result<T> {
    serde_json::from_slice(json).map_err(io::Error::from)
}

/// The error for a frame that cannot come at this point.
pub fn garbled() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "this is not a known kind of frame")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_they_were_written() {
        let greeting = Greeting { trustuqa: "1".into(), protocol: 2, process: 3, busy: false };
        let mut bytes = Vec::new();
        write(&mut bytes, Tag::Greeting, &greeting).unwrap();
        write(&mut bytes, Tag::Stop, &()).unwrap();
        write_json(&mut bytes, Tag::Done, b"[1]").unwrap();
        let mut from = bytes.as_slice();
        let (tag, json) = read(&mut from).unwrap();
        assert_eq!((tag, content::<Greeting>(&json).unwrap()), (Tag::Greeting, greeting));
        assert_eq!(read(&mut from).unwrap(), (Tag::Stop, b"null".to_vec()));
        assert_eq!(read(&mut from).unwrap(), (Tag::Done, b"[1]".to_vec()));
        assert_eq!(read(&mut from).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn what_is_no_frame_is_an_error_and_takes_no_room() {
        let long = [u32::MAX.to_le_bytes().as_slice(), b"D"].concat();
        let short = [100_000_000_u32.to_le_bytes().as_slice(), b"D{}"].concat();
        let unknown = [2_u32.to_le_bytes().as_slice(), b"?1"].concat();
        for bytes in [long, short, unknown, vec![0; 4], vec![1]] {
            assert!(read(&mut bytes.as_slice()).is_err(), "{bytes:?}");
        }
        assert!(content::<Greeting>(b"{\"trustuqa\":1}").is_err());
    }
}
