//! Words that head columns of the same kind. Only where no relation is like a name by
//! its letters, and no sentence encoder is there to tell what it means.

use crate::lexicon;

/// Whether two names, folded, are used for columns of the same kind.
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
