//! Tells the program which commit, features and target it was built from (`trustuqa --version`).

use std::path::Path;
use std::process::Command;

fn main() {
    let features = ["cuda", "databases", "postgres", "serve"].into_iter().filter(|name| {
        let variable = format!("CARGO_FEATURE_{}", name.to_uppercase());
        std::env::var_os(variable).is_some()
    });
    let features: Vec<&str> = features.collect();
    println!("cargo:rustc-env=TRUSTUQA_FEATURES={}", features.join(" "));
    println!("cargo:rustc-env=TRUSTUQA_TARGET={}", std::env::var("TARGET").unwrap_or_default());
    println!("cargo:rustc-env=TRUSTUQA_COMMIT={}", commit());
}

/// The commit, short. A development build has none: to name it, all would have to be built anew
/// after every commit.
fn commit() -> String {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").as_deref() != Ok("release") {
        return "development build".to_owned();
    }
    // What `cargo package` leaves in a packed crate.
    if let Ok(packed) = std::fs::read_to_string(".cargo_vcs_info.json") {
        let hash =
            packed.split('"').find(|part| part.len() == 40 && part.bytes().all(|b| b.is_ascii_hexdigit()));
        return hash.and_then(|hash| hash.get(..12)).unwrap_or("unknown").to_owned();
    }
    for file in [".git/HEAD", ".git/logs/HEAD"] {
        if Path::new(file).exists() {
            println!("cargo:rerun-if-changed={file}");
        }
    }
    let git = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output();
    let said = git.ok().filter(|git| git.status.success()).and_then(|git| String::from_utf8(git.stdout).ok());
    said.map_or_else(|| "unknown".to_owned(), |hash| hash.trim().to_owned())
}
