//! Cells that say that there is no value: they are no other value than the one asked about.

use trustuqa_storage::{NodeId, Scope, fold};

use crate::execute::Result;
use crate::translate::Translator;

/// Facts of a column that are looked through.
const LOOKED_AT: usize = 20_000;

/// The cells of columns of tables that stand for a value that is not known or not there.
pub(in crate::translate) fn cells(
    t: &Translator<'_, '_>,
    columns: &[NodeId],
) -> Result<Vec<(NodeId, String)>> {
    let mut found: Vec<(NodeId, String)> = Vec::new();
    for column in columns {
        let tables = t.tables_with(*column);
        if tables.is_empty() {
            continue;
        }
        let facts = t.executor.graph().facts_of_relation(*column, None, &Scope::Only(tables))?;
        for fact in facts.into_iter().take(LOOKED_AT) {
            if found.iter().any(|(node, _)| *node == fact.tail) {
                continue;
            }
            let text = t.executor.node(fact.tail)?.0;
            if says_nothing(&text) {
                found.push((fact.tail, text));
            }
        }
    }
    Ok(found)
}

/// Whether a cell says only that its value is not known.
pub(in crate::translate) fn says_nothing(text: &str) -> bool {
    let signs =
        !text.is_empty() && text.chars().all(|c| matches!(c, '-' | '–' | '—' | '−' | '?' | '.' | ' '));
    signs || matches!(fold(text).as_str(), "unknown" | "n a" | "tbd" | "tba" | "not available" | "not known")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_say_nothing() {
        for text in ["-", "—", "?", "Unknown", "n/a", "N/A", "TBD"] {
            assert!(says_nothing(text), "{text}");
        }
        for text in ["", "0", "None", "no", "Oslo"] {
            assert!(!says_nothing(text), "{text}");
        }
    }
}
