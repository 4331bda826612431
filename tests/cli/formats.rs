//! `--format`: one answer as a table, for programs and for documents.

use crate::support::home::{Home, Ran};

const ORDERS: &str = "Order,Supplier,Amount,Note\n\
    A1,Acme,€120.00,\n\
    A2,Bolt & Co,€80.50,\"fragile, \"\"really\"\"\"\n\
    A3,Acme,\"€1,000.00\",gift|wrap\n\
    A4,日本 Paper,€75.00,a\\b\n";

const ALL: &str = "get_information(source='orders')";
const SUMS: &str = "Query1: \"get_information(source='orders')\"\n\
    Query2: \"group(set='output_of_query1', by='Supplier', of='Amount', with='sum')\"";
const ONE: &str = "get_information(relation='Amount', tail_entity>'100')";
const FORMATS: [&str; 6] = ["table", "csv", "tsv", "json", "jsonl", "markdown"];

fn home() -> Home {
    let home = Home::new();
    home.write("orders.csv", ORDERS);
    home.ok(&["load", "orders.csv"]);
    home
}

#[test]
fn an_answer_is_written_in_every_format() {
    let home = home();
    let mut runs: Vec<Ran> =
        FORMATS.iter().map(|format| home.ok(&["query", ALL, "--format", format])).collect();
    // Without a format, what has several columns is a table and what has one a list.
    runs.push(home.ok(&["query", SUMS]));
    runs.push(home.ok(&["query", "get_information(relation='Amount')"]));
    runs.push(home.ok(&["query", "get_information(relation='Amount')", "--format", "table"]));
    insta::assert_snapshot!("formats", home.shown(&runs));
}

#[test]
fn formats_are_read_back_as_they_were_written() {
    let home = home();
    let csv = home.ok(&["query", ALL, "--format", "csv"]).stdout;
    assert_eq!(csv, ORDERS);
    let json = home.ok(&["query", SUMS, "--format", "json"]).stdout;
    let rows: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(rows[0], serde_json::json!({"Supplier": "Acme", "sum of Amount": "€1,120.00"}));
    let lines = home.ok(&["query", SUMS, "--format", "jsonl"]).stdout;
    let lines: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows, serde_json::Value::from(lines));
    home.write("kept.json", home.ok(&["query", SUMS, "--json"]).stdout);
    let again = home.ok(&["trace", "kept.json", "--format", "json"]);
    assert_eq!(again.stdout, json);
}

#[test]
fn an_answer_without_rows_is_no_data_in_any_format() {
    let home = home();
    for format in FORMATS {
        let ran = home
            .fails(1, &["query", "get_information(relation='Amount', tail_entity='7')", "--format", format]);
        assert_eq!(ran.stdout, if format == "json" { "[]\n" } else { "" }, "{ran:#?}");
        assert!(ran.stderr.contains("no answer: "), "{ran:#?}");
    }
    let ran = home.fails(2, &["query", ONE, "--format", "csv", "--json"]);
    assert!(ran.stdout.is_empty() && ran.stderr.contains("--format"), "{ran:#?}");
}
