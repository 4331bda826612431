//! Damaged and malicious files: each is refused, or read as far as it is intact, in bounded time and memory,
//! and never with a panic.

use std::io::Write as _;
use std::time::{Duration, Instant};

use zip::write::SimpleFileOptions;

use super::formats::load_all;
use super::*;

/// Longer than any of these files takes on a slow machine.
const LONG: Duration = Duration::from_secs(60);

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/files");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file() && is_known(path));
    files.sort();
    assert!(files.len() > 20, "{files:?}");
    files
}

/// Loads bytes as a file with this name, and returns the error, if there is one.
fn refusal(name: &str, content: &[u8]) -> Option<String> {
    let (folder, path) = file(name, content);
    let started = Instant::now();
    let told = load_all(&path).err().map(|error| error.to_string());
    assert!(started.elapsed() < LONG, "{name} took {:?}", started.elapsed());
    told.map(|told| told.replace(&format!("{}/", folder.path().display()), ""))
}

#[test]
fn cut_files_are_read_or_refused_with_a_hint() {
    for path in fixtures() {
        let content = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        for part in [0, 1, 40, 90] {
            if let Some(told) = refusal(name, &content[..content.len() * part / 100]) {
                assert!(told.starts_with(name) && told.contains("\nhint: "), "{name} {part} %: {told}");
            }
        }
    }
}

#[test]
fn flipped_bits_make_no_panic() {
    // Numbers of a linear congruential generator, so that every run flips the same bits.
    let mut state = 7_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut refused = 0;
    for path in fixtures() {
        let whole = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        for _ in 0..15 {
            let mut content = whole.clone();
            for _ in 0..=random(3) {
                let at = random(content.len());
                content[at] ^= 1 << random(8);
            }
            if let Some(told) = refusal(name, &content) {
                assert!(told.contains("\nhint: "), "{name}: {told}");
                refused += 1;
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

fn zipped(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in members {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(content).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A workbook with one sheet that has these rows of XML.
fn workbook(rows: &str, more: &[(&str, &[u8])]) -> Vec<u8> {
    let sheet = format!(
        "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>{rows}</sheetData></worksheet>"
    );
    let mut members: Vec<(&str, &[u8])> = vec![
        (
            "[Content_Types].xml",
            b"<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"></Types>",
        ),
        (
            "_rels/.rels",
            b"<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
              <Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" \
              Target=\"xl/workbook.xml\"/></Relationships>",
        ),
        (
            "xl/workbook.xml",
            b"<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
              xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets>\
              <sheet name=\"S\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>",
        ),
        (
            "xl/_rels/workbook.xml.rels",
            b"<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
              <Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" \
              Target=\"worksheets/sheet1.xml\"/></Relationships>",
        ),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ];
    members.extend(more);
    zipped(&members)
}

#[test]
fn bombs_are_refused_before_they_unpack() {
    let zeros = vec![b'0'; 80 << 20];
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(&zeros).unwrap();
    let told = refusal("t.csv.gz", &gzip.finish().unwrap()).unwrap();
    assert!(told.starts_with("t.csv.gz: this unpacks to more than 400 times its size"), "{told}");
    let told = refusal("t.csv.zst", &zstd::encode_all(&zeros[..], 3).unwrap()).unwrap();
    assert!(told.contains("400 times its size"), "{told}");
    let told = refusal("t.zip", &zipped(&[("t.csv", &zeros)])).unwrap();
    assert!(told.contains("400 times its size"), "{told}");
    let told = refusal("t.xlsx", &workbook("", &[("xl/sharedStrings.xml", &zeros)])).unwrap();
    assert!(told.contains("which is too much"), "{told}");
}

#[test]
fn a_sheet_with_a_million_empty_columns_is_one_of_those_with_values() {
    let mut rows = String::from(
        "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>Name</v></c><c r=\"B1\" t=\"str\"><v>Size</v></c>",
    );
    rows.push_str(&"<c s=\"1\"/>".repeat(1_000_000));
    rows.push_str("</row><row r=\"2\"><c r=\"A2\" t=\"str\"><v>a</v></c><c r=\"B2\"><v>5</v></c></row>");
    let told = refusal("wide.xlsx", &workbook(&rows, &[]));
    assert!(told.as_ref().is_none_or(|told| told.contains("\nhint: ")), "{told:?}");
    // The corners of the largest sheet: a grid of all cells between them would be 400 GB.
    let corners = "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>a</v></c><c r=\"B1\" t=\"str\"><v>b</v></c></row>\
                   <row r=\"1048576\"><c r=\"A1048576\"><v>1</v></c><c r=\"XFD1048576\"><v>1</v></c></row>";
    assert_eq!(refusal("corners.xlsx", &workbook(corners, &[])), None);
}

#[test]
fn deep_and_endless_json_is_refused() {
    let deep = format!("[{{\"a\": {}1{}}}]", "[".repeat(100_000), "]".repeat(100_000));
    let told = refusal("t.json", deep.as_bytes()).unwrap();
    assert!(told.starts_with("t.json:1: this is not valid JSON: recursion limit exceeded"), "{told}");
    let deep = "{\"a\":".repeat(1_000_000);
    assert!(refusal("t.json", deep.as_bytes()).unwrap().contains("not closed before the end"));
    let long = format!("{{\"a\": \"{}\"}}\n{{\"a\": 1}}\n", "x".repeat(17 << 20));
    assert!(refusal("t.jsonl", long.as_bytes()).is_some());
    let mut many = String::new();
    for row in 0..12_000 {
        many.push_str(&format!("{{\"k{row}\": 1}}\n"));
    }
    let told = refusal("t.jsonl", many.as_bytes()).unwrap();
    assert!(told.contains("more than 10000 names"), "{told}");
    for (content, what) in [
        ("[1, 2]", "a record must be an object"),
        ("12", "this JSON has no records"),
        ("[{\"a\": 1} {\"a\": 2}]", "expected `,` or `]`, found `{`"),
        ("[{\"a\": nul}]", "this is not valid JSON"),
        ("", "the file is empty"),
    ] {
        let told = refusal("t.json", content.as_bytes()).unwrap();
        assert!(told.contains(what), "{content}: {told}");
    }
}

#[test]
fn what_is_no_database_is_refused() {
    let told = refusal("t.db", b"not a database at all, but long enough to look at\n").unwrap();
    assert!(told.contains("this file cannot be read") && told.contains("file is not a database"), "{told}");
    let told = refusal("t.parquet", b"PAR1 is not enough").unwrap();
    assert!(told.contains("this file cannot be read"), "{told}");
    let told = refusal("t.xlsx", b"PK\x03\x04 is not enough either").unwrap();
    assert!(told.contains("this file cannot be read"), "{told}");
    let told = refusal("t.duckdb", b"\0\0\0\0\0\0\0\0DUCK").unwrap();
    assert!(told.contains("a database of DuckDB") && told.contains("EXPORT DATABASE"), "{told}");
}

#[test]
fn rdf_xml_of_very_many_attributes_or_namespaces_is_refused_at_once() {
    let numbered = |text: fn(usize) -> String| (0..200_000).map(text).collect::<String>();
    let rdf = "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='http://x/'";
    let attributes = numbered(|n| format!(" x:p{n}='v'"));
    let content =
        format!("<rdf:RDF {rdf}>\n<rdf:Description rdf:about='http://a'{attributes}/>\n</rdf:RDF>\n");
    let told = refusal("a.rdf", content.as_bytes()).unwrap();
    assert!(told.starts_with("a.rdf:2: a tag has more than 1,000 attributes\nhint: "), "{told}");
    let namespaces = numbered(|n| format!(" xmlns:p{n}='http://n/{n}'"));
    let content =
        format!("<rdf:RDF {rdf}{namespaces}>\n<rdf:Description rdf:about='http://a' x:p='v'/>\n</rdf:RDF>");
    let told = refusal("a.rdf", content.as_bytes()).unwrap();
    assert!(told.starts_with("a.rdf:1: a tag has more than 1,000 attributes\nhint: "), "{told}");
}
