//! The two query languages as text: what a writer writes (the LLM query) and what the engine runs (the
//! execution query); sections 3.2 and 4 of the paper.
//!
//! ```text
//! text --syntax--> Program --llm--> LlmQuery        (get_information and functions)
//!                          --execution--> ExecutionQuery (search_node, search_condition)
//! ```
//!
//! [`parse`] converts a text into a [`Parsed`] query, which all later stages use. [`syntax`] knows calls,
//! arguments and quotes, but no functions; [`llm`] and [`execution`] know the functions, but no characters.
//! Nothing here reads a graph.

pub mod column;
pub mod diagnostic;
pub mod execution;
pub mod formula;
pub mod function;
pub mod llm;
mod quote;
pub mod syntax;
pub mod words;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use execution::ExecutionQuery;
pub use function::Function;
pub use llm::LlmQuery;
pub use quote::ticked;

/// The most bytes of a text that is parsed leniently; a text that follows the grammar may be longer. Texts of
/// models have some hundreds.
const LENIENT: usize = 16 << 10;

/// A query in either language.
#[derive(Clone, Debug, PartialEq)]
pub enum Query {
    /// Written in the LLM query language.
    Llm(LlmQuery),
    /// Written in the execution query language.
    Execution(ExecutionQuery),
}

/// A query together with its text. It is created where a text enters the program and is then passed on, so
/// that no later stage parses the text again.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The query.
    pub query: Query,
    /// The text as written; for a query built by the program, its canonical text.
    pub text: String,
    /// The repairs of the lenient reading, as warnings.
    pub repairs: Diagnostics,
}

impl Parsed {
    /// The query in the LLM query language, when it is one.
    pub fn llm(&self) -> Option<&LlmQuery> {
        match &self.query {
            Query::Llm(query) => Some(query),
            Query::Execution(_) => None,
        }
    }

    /// The repairs that guess what was meant: the answer may be that of another query.
    pub fn guesses(&self) -> impl Iterator<Item = &Diagnostic> {
        self.repairs.0.iter().filter(|repair| repair.is_guess())
    }
}

/// A query built by the program; its text is the canonical one.
impl From<LlmQuery> for Parsed {
    fn from(query: LlmQuery) -> Parsed {
        Parsed { text: query.to_string(), query: Query::Llm(query), repairs: Diagnostics::default() }
    }
}

/// Parses a query strictly, and leniently if that fails.
///
/// Returns the query with all repairs that the lenient reading made. When both fail, the errors of the
/// lenient reading are returned, because they remain after all repairs. When that reading lost a call
/// altogether, the strict errors are returned instead, because they point at what was written.
pub fn parse(text: &str) -> Result<Parsed, Diagnostics> {
    let (query, repairs) = read(text)?;
    Ok(Parsed { query, text: text.to_owned(), repairs })
}

fn read(text: &str) -> Result<(Query, Diagnostics), Diagnostics> {
    let strict = match syntax::strict(text).and_then(|program| analyse(&program, false)) {
        Ok(read) => return Ok(read),
        Err(errors) => errors,
    };
    if text.len() > LENIENT {
        return Err(strict);
    }
    let (program, mut repairs) = syntax::lenient(text);
    if repairs.0.iter().any(|d| d.severity == Severity::Error) {
        // Running the other steps without this one would answer another question.
        return Err(strict);
    }
    match analyse(&program, true) {
        Ok((query, warnings)) => {
            repairs.extend(warnings);
            if repairs.is_empty() {
                // The lenient reading deviates without a warning, so the objections of the strict one are
                // reported.
                repairs.extend(strict.into_warnings());
            }
            Ok((query, repairs))
        }
        Err(_) if program.calls.is_empty() => Err(strict),
        Err(errors) => Err(errors),
    }
}

/// Parses an execution query as stored in a trace. Unlike [`parse`], it does not take a query that consists
/// of reasoning functions only for an LLM query.
pub fn parse_execution(text: &str) -> Result<ExecutionQuery, Diagnostics> {
    execution::analyse(&syntax::strict(text)?)
}

fn analyse(program: &syntax::Program, lenient: bool) -> Result<(Query, Diagnostics), Diagnostics> {
    if program.calls.iter().any(|call| execution::is_execution_function(&call.call.name)) {
        let query = execution::analyse(program)?;
        return Ok((Query::Execution(query), Diagnostics::default()));
    }
    let (query, warnings) = llm::analyse(program, lenient)?;
    Ok((Query::Llm(query), warnings))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts whose middle can be nested repeatedly: opening, inside, closing.
    const NESTING: [[&str; 3]; 28] = [
        ["nth_highest(set=", "output_of_query0", ")"],
        ["nth_highest(set=", "output_of_query1", ")"],
        ["extract_max_value(", "output_of_query1", ")"],
        ["get_duplicates(set=", "output_of_query1", ")"],
        ["check_consecutive(set=", "output_of_query1", ")"],
        ["convert_to_yes_no(set=", "output_of_query1", ")"],
        ["calculate(", "output_of_query1", ")"],
        ["calculate(formula=", "output_of_query1", ", n='sum')"],
        ["no_such_function(set=", "output_of_query1", ")"],
        ["get_informtion(head_entity=", "output_of_query1", ")"],
        ["count(condition=", "output_of_query1", ")"],
        ["max(exclude=output_of_query1, set=", "output_of_query1", ", exclude=output_of_query1)"],
        ["get_information(head_entity=", "'a'", ", relation='b', relation='c')"],
        ["if(", "output_of_query1", ")"],
        ["if (", "output_of_query1", ")"],
        ["if(output_of_query1 > ", "1", ", 'a', 'b')"],
        ["if output_of_query1 > 2 then 3 elif ", "output_of_query1", ""],
        ["not ", "output_of_query1", ""],
        ["(", "output_of_query1", ")"],
        ["[", "output_of_query1", "]"],
        ["{", "output_of_query1", "}"],
        ["set=", "output_of_query1", ""],
        ["", "output_of_query1", "[0]"],
        ["", "output_of_query1", "[0].split('-')"],
        ["", "output_of_query1", " - 1"],
        ["1 - ", "output_of_query1", ""],
        ["", "output_of_query1", " if 1 else 2"],
        ["", "output_of_query1", " or output_of_query1 > 1"],
    ];

    #[test]
    fn however_deep_a_text_nests_it_is_read_in_little_time_and_space() {
        let check = |text: String| {
            let size = match parse(&text) {
                Ok(parsed) => parsed.llm().map_or(0, |query| query.steps.len()),
                Err(errors) => errors.0.len(),
            };
            assert!(size < 5_000, "{size} steps or errors: {}", &text[..200.min(text.len())]);
        };
        // As small as the stack of a thread that runs a job of the chat.
        let small = std::thread::Builder::new().stack_size(2 << 20);
        let thread = small.spawn(move || {
            for [open, middle, close] in NESTING {
                for deep in [3, 12, 30, 300, 30_000] {
                    for outer in ["", "max(set="] {
                        let inner = format!("{outer}{}{middle}{}", open.repeat(deep), close.repeat(deep));
                        let end = if outer.is_empty() { "" } else { ")" };
                        check(format!("Query1: \"get_information(relation='a')\"\nQuery2: \"{inner}{end}\""));
                        check(format!("Query1: \"get_information(relation='a')\"\nQuery2: {inner}{end}"));
                        // The end is missing.
                        check(format!("Query2: \"{outer}{}{middle}", open.repeat(deep)));
                    }
                }
            }
        });
        thread.unwrap().join().unwrap();
    }
}
