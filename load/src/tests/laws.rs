//! Properties of all files: no content makes the loader panic, and the output of a CSV writer is read back
//! unchanged.

use proptest::prelude::*;

use super::*;

/// Bytes that often resemble the formats, so that more than the first check is exercised.
fn contents() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop_oneof![
        Just(&b"\n"[..]),
        Just(&b"\r\n"[..]),
        Just(&b","[..]),
        Just(&b"\t"[..]),
        Just(&b"|"[..]),
        Just(&b"\""[..]),
        Just(&b"\\"[..]),
        Just(&b"a"[..]),
        Just(&b"1990"[..]),
        Just(&b" .\n"[..]),
        Just(&b"<http://e.org/a> "[..]),
        Just(&b"_:b "[..]),
        Just(&b"[ "[..]),
        Just(&b"@prefix e: <http://e.org/> .\n"[..]),
        Just(&b"e:x%C3 "[..]),
        Just("é\u{a0}".as_bytes()),
        Just(&b"\xff\xfe"[..]),
        Just(&b"\xe9"[..]),
    ];
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

fn field() -> impl Strategy<Value = String> {
    "[ab,;|\"\\\\ \n0-9é]{0,6}"
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_content_makes_a_load_panic(content in contents(), name in "t\\.(csv|tsv|txt|nt|ttl)", skip_bad: bool) {
        let (_folder, path) = file(&name, content);
        for forced in [None, Some(SourceKind::Table), Some(SourceKind::Kg), Some(SourceKind::Tkg)] {
            let _ = load_path(&path, forced, skip_bad);
        }
    }

    #[test]
    fn what_a_csv_writer_writes_is_read_back(rows in prop::collection::vec(prop::collection::vec(field(), 3), 1..8)) {
        let mut writer = csv::WriterBuilder::new().quote_style(csv::QuoteStyle::Always).from_writer(Vec::new());
        writer.write_record(["first", "second", "third"]).unwrap();
        for row in &rows {
            writer.write_record(row).unwrap();
        }
        let dialect = Dialect { delimiter: b',', quoting: Quoting::Doubled, carriage_returns: false, header: true };
        let text = writer.into_inner().unwrap();
        let mut reader = records::Records::new(&text[..], &dialect);
        reader.next().unwrap();
        let mut line = 2;
        for row in &rows {
            let record = reader.next().unwrap().unwrap();
            prop_assert_eq!(record.line, line);
            prop_assert_eq!(record.cells().collect::<Vec<_>>(), row.iter().map(String::as_str).collect::<Vec<_>>());
            line += 1 + row.iter().map(|cell| cell.matches('\n').count() as u64).sum::<u64>();
        }
        prop_assert!(reader.next().unwrap().is_none());
    }
}
