//! Commands that look after a graph: verifying it, copying it, giving space back.

use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use trustuqa_storage::Checked;

use super::print;
use crate::config::Settings;
use crate::session::SessionError;
use crate::sharing::Shared;
use crate::sharing::requests::{self, CheckReport, Pages};

/// How often the elapsed time is redrawn.
const TICK: Duration = Duration::from_millis(200);
/// Problems that are printed one by one.
const PRINTED: usize = 20;

/// Shows on a terminal what is being done, and how long it has taken so far.
fn while_waiting<T>(what: &'static str, work: impl FnOnce() -> T) -> T {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message(what);
    bar.enable_steady_tick(TICK);
    let result = work();
    bar.finish_and_clear();
    result
}

/// `trustuqa check`
pub fn check(settings: Settings, tables: bool) -> Result<u8, SessionError> {
    let place = settings.graph_shown();
    let shared = Shared::open(settings, false)?;
    let CheckReport { pages, checked } =
        while_waiting("reading the whole graph", || shared.ask(requests::Check))?;
    let mut problems = Vec::new();
    match pages {
        Pages::Right => print::line("pages: every checksum is right"),
        Pages::PutInOrder => print::line("pages: the last program was cut short; the file was put in order"),
        Pages::OfServer => print::line("pages: the database server looks after them"),
        Pages::InUse => print::line("pages: not looked at, because other work on the graph did not pause"),
        Pages::Wrong(why) => problems.push(format!("pages: {why}")),
    }
    let Checked { sources, facts, names, tables: sizes, problems: found } = checked;
    problems.extend(found);
    print::line(&format!("read: {sources} sources, {facts} facts, {names} names, and every index of them"));
    if tables {
        print::line(&format!("{:18} {:>12} {:>12} {:>12}", "table", "rows", "bytes", "overhead"));
        for table in sizes {
            let (name, rows) = (table.name, table.rows);
            print::line(&format!("{name:18} {rows:>12} {:>12} {:>12}", table.stored, table.overhead));
        }
    }
    if problems.is_empty() {
        print::line(&format!("{place} is sound"));
        return Ok(0);
    }
    for problem in problems.iter().take(PRINTED) {
        print::line(&format!("wrong: {problem}"));
    }
    if problems.len() > PRINTED {
        print::line(&format!("... and {} more", problems.len() - PRINTED));
    }
    let count = match problems.len() {
        1 => "1 problem".to_owned(),
        more => format!("{more} problems"),
    };
    Err(SessionError::environment(
        format!("the graph at {place} is damaged: {count}"),
        "restore it from a backup, or load the sources again into a new graph with --graph NAME",
    ))
}

/// `trustuqa backup`
pub fn backup(settings: Settings, file: &Path) -> Result<u8, SessionError> {
    let shared = Shared::open(settings, false)?;
    let backup = requests::Backup { file: file.to_owned(), or_there: false };
    let size = while_waiting("copying the graph", || shared.ask(backup))?;
    print::line(&format!("wrote {} ({})", file.display(), print::megabytes(size)));
    print::note("to use it, put it into a folder of its own as graph.redb, under the folder of your graphs");
    Ok(0)
}

/// `trustuqa compact`
pub fn compact(settings: Settings) -> Result<u8, SessionError> {
    let place = settings.graph_shown();
    let shared = Shared::open(settings, false)?;
    let (before, after) = while_waiting("writing the graph anew", || shared.ask(requests::Compact))?;
    let (before, after) = (print::megabytes(before), print::megabytes(after));
    print::line(&match before == after {
        true => format!("{place} has no space to give back ({after})"),
        false => format!("{place}: {before} before, {after} now"),
    });
    Ok(0)
}

/// `trustuqa cluster init`
#[cfg(feature = "postgres")]
pub fn cluster_init(settings: &Settings) -> Result<u8, SessionError> {
    use crate::config::GraphChoice;

    let GraphChoice::Server(address) = &settings.graph.value else {
        return Err(SessionError::usage(
            "a graph in a folder is on this machine alone",
            "name the coordinator of a cluster: --graph postgres://USER@HOST/DATABASE",
        ));
    };
    let graph = trustuqa_postgres::PostgresGraph::open(&address.parse()?, true)?;
    let place = settings.graph_shown();
    print::line(&match graph.distribute()? {
        0 => format!("{place}: its tables are spread already"),
        tables => format!("{place}: {tables} tables are spread over the workers"),
    });
    Ok(0)
}
