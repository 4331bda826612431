//! What the commands of the documents speak of: files, graphs, small benchmarks, a model and a database.

use std::path::Path;

use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::root;
use crate::support::home::{Home, demo_data};
use crate::support::servers::DatabaseServer;
use crate::support::{Server, batch_output, completion};

/// A home with the files that the documents mention.
fn stage_files() -> Home {
    let home = Home::new();
    let files = root().join("tests/files");
    let copy = |from: &Path, to: &str| {
        home.write(to, std::fs::read(from).unwrap());
    };
    copy(&demo_data().join("medals.csv"), "medals.csv");
    copy(&demo_data().join("offices.tkg.tsv"), "offices.tsv");
    copy(&files.join("lines_xlsx.xlsx"), "shop.xlsx");
    copy(&files.join("lines_parquet.parquet"), "events.parquet");
    copy(&files.join("shop.sqlite"), "shop.db");
    copy(&files.join("orders_csv.csv"), "sales.csv");
    home.write("data/towns.csv", "Town,Mayor\nBarton,Ann Ray\n");
    home.write("films.nt", "<http://a/Chicago> <http://a/directed_by> <http://a/Rob_Marshall> .\n");
    home.write("questions.txt", "Who directed Chicago?\nhow many orders\n");
    home.write("steps.txt", "Query1: \"get_information(relation='Nation', tail_entity='Brazil')\"\n");
    home.write("initialize.jsonl", format!("{}\n", initialize()));
    home
}

/// A home that also has the graph `demo`.
pub fn stage() -> Home {
    let home = stage_files();
    home.ok(&["--graph", "demo", "load", demo_data().to_str().unwrap()]);
    home
}

/// The first line of a program that speaks the Model Context Protocol.
fn initialize() -> Value {
    let client = json!({"name": "t", "version": "1"});
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
}

/// What the README and the first steps load into an empty graph; the other documents go on from there.
const FIRST_LOAD: &str = "trustuqa load medals.csv films.nt offices.tsv";

/// A home for the commands of a document, without the graphs that they make themselves.
pub fn stage_for(text: &str) -> Home {
    let home = if text.contains("\n    trustuqa demo ") { stage_files() } else { stage() };
    if !text.contains(FIRST_LOAD) {
        home.ok(&FIRST_LOAD.split(' ').skip(1).collect::<Vec<_>>());
    }
    if text.contains("trustuqa eval ") || text.contains("trustuqa learn ") {
        stage_measuring(&home);
    }
    home
}

/// What is measured and trained on: the small benchmarks of the fuzz targets with recorded completions, and
/// a folder with a few questions.
fn stage_measuring(home: &Home) {
    copy_folder(&root().join("fuzz/benchmarks"), &home.path("bench"));
    let recorded = json!({
        "id": "nu-1",
        "question": "who has most laps?",
        "completion": "Step1: the most\nQuery1: \"argmax(set=get_information(relation='Laps'))\"\n\
                       Step2: who\nQuery2: \"get_information(relation='Pilot', head_entity='output_of_query1')\"",
    });
    home.write("recorded.jsonl", format!("{recorded}\n"));
    copy_folder(&root().join("tests/everyday_domains/clinic"), &home.path("clinic"));
    let questions = std::fs::read_to_string(home.path("clinic/questions.jsonl")).unwrap();
    let few: Vec<&str> = questions.lines().take(4).collect();
    home.write("clinic/questions.jsonl", few.join("\n"));
    // Where the weights of this repository are.
    std::fs::create_dir_all(home.path("parser/src")).unwrap();
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// What somebody who runs a batch job does between two commands: `requests.jsonl` becomes `output.jsonl`.
/// The model writes nonsense, so that there is something to ask again.
pub fn run_batch_job(home: &Home) {
    let requests = std::fs::read_to_string(home.path("requests.jsonl")).unwrap();
    let output = requests.lines().map(|line| {
        let request: Value = serde_json::from_str(line).unwrap();
        let completed =
            batch_output(&request, &["Step1: x\nQuery1: \"get_information(relation='Zzyzx qqq')\""]);
        format!("{completed}\n")
    });
    home.write("output.jsonl", output.collect::<String>());
}

/// Words of the documents that stand for something of the reader's, and what is there in its place.
const WORDS: [(&str, &str); 10] = [
    ("DATA", "bench"),
    ("DOMAINS...", "clinic"),
    ("FAMILY", "superlatives"),
    ("FOLDER", "clinic"),
    ("FOLDERS", "clinic"),
    ("MODEL", "m-1"),
    ("NAME", "medals"),
    ("N", "3"),
    ("SET", "wikisql"),
    ("URL", "file://$PWD/medals.csv"),
];

/// A command with what is there in place of the words of the documents.
pub fn filled_in(command: &str) -> String {
    // Training is with the encoder that everybody has, and no test fetches it.
    let command = command.replace(" --with-encoder MODEL", "");
    with_words(&command, |word| {
        WORDS.iter().find(|(name, _)| *name == word).map(|(_, here)| (*here).to_owned())
    })
}

/// A command in which other words stand in for some; what is between them stays.
fn with_words(command: &str, other: impl Fn(&str) -> Option<String>) -> String {
    let words = command.split_inclusive(char::is_whitespace).map(|word| {
        let (word, space) = word.split_at(word.trim_end().len());
        other(word).unwrap_or_else(|| word.to_owned()) + space
    });
    words.collect()
}

/// The password of the database server.
const PASSWORD: &str = "secret";

/// The servers that the documents speak of, on this machine.
pub struct Servers {
    model: Server,
    /// Answers for the model.
    _runtime: Runtime,
    /// `None` where PostgreSQL is not installed.
    pub database: Option<DatabaseServer>,
}

impl Servers {
    pub fn start() -> Servers {
        let runtime = Runtime::new().unwrap();
        let query = "Step1: x\nQuery1: \"get_information(relation='directed_by', head_entity='Chicago')\"";
        let model = runtime.block_on(Server::start(move |_| completion(query)));
        let database = DatabaseServer::postgres(PASSWORD);
        if let Some(server) = &database {
            server.sql(
                "shop",
                "CREATE TABLE orders (id bigint PRIMARY KEY, product text); INSERT INTO orders VALUES (1, 'Desk'); \
                 CREATE TABLE people (id bigint PRIMARY KEY, name text); INSERT INTO people VALUES (1, 'Ada Finch')",
            );
            server.sql("postgres", "CREATE DATABASE team");
        }
        Servers { model, _runtime: runtime, database }
    }

    /// A command with the addresses of these servers in place of those of the documents.
    pub fn addressed(&self, command: &str) -> String {
        let command = command.replace("http://localhost:11434/v1", &self.model.base_url);
        with_words(&command, |word| {
            let (_, database) = word.strip_prefix("postgres://")?.split_once('/')?;
            let address = self.database.as_ref()?.address(Some(PASSWORD));
            Some(format!("{}/{database}", address.strip_suffix("/shop")?))
        })
    }
}
