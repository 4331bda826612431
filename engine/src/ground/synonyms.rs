//! Words that are used as names for columns of the same kind. A last resort, when neither the letters nor the
//! sentence encoder find a good match.

use crate::lexicon;

/// Whether two folded names are used for columns of the same kind.
pub fn related(asked: &str, name: &str) -> bool {
    let forms = |name: &'_ str| [Some(name.to_owned()), name.strip_suffix('s').map(str::to_owned)];
    forms(asked)
        .iter()
        .flatten()
        .any(|asked| forms(name).iter().flatten().any(|name| lexicon::same_group("columns", asked, name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_one_kind_are_related() {
        assert!(related("country", "nation"));
        assert!(related("teams", "club"));
        assert!(!related("country", "club"));
    }
}
