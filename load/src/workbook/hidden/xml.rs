//! Hidden parts of sheets in XLSX and ODS: only the tags of their XML are read, one after another.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use zip::ZipArchive;

use super::Parts;

/// Maximum bytes of a tag; the tags of interest are much shorter.
const TAG: u64 = 64 * 1024;
/// Maximum bytes of the list of sheets, and of the list of their files.
const LIST: u64 = 4 << 20;
/// Maximum nesting of groups; programs write eight at most.
const GROUPS: usize = 64;
/// Columns and rows of a sheet: what is hidden up to the very end has no cells there.
const COLUMNS: u64 = 16_384;
const ROWS: u64 = 1_048_576;

fn open(path: &Path) -> Option<ZipArchive<BufReader<File>>> {
    ZipArchive::new(BufReader::new(File::open(path).ok()?)).ok()
}

/// Reads up to the end of the next tag, and leaves the tag from its `<` on in `tag`; false at the end.
fn next_tag(input: &mut impl BufRead, tag: &mut Vec<u8>) -> Option<bool> {
    tag.clear();
    if input.take(TAG).read_until(b'>', tag).ok()? == 0 {
        return Some(false);
    }
    let start = tag.iter().rposition(|byte| *byte == b'<').unwrap_or(tag.len());
    tag.drain(..start);
    Some(true)
}

/// Hidden rows and columns of a sheet of XLSX.
pub(super) fn of_xlsx(path: &Path, sheet: &str) -> Option<Parts> {
    let mut archive = open(path)?;
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
    let mut input = BufReader::new(archive.by_name(&member).ok()?);
    let (mut rows, mut columns) = (0, 0);
    let mut tag = Vec::new();
    while next_tag(&mut input, &mut tag)? {
        if !(tag.starts_with(b"<row ") || tag.starts_with(b"<col ")) || !is_hidden(&tag) {
            continue;
        }
        if tag.starts_with(b"<row ") {
            rows += 1;
        } else {
            let number = |name: &str| value(&tag, name)?.parse::<u64>().ok();
            let (first, last) = (number("min").unwrap_or(1), number("max").unwrap_or(1));
            // If columns are hidden up to the very last one, they are beyond the used columns and have no
            // cells.
            columns += if last >= COLUMNS { 0 } else { (last + 1).saturating_sub(first) };
        }
    }
    Some((rows, columns))
}

/// Hidden rows and columns of the sheets of ODS, which are all in one member. A row or column has its
/// visibility and a repeat count, and a group hides everything in it.
pub(super) fn of_ods(path: &Path) -> Option<HashMap<String, Parts>> {
    let mut archive = open(path)?;
    let mut input = BufReader::new(archive.by_name("content.xml").ok()?);
    let mut tag = Vec::new();
    let mut found: HashMap<String, Parts> = HashMap::new();
    let mut sheet = Ods::default();
    // Tables in cells are not sheets.
    let mut depth = 0_u32;
    while next_tag(&mut input, &mut tag)? {
        match name(&tag) {
            b"<table:table" if !tag.ends_with(b"/>") => {
                depth += 1;
                if depth == 1 {
                    sheet = Ods { name: value(&tag, "table:name"), ..Ods::default() };
                }
            }
            b"</table:table" => {
                depth = depth.saturating_sub(1);
                if depth == 0
                    && let Some(name) = sheet.name.take()
                {
                    found.insert(name, (sheet.rows.hidden, sheet.columns.hidden));
                }
            }
            name if depth == 1 => sheet.see(name, &tag),
            _ => {}
        }
    }
    Some(found)
}

/// The sheet of ODS that is being read.
#[derive(Default)]
struct Ods {
    name: Option<String>,
    rows: Run,
    columns: Run,
    /// For each enclosing group, whether it hides its content.
    groups: Vec<bool>,
}

/// The number of rows or columns so far, and of the hidden ones among them.
#[derive(Default)]
struct Run {
    seen: u64,
    hidden: u64,
}

impl Ods {
    fn see(&mut self, name: &[u8], tag: &[u8]) {
        let says = |attribute: &str, words: &[&str]| {
            value(tag, attribute).is_some_and(|value| words.contains(&value.as_str()))
        };
        let (run, repeated, end) = match name {
            b"<table:table-row" => (&mut self.rows, "table:number-rows-repeated", ROWS),
            b"<table:table-column" => (&mut self.columns, "table:number-columns-repeated", COLUMNS),
            b"<table:table-row-group" | b"<table:table-column-group" => {
                if !tag.ends_with(b"/>") && self.groups.len() < GROUPS {
                    self.groups.push(says("table:display", &["false"]));
                }
                return;
            }
            b"</table:table-row-group" | b"</table:table-column-group" => {
                self.groups.pop();
                return;
            }
            _ => return,
        };
        let count = value(tag, repeated).and_then(|count| count.parse::<u64>().ok()).unwrap_or(1);
        run.seen = run.seen.saturating_add(count);
        let hidden = self.groups.contains(&true) || says("table:visibility", &["collapse", "filter"]);
        if hidden && run.seen < end {
            run.hidden = run.hidden.saturating_add(count);
        }
    }
}

/// The beginning of a tag, up to the end of its name.
fn name(tag: &[u8]) -> &[u8] {
    let end = tag.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'>');
    let name = &tag[..end.unwrap_or(tag.len())];
    name.strip_suffix(b"/").unwrap_or(name)
}

/// The value of an attribute of a tag, whose name includes its prefix.
fn value(tag: &[u8], name: &str) -> Option<String> {
    let text = std::str::from_utf8(tag).ok()?;
    let text = text.trim_start_matches('<').trim_end_matches('>').trim_end_matches('/');
    let start = BytesStart::from_content(text, text.find(char::is_whitespace)?);
    let found = start.attributes().flatten().find(|attribute| attribute.key.as_ref() == name)?;
    Some(found.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
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

/// An attribute of the first element of this name in which another attribute has this value.
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
    }

    #[test]
    fn groups_hide_what_is_in_them() {
        let mut sheet = Ods::default();
        for tag in [
            "<table:table-row>",
            "<table:table-row-group table:display=\"false\">",
            "<table:table-row table:number-rows-repeated=\"2\">",
            "<table:table-row-group>",
            "<table:table-row table:visibility=\"visible\"/>",
            "</table:table-row-group>",
            "</table:table-row-group>",
            "<table:table-row table:visibility=\"filter\">",
            "<table:table-column table:visibility=\"collapse\" table:number-columns-repeated=\"16384\"/>",
            "<table:table-row table:visibility=\"collapse\" table:number-rows-repeated=\"18446744073709551615\"/>",
        ] {
            sheet.see(name(tag.as_bytes()), tag.as_bytes());
        }
        assert_eq!((sheet.rows.hidden, sheet.columns.hidden), (4, 0), "the end of a sheet is not counted");
    }
}
