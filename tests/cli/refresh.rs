//! A refresh: what has changed since it was loaded is loaded again, what is new beside it is loaded,
//! and what is gone stays, with a word of how to remove it.

use std::io::Write as _;
use std::path::Path;

use rust_xlsxwriter::Workbook;

use crate::support::home::{Home, Ran};

fn fixture(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)
}

/// Writes a workbook of these sheets, each with one column and one row.
fn workbook(home: &Home, name: &str, sheets: &[(&str, &str)]) {
    let mut book = Workbook::new();
    for (sheet, cell) in sheets {
        let sheet = book.add_worksheet().set_name(*sheet).unwrap();
        for (at, text) in ["Item", "Price", cell, "12"].into_iter().enumerate() {
            sheet.write(at as u32 / 2, at as u16 % 2, text).unwrap();
        }
    }
    book.save(home.path(name)).unwrap();
}

/// A second refresh loads nothing and says the same of what is gone.
fn is_settled(home: &Home, before: &Ran) {
    let again = home.ok(&["refresh"]);
    assert_eq!(again.stdout, "", "{again:#?}");
    let gone = |ran: &Ran| ran.stderr.lines().filter(|line| line.starts_with("gone: ")).count();
    assert_eq!(gone(&again), gone(before), "{again:#?}");
}

#[test]
fn what_has_changed_is_loaded_again() {
    let home = Home::new();
    home.write("medals.csv", "Nation,Gold\nBrazil,7\n");
    home.write("towns.csv", "Town,Mayor\nBarton,Ann\n");
    std::fs::copy(fixture("shop.sqlite"), home.path("shop.sqlite")).unwrap();
    home.ok(&["load", "medals.csv", "--name", "table of medals"]);
    home.ok(&["load", "towns.csv", "shop.sqlite"]);
    home.run_with(&["load", "-"], &[], "a,b\n1,2\n");
    let ran = home.ok(&["refresh"]);
    assert_eq!(ran.stdout, "", "{ran:#?}");
    assert!(ran.stderr.contains("5 sources have not changed"), "{ran:#?}");
    assert!(ran.stderr.contains("left stdin as it is: it came from the standard input"), "{ran:#?}");
    home.write("medals.csv", "Nation,Gold\nBrazil,8\nChad,1\n");
    // A file with another database: the tables that it has not are gone.
    std::fs::copy(fixture("orders_sqlite.sqlite"), home.path("shop.sqlite")).unwrap();
    std::fs::remove_file(home.path("towns.csv")).unwrap();
    let ran = home.ok(&["refresh", "table of medals"]);
    assert_eq!(ran.stdout, "replaced table of medals: table, 2 rows, 2 columns, 4 cells\n");
    assert_eq!(home.answers("get_information(relation='Gold', head_entity='Brazil')"), ["8"]);
    let ran = home.ok(&["refresh"]);
    assert!(ran.stdout.contains("new: shop/orders_sqlite: table, 8 rows"), "{ran:#?}");
    assert!(ran.stderr.contains("gone: shop/customers ("), "{ran:#?}");
    assert!(
        ran.stderr.contains("gone: towns (") && ran.stderr.contains("`trustuqa remove towns`"),
        "{ran:#?}"
    );
    assert_eq!(home.answers("get_information(relation='Mayor', head_entity='Barton')"), ["Ann"]);
    let ran = home.fails(2, &["refresh", "nothing"]);
    assert!(ran.stderr.contains("there is no source `nothing`"), "{ran:#?}");
}

#[test]
fn a_folder_is_followed() {
    let home = Home::new();
    home.write("data/medals.csv", "Nation,Gold\nBrazil,7\n");
    home.write("data/towns.csv", "Town,Mayor\nBarton,Ann\n");
    home.write("alone.csv", "Tarn,Depth\nGlint,77 m\n");
    let mut runs = vec![home.ok(&["load", "data"]), home.ok(&["load", "alone.csv"])];
    home.write("data/north/bridges.csv", "Bridge,Length\nOld Bridge,120\n");
    home.write("data/medals.csv", "Nation,Gold\nBrazil,8\n");
    home.write("beside.csv", "a,b\n1,2\n");
    std::fs::remove_file(home.path("data/towns.csv")).unwrap();
    // One source alone is refreshed alone.
    runs.push(home.ok(&["refresh", "alone"]));
    runs.push(home.ok(&["refresh"]));
    runs.push(home.ok(&["refresh"]));
    runs.push(home.ok(&["remove", "towns"]));
    runs.push(home.ok(&["refresh"]));
    insta::assert_snapshot!(home.shown(&runs));
    assert_eq!(home.answers("get_information(relation='Length', head_entity='Old Bridge')"), ["120"]);
    // A file that came with a refresh is followed, too, and so are names that are taken.
    home.write("data/north/bridges.csv", "Bridge,Length\nOld Bridge,121\n");
    home.write("data/south/alone.csv", "Tarn,Depth\nMurk,12 m\n");
    let ran = home.ok(&["refresh"]);
    assert_eq!(
        ran.stdout,
        "replaced bridges: table, 1 row, 2 columns, 2 cells\nnew: south/alone: table, 1 row, 2 columns, 2 cells\n"
    );
    is_settled(&home, &ran);
}

#[test]
fn what_is_new_is_loaded_as_the_rest_was() {
    let home = Home::new();
    let lines = "a\tb\tc\nd\te\tf\n";
    home.write("data/one.tsv", lines);
    home.ok(&["load", "data", "--kind", "kg", "--skip-bad"]);
    home.write("data/two.tsv", format!("{lines}g\th\n"));
    let ran = home.ok(&["refresh"]);
    assert!(ran.stdout.starts_with("new: two: knowledge graph, "), "{ran:#?}");
    assert!(ran.stderr.contains("  skipped line 3: "), "{ran:#?}");
}

#[test]
fn what_is_new_and_cannot_be_read_leaves_the_rest_refreshed() {
    let home = Home::new();
    home.write("data/medals.csv", "Nation,Gold\nBrazil,7\n");
    home.ok(&["load", "data"]);
    home.write("data/medals.csv", "Nation,Gold\nBrazil,8\n");
    home.write("data/bad.nt", "this is no triple\n");
    let ran = home.fails(2, &["refresh"]);
    assert!(ran.stderr.contains("bad.nt:1") && ran.stderr.contains("hint: "), "{ran:#?}");
    assert_eq!(home.answers("get_information(relation='Gold', head_entity='Brazil')"), ["8"]);
}

#[test]
fn sheets_are_found_that_are_new_in_a_workbook() {
    let home = Home::new();
    workbook(&home, "shop.xlsx", &[("Orders", "Lamp")]);
    home.ok(&["load", "shop.xlsx"]);
    workbook(&home, "shop.xlsx", &[("Orders", "Desk"), ("Returns", "Rug")]);
    let ran = home.ok(&["refresh"]);
    // The only sheet had the name of the workbook, and keeps it.
    assert_eq!(
        ran.stdout,
        "replaced shop: table, 1 row, 2 columns, 2 cells\nnew: shop/Returns: table, 1 row, 2 columns, 2 cells\n"
    );
    is_settled(&home, &ran);
    workbook(&home, "shop.xlsx", &[("Returns", "Rug"), ("Stock", "Chair")]);
    let ran = home.ok(&["refresh"]);
    assert!(
        ran.stdout.contains("replaced shop/Returns: ") && ran.stdout.contains("new: shop/Stock: "),
        "{ran:#?}"
    );
    assert!(ran.stderr.contains("shop.xlsx:Orders); `trustuqa remove shop` takes it out"), "{ran:#?}");
    assert_eq!(home.answers("get_information(relation='Price', head_entity='Desk')"), ["12"]);
    is_settled(&home, &ran);
    // A sheet that comes back is the source that it was.
    workbook(&home, "shop.xlsx", &[("Orders", "Vase"), ("Returns", "Rug"), ("Stock", "Chair")]);
    let ran = home.ok(&["refresh"]);
    assert!(ran.stdout.contains("replaced shop: ") && !ran.stderr.contains("gone"), "{ran:#?}");
}

#[test]
fn tables_are_found_that_are_new_in_a_sqlite_file() {
    let home = Home::new();
    let sql =
        |sql: &str| rusqlite::Connection::open(home.path("shop.db")).unwrap().execute_batch(sql).unwrap();
    sql("CREATE TABLE orders (product, amount); INSERT INTO orders VALUES ('Lamp', 39);
         CREATE TABLE drafts (product, amount); INSERT INTO drafts VALUES ('Vase', 5)");
    home.ok(&["load", "shop.db", "--name", "our shop"]);
    sql("CREATE TABLE people (name, town); INSERT INTO people VALUES ('Ada', 'Kiel'); DROP TABLE drafts");
    let ran = home.ok(&["refresh"]);
    assert!(ran.stdout.contains("replaced our shop/orders: "), "{ran:#?}");
    assert!(ran.stdout.contains("new: our shop/people: table, 1 row, 2 columns, 2 cells"), "{ran:#?}");
    assert!(ran.stderr.contains("`trustuqa remove 'our shop/drafts'` takes it out"), "{ran:#?}");
    is_settled(&home, &ran);
    home.ok(&["remove", "our shop/drafts"]);
    let ran = home.ok(&["refresh"]);
    assert!(ran.stdout.is_empty() && ran.stderr.ends_with("2 sources have not changed\n"), "{ran:#?}");
}

#[test]
fn files_are_found_that_are_new_in_an_archive() {
    let home = Home::new();
    let archive = |files: &[(&str, &str)]| {
        let mut archive = zip::ZipWriter::new(std::fs::File::create(home.path("all.zip")).unwrap());
        for (name, content) in files {
            archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            archive.write_all(content.as_bytes()).unwrap();
        }
        archive.finish().unwrap();
    };
    let (medals, towns) = ("Nation,Gold\nBrazil,7\n", "Town,Mayor\nBarton,Ann\n");
    archive(&[("in/medals.csv", medals), ("in/towns.csv", towns)]);
    home.ok(&["load", "all.zip"]);
    archive(&[("in/medals.csv", medals), ("in/bridges.csv", "Bridge,Length\nOld Bridge,120\n")]);
    let ran = home.ok(&["refresh"]);
    assert!(
        ran.stdout.contains("replaced all/in/medals: ") && ran.stdout.contains("new: all/in/bridges: "),
        "{ran:#?}"
    );
    assert!(ran.stderr.contains("`trustuqa remove all/in/towns` takes it out"), "{ran:#?}");
    is_settled(&home, &ran);
}

#[test]
fn one_file_under_two_names_is_refreshed_under_both() {
    let home = Home::new();
    home.write("medals.csv", "Nation,Gold\nBrazil,7\n");
    home.ok(&["load", "medals.csv"]);
    home.write("medals.csv", "Nation,Gold\nBrazil,8\n");
    home.ok(&["load", "medals.csv", "--name", "again"]);
    let ran = home.ok(&["refresh"]);
    assert!(ran.stdout.contains("replaced medals: ") && ran.stdout.contains("replaced again: "), "{ran:#?}");
    is_settled(&home, &ran);
}

/// A graph that was written before catalogues knew of folders.
#[test]
fn of_an_earlier_graph_only_what_it_knows_is_refreshed() {
    let home = Home::new();
    let earlier = Path::new(env!("CARGO_MANIFEST_DIR")).join("storage/tests/formats/version-4.redb");
    std::fs::create_dir_all(home.graph()).unwrap();
    std::fs::copy(earlier, home.graph().join("graph.redb")).unwrap();
    let ran = home.ok(&["refresh"]);
    assert_eq!(ran.stdout, "", "{ran:#?}");
    assert!(ran.stderr.contains("gone: films.csv (/data/films.csv)"), "{ran:#?}");
    assert!(!ran.stderr.contains("nothing is new in"), "{ran:#?}");
    // Once its folder is loaded, it is followed.
    home.write("data/medals.csv", "Nation,Gold\nBrazil,7\n");
    home.ok(&["load", "data"]);
    home.write("data/towns.csv", "Town,Mayor\nBarton,Ann\n");
    assert!(home.ok(&["refresh"]).stdout.starts_with("new: towns: "));
    assert!(home.ok(&["check"]).stdout.contains("is sound"));
}
