//! Comparisons whose answer is not a number: which of two, more or less, yes or no.
//!
//! A comparison used by a later step yields yes or no. One that is the answer of the query yields what was
//! asked for: one of two words when the question or the target type offers them (`more or less`), otherwise
//! the name of the winning side, otherwise yes or no. What the call leaves open is taken from the words of
//! the step, then from the question.

use trustuqa_model::{Comparison, NodeId, NodeKind, Value};

use super::calls::reason;
use super::direction::{direction, is_year_or_date, place_words, turned};
use super::label::labels;
use super::{Slot, Translated, Translator};
use crate::execute::{ExecuteError, ItemSet, ItemValue, Result};
use crate::ground::lexical::{PreparedName, similarity};
use crate::lexicon::{End, gradable};
use crate::query::Function;
use crate::query::execution::{Condition, ExecutionCall, Node1, Operand};
use crate::query::llm::{Call, FunctionCall, LlmQuery, Term};
use crate::query::words::{self, Alternatives};

/// Minimum similarity of words of a step and the name of a column.
const NAMED_COLUMN: f32 = 0.9;

/// The two sides of a comparison, and the operator if the call gives one.
pub(super) struct Sides {
    left: Term,
    right: Term,
    op: Option<Comparison>,
    /// True for `greater` and `less`, which return the value itself.
    of_values: bool,
    /// True for `test`, which returns a truth value unless the question asks which side.
    of_truth: bool,
}

/// The two sides that a call compares; `None` when it is no comparison of two sides.
pub(super) fn sides(query: &LlmQuery, call: &FunctionCall) -> Option<Sides> {
    let (left, right, op) = match (call.function, call.sets.as_slice(), &call.value) {
        // `if(set1=a, set2=b)` of two values has no condition: the words of the step say how they compare.
        (Function::If, [left, right], _) if !is_truth(query, left) && !is_truth(query, right) => {
            (left, right, None)
        }
        (Function::Compare, [left, right], _) => (left, right, call.op),
        (Function::Greater, [left, right], _) => (left, right, Some(Comparison::Gt)),
        (Function::Less, [left, right], _) => (left, right, Some(Comparison::Lt)),
        (Function::Test, [left], Some(value)) => (left, &value.term, Some(value.op)),
        _ => return None,
    };
    let of_values = matches!(call.function, Function::Greater | Function::Less);
    let of_truth = call.function == Function::Test;
    Some(Sides { left: left.clone(), right: right.clone(), op, of_values, of_truth })
}

/// The set that the last step only counts in order to check it. When its relation is the target type, the
/// answer is this set and not the result of the check.
fn checked<'q>(query: &'q LlmQuery, counted: &Term, target: &str) -> Option<&'q Term> {
    let Term::Output(at) = counted else { return None };
    let Call::Function(call) = &query.steps.get(*at)?.call else { return None };
    let [set] = call.sets.as_slice() else { return None };
    let relation = relation_of(query, set)?;
    let named = similarity(&PreparedName::new(target), &PreparedName::new(&relation)).0 >= 0.9;
    (call.function == Function::Count && named).then_some(set)
}

/// The texts of the members of a set, in order.
fn texts(t: &Translator<'_, '_>, operand: &Operand<NodeId>) -> Result<Vec<String>> {
    let Operand::Set(index) = operand else { return Ok(Vec::new()) };
    t.set(*index).items().iter().map(|item| t.executor.text(item)).collect()
}

/// Whether a term is a name written in the query, or the output of a step that can yield a truth value.
fn is_truth(query: &LlmQuery, term: &Term) -> bool {
    let Term::Output(at) = term else { return true };
    match query.steps.get(*at).map(|s| &s.call) {
        Some(Call::Function(call)) => matches!(
            call.function,
            Function::Test
                | Function::Compare
                | Function::IsEmpty
                | Function::And
                | Function::Or
                | Function::Not
                | Function::If
                | Function::SetUnion
        ),
        _ => false,
    }
}

/// Collects the calls of a comparison; their indices follow those of the results so far.
struct ComparisonBuilder<'t, 'a, 'g> {
    t: &'t Translator<'a, 'g>,
    out: Translated,
}

impl ComparisonBuilder<'_, '_, '_> {
    fn push(&mut self, call: ExecutionCall<NodeId>) -> Operand<NodeId> {
        self.out.calls.push(call);
        Operand::Set(self.t.results.len() + self.out.calls.len() - 1)
    }

    fn reason(&mut self, function: Function, sets: Vec<Operand<NodeId>>) -> Operand<NodeId> {
        self.push(reason(function, sets, None))
    }

    /// Appends a `search_node` over the members of a set.
    fn search_node(&mut self, node1: Node1<NodeId>, of: Operand<NodeId>) -> Operand<NodeId> {
        let condition = Condition::On(of);
        self.push(ExecutionCall::SearchNode { node1, condition, scope: None, sources: Vec::new() })
    }

    /// Replaces each side by what `change` makes of it.
    fn each(
        &mut self,
        sides: [&mut Operand<NodeId>; 2],
        change: impl Fn(&mut Self, Operand<NodeId>) -> Operand<NodeId>,
    ) {
        for side in sides {
            *side = change(self, side.clone());
        }
    }
}

/// Translates the comparison of step `index`; `None` when the call is to run as it is written.
pub(super) fn translate(
    t: &Translator<'_, '_>,
    query: &LlmQuery,
    index: usize,
    sides: &Sides,
) -> Result<Option<Translated>> {
    let note = query.steps.get(index).map_or("", |s| s.note.as_str());
    let question = t.question.unwrap_or("");
    let target = query.target.as_deref().unwrap_or("");
    let is_answer = index + 1 == query.steps.len();
    let unasked = question.is_empty() && target.is_empty();
    // A later step, or a query of which nothing else is known, needs the greater value itself.
    if sides.of_values && (!is_answer || unasked) {
        return Ok(None);
    }
    let mut build = ComparisonBuilder { t, out: Translated::default() };
    let (Some(mut left), Some(mut right)) = (operand(t, &sides.left), operand(t, &sides.right)) else {
        return Ok(None);
    };
    let relation = relation_of(query, &sides.left).or_else(|| relation_of(query, &sides.right));
    let place = relation.as_deref().is_some_and(words::is_place);
    let offered = words::alternatives(target)
        .filter(|pair| pair.op.is_some())
        .or_else(|| words::alternatives(question))
        .or_else(|| if question.is_empty() { words::alternatives(note) } else { None })
        .filter(|_| is_answer);
    let written = sides.op;
    let mut values = t.values(&left)?;
    if words::age(note).or_else(|| words::age(question)).is_some() && are_years(t, &left, &right)? {
        values = build.years([&mut left, &mut right]);
    }
    let op = direction(written, note, question, place, &values, relation.as_deref().unwrap_or(""));
    comparable(&mut build, [&mut left, &mut right], [note, question], op, place)?;
    if let Some(pair @ Alternatives { op: Some(_), .. }) = offered {
        let asked = OfferedAlternatives { pair, place, question };
        build.one_of_offered(query, sides, [left, right], &asked)?;
        return Ok(Some(build.out));
    }
    let asks_truth = asks_truth(question, target) || sides.of_truth && unasked;
    if is_answer && !asks_truth {
        if let Some(op) = op
            && (!matches!(written, Some(Comparison::Eq | Comparison::Ne)) || question.contains(" or "))
            && let Some(names) = labels(t, query, &sides.left, &sides.right)?
        {
            build.one_of_names([left, right], names, op)?;
            return Ok(Some(build.out));
        }
        if written == Some(Comparison::Eq)
            && let Some(checked) = checked(query, &sides.left, target)
            && let Some(checked) = operand(t, checked)
        {
            let test = build.push(reason(Function::Test, vec![left], Some((Comparison::Eq, right))));
            build.reason(Function::If, vec![test, checked]);
            return Ok(Some(build.out));
        }
    }
    let Some(op) = written.or(op) else { return Ok(None) };
    if is_answer && !asks_truth && !words::is_truth(target) && words::alternatives(target).is_none() {
        // The greater or smaller value itself is asked for, not a name, a word or a truth value.
        return Ok(None);
    }
    let test = build.push(reason(Function::Test, vec![left], Some((op, right))));
    if let Some(Alternatives { op: None, yes, no, .. }) = offered.filter(|pair| pair.yes != "yes") {
        let words = [yes, no].map(|word| Operand::Literal(word.to_owned()));
        let [yes, no] = words;
        build.reason(Function::If, vec![test, yes, no]);
    }
    Ok(Some(build.out))
}

/// Two words of which one is to be the answer of a comparison.
struct OfferedAlternatives<'q> {
    pair: Alternatives,
    /// Whether positions in a ranking are compared.
    place: bool,
    question: &'q str,
}

impl ComparisonBuilder<'_, '_, '_> {
    /// Replaces both sides by the year in each text: ages are compared although the dates are plain text.
    fn years(&mut self, sides: [&mut Operand<NodeId>; 2]) -> Vec<Value> {
        self.each(sides, |build, side| build.reason(Function::Year, vec![side]));
        self.out.readings.push("each date was read as the year in it".to_owned());
        vec![Value::Integer(2_000)]
    }

    /// Answers with the name of the winning side; with none when the sides are equal and a strict comparison
    /// is asked for.
    fn one_of_names(
        &mut self,
        [left, right]: [Operand<NodeId>; 2],
        [first, second]: [Operand<NodeId>; 2],
        op: Comparison,
    ) -> Result<()> {
        let strict = matches!(op, Comparison::Lt | Comparison::Gt);
        let same = strict && self.out.calls.is_empty() && {
            let (a, b) = (texts(self.t, &left)?, texts(self.t, &right)?);
            !a.is_empty() && a == b
        };
        let second = if same { Operand::Nodes(Vec::new()) } else { second };
        let test = self.push(reason(Function::Test, vec![left], Some((op, right))));
        self.reason(Function::If, vec![test, first, second]);
        Ok(())
    }

    /// Answers with the one of the two offered words that is true of the sides.
    fn one_of_offered(
        &mut self,
        query: &LlmQuery,
        sides: &Sides,
        [left, right]: [Operand<NodeId>; 2],
        asked: &OfferedAlternatives<'_>,
    ) -> Result<()> {
        let pair = &asked.pair;
        let meant = pair.op.unwrap_or(Comparison::Gt);
        let turn = pair.place && asked.place
            || pair.yes == "older" && {
                let values = ExecuteError::computed(self.t.values(&left))?;
                values.is_some_and(|values| values.iter().any(is_year_or_date))
            };
        let meant = if turn { turned(meant) } else { meant };
        // The sides are themselves the two words, as in `before 2000` and `after 2000`: the answer is the
        // larger side.
        let own = [&sides.left, &sides.right].map(|side| note_of(query, side));
        let said = |word: &str| own.map(|note| trustuqa_model::tokens(note).iter().any(|w| w == word));
        let apart = match (said(pair.yes), said(pair.no)) {
            ([true, false], [false, true]) => Some([pair.yes, pair.no]),
            ([false, true], [true, false]) => Some([pair.no, pair.yes]),
            _ => None,
        };
        let (op, names) = match apart {
            Some(names) => {
                let fewer = trustuqa_model::tokens(asked.question).iter().any(|word| {
                    gradable(word).is_some_and(|word| word.measures("amount") && word.end == End::Smaller)
                });
                (if fewer { Comparison::Lt } else { Comparison::Gt }, names)
            }
            None => (meant, [pair.yes, pair.no]),
        };
        let test = self.push(reason(Function::Test, vec![left], Some((op, right))));
        let [first, second] = names.map(|word| Operand::Literal(word.to_owned()));
        self.reason(Function::If, vec![test, first, second]);
        Ok(())
    }
}

/// Translates `x == 1 or y == 1` where the question asks which of the two: to the name of the side that
/// holds.
pub(super) fn either(
    t: &Translator<'_, '_>,
    query: &LlmQuery,
    call: &FunctionCall,
) -> Result<Option<Translated>> {
    let [first, second] = call.sets.as_slice() else { return Ok(None) };
    let asks_which = trustuqa_model::tokens(t.question.unwrap_or("")).iter().any(|w| w == "or");
    let [a, b] = [side_of_test(query, first), side_of_test(query, second)];
    let (Some(a), Some(b), true) = (a, b, asks_which) else { return Ok(None) };
    let names = if a == b {
        tested(query, first).zip(tested(query, second)).map(|(x, y)| [x, y].map(Operand::Literal))
    } else {
        labels(t, query, &a, &b)?
    };
    let Some([left, right]) = names else { return Ok(None) };
    let Some(test) = operand(t, first) else { return Ok(None) };
    let mut build = ComparisonBuilder { t, out: Translated::default() };
    build.reason(Function::If, vec![test, left, right]);
    Ok(Some(build.out))
}

/// The name with which a test compares.
fn tested(query: &LlmQuery, term: &Term) -> Option<String> {
    let Term::Output(index) = term else { return None };
    match &query.steps.get(*index)?.call {
        Call::Function(call) => match &call.value.as_ref()?.term {
            Term::Names(names) => names.first().cloned(),
            Term::Output(_) => None,
        },
        Call::GetInformation(_) => None,
    }
}

/// The set that a test examines.
fn side_of_test(query: &LlmQuery, term: &Term) -> Option<Term> {
    let Term::Output(index) = term else { return None };
    match &query.steps.get(*index)?.call {
        Call::Function(call) if matches!(call.function, Function::Test | Function::Compare) => {
            call.sets.first().cloned()
        }
        _ => None,
    }
}

/// Whether the question or the target type asks for a truth value.
fn asks_truth(question: &str, target: &str) -> bool {
    if question.is_empty() {
        return words::is_truth(target);
    }
    (words::asks_truth(question) || words::is_truth(target))
        && !trustuqa_model::tokens(question).iter().any(|w| w == "or")
        || trustuqa_model::fold(question).starts_with("true or false")
        || trustuqa_model::fold(question).starts_with("yes or no")
}

/// The words of the search to which a term leads back.
fn note_of<'q>(query: &'q LlmQuery, term: &Term) -> &'q str {
    let Term::Output(index) = term else { return "" };
    match query.steps.get(*index) {
        Some(step) => match &step.call {
            Call::Function(call) if !call.sets.is_empty() => note_of(query, &call.sets[0]),
            _ => &step.note,
        },
        None => "",
    }
}

fn operand(t: &Translator<'_, '_>, term: &Term) -> Option<Operand<NodeId>> {
    match t.slot(term) {
        Ok(Slot::Set(index)) => Some(Operand::Set(index)),
        Ok(Slot::Names(names)) => names.first().cloned().map(Operand::Literal),
        Err(_) => None,
    }
}

/// Makes rows, and sets of several values, comparable: replaces them by their number, by the column that the
/// words name, or by the position of the rows.
fn comparable(
    build: &mut ComparisonBuilder<'_, '_, '_>,
    [left, right]: [&mut Operand<NodeId>; 2],
    [note, question]: [&str; 2],
    op: Option<Comparison>,
    place: bool,
) -> Result<()> {
    let t = build.t;
    let rows = [t.rows(left)?, t.rows(right)?];
    if rows != [0, 0] {
        return rows_comparable(build, [left, right], rows, [note, question]);
    }
    if matches!(op, Some(Comparison::Eq | Comparison::Ne)) {
        return Ok(());
    }
    // Names have no magnitude, but an empty set is less than any set of names.
    let names = |side: &Operand<NodeId>| -> Result<bool> {
        let values = t.values(side)?;
        Ok(!values.is_empty() && values.iter().all(|value| *value == Value::Text))
    };
    if t.is_empty(left) && names(right)? || t.is_empty(right) && names(left)? {
        build.each([left, right], |build, side| build.reason(Function::Count, vec![side]));
        build.out.readings.push("names were compared by their number".to_owned());
        return Ok(());
    }
    // The longer of two spans of years is the one that lasts longer.
    let lasting =
        says_any(&format!("{note} {question}"), &["longer", "longest", "shorter", "shortest", "length"]);
    if lasting && t.is_span(left)? && t.is_span(right)? {
        build.each([left, right], |build, side| build.reason(Function::Difference, vec![side]));
        return Ok(());
    }
    // `row number` does not ask for a number of rows.
    let plain = note.to_lowercase().replace("row_number", " ").replace("row number", " ");
    let counted = says_any(&plain, &["quantity", "count", "counts", "number", "amount"]);
    // Several values are compared by their number, or by the extreme that is asked for.
    for side in [left, right] {
        if t.values(side)?.len() > 1 {
            let numeric = t.values(side)?.iter().any(|v| v.order_key().is_some());
            let function = match op {
                _ if !numeric || counted => Function::Count,
                Some(Comparison::Lt | Comparison::Le) => Function::Min,
                // Of several positions, the best one counts.
                None if place => Function::Min,
                _ => Function::Max,
            };
            *side = build.reason(function, vec![side.clone()]);
        }
    }
    Ok(())
}

/// Makes rows comparable: a single row on each side by the column that the words name or by its position,
/// otherwise by the number of rows.
fn rows_comparable(
    build: &mut ComparisonBuilder<'_, '_, '_>,
    [left, right]: [&mut Operand<NodeId>; 2],
    rows: [usize; 2],
    [note, question]: [&str; 2],
) -> Result<()> {
    let t = build.t;
    if rows == [1, 1] {
        let by_row = note.contains("row_number") || note.contains("row number");
        let named =
            if by_row { None } else { named_column(t, left, note)?.or(named_column(t, left, question)?) };
        let by_place = by_row
            || place_words(note).or_else(|| place_words(question)).is_some()
            || words::direction(question).is_none();
        let node1 = match named {
            Some(column) => Some(Node1::Nodes(vec![column])),
            None => by_place.then_some(Node1::RowNumber),
        };
        if let Some(node1) = node1 {
            build.each([left, right], |build, side| build.search_node(node1.clone(), side));
            return Ok(());
        }
    }
    for (side, rows) in [(left, rows[0]), (right, rows[1])] {
        if rows > 0 || t.is_empty(side) {
            *side = build.reason(Function::Count, vec![side.clone()]);
        }
    }
    Ok(())
}

/// Whether a text contains one of these words.
fn says_any(text: &str, words: &[&str]) -> bool {
    trustuqa_model::tokens(text).iter().any(|word| words.contains(&word.as_str()))
}

/// Whether a text contains exactly one year.
fn has_one_year(text: &str) -> bool {
    let years = text.split(|c: char| !c.is_ascii_digit()).filter(|part| part.len() == 4);
    years.filter(|part| part.starts_with('1') || part.starts_with('2')).count() == 1
}

/// Whether each side is one untyped text that contains one year.
fn are_years(t: &Translator<'_, '_>, left: &Operand<NodeId>, right: &Operand<NodeId>) -> Result<bool> {
    for side in [left, right] {
        let Operand::Set(index) = side else { return Ok(false) };
        let [item] = t.set(*index).items() else { return Ok(false) };
        if t.executor.value(item)? != Value::Text || !has_one_year(&t.executor.text(item)?) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The column of the rows' tables that a text names, the one with the longest name if there are several.
fn named_column(t: &Translator<'_, '_>, rows: &Operand<NodeId>, text: &str) -> Result<Option<NodeId>> {
    let Operand::Set(index) = rows else { return Ok(None) };
    let asked: Vec<String> = trustuqa_model::tokens(text);
    let mut best: Option<(usize, NodeId)> = None;
    for item in t.set(*index).items() {
        let ItemValue::Node(node) = item.value else { continue };
        let NodeKind::Row { source, .. } = t.executor.node(node)?.2 else { continue };
        for relation in t.executor.source(source).map_or(&[][..], |s| &s.relations) {
            let name = PreparedName::new(&relation.name);
            for window in asked.windows(name.tokens.len().clamp(1, asked.len().max(1))) {
                let (score, _) = similarity(&PreparedName::new(&window.join(" ")), &name);
                let length = name.tokens.len();
                if score >= NAMED_COLUMN && best.is_none_or(|(known, _)| length > known) {
                    best = Some((length, relation.node));
                }
            }
        }
    }
    Ok(best.map(|(_, node)| node))
}

/// The relation whose values a term holds, following functions back to their search.
pub(super) fn relation_of(query: &LlmQuery, term: &Term) -> Option<String> {
    let Term::Output(index) = term else { return None };
    match &query.steps.get(*index)?.call {
        Call::GetInformation(info) => match (&info.key, &info.value, &info.relation) {
            (Some(Term::Names(names)), None, _) | (_, _, Some(Term::Names(names))) => names.first().cloned(),
            _ => None,
        },
        Call::Function(call) => match call.function {
            Function::Count | Function::CountDistinct | Function::CountBy => None,
            _ => relation_of(query, call.sets.first()?),
        },
    }
}

impl Translator<'_, '_> {
    /// The typed values of an operand that has a result.
    fn values(&self, operand: &Operand<NodeId>) -> Result<Vec<Value>> {
        match operand {
            Operand::Set(index) => {
                self.set(*index).items().iter().map(|item| self.executor.value(item)).collect()
            }
            Operand::Literal(text) => Ok(vec![Value::parse(text)]),
            Operand::Nodes(nodes) => nodes.iter().map(|node| Ok(self.executor.node(*node)?.1)).collect(),
        }
    }

    /// The number of rows in an operand; 0 when it holds anything but rows.
    fn rows(&self, operand: &Operand<NodeId>) -> Result<usize> {
        let Operand::Set(index) = operand else { return Ok(0) };
        self.rows_in(self.set(*index))
    }

    /// The number of rows in a set; 0 when it holds anything but rows.
    pub(super) fn rows_in(&self, set: &ItemSet) -> Result<usize> {
        for item in set.items() {
            let ItemValue::Node(node) = item.value else { return Ok(0) };
            if !matches!(self.executor.node(node)?.2, NodeKind::Row { .. }) {
                return Ok(0);
            }
        }
        Ok(set.len())
    }

    /// Whether an operand is a single text with two numbers, such as `1985-2004`.
    fn is_span(&self, operand: &Operand<NodeId>) -> Result<bool> {
        let Operand::Set(index) = operand else { return Ok(false) };
        let [item] = self.set(*index).items() else { return Ok(false) };
        let text = self.executor.text(item)?;
        let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).count();
        Ok(self.executor.value(item)? == Value::Text && numbers == 2)
    }

    fn is_empty(&self, operand: &Operand<NodeId>) -> bool {
        matches!(operand, Operand::Set(index) if self.set(*index).is_empty())
    }
}
