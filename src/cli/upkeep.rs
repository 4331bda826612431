//! Commands that look after a graph: verifying it, copying it, giving space back.

use std::path::Path;

use trustuqa_storage::{Checked, Graph};

use super::print;
use crate::config::Settings;
use crate::session::{Session, SessionError};

/// Problems that are printed one by one.
const PRINTED: usize = 20;

/// `trustuqa check`
pub fn check(settings: Settings, tables: bool) -> Result<u8, SessionError> {
    let folder = settings.graph_dir();
    let session = Session::open(settings, false)?;
    let graph = session.graph();
    let mut problems = Vec::new();
    // The pages first: what is read from a damaged page says nothing about the graph.
    match graph.check_pages() {
        Ok(true) => print::line("pages: every checksum is right"),
        Ok(false) => print::line("pages: the last program was cut short; the file was put in order"),
        Err(error) => problems.push(format!("pages: {error}")),
    }
    let Checked { sources, facts, names, tables: sizes, problems: found } = graph.check()?;
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
        print::line(&format!("{} is sound", folder.display()));
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
        format!("the graph at {} is damaged: {count}", folder.display()),
        "restore it from a backup, or load the sources again into a new graph with --graph NAME",
    ))
}

/// `trustuqa backup`
pub fn backup(settings: Settings, file: &Path) -> Result<u8, SessionError> {
    let session = Session::open(settings, false)?;
    session.graph().backup(file)?;
    let size = std::fs::metadata(file).map_or(0, |data| data.len());
    print::line(&format!("wrote {} ({})", file.display(), print::megabytes(size)));
    print::note("to use it, put it into a folder of its own as graph.redb, under the folder of your graphs");
    Ok(0)
}

/// `trustuqa compact`
pub fn compact(settings: Settings) -> Result<u8, SessionError> {
    let folder = settings.graph_dir();
    let session = Session::open(settings, false)?;
    let before = Graph::file_size(&folder);
    session.graph().compact()?;
    let after = Graph::file_size(&folder);
    let (before, after) = (print::megabytes(before), print::megabytes(after));
    print::line(&match before == after {
        true => format!("{} has no space to give back ({after})", folder.display()),
        false => format!("{}: {before} before, {after} now", folder.display()),
    });
    Ok(0)
}
