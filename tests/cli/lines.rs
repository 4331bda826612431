//! Cells with line breaks, as people write them with Alt+Enter: kept from the file to the file, found
//! without them, and on one line where a table is shown.

use std::path::Path;

use crate::support::home::{Home, Ran};

const FILES: [&str; 8] = [
    "lines_csv.csv",
    "lines_windows.csv",
    "lines_xlsx.xlsx",
    "lines_libreoffice.ods",
    "lines_libreoffice.xls",
    "lines_json.json",
    "lines_parquet.parquet",
    "lines_sqlite.sqlite",
];

fn load(home: &Home, file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(file);
    home.ok(&["load", path.to_str().unwrap(), "--name", "rooms"]);
}

#[test]
fn a_line_break_is_written_as_it_was_read() {
    let csv = "Room number,Equipment,Seats\n\
               A1,\"projector\nwhiteboard\",12\nA2,two screens,30\nB1,\"projector\n\npiano, tuned\",80\n";
    for file in FILES {
        let home = Home::new();
        load(&home, file);
        let written = home.ok(&["query", "get_information(source='rooms')", "--format", "csv"]).stdout;
        assert_eq!(written, csv, "{file}");
        // What was written is read again.
        home.write("again.csv", &written);
        home.ok(&["load", "again.csv"]);
        let again = home.ok(&["query", "get_information(source='again')", "--format", "csv"]).stdout;
        assert_eq!(again, csv, "{file}");
    }
}

#[test]
fn a_cell_is_found_by_its_words_and_shown_on_one_line() {
    let home = Home::new();
    load(&home, "lines_csv.csv");
    let room = |cell: &str| {
        format!("get_information(relation='Room number', tail_entity='{cell}', key='Equipment')")
    };
    let find = |cell: &str| {
        format!(
            "get_information(source='rooms', relation='Equipment', tail_entity='{cell}', key='Room number')"
        )
    };
    for cell in ["projector whiteboard", "projector\\nwhiteboard", "Projector  Whiteboard"] {
        assert_eq!(home.answers(&find(cell)), ["A1"], "{cell}");
    }
    assert_eq!(home.answers(&find("projector piano, tuned")), ["B1"]);
    let runs: Vec<Ran> = vec![
        home.ok(&["query", &room("A1")]),
        home.ok(&["query", &find("projector whiteboard"), "--trace"]),
        home.ok(&["query", "get_information(source='rooms')"]),
        home.ok(&["query", "get_information(source='rooms')", "--format", "markdown"]),
        home.ok(&["query", "get_information(source='rooms')", "--format", "tsv"]),
        home.ok(&["query", "get_information(source='rooms')", "--format", "jsonl"]),
        home.run(&["ask", "which room number has the equipment projector whiteboard?"]),
        home.run(&["ask", "what is the equipment of room number A1?"]),
    ];
    insta::assert_snapshot!("lines", home.shown(&runs));
}
