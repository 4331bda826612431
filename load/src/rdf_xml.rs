//! Bounds of RDF/XML. Its parser compares each attribute of a tag with all others, and looks up each prefix
//! in all namespaces declared at that place, so a few megabytes of either would take it minutes
//! (RUSTSEC-2026-0194 and RUSTSEC-2026-0195). A pass over the tags refuses such files first.

use std::io::{self, BufRead, BufReader};
use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::detect::Detected;
use super::{LoadError, encoding};

/// Maximum number of attributes of one tag, and of namespaces in scope at one place.
const MOST: usize = 1_000;

/// What a file has too many of, and advice.
type Excess = (&'static str, &'static str);

const ATTRIBUTES: Excess =
    ("a tag has more than 1,000 attributes", "write its properties as elements inside it");
const NAMESPACES: Excess =
    ("more than 1,000 namespaces are declared at one place", "declare each namespace once, in the first tag");

/// Refuses a file with more attributes or namespaces than its parser can handle in reasonable time.
///
/// # Errors
///
/// When the file has more, with the line, or cannot be read.
pub(super) fn check(path: &Path, detected: &Detected) -> Result<(), LoadError> {
    let text = encoding::open(&detected.path, detected.encoding)
        .map_err(|error: io::Error| LoadError::io(path, "read it", &error))?;
    let input = encoding::ByLine::new(text.input);
    let lines = input.lines.clone();
    match excess(BufReader::new(input)) {
        Some((what, hint)) => Err(LoadError::new(path, Some(lines.get().max(1)), what, hint)),
        None => Ok(()),
    }
}

/// The first excess of a document. Other errors are left to the parser.
fn excess(input: impl BufRead) -> Option<Excess> {
    let mut xml = Reader::from_reader(input);
    xml.config_mut().check_end_names = false;
    // The number of namespaces of each open element, and their sum.
    let (mut open, mut declared) = (Vec::new(), 0);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer) {
            Ok(Event::Start(tag)) => {
                let (attributes, namespaces) = counts(&tag);
                open.push(namespaces);
                declared += namespaces;
                if attributes > MOST {
                    return Some(ATTRIBUTES);
                }
            }
            Ok(Event::Empty(tag)) => {
                let (attributes, namespaces) = counts(&tag);
                if attributes > MOST {
                    return Some(ATTRIBUTES);
                }
                if declared + namespaces > MOST {
                    return Some(NAMESPACES);
                }
            }
            Ok(Event::End(_)) => declared -= open.pop().unwrap_or(0),
            Ok(Event::Eof) | Err(_) => return None,
            Ok(_) => {}
        }
        if declared > MOST {
            return Some(NAMESPACES);
        }
    }
}

/// The number of attributes of a tag, counted up to the limit, and how many of them declare a namespace.
fn counts(tag: &BytesStart<'_>) -> (usize, usize) {
    let (mut attributes, mut namespaces) = (0, 0);
    for attribute in tag.attributes().with_checks(false).take(MOST + 1) {
        attributes += 1;
        namespaces += usize::from(attribute.is_ok_and(|found| found.key.as_namespace_binding().is_some()));
    }
    (attributes, namespaces)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(count: usize, text: impl Fn(usize) -> String) -> String {
        (0..count).map(text).collect()
    }

    #[test]
    fn a_tag_has_a_bound_of_attributes() {
        let tag = |count| format!("<a>\n<b{}/></a>", numbered(count, |n| format!(" p{n}='<&gt;'")));
        assert_eq!(excess(tag(MOST).as_bytes()), None);
        assert_eq!(excess(tag(MOST + 1).as_bytes()), Some(ATTRIBUTES));
        let open = tag(MOST + 1).replace("/></a>", "></b></a>");
        assert_eq!(excess(open.as_bytes()), Some(ATTRIBUTES));
        let in_comment = format!("<a><!-- ' {} --></a>", tag(MOST + 1));
        assert_eq!(excess(in_comment.as_bytes()), None);
        let after_comment = format!("<a><!-- ' -->{}</a>", tag(MOST + 1));
        assert_eq!(excess(after_comment.as_bytes()), Some(ATTRIBUTES));
    }

    #[test]
    fn namespaces_count_while_their_element_is_open() {
        let element = |n: usize| format!("<a xmlns:p{n}='http://a/{n}'>");
        let beside = numbered(2 * MOST, |n| format!("{}</a>", element(n)));
        assert_eq!(excess(format!("<r>{beside}</r>").as_bytes()), None);
        let nested = numbered(MOST + 1, element);
        assert_eq!(excess(nested.as_bytes()), Some(NAMESPACES));
        assert_eq!(excess(numbered(MOST, element).as_bytes()), None);
        let last = format!("{}<b xmlns='http://a'/>", numbered(MOST, element));
        assert_eq!(excess(last.as_bytes()), Some(NAMESPACES));
    }
}
