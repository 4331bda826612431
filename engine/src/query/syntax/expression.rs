//! Expressions that models write in place of a call: `output_of_query2 - output_of_query4`,
//! `if output_of_query2 > 10 then 'yes' else 'no'`, `f(a) or g(b)`, `output_of_query3[0]`.
//!
//! An expression is converted into nested calls of reasoning functions, so that nothing outside this file
//! needs to know about it. Only the lenient reading parses expressions.

use trustuqa_model::Comparison;

use super::cursor::MAX_DEPTH;
use super::tokens::{Token, tokens};
use super::{RawArg, RawCall, RawValue};
use crate::query::diagnostic::Span;

/// The most tokens of an expression. `x[0][0]…` nests one call per bracket pair, so this also bounds the
/// nesting of calls.
const MAX_TOKENS: usize = 1000;

/// The most operands that are read, counting repeated readings: what follows `if (` is read in two ways, and
/// so is a nested `if (`.
const MAX_OPERANDS: usize = 8 * MAX_TOKENS;

/// Parses all of `text` as an expression; `start` is its position in the query.
pub(crate) fn expression(text: &str, start: usize) -> Option<RawValue> {
    let tokens = tokens(text)?;
    if tokens.len() > MAX_TOKENS {
        return None;
    }
    let mut reader = Reader { tokens, at: 0, offset: start, len: text.len(), depth: 0, operands: 0 };
    let value = reader.statement()?;
    while reader.word("end") || reader.sign(";") || reader.sign(".") {}
    (reader.at == reader.tokens.len()).then_some(value)
}

/// Whether `text` refers to a step and joins it with an operator, and so is not just a name.
pub(crate) fn is_expression(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    if !lower.contains("output_of_") {
        return false;
    }
    // Two steps joined without spaces.
    if let Some((left, right)) = lower.split_once('-')
        && crate::query::llm::reference(left).is_some()
        && crate::query::llm::reference(right).is_some()
    {
        return true;
    }
    let operators = [" + ", " - ", " * ", " / ", ">", "<", "==", "!=", "[", " in ", " or ", " and ", "%"];
    lower.starts_with("if ") || operators.iter().any(|sign| lower.contains(sign))
}

struct Reader {
    tokens: Vec<(Token, Span)>,
    at: usize,
    offset: usize,
    len: usize,
    depth: usize,
    operands: usize,
}

impl Reader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn place(&self) -> usize {
        self.offset + self.tokens.get(self.at).map_or(self.len, |(_, span)| span.start)
    }

    fn span_from(&self, start: usize) -> Span {
        let end = self
            .at
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .map_or(start, |(_, span)| self.offset + span.end);
        start..end.max(start)
    }

    fn sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(s)) if *s == sign);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(w)) if w.eq_ignore_ascii_case(word));
        self.at += usize::from(found);
        found
    }

    fn any_word(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.word(word))
    }

    fn call(&self, name: &str, args: Vec<RawArg>, start: usize) -> RawValue {
        RawValue::Call(RawCall { name: name.to_owned(), args, span: self.span_from(start) })
    }

    /// `if … then … else …`, `… if … else …` or an expression.
    fn statement(&mut self) -> Option<RawValue> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let start = self.place();
        self.any_word(&["return"]);
        let next_is_bracket = matches!(self.tokens.get(self.at + 1), Some((Token::Sign("("), _)));
        let from = self.at;
        let mut branches = if self.any_word(&["if"]) { self.branches(start) } else { None };
        // `if(a, b, c)` is a call; `if (a > b): c else: d` is not.
        if next_is_bracket
            && !matches!(&branches, Some(RawValue::Call(call)) if call.args.len() > 1 && self.at == self.tokens.len())
        {
            branches = None;
            self.at = from;
        }
        let found = if branches.is_some() {
            branches
        } else {
            let mut value = self.either()?;
            // `if(a, b, operator='>') then 'x' else 'y'`
            if let RawValue::Call(call) = &mut value
                && call.name.eq_ignore_ascii_case("if")
            {
                for word in ["then", "else"] {
                    if self.word(word) {
                        let result = self.result()?;
                        call.args.push(RawArg { name: Some(word.to_owned()), ..arg(result) });
                    }
                }
            }
            // `x if c else y`
            if self.word("if") {
                let condition = self.either()?;
                let mut args = vec![arg(condition), arg(value)];
                if self.any_word(&["else", "otherwise"]) {
                    args.push(arg(self.statement()?));
                }
                Some(self.call("if", args, start))
            } else {
                Some(value)
            }
        };
        self.depth -= 1;
        found
    }

    fn branches(&mut self, start: usize) -> Option<RawValue> {
        let condition = self.either()?;
        self.noise();
        let mut args = vec![arg(condition)];
        if self.at < self.tokens.len() {
            args.push(arg(self.result()?));
            self.noise();
        }
        if self.any_word(&["elif"]) {
            args.push(arg(self.branches(start)?));
        } else if self.any_word(&["else", "otherwise"]) {
            self.noise();
            args.push(arg(match self.words() {
                Some(words) => words,
                None => self.statement()?,
            }));
        } else if args.len() == 2
            && matches!(self.peek(), Some(Token::Text(_) | Token::Word(_) | Token::Number(_)))
        {
            // `if a > b, c, d`
            args.push(arg(self.either()?));
        }
        Some(self.call("if", args, start))
    }

    /// A result of a condition: an unquoted name of several words, or a value.
    fn result(&mut self) -> Option<RawValue> {
        match self.words() {
            Some(words) => Some(words),
            None => self.either(),
        }
    }

    /// An unquoted name of several words, up to `else` or the end.
    fn words(&mut self) -> Option<RawValue> {
        let (start, from) = (self.place(), self.at);
        let mut words: Vec<String> = Vec::new();
        while let Some(Token::Word(word) | Token::Number(word)) = self.peek() {
            if matches!(
                word.to_ascii_lowercase().as_str(),
                "else" | "otherwise" | "elif" | "if" | "and" | "or"
            ) {
                break;
            }
            words.push(word.clone());
            self.at += 1;
        }
        let ends = matches!(self.peek(), None | Some(Token::Word(_) | Token::Sign("," | ":" | ";" | ".")));
        let plain = words.iter().all(|word| !word.to_ascii_lowercase().starts_with("output_of"));
        if words.len() < 2 || !ends || !plain {
            self.at = from;
            return None;
        }
        Some(RawValue::Text { text: words.join(" "), quoted: false, span: self.span_from(start) })
    }

    /// Skips words and signs between the parts of a condition.
    fn noise(&mut self) {
        while self.any_word(&["then", "return", "get", "the", "output", "choose"])
            || self.sign(",")
            || self.sign(":")
            || self.sign(";")
            || self.sign("?")
        {}
    }

    fn either(&mut self) -> Option<RawValue> {
        let start = self.place();
        let mut values = vec![self.both()?];
        while self.word("or") || self.sign("||") {
            values.push(self.both()?);
        }
        Some(self.joined("or", values, start))
    }

    fn both(&mut self) -> Option<RawValue> {
        let start = self.place();
        let mut values = vec![self.negated()?];
        while self.word("and") || self.sign("&&") {
            values.push(self.negated()?);
        }
        Some(self.joined("and", values, start))
    }

    fn joined(&self, name: &str, mut values: Vec<RawValue>, start: usize) -> RawValue {
        if values.len() == 1 {
            return values.swap_remove(0);
        }
        self.call(name, values.into_iter().map(arg).collect(), start)
    }

    fn negated(&mut self) -> Option<RawValue> {
        let start = self.place();
        if self.word("not") {
            let value = self.negated()?;
            return Some(self.call("not", vec![arg(value)], start));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Option<RawValue> {
        let start = self.place();
        let left = self.sum()?;
        let Some((op, negated)) = self.operator() else { return Some(left) };
        // Whatever is on the right becomes the bound of a `test`.
        let right = self.sum()?;
        let bound = RawArg { name: Some("value".to_owned()), op, span: right.span(), value: right };
        let test = self.call("test", vec![arg(left), bound], start);
        Some(if negated { self.call("not", vec![arg(test)], start) } else { test })
    }

    fn operator(&mut self) -> Option<(Comparison, bool)> {
        let signs = [
            ("===", Comparison::Eq),
            ("==", Comparison::Eq),
            ("=", Comparison::Eq),
            ("!=", Comparison::Ne),
            ("<>", Comparison::Ne),
            ("<=", Comparison::Le),
            (">=", Comparison::Ge),
            ("=>", Comparison::Ge),
            ("<", Comparison::Lt),
            (">", Comparison::Gt),
        ];
        for (sign, op) in signs {
            if self.sign(sign) {
                return Some((op, false));
            }
        }
        let from = self.at;
        if self.word("not") && self.word("in") {
            return Some((Comparison::Eq, true));
        }
        self.at = from;
        if self.any_word(&["in"]) {
            return Some((Comparison::Eq, false));
        }
        // `is greater than`, `is equal to`, `is at least`, `is not`, `is`.
        let is = self.any_word(&["is", "are", "was", "equals", "has"]);
        let mut words = Vec::new();
        while let Some(Token::Word(word)) = self.peek() {
            words.push(word.to_ascii_lowercase());
            let found = crate::query::words::comparison(&words.join(" "));
            if words.len() > 6 || word.starts_with("output_of") {
                break;
            }
            self.at += 1;
            if let Some(op) = found {
                // Read to the end of the phrase: `greater than or equal to`.
                let mut phrase = words.clone();
                let mut best = (op, self.at);
                while let Some(Token::Word(next)) = self.peek() {
                    let next = next.to_ascii_lowercase();
                    if !matches!(next.as_str(), "than" | "or" | "equal" | "to" | "as") {
                        break;
                    }
                    phrase.push(next);
                    self.at += 1;
                    if let Some(op) = crate::query::words::comparison(&phrase.join(" ")) {
                        best = (op, self.at);
                    }
                }
                self.at = best.1;
                return Some((best.0, false));
            }
        }
        self.at = from + usize::from(is);
        if is && self.word("not") {
            return Some((Comparison::Ne, false));
        }
        if is {
            return Some((Comparison::Eq, false));
        }
        self.at = from;
        None
    }

    fn sum(&mut self) -> Option<RawValue> {
        let start = self.place();
        let mut value = self.product()?;
        loop {
            let name = if self.sign("+") {
                "sum"
            } else if self.sign("-") {
                "difference"
            } else {
                return Some(value);
            };
            let right = self.product()?;
            value = self.call(name, vec![arg(value), arg(right)], start);
        }
    }

    fn product(&mut self) -> Option<RawValue> {
        let start = self.place();
        let mut value = self.postfix()?;
        loop {
            let name = if self.sign("*") {
                "product"
            } else if self.sign("/") {
                "quotient"
            } else {
                return Some(value);
            };
            let right = self.postfix()?;
            value = self.call(name, vec![arg(value), arg(right)], start);
        }
    }

    /// `x[0]`, counted from 0 as in most programming languages.
    fn postfix(&mut self) -> Option<RawValue> {
        let start = self.place();
        let mut value = self.primary()?;
        loop {
            // `x.split('-')` means `split(x, '-')`.
            if let (Some(Token::Sign(".")), Some((Token::Word(name), _)), Some((Token::Sign("("), _))) =
                (self.peek(), self.tokens.get(self.at + 1).cloned(), self.tokens.get(self.at + 2))
            {
                self.at += 3;
                let RawValue::Call(mut call) = self.arguments(&name, start)? else { return None };
                call.args.insert(0, arg(value));
                value = RawValue::Call(call);
                continue;
            }
            if !self.sign("[") {
                return Some(value);
            }
            let negative = self.sign("-");
            let Some(Token::Number(index)) = self.peek().cloned() else { return None };
            let index: usize = index.parse().ok()?;
            self.at += 1;
            if !self.sign("]") {
                return None;
            }
            let mut args = vec![arg(value)];
            let name = if negative { "last" } else { "nth" };
            if !negative {
                let text = index.checked_add(1)?.to_string();
                let value = RawValue::Text { text, quoted: false, span: start..start };
                args.push(RawArg {
                    name: Some("k".to_owned()),
                    op: Comparison::Eq,
                    value,
                    span: start..start,
                });
            }
            value = self.call(name, args, start);
        }
    }

    fn primary(&mut self) -> Option<RawValue> {
        self.depth += 1;
        self.operands += 1;
        if self.depth > 4 * MAX_DEPTH || self.operands > MAX_OPERANDS {
            return None;
        }
        let value = self.one();
        self.depth -= 1;
        value
    }

    fn one(&mut self) -> Option<RawValue> {
        let start = self.place();
        match self.peek()?.clone() {
            Token::Text(text) => {
                self.at += 1;
                let span = self.span_from(start);
                if is_expression(&text)
                    && let Some(value) = expression(&text, start + 1)
                {
                    return Some(value);
                }
                Some(RawValue::Text { text, quoted: true, span })
            }
            Token::Number(text) => {
                self.at += 1;
                Some(RawValue::Text { text, quoted: false, span: self.span_from(start) })
            }
            Token::Sign("-") => {
                self.at += 1;
                let Some(Token::Number(text)) = self.peek().cloned() else { return None };
                self.at += 1;
                Some(RawValue::Text { text: format!("-{text}"), quoted: false, span: self.span_from(start) })
            }
            Token::Sign("(") => {
                self.at += 1;
                let value = self.statement()?;
                self.sign(")").then_some(value)
            }
            Token::Sign(open @ ("[" | "{")) => {
                self.at += 1;
                let close = if open == "[" { "]" } else { "}" };
                let mut values = Vec::new();
                while !self.sign(close) {
                    values.push(self.statement()?);
                    self.sign(",");
                }
                // `{output_of_query1}` is the step itself.
                if open == "{" && values.len() == 1 {
                    return values.pop();
                }
                Some(RawValue::List(values, self.span_from(start)))
            }
            Token::Word(word) => {
                self.at += 1;
                if self.sign("(") {
                    return self.arguments(&word, start);
                }
                // `set1='output_of_query1'` inside an expression is only its value.
                if matches!(self.peek(), Some(Token::Sign("=")))
                    && matches!(self.tokens.get(self.at + 1), Some((Token::Text(_) | Token::Word(_), _)))
                    && (word.starts_with("set") || word.starts_with("value"))
                {
                    self.at += 1;
                    return self.one();
                }
                Some(RawValue::Text { text: word, quoted: false, span: self.span_from(start) })
            }
            Token::Sign(_) => None,
        }
    }

    fn arguments(&mut self, name: &str, start: usize) -> Option<RawValue> {
        let mut args = Vec::new();
        while !self.sign(")") {
            args.push(self.argument()?);
            if !self.sign(",") && !matches!(self.peek(), Some(Token::Sign(")"))) && !self.names_argument() {
                return None;
            }
        }
        Some(self.call(name, args, start))
    }

    /// Whether `name=` follows: the next argument, even though the comma is missing.
    fn names_argument(&self) -> bool {
        matches!(
            (self.peek(), self.tokens.get(self.at + 1)),
            (Some(Token::Word(_)), Some((Token::Sign("="), _)))
        )
    }

    fn argument(&mut self) -> Option<RawArg> {
        let start = self.place();
        // `name op value`, unless the left side is a step, which is then compared.
        if let Some(Token::Word(word)) = self.peek().cloned()
            && crate::query::llm::reference(&word).is_none()
        {
            let from = self.at;
            self.at += 1;
            let sign = match self.peek() {
                Some(Token::Sign(sign @ ("=" | "<" | ">" | "<=" | ">=" | "!="))) => Some(*sign),
                _ => None,
            };
            if let Some(op) = sign.and_then(crate::query::words::comparison) {
                self.at += 1;
                let value = self.statement()?;
                return Some(RawArg { name: Some(word), op, value, span: self.span_from(start) });
            }
            self.at = from;
        }
        let value = self.statement()?;
        Some(RawArg { name: None, op: Comparison::Eq, value, span: self.span_from(start) })
    }
}

fn arg(value: RawValue) -> RawArg {
    RawArg { name: None, op: Comparison::Eq, span: value.span(), value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: &RawValue) -> String {
        match value {
            RawValue::Text { text, quoted, .. } => {
                if *quoted {
                    format!("'{text}'")
                } else {
                    text.clone()
                }
            }
            RawValue::List(values, _) => {
                format!("[{}]", values.iter().map(shown).collect::<Vec<_>>().join(" "))
            }
            RawValue::Call(call) => {
                let args = call.args.iter().map(|a| {
                    let name = a.name.as_ref().map_or(String::new(), |n| format!("{n}{}", a.op.symbol()));
                    format!("{name}{}", shown(&a.value))
                });
                format!("{}({})", call.name, args.collect::<Vec<_>>().join(" "))
            }
        }
    }

    #[test]
    fn operators_become_calls() {
        for (text, expected) in [
            ("output_of_query2 - output_of_query4", "difference(output_of_query2 output_of_query4)"),
            ("output_of_query3 > 10,000", "test(output_of_query3 value>10,000)"),
            ("a + b * 2", "sum(a product(b 2))"),
            ("output_of_query3[0]", "nth(output_of_query3 k=1)"),
            ("x in [1950, 1968]", "test(x value=[1950 1968])"),
            ("f(a='x', b='y') or not g('z')", "or(f(a='x' b='y') not(g('z')))"),
            ("if a > b then 'It's Ana' else 'Bea'", "if(test(a value>b) 'It's Ana' 'Bea')"),
            ("if a > b: return 'x' else: return 'y'", "if(test(a value>b) 'x' 'y')"),
            ("a if a >= b else b", "if(test(a value>=b) a b)"),
            ("if a is True, return '1898', else return '1893'", "if(test(a value=True) '1898' '1893')"),
            ("a is greater than or equal to 3", "test(a value>=3)"),
            ("a[1].split('-')[0]", "nth(split(nth(a k=2) '-') k=1)"),
            ("if a > b then Ana else Bea Bo", "if(test(a value>b) Ana Bea Bo)"),
            ("if(set1=a, set2=b) then 'x' else 'y'", "if(set1=a set2=b then='x' else='y')"),
        ] {
            let value = expression(text, 0).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(shown(&value), expected, "{text}");
        }
        for text in ["a >", "f(a", "a b", "", "'open"] {
            assert!(expression(text, 0).is_none(), "{text}");
        }
    }
}
