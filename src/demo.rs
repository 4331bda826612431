//! The bundled data: part of the program, so that the demo works wherever the
//! binary is.

/// The files of `datasets/demo` with their text.
pub const FILES: &[(&str, &str)] = &[
    ("countries.tsv", include_str!("../datasets/demo/countries.tsv")),
    ("films.kg.tsv", include_str!("../datasets/demo/films.kg.tsv")),
    ("medals.csv", include_str!("../datasets/demo/medals.csv")),
    ("mountains.csv", include_str!("../datasets/demo/mountains.csv")),
    ("musical_awards.csv", include_str!("../datasets/demo/musical_awards.csv")),
    ("offices.tkg.tsv", include_str!("../datasets/demo/offices.tkg.tsv")),
    ("olympics.csv", include_str!("../datasets/demo/olympics.csv")),
    ("oscars.csv", include_str!("../datasets/demo/oscars.csv")),
    ("us_elections.csv", include_str!("../datasets/demo/us_elections.csv")),
    ("world_cups.csv", include_str!("../datasets/demo/world_cups.csv")),
];

/// The bundled questions with expected answers and a correct LLM query each, as
/// JSON lines.
pub const QUESTIONS: &str = include_str!("../datasets/demo/questions.jsonl");
