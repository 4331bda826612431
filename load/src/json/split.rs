//! Splits JSON text into the values that are its records, holding only one at a time.
//!
//! Only the characters that delimit values matter here: brackets, quotes and escapes. The content of a value
//! is left to the JSON parser.

use std::io::BufRead;

use super::super::records::{LONGEST, RecordError};

/// How the records are arranged in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum JsonLayout {
    /// One value after another: JSON Lines, or a single record.
    Values,
    /// Elements of an array, or of several arrays one after another.
    Elements,
    /// Elements of the arrays that are members of one object.
    Members,
}

/// Splits the values of a text.
pub(super) struct Split<R> {
    input: R,
    layout: JsonLayout,
    /// 1-based line of the next byte.
    line: u64,
    /// The member of the object whose array is being read.
    pub(super) member: String,
    /// If an array is open: whether its first element comes next, or another one.
    open: Option<Next>,
    /// Whether the outer object was opened.
    begun: bool,
    /// The text of the value.
    pub(super) value: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq)]
enum Next {
    First,
    Other,
}

/// A value of the text; its bytes are in [`Split::value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A record that starts on this 1-based line.
    Record(u64),
    /// A member of the outer object that is not an array.
    Other,
}

impl<R: BufRead> Split<R> {
    pub(super) fn new(input: R, layout: JsonLayout) -> Split<R> {
        Split { input, layout, line: 1, member: String::new(), open: None, begun: false, value: Vec::new() }
    }

    /// The next value; `None` at the end. Reading can continue after an error of a single record.
    pub(super) fn next(&mut self) -> Result<Option<Piece>, RecordError> {
        match self.layout {
            JsonLayout::Values => {
                if self.peek()?.is_none() {
                    return Ok(None);
                }
                let line = self.line;
                self.read_value()?;
                Ok(Some(Piece::Record(line)))
            }
            JsonLayout::Elements => loop {
                if self.open.is_none() {
                    match self.peek()? {
                        None => return Ok(None),
                        Some(b'[') => self.bump(),
                        Some(other) => return Err(self.unexpected("`[`", other)),
                    }
                    self.open = Some(Next::First);
                }
                if let Some(line) = self.element()? {
                    return Ok(Some(Piece::Record(line)));
                }
            },
            JsonLayout::Members => self.next_of_members(),
        }
    }

    fn next_of_members(&mut self) -> Result<Option<Piece>, RecordError> {
        loop {
            if self.open.is_some() {
                if let Some(line) = self.element()? {
                    return Ok(Some(Piece::Record(line)));
                }
                continue;
            }
            let Some(next) = self.peek()? else {
                return if self.begun { Err(self.cut_off(self.line)) } else { Ok(None) };
            };
            match (next, self.begun) {
                (b'{', false) => {
                    self.bump();
                    self.begun = true;
                }
                (b'}', true) => {
                    self.bump();
                    self.begun = false;
                }
                (b',', true) => self.bump(),
                (b'"', true) => {
                    self.read_value()?;
                    self.member = serde_json::from_slice(&self.value).unwrap_or_default();
                    match self.peek()? {
                        Some(b':') => self.bump(),
                        Some(other) => return Err(self.unexpected("`:`", other)),
                        None => return Err(self.cut_off(self.line)),
                    }
                    if self.peek()? == Some(b'[') {
                        self.bump();
                        self.open = Some(Next::First);
                    } else {
                        self.read_value()?;
                        return Ok(Some(Piece::Other));
                    }
                }
                (other, true) => return Err(self.unexpected("a name in quotes", other)),
                (other, false) => return Err(self.unexpected("`{`", other)),
            }
        }
    }

    /// The line of the next element of the open array; `None` at the end of the array.
    fn element(&mut self) -> Result<Option<u64>, RecordError> {
        let mut next = self.peek()?;
        if self.open == Some(Next::Other) && next == Some(b',') {
            self.bump();
            next = self.peek()?;
        } else if self.open == Some(Next::Other) && !matches!(next, Some(b']') | None) {
            return Err(self.unexpected("`,` or `]`", next.unwrap_or_default()));
        }
        match next {
            None => Err(self.cut_off(self.line)),
            Some(b']') => {
                self.bump();
                self.open = None;
                Ok(None)
            }
            Some(_) => {
                let line = self.line;
                self.open = Some(Next::Other);
                self.read_value()?;
                Ok(Some(line))
            }
        }
    }

    /// The next byte that is not white space, without consuming it.
    pub(super) fn peek(&mut self) -> Result<Option<u8>, RecordError> {
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            if buffer.is_empty() {
                return Ok(None);
            }
            let blank = buffer.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.line += buffer[..blank].iter().filter(|byte| **byte == b'\n').count() as u64;
            let found = buffer.get(blank).copied();
            self.input.consume(blank);
            if found.is_some() {
                return Ok(found);
            }
        }
    }

    /// Consumes the byte that [`Split::peek`] returned.
    fn bump(&mut self) {
        self.input.consume(1);
    }

    /// Reads a whole value, whose first byte comes next.
    fn read_value(&mut self) -> Result<(), RecordError> {
        self.value.clear();
        let start = self.line;
        let (mut depth, mut quoted, mut escaped, mut long) = (0_usize, false, false, false);
        let mut first = 0_u8;
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            if buffer.is_empty() {
                let scalar = !quoted && depth == 0 && first != 0 && !matches!(first, b'"' | b'{' | b'[');
                return if scalar { self.whole(long, start) } else { Err(self.cut_off(start)) };
            }
            let mut end = None;
            let mut used = 0;
            for &byte in buffer {
                if first == 0 {
                    first = byte;
                }
                let scalar = !matches!(first, b'"' | b'{' | b'[');
                if scalar && (byte.is_ascii_whitespace() || matches!(byte, b',' | b']' | b'}' | b'[' | b'{'))
                {
                    end = Some(used);
                    break;
                }
                used += 1;
                self.line += u64::from(byte == b'\n');
                match byte {
                    _ if escaped => escaped = false,
                    b'\\' if quoted => escaped = true,
                    b'"' => quoted = !quoted,
                    b'{' | b'[' if !quoted => depth += 1,
                    b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
                    _ => {}
                }
                if !scalar && depth == 0 && !quoted {
                    end = Some(used);
                    break;
                }
            }
            if self.value.len() + used > LONGEST {
                long = true;
                self.value.clear();
            } else if !long {
                self.value.extend_from_slice(&buffer[..used]);
            }
            self.input.consume(used);
            if end.is_some() {
                // A scalar without bytes is a stray bracket or comma, at which reading would never advance.
                if used == 0 && self.value.is_empty() && !long {
                    let found = first;
                    self.input.consume(1);
                    return Err(self.unexpected("a value", found));
                }
                return self.whole(long, start);
            }
        }
    }

    fn whole(&self, long: bool, line: u64) -> Result<(), RecordError> {
        if long { Err(RecordError::TooLong { line }) } else { Ok(()) }
    }

    fn cut_off(&self, line: u64) -> RecordError {
        RecordError::Cut { line }
    }

    fn unexpected(&self, wanted: &str, found: u8) -> RecordError {
        let found = char::from(found).escape_default();
        RecordError::Syntax { line: self.line, what: format!("expected {wanted}, found `{found}`") }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// The pieces of a text, read three bytes at a time, or the error.
    fn pieces(text: &str, layout: JsonLayout) -> Vec<String> {
        let mut split = Split::new(BufReader::with_capacity(3, text.as_bytes()), layout);
        let mut pieces = Vec::new();
        loop {
            let piece = split.next();
            let value = String::from_utf8_lossy(&split.value).into_owned();
            match piece {
                Ok(Some(Piece::Record(line))) => pieces.push(format!("{line} {} {value}", split.member)),
                Ok(Some(Piece::Other)) => pieces.push(format!("other {} {value}", split.member)),
                Ok(None) => return pieces,
                Err(error) => {
                    pieces.push(format!("{error:?}"));
                    return pieces;
                }
            }
        }
    }

    #[test]
    fn values_follow_one_another() {
        let text = " {\"a\": \"}\\\"{\"}\n\n{\"b\": [1, {\n}]} 12\n\"x, y\"";
        assert_eq!(
            pieces(text, JsonLayout::Values),
            ["1  {\"a\": \"}\\\"{\"}", "3  {\"b\": [1, {\n}]}", "4  12", "5  \"x, y\""]
        );
    }

    #[test]
    fn elements_of_arrays() {
        assert_eq!(
            pieces("[{\"a\":1},\n 2,[3]]\n[]\n[4]", JsonLayout::Elements),
            ["1  {\"a\":1}", "2  2", "2  [3]", "4  4"]
        );
        assert_eq!(
            pieces("[1 2]", JsonLayout::Elements)[1],
            "Syntax { line: 1, what: \"expected `,` or `]`, found `2`\" }"
        );
        assert_eq!(pieces("[1,\n{\"a\":", JsonLayout::Elements)[1], "Cut { line: 2 }");
        assert_eq!(pieces("[1,", JsonLayout::Elements)[1], "Cut { line: 1 }");
    }

    #[test]
    fn members_of_an_object() {
        let text = "{\"next\": null, \"rows\": [{\"a\":1},\n{\"a\":2}], \"meta\": {\"n\":2}, \"more\": []}";
        assert_eq!(
            pieces(text, JsonLayout::Members),
            ["other next null", "1 rows {\"a\":1}", "2 rows {\"a\":2}", "other meta {\"n\":2}"]
        );
        assert_eq!(pieces("{\"a\": [1]", JsonLayout::Members)[1], "Cut { line: 1 }");
    }
}
