//! Names that are misspelt, compared with cells word by word.

use rapidfuzz::distance::levenshtein;
use trustuqa_model::NodeId;

use crate::ground::lexical::PreparedName;
use crate::ground::{Channel, NodeCandidate};

/// The cells that contain a near word for each word of a name, in order: with the same first letter, and at
/// most one edit in four letters. Empty when the nearest cells contain different names.
pub(super) fn misspelt(name: &PreparedName, tails: &[(NodeId, String)]) -> Vec<NodeCandidate> {
    if name.tokens.len() < 2 || name.text.bytes().any(|b| b.is_ascii_digit()) {
        return Vec::new();
    }
    let mut found: Vec<(usize, String, NodeCandidate)> = Vec::new();
    for (node, text) in tails {
        let cell = PreparedName::new(text).tokens;
        let best = cell
            .windows(name.tokens.len())
            .filter_map(|window| Some((distance(&name.tokens, window)?, window.join(" "))))
            .min();
        if let Some((edits, window)) = best {
            let candidate =
                NodeCandidate { node: *node, text: text.clone(), score: 0.7, channel: Channel::Edit };
            found.push((edits, window, candidate));
        }
    }
    let Some(best) = found.iter().map(|(edits, _, _)| *edits).min() else { return Vec::new() };
    found.retain(|(edits, _, _)| *edits == best);
    let one = found.windows(2).all(|pair| pair[0].1 == pair[1].1);
    if one { found.into_iter().map(|(_, _, candidate)| candidate).collect() } else { Vec::new() }
}

/// The edits between two lists of words; `None` when some pair of words is not near.
fn distance(asked: &[String], cell: &[String]) -> Option<usize> {
    let mut sum = 0;
    for (a, b) in asked.iter().zip(cell) {
        let edits = levenshtein::distance(a.chars(), b.chars());
        // `Jan` and `Jane` are two names: a word of three letters must match exactly.
        if a.chars().next() != b.chars().next() || edits * 4 > a.chars().count() {
            return None;
        }
        sum += edits;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tails(cells: &[&str]) -> Vec<(NodeId, String)> {
        cells.iter().enumerate().map(|(at, text)| (NodeId(at as u32), (*text).to_owned())).collect()
    }

    #[test]
    fn words_are_compared_one_by_one() {
        let cells = tails(&["Harriet Church", "Henrietta Church (later Dale)", "Henry Chard"]);
        let found = misspelt(&PreparedName::new("Henrietta Churhch"), &cells);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].text, "Henrietta Church (later Dale)");
        assert!(misspelt(&PreparedName::new("Jan Bo"), &tails(&["Jane Bo", "Jon Bo"])).is_empty());
    }
}
