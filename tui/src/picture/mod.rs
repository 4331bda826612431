//! The picture of the reasoning: the steps of an answer as boxes in the lanes of
//! their sources, with the values that go from one to the next. One layout, in
//! cells, serves the terminal and the exported page.

mod canvas;
pub mod chart;
pub mod chart_form;
mod layout;
mod paint;
mod svg;

use std::collections::BTreeMap;

use crate::model::{AnswerView, StepView};
use crate::text;

pub use paint::lines;
pub use svg::{chart_svg, escaped, svg};

/// Items of the answer that its box names.
const ITEMS: usize = 3;

/// The lane of steps that read no source, such as sums and counts.
const REASONING: &str = "reasoning";

/// An answer as boxes and arrows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    /// The names of the lanes: sources in the order in which steps reach them.
    pub lanes: Vec<String>,
    /// The steps in order, and the answer as the last.
    pub nodes: Vec<PictureBox>,
    /// The arrows, by the position of their ends; `from` is before `to`.
    pub edges: Vec<Arrow>,
}

/// A box.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PictureBox {
    /// The lane that it is in.
    pub lane: usize,
    /// What it does, in plain words.
    pub title: String,
    /// Its counts, such as `3 facts · 1 value`.
    pub about: String,
    /// Whether it is the answer.
    pub answer: bool,
}

/// An arrow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arrow {
    /// The box that it leaves.
    pub from: usize,
    /// The box that it reaches.
    pub to: usize,
    /// What goes along it: a value, or how many.
    pub label: String,
    /// Whether it leads from one source into another.
    pub joins: bool,
}

impl Picture {
    /// The picture of an answer; absent when it has no steps.
    #[must_use]
    pub fn of(answer: &AnswerView) -> Option<Self> {
        if answer.trace.is_empty() {
            return None;
        }
        let mut picture = Self::default();
        let inputs: Vec<Vec<usize>> = answer.trace.iter().map(|step| inputs(&step.query)).collect();
        for (at, step) in answer.trace.iter().enumerate() {
            let (name, others) = sources(step);
            let name = name.unwrap_or_else(|| REASONING.to_owned());
            let lane = picture.lane(&name);
            let mut about = Vec::new();
            let facts = step.fact_total.max(step.facts.len());
            if facts > 0 {
                about.push(text::counted(facts, "fact"));
            }
            about.push(text::counted(step.result_total.max(step.results.len()), "value"));
            if !others.is_empty() {
                about.push(format!("also {}", others.join(", ")));
            }
            let title = format!("{}. {}", at + 1, text::clean_line(&step.title));
            picture.nodes.push(PictureBox { lane, title, about: about.join(" · "), answer: false });
            for from in inputs[at].iter().copied().filter(|from| *from < at) {
                let joins = picture.nodes[from].lane != lane && picture.reads(from) && picture.reads(at);
                picture.edges.push(Arrow { from, to: at, label: flow(&answer.trace[from]), joins });
            }
        }
        let last = picture.nodes.len() - 1;
        let items: Vec<String> =
            answer.items.iter().take(ITEMS).map(|item| text::clean_line(&item.text).into_owned()).collect();
        let title = match answer.items.len() {
            0 => "no answer".to_owned(),
            count if count > ITEMS => {
                format!("{} and {} more", items.join(", "), text::grouped((count - ITEMS) as u64))
            }
            _ => items.join(", "),
        };
        picture.nodes.push(PictureBox {
            lane: picture.nodes[last].lane,
            title,
            about: String::new(),
            answer: true,
        });
        picture.edges.push(Arrow { from: last, to: last + 1, label: String::new(), joins: false });
        Some(picture)
    }

    fn lane(&mut self, name: &str) -> usize {
        if let Some(at) = self.lanes.iter().position(|lane| lane == name) {
            return at;
        }
        self.lanes.push(name.to_owned());
        self.lanes.len() - 1
    }

    /// Whether a step reads a source.
    fn reads(&self, node: usize) -> bool {
        self.nodes.get(node).and_then(|node| self.lanes.get(node.lane)).is_some_and(|lane| lane != REASONING)
    }
}

/// The source that most facts of a step are in, and its other sources.
fn sources(step: &StepView) -> (Option<String>, Vec<String>) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for fact in &step.facts {
        let name = if fact.source.is_empty() { fact.file.as_str() } else { fact.source.as_str() };
        *counts.entry(name).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    let Some(main) = counts.iter().find(|(_, count)| **count == most).map(|(name, _)| *name) else {
        return (None, Vec::new());
    };
    let others = counts.keys().filter(|name| **name != main).map(|name| text::clean_line(name).into_owned());
    (Some(text::clean_line(main).into_owned()), others.collect())
}

/// What a step hands on: its only value, or how many it has.
fn flow(step: &StepView) -> String {
    let total = step.result_total.max(step.results.len());
    match step.results.first() {
        // The same value in several rows is handed on as one.
        Some(only) if total == step.results.len() && step.results.iter().all(|other| other == only) => {
            // Of a row its number is enough here; its cells are in the trace.
            let shown = if only.starts_with("row ") { only.split(" (").next().unwrap_or(only) } else { only };
            text::clean_line(shown).into_owned()
        }
        _ => text::counted(total, "value"),
    }
}

/// The steps whose results a query uses, from 0, each once. Steps are named
/// `output_of_query1` in the query language.
fn inputs(query: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for part in query.split("output_of_query").skip(1) {
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        if let Some(step) = digits.parse::<usize>().ok().and_then(|number| number.checked_sub(1))
            && !found.contains(&step)
        {
            found.push(step);
        }
    }
    found
}

#[cfg(test)]
mod tests;
