//! Results as Markdown and JSON.

use std::fmt::Write as _;

use serde_json::{Map, Value as Json, json};

use crate::timing::{shown, to_json};

/// Everything that was measured.
#[derive(Debug)]
pub struct Report {
    clock: u32,
    text: String,
    json: Map<String, Json>,
}

impl Report {
    /// An empty report; times in it are without the cost of the clock.
    pub fn new(clock: u32) -> Report {
        let mut json = Map::new();
        json.insert("clock_ns".to_owned(), json!(clock));
        let text = format!(
            "Times are of single calls, less the {clock} ns that reading the clock costs. A ratio is the peer's figure over the store's.\n"
        );
        Report { clock, text, json }
    }

    /// The cost of the clock.
    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// A heading.
    pub fn section(&mut self, title: &str) {
        // Told at once, because a run takes long.
        eprintln!("{title}");
        let _ = write!(self.text, "\n## {title}\n");
    }

    /// A line of text.
    pub fn line(&mut self, text: &str) {
        eprintln!("  {text}");
        let _ = write!(self.text, "\n{text}\n");
    }

    /// A table whose first column is text and the others numbers.
    pub fn table(&mut self, header: &[&str], rows: &[Vec<String>]) {
        let rule: Vec<&str> = (0..header.len()).map(|at| if at == 0 { "---" } else { "---:" }).collect();
        let mut text = format!("\n| {} |\n| {} |\n", header.join(" | "), rule.join(" | "));
        for row in rows {
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
        eprint!("{text}");
        self.text.push_str(&text);
    }

    /// Times of one kind of lookup: one row a peer, the store first.
    pub fn times(&mut self, key: &str, what: &str, items: f64, peers: &[(String, [u32; 3])]) {
        let store = peers.first().map_or(1, |(_, three)| three[0]).max(1);
        let rows: Vec<Vec<String>> = peers
            .iter()
            .map(|(name, three)| {
                let ratio = f64::from(three[0]) / f64::from(store);
                let mut row = vec![name.clone()];
                row.extend(three.map(shown));
                row.push(format!("{ratio:.2}"));
                row
            })
            .collect();
        self.line(&format!("{what}; {items:.1} facts an answer on average"));
        self.table(&["", "p50", "p95", "p99", "p50, ratio"], &rows);
        let peers: Map<String, Json> =
            peers.iter().map(|(name, three)| (name.clone(), to_json(*three))).collect();
        self.put(key, json!({ "what": what, "facts_per_answer": items, "peers": peers }));
    }

    /// A figure for JSON.
    pub fn put(&mut self, key: &str, value: Json) {
        self.json.insert(key.to_owned(), value);
    }

    /// All of it as Markdown.
    pub fn markdown(&self) -> &str {
        &self.text
    }

    /// All of it as JSON.
    pub fn json(&self) -> &Map<String, Json> {
        &self.json
    }
}
