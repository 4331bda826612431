//! Formulas: arithmetic over the results of steps, and over the columns of one row.
//!
//! ```text
//! formula = term { ("+" | "-") term }
//! term    = factor { ("*" | "/") factor }
//! factor  = "-" factor | number | "(" formula ")" | function "(" formula [ "," digits ] ")" | name
//! name    = "[" any text without "]" "]" | word { " " word }
//! ```
//!
//! A name is an operand: a step in `calculate`, a column elsewhere. Formulas only know its text; the operands
//! are numbered in the order of their first occurrence.

use std::fmt;

use trustuqa_model::value::{Moment, elapsed, months_elapsed};

/// The deepest nesting of a formula.
const MAX_DEPTH: usize = 32;
/// The most operands and numbers in a formula.
const MAX_SIZE: usize = 64;

/// An arithmetic operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

/// A unit of time. Months and years are those of the calendar.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeUnit {
    Minutes,
    Hours,
    Days,
    Weeks,
    Months,
    Years,
}

impl TimeUnit {
    const ALL: [TimeUnit; 6] = [
        TimeUnit::Minutes,
        TimeUnit::Hours,
        TimeUnit::Days,
        TimeUnit::Weeks,
        TimeUnit::Months,
        TimeUnit::Years,
    ];

    /// The number of seconds in it; `None` for months and years.
    #[must_use]
    pub fn seconds(self) -> Option<f64> {
        match self {
            TimeUnit::Minutes => Some(60.0),
            TimeUnit::Hours => Some(3_600.0),
            TimeUnit::Days => Some(86_400.0),
            TimeUnit::Weeks => Some(604_800.0),
            TimeUnit::Months | TimeUnit::Years => None,
        }
    }

    /// The time from the second moment to the first in this unit; `None` when one of them has no day.
    #[must_use]
    pub fn between(self, later: Moment, earlier: Moment) -> Option<f64> {
        let Some(size) = self.seconds() else {
            let months = months_elapsed(later.0, earlier.0)?;
            return Some(if self == TimeUnit::Years { months / 12.0 } else { months });
        };
        let (span, of) = elapsed(later, earlier)?;
        let of = if of == TimeUnit::Hours.name() { TimeUnit::Hours } else { TimeUnit::Days };
        Some(span * of.seconds()? / size)
    }

    /// The plural name, which is also the name of the function.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TimeUnit::Minutes => "minutes",
            TimeUnit::Hours => "hours",
            TimeUnit::Days => "days",
            TimeUnit::Weeks => "weeks",
            TimeUnit::Months => "months",
            TimeUnit::Years => "years",
        }
    }
}

/// A function of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulaFunction {
    /// The year of a date.
    Year,
    /// The quarter of a date, `Q1` to `Q4`.
    Quarter,
    /// The name of the month of a date.
    Month,
    /// Year and quarter of a date, such as `2024-Q3`.
    YearQuarter,
    /// Year and month of a date, such as `2024-03`.
    YearMonth,
    /// The name of the day of the week of a date.
    Weekday,
    /// The day of the month of a date.
    Day,
    /// A date without its time of day.
    Date,
    /// The hour of a time of day, 0 to 23.
    Hour,
    /// A span of time in a unit.
    In(TimeUnit),
    /// The number without its sign.
    Absolute,
    /// The number rounded to this many decimals.
    Round(u32),
}

/// An expression over numbered operands.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number.
    Number(f64),
    /// The operand with this index.
    Operand(usize),
    /// The negative of a value.
    Negative(Box<Expression>),
    /// Two values joined by an operator.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// A function of a value.
    Apply(FormulaFunction, Box<Expression>),
}

/// A formula with the names of its operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// What is computed.
    pub expression: Expression,
    /// The names of the operands, each once, in the order of their first occurrence.
    pub names: Vec<String>,
}

/// Why a text is not a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// Where in the text, in bytes.
    pub at: usize,
    /// What was expected and what was found.
    pub message: String,
}

impl FormulaFunction {
    /// The function with this name.
    fn named(name: &str) -> Option<FormulaFunction> {
        Some(match name.to_ascii_lowercase().as_str() {
            "year" => FormulaFunction::Year,
            "quarter" => FormulaFunction::Quarter,
            "month" => FormulaFunction::Month,
            "year_quarter" => FormulaFunction::YearQuarter,
            "year_month" => FormulaFunction::YearMonth,
            "weekday" | "day_of_week" => FormulaFunction::Weekday,
            "day" => FormulaFunction::Day,
            "date" => FormulaFunction::Date,
            "hour" => FormulaFunction::Hour,
            "abs" | "absolute" => FormulaFunction::Absolute,
            "round" => FormulaFunction::Round(0),
            name => FormulaFunction::In(TimeUnit::ALL.into_iter().find(|unit| unit.name() == name)?),
        })
    }

    fn name(self) -> &'static str {
        match self {
            FormulaFunction::Year => "year",
            FormulaFunction::Quarter => "quarter",
            FormulaFunction::Month => "month",
            FormulaFunction::YearQuarter => "year_quarter",
            FormulaFunction::YearMonth => "year_month",
            FormulaFunction::Weekday => "weekday",
            FormulaFunction::Day => "day",
            FormulaFunction::Date => "date",
            FormulaFunction::Hour => "hour",
            FormulaFunction::In(unit) => unit.name(),
            FormulaFunction::Absolute => "abs",
            FormulaFunction::Round(_) => "round",
        }
    }

    /// The names of all formula functions, for help texts.
    pub const NAMES: [&'static str; 17] = [
        "year",
        "quarter",
        "month",
        "year_quarter",
        "year_month",
        "weekday",
        "day",
        "date",
        "hour",
        "minutes",
        "hours",
        "days",
        "weeks",
        "months",
        "years",
        "abs",
        "round",
    ];
}

impl Operator {
    /// The operator, as written in a formula.
    pub fn symbol(self) -> char {
        match self {
            Operator::Add => '+',
            Operator::Subtract => '-',
            Operator::Multiply => '*',
            Operator::Divide => '/',
        }
    }

    /// Whether it binds more tightly than `+` and `-`.
    fn is_tight(self) -> bool {
        matches!(self, Operator::Multiply | Operator::Divide)
    }
}

impl Formula {
    /// Parses a formula.
    ///
    /// # Errors
    ///
    /// When the text violates the grammar, nests deeper than 32, or has more than 64 operands and numbers.
    pub fn parse(text: &str) -> Result<Formula, FormulaError> {
        let mut reader = Reader { text, at: 0, size: 0, names: Vec::new() };
        let expression = reader.sum(0)?;
        reader.skip_space();
        match reader.rest().chars().next() {
            None => Ok(Formula { expression, names: reader.names }),
            Some(c) => reader.expected(format!("expected an operator or the end, but found `{c}`")),
        }
    }

    /// Parses a text in the place of a relation; `None` when it is only a name, or no formula.
    pub fn of_relation(text: &str) -> Option<Formula> {
        Formula::parse(text).ok().filter(|formula| {
            !formula.names.is_empty() && !matches!(formula.expression, Expression::Operand(_))
        })
    }

    /// The text of the formula with other names for its operands.
    pub fn text_with(&self, name: &dyn Fn(usize) -> String) -> String {
        let mut out = String::new();
        self.expression.write(&mut out, name, false);
        out
    }
}

impl fmt::Display for Formula {
    /// The text, which parses to the same formula.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |at: usize| {
            let name = self.names.get(at).map_or("", String::as_str);
            if is_plain(name) { name.to_owned() } else { format!("[{name}]") }
        };
        f.write_str(&self.text_with(&name))
    }
}

impl Expression {
    /// The same expression with its operands renumbered: the operand at each index becomes the one given at
    /// that index of `places`. `None` when an operand has no entry.
    pub fn renumbered(&self, places: &[usize]) -> Option<Expression> {
        Some(match self {
            Expression::Number(number) => Expression::Number(*number),
            Expression::Operand(at) => Expression::Operand(*places.get(*at)?),
            Expression::Negative(of) => Expression::Negative(Box::new(of.renumbered(places)?)),
            Expression::Binary(operator, left, right) => Expression::Binary(
                *operator,
                Box::new(left.renumbered(places)?),
                Box::new(right.renumbered(places)?),
            ),
            Expression::Apply(function, of) => Expression::Apply(*function, Box::new(of.renumbered(places)?)),
        })
    }

    fn write(&self, out: &mut String, name: &dyn Fn(usize) -> String, inside: bool) {
        match self {
            Expression::Number(number) => out.push_str(&number.to_string()),
            Expression::Operand(at) => out.push_str(&name(*at)),
            Expression::Negative(of) => {
                out.push('-');
                of.write(out, name, true);
            }
            Expression::Binary(operator, left, right) => {
                if inside {
                    out.push('(');
                }
                let loose = |side: &Expression| match side {
                    Expression::Binary(inner, ..) => operator.is_tight() && !inner.is_tight(),
                    _ => false,
                };
                left.write(out, name, loose(left));
                out.push(' ');
                out.push(operator.symbol());
                out.push(' ');
                // The right side gets brackets whenever it is a binary operation itself.
                right.write(out, name, matches!(**right, Expression::Binary(..)));
                if inside {
                    out.push(')');
                }
            }
            Expression::Apply(function, of) => {
                out.push_str(function.name());
                out.push('(');
                of.write(out, name, false);
                if let FormulaFunction::Round(digits @ 1..) = function {
                    out.push_str(&format!(", {digits}"));
                }
                out.push(')');
            }
        }
    }
}

/// Whether a name can be written in a formula without brackets.
fn is_plain(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(is_first)
        && characters.all(is_inside)
        && !name.ends_with(' ')
        && !name.contains("  ")
}

fn is_first(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn is_inside(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | ' ')
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    size: usize,
    names: Vec<String>,
}

type Read<T> = Result<T, FormulaError>;

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn expected<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(FormulaError { at: self.at, message: message.into() })
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn sum(&mut self, depth: usize) -> Read<Expression> {
        let mut left = self.product(depth)?;
        loop {
            let operator = if self.eat('+') {
                Operator::Add
            } else if self.eat('-') || self.eat('−') {
                Operator::Subtract
            } else {
                return Ok(left);
            };
            left = Expression::Binary(operator, Box::new(left), Box::new(self.product(depth)?));
        }
    }

    fn product(&mut self, depth: usize) -> Read<Expression> {
        let mut left = self.factor(depth)?;
        loop {
            let operator = if self.eat('*') || self.eat('×') {
                Operator::Multiply
            } else if self.eat('/') || self.eat('÷') {
                Operator::Divide
            } else {
                return Ok(left);
            };
            left = Expression::Binary(operator, Box::new(left), Box::new(self.factor(depth)?));
        }
    }

    fn factor(&mut self, depth: usize) -> Read<Expression> {
        if depth > MAX_DEPTH {
            return self.expected(format!("a formula nests no deeper than {MAX_DEPTH}"));
        }
        self.size += 1;
        if self.size > MAX_SIZE {
            return self.expected(format!("a formula has no more than {MAX_SIZE} parts"));
        }
        if self.eat('-') || self.eat('−') {
            return Ok(Expression::Negative(Box::new(self.factor(depth + 1)?)));
        }
        if self.eat('(') {
            let inside = self.sum(depth + 1)?;
            return self.closed(inside);
        }
        if self.eat('[') {
            let Some(length) = bracketed(self.rest()) else {
                return self.expected("expected `]` after the name");
            };
            let name = self.rest()[..length].trim().to_owned();
            self.at += length + 1;
            return self.operand(name);
        }
        match self.rest().chars().next() {
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if is_first(c) => self.name_or_function(depth),
            Some(c) => self.expected(format!("expected a name or a number, but found `{c}`")),
            None => self.expected("expected a name or a number, but found the end"),
        }
    }

    fn closed(&mut self, inside: Expression) -> Read<Expression> {
        if self.eat(')') { Ok(inside) } else { self.expected("expected `)`") }
    }

    fn number(&mut self) -> Read<Expression> {
        let length = self.rest().bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
        let number = self.rest()[..length].parse::<f64>().ok().filter(|number| number.is_finite());
        let Some(number) = number else { return self.expected("expected a number such as 1200 or 0.5") };
        self.at += length;
        if self.rest().starts_with(|c: char| is_first(c)) {
            return self.expected("put a name that begins with a digit in square brackets");
        }
        Ok(Expression::Number(number))
    }

    fn name_or_function(&mut self, depth: usize) -> Read<Expression> {
        let length = self.rest().find(|c: char| !is_inside(c)).unwrap_or(self.rest().len());
        let name = self.rest()[..length].to_owned();
        self.at += length;
        if !self.rest().starts_with('(') {
            return self.operand(name.trim_end().to_owned());
        }
        let Some(function) = FormulaFunction::named(&name) else {
            return self.expected(format!(
                "there is no function `{}` in formulas; they have {}",
                name.trim(),
                FormulaFunction::NAMES.join(", ")
            ));
        };
        self.at += 1;
        let inside = self.sum(depth + 1)?;
        let function = match function {
            FormulaFunction::Round(_) if self.eat(',') => FormulaFunction::Round(self.digits()?),
            function => function,
        };
        self.closed(Expression::Apply(function, Box::new(inside)))
    }

    fn digits(&mut self) -> Read<u32> {
        self.skip_space();
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        match self.rest()[..length].parse::<u32>() {
            Ok(digits) if digits <= 10 => {
                self.at += length;
                Ok(digits)
            }
            _ => self.expected("expected the number of decimals, 0 to 10"),
        }
    }

    fn operand(&mut self, name: String) -> Read<Expression> {
        if name.is_empty() {
            return self.expected("expected a name");
        }
        let at = self.names.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        Ok(Expression::Operand(at))
    }
}

/// The end of a name in square brackets, which may contain brackets itself: `Price [EUR]` in `[Price [EUR]]`.
fn bracketed(rest: &str) -> Option<usize> {
    let mut open = 1;
    let end = rest.char_indices().find(|(_, letter)| {
        open += i32::from(*letter == '[') - i32::from(*letter == ']');
        open == 0
    });
    end.map(|(at, _)| at).or_else(|| rest.find(']'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_prints_as_it_reads() {
        for (text, printed) in [
            ("Amount / Quantity", "Amount / Quantity"),
            ("(a+b)*c - d", "(a + b) * c - d"),
            ("a-(b-c)", "a - (b - c)"),
            ("a - b - c", "a - b - c"),
            ("-(a + 1) * 2", "-(a + 1) * 2"),
            ("[Order value (EUR)] / Qty", "[Order value (EUR)] / Qty"),
            ("month(Order Date)", "month(Order Date)"),
            ("round(a / b, 2)", "round(a / b, 2)"),
            (
                "(output_of_query1 - output_of_query2) / output_of_query2 * 100",
                "(output_of_query1 - output_of_query2) / output_of_query2 * 100",
            ),
        ] {
            let formula = Formula::parse(text).unwrap();
            assert_eq!(formula.to_string(), printed);
            assert_eq!(Formula::parse(printed).unwrap(), formula);
        }
    }

    #[test]
    fn a_name_alone_is_no_formula_in_place_of_a_relation() {
        for name in
            ["Order Date", "[Order Date]", "2024", "Total (EUR)", "A & B", "", "Follow-", "month(", "1 + 2"]
        {
            assert_eq!(Formula::of_relation(name), None, "{name}");
        }
        assert!(Formula::of_relation("Delivered on - Order Date").is_some());
    }

    #[test]
    fn nesting_is_bounded() {
        for text in ["(".repeat(100_000), "-".repeat(100_000), "abs(".repeat(50_000), "a+".repeat(50_000)] {
            assert!(Formula::parse(&text).is_err());
        }
    }
}
