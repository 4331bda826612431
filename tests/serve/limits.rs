//! Long and slow requests, many at a time, and the end.

use std::io::Write as _;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use super::support::home::Home;
use super::{Served, read_reply};

#[test]
fn long_requests_are_refused_before_they_are_read() {
    let home = Home::with_demo();
    let served = Served::start(&home, &[], &[]);
    let long = json!({ "question": "x".repeat(70_000) });
    served.post("/v1/ask", &long).problem(413);
    // One that says less than it sends is cut where it said; one that never ends is cut, too.
    let head =
        format!("POST /v1/ask HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n", served.address);
    let mut stream = TcpStream::connect(&served.address).unwrap();
    stream
        .write_all(format!("{head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n").as_bytes())
        .unwrap();
    for _ in 0..20 {
        if stream.write_all(format!("2000\r\n{}\r\n", " ".repeat(0x2000)).as_bytes()).is_err() {
            break;
        }
    }
    assert_eq!(read_reply(&mut stream).status, 413);
    let headers = format!("{}X: {}\r\n\r\n", head, "y".repeat(200_000));
    let reply = served.raw(&headers);
    assert!(reply.status == 431 || reply.status == 0, "{reply:#?}");
    assert_eq!(served.get("/health").status, 200);
}

#[test]
fn slow_clients_are_let_go_and_keep_nobody_waiting() {
    let home = Home::with_demo();
    let served = Served::start(&home, &[], &[]);
    let started = Instant::now();
    let slow: Vec<TcpStream> = (0..40)
        .map(|number| {
            let mut stream = TcpStream::connect(&served.address).unwrap();
            let half = match number % 2 {
                0 => format!("GET /health HTTP/1.1\r\nHost: {}\r\nX-Slow", served.address),
                _ => format!(
                    "POST /v1/ask HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 99\r\nConnection: close\r\n\r\n{{",
                    served.address
                ),
            };
            stream.write_all(half.as_bytes()).unwrap();
            stream
        })
        .collect();
    assert_eq!(served.get("/health").status, 200);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    for (number, mut stream) in slow.into_iter().enumerate() {
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let reply = read_reply(&mut stream);
        // Half a head is answered by hanging up.
        assert_eq!(reply.status, if number % 2 == 0 { reply.status.min(408) } else { 408 }, "{reply:#?}");
    }
    assert!(started.elapsed() < Duration::from_secs(25), "{:?}", started.elapsed());
}

#[test]
fn many_at_a_time_have_the_answer_of_one() {
    let home = Home::with_demo();
    let served = Served::start(&home, &[], &[]);
    let question = json!({ "question": "Who directed Chicago?", "trace": true });
    let alone = served.post("/v1/ask", &question).body;
    std::thread::scope(|scope| {
        let asking: Vec<_> = (0..48).map(|_| scope.spawn(|| served.post("/v1/ask", &question))).collect();
        for reply in asking.into_iter().map(|one| one.join().unwrap()) {
            assert_eq!((reply.status, &reply.body), (200, &alone));
        }
    });
}

#[test]
fn it_ends_when_it_is_told_to_and_finishes_what_was_begun() {
    let home = Home::with_demo();
    let mut served = Served::start(&home, &[], &[]);
    let mut idle = TcpStream::connect(&served.address).unwrap();
    idle.write_all(format!("GET /health HTTP/1.1\r\nHost: {}\r\n\r\n", served.address).as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let started = Instant::now();
    let process = served.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &process]).status().unwrap().success());
    let status = served.child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
    assert!(started.elapsed() < Duration::from_secs(6), "{:?}", started.elapsed());
    assert!(!home.graph().join("graph.sock").exists());
    home.ok(&["sources"]);
}
