//! The numbers in a text, found by the words beside them.

use trustuqa_model::{Value, fold};

/// A text as a sequence of numbers and words.
pub struct NumbersByWord {
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Number(f64),
    Word(String),
    Break,
}

impl NumbersByWord {
    /// Splits a text into numbers and words.
    pub fn of(text: &str) -> NumbersByWord {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
            let end = |fits: &dyn Fn(char) -> bool| rest.find(|c| !fits(c)).unwrap_or(rest.len());
            let length = if c.is_ascii_digit() {
                let length = end(&is_number);
                let number = Value::parse(rest[..length].trim_end_matches(['.', ','])).number();
                pieces.extend(number.map(Piece::Number));
                length
            } else if c.is_alphabetic() {
                let length = end(&char::is_alphabetic);
                pieces.push(Piece::Word(fold(&rest[..length])));
                length
            } else {
                // Words in brackets do not belong to a number before the brackets.
                if matches!(c, '(' | ')' | '[' | ']' | ';') {
                    pieces.push(Piece::Break);
                }
                c.len_utf8()
            };
            rest = &rest[length..];
        }
        NumbersByWord { pieces }
    }

    /// The number of numbers.
    pub fn numbers(&self) -> usize {
        self.pieces.iter().filter(|piece| matches!(piece, Piece::Number(_))).count()
    }

    /// The numbers, in order.
    pub fn all(&self) -> impl Iterator<Item = f64> + '_ {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Number(n) => Some(*n),
            _ => None,
        })
    }

    /// The first number with these words right after it, otherwise the first with them right before it.
    /// Unless `exactly` is set, a word may be in another form: `sides` in `8-sided`.
    pub fn number(&self, label: &str, exactly: bool) -> Option<f64> {
        let words = trustuqa_model::tokens(label);
        if words.is_empty() {
            return None;
        }
        let fits = |pieces: Option<&[Piece]>| {
            pieces.is_some_and(|pieces| {
                pieces.iter().zip(&words).all(|(piece, word)| match piece {
                    Piece::Word(own) => own == word || !exactly && same_word(own, word),
                    Piece::Number(_) | Piece::Break => false,
                })
            })
        };
        let number = |at: usize, fits: bool| match self.pieces.get(at) {
            Some(Piece::Number(n)) if fits => Some(*n),
            _ => None,
        };
        let after = |at: usize| fits(self.pieces.get(at + 1..at + 1 + words.len()));
        let before =
            |at: usize| at.checked_sub(words.len()).is_some_and(|from| fits(self.pieces.get(from..at)));
        let places = 0..self.pieces.len();
        places
            .clone()
            .find_map(|at| number(at, after(at)))
            .or_else(|| places.clone().find_map(|at| number(at, before(at))))
    }
}

/// Whether one word begins with the singular of the other.
fn same_word(a: &str, b: &str) -> bool {
    let begins = |long: &str, short: &str| {
        let short = short.strip_suffix('s').unwrap_or(short);
        short.len() > 2 && long.starts_with(short)
    };
    begins(a, b) || begins(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_beside_the_words() {
        for (text, label, number) in [
            ("2003 (31 years)", "years", Some(31.0)),
            ("March 3, 1960 (age 22)", "age", Some(22.0)),
            ("in the original 8-sided building", "sides", Some(8.0)),
            ("70 lost here, 20 there and 9 ships lost", "ships lost", Some(9.0)),
            ("1,200 tons", "years", None),
            ("", "years", None),
            ("12", "", None),
        ] {
            assert_eq!(NumbersByWord::of(text).number(label, false), number, "{text}");
        }
        assert_eq!(NumbersByWord::of("1979 (15 years)").number("year", true), None);
    }
}
