//! Files into the graph and out of it.

use crate::support::home::{Home, demo_data};

const MEDALS: &str = "Nation,Gold,Silver\nBrazil,7,6\nKenya,6,6\nNorway,0,1\n";
const TRIPLES: &str = "\
<http://example.org/f1> <http://www.w3.org/2000/01/rdf-schema#label> \"Stalker\" .
<http://example.org/f1> <http://example.org/directed_by> <http://example.org/p1> .
<http://example.org/p1> <http://www.w3.org/2000/01/rdf-schema#label> \"Andrei Tarkovsky\" .
";
const TURTLE: &str = "\
@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:f2 rdfs:label \"Ran\" ; ex:composed_by ex:p2 .
ex:p2 rdfs:label \"Toru Takemitsu\" .
";

/// A home with the table of medals in its graph.
fn medals() -> Home {
    let home = Home::new();
    home.write("medals.csv", MEDALS);
    home.ok(&["load", "medals.csv"]);
    home
}

fn gold_of(home: &Home, nation: &str) -> Vec<String> {
    home.answers(&format!("get_information(relation='Gold', head_entity='{nation}')"))
}

#[test]
fn every_kind_of_file_is_recognised_and_its_kind_is_told() {
    let home = Home::new();
    home.write("medals.csv", MEDALS);
    home.write("peaks.tsv", "Peak\tHeight\nOjos del Salado\t6,893 m\nTupungato\t6,570 m\n");
    // The names say nothing about the kind here.
    std::fs::copy(demo_data().join("films.kg.tsv"), home.path("films.tsv")).unwrap();
    std::fs::copy(demo_data().join("offices.tkg.tsv"), home.path("offices.tsv")).unwrap();
    home.write("cinema.nt", TRIPLES);
    home.write("music.ttl", TURTLE);
    let mut runs = Vec::new();
    for file in ["medals.csv", "peaks.tsv", "films.tsv", "offices.tsv", "cinema.nt", "music.ttl"] {
        runs.push(home.ok(&["load", file]));
    }
    insta::assert_snapshot!("kinds", home.shown(&runs));
    for (query, answer) in [
        ("get_information(relation='Gold', head_entity='Kenya')", "6"),
        ("get_information(relation='Height', head_entity='Tupungato')", "6,570 m"),
        ("get_information(relation='directed_by', head_entity='Chicago')", "Rob Marshall"),
        ("get_information(relation='winner', tail_entity='John Cameron Mitchell', key='time')", "2002"),
        ("get_information(relation='directed_by', head_entity='Stalker')", "Andrei Tarkovsky"),
        ("get_information(relation='composed_by', head_entity='Ran')", "Toru Takemitsu"),
    ] {
        assert_eq!(home.answers(query), [answer], "{query}");
    }
}

#[test]
fn a_kind_that_is_given_is_taken() {
    let home = Home::new();
    home.write("pairs.tsv", "a\tlikes\tb\nb\tlikes\tc\n");
    home.ok(&["load", "pairs.tsv", "--kind", "table"]);
    assert!(home.sources().starts_with("pairs: table"));
    home.ok(&["load", "pairs.tsv", "--kind", "kg"]);
    assert!(home.sources().starts_with("pairs: knowledge graph, 2 facts"));
}

#[test]
fn a_folder_is_loaded_whole() {
    let home = Home::new();
    let ran = home.ok(&["load", demo_data().to_str().unwrap()]);
    assert_eq!(ran.stdout.lines().filter(|line| line.starts_with("loaded ")).count(), 10, "{ran:#?}");
    let sources = home.sources();
    for name in ["countries", "films", "medals", "offices", "world_cups"] {
        assert!(sources.contains(&format!("{name}: ")), "{name} is missing in {sources}");
    }
    assert!(sources.contains("films: knowledge graph"));
    assert!(sources.contains("offices: temporal knowledge graph"));
}

#[test]
fn loading_a_file_again_replaces_what_it_held() {
    let home = medals();
    home.write("medals.csv", "Nation,Gold\nBrazil,9\nChile,2\n");
    let ran = home.ok(&["load", "medals.csv"]);
    assert!(ran.stdout.starts_with("replaced medals: table, 2 rows"), "{ran:#?}");
    assert_eq!(gold_of(&home, "Brazil"), ["9"]);
    assert_eq!(gold_of(&home, "Chile"), ["2"]);
    assert!(gold_of(&home, "Kenya").is_empty());
    let sources = home.sources();
    assert!(!sources.contains("Silver") && sources.matches("medals:").count() == 1, "{sources}");
}

#[test]
fn another_file_of_the_same_name_is_no_accident() {
    let home = medals();
    let before = home.sources();
    home.write("other/medals.csv", "Nation,Gold\nBrazil,100\n");
    let clash = home.fails(2, &["load", "other/medals.csv"]);
    insta::assert_snapshot!("name_clash", home.shown(&[clash]));
    assert_eq!(home.sources(), before);
    assert_eq!(gold_of(&home, "Brazil"), ["7"]);

    home.ok(&["load", "other/medals.csv", "--name", "old medals"]);
    assert!(home.sources().contains("old medals: table, 1 row"));
    home.ok(&["remove", "old medals"]);
    assert_eq!(home.sources(), before);

    home.ok(&["load", "other/medals.csv", "--replace"]);
    assert_eq!(gold_of(&home, "Brazil"), ["100"]);
}

#[test]
fn files_that_cannot_be_read_change_nothing_and_say_where() {
    let home = medals();
    home.write("more.csv", "Nation,Gold\nPeru,1\n");
    home.write("scraped.csv", "Nation,Gold\nPeru,1\nCuba,2,extra,cells\nFiji,3\n");
    home.write("both/first.csv", "Nation,Gold\nPeru,1\n");
    home.write("both/second.csv", "Nation,Gold\nCuba,2,extra,cells\n");
    home.write("broken.nt", "<http://a/x> <http://a/r> <http://a/y> .\n<http://a/x> oops .\n");
    home.write("broken.ttl", "@prefix ex: <http://a/> .\nex:x ex:r ex:y .\nex:x ex:r \"open .\n");
    home.write("broken.tkg.tsv", "a\tr\tb\t1999\t2000\nc\tr\td\tnever\t2000\n");
    home.write("empty.csv", "");
    home.write("blob.csv", [0u8, 159, 146, 150, 0, 1, 2, 3]);
    home.write("notes.pdf", "%PDF");
    std::fs::create_dir(home.path("nothing")).unwrap();
    let before = home.sources();
    let mut runs = Vec::new();
    for args in [
        &["load", "scraped.csv"][..],
        &["load", "both"],
        &["load", "more.csv", "scraped.csv"],
        &["load", "broken.nt"],
        &["load", "broken.ttl"],
        &["load", "broken.tkg.tsv", "--kind", "tkg"],
        &["load", "empty.csv"],
        &["load", "blob.csv"],
        &["load", "notes.pdf"],
        &["load", "nothing"],
        &["load", "missing.csv"],
        &["load", "more.csv", "scraped.csv", "--name", "one"],
        &["load", "more.csv", "--name", ""],
        &["load", "more.csv", "--kind", "tree"],
        &["load"],
    ] {
        runs.push(home.run(args));
        assert_eq!(home.sources(), before, "{args:?} changed the graph");
    }
    insta::assert_snapshot!("bad_files", home.shown(&runs));
    for ran in &runs {
        assert_eq!(ran.code, 2, "{ran:#?}");
        assert_eq!(ran.stdout, "", "{ran:#?}");
        assert!(ran.stderr.contains("error: "), "{ran:#?}");
    }
    assert!(runs[0].stderr.contains("scraped.csv:3: "), "{:#?}", runs[0]);
}

#[test]
fn a_load_that_fails_makes_no_graph() {
    let home = Home::new();
    home.fails(2, &["load", "missing.csv"]);
    let ran = home.fails(2, &["sources"]);
    assert!(ran.stderr.contains("there is no graph"), "{ran:#?}");
}

#[test]
fn a_graph_that_is_missing_is_told_with_those_that_are_there() {
    let home = Home::new();
    home.write("small.csv", "Nation,Gold\nPeru,1\n");
    home.ok(&["load", "small.csv", "--graph", "sport"]);
    let ran = home.fails(2, &["ask", "How many gold has Peru?"]);
    assert!(ran.stderr.contains("ask another graph with --graph: sport"), "{ran:#?}");
}

#[test]
fn bad_lines_can_be_left_out_and_are_listed() {
    let home = Home::new();
    home.write("scraped.csv", "Nation,Gold\nPeru,1\nCuba,2,extra,cells\nFiji,3\nMali,4,4,4\n");
    let ran = home.ok(&["load", "scraped.csv", "--skip-bad"]);
    insta::assert_snapshot!("skip_bad", home.shown(&[ran]));
    assert_eq!(gold_of(&home, "Fiji"), ["3"]);
    assert!(gold_of(&home, "Cuba").is_empty());
    assert!(home.sources().contains("2 lines were left out"));
}

#[test]
fn sources_are_listed_and_removed_by_name() {
    let home = medals();
    home.write("peaks.csv", "Peak,Height\nTupungato,6570\n");
    home.ok(&["load", "peaks.csv"]);
    let before = home.sources();
    let mut runs = vec![home.ok(&["sources"]), home.ok(&["sources", "peaks"])];
    for args in [
        &["remove", "medlas"][..],
        &["remove", "peaks", "medlas"],
        &["remove", "zzz"],
        &["sources", "medlas"],
        &["remove"],
    ] {
        runs.push(home.fails(2, args));
        assert_eq!(home.sources(), before, "{args:?} changed the graph");
    }
    let json: serde_json::Value = serde_json::from_str(&home.ok(&["sources", "--json"]).stdout).unwrap();
    let names: Vec<&str> = json.as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["medals", "peaks"]);
    assert_eq!((&json[0]["kind"], &json[0]["rows"]), (&"table".into(), &3.into()));
    runs.push(home.ok(&["remove", "peaks"]));
    assert!(!home.sources().contains("peaks"));
    assert!(home.answers("get_information(relation='Height', head_entity='Tupungato')").is_empty());
    assert_eq!(gold_of(&home, "Brazil"), ["7"]);
    runs.push(home.ok(&["remove", "medals"]));
    runs.push(home.ok(&["sources"]));
    insta::assert_snapshot!("sources", home.shown(&runs));
}

#[test]
fn a_graph_that_another_process_holds_is_not_touched() {
    let home = medals();
    let held = trustuqa_storage::Graph::open(&home.graph(), false).unwrap();
    // Each waits for the graph for some seconds, so they wait together.
    let commands: [&[&str]; 3] =
        [&["sources"], &["load", "medals.csv"], &["ask", "How many gold medals does Kenya have?"]];
    let runs = std::thread::scope(|threads| {
        commands
            .map(|arguments| threads.spawn(|| home.fails(3, arguments)))
            .map(|run| run.join().expect("the command failed as it should"))
    });
    insta::assert_snapshot!("locked", home.shown(&runs));
    drop(held);
    assert_eq!(gold_of(&home, "Kenya"), ["6"]);
}

#[test]
fn a_damaged_graph_is_an_error_with_a_way_out() {
    let home = medals();
    let file = home.graph().join("graph.redb");
    std::fs::write(&file, b"this is no database").unwrap();
    let ran = home.fails(3, &["sources"]);
    assert!(ran.stderr.contains("damaged") && ran.stderr.contains("hint: "), "{ran:#?}");
}
