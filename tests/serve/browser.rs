//! The page in a browser: a headless Chromium that `chromedriver` drives. Skipped where there is
//! none (Debian has both in `chromium-driver`).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::skips::skipped;
use super::support::home::Home;
use super::{Served, injected};

/// By this name a driver tells an element (W3C WebDriver, section 12.1).
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A command for the driver: status and JSON. The driver keeps its connections open, so an answer
/// ends where it says that it does.
fn send(driver: &Served, method: &str, path: &str, value: &Value) -> (u16, Value) {
    let body = if value.is_null() { String::new() } else { value.to_string() };
    let mut stream = TcpStream::connect(&driver.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let (host, length) = (&driver.address, body.len());
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}")
        .unwrap();
    let mut reader = BufReader::new(stream);
    let (mut status, mut length) = (0, 0);
    for at in 0.. {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let line = line.trim_end().to_lowercase();
        match line.strip_prefix("content-length:") {
            Some(bytes) => length = bytes.trim().parse().unwrap(),
            None if at == 0 => status = line.split(' ').nth(1).unwrap_or_default().parse().unwrap(),
            None if line.is_empty() => break,
            None => {}
        }
    }
    let mut answer = vec![0; length];
    reader.read_exact(&mut answer).unwrap();
    (status, serde_json::from_slice(&answer).unwrap())
}

/// A browser with one page.
struct Browser {
    driver: Served,
    session: String,
}

impl Browser {
    /// `None`, said, where there is no driver.
    fn open(address: &str) -> Option<Browser> {
        let driver = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).spawn();
        let Ok(mut child) = driver else {
            skipped("no `chromedriver` to test the page in a browser with (apt-get install chromium-driver)");
            return None;
        };
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        let port: u16 = loop {
            line.clear();
            assert!(said.read_line(&mut line).unwrap() > 0, "the driver ended");
            if let Some((_, rest)) = line.split_once("successfully on port ") {
                break rest.trim().trim_end_matches('.').parse().unwrap();
            }
        };
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        let driver = Served { child, address: format!("127.0.0.1:{port}") };
        // It finds nothing but this machine, whatever it would like to fetch.
        let nowhere = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1";
        let args = ["--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", nowhere];
        let wanted = json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": { "args": args } } } });
        let (_, reply) = send(&driver, "POST", "/session", &wanted);
        let session = reply["value"]["sessionId"].as_str().unwrap_or_else(|| panic!("{reply}")).to_owned();
        let browser = Browser { driver, session };
        browser.tell("url", &json!({ "url": format!("http://{address}/") }));
        Some(browser)
    }

    fn tell(&self, what: &str, value: &Value) -> Value {
        let (status, mut reply) =
            send(&self.driver, "POST", &format!("/session/{}/{what}", self.session), value);
        assert_eq!(status, 200, "{what}: {reply}");
        reply["value"].take()
    }

    /// What a script gives back.
    fn look(&self, script: &str) -> Value {
        self.tell("execute/sync", &json!({ "script": script, "args": [] }))
    }

    fn find(&self, selector: &str) -> String {
        let found = self.tell("element", &json!({ "using": "css selector", "value": selector }));
        format!("element/{}", found[ELEMENT].as_str().unwrap())
    }

    /// Types a question as a person would, and returns the text of its answer.
    fn ask(&self, question: &str) -> String {
        let field = self.find("#question");
        self.tell(&format!("{field}/value"), &json!({ "text": format!("{question}\u{e007}") }));
        let started = Instant::now();
        loop {
            let text = self.look("return document.querySelector('article')?.innerText ?? ''");
            let text = text.as_str().unwrap();
            if text.starts_with(question) && text.contains("How this was computed") {
                return text.to_owned();
            }
            assert!(started.elapsed() < Duration::from_secs(60), "{text}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends the browser; itself it is ended as every server of these tests.
        send(&self.driver, "DELETE", &format!("/session/{}", self.session), &Value::Null);
    }
}

#[test]
fn the_page_answers_a_question_and_opens_its_trace() {
    let home = Home::with_demo();
    let served = Served::start(&home, &[], &[]);
    let Some(browser) = Browser::open(&served.address) else { return };
    let answer = browser.ask("Who directed Chicago?");
    assert!(answer.contains("Rob Marshall"), "{answer}");
    for summary in ["article details > summary", "article details details > summary"] {
        let summary = browser.find(summary);
        browser.tell(&format!("{summary}/click"), &json!({}));
    }
    let opened = browser.look("return document.querySelector('article').innerText");
    let opened = opened.as_str().unwrap();
    assert!(opened.contains("directed_by") && opened.contains("films"), "{opened}");
    // Where the fact was read: file and line.
    let line = browser.look("return [...document.querySelectorAll('td')].at(-1).innerText");
    assert!(line.as_str().unwrap().contains(".tsv:"), "{line}");
}

#[test]
fn markup_of_a_file_is_text_on_the_page() {
    let home = injected::hostile();
    let served = Served::start(&home, &[], &[]);
    let Some(browser) = Browser::open(&served.address) else { return };
    let answer = browser.ask("What is the Note of three?");
    assert!(answer.contains(injected::MARKUP), "{answer}");
    let elements = browser.look("return document.querySelectorAll('main script, main img, main b').length");
    assert_eq!(elements, 0, "{answer}");
    let alert = format!("/session/{}/alert/text", browser.session);
    let (status, alert) = send(&browser.driver, "GET", &alert, &Value::Null);
    assert_eq!(status, 404, "no alert is open: {alert}");
    let loaded = browser.look("return performance.getEntriesByType('resource').map((r) => r.name)");
    for name in loaded.as_array().unwrap() {
        let here = format!("http://{}/", served.address);
        assert!(name.as_str().unwrap().starts_with(&here), "the page loads from elsewhere: {name}");
    }
}
