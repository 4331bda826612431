//! What several integration tests need. A clean home for the real program is in [`home`], database
//! servers in [`servers`], the program as a server in [`served`]. Here: a loopback server that speaks as
//! much HTTP as a chat completions client needs, and keeps every request body byte for byte; and the
//! output of a batch job.

#![allow(dead_code, reason = "every test takes a part of it")]

pub mod home;
pub mod served;
pub mod servers;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A request as it came in.
#[derive(Clone, Debug)]
pub struct Received {
    pub head: String,
    pub body: Vec<u8>,
    pub at: Instant,
}

impl Received {
    /// The body as text, with JSON escapes resolved in every message.
    pub fn messages(&self) -> String {
        let value: serde_json::Value = serde_json::from_slice(&self.body).unwrap();
        let messages = value["messages"].as_array().unwrap();
        messages.iter().map(|m| m["content"].as_str().unwrap()).collect::<Vec<_>>().join("\n\n")
    }
}

/// What the server does with a request.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A chat completion with this text.
    Completion(String),
    /// This status with these header lines and this body.
    Raw(u16, String, String),
    /// These texts as pieces of a streamed completion, each after so many milliseconds.
    Pieces(Vec<(u64, String)>),
    /// The same, and then nothing, for ever.
    PiecesThenSilence(Vec<(u64, String)>),
    /// Nothing, for ever; the connection stays open.
    Silence,
    /// The connection is closed in the middle of a response.
    HangUp,
}

pub fn completion(text: &str) -> Reply {
    Reply::Completion(text.to_owned())
}

pub fn status(status: u16, headers: &str, body: &str) -> Reply {
    Reply::Raw(status, headers.to_owned(), body.to_owned())
}

/// What a batch job gives for a request, a line of the file that was handed to it: one choice for each
/// text.
pub fn batch_output(request: &serde_json::Value, texts: &[&str]) -> serde_json::Value {
    use serde_json::json;
    let choice = |text: &&str| json!({"index": 0, "message": {"role": "assistant", "content": text}});
    let body = json!({
        "choices": texts.iter().map(choice).collect::<Vec<_>>(),
        "usage": {"prompt_tokens": 100, "completion_tokens": 30},
    });
    json!({"custom_id": request["custom_id"], "response": {"status_code": 200, "body": body}, "error": null})
}

struct Shared {
    reply: Box<dyn Fn(usize) -> Reply + Send + Sync>,
    received: Mutex<Vec<Received>>,
    open: AtomicUsize,
}

/// The server; it ends when it is dropped.
pub struct Server {
    pub base_url: String,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Server {
    /// Starts a server that answers request number `n` (from 0) with `reply(n)`.
    pub async fn start(reply: impl Fn(usize) -> Reply + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let shared = Arc::new(Shared {
            reply: Box::new(reply),
            received: Mutex::new(Vec::new()),
            open: AtomicUsize::new(0),
        });
        let accepting = Arc::clone(&shared);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = Arc::clone(&accepting);
                tokio::spawn(async move {
                    shared.open.fetch_add(1, Ordering::SeqCst);
                    serve(stream, &shared).await;
                    shared.open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Server { base_url, shared, task }
    }

    /// The requests so far, in order of arrival.
    pub fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap().clone()
    }

    /// Waits until `condition` holds of the number of requests and of open connections.
    pub async fn until(&self, condition: impl Fn(usize, usize) -> bool) {
        for _ in 0..500 {
            let requests = self.shared.received.lock().unwrap().len();
            if condition(requests, self.shared.open.load(Ordering::SeqCst)) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the condition did not come true within 5 s");
    }
}

async fn serve(mut stream: TcpStream, shared: &Shared) {
    let mut buffer = Vec::new();
    while let Some(request) = read_request(&mut stream, &mut buffer).await {
        let number = {
            let mut received = shared.received.lock().unwrap();
            received.push(request);
            received.len() - 1
        };
        let (status, headers, body) = match (shared.reply)(number) {
            Reply::Completion(text) => (200, String::new(), chat_completion(&text)),
            Reply::Raw(status, headers, body) => (status, headers, body),
            Reply::Silence => {
                // Ends when the client closes the connection.
                let mut byte = [0];
                let _ = stream.read(&mut byte).await;
                return;
            }
            Reply::Pieces(pieces) => {
                let end = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20}}\n\ndata: [DONE]\n\n";
                if send_pieces(&mut stream, &pieces).await.is_ok() {
                    let _ = stream.write_all(end.as_bytes()).await;
                }
                return;
            }
            Reply::PiecesThenSilence(pieces) => {
                let _ = send_pieces(&mut stream, &pieces).await;
                let mut byte = [0];
                let _ = stream.read(&mut byte).await;
                return;
            }
            Reply::HangUp => {
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"id\"").await;
                return;
            }
        };
        let response = format!(
            "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{headers}\r\n{body}",
            body.len()
        );
        if stream.write_all(response.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// The head of a stream of events, and an event for each piece.
async fn send_pieces(stream: &mut TcpStream, pieces: &[(u64, String)]) -> std::io::Result<()> {
    let head =
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nconnection: close\r\n\r\n";
    stream.write_all(head.as_bytes()).await?;
    for (wait, text) in pieces {
        tokio::time::sleep(Duration::from_millis(*wait)).await;
        let piece = serde_json::json!({ "choices": [{ "index": 0, "delta": { "content": text } }] });
        stream.write_all(format!("data: {piece}\n\n").as_bytes()).await?;
        stream.flush().await?;
    }
    Ok(())
}

fn chat_completion(text: &str) -> String {
    serde_json::json!({
        "id": "c", "object": "chat.completion", "created": 1, "model": "test",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    })
    .to_string()
}

async fn read_request(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Option<Received> {
    let head_end = loop {
        if let Some(at) = buffer.windows(4).position(|w| w == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(buffer[..head_end].to_vec()).ok()?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    })?;
    while buffer.len() < head_end + length {
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    }
    let body = buffer[head_end..head_end + length].to_vec();
    buffer.drain(..head_end + length);
    Some(Received { head, body, at: Instant::now() })
}
