//! Cells that say that there is no value. They do not count as a value different from the one asked about.

use trustuqa_model::{NodeId, fold};

use crate::execute::Result;
use crate::translate::Translator;

/// The cells of these columns which say that a value is unknown or missing.
pub(in crate::translate) fn cells(
    t: &Translator<'_, '_>,
    columns: &[NodeId],
) -> Result<Vec<(NodeId, String)>> {
    let cells = t.untyped_cells(columns)?.into_iter();
    Ok(cells.filter(|cell| is_unknown_value(&cell.text)).map(|cell| (cell.node, cell.text)).collect())
}

/// Whether a cell says only that its value is unknown or missing.
pub(in crate::translate) fn is_unknown_value(text: &str) -> bool {
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
            assert!(is_unknown_value(text), "{text}");
        }
        for text in ["", "0", "None", "no", "Oslo"] {
            assert!(!is_unknown_value(text), "{text}");
        }
    }
}
