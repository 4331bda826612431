//! `trustuqa serve`, spoken to over loopback and over pipes.
//!
//! * `routes` - every route, what it refuses, and who is let in
//! * `limits` - long and slow requests, many at a time, and the end
//! * `mcp` - tools and resources for language models
//! * `fuzzed` - changed requests
//! * `browser` - the page, in a browser
//! * `injected` - text that wants to be more than text
#![cfg(all(unix, feature = "serve"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test")]

mod browser;
mod fuzzed;
mod injected;
mod limits;
mod mcp;
mod routes;
#[path = "../support/shared.rs"]
#[allow(dead_code, reason = "the data beside the repository is not needed here")]
mod skips;
#[path = "../support/mod.rs"]
mod support;
#[path = "../chat/terminal.rs"]
#[allow(dead_code, reason = "a part of it is taken")]
mod terminal;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;
pub use support::served::Served;

/// An answer of the server.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }

    /// A problem of this status, described as RFC 9457 has it.
    pub fn problem(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:#?}");
        assert!(self.head.contains("content-type: application/problem+json"), "{self:#?}");
        let value = self.json();
        assert_eq!(value["status"], status);
        assert!(value["type"].as_str().unwrap().starts_with("urn:trustuqa:"), "{value}");
        assert!(
            !value["title"].as_str().unwrap().is_empty() && !value["detail"].as_str().unwrap().is_empty()
        );
        value
    }
}

impl Served {
    /// Sends bytes as they are, and returns what comes back until the connection ends.
    pub fn raw(&self, request: &str) -> Reply {
        self.raw_within(request.as_bytes(), Duration::from_secs(60))
    }

    /// The same for any bytes, and no longer than this from one byte of the answer to the next.
    pub fn raw_within(&self, request: &[u8], patience: Duration) -> Reply {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(patience)).unwrap();
        // A server that has seen enough may hang up before everything is written.
        let _ = stream.write_all(request);
        read_reply(&mut stream)
    }

    /// A request with these header lines; the body is JSON.
    pub fn send(&self, method: &str, path: &str, headers: &[&str], body: Option<&str>) -> Reply {
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|line| line.starts_with("Host:")) {
            request.push_str(&format!("Host: {}\r\n", self.address));
        }
        headers.iter().for_each(|line| request.push_str(&format!("{line}\r\n")));
        if let Some(body) = body {
            if !headers.iter().any(|line| line.starts_with("Content-Type:")) {
                request.push_str("Content-Type: application/json\r\n");
            }
            request.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        request.push_str("\r\n");
        request.push_str(body.unwrap_or_default());
        self.raw(&request)
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &[], Some(&body.to_string()))
    }
}

/// Reads an answer to its end; chunks are put together.
pub fn read_reply(stream: &mut TcpStream) -> Reply {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let head = head.to_lowercase();
    let mut whole = String::new();
    if head.contains("transfer-encoding: chunked") {
        let mut rest = body;
        while let Some((length, after)) = rest.split_once("\r\n") {
            // After the empty one there may be another answer, and the last one may be cut short.
            let length = usize::from_str_radix(length, 16).unwrap();
            let Some((chunk, after)) = after.split_at_checked(length).filter(|_| length > 0) else { break };
            whole.push_str(chunk);
            rest = after.strip_prefix("\r\n").unwrap_or(after);
        }
    } else {
        whole.push_str(body);
    }
    Reply { status, head, body: whole }
}
