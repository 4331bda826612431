//! Figures of the paper's tables 2 to 8 and figure 2(e), in per cent as printed.

use super::rows::FigureSetting;

/// A figure of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaperFigure {
    /// The row it is in.
    pub row: &'static str,
    /// The column it is in.
    pub column: &'static str,
    /// What was printed.
    pub printed: &'static str,
    /// The run that it is compared with; `None` for systems and settings that this
    /// program is not.
    pub run: Option<ComparedRun>,
}

/// The run that a figure is compared with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComparedRun {
    /// The set.
    pub set: &'static str,
    /// The type of question, or in a mixed set the set that it was drawn from; empty
    /// for all questions.
    pub part: &'static str,
    /// The measure.
    pub measure: PaperMeasure,
    /// The setting.
    pub condition: FigureSetting,
}

/// A measure, as the paper's tables use them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperMeasure {
    /// Denotation accuracy.
    Denotation,
    /// Hits@1.
    Hits,
    /// Exact set.
    Exact,
    /// Share of questions that need a model function.
    ModelFunction,
    /// Share of questions answered from the right source.
    RightSource,
    /// Denotation accuracy for tables, Hits@1 for graphs.
    Usual,
}

/// A table of the paper.
pub struct PaperTable {
    /// Its number and subject.
    pub title: &'static str,
    /// What the comparison must be read with.
    pub remark: &'static str,
    /// Its figures.
    pub figures: &'static [PaperFigure],
}

const fn other(row: &'static str, column: &'static str, printed: &'static str) -> PaperFigure {
    PaperFigure { row, column, printed, run: None }
}

const fn ours(
    row: &'static str,
    column: &'static str,
    printed: &'static str,
    set: &'static str,
    part: &'static str,
    measure: PaperMeasure,
    condition: FigureSetting,
) -> PaperFigure {
    PaperFigure { row, column, printed, run: Some(ComparedRun { set, part, measure, condition }) }
}

use FigureSetting::{Full, Hinted, MixedKnown, MixedUnknown, OneLayer, StaticDemonstrations, Unknown};
use PaperMeasure::{Denotation, Exact, Hits, ModelFunction, RightSource, Usual};

/// The tables, in the order of the paper.
#[rustfmt::skip]
pub const TABLES: &[PaperTable] = &[
    PaperTable {
        title: "Table 2: denotation accuracy on tables",
        remark: "",
        figures: &[
            other("TAPAS", "WikiSQL", "83.6"), other("TAPAS", "WTQ", "48.8"),
            other("UnifiedSKG", "WikiSQL", "86.0"), other("UnifiedSKG", "WTQ", "49.3"),
            other("TAPEX", "WikiSQL", "89.5"), other("TAPEX", "WTQ", "57.5"),
            other("DATER", "WTQ", "65.9"),
            other("StructGPT", "WikiSQL", "65.6"), other("StructGPT", "WTQ", "52.2"),
            other("Readi", "WikiSQL", "66.2"), other("Readi", "WTQ", "66.7"),
            ours("TrustUQA", "WikiSQL", "85.9", "wikisql", "", Denotation, Full),
            ours("TrustUQA", "WTQ", "44.2", "wtq", "", Denotation, Full),
        ],
    },
    PaperTable {
        title: "Table 3: Hits@1 on knowledge graphs",
        remark: "The paper's prompts for WebQSP hold the relations around the topic entity; `with gold hints` is the run nearest to that. Its set accuracy counts an answer as right when it holds every labelled one; here the sets must be equal.",
        figures: &[
            other("KV-Mem", "MetaQA 1-hop", "96.2"), other("KV-Mem", "MetaQA 2-hop", "82.7"), other("KV-Mem", "MetaQA 3-hop", "48.9"), other("KV-Mem", "WebQSP", "46.7"),
            other("GraftNet", "MetaQA 1-hop", "97.0"), other("GraftNet", "MetaQA 2-hop", "94.8"), other("GraftNet", "MetaQA 3-hop", "77.7"), other("GraftNet", "WebQSP", "66.4"),
            other("EmbedKGQA", "MetaQA 1-hop", "97.5"), other("EmbedKGQA", "MetaQA 2-hop", "98.8"), other("EmbedKGQA", "MetaQA 3-hop", "94.8"), other("EmbedKGQA", "WebQSP", "66.6"),
            other("NSM", "MetaQA 1-hop", "97.1"), other("NSM", "MetaQA 2-hop", "99.9"), other("NSM", "MetaQA 3-hop", "98.9"), other("NSM", "WebQSP", "68.7"),
            other("UniKGQA", "MetaQA 1-hop", "97.5"), other("UniKGQA", "MetaQA 2-hop", "99.0"), other("UniKGQA", "MetaQA 3-hop", "99.1"), other("UniKGQA", "WebQSP", "75.1"),
            other("StructGPT", "MetaQA 1-hop", "97.1"), other("StructGPT", "MetaQA 2-hop", "97.3"), other("StructGPT", "MetaQA 3-hop", "87.0"), other("StructGPT", "WebQSP", "69.6"),
            other("Readi", "MetaQA 1-hop", "98.4"), other("Readi", "MetaQA 2-hop", "99.9"), other("Readi", "MetaQA 3-hop", "99.4"), other("Readi", "WebQSP", "74.3"),
            ours("TrustUQA", "MetaQA 1-hop", "97.1", "metaqa", "1-hop", Hits, Full),
            ours("TrustUQA", "MetaQA 2-hop", "97.9", "metaqa", "2-hop", Hits, Full),
            ours("TrustUQA", "MetaQA 3-hop", "98.4", "metaqa", "3-hop", Hits, Full),
            ours("TrustUQA", "WebQSP", "83.5", "webqsp", "", Hits, Full),
            ours("TrustUQA, with gold hints", "WebQSP", "83.5", "webqsp", "", Hits, Hinted),
            ours("TrustUQA, set accuracy", "MetaQA 1-hop", "99.94", "metaqa", "1-hop", Exact, Full),
            ours("TrustUQA, set accuracy", "MetaQA 2-hop", "99.99", "metaqa", "2-hop", Exact, Full),
            ours("TrustUQA, set accuracy", "MetaQA 3-hop", "99.99", "metaqa", "3-hop", Exact, Full),
        ],
    },
    PaperTable {
        title: "Table 4: Hits@1 on CronQuestions",
        remark: "The paper's prompts hold the annotation of a question, its relation and its entities; `with gold hints` is the run to compare with.",
        figures: &[
            other("CronKGQA", "all", "64.7"), other("TempoQR-H", "all", "91.8"), other("TSQA", "all", "83.1"), other("TMA", "all", "78.4"),
            other("CTRN", "all", "92.0"), other("LGQA", "all", "96.9"),
            ours("TrustUQA, with gold hints", "all", "97.2", "cronquestions", "", Hits, Hinted),
            ours("TrustUQA, with gold hints", "complex", "95.4", "cronquestions", "!simple", Hits, Hinted),
            ours("TrustUQA, with gold hints", "simple", "99.5", "cronquestions", "simple", Hits, Hinted),
            ours("TrustUQA", "all", "97.2", "cronquestions", "", Hits, Full),
            ours("TrustUQA", "complex", "95.4", "cronquestions", "!simple", Hits, Full),
            ours("TrustUQA", "simple", "99.5", "cronquestions", "simple", Hits, Full),
        ],
    },
    PaperTable {
        title: "Table 5: ablations",
        remark: "WikiSQL and WTQ: denotation accuracy. MetaQA: exact set, over all hops. WebQSP and CronQuestions: Hits@1.",
        figures: &[
            ours("TrustUQA", "WikiSQL", "85.9", "wikisql", "", Denotation, Full),
            ours("TrustUQA", "WTQ", "44.2", "wtq", "", Denotation, Full),
            ours("TrustUQA", "MetaQA", "99.97", "metaqa", "", Exact, Full),
            ours("TrustUQA", "WebQSP", "83.5", "webqsp", "", Hits, Full),
            ours("TrustUQA", "CronQuestions", "97.2", "cronquestions", "", Hits, Full),
            ours("-dynamic", "WikiSQL", "84.5", "wikisql", "", Denotation, StaticDemonstrations),
            ours("-dynamic", "WTQ", "43.7", "wtq", "", Denotation, StaticDemonstrations),
            ours("-dynamic", "MetaQA", "99.87", "metaqa", "", Exact, StaticDemonstrations),
            ours("-dynamic", "WebQSP", "75.1", "webqsp", "", Hits, StaticDemonstrations),
            ours("-dynamic", "CronQuestions", "96.1", "cronquestions", "", Hits, StaticDemonstrations),
            ours("-two-layer", "WikiSQL", "84.4", "wikisql", "", Denotation, OneLayer),
            ours("-two-layer", "WTQ", "44.2", "wtq", "", Denotation, OneLayer),
            ours("-two-layer", "MetaQA", "99.87", "metaqa", "", Exact, OneLayer),
            ours("-two-layer", "WebQSP", "83.4", "webqsp", "", Hits, OneLayer),
            ours("-two-layer", "CronQuestions", "87.6", "cronquestions", "", Hits, OneLayer),
        ],
    },
    PaperTable {
        title: "Table 6: language models and encoders",
        remark: "The paper's columns are encoders, GPT-3.5 first and GPT-4 second. This program has one encoder, SentenceBERT's; the model of a run stands beside its figure.",
        figures: &[
            ours("WikiSQL", "SentenceBERT", "85.9 / 87.4", "wikisql", "", Denotation, Full),
            other("WikiSQL", "DPR", "86.0 / 87.4"), other("WikiSQL", "ANCE", "85.5 / 87.4"), other("WikiSQL", "M3E", "86.1 / 87.7"),
            ours("WTQ", "SentenceBERT", "44.2 / 52.1", "wtq", "", Denotation, Full),
            other("WTQ", "DPR", "44.5 / 51.4"), other("WTQ", "ANCE", "45.3 / 51.2"), other("WTQ", "M3E", "44.5 / 50.8"),
        ],
    },
    PaperTable {
        title: "Table 7: calls of the LLM function",
        remark: "Here no model is ever called: the rate is that of queries which need one, and those have no answer.",
        figures: &[
            ours("calling rate", "WikiSQL", "4.0", "wikisql", "", ModelFunction, Full),
            ours("calling rate", "WTQ", "30.7", "wtq", "", ModelFunction, Full),
            ours("calling rate", "MetaQA", "< 1", "metaqa", "", ModelFunction, Full),
            ours("calling rate", "WebQSP", "< 1", "webqsp", "", ModelFunction, Full),
            ours("calling rate", "CronQuestions", "2.0", "cronquestions", "", ModelFunction, Full),
            other("right results of it", "WikiSQL", "38.9"), other("right results of it", "WTQ", "11.4"), other("right results of it", "MetaQA", "0.0"),
            other("right results of it", "WebQSP", "2.2"), other("right results of it", "CronQuestions", "20.4"),
        ],
    },
    PaperTable {
        title: "Table 8: mixed data",
        remark: "One hundred questions of each set. Mixed: all their sources in one graph. Unmixed: a graph for each set. The paper's `dynamic Acc` counts demonstrations from the right set; here it is the share of answers that rest on the right source.",
        figures: &[
            ours("mixed, source unknown", "WikiSQL", "56.0", "mixed", "wikisql", Usual, MixedUnknown),
            ours("mixed, source unknown", "WTQ", "8.0", "mixed", "wtq", Usual, MixedUnknown),
            ours("mixed, source unknown", "MetaQA", "93.0", "mixed", "metaqa", Usual, MixedUnknown),
            ours("mixed, source unknown", "WebQSP", "37.0", "mixed", "webqsp", Usual, MixedUnknown),
            ours("mixed, source unknown", "CronQuestions", "72.0", "mixed", "cronquestions", Usual, MixedUnknown),
            ours("right source", "WikiSQL", "96", "mixed", "wikisql", RightSource, MixedUnknown),
            ours("right source", "WTQ", "42", "mixed", "wtq", RightSource, MixedUnknown),
            ours("right source", "MetaQA", "100", "mixed", "metaqa", RightSource, MixedUnknown),
            ours("right source", "WebQSP", "51", "mixed", "webqsp", RightSource, MixedUnknown),
            ours("right source", "CronQuestions", "85", "mixed", "cronquestions", RightSource, MixedUnknown),
            ours("unmixed, source unknown", "WikiSQL", "79.0", "wikisql", "", Usual, Unknown),
            ours("unmixed, source unknown", "WTQ", "25.0", "wtq", "", Usual, Unknown),
            ours("unmixed, source unknown", "MetaQA", "97.0", "metaqa", "1-hop", Usual, Unknown),
            ours("unmixed, source unknown", "WebQSP", "46.0", "webqsp", "", Usual, Unknown),
            ours("unmixed, source unknown", "CronQuestions", "84.0", "cronquestions", "", Usual, Unknown),
            ours("unmixed, source known", "WikiSQL", "85.0", "mixed", "wikisql", Usual, MixedKnown),
            ours("unmixed, source known", "WTQ", "42.0", "mixed", "wtq", Usual, MixedKnown),
            ours("unmixed, source known", "MetaQA", "99.0", "mixed", "metaqa", Usual, MixedKnown),
            ours("unmixed, source known", "WebQSP", "84.0", "mixed", "webqsp", Usual, MixedKnown),
            ours("unmixed, source known", "CronQuestions", "95.0", "mixed", "cronquestions", Usual, MixedKnown),
        ],
    },
];
