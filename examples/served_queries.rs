//! Queries a second through HTTP beside the same in this process: the recorded MetaQA
//! completions over that set's graph of films, every one answered with its table.
//!
//!     cargo build --release && cargo run --release --example served_queries -- target/release/trustuqa DATA
//!
//! DATA is a folder with `metaqa/kb.txt` and `metaqa/recorded.jsonl`. Both sides have two threads;
//! over HTTP these are the clients, and the server's threads share the processor with them. The
//! answers of both are compared.
#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on ends")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};
use trustuqa::sharing::{Shared, requests};
use trustuqa::{Flags, LoadRequest, Locations, Settings};
use trustuqa_engine::trace::Trace;

const THREADS: usize = 2;
/// Queries of a request.
const BATCH: usize = 200;
const PASSES: usize = 3;

fn settings(folder: &Path) -> Settings {
    let flags =
        Flags { data_dir: Some(folder.to_owned()), encoder: Some("off".to_owned()), ..Flags::default() };
    let here = Some(folder.to_owned());
    let locations = Locations { config_dir: here.clone(), data_dir: here.clone(), cache_dir: here };
    Settings::resolve(&flags, &|_| None, &locations).unwrap()
}

fn graph(folder: &Path, data: &Path) -> Shared {
    let shared = Shared::open(settings(folder), true).unwrap();
    let paths = vec![data.join("metaqa/kb.txt")];
    shared.ask(requests::LoadFiles { request: LoadRequest { paths, ..LoadRequest::default() } }).unwrap();
    shared
}

/// Runs `part` over the queries on every thread; the answers in order.
fn spread<'q>(
    queries: &'q [String],
    part: impl Fn(&'q [String]) -> Vec<Vec<String>> + Sync,
) -> (f64, Vec<Vec<String>>) {
    let started = Instant::now();
    let share = queries.len().div_ceil(THREADS);
    let answers = std::thread::scope(|scope| {
        let part = &part;
        let threads: Vec<_> = queries.chunks(share).map(|own| scope.spawn(move || part(own))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    (queries.len() as f64 / started.elapsed().as_secs_f64(), answers)
}

fn in_process(shared: &Shared, queries: &[String], batch: usize) -> Vec<Vec<String>> {
    let run = |part: &[String]| {
        shared.ask(requests::RunQueries { texts: part.to_vec(), sources: Vec::new() }).unwrap()
    };
    let values = |trace: Trace| trace.answers().iter().map(ToString::to_string).collect();
    queries.chunks(batch).flat_map(run).map(|outcome| outcome.map(values).unwrap_or_default()).collect()
}

fn over_http(address: &str, queries: &[String], batch: usize) -> Vec<Vec<String>> {
    let mut stream = BufReader::new(TcpStream::connect(address).unwrap());
    stream.get_ref().set_nodelay(true).unwrap();
    let mut answers = Vec::with_capacity(queries.len());
    for part in queries.chunks(batch) {
        let body = json!({"queries": part, "limit": 100_000}).to_string();
        let head = format!(
            "POST /v1/queries HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.get_mut().write_all((head + &body).as_bytes()).unwrap();
        let outcomes: Vec<Value> = serde_json::from_slice(&reply(&mut stream)).unwrap();
        answers.extend(outcomes.iter().map(|outcome| {
            let values = outcome["answer"]["answers"].as_array();
            values.into_iter().flatten().map(|value| value.as_str().unwrap().to_owned()).collect()
        }));
    }
    answers
}

/// The body of a reply, which must be a good one.
fn reply(stream: &mut BufReader<TcpStream>) -> Vec<u8> {
    let (mut length, mut status) = (0, String::new());
    stream.read_line(&mut status).unwrap();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        if line == "\r\n" {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    assert!(status.contains(" 200 "), "{status}{}", String::from_utf8_lossy(&body));
    body
}

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(program), Some(data)) = (args.next(), args.next()) else {
        println!("usage: served_queries PROGRAM DATA");
        return;
    };
    let data = Path::new(&data);
    let read = std::fs::read_to_string(data.join("metaqa/recorded.jsonl")).unwrap();
    let completion =
        |line: &str| serde_json::from_str::<Value>(line).unwrap()["completion"].as_str().map(str::to_owned);
    let queries: Vec<String> = read.lines().filter_map(completion).collect();

    let (own, served) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let here = graph(own.path(), data);
    drop(graph(served.path(), data));
    let mut command = Command::new(program);
    command.arg("--data-dir").arg(served.path()).args(["--encoder", "off", "serve", "--http", "127.0.0.1:0"]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("http://") {
        assert!(said.read_line(&mut line).unwrap() > 0, "the program did not serve: {line}");
    }
    let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();

    println!("{} queries, {THREADS} threads, best of {PASSES} passes in turns", queries.len());
    for batch in [BATCH, 1] {
        let (mut process, mut http) = (0.0_f64, 0.0_f64);
        for _ in 0..PASSES {
            let (rate, wanted) = spread(&queries, |part| in_process(&here, part, batch));
            process = process.max(rate);
            let (rate, found) = spread(&queries, |part| over_http(&address, part, batch));
            http = http.max(rate);
            assert!(found == wanted, "the answers differ");
        }
        println!(
            "  {batch:3} in a request: {process:6.0} a second in this process, {http:6.0} over HTTP, {:3.0} %",
            100.0 * http / process
        );
    }
    let _ = child.kill();
    let _ = child.wait();
}
