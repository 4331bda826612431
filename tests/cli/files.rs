//! Files that other software wrote (`tests/files/make.py` says which), and questions about
//! them: what is answered does not depend on the format that it came in.

use std::path::PathBuf;

use serde_json::Value;

use crate::support::home::Home;

fn fixture(name: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name).display().to_string()
}

const ORDERS: [&str; 15] = [
    "orders_csv.csv",
    "orders_xlsx.xlsx",
    "orders_xls.xls",
    "orders_ods.ods",
    "orders_libreoffice.ods",
    "orders_libreoffice.xlsx",
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
    "get_information(source='S', relation='Price', tail_entity>'100', key='Customer')",
    "count(set=get_information(source='S', relation='Order'))",
    "get_information(source='S', relation='Product', tail_entity='Desk', key='Customer')",
    "sum(set=get_information(source='S', relation='Quantity'))",
    "max(set=get_information(source='S', relation='Price'))",
    "get_information(source='S', relation='Product', key='Ordered', value='2024-02')",
    "get_information(source='S', relation='Ordered', tail_entity>'2024-03-31')",
    "get_information(source='S', relation='Customer', key='Paid', value='no')",
    "group(set=get_information(source='S', relation='Product'), by='Customer', of='Price', with='sum')",
];

const QUESTIONS: &str = "How many orders are there?\n\
    Which product did Eli Novak order?\n\
    What is the highest price?\n\
    Which customer ordered a Rug?\n\
    What is the total quantity?\n\
    Which customer paid the highest price?\n\
    How many lamps were sold?\n\
    What is the average price?\n";

/// Numbers in their shortest form: one file writes 249, another 249.0.
fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) => {
            Value::from(text.parse::<f64>().map_or(text.clone(), |number| number.to_string()))
        }
        Value::Array(values) => values.iter().map(plain).collect(),
        Value::Object(object) => object.iter().map(|(name, value)| (name.clone(), plain(value))).collect(),
        other => other.clone(),
    }
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| plain(&serde_json::from_str(line).unwrap())).collect()
}

#[test]
fn answers_do_not_depend_on_the_format() {
    let mut expected: Option<(Vec<Vec<Value>>, Vec<Value>)> = None;
    for file in ORDERS {
        let home = Home::new();
        home.ok(&["load", &fixture(file), "--name", "orders"]);
        let source = if file.ends_with(".sqlite") { "orders/orders_sqlite" } else { "orders" };
        let answer = |query: &str| {
            let query = query.replace("'S'", &format!("'{source}'"));
            lines(&home.ok(&["query", &query, "--format", "jsonl"]).stdout)
        };
        let answers: Vec<Vec<Value>> = QUERIES.map(answer).into();
        home.write("questions.txt", QUESTIONS);
        let asked = lines(&home.ok(&["ask", "--file", "questions.txt"]).stdout);
        let asked: Vec<Value> = asked.iter().map(|line| line["answers"].clone()).collect();
        match &expected {
            None => {
                assert!(answers.iter().all(|answer| !answer.is_empty()), "{answers:?}");
                assert!(asked.iter().all(|answer| *answer != Value::Array(Vec::new())), "{asked:?}");
                assert_eq!(asked[2..4], [Value::from(vec!["310.75"]), Value::from(vec!["Cleo Maas"])]);
                expected = Some((answers, asked));
            }
            Some((queries, questions)) => {
                assert_eq!(&answers, queries, "{file}");
                assert_eq!(&asked, questions, "{file}");
            }
        }
    }
}

#[test]
fn what_is_read_and_what_is_left_out_is_told() {
    let home = Home::new();
    let mut runs = Vec::new();
    for file in ["untidy.xlsx", "people.json", "shop.sqlite", "orders_zip.zip", "neo4j"] {
        let path = home.path(file);
        if file == "neo4j" {
            std::fs::create_dir(&path).unwrap();
            for part in ["actors.csv", "movies.csv", "roles.csv"] {
                std::fs::copy(fixture(&format!("neo4j/{part}")), path.join(part)).unwrap();
            }
            home.write("neo4j/settings.json", "{}");
        } else {
            std::fs::copy(fixture(file), &path).unwrap();
        }
        runs.push(home.ok(&["load", file]));
    }
    // The join of a foreign key, and the place in a sheet, are in the trace.
    runs.push(home.ok(&[
        "query",
        "get_information(source='shop/orders', relation='product', tail_entity='Desk', key='customer')",
        "--trace",
    ]));
    runs.push(home.ok(&[
        "query",
        "get_information(source='untidy/Sales', relation='2024 Share', tail_entity='13%', key='City')",
        "--trace",
    ]));
    insta::assert_snapshot!("files", home.shown(&runs));
}

#[test]
fn stdin_is_loaded() {
    let home = Home::new();
    let table = "Nation,Gold\nBrazil,7\nKenya,6\n";
    let ran = home.run_with(&["load", "-", "--name", "medals", "--kind", "table"], &[], table);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "loaded medals: table, 2 rows, 2 columns, 4 cells\n"),
        "{ran:#?}"
    );
    assert_eq!(home.answers("get_information(relation='Gold', head_entity='Kenya')"), ["6"]);
    let ran = home.run_with(
        &["load", "-"],
        &[],
        "{\"Nation\": \"Chad\", \"Gold\": 1}\n{\"Nation\": \"Togo\", \"Gold\": 2}\n",
    );
    assert_eq!(ran.stdout, "loaded stdin: table, 2 rows, 2 columns, 4 cells\n", "{ran:#?}");
    let ran = home.run_with(&["load", "-"], &[], "");
    assert!(ran.code == 2 && ran.stderr.contains("-: the file is empty"), "{ran:#?}");
}

#[test]
fn a_question_needs_no_quotes_and_many_are_asked_in_one_process() {
    let home = Home::new();
    home.ok(&["load", &fixture("orders_csv.csv"), "--name", "orders"]);
    assert_eq!(home.ok(&["ask", "how", "many", "orders"]).stdout, "8\n");
    let ran = home.run_with(&["ask", "-"], &[], "What is the highest price?\n\nWho is the king of France?\n");
    let lines = lines(&ran.stdout);
    assert_eq!((ran.code, lines.len()), (1, 2), "{ran:#?}");
    assert_eq!(
        (&lines[0]["status"], &lines[0]["answers"]),
        (&Value::from("answered"), &Value::from(vec!["310.75"]))
    );
    assert_eq!(lines[1]["answers"], Value::Array(Vec::new()));
    assert!(lines[1]["message"].is_string(), "{lines:?}");
    let ran = home.run_with(&["ask", "-", "--json"], &[], "What is the highest price?\n");
    let whole: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(whole["trace"]["steps"].is_array(), "{ran:#?}");
    let ran = home.run_with(&["ask", "-"], &[], "\n");
    assert!(ran.code == 2 && ran.stderr.contains("there is no question"), "{ran:#?}");
}

#[test]
fn answers_are_written_as_files_that_are_read_again() {
    let home = Home::new();
    home.ok(&["load", &fixture("orders_csv.csv"), "--name", "orders"]);
    for format in ["xlsx", "parquet"] {
        let mut command = home.command();
        command.args(["query", "get_information(source='orders')", "--format", format]);
        let output = command.output().unwrap();
        assert!(output.status.success());
        let file = format!("again_{format}.{format}");
        home.write(&file, output.stdout);
        let ran = home.ok(&["load", &file]);
        assert!(ran.stdout.ends_with("table, 8 rows, 7 columns, 55 cells\n"), "{ran:#?}");
        let sum = format!("sum(set=get_information(source='again_{format}', relation='Price'))");
        assert_eq!(
            home.answers(&sum),
            home.answers("sum(set=get_information(source='orders', relation='Price'))")
        );
    }
}
