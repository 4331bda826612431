//! Properties of the whole file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::*;

fn all() -> FxHashMap<&'static str, Section> {
    read::read(ENGLISH).unwrap()
}

#[test]
fn the_file_can_be_read_and_no_word_is_twice_in_a_section() {
    assert_eq!(read::read(ENGLISH).err(), None, "a line that cannot be read or has a word again");
}

#[test]
fn no_word_has_two_polarities() {
    let mut ends: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for section in ["superlative", "comparative", "side"] {
        for end in ["larger", "smaller"] {
            for word in words(&format!("{section}.{end}")) {
                ends.entry(word).or_default().push(end);
            }
        }
    }
    for (section, end) in [("measured.larger", "larger"), ("measured.smaller", "smaller")] {
        for word in groups(section).iter().filter_map(|group| group.head) {
            ends.entry(word).or_default().push(end);
        }
    }
    for ends in ends.values_mut() {
        ends.dedup();
    }
    let both: Vec<&str> = words("place.better").filter(|word| contains("place.worse", word)).collect();
    assert!(both.is_empty(), "{both:?} are of a better and of a worse place");
    for (word, ends) in ends {
        assert_eq!(ends.len(), 1, "`{word}` is {ends:?}");
    }
}

#[test]
fn scales_have_names_that_are_used() {
    let used: BTreeSet<&str> = ["superlative", "comparative"]
        .iter()
        .flat_map(|section| ["larger", "smaller"].map(|end| format!("{section}.{end}")))
        .flat_map(|section| groups(&section).iter().filter_map(|group| group.head).collect::<Vec<_>>())
        .flat_map(str::split_whitespace)
        .collect();
    for section in ["scale.columns", "scale.opposite"] {
        for group in groups(section) {
            let scale = group.head.unwrap();
            assert!(used.contains(scale), "no word of [{section}] measures {scale}");
        }
    }
}

#[test]
fn each_section_is_asked_for_and_each_that_is_asked_for_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut asked: BTreeSet<String> = BTreeSet::new();
    let mut quoted: BTreeSet<&str> = BTreeSet::new();
    let known = all();
    for folder in [root.join("src"), root.join("../parser/src"), root.join("../src")] {
        sources(&folder, &mut |text| {
            for call in ["contains", "groups", "words", "head", "same_group"] {
                for (_, rest) in text
                    .split("lexicon::")
                    .filter_map(|rest| rest.split_once("(\""))
                    .filter(|(name, _)| *name == call)
                {
                    asked.extend(rest.split('"').next().map(str::to_owned));
                }
            }
            quoted.extend(known.keys().filter(|name| text.contains(&format!("\"{name}\""))));
        });
    }
    assert!(asked.len() > 20, "the calls are found");
    for name in asked {
        assert!(known.contains_key(name.as_str()), "code asks for [{name}], which does not exist");
    }
    for name in known.keys() {
        assert!(quoted.contains(name), "no code asks for [{name}]");
    }
}

/// Passes the text of each source file under a folder to `read`.
fn sources(folder: &Path, read: &mut dyn FnMut(&str)) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, read);
        } else if path.extension().is_some_and(|end| end == "rs") {
            read(&std::fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn words_are_folded() {
    // Symbols are not words: comparisons, and units in their canonical form.
    let signs = ["comparison", "scale.units", "units of one word", "measure units", "money units"];
    for (name, section) in all() {
        for group in section.groups.iter().filter(|_| !signs.contains(&name)) {
            for word in &group.words {
                assert_eq!(trustuqa_model::fold(word), **word, "[{name}]");
            }
        }
    }
}
