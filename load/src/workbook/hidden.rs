//! Rows and columns of a sheet of XLSX that are hidden in the program that wrote it. They are read
//! like others, because a filter hides what still counts, and reported.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use zip::ZipArchive;

/// Bytes of a tag; none of those that are looked for is near it.
const TAG: u64 = 64 * 1024;
/// Bytes of the list of sheets, and of that of the files which have them.
const LIST: u64 = 4 << 20;

/// How many rows and columns of a sheet are hidden; none where that cannot be found out.
pub(super) fn of(path: &Path, sheet: &str) -> (u64, u64) {
    count(path, sheet).unwrap_or_default()
}

fn count(path: &Path, sheet: &str) -> Option<(u64, u64)> {
    let mut archive = ZipArchive::new(BufReader::new(File::open(path).ok()?)).ok()?;
    let id = attribute_of(&list(&mut archive, "xl/workbook.xml")?, "sheet", ("name", sheet), "id")?;
    let target = attribute_of(
        &list(&mut archive, "xl/_rels/workbook.xml.rels")?,
        "Relationship",
        ("Id", &id),
        "Target",
    )?;
    let member = match target.strip_prefix('/') {
        Some(whole) => whole.to_owned(),
        None => format!("xl/{target}"),
    };
    let mut tags = BufReader::new(archive.by_name(&member).ok()?);
    let (mut rows, mut columns) = (0, 0);
    let mut tag = Vec::new();
    loop {
        tag.clear();
        if (&mut tags).take(TAG).read_until(b'>', &mut tag).ok()? == 0 {
            return Some((rows, columns));
        }
        let Some(start) = tag.iter().rposition(|byte| *byte == b'<') else { continue };
        let tag = &tag[start..];
        if !(tag.starts_with(b"<row ") || tag.starts_with(b"<col ")) || !is_hidden(tag) {
            continue;
        }
        if tag.starts_with(b"<row ") {
            rows += 1;
        } else {
            let text = String::from_utf8_lossy(tag);
            let number = |name: &str| -> Option<u64> {
                text.split_once(&format!(" {name}=\""))?.1.split('"').next()?.parse().ok()
            };
            let (first, last) = (number("min").unwrap_or(1), number("max").unwrap_or(1));
            // A sheet whose columns to its very end are hidden has a few that have cells.
            columns += if last >= 16_384 { 0 } else { (last + 1).saturating_sub(first) };
        }
    }
}

fn is_hidden(tag: &[u8]) -> bool {
    let has = |mark: &[u8]| tag.windows(mark.len()).any(|part| part == mark);
    has(b" hidden=\"1\"") || has(b" hidden=\"true\"")
}

/// A member of the archive that is a list.
fn list(archive: &mut ZipArchive<BufReader<File>>, name: &str) -> Option<String> {
    let mut text = String::new();
    archive.by_name(name).ok()?.take(LIST).read_to_string(&mut text).ok()?;
    Some(text)
}

/// An attribute of the first element of this name that has another one with this value.
fn attribute_of(xml: &str, element: &str, (key, value): (&str, &str), wanted: &str) -> Option<String> {
    let mut reader = Reader::from_str(xml);
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) | Event::Empty(tag)
                if tag.local_name().as_ref() == element && attribute(&tag, key).as_deref() == Some(value) =>
            {
                return attribute(&tag, wanted);
            }
            Event::Eof => return None,
            _ => {}
        }
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = tag.attributes().flatten();
    let found = attributes.find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(found.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_hidden_is_counted() {
        for (tag, hidden) in [
            ("<row r=\"3\" hidden=\"1\">", true),
            ("<col min=\"2\" max=\"3\" hidden=\"true\"/>", true),
            ("<row r=\"3\" hidden=\"0\">", false),
            ("<row r=\"3\" spans=\"1:2\">", false),
        ] {
            assert_eq!(is_hidden(tag.as_bytes()), hidden, "{tag}");
        }
        assert_eq!(of(Path::new("/none/there.xlsx"), "Sheet1"), (0, 0));
    }
}
