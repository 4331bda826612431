//! The figures of a run for people.

use std::collections::BTreeMap;

use super::print;
use crate::eval::outcome::Cause;
use crate::eval::run::{DemonstrationChoice, QueriesFrom, RunSettings, SourceKnowledge};
use crate::eval::schema_recall::SchemaRecall;
use crate::eval::summary::{Percentiles, RunSummary, Scores};
use crate::writer::QueryLayer;

/// Impossible questions that are listed.
const LISTED: usize = 10;

/// Prints the figures.
pub fn summary(summary: &RunSummary) {
    let scores = &summary.scores;
    print::line(&format!(
        "{}: {} questions, {}",
        summary.settings.set,
        scores.questions,
        how(&summary.settings)
    ));
    if summary.left_out > 0 {
        print::line(&format!("{} more have no query to measure and are left out", summary.left_out));
    }
    if summary.without_gold > 0 {
        print::line(&format!(
            "{} have no gold answer: only their queries are measured",
            summary.without_gold
        ));
    }
    print::line("");
    for (name, value) in measures(scores) {
        print::line(&format!("  {name:22}{}", percent(value)));
    }
    if let Some(parsed) = summary.parsed {
        print::line(&format!("  {:22}{}", "queries that parse", percent(parsed)));
    }
    print::line(&format!("  {:22}{}", "need a model function", percent(summary.model_function_rate)));
    if let Some(right) = summary.right_source {
        print::line(&format!("  {:22}{}", "right source", percent(right)));
    }
    for (title, groups) in [("by set", &summary.by_set), ("by type", &summary.by_type)] {
        if groups.len() > 1 {
            groups_table(title, groups);
        }
    }
    errors(summary);
    times(summary);
    let tokens = summary.tokens;
    if tokens.prompts + tokens.completions > 0 {
        print::line(&format!(
            "\ntokens: {} in prompts, {} in completions",
            tokens.prompts, tokens.completions
        ));
    }
}

/// Prints which relations prompts list.
pub fn schema_recall(recall: &SchemaRecall) {
    print::line(&format!("{} questions", recall.questions));
    let rows = [
        ("a path is listed", recall.schema_recall),
        ("the same, no limit", recall.schema_recall_of_all_listed),
        ("there is a path", recall.reachable),
        ("its source is listed", recall.source_listed),
    ];
    for (name, value) in rows {
        print::line(&format!("  {name:22}{}", percent(value)));
    }
    print::line(&format!(
        "  {:22}{}, at most {}",
        "relations listed", recall.listed_median, recall.listed_most
    ));
    print::line(&format!("  {:22}about {}", "tokens of a prompt", recall.prompt_tokens_median));
    print::line(&format!(
        "  {:22}{:.1} ms, p95 {:.1} ms",
        "time of a prompt", recall.prompt_ms_median, recall.prompt_ms_p95
    ));
}

/// The settings in a few words.
pub fn how(settings: &RunSettings) -> String {
    let mut words = vec![
        match settings.queries {
            QueriesFrom::Gold => "gold queries".to_owned(),
            QueriesFrom::Offline => "offline writer".to_owned(),
            QueriesFrom::Llm => format!("model {}", settings.model.as_deref().unwrap_or("?")),
            QueriesFrom::Completions => "recorded completions".to_owned(),
        },
        match settings.source {
            SourceKnowledge::Known => "source known".to_owned(),
            SourceKnowledge::Unknown => "source unknown".to_owned(),
        },
    ];
    let writes = settings.queries != QueriesFrom::Gold;
    let flags = [
        (settings.gold_hints, "gold hints"),
        (writes && settings.demonstrations == DemonstrationChoice::Static, "static demonstrations"),
        (settings.layer == QueryLayer::Execution, "one layer"),
        (!settings.encoder, "no encoder"),
    ];
    words.extend(flags.iter().filter(|(on, _)| *on).map(|(_, word)| (*word).to_owned()));
    words.extend(settings.without.iter().map(|family| format!("without {family}")));
    words.join(", ")
}

fn measures(scores: &Scores) -> Vec<(&'static str, f64)> {
    [
        ("denotation accuracy", scores.denotation_accuracy),
        ("Hits@1", scores.hits_at_1),
        ("set F1", scores.set_f1),
        ("exact set", scores.exact_set),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value?)))
    .collect()
}

fn groups_table(title: &str, groups: &BTreeMap<String, Scores>) {
    let widest = groups.keys().map(|name| name.chars().count()).max().unwrap_or(0).max(title.len());
    let mut columns: Vec<&str> = Vec::new();
    for (name, _) in groups.values().flat_map(measures) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    let heads: String = columns.iter().map(|name| format!("  {name:>width$}", width = width(name))).collect();
    print::line(&format!("\n{title:widest$}  questions{heads}"));
    for (name, scores) in groups {
        let own = measures(scores);
        let cells: String = columns
            .iter()
            .map(|column| {
                let value = own.iter().find(|(name, _)| name == column);
                let text = value.map_or_else(String::new, |(_, value)| percent(*value));
                format!("  {text:>width$}", width = width(column))
            })
            .collect();
        print::line(format!("{name:widest$}  {:>9}{cells}", scores.questions).trim_end());
    }
}

/// Columns are as wide as their heads, and wide enough for `100.0 %`.
fn width(head: &str) -> usize {
    head.len().max(7)
}

fn errors(summary: &RunSummary) {
    let all: usize = summary.errors.values().sum();
    if all == 0 {
        return;
    }
    print::line(&format!("\nwithout the right answer: {all}"));
    for cause in Cause::ALL {
        let count = summary.errors.get(cause.name()).copied().unwrap_or(0);
        if count > 0 {
            print::line(&format!("  {count:>6}  {}", words(cause)));
        }
    }
    print::line("\ncommonest errors, with an example");
    for error in &summary.common_errors {
        let names: Vec<String> = error
            .names
            .iter()
            .filter(|(_, n)| *n > 1)
            .map(|(name, n)| format!("`{name}` {n} times"))
            .collect();
        let names = if names.is_empty() { String::new() } else { format!("; {}", names.join(", ")) };
        print::line(&format!(
            "  {:>6}  {}: {}{names} ({})",
            error.questions,
            words(error.cause),
            error.message,
            error.example
        ));
    }
    if !summary.impossible.is_empty() {
        print::line("\nannotations that cannot be expressed in the query language");
        for question in summary.impossible.iter().take(LISTED) {
            print::line(&format!("  {}: {}", question.id, question.why));
        }
        if summary.impossible.len() > LISTED {
            print::line(&format!("  and {} more; --json lists all", summary.impossible.len() - LISTED));
        }
    }
}

fn words(cause: Cause) -> &'static str {
    match cause {
        Cause::Unwritten => "no query written",
        Cause::Impossible => "annotation cannot be said",
        Cause::Parse => "parse",
        Cause::RelationGrounding => "grounding of a relation",
        Cause::EntityGrounding => "grounding of an entity",
        Cause::Translation => "translation",
        Cause::Execution => "execution",
        Cause::Empty => "empty",
        Cause::Wrong => "wrong",
    }
}

fn times(summary: &RunSummary) {
    let times = &summary.seconds;
    let stages = [
        ("retrieve", times.retrieve),
        ("write", times.write),
        ("translate", times.translate),
        ("execute", times.execute),
    ];
    if stages.iter().all(|(_, time)| time.is_none()) {
        return;
    }
    print::line(&format!("\n{:12}{:>12}{:>12}", "seconds", "p50", "p95"));
    for (name, time) in stages {
        if let Some(Percentiles { p50, p95 }) = time {
            print::line(&format!("  {name:10}{p50:>12.6}{p95:>12.6}"));
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
