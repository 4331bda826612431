//! Changed requests: whatever is sent, the server says what is wrong or hangs up, tells nothing to
//! whoever has no token, and goes on.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;

use super::Served;
use super::support::home::Home;

const TOKEN: &str = "0123456789abcdef-of-a-test";
const QUERY: &str = "get_information(relation='directed_by', head_entity='Chicago')";

const THREADS: usize = 8;

/// A request that was cut short is waited for by the server, and that is not waited for here.
const PATIENCE: Duration = Duration::from_millis(500);

/// Pieces that mean something to one of the layers that a request goes through.
const PIECES: &[&str] = &[
    "\r\n",
    "\r\n\r\n",
    "\0",
    "%00",
    "..%2f",
    "/../",
    "\u{202e}",
    "💥",
    "\"",
    "\\u0000",
    "{",
    "[[[[[[[[",
    "}",
    "null",
    "-1",
    "1e999",
    "99999999999999999999",
    "Host: evil.example\r\n",
    "Host: \r\n",
    "Origin: http://evil.example\r\n",
    "Content-Length: 5\r\n",
    "Content-Length: 18446744073709551616\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Expect: 100-continue\r\n",
    "Upgrade: websocket\r\n",
    "Authorization: Bearer \r\n",
    "Authorization: Bearer x\r\n",
    "Accept: text/event-stream\r\n",
    "Content-Type: application/json; charset=utf-16\r\n",
    "HTTP/9.9",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "output_of_query1",
    "get_information(",
    "search_node(",
    "'",
    "((((((((((((((((",
    "between('",
    "\"limit\":-1,",
    "\"trace\":[],",
    "\"paths\":[\"/etc/passwd\"],",
];

/// A small generator of numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % (end.max(1) as u64)).unwrap()
    }
}

/// A request, changed in up to four places.
fn changed(request: &str, numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = request.as_bytes().to_vec();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(bytes.len());
        match numbers.below(5) {
            0 => bytes[at] = u8::try_from(numbers.below(256)).unwrap(),
            1 => drop(bytes.drain(at..(at + 1 + numbers.below(20)).min(bytes.len()))),
            2 => {
                let copy = bytes[at..(at + 1 + numbers.below(60)).min(bytes.len())].to_vec();
                bytes.splice(at..at, copy);
            }
            _ => drop(bytes.splice(at..at, PIECES[numbers.below(PIECES.len())].bytes())),
        }
        if bytes.is_empty() {
            bytes.push(b'\n');
        }
    }
    bytes
}

/// Requests of every route, with this line for the token, or none.
fn requests(served: &Served, token: &str) -> Vec<String> {
    let trace = json!({ "trace": { "version": 1, "query": QUERY } });
    let posts = [
        ("/v1/ask", json!({ "question": "Who directed Chicago?", "trace": true })),
        ("/v1/query", json!({ "query": QUERY, "limit": 3 })),
        ("/v1/queries", json!({ "queries": [QUERY, "count("] })),
        ("/v1/trace", trace),
        ("/v1/load", json!({ "paths": ["medals.csv"], "name": "x" })),
        ("/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} })),
    ];
    let head = format!("Host: {}\r\nConnection: close\r\n{token}", served.address);
    let mut all: Vec<String> = posts
        .iter()
        .map(|(path, body)| {
            let body = body.to_string();
            let length = body.len();
            format!(
                "POST {path} HTTP/1.1\r\n{head}Content-Type: application/json\r\nAccept: application/json, \
                 text/event-stream\r\nContent-Length: {length}\r\n\r\n{body}"
            )
        })
        .collect();
    for path in ["/", "/health", "/metrics", "/openapi.json", "/v1/sources", "/v1/sources/medals"] {
        all.push(format!("GET {path} HTTP/1.1\r\n{head}\r\n"));
    }
    all
}

/// `TRUSTUQA_REQUESTS=100000` sends that many.
#[test]
fn changed_requests_are_refused_and_learn_nothing() {
    let wanted: usize = std::env::var("TRUSTUQA_REQUESTS").map_or(600, |count| count.parse().unwrap());
    let home = Home::with_demo();
    let served = Served::start(&home, &[], &[("TRUSTUQA_TOKEN", TOKEN)]);
    let folder = home.data().to_str().unwrap().to_owned();
    let known = format!("Authorization: Bearer {TOKEN}\r\n");
    let (stranger, friend) = (requests(&served, ""), requests(&served, &known));
    let refused = AtomicUsize::new(0);
    let one = |request: &[u8], let_in: bool| {
        let reply = served.raw_within(request, PATIENCE);
        let shown = String::from_utf8_lossy(request).into_owned();
        assert!(reply.status < 500, "{shown}\n{reply:#?}");
        refused.fetch_add(usize::from(reply.status == 0 || reply.status >= 400), Ordering::Relaxed);
        let told = format!("{}{}", reply.head, reply.body);
        assert!(!told.contains(TOKEN) && !told.contains(&folder), "{shown}\n{reply:#?}");
        for value in ["Rob Marshall", "Great Britain", "\"medals\""] {
            assert!(let_in || !told.contains(value), "{shown}\n{reply:#?}");
        }
    };
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (one, stranger, friend) = (&one, &stranger, &friend);
            scope.spawn(move || {
                let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15 + thread as u64);
                for number in 0..wanted.div_ceil(THREADS) {
                    let let_in = number % 2 == 1;
                    let seeds = if let_in { friend } else { stranger };
                    one(&changed(&seeds[numbers.below(seeds.len())], &mut numbers), let_in);
                }
            });
        }
    });
    println!("{wanted} changed requests, {} refused or cut short", refused.into_inner());
    assert_eq!(served.get("/health").status, 200);
    let whole = served.raw(&friend[1]);
    assert!(whole.status == 200 && whole.body.contains("Rob Marshall"), "{whole:#?}");
}
