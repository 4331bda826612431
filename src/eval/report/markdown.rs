//! The report as text.

use std::fmt::Write as _;

use super::rows::{Measured, ReportTable, queries};
use crate::eval::run::{DemonstrationChoice, SourceKnowledge};
use crate::eval::summary::{Percentiles, RunSummary};
use crate::writer::QueryLayer;

/// The report over these tables and runs.
pub fn report(tables: &[ReportTable], runs: &[RunSummary]) -> String {
    let mut out = String::from(
        "# The paper's figures beside those measured here\n\n\
         Left is what TrustUQA's authors printed (arXiv 2406.18916, GPT-3.5 unless said otherwise), \
         right what `trustuqa eval` measured, in per cent, with the number of questions and the \
         writer of the queries. The questions measured here are parts of the official sets and \
         some graphs are partial, so that the figures of a row are not of the same questions. \
         *Gold queries* are the annotation's own: they say what language and executor allow.\n",
    );
    for table in tables {
        let _ = write!(out, "\n## {}\n\n", table.title);
        if !table.remark.is_empty() {
            let _ = write!(out, "{}\n\n", table.remark);
        }
        out.push_str("| row | of | paper | measured |\n|---|---|---:|---|\n");
        for row in &table.rows {
            let measured = match (&row.command, row.measured.is_empty()) {
                (None, _) => String::new(),
                (Some(command), true) => format!("not run: `{command}`"),
                (Some(_), false) => row.measured.iter().map(cell).collect::<Vec<_>>().join("; "),
            };
            let _ = writeln!(out, "| {} | {} | {} | {} |", row.row, row.column, row.paper, clean(&measured));
        }
    }
    times(&mut out, runs);
    all_runs(&mut out, runs);
    curves(&mut out, runs);
    out
}

fn cell(measured: &Measured) -> String {
    format!("**{:.1}** ({}, {} questions)", measured.percent, measured.queries, measured.questions)
}

/// Figure 2(e) of the paper.
fn times(out: &mut String, runs: &[RunSummary]) {
    out.push_str(
        "\n## Figure 2(e): time of each stage\n\n\
         The paper's figure shows that writing the query takes more than 80 % of the time of a \
         question on MetaQA. Seconds, median / 95th percentile:\n\n\
         | run | retrieve | write | translate | execute |\n|---|---:|---:|---:|---:|\n",
    );
    for run in runs {
        let times = &run.seconds;
        let cells = [times.retrieve, times.write, times.translate, times.execute].map(time);
        let _ = writeln!(out, "| {} | {} |", clean(&name(run)), cells.join(" | "));
    }
}

fn time(time: Option<Percentiles>) -> String {
    time.map_or_else(String::new, |time| format!("{:.6} / {:.6}", time.p50, time.p95))
}

fn all_runs(out: &mut String, runs: &[RunSummary]) {
    out.push_str(
        "\n## Runs\n\n| run | questions | denotation | Hits@1 | F1 | exact set | parsed | errors |\n\
         |---|---:|---:|---:|---:|---:|---:|---|\n",
    );
    let percent =
        |share: Option<f64>| share.map_or_else(String::new, |share| format!("{:.1}", 100.0 * share));
    for run in runs {
        let scores = &run.scores;
        let errors: Vec<String> =
            run.errors.iter().filter(|(_, n)| **n > 0).map(|(cause, n)| format!("{cause} {n}")).collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            clean(&name(run)),
            scores.questions,
            percent(scores.denotation_accuracy),
            percent(scores.hits_at_1),
            percent(scores.set_f1),
            percent(scores.exact_set),
            percent(run.parsed),
            errors.join(", ")
        );
    }
}

/// How many answers are right when only the likeliest are given, a plot for each run.
fn curves(out: &mut String, runs: &[RunSummary]) {
    let mut plotted = runs.iter().filter(|run| !run.risk_coverage.is_empty()).peekable();
    if plotted.peek().is_none() {
        return;
    }
    out.push_str("\n## Right among the answers with the highest probability\n");
    for run in plotted {
        let _ = writeln!(out, "\n{}\n\n```text", clean(&name(run)));
        for point in &run.risk_coverage {
            let bar = "█".repeat((point.precision * 50.0).round() as usize);
            let (coverage, precision) = (100.0 * point.coverage, 100.0 * point.precision);
            let _ = writeln!(out, "{coverage:>5.0} % {bar:<50} {precision:.1} %");
        }
        out.push_str("```\n");
        if let (Some(certain), Some(precision)) = (run.certain, run.certain_precision) {
            let (certain, precision) = (100.0 * certain, 100.0 * precision);
            let _ = writeln!(out, "\nCalled certain: {certain:.1} %, right among these: {precision:.1} %.");
        }
    }
}

/// A run in a few words.
fn name(run: &RunSummary) -> String {
    let settings = &run.settings;
    let mut words = vec![settings.set.clone(), queries(run)];
    let flags = [
        (settings.source == SourceKnowledge::Unknown, "source unknown"),
        (settings.gold_hints, "gold hints"),
        (settings.demonstrations == DemonstrationChoice::Static, "static demonstrations"),
        (settings.layer == QueryLayer::Execution, "one layer"),
        (!settings.encoder, "no encoder"),
    ];
    words.extend(flags.iter().filter(|(on, _)| *on).map(|(_, word)| (*word).to_owned()));
    if let Some(limit) = settings.limit {
        words.push(format!("{limit} drawn with seed {}", settings.seed));
    }
    words.join(", ")
}

/// A cell of a table cannot hold its separator.
fn clean(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
