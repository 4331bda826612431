//! Files that other software wrote (`tests/files/make.py` says which), and questions about
//! them: what is read does not depend on the format that it came in.

use std::path::PathBuf;

use serde_json::Value;

use crate::support::home::Home;

fn fixture(name: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name).display().to_string()
}

const ORDERS: [&str; 13] = [
    "orders_csv.csv",
    "orders_xlsx.xlsx",
    "orders_xls.xls",
    "orders_ods.ods",
    "orders_parquet.parquet",
    "orders_duckdb.parquet",
    "orders_feather.feather",
    "orders_json.json",
    "orders_jsonl.jsonl",
    "orders_sqlite.sqlite",
    "orders_gzip.csv.gz",
    "orders_zstd.csv.zst",
    "orders_zip.zip",
];

const QUERIES: [&str; 9] = [
    "get_information(source='S', relation='Price', tail_entity='> 100', key='Customer')",
    "count(set=get_information(source='S', relation='Order'))",
    "get_information(source='S', relation='Product', tail_entity='Desk', key='Customer')",
    "sum(set=get_information(source='S', relation='Quantity'))",
    "max(set=get_information(source='S', relation='Price'))",
    "get_information(source='S', relation='Order', key='Ordered', value='2024-02')",
    "get_information(source='S', relation='Ordered', tail_entity='> 2024-03-31', key='Product')",
    "get_information(source='S', relation='Customer', key='Paid', value='no')",
    "group(set=get_information(source='S', relation='Product'), by='Customer', of='Price', with='sum')",
];

const QUESTIONS: &str = "How many orders are there?\n\
    Which product did Eli Novak order?\n\
    What is the highest price?\n\
    Who ordered a Rug?\n\
    What is the total quantity?\n\
    Which orders are not paid?\n";

#[test]
fn answers_do_not_depend_on_the_format() {
    let mut expected: Option<(Vec<Vec<String>>, Vec<Value>)> = None;
    for file in ORDERS {
        let home = Home::new();
        home.ok(&["load", &fixture(file), "--name", "orders"]);
        let source = if file.ends_with(".sqlite") { "orders/orders_sqlite" } else { "orders" };
        let answers: Vec<Vec<String>> =
            QUERIES.map(|query| home.answers(&query.replace("'S'", &format!("'{source}'")))).into();
        home.write("questions.txt", QUESTIONS);
        let asked = home.run(&["--encoder", "off", "ask", "--file", "questions.txt"]);
        let asked: Vec<Value> = asked
            .stdout
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["answers"].clone())
            .collect();
        assert_eq!(asked.len(), 6);
        match &expected {
            None => {
                assert!(answers.iter().all(|answer| !answer.is_empty()), "{answers:?}");
                assert!(
                    asked.iter().filter(|answer| **answer != Value::Array(Vec::new())).count() >= 4,
                    "{asked:?}"
                );
                expected = Some((answers, asked));
            }
            Some((queries, questions)) => {
                assert_eq!(&answers, queries, "{file}");
                assert_eq!(&asked, questions, "{file}");
            }
        }
    }
}
