//! Tables, tidy and untidy.

use super::*;

#[test]
fn a_cell_becomes_a_fact_with_its_place() {
    let (sink, summary) = load("medals.csv", "Nation,Gold\nBrazil,5\n\"United\nStates\",7\nChad,\n");
    assert_eq!(
        sink.lines(),
        [
            "2: [line_1] | Nation | Brazil",
            "2: [line_1] | Gold | 5",
            "3: [line_2] | Nation | United\nStates",
            "3: [line_2] | Gold | 7",
            "5: [line_3] | Nation | Chad",
        ]
    );
    let place = sink.facts[3].place;
    assert_eq!((place.line, place.row, place.column), (3, Some(2), Some(1)));
    assert_eq!((summary.records, summary.facts, summary.notes.len()), (3, 5, 0));
}

#[test]
fn headers_are_made_unique() {
    let (sink, _) = load("t.csv", "Name,,Name,\"Two\nlines\",Name (2),\na,b,c,d,e,\n");
    assert_eq!(sink.column_names(), ["Name", "Name (3)", "Two lines", "Name (2)", "column 2"]);
    assert_eq!(sink.lines()[1], "3: [line_1] | column 2 | b");
    assert!(!sink.ids.contains_key("column 6"), "a column without name and cells is none");
}

#[test]
fn a_name_that_repeats_very_often_takes_no_longer_each_time() {
    let names = crate::column_names(&vec!["a".to_owned(); 60_000]);
    assert_eq!((names[0].as_str(), names[59_999].as_str()), ("a", "a (60000)"));
}

#[test]
fn short_and_long_rows() {
    let (sink, summary) = load("t.csv", "a,b,c\n1\n1,2,3,,\n,,\n\n4,5,6\n");
    assert_eq!(summary.records, 3);
    let lines = sink.lines();
    assert_eq!(lines.first().unwrap(), "2: [line_1] | a | 1");
    assert_eq!(lines.last().unwrap(), "6: [line_3] | c | 6");
    assert_eq!(
        error("t.csv", "a,b\n1,2\n1,2,x y\n", None),
        "t.csv:3: expected 2 cells after the header, found 3; `x y` has no column\n\
         hint: quote cells that contain the delimiter, or load the rest with `--skip-bad`"
    );
}

#[test]
fn skip_bad_lists_what_it_leaves_out() {
    let (_folder, path) = file("t.csv", "a,b\n1,\"2\"\n1,2,3\n4,5\n6,\"7\n8,9\n");
    let (sink, summary) = load_path(&path, None, true).unwrap();
    assert_eq!(summary.records, 2);
    assert_eq!(summary.skipped.total, 2);
    let lines: Vec<u64> = summary.skipped.lines.iter().map(|line| line.line).collect();
    assert_eq!(lines, [3, 5]);
    assert!(summary.skipped.lines[1].reason.contains("never closed"));
    // The bad row keeps its number.
    assert_eq!(sink.lines()[2], "4: [line_3] | a | 4");
}

#[test]
fn a_lost_quote_is_told_by_its_line() {
    let told = error("t.csv", "a,b\n1,\"2\"\n3,\"4\n5,6\n", None);
    assert!(told.starts_with("t.csv:3: a quote is opened here and never closed, so the rest of the file cannot be read\nhint: close it"), "{told}");
}

#[test]
fn both_ways_to_escape_quotes() {
    let doubled = "\"a\",\"b\"\n\"say \"\"hi\"\"\",\"x, y\"\n";
    assert_eq!(load("t.csv", doubled).0.lines()[0], "2: [line_1] | a | say \"hi\"");
    let backslash = "\"a\",\"b\"\n\"say \\\"hi\\\", then\\ngo\",\"2\"\n\"1\",\"2\"\n";
    assert_eq!(load("t.csv", backslash).0.lines()[0], "2: [line_1] | a | say \"hi\", then\ngo");
    let breaks = "\"a\",\"b\"\n\"one\\ntwo\",\"2\"\n";
    assert_eq!(load("t.csv", breaks).0.lines()[0], "2: [line_1] | a | one\ntwo");
    let path = "a,b\n\"C:\\new\\dir\\\",2\n\"C:\\tmp\\\",3\n";
    assert_eq!(load("t.csv", path).0.lines()[0], "2: [line_1] | a | C:\\new\\dir\\");
    let stray =
        "Artist\tSong\tYear\n\"Weird Al\" Yankovic\tEat It\t1984\n\"Heroes\tBowie\t1977\nAbba\tSOS\t1975\n";
    let (sink, _) = load("t.tsv", stray);
    assert_eq!(sink.lines()[0], "2: [line_1] | Artist | \"Weird Al\" Yankovic");
    assert_eq!(sink.lines()[3], "3: [line_2] | Artist | \"Heroes");
}

#[test]
fn delimiters_are_found() {
    for (name, content) in [
        ("t.csv", "a;b;c\n1,5;2,5;3\n4;5;6\n"),
        ("t.csv", "a\tb\tc\n1,5\t2,5\t3\n4\t5\t6\n"),
        ("t.txt", "a|b|c\n1,5|2,5|3\n4|5|6\n"),
        ("t.tsv", "a\tb\tc\n\"1,5\"\t2,5\t3\n4\t5\t6\n"),
        ("t.csv", "a,b,c\n\"1,5\",\"2,5\",3\n4,5,6\n"),
    ] {
        let (sink, _) = load(name, content);
        assert_eq!(sink.column_names(), ["a", "b", "c"], "{content:?}");
        assert_eq!(sink.lines()[1], "2: [line_1] | b | 2,5", "{content:?}");
    }
    let (sink, _) = load("one.csv", "Name\nAda\nGrace\n");
    assert_eq!(sink.lines(), ["2: [line_1] | Name | Ada", "3: [line_2] | Name | Grace"]);
}

#[test]
fn line_ends_of_every_system() {
    for ends in ["\n", "\r\n", "\r"] {
        let content = ["a,b", "1,\"x", "y\"", "3,4", ""].join(ends);
        let (sink, _) = load("t.csv", content);
        let expected =
            ["2: [line_1] | a | 1", "2: [line_1] | b | x\ny", "4: [line_2] | a | 3", "4: [line_2] | b | 4"];
        assert_eq!(sink.lines(), expected, "{ends:?}");
    }
}

#[test]
fn encodings_are_found_and_told() {
    let text = "Stadt,Land\nMünchen,Österreich-nah\nKöln,Deutschland\n";
    let mut marked = b"\xef\xbb\xbf".to_vec();
    marked.extend(text.as_bytes());
    let wide = |order: fn(u16) -> [u8; 2], mark: &[u8]| {
        mark.iter().copied().chain(text.encode_utf16().flat_map(order)).collect::<Vec<u8>>()
    };
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    for (content, note) in [
        (text.as_bytes().to_vec(), None),
        (marked, None),
        (wide(u16::to_le_bytes, b"\xff\xfe"), Some("UTF-16LE, as its byte order mark")),
        (wide(u16::to_be_bytes, b"\xfe\xff"), Some("UTF-16BE, as its byte order mark")),
        (latin, Some("windows-1252, which was guessed")),
    ] {
        let (sink, summary) = load("t.csv", content);
        assert_eq!(sink.column_names(), ["Stadt", "Land"]);
        assert_eq!(sink.lines()[0], "2: [line_1] | Stadt | München");
        assert_eq!(summary.notes.len(), usize::from(note.is_some()));
        assert!(note.is_none_or(|note| summary.notes[0].contains(note)), "{:?}", summary.notes);
    }
}

#[test]
fn a_late_byte_that_is_no_utf8_is_noticed() {
    let mut content = b"Name,City\n".to_vec();
    for _ in 0..40_000 {
        content.extend(b"plain,ascii\n");
    }
    content.extend(b"Jos\xe9,M\xfcnchen\n");
    let (sink, summary) = load("t.csv", content);
    assert_eq!(sink.lines().last().unwrap(), "40002: [line_40001] | City | München");
    assert_eq!(summary.notes.len(), 1);
}

#[test]
fn empty_files_and_lone_headers() {
    for content in ["", "\n \n", "\u{feff}"] {
        let told = error("t.csv", content, None);
        assert!(told.starts_with("t.csv: the file is empty\nhint: write a header line"), "{told}");
    }
    let (sink, summary) = load("t.csv", "a,b\n");
    assert_eq!(sink.column_names(), ["a", "b"]);
    assert_eq!(summary.notes, ["The table has a header and no rows."]);
}

#[test]
fn white_space_is_tidied_and_the_rest_kept() {
    let (sink, _) = load("t.csv", "a,b\n \u{a0}x \u{202f} y ,\"1,234[a]\"\n");
    assert_eq!(sink.lines(), ["2: [line_1] | a | x y", "2: [line_1] | b | 1,234[a]"]);
}
