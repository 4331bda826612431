//! `trustuqa doctor`: looks at what the program needs and says what is missing. Its output is made
//! to be pasted into a report: it has no name of a source, no value, no key and no address.

use std::io::IsTerminal;
use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::print;
use crate::config::{Settings, WriterChoice, is_here};
use crate::encoder;
use crate::session::{SessionError, has_graph, model_dir};
use crate::sharing::{Shared, requests};
use crate::version;

/// How long a model's server may take to accept a connection.
const PATIENCE: Duration = Duration::from_secs(3);

/// Free space below which a load is likely to fail.
const LITTLE_SPACE: u64 = 1_000_000_000;

/// How a part of the machine was found to be.
enum Health {
    /// It works.
    Good(String),
    /// Something optional is absent; what to do about it.
    Absent(String, &'static str),
    /// It does not work; what to do about it.
    Bad(String, String),
}
use Health::{Absent, Bad, Good};

/// Checks everything; exit code 3 when something does not work.
pub fn run(settings: &Settings) -> Result<u8, SessionError> {
    print::line(&format!("trustuqa {}", version::LONG.replace('\n', ", ")));
    let parts = [
        ("machine", machine()),
        ("terminal", terminal()),
        ("clipboard", clipboard()),
        ("settings", settings_file(settings)),
        ("data folder", data_folder(&settings.data_dir.value)),
        ("graph", graph(settings)),
        ("encoder", encoder(settings)),
        ("writer", writer(settings)),
    ];
    let mut code = 0;
    for (name, health) in parts {
        match health {
            Good(text) => print::line(&format!("ok    {name}: {text}")),
            Absent(text, advice) => print::line(&format!("-     {name}: {text} ({advice})")),
            Bad(text, advice) => {
                code = 3;
                print::line(&format!("FAIL  {name}: {text}\n      {advice}"));
            }
        }
    }
    Ok(code)
}

fn machine() -> Health {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let memory = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemAvailable"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    let memory = memory.map_or(String::new(), |kb| format!(", {} of memory free", gigabytes(kb * 1024)));
    Good(format!("{}, {cores} cores{memory}", std::env::consts::OS))
}

fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

fn terminal() -> Health {
    let kind = variable("TERM");
    if !std::io::stdout().is_terminal() {
        return Absent("the output is not a terminal".to_owned(), "the chat needs one; commands do not");
    }
    if kind.is_empty() || kind == "dumb" {
        return Bad(format!("TERM is `{kind}`"), "use another terminal, or set TERM".to_owned());
    }
    let Ok((width, height)) = crossterm::terminal::size() else {
        return Bad(format!("{kind}, whose size is not known"), "use another terminal".to_owned());
    };
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable).into_iter().find(|value| !value.is_empty());
    let locale = locale.unwrap_or_default();
    if cfg!(unix) && !locale.to_lowercase().replace('-', "").contains("utf8") {
        return Bad(
            format!("{kind}, {width} × {height}, with the locale `{locale}`"),
            "choose a UTF-8 locale, such as LANG=C.UTF-8, or lines and accents look wrong".to_owned(),
        );
    }
    let colours = if variable("COLORTERM").is_empty() { "256 colours or fewer" } else { "all colours" };
    Good(format!("{kind}, {width} × {height}, {colours}"))
}

/// The chat copies through the terminal (OSC 52), which a multiplexer may keep back.
fn clipboard() -> Health {
    let through = "through the terminal (OSC 52)";
    if variable("TERM_PROGRAM") == "Apple_Terminal" {
        return Absent(format!("{through}, which this one ignores"), "select with the mouse after F2");
    }
    if !variable("STY").is_empty() {
        return Absent(format!("{through}, which GNU screen blocks"), "select with the mouse after F2");
    }
    if variable("TMUX").is_empty() {
        return Good(through.to_owned());
    }
    let said = Command::new("tmux").args(["show-options", "-gv", "set-clipboard"]).output();
    let value = said.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned()).unwrap_or_default();
    if value == "on" {
        Good(format!("{through} and tmux"))
    } else {
        Absent(
            format!("{through}, which tmux blocks: set-clipboard is `{value}`"),
            "tmux set -g set-clipboard on",
        )
    }
}

fn settings_file(settings: &Settings) -> Health {
    match &settings.config_file {
        // Warnings quote paths and are on the standard error already.
        _ if !settings.warnings.is_empty() => {
            Absent(format!("{} warnings", settings.warnings.len()), "they are printed above")
        }
        Some(file) if file.value.is_file() => Good("a file, which can be read".to_owned()),
        _ => Good("no file, defaults hold".to_owned()),
    }
}

fn data_folder(folder: &Path) -> Health {
    let made = std::fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder).map(drop));
    if let Err(error) = made {
        return Bad(
            format!("it cannot be written: {}", error.kind()),
            "check its permissions, or choose another with --data-dir".to_owned(),
        );
    }
    match free_space(folder) {
        Some(free) if free < LITTLE_SPACE => Bad(
            format!("only {} are free", gigabytes(free)),
            "make space, or choose another with --data-dir".to_owned(),
        ),
        Some(free) => Good(format!("can be written, {} free", gigabytes(free))),
        None => Good("can be written".to_owned()),
    }
}

#[cfg(target_os = "linux")]
fn free_space(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(target_os = "linux"))]
fn free_space(_folder: &Path) -> Option<u64> {
    None
}

/// What an error says, without what it may quote.
fn first_words(error: &SessionError) -> String {
    let text = error.to_string();
    text.split([':', '/', '`']).next().unwrap_or_default().trim().to_owned()
}

fn graph(settings: &Settings) -> Health {
    if has_graph(settings).is_err() {
        return Absent("none yet".to_owned(), "`trustuqa load FILE`, or `trustuqa demo`");
    }
    let opened = Shared::open(settings.clone(), false);
    let found = opened.and_then(|shared| {
        let sources = shared.ask(requests::ListSources)?;
        let (done, all) = shared.ask(requests::CountVectors)?;
        let held = if shared.here().is_some() { "" } else { ", held by another program" };
        let facts: u64 = sources.iter().map(|source| source.facts).sum();
        let size = match settings.graph_dir() {
            Some(folder) => print::megabytes(trustuqa_storage::Graph::file_size(&folder)),
            None => "on a database server".to_owned(),
        };
        Ok(format!(
            "{} sources, {facts} facts, {size}, {done} of {all} names with a vector{held}",
            sources.len()
        ))
    });
    match found {
        Ok(text) => Good(text),
        Err(error) => Bad(
            format!("it cannot be used: {}", first_words(&error)),
            "`trustuqa check` says more; a backup is opened with `--graph PATH`".to_owned(),
        ),
    }
}

fn encoder(settings: &Settings) -> Health {
    let Some(dir) = model_dir(settings) else {
        return Absent("switched off".to_owned(), "`--encoder auto` switches it on");
    };
    let status = encoder::status(&dir);
    if !status.present {
        return Absent(
            "not fetched, names are matched by their letters".to_owned(),
            "`trustuqa encoder fetch`",
        );
    }
    if !status.verified {
        return Bad("its files are damaged".to_owned(), "`trustuqa encoder fetch` replaces them".to_owned());
    }
    match encoder::Encoder::open(&dir).and_then(|encoder| encoder.encode(&["a test"])) {
        Ok(_) => Good(format!("verified, runs on {}", status.device)),
        Err(_) => Bad("it does not run".to_owned(), "`trustuqa encoder status` says more".to_owned()),
    }
}

/// Opens and closes a connection to the model's server; nothing is sent.
fn writer(settings: &Settings) -> Health {
    if settings.writer.value != WriterChoice::Llm {
        return Good(format!("{}, which needs no network", kind_of(&settings.writer.value)));
    }
    if settings.model.value.is_empty() {
        return Bad("llm, but no model is chosen".to_owned(), "choose one with --model".to_owned());
    }
    let url = &settings.base_url.value;
    let place = if is_here(url) { "on this machine" } else { "elsewhere" };
    let key = if settings.api_key.is_some() { "with a key" } else { "without a key" };
    let proxied = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"]
        .iter()
        .any(|name| !variable(name).is_empty());
    if proxied && !is_here(url) {
        return Good(format!("llm, a server elsewhere behind a proxy, which was not tried, {key}"));
    }
    match connects(url) {
        Ok(()) => Good(format!("llm, a server {place} that accepts connections, {key}")),
        Err(error) => Bad(
            format!("llm, but the server {place} refuses connections: {error}"),
            "start it, or check --base-url; `trustuqa config show` has the address".to_owned(),
        ),
    }
}

fn kind_of(writer: &WriterChoice) -> &'static str {
    match writer {
        WriterChoice::Offline => "offline",
        WriterChoice::Llm => "llm",
        WriterChoice::Replay(_) => "replay",
    }
}

fn connects(url: &str) -> Result<(), std::io::ErrorKind> {
    let url = reqwest::Url::parse(url).map_err(|_| std::io::ErrorKind::InvalidInput)?;
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let port = url.port_or_known_default().unwrap_or(443);
    let addresses = (host, port).to_socket_addrs().map_err(|error| error.kind())?;
    let mut last = std::io::ErrorKind::AddrNotAvailable;
    for address in addresses {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(_) => return Ok(()),
            Err(error) => last = error.kind(),
        }
    }
    Err(last)
}
