//! What the documents name is there: the paths of ARCHITECTURE.md, CONTRIBUTING.md, the README and
//! the book, and what their commands name that no test can run: packages, tests, benchmarks, examples,
//! features and fuzz targets of `cargo`, packages of `pip`, and scripts.
//! `tests/cli/documents` runs the commands of the program itself.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

use std::collections::HashSet;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names of all files below a folder.
fn collect(folder: &Path, names: &mut HashSet<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            collect(&entry.path(), names);
        } else {
            names.insert(entry.file_name().to_string_lossy().into_owned());
        }
    }
}

/// The documents for people who change the program, and the book, with their texts.
fn documents() -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> =
        ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"].map(PathBuf::from).into();
    let book = std::fs::read_dir(root().join("docs")).unwrap();
    paths.extend(book.map(|entry| Path::new("docs").join(entry.unwrap().file_name())));
    paths.retain(|path| path.extension().is_some_and(|end| end == "md") && root().join(path).exists());
    paths.sort();
    let read = |path: PathBuf| {
        (path.to_str().unwrap().to_owned(), std::fs::read_to_string(root().join(&path)).unwrap())
    };
    paths.into_iter().map(read).collect()
}

const FOLDERS: [&str; 17] = [
    "src/",
    "encoder/",
    "engine/",
    "load/",
    "model/",
    "parser/",
    "storage/",
    "tui/",
    "tests/",
    "prompts/",
    "datasets/",
    "benches/",
    "examples/",
    "docs/",
    "fuzz/",
    "packaging/",
    "python/",
];

/// The paths between backticks: words of path characters with a slash or an
/// extension that this repository uses.
fn paths(text: &str) -> Vec<&str> {
    let inner = text.split('`').skip(1).step_by(2);
    let is_path = |word: &&str| {
        let known = [".rs", ".md", ".txt", ".toml", ".csv", ".tsv", ".jsonl", ".py", ".json"];
        let fits = word.chars().all(|c| c.is_ascii_alphanumeric() || ['/', '.', '_', '-'].contains(&c));
        fits && (FOLDERS.iter().any(|f| word.starts_with(f))
            || !word.starts_with('.') && known.iter().any(|e| word.ends_with(e)))
    };
    inner.filter(is_path).collect()
}

#[test]
fn every_path_that_the_architecture_names_exists() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let named = paths(&text);
    assert!(named.len() >= 5, "ARCHITECTURE.md names hardly any path: {named:?}");
    // A bare file name is that of a file at any depth.
    let mut names = HashSet::new();
    for folder in FOLDERS {
        collect(&root().join(folder), &mut names);
    }
    let is_there = |path: &&str| root().join(path).exists() || !path.contains('/') && names.contains(*path);
    let missing: Vec<&str> = named.into_iter().filter(|path| !is_there(path)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names what is not there: {missing:?}");
}

/// Other documents name files of their readers, too, so only paths below a folder are looked at.
#[test]
fn every_path_that_the_documents_name_exists() {
    let mut missing = Vec::new();
    for (document, text) in documents() {
        let named = paths(&text).into_iter().filter(|path| FOLDERS.iter().any(|f| path.starts_with(f)));
        missing.extend(
            named.filter(|path| !root().join(path).exists()).map(|path| format!("{document}: {path}")),
        );
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The commands of a document, in indented and fenced blocks and between backticks, each as its words
/// up to a remark and without the variables that it sets.
fn commands(text: &str) -> Vec<Vec<String>> {
    let (mut code, mut prose) = (Vec::new(), String::new());
    let mut is_fenced = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_fenced = !is_fenced;
        } else if is_fenced || line.starts_with("    ") {
            code.push(line);
        } else {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    let spans = prose.split('`').skip(1).step_by(2);
    let as_words = |command: &str| {
        let words = command.split_whitespace().skip_while(|word| word.contains('='));
        words.take_while(|word| *word != "#").map(str::to_owned).collect::<Vec<_>>()
    };
    code.into_iter().chain(spans).flat_map(|line| line.split(" && ")).map(as_words).collect()
}

/// The `cargo` commands of a document without what follows ` -- `.
fn cargo_commands(text: &str) -> Vec<Vec<String>> {
    let cargo = commands(text).into_iter().filter(|words| words.first().is_some_and(|word| word == "cargo"));
    cargo.map(|words| words.into_iter().take_while(|word| word != "--").collect()).collect()
}

/// The folders of the packages of this repository.
fn packages() -> Vec<PathBuf> {
    let folders = [
        "",
        "encoder",
        "engine",
        "load",
        "model",
        "parser",
        "storage",
        "storage/postgres",
        "storage/synthetic",
        "tui",
    ];
    folders.map(|folder| root().join(folder)).into()
}

fn manifest(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("Cargo.toml")).unwrap()
}

/// Whether a test of a file or folder has the filter in its path: module or function.
fn has_test(place: &Path, filter: &str) -> bool {
    let named = |path: &Path| path.file_stem().is_some_and(|stem| stem.to_string_lossy().contains(filter));
    if place.is_dir() {
        // A folder within it is a module, too.
        let mut entries = std::fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path());
        return entries.any(|entry| entry.is_dir() && named(&entry) || has_test(&entry, filter));
    }
    let is_test = |line: &str| line.trim().split_once("fn ").is_some_and(|(_, name)| name.contains(filter));
    let text = std::fs::read_to_string(place).unwrap_or_default();
    place.extension().is_some_and(|end| end == "rs") && (named(place) || text.lines().any(is_test))
}

/// What a `cargo` command names that does not exist.
fn fault(words: &[String]) -> Option<String> {
    let after = |flags: &[&str]| {
        let at = words.iter().position(|word| flags.contains(&word.as_str()))?;
        words.get(at + 1).map(String::as_str)
    };
    let mut folder = root().to_owned();
    if let Some(name) = after(&["-p", "--package"]) {
        let line = format!("name = \"{name}\"");
        let found = packages().into_iter().find(|folder| manifest(folder).lines().any(|l| l == line));
        let Some(found) = found else { return Some(format!("no package {name}")) };
        folder = found;
    }
    if let Some(path) = after(&["--manifest-path"]) {
        if !root().join(path).is_file() {
            return Some(format!("no manifest {path}"));
        }
        folder = root().join(path).parent().unwrap().to_owned();
    }
    if let Some(path) = after(&["--path"])
        && !root().join(path).join("Cargo.toml").is_file()
    {
        return Some(format!("no package at {path}"));
    }
    let features = after(&["--features"]).unwrap_or_default();
    for feature in features.split(',').filter(|feature| !feature.is_empty()) {
        if !manifest(&folder).lines().any(|line| line.starts_with(&format!("{feature} = "))) {
            return Some(format!("no feature {feature}"));
        }
    }
    for (flag, below) in [("--test", "tests"), ("--example", "examples"), ("--bench", "benches")] {
        let Some(name) = after(&[flag]) else { continue };
        let file = folder.join(below).join(format!("{name}.rs"));
        let place = if file.is_file() { file } else { folder.join(below).join(name) };
        if !place.exists() {
            return Some(format!("no {flag} {name}"));
        }
        let last = words.last().unwrap();
        if flag == "--test" && last != name && !last.starts_with('-') && !has_test(&place, last) {
            return Some(format!("no test in {name} whose path contains {last}"));
        }
    }
    let last = words.last().unwrap();
    if words.iter().any(|word| word == "--lib") && last != "--lib" && !has_test(&folder.join("src"), last) {
        return Some(format!("no test in the library whose path contains {last}"));
    }
    None
}

/// What a command of `cargo fuzz` names that does not exist; it is run in the folder `fuzz`.
fn fuzz_fault(words: &[String]) -> Option<String> {
    let fuzz = root().join("fuzz");
    let named =
        words.iter().skip_while(|word| *word != "run").skip(1).skip_while(|word| *word != "none").skip(1);
    let mut own = named.take_while(|word| *word != "--");
    let Some(target) = own.next() else { return Some("no target after `run -s none`".to_owned()) };
    if !fuzz.join(format!("fuzz_targets/{target}.rs")).is_file() {
        return Some(format!("no fuzz target {target}"));
    }
    // What the fuzzer finds goes to the first of several folders, which may be a new one.
    if let Some(folder) = own.last().filter(|folder| !fuzz.join(folder).is_dir()) {
        return Some(format!("no folder fuzz/{folder}"));
    }
    let dictionary = words.iter().find_map(|word| word.strip_prefix("-dict="))?;
    (!fuzz.join(dictionary).is_file()).then(|| format!("no dictionary fuzz/{dictionary}"))
}

/// What follows ` -- ` in a command of a package with one program, and is no option or section of it.
fn option_fault(words: &[String]) -> Option<String> {
    let manifest = words.iter().skip_while(|word| *word != "--manifest-path").nth(1)?;
    let program = std::fs::read_to_string(root().join(manifest).with_file_name("src/main.rs")).ok()?;
    let has = |line: &str| program.lines().any(|own| own.trim().starts_with(line));
    let options: Vec<&String> = words.iter().skip_while(|word| *word != "--").skip(1).collect();
    for (at, option) in options.iter().enumerate() {
        let Some(name) = option.strip_prefix("--") else { continue };
        if !has(&format!("{}: ", name.replace('-', "_"))) {
            return Some(format!("no option {option}"));
        }
        let sections = if name == "only" { options.get(at + 1)?.split(',').collect() } else { Vec::new() };
        for section in sections {
            let (first, rest) = section.split_at(1);
            if !has(&format!("{}{rest},", first.to_uppercase())) {
                return Some(format!("no section {section}"));
            }
        }
    }
    None
}

/// What a command of `pip` installs from this repository and is not there.
fn pip_fault(words: &[String]) -> Option<String> {
    let named = words.iter().map(|word| word.trim_matches('\''));
    for package in named.filter(|word| word.starts_with("./")) {
        let (path, extra) = package.split_once('[').unwrap_or((package, ""));
        let Ok(project) = std::fs::read_to_string(root().join(path).join("pyproject.toml")) else {
            return Some(format!("no package at {path}"));
        };
        let extra = extra.trim_end_matches(']');
        if !extra.is_empty() && !project.lines().any(|line| line.starts_with(&format!("{extra} = ["))) {
            return Some(format!("no dependencies called {extra}"));
        }
    }
    None
}

/// The folders of scripts that documents name.
const SCRIPTS: [&str; 3] = [".ci/", "packaging/", "storage/postgres/scripts/"];

/// Whether the words of a command name anything that is looked at here, and what of it does not exist.
fn named_fault(words: &[String]) -> Option<Option<String>> {
    let first = words.first()?.as_str();
    Some(match first {
        "cargo" if words.iter().any(|word| word == "fuzz") => fuzz_fault(words),
        "cargo" => {
            let own: Vec<String> = words.iter().take_while(|word| *word != "--").cloned().collect();
            fault(&own).or_else(|| option_fault(words))
        }
        "pip" => pip_fault(words),
        "pytest" => {
            let folder = words.get(1)?;
            (!root().join(folder).is_dir()).then(|| format!("no folder {folder}"))
        }
        _ if SCRIPTS.iter().any(|folder| first.starts_with(folder) && first != *folder) => {
            let script = std::fs::read_to_string(root().join(first));
            (!script.is_ok_and(|text| text.starts_with("#!"))).then(|| format!("no script {first}"))
        }
        _ => return None,
    })
}

#[test]
fn what_the_commands_of_the_documents_name_exists() {
    let (mut faults, mut count) = (Vec::new(), 0);
    let mut texts = documents();
    for other in ["fuzz/README.md", "python/README.md", "storage/bench/README.md"] {
        texts.push((other.to_owned(), std::fs::read_to_string(root().join(other)).unwrap()));
    }
    for (document, text) in texts {
        for words in commands(&text) {
            let Some(what) = named_fault(&words) else { continue };
            count += 1;
            faults.extend(what.map(|what| format!("{document}: {}: {what}", words.join(" "))));
        }
    }
    println!("{count} commands were looked at");
    assert!(count >= 70, "only {count} commands were found");
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_command_that_names_nothing_is_found() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let bench = "cargo bench --manifest-path storage/bench/Cargo.toml --";
    for (command, what) in [
        ("cargo +nightly fuzz run -s none nothing seeds/load", "no fuzz target nothing"),
        ("cargo +nightly fuzz run -s none load seeds/nothing", "no folder fuzz/seeds/nothing"),
        (
            "cargo +nightly fuzz run -s none load seeds/load -- -dict=nothing.dict",
            "no dictionary fuzz/nothing.dict",
        ),
        (&format!("{bench} --nothing 3"), "no option --nothing"),
        (&format!("{bench} --only kg,nothing"), "no section nothing"),
        ("pip install ./nothing", "no package at ./nothing"),
        ("pip install './python[nothing]'", "no dependencies called nothing"),
        ("pytest nothing", "no folder nothing"),
        ("packaging/nothing X", "no script packaging/nothing"),
        ("cargo test -p trustuqa-nothing -- --nocapture", "no package trustuqa-nothing"),
    ] {
        assert_eq!(named_fault(&words(command)).flatten().as_deref(), Some(what), "{command}");
    }
    assert_eq!(named_fault(&words("git diff")), None);
    let text = "```sh\npip install ./python   # from a clone\n```\nThen `pip list && pytest python`.\n";
    let found: Vec<String> = commands(text).iter().map(|words| words.join(" ")).collect();
    assert_eq!(found, ["pip install ./python", "pip list", "pytest python"]);
}

#[test]
fn a_cargo_command_that_names_nothing_is_found() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    for (command, what) in [
        ("cargo test -p trustuqa-nothing", "no package trustuqa-nothing"),
        ("cargo test --test nothing", "no --test nothing"),
        (
            "cargo test --test library nothing_like_it",
            "no test in library whose path contains nothing_like_it",
        ),
        ("cargo run --features nothing", "no feature nothing"),
        ("cargo bench --manifest-path nothing/Cargo.toml", "no manifest nothing/Cargo.toml"),
    ] {
        assert_eq!(fault(&words(command)).as_deref(), Some(what));
    }
    let text =
        "Say `X=1 cargo test --test library\n-- --nocapture`:\n\n    cargo build   # all\n    trustuqa\n";
    let found: Vec<String> = cargo_commands(text).iter().map(|words| words.join(" ")).collect();
    assert_eq!(found, ["cargo build", "cargo test --test library"]);
}

#[test]
fn paths_are_told_from_other_code() {
    let text = "`src/session/mod.rs` holds `Graph::open`, see `Cargo.toml` and `src/cli`, not `a/b c` or `.tsv`; `trustuqa load x.csv` is a command";
    assert_eq!(paths(text), ["src/session/mod.rs", "Cargo.toml", "src/cli"]);
}
