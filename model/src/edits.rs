//! Edit distance with a limit, for tokens with similar spellings.

/// Number of single-letter insertions, deletions and replacements between two words;
/// `None` when it is above `limit`. `row` is scratch space that calls can share.
pub fn edits(left: &[char], right: &str, limit: usize, row: &mut Vec<usize>) -> Option<usize> {
    // Byte lengths bound the number of characters: a character has at most four bytes.
    if right.len() / 4 > left.len() + limit || right.len() + limit < left.len() {
        return None;
    }
    row.clear();
    row.extend(0..=left.len());
    let mut length = 0;
    for (at, letter) in right.chars().enumerate() {
        length = at + 1;
        let mut diagonal = row[0];
        row[0] = at + 1;
        let mut least = row[0];
        for (column, other) in left.iter().enumerate() {
            let replaced = diagonal + usize::from(*other != letter);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
            least = least.min(row[column + 1]);
        }
        // No later row can have a smaller value than the minimum of this one.
        if least > limit {
            return None;
        }
    }
    let distance = if length == 0 { left.len() } else { row[left.len()] };
    (distance <= limit).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(left: &str, right: &str, limit: usize) -> Option<usize> {
        edits(&left.chars().collect::<Vec<_>>(), right, limit, &mut Vec::new())
    }

    #[test]
    fn counts_edits_up_to_the_limit() {
        assert_eq!(distance("brazil", "brazil", 0), Some(0));
        assert_eq!(distance("brazil", "brasil", 1), Some(1));
        assert_eq!(distance("kitten", "sitting", 3), Some(3));
        assert_eq!(distance("kitten", "sitting", 2), None);
        assert_eq!(distance("", "ab", 2), Some(2));
        assert_eq!(distance("ab", "", 2), Some(2));
        assert_eq!(distance("é", "e", 1), Some(1));
        assert_eq!(distance("ab", "abcdefghijklmnop", 2), None);
    }
}
