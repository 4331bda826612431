//! Paths, names, other file formats, cancelling.

use super::*;

#[test]
fn folders_are_searched_and_names_are_unique() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    for name in [
        "200-csv/0.csv",
        "201-csv/0.csv",
        "201-csv/1.csv",
        "a/x.csv",
        "a/x.tsv",
        "a/.hidden.csv",
        "a/notes.txt",
    ] {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "a,b\n1,2\n").unwrap();
    }
    let found = expand(&[root.clone(), root.join("201-csv/1.csv"), root.join("a/notes.txt")]).unwrap();
    let files = found.files;
    assert!(found.left_out.is_empty(), "the notes are named, too");
    assert_eq!(expand(std::slice::from_ref(&root)).unwrap().left_out, [root.join("a/notes.txt")]);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["200-csv/0", "201-csv/0", "1", "x.csv", "x.tsv", "notes"]);
    assert!(files.iter().all(|file| file.path.is_file()));
}

#[test]
fn paths_that_lead_nowhere_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let told = expand(&[folder.path().to_owned()]).unwrap_err().to_string();
    assert!(told.contains("no file to load in this folder\nhint: a folder is searched for .csv"), "{told}");
    let told = expand(&[folder.path().join("none.csv")]).unwrap_err().to_string();
    assert!(told.contains("none.csv: cannot open it: ") && told.contains("hint: check the path"), "{told}");
}

#[test]
fn files_that_are_no_text_are_refused() {
    for (name, content, what) in [
        ("t.pdf", &b"%PDF-1.7\n"[..], "this is a document, which cannot be loaded"),
        ("t.tar", b"a,b\n", "this is packed in a way that is not read, which cannot be loaded"),
        ("t.csv", b"a,b\n\0\0,1\n", "this is binary data, which cannot be loaded"),
        ("t.txt", b"Just some prose.\nAnd more of it.\n", "no comma, semicolon, tab or `|` cuts the lines"),
    ] {
        let told = error(name, content, None);
        assert!(told.starts_with(&format!("{name}: {what}")) && told.contains("\nhint: "), "{told}");
    }
}

#[test]
fn a_load_can_be_cancelled_and_tells_how_far_it_is() {
    let mut content = "a,b\n".to_owned();
    for row in 0..5000 {
        content.push_str(&format!("{row},x\n"));
    }
    let (_folder, path) = file("t.csv", content);
    let detected = detect(&path, None).unwrap();
    let mut sink = Recorder::default();
    let mut calls = Vec::new();
    let result = read_source(&path, &detected, &LoadOptions::default(), &mut sink, &mut |progress| {
        calls.push(progress);
        if progress.records >= 2000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(result, Err(LoadError::Cancelled)));
    assert!(calls.windows(2).all(|pair| pair[0].records < pair[1].records && pair[0].bytes <= pair[1].bytes));
    assert_eq!(calls.last().unwrap().records, 2048);
}

#[test]
fn the_content_hash_tells_files_apart() {
    let hash = |content: &str| {
        let (_folder, path) = file("t.csv", content);
        detect(&path, None).unwrap().content_hash
    };
    assert_eq!(hash("a,b\n1,2\n"), hash("a,b\n1,2\n"));
    assert_ne!(hash("a,b\n1,2\n"), hash("a,b\n1,3\n"));
    assert_eq!(hash("a,b\n1,2\n").len(), 32);
}

#[test]
fn the_store_takes_what_is_read() {
    use trustuqa_storage::{Graph, GraphRead, SourceSpec};
    let (folder, path) = file("medals.csv", "Nation,Gold,Note\nBrazil,5,\nChad,1,\n");
    let detected = detect(&path, None).unwrap();
    let graph = Graph::open(&folder.path().join("graph"), true).unwrap();
    let mut load = graph.load().unwrap();
    let spec = SourceSpec {
        name: "medals".to_owned(),
        kind: detected.kind,
        file: path.display().to_string(),
        content_hash: detected.content_hash.clone(),
        whole: None,
    };
    let mut source = load.begin_source(spec).unwrap();
    let options = LoadOptions { skip_bad: false, name: "medals".to_owned() };
    let summary =
        read_source(&path, &detected, &options, &mut source, &mut |_| ControlFlow::Continue(())).unwrap();
    source.finish().unwrap();
    load.commit().unwrap();
    let sources = graph.snapshot().unwrap().sources().unwrap();
    let columns: Vec<&str> = sources[0].relations.iter().map(|relation| relation.name.as_str()).collect();
    assert_eq!((summary.facts, sources[0].facts, sources[0].rows), (4, 4, 2));
    assert_eq!(columns, ["Nation", "Gold", "Note"]);
}
