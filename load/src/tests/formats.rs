//! Files that other software wrote, see `tests/files/make.py` of the workspace.

use super::*;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/files").join(name)
}

/// A loaded table or graph, with its name and place.
pub(super) struct Part {
    pub(super) name: String,
    shown: String,
    why: String,
    sink: Recorder,
    summary: LoadSummary,
}

/// All tables and graphs of a file, and the parts left out.
pub(super) fn load_all(path: &Path) -> Result<(Vec<Part>, Vec<String>), LoadError> {
    let found = contents(expand(&[path.to_owned()])?.files, None, &mut |_| false)?;
    let mut parts = Vec::new();
    for input in found.inputs {
        let detected = detect_input(&input, None)?;
        let mut sink = Recorder::default();
        let options = LoadOptions { skip_bad: false, name: input.name.clone() };
        let on = &mut |_| ControlFlow::Continue(());
        let summary = read_source(&input.shown(), &detected, &options, &mut sink, on)?;
        let shown = input.shown().file_name().unwrap_or_default().to_string_lossy().into_owned();
        parts.push(Part { name: input.name, shown, why: detected.why, sink, summary });
    }
    Ok((parts, found.left_out))
}

fn only(name: &str) -> Part {
    let (mut parts, _) = load_all(&fixture(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(parts.len(), 1, "{name}");
    parts.remove(0)
}

/// The facts without their lines, with numbers in their shortest form.
fn facts(part: &Part) -> Vec<String> {
    let plain = |line: &String| {
        let fact = line.split_once(": ").unwrap().1;
        let (rest, tail) = fact.rsplit_once(" | ").unwrap();
        let number = tail.parse::<f64>().map_or(tail.to_owned(), |number| number.to_string());
        format!("{rest} | {number}")
    };
    part.sink.lines().iter().map(plain).collect()
}

#[test]
fn one_table_is_the_same_in_every_format() {
    let expected = only("orders_csv.csv");
    assert_eq!(expected.summary.facts, 55);
    for (name, why) in [
        ("orders_xlsx.xlsx", "XLSX, 7 columns"),
        ("orders_xls.xls", "XLS, 7 columns"),
        ("orders_ods.ods", "ODS, 7 columns"),
        ("orders_libreoffice.ods", "ODS, 7 columns"),
        ("orders_libreoffice.xlsx", "XLSX, 7 columns"),
        ("orders_parquet.parquet", "Parquet, 7 columns"),
        ("orders_duckdb.parquet", "Parquet, 7 columns"),
        ("orders_feather.feather", "Arrow, 7 columns"),
        ("orders_stream.arrows", "Arrow, 7 columns"),
        ("orders_json.json", "JSON, 7 columns"),
        ("orders_jsonl.jsonl", "JSON, 7 columns"),
        ("orders_sqlite.sqlite", "table of SQLite, 7 columns"),
        ("orders_gzip.csv.gz", "7 columns cut by commas, the first line as header"),
        ("orders_zstd.csv.zst", "7 columns cut by commas, the first line as header"),
        ("orders_zip.zip", "7 columns cut by commas, the first line as header"),
    ] {
        let part = only(name);
        assert_eq!(part.sink.column_names(), expected.sink.column_names(), "{name}");
        assert_eq!(facts(&part), facts(&expected), "{name}");
        assert_eq!(part.why, why, "{name}");
        let rows: Vec<_> = part.sink.facts.iter().map(|fact| (fact.place.row, fact.place.column)).collect();
        let same: Vec<_> =
            expected.sink.facts.iter().map(|fact| (fact.place.row, fact.place.column)).collect();
        assert_eq!(rows, same, "{name}");
    }
}

#[test]
fn places_and_names_tell_the_part() {
    let shown: Vec<(String, String)> =
        ["orders_xlsx.xlsx", "orders_zip.zip", "orders_gzip.csv.gz", "orders_sqlite.sqlite"]
            .map(only)
            .map(|part| (part.name, part.shown))
            .into();
    let shown: Vec<(&str, &str)> =
        shown.iter().map(|(name, shown)| (name.as_str(), shown.as_str())).collect();
    assert_eq!(
        shown,
        [
            ("orders_xlsx", "orders_xlsx.xlsx:Orders"),
            ("orders_zip", "orders_zip.zip:orders_zip.csv"),
            ("orders_gzip", "orders_gzip.csv.gz"),
            ("orders_sqlite/orders_sqlite", "orders_sqlite.sqlite:orders_sqlite"),
        ]
    );
    // The line is the row of the sheet, or the line in the JSON file.
    assert_eq!(only("orders_xlsx.xlsx").sink.facts[0].place.line, 2);
    assert_eq!(only("orders_jsonl.jsonl").sink.facts[0].place.line, 1);
    assert_eq!(only("orders_json.json").sink.facts[7].place.line, 11);
    assert_eq!(load_all(&fixture("orders_zip.zip")).unwrap().1.len(), 1, "notes.txt is left out, and told");
}

#[test]
fn sheets_with_titles_merged_cells_and_two_rows_of_names() {
    let (parts, left_out) = load_all(&fixture("untidy.xlsx")).unwrap();
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["untidy/Sales", "untidy/Visits", "untidy/Rates"]);
    assert!(left_out.len() == 1 && left_out[0].starts_with("the empty sheet `Empty` of "), "{left_out:?}");
    assert_eq!(
        parts[0].sink.column_names(),
        ["City", "2023 Sales", "2023 Share", "2024 Sales", "2024 Share"]
    );
    assert_eq!(
        parts[0].sink.lines()[5..],
        [
            "7: [line_2] | City | Bonn",
            "7: [line_2] | 2023 Sales | 340",
            "7: [line_2] | 2023 Share | 35%",
            "7: [line_2] | 2024 Sales | 327",
            "7: [line_2] | 2024 Share | 32.5%",
            "8: [line_3] | City | Bonn",
            "8: [line_3] | 2023 Sales | 12",
            "8: [line_3] | 2023 Share | 1.25%",
            "8: [line_3] | 2024 Sales | 9",
            "8: [line_3] | 2024 Share | 1%",
        ]
    );
    assert_eq!(
        parts[0].summary.notes,
        [
            "The table begins in row 4; the rows above it were left out: \"Sales by city\", \"as of 2024-05-01\".",
            "The names of the columns are in rows 4 and 5.",
        ]
    );
    assert_eq!(
        parts[1].sink.lines()[..4],
        [
            "2: [line_1] | Visitor | Ada Finch",
            "2: [line_1] | Came | 2024-03-01 10:30:00",
            "2: [line_1] | Stayed | 26:05:00",
            "3: [line_2] | Visitor | Ben Okoro",
        ]
    );
    assert_eq!(parts[2].summary.notes, ["The sheet is hidden in the workbook; it was read."]);
}

#[test]
fn what_is_hidden_is_read_and_reported() {
    for name in ["hidden.xlsx", "hidden_libreoffice.ods", "hidden_libreoffice.xls", "hidden_xlwt.xls"] {
        let (parts, _) = load_all(&fixture(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let part = &parts[0];
        assert_eq!(part.summary.facts, 9, "{name}");
        let told = ["Hidden in the workbook and read all the same: 1 row and 1 column."];
        assert_eq!(part.summary.notes, told, "{name}");
        for other in &parts[1..] {
            assert!(!other.summary.notes.iter().any(|note| note.contains("Hidden")), "{name}");
        }
    }
}

#[test]
fn values_that_do_not_fit_their_column_are_told_by_row() {
    let rows = "Part,Cost\nA,1\nB,2\nC,on request\nD,4\nE,5\nF,6\nG,7\nH,n/a\n";
    let (_, summary) = load("parts.csv", rows);
    assert_eq!(
        summary.notes,
        ["One value of `Cost` is not a number like the others: `on request` (line 4)."]
    );
}

#[test]
fn foreign_keys_are_followed() {
    let (parts, _) = load_all(&fixture("shop.sqlite")).unwrap();
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["shop/customers", "shop/orders", "shop/large"]);
    assert_eq!(
        parts[1].sink.column_names(),
        ["id", "customer_id", "product", "amount", "ordered", "customer"]
    );
    assert!(parts[1].sink.lines().contains(&"1: [line_1] | customer | Ada Finch".to_owned()));
    assert_eq!(
        parts[1].summary.notes,
        [
            "The foreign key `customer_id` is followed: `customer` is the `name` of the row of `customers` with this `id`."
        ]
    );
    assert_eq!(parts[2].sink.lines().len(), 4);
    assert_eq!(parts[2].why, "view of SQLite, 2 columns");
}

#[test]
fn nested_records_become_columns_and_linked_tables() {
    let (parts, left_out) = load_all(&fixture("people.json")).unwrap();
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["people/people", "people/people/visits"]);
    assert_eq!(
        parts[0].sink.lines(),
        [
            "4: [line_1] | id | 7",
            "4: [line_1] | name | Ada Finch",
            "4: [line_1] | address.city | Kiel",
            "4: [line_1] | address.zip | 24103",
            "4: [line_1] | tags | new, vip",
            "26: [line_2] | id | 8",
            "26: [line_2] | name | Ben Okoro",
            "26: [line_2] | address.city | Bonn",
        ]
    );
    assert_eq!(
        parts[0].summary.notes,
        [
            "Each member of `address` became a column of its own.",
            "The lists `visits` became tables of their own."
        ]
    );
    assert_eq!(
        parts[1].sink.lines()[..3],
        ["4: [line_1] | people id | 7", "4: [line_1] | on | 2024-03-01", "4: [line_1] | cost | 12.5"]
    );
    assert_eq!(parts[1].summary.notes, ["`people id` says which row of `people` a row belongs to."]);
    assert_eq!(left_out.len(), 1);
    let nested = only("nested.parquet");
    assert_eq!(
        nested.sink.lines(),
        [
            "1: [line_1] | name | Ada Finch",
            "1: [line_1] | address.city | Kiel",
            "1: [line_1] | address.zip | 24103",
            "1: [line_1] | tags | new, vip",
            "1: [line_1] | at | 2024-03-01 10:30:00",
            "1: [line_1] | amount | 12.50",
            "1: [line_1] | kind | a",
            "2: [line_2] | name | Ben Okoro",
            "2: [line_2] | address.city | Bonn",
            "2: [line_2] | amount | 0.10",
            "2: [line_2] | kind | b",
        ]
    );
}

#[test]
fn records_without_a_key_are_linked_by_their_number() {
    let (_folder, path) =
        file("t.json", r#"[{"who":"A","had":[{"x":1},2]},{"who":"B","had":[]},{"who":"C","had":[{"x":3}]}]"#);
    let (parts, _) = load_all(&path).unwrap();
    assert_eq!(parts[0].sink.lines()[..2], ["1: [line_1] | t row | t 1", "1: [line_1] | who | A"]);
    assert_eq!(
        parts[1].sink.lines(),
        [
            "1: [line_1] | t row | t 1",
            "1: [line_1] | x | 1",
            "1: [line_2] | t row | t 1",
            "1: [line_2] | value | 2",
            "1: [line_3] | t row | t 3",
            "1: [line_3] | x | 3",
        ]
    );
}

#[test]
fn rdf_in_every_form_gives_the_same_facts() {
    for name in ["films.rdf", "films_jsonld.jsonld", "films_trig.trig", "films_nquads.nq"] {
        let part = only(name);
        let mut facts = facts(&part);
        facts.sort();
        assert_eq!(facts, ["Night Train | directed by | Ines Vale", "Night Train | year | 1999"], "{name}");
        assert!(part.sink.facts.iter().all(|fact| fact.place.line > 0), "{name}");
    }
}

#[test]
fn a_property_graph() {
    let part = only("films_graphml.graphml");
    assert_eq!(
        facts(&part),
        [
            "Ines Vale | born | 1961",
            "Night Train | kind | film",
            "Ines Vale | directed | Night Train",
            "Ines Vale | directed year | 1999",
        ]
    );
    assert_eq!(part.sink.facts[0].place.line, 7);
}

#[test]
fn nodes_and_edges_of_neo4j_have_their_names() {
    let folder = fixture("neo4j");
    let (parts, _) = load_all(&folder).unwrap();
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["actors", "movies", "roles"]);
    assert_eq!(parts[0].why, "nodes of a property graph, by the header");
    assert_eq!(
        parts[1].sink.lines()[..4],
        [
            "2: The Matrix | movieId | tt0133093",
            "2: The Matrix | year | 1999",
            "2: The Matrix | type | Movie",
            "3: The Matrix Reloaded | movieId | tt0234215",
        ]
    );
    assert_eq!(
        parts[2].sink.lines()[..2],
        ["2: Keanu Reeves | ACTED_IN | The Matrix", "2: Keanu Reeves | ACTED_IN role | Neo"]
    );
    assert!(parts[2].summary.notes.is_empty());
    // Loaded alone, edges have only ids.
    let (parts, _) = load_all(&folder.join("roles.csv")).unwrap();
    assert_eq!(parts[0].sink.lines()[0], "2: keanu | ACTED_IN | tt0133093");
    assert!(parts[0].summary.notes[0].starts_with("6 nodes of these edges have no name in this load"));
}

#[test]
fn an_archive_is_a_folder_in_a_file() {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let members = [
        ("a/x.csv", "p,q\n1,2\n"),
        ("b/x.csv", "p,q\n1,2\n"),
        ("b/x.tsv", "p\tq\n1\t2\n"),
        ("../up.csv", "p,q\n1,2\n"),
        ("__MACOSX/x.csv", "p,q\n1,2\n"),
        ("inner.zip", "PK"),
        ("data.jsonl", "{\"p\": 1}\n"),
    ];
    for (name, content) in members {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut archive, content.as_bytes()).unwrap();
    }
    let (_folder, path) = file("all.zip", archive.finish().unwrap().into_inner());
    let (parts, left_out) = load_all(&path).unwrap();
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    // Hidden files, and members that would be extracted outside of the folder, are ignored.
    assert_eq!(names, ["all/a/x", "all/b/x", "all/b/x (2)", "all/data"]);
    assert_eq!(left_out.len(), 1, "{left_out:?}");
}

#[test]
fn short_rows_are_told() {
    let (_, summary) = load("t.csv", "a,b,c\n1,2,3\n1,2\n1\n4,5,6\n");
    assert_eq!(
        summary.notes,
        ["2 rows have fewer cells than the header, the first in line 3; the others are empty."]
    );
}

#[test]
fn binary_workbooks_of_excel_are_tables() {
    let (parts, _) = load_all(&fixture("excel_dataset.xlsb")).unwrap();
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["excel_dataset/test.csv", "excel_dataset/Sheet2", "excel_dataset/Sheet3"]);
    let shown = (parts[0].shown.as_str(), parts[0].why.as_str());
    assert_eq!(shown, ("excel_dataset.xlsb:test.csv", "XLSB, 6 columns"));
    // The names of the columns repeat, one has none, and cells have spaces around them.
    let columns = ["column a", "column b", "column b (2)", "column e", "column b (3)", "column 4"];
    assert_eq!(parts[0].sink.column_names(), columns);
    let lines = parts[0].sink.lines();
    assert_eq!(
        lines[..6],
        [
            "2: [line_1] | column a | 2",
            "2: [line_1] | column b | b",
            "2: [line_1] | column b (2) | c",
            "2: [line_1] | column 4 | d",
            "2: [line_1] | column e | e",
            "2: [line_1] | column b (3) | c",
        ]
    );
    assert_eq!(lines[13], "4: [line_3] | column b | 2012-10-13");
    assert_eq!(
        facts(&only("excel_unicode.xlsb"))[..5],
        [
            "[line_1] | col1 | éЗ",
            "[line_1] | col2 | àç",
            "[line_1] | col3 | ţş",
            "[line_1] | col4 | hj",
            "[line_1] | col5 | ЕЖЗ",
        ]
    );
}

#[test]
fn line_breaks_in_cells_are_kept_in_every_format() {
    for name in [
        "lines_csv.csv",
        "lines_windows.csv",
        "lines_xlsx.xlsx",
        "lines_libreoffice.ods",
        "lines_libreoffice.xls",
        "lines_json.json",
        "lines_parquet.parquet",
        "lines_sqlite.sqlite",
    ] {
        let part = only(name);
        assert_eq!(part.sink.column_names(), ["Room number", "Equipment", "Seats"], "{name}");
        let expected = [
            "[line_1] | Room number | A1",
            "[line_1] | Equipment | projector\nwhiteboard",
            "[line_1] | Seats | 12",
            "[line_2] | Room number | A2",
            "[line_2] | Equipment | two screens",
            "[line_2] | Seats | 30",
            "[line_3] | Room number | B1",
            "[line_3] | Equipment | projector\n\npiano, tuned",
            "[line_3] | Seats | 80",
        ];
        assert_eq!(facts(&part), expected, "{name}");
    }
}
