//! Triples, quintuples, and distinguishing them from tables.

use trustuqa_storage::SourceKind::{Kg, Table, Tkg};

use super::*;

#[test]
fn kinds_are_told_apart() {
    for (name, content, expected) in [
        (
            "kb.txt",
            "Kismet|directed_by|W. Dieterle\nKismet|written_by|E. Knoblock\nHeat|directed_by|M. Mann\n",
            Kg,
        ),
        ("kg.tsv", "A\tborn in\tB\nC\tborn in\tD\n", Kg),
        ("kg.tsv", "A\tborn in\tB\nA\tspouse\tC\n", Kg),
        ("kg.tsv", "Kismet\tyear\t1944\nHeat\tyear\t1995\nAlien\tyear\t1979\n", Kg),
        ("kg.csv", "subject,predicate,object\nA,born in,B\n", Kg),
        ("kg.tsv", "Head\tRelation\tTail\nA\tborn in\tB\n", Kg),
        ("t.tsv", "Player\tTeam\tGoals\nA\tX\t3\nB\tX\t4\nC\tY\t5\n", Table),
        ("t.tsv", "Player\tTeam\tCountry\nA\tX\tU\nB\tX\tV\nC\tY\tU\n", Table),
        ("t.tsv", "Player\tYear\tTeam\nA\t1990\tX\nB\t1991\tX\n", Table),
        ("t.csv", "A,born in,B\nC,born in,D\n", Table),
        ("t.csv", "a,b\n1,2\n", Table),
        ("tkg.tsv", "A\toffice\tB\t1990\t1994\nC\toffice\tB\t1994\t\n", Tkg),
        ("tkg.tsv", "A\toffice\tB\t1990-05-01\t-\nC\toffice\tB\tNone\t1994\n", Tkg),
        ("tkg.csv", "head,relation,tail,start,end\nA,office,B,1990,1994\n", Tkg),
        ("tkg.txt", "A|office|B|901|1001\nC|office|B|99|120\nC|office|B|1099|1120\n", Tkg),
        ("t.tsv", "Player\tTeam\tRole\tFrom\tTo\nA\tX\tBack\t1990\t1994\nB\tX\tWing\t1990\t1994\n", Table),
        ("t.tsv", "A\toffice\tB\t5\t7\nC\toffice\tB\t2\t3\n", Table),
        ("t.tsv", "A\toffice\tB\t1994\t1990\nC\toffice\tB\t1990\t1994\n", Table),
        ("t.tsv", "A\toffice\tB\t1990\t1994\nC\toffice\tB\t1990\tsoon\n", Table),
    ] {
        let (found, why) = kind(name, content);
        assert_eq!(found, expected, "{content:?}: {why}");
        assert!(!why.is_empty());
    }
}

#[test]
fn reasons_are_said() {
    let why = |name, content| kind(name, content).1;
    assert_eq!(
        why("kb.txt", "A|r|B\nC|r|D\n"),
        "3 columns cut by `|`, no header, relations repeat in the middle"
    );
    assert_eq!(
        why("t.tsv", "A\toffice\tB\t1990\t1994\n"),
        "5 columns cut by tabs, no header, years or dates in the last two columns of every line"
    );
    assert_eq!(why("t.csv", "a,b\n1,2\n"), "2 columns cut by commas, the first line as header");
}

#[test]
fn the_kind_can_be_forced() {
    let (_folder, path) = file("t.csv", "A,born in,B\nC,died in,D\n");
    let (sink, _) = load_path(&path, Some(Kg), false).unwrap();
    assert_eq!(sink.lines(), ["1: A | born in | B", "2: C | died in | D"]);
    let (_folder, path) = file("kb.txt", "A|r|B\nC|r|D\n");
    let (sink, _) = load_path(&path, Some(Table), false).unwrap();
    assert_eq!(sink.column_names(), ["A", "r", "B"]);
    assert_eq!(
        error("t.csv", "a,b\n1,2\n", Some(Kg)),
        "t.csv:1: `--kind kg` needs 3 columns (head, relation, tail), but this file has 2\n\
         hint: leave out `--kind` to load it as what it looks like"
    );
}

#[test]
fn quotes_in_graph_files_are_text() {
    let (sink, summary) =
        load("kg.tsv", "\"Heroes\tby\tBowie\n\n'A' \"B\"\tby\t\"C\"\n# no comment\tby\tD\n");
    assert_eq!(
        sink.lines(),
        ["1: \"Heroes | by | Bowie", "3: 'A' \"B\" | by | \"C\"", "4: # no comment | by | D"]
    );
    assert_eq!(summary.records, 3);
}

#[test]
fn times_may_be_open_and_of_any_precision() {
    let content = "A\toffice\tB\t1990\t1994-07-16\nC\toffice\tB\t1994-07\tNone\nD\toffice\tB\t-\t1900\nE\toffice\tB\t\t-\n\
                   F\toffice\tB\t44 BC\t-0043-03-15\n";
    let (sink, _) = load("tkg.tsv", content);
    assert_eq!(
        sink.lines(),
        [
            "1: A | office | B | 1990..1994-07-16",
            "2: C | office | B | 1994-07..",
            "3: D | office | B | ..1900",
            "4: E | office | B",
            "5: F | office | B | 44 BC..-0043-03-15",
        ]
    );
}

#[test]
fn bad_lines_say_what_is_wrong() {
    let good = "A\tr\tB\nC\tr\tD\n";
    for (line, what) in [
        ("A\tr", "expected 3 columns (head, relation, tail), found 2"),
        ("A\tr\tB\tC", "expected 3 columns (head, relation, tail), found 4"),
        ("A\t\tB", "the relation is empty"),
    ] {
        let told = error("kg.tsv", format!("{good}{line}\n"), Some(Kg));
        assert!(told.starts_with(&format!("kg.tsv:3: {what}\nhint: ")), "{told}");
    }
    let good = "A\tr\tB\t1990\t1991\n";
    for (line, what) in [
        ("A\tr\tB\t1990", "expected 5 columns (head, relation, tail, start, end), found 4"),
        ("A\tr\tB\tsoon\t1990", "expected a year or date as start time, found `soon`"),
    ] {
        let told = error("tkg.tsv", format!("{good}{line}\n"), Some(Tkg));
        assert!(told.starts_with(&format!("tkg.tsv:2: {what}\nhint: ")), "{told}");
    }
    let (_folder, path) = file("kg.tsv", "A\tr\tB\nC\tr\nD\tr\tE\n");
    let (sink, summary) = load_path(&path, Some(Kg), true).unwrap();
    assert_eq!(sink.lines(), ["1: A | r | B", "3: D | r | E"]);
    assert_eq!(summary.skipped.total, 1);
}

#[test]
fn reversed_times_are_kept_and_told() {
    let mut content = String::new();
    for year in 1900..1930 {
        content.push_str(&format!("A\tr\tB{year}\t{year}\t1950\n"));
    }
    content.push_str("14th century BC\tr\tera\t1400\t1301\n");
    let (sink, summary) = load("tkg.tsv", content);
    assert_eq!(sink.lines().last().unwrap(), "31: 14th century BC | r | era | 1400..1301");
    assert_eq!(summary.notes, ["1 fact ends before it starts, the first in line 31; kept as written."]);
}
