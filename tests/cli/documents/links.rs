//! Every link of the documents leads somewhere.

use super::{documents, root};

/// Documents whose links are followed, but whose commands are for those who change the program.
const OTHERS: [&str; 8] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "datasets/demo/README.md",
    "datasets/everyday/README.md",
    "fuzz/README.md",
    "python/README.md",
    "storage/bench/README.md",
];

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let mut broken = Vec::new();
    let read = |path: &str| (path.to_owned(), std::fs::read_to_string(root().join(path)).unwrap());
    for (document, text) in documents().into_iter().chain(OTHERS.map(read)) {
        let folder = root().join(&document).parent().unwrap().to_owned();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (path, anchor) = link.split_once('#').map_or((link, None), |(p, a)| (p, Some(a)));
            if link.contains("://") {
                continue;
            }
            let target = if path.is_empty() { root().join(&document) } else { folder.join(path) };
            let there = match (target.exists(), anchor) {
                (true, Some(anchor)) => {
                    std::fs::read_to_string(&target).unwrap().lines().any(|line| is_heading(line, anchor))
                }
                (there, _) => there,
            };
            if !there {
                broken.push(format!("{document}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// Whether a line is the heading that an anchor names.
fn is_heading(line: &str, anchor: &str) -> bool {
    let Some(text) = line.strip_prefix('#') else { return false };
    let text = text.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
    text.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).eq(anchor.chars())
}
