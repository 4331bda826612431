//! `trustuqa generate`: made-up sources as files, for trying the program at scale.

use indicatif::{ProgressBar, ProgressStyle};
use trustuqa_synthetic::{Counts, GenerateError, GraphShape, write};

use super::args::GenerateArgs;
use super::print;
use crate::session::SessionError;

/// Writes the files and says what is in them.
pub fn run(command: &GenerateArgs) -> Result<u8, SessionError> {
    let GenerateArgs { triples, seed, tables, kg, tkg, rows, .. } = *command;
    if tables + kg + tkg == 0 {
        return Err(SessionError::usage(
            "--tables, --kg and --tkg are all 0, so there is nothing to generate",
            "set at least one of --tables, --kg and --tkg above 0",
        ));
    }
    let shape = GraphShape { triples, seed, tables, kg, tkg, rows };
    let bar = ProgressBar::new(triples);
    let template = "writing {bar:24} {human_pos}/{human_len} condition triples {msg} {eta}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    let written = write(&command.folder, &shape, |counts| {
        bar.set_position(counts.triples.min(triples));
        bar.set_message(print::megabytes(counts.bytes));
    });
    bar.finish_and_clear();
    let counts = written.map_err(|error| match error {
        GenerateError::NotEmpty(_) => {
            SessionError::usage(error.to_string(), "name a new folder, or empty this one first")
        }
        GenerateError::Io { .. } => SessionError::environment(
            error.to_string(),
            "check the path, its permissions and the free space of the disk",
        ),
    })?;
    let folder = command.folder.display();
    print::line(&format!("wrote {}: {}", folder, summary(&counts)));
    print::note(&format!("load it with `trustuqa load {folder} --graph NAME`"));
    Ok(0)
}

/// "20018 condition triples, 8512 facts, 30 tables, 1 KG, 1 TKG, 0.6 MB"
fn summary(counts: &Counts) -> String {
    let number = |n: u64, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    format!(
        "{}, {}, {}, {}, {}, {}",
        number(counts.triples, "condition triple"),
        number(counts.facts, "fact"),
        number(counts.tables, "table"),
        number(counts.kgs, "KG"),
        number(counts.tkgs, "TKG"),
        print::megabytes(counts.bytes)
    )
}
