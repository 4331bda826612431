//! What it costs to ask another program: a query in this process, over the socket in the
//! graph's folder, and over HTTP; and many clients at a time while loads go on. These ask the
//! bundled questions and run their queries; every answer is compared with that of this process.
//!
//!     cargo build && cargo run --example many_clients -- target/debug/trustuqa 60
//!
//! The first argument is the program that serves, the second the seconds of the second part.
#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on ends")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use trustuqa::sharing::{Shared, requests};
use trustuqa::{Flags, LoadRequest, Locations, Settings};
use trustuqa_engine::trace::Trace;

const CLIENTS: usize = 64;
const QUERY: &str = "get_information(relation='directed_by', head_entity='Chicago')";
const ANSWER: &str = "Rob Marshall";
/// Queries of a measurement, and how many before it.
const MEASURED: usize = 4_000;
const WARM: usize = 400;

fn settings(folder: &Path) -> Settings {
    let flags =
        Flags { data_dir: Some(folder.to_owned()), encoder: Some("off".to_owned()), ..Flags::default() };
    let here = Some(folder.to_owned());
    let locations = Locations { config_dir: here.clone(), data_dir: here.clone(), cache_dir: here };
    Settings::resolve(&flags, &|_| None, &locations).unwrap()
}

/// A graph with the bundled data.
fn graph(folder: &Path) -> Shared {
    let shared = Shared::open(settings(folder), true).unwrap();
    let paths = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/demo")];
    shared.ask(requests::LoadFiles { request: LoadRequest { paths, ..LoadRequest::default() } }).unwrap();
    shared
}

/// The program that serves a graph, and where.
struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(program: &str, folder: &Path) -> Server {
        let mut command = Command::new(program);
        command.arg("--data-dir").arg(folder).args(["--encoder", "off", "serve", "--http", "127.0.0.1:0"]);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut said = BufReader::new(child.stderr.take().unwrap());
        while !line.contains("http://") {
            assert!(said.read_line(&mut line).unwrap() > 0, "{program} did not serve: {line}");
        }
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        Server { child, address }
    }

    /// Its memory in megabytes.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS"));
        line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0) / 1024
    }
}

/// What a client asks.
enum Asking {
    Question(String),
    Query(String),
}

/// The bundled questions, and the queries that come with them.
fn bundled() -> Vec<Asking> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/demo/questions.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let own = |line: &Value, key: &str| line[key].as_str().unwrap().to_owned();
    lines
        .flat_map(|line| [Asking::Question(own(&line, "question")), Asking::Query(own(&line, "query"))])
        .collect()
}

impl Asking {
    fn of(&self, shared: &Shared) -> Option<Vec<String>> {
        let trace = match self {
            Asking::Question(question) => {
                shared.ask(requests::Ask { question: question.clone() }).map(|answered| answered.trace)
            }
            Asking::Query(text) => shared.ask(requests::RunQuery { text: text.clone(), sources: Vec::new() }),
        };
        trace.ok().map(|trace| values(&trace))
    }

    fn over(&self, http: &mut Http) -> Option<Vec<String>> {
        let (path, body) = match self {
            Asking::Question(question) => ("ask", json!({ "question": question })),
            Asking::Query(query) => ("query", json!({ "query": query })),
        };
        let reply: Value = serde_json::from_slice(&http.send(&http.request(path, &body))?).ok()?;
        let values = reply["answers"].as_array()?;
        values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
    }
}

fn values(trace: &Trace) -> Vec<String> {
    trace.answers().iter().map(ToString::to_string).collect()
}

/// A connection over HTTP that is kept.
struct Http {
    stream: BufReader<TcpStream>,
    address: String,
}

impl Http {
    fn to(address: &str) -> Http {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Http { stream: BufReader::new(stream), address: address.to_owned() }
    }

    fn request(&self, path: &str, body: &Value) -> String {
        let (address, body) = (&self.address, body.to_string());
        format!(
            "POST /v1/{path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    }

    /// The body of the reply, unless the request is refused.
    fn send(&mut self, request: &str) -> Option<Vec<u8>> {
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let (mut length, mut status) = (0, String::new());
        self.stream.read_line(&mut status).unwrap();
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).unwrap();
            if line == "\r\n" {
                break;
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        status.contains(" 200 ").then_some(body)
    }
}

fn asked(shared: &Shared) -> bool {
    let query = requests::RunQuery { text: QUERY.to_owned(), sources: Vec::new() };
    shared.ask(query).is_ok_and(|trace| trace.answers() == [ANSWER])
}

/// The median and the time that one in twenty exceeds, in microseconds.
fn measured(mut query: impl FnMut() -> bool) -> (f64, f64) {
    let mut times: Vec<Duration> = (0..WARM + MEASURED)
        .map(|_| {
            let started = Instant::now();
            assert!(query(), "a wrong answer");
            started.elapsed()
        })
        .skip(WARM)
        .collect();
    times.sort_unstable();
    let at = |part: f64| times[(times.len() as f64 * part) as usize].as_secs_f64() * 1e6;
    (at(0.5), at(0.95))
}

fn alone(here: &Shared, there: &Shared, address: &str) {
    let mut http = Http::to(address);
    let request = http.request("query", &json!({ "query": QUERY, "trace": true }));
    let mut over_http = || {
        let reply = http.send(&request).map(|body| String::from_utf8(body).unwrap());
        reply.is_some_and(|reply| reply.contains(ANSWER))
    };
    let in_process = measured(|| asked(here));
    let over_socket = measured(|| asked(there));
    let over_http = measured(&mut over_http);
    println!("one query at a time, {MEASURED} times: the same query with its whole trace");
    for (name, (p50, p95)) in
        [("in this process", in_process), ("over the socket", over_socket), ("over HTTP", over_http)]
    {
        println!(
            "  {name:16} p50 {p50:7.1} µs  p95 {p95:7.1} µs  beyond in-process {:7.1} µs",
            p50 - in_process.0
        );
    }
}

/// A table that is loaded again and again, with other cells each time.
fn table(folder: &Path, round: u64) -> PathBuf {
    let file = folder.join("changing.csv");
    let mut text = String::from("Serial,Maker,Weight\n");
    (0..2_000).for_each(|row| text.push_str(&format!("S-{row},Maker {},{} kg\n", row % 97, row + round)));
    std::fs::write(&file, text).unwrap();
    file
}

/// Loads the changing table as it is in some round.
fn load(shared: &Shared, folder: &Path, round: u64) -> bool {
    let request = LoadRequest { paths: vec![table(folder, round)], ..LoadRequest::default() };
    shared.ask(requests::LoadFiles { request }).is_ok_and(|report| report.loaded[0].source.rows == 2_000)
}

fn together(here: &Shared, own: &Path, server: &Server, folder: &Path, seconds: u64) {
    // Both have the changing table from the start, so that they list the same sources.
    let there = Shared::open(settings(folder), false).unwrap();
    assert!(load(here, own, 0) && load(&there, folder, 0));
    let asked: Vec<(Asking, Vec<String>)> = bundled()
        .into_iter()
        .map(|asking| {
            let answers = asking.of(here).unwrap();
            (asking, answers)
        })
        .collect();
    let asked = asked.as_slice();

    let (right, wrong, loads, done) =
        (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let ended = || done.load(Ordering::Relaxed);
    let count = |is_right: bool| {
        (if is_right { &right } else { &wrong }).fetch_add(1, Ordering::Relaxed);
    };
    println!(
        "{CLIENTS} clients for {seconds} s, half over the socket and half over HTTP, each asks {} questions \
         and queries in turn, loads going on",
        asked.len()
    );
    std::thread::scope(|scope| {
        for number in 0..CLIENTS {
            let (ended, count) = (&ended, &count);
            // Each begins somewhere else.
            let mut turn = asked.iter().cycle().skip(number);
            scope.spawn(move || {
                if number % 2 == 0 {
                    let shared = Shared::open(settings(folder), false).unwrap();
                    while let Some((asking, answers)) = turn.next().filter(|_| !ended()) {
                        count(asking.of(&shared).as_ref() == Some(answers));
                    }
                } else {
                    let mut http = Http::to(&server.address);
                    while let Some((asking, answers)) = turn.next().filter(|_| !ended()) {
                        count(asking.over(&mut http).as_ref() == Some(answers));
                    }
                }
            });
        }
        scope.spawn(|| {
            for round in 1.. {
                count(load(&there, folder, round));
                loads.fetch_add(1, Ordering::Relaxed);
                if ended() {
                    return;
                }
            }
        });
        let started = Instant::now();
        for part in 1..=6 {
            let until = Duration::from_secs(seconds) * part / 6;
            std::thread::sleep(until.saturating_sub(started.elapsed()));
            println!(
                "  {:3} s: {} right, {} wrong, {} loads, {} MB",
                started.elapsed().as_secs(),
                right.load(Ordering::Relaxed),
                wrong.load(Ordering::Relaxed),
                loads.load(Ordering::Relaxed),
                server.memory()
            );
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(wrong.into_inner(), 0);
}

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(program) = args.next() else {
        println!("usage: many_clients PROGRAM [SECONDS]");
        return;
    };
    let seconds = args.next().and_then(|seconds| seconds.parse().ok()).unwrap_or(60);
    let (own, served) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let here = graph(own.path());
    drop(graph(served.path()));
    let server = Server::start(&program, served.path());
    let there = Shared::open(settings(served.path()), false).unwrap();
    assert!(here.here().is_some() && there.here().is_none());
    alone(&here, &there, &server.address);
    together(&here, own.path(), &server, served.path(), seconds);
}
