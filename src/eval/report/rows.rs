//! Which run belongs beside which figure of the paper.

use serde::{Deserialize, Serialize};

use super::paper::{ComparedRun, PaperFigure, PaperMeasure, TABLES};
use crate::eval::run::{DemonstrationChoice, QueriesFrom, SourceKnowledge};
use crate::eval::summary::{RunSummary, Scores};
use crate::writer::QueryLayer;

/// The setting that a figure was measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureSetting {
    /// Nothing given away, nothing left out, source known.
    Full,
    /// As `Full`, and the annotation's hints are given.
    Hinted,
    /// As `Full`, with the same demonstrations for every question.
    StaticDemonstrations,
    /// As `Full`, and execution queries are written.
    OneLayer,
    /// As `Full`, but the program must find the source.
    Unknown,
    /// Every set's sources in one graph, the source to be found.
    MixedUnknown,
    /// The questions of the mixed set, each asked of its own source.
    MixedKnown,
}

impl FigureSetting {
    fn holds(self, run: &RunSummary) -> bool {
        let settings = &run.settings;
        let unknown = matches!(self, FigureSetting::Unknown | FigureSetting::MixedUnknown);
        let is_static = self == FigureSetting::StaticDemonstrations;
        let layer = if self == FigureSetting::OneLayer { QueryLayer::Execution } else { QueryLayer::Llm };
        (settings.source == SourceKnowledge::Unknown) == unknown
            && settings.gold_hints == (self == FigureSetting::Hinted)
            && (settings.demonstrations == DemonstrationChoice::Static) == is_static
            && settings.layer == layer
    }

    fn flags(self) -> &'static str {
        match self {
            FigureSetting::Full | FigureSetting::MixedKnown => "",
            FigureSetting::Hinted => " --hints",
            FigureSetting::StaticDemonstrations => " --static-demonstrations",
            FigureSetting::OneLayer => " --one-layer",
            FigureSetting::Unknown | FigureSetting::MixedUnknown => " --source unknown",
        }
    }
}

/// A table of the report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportTable {
    /// Its title.
    pub title: String,
    /// What to bear in mind when reading it; may be empty.
    pub remark: String,
    /// Its rows.
    pub rows: Vec<ReportRow>,
}

/// One figure of the paper with what was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportRow {
    /// The system or setting.
    pub row: String,
    /// The set, or the part of it.
    pub column: String,
    /// What the paper prints, in per cent.
    pub paper: String,
    /// What runs gave; empty when none was made.
    pub measured: Vec<Measured>,
    /// The command that makes the figure; `None` for systems that this program is not.
    pub command: Option<String>,
}

/// A measured figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// In per cent.
    pub percent: f64,
    /// Questions that it rests on.
    pub questions: usize,
    /// Who wrote the queries.
    pub queries: String,
}

/// The paper's tables beside these runs.
pub fn tables(runs: &[RunSummary]) -> Vec<ReportTable> {
    let table = |table: &super::paper::PaperTable| ReportTable {
        title: table.title.to_owned(),
        remark: table.remark.to_owned(),
        rows: table.figures.iter().map(|figure| row(figure, runs)).collect(),
    };
    TABLES.iter().map(table).collect()
}

fn row(figure: &PaperFigure, runs: &[RunSummary]) -> ReportRow {
    let measured = figure.run.map_or_else(Vec::new, |wanted| {
        let fitting = runs.iter().filter(|run| run.settings.set == wanted.set && wanted.condition.holds(run));
        fitting.filter_map(|run| measure(&wanted, run)).collect()
    });
    ReportRow {
        row: figure.row.to_owned(),
        column: figure.column.to_owned(),
        paper: figure.printed.to_owned(),
        measured,
        command: figure.run.map(|wanted| {
            format!("trustuqa eval {} --data DIR{} --report REPORT", wanted.set, wanted.condition.flags())
        }),
    }
}

fn measure(wanted: &ComparedRun, run: &RunSummary) -> Option<Measured> {
    let (share, questions) = match wanted.measure {
        PaperMeasure::ModelFunction => (run.model_function_rate, run.scores.questions),
        PaperMeasure::RightSource => {
            (*run.right_source_by_set.get(wanted.part)?, run.by_set.get(wanted.part)?.questions)
        }
        measure => part(wanted.part, run, |scores| match measure {
            PaperMeasure::Denotation => scores.denotation_accuracy,
            PaperMeasure::Hits => scores.hits_at_1,
            PaperMeasure::Exact => scores.exact_set,
            _ => scores.denotation_accuracy.or(scores.hits_at_1),
        })?,
    };
    Some(Measured { percent: 100.0 * share, questions, queries: queries(run) })
}

/// The measure over the questions of a part, with their number: all of them, those of a set of a mixed
/// run, or those whose type begins with `part` (with `!` before it, does not).
fn part(part: &str, run: &RunSummary, of: impl Fn(&Scores) -> Option<f64>) -> Option<(f64, usize)> {
    if part.is_empty() {
        return Some((of(&run.scores)?, run.scores.questions));
    }
    if let Some(scores) = run.by_set.get(part) {
        return Some((of(scores)?, scores.questions));
    }
    let belongs = |kind: &str| match part.strip_prefix('!') {
        Some(other) => !kind.starts_with(other),
        None => kind.starts_with(part),
    };
    let mut sum = 0.0;
    let mut questions = 0;
    for scores in run.by_type.iter().filter(|(kind, _)| belongs(kind)).map(|(_, scores)| scores) {
        sum += of(scores)? * scores.questions as f64;
        questions += scores.questions;
    }
    (questions > 0).then(|| (sum / questions as f64, questions))
}

/// Who wrote the queries of a run.
pub fn queries(run: &RunSummary) -> String {
    let settings = &run.settings;
    match (&settings.queries, &settings.model) {
        (QueriesFrom::Gold, _) => "gold queries".to_owned(),
        (QueriesFrom::Offline, _) => "offline writer".to_owned(),
        (QueriesFrom::Llm, Some(model)) => model.clone(),
        (QueriesFrom::Completions, Some(model)) if !model.is_empty() => format!("{model}, by batch"),
        _ => "recorded completions".to_owned(),
    }
}
