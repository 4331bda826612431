//! The paper's tables beside what was measured.

use serde_json::Value;

use crate::data::{metaqa, query_of, recorded, wikisql};
use crate::support::home::Home;

#[test]
fn a_report_gathers_its_runs_and_names_the_command_of_each_missing_one() {
    let home = Home::new();
    wikisql(&home);
    metaqa(&home);
    home.ok(&["eval", "metaqa", "--data", "bench", "--gold", "--report", "report"]);
    let first = std::fs::read_to_string(home.path("report/report.md")).unwrap();
    assert!(
        first.contains(
            "| TrustUQA | WikiSQL | 85.9 | not run: `trustuqa eval wikisql --data DIR --report REPORT` |"
        ),
        "{first}"
    );
    assert!(first.contains("| -dynamic | MetaQA | 99.87 | not run: `trustuqa eval metaqa --data DIR --static-demonstrations --report REPORT` |"), "{first}");

    recorded(&home, "recorded.jsonl", |question| query_of(question).to_owned());
    let run = ["eval", "wikisql", "--data", "bench", "--completions", "recorded.jsonl", "--report", "report"];
    home.ok(&run);
    home.ok(&[&run[..], &["--static-demonstrations"]].concat());
    // The same run again takes the place of the first.
    home.ok(&run);
    let second = std::fs::read_to_string(home.path("report/report.md")).unwrap();
    assert!(
        second.contains("| TrustUQA | MetaQA 2-hop | 97.9 | **100.0** (gold queries, 1 questions) |"),
        "{second}"
    );
    assert!(
        second.contains("| TrustUQA | WikiSQL | 85.9 | **100.0** (recorded completions, 4 questions) |"),
        "{second}"
    );
    assert!(
        second.contains("| -dynamic | WikiSQL | 84.5 | **100.0** (recorded completions, 4 questions) |"),
        "{second}"
    );
    assert!(second.contains("| TAPEX | WikiSQL | 89.5 |  |"), "{second}");

    let json: Vec<Value> =
        serde_json::from_str(&std::fs::read_to_string(home.path("report/report.json")).unwrap()).unwrap();
    assert_eq!(json.len(), 7, "tables 2 to 8");
    let rows = json[0]["rows"].as_array().unwrap();
    let own = rows.iter().find(|row| row["row"] == "TrustUQA" && row["column"] == "WikiSQL").unwrap();
    assert_eq!((own["paper"].as_str(), own["measured"][0]["percent"].as_f64()), (Some("85.9"), Some(100.0)));
}

#[test]
fn a_folder_with_something_else_in_it_is_no_report() {
    let home = Home::new();
    metaqa(&home);
    home.write("report/runs/notes.json", "[]");
    let ran = home.fails(3, &["eval", "metaqa", "--data", "bench", "--gold", "--report", "report"]);
    assert!(ran.stderr.contains("notes.json is not a run"), "{ran:#?}");
}
