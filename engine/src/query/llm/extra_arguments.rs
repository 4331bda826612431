//! Arguments that models give to functions that have no such parameter: a comparison in words, a number of
//! results, a unit, `distinct=True`. Each reading decides whether it accepts an argument.

use trustuqa_model::Comparison;

use super::analyse::Analysis;
use super::conditional::is_operator_name;
use super::terms::reference;
use super::{Call, Constraint, FunctionCall, Term};
use crate::lexicon;
use crate::query::diagnostic::Diagnostic;
use crate::query::function::Function;
use crate::query::syntax::{RawArg, RawValue, expression, is_expression};
use crate::query::words;

/// An argument for which the function has no parameter.
struct Extra<'e> {
    /// The function, which the argument may change.
    function: &'e mut Function,
    call: &'e mut FunctionCall,
    arg: &'e RawArg,
    /// Its name in lower case; empty when it has none.
    name: &'e str,
    text: &'e str,
}

/// The result of a reading.
enum Taken {
    /// The argument was used, or ignored with a warning.
    Yes,
    /// The argument is a set of the call.
    AsSet,
    /// Undecided: another reading may fit.
    Perhaps,
}

/// A reading of extra arguments.
type Reading = fn(&mut Analysis, &mut Extra<'_>) -> Taken;

/// All readings, in the order in which they are tried.
const READINGS: [Reading; 10] = [
    Analysis::universe,
    Analysis::without_set,
    Analysis::set_in_common,
    Analysis::condition,
    Analysis::comparison_in_words,
    Analysis::how_many,
    Analysis::one_of_them,
    Analysis::distinct,
    Analysis::descending,
    Analysis::passed_over,
];

impl Analysis {
    /// Reads an argument for which the function has no parameter; false when it is to be read as a set.
    pub(super) fn extra_argument(
        &mut self,
        function: &mut Function,
        call: &mut FunctionCall,
        arg: &RawArg,
    ) -> bool {
        let name = arg.name.as_deref().map(str::to_ascii_lowercase).unwrap_or_default();
        // `operators=['>']`
        if let (RawValue::List(values, _), true) = (&arg.value, is_operator_name(name.trim_end_matches('s')))
            && let [single @ RawValue::Text { .. }] = values.as_slice()
        {
            let said = name.trim_end_matches('s').to_owned();
            let alone = RawArg { name: Some(said), value: single.clone(), ..arg.clone() };
            return self.extra_argument(function, call, &alone);
        }
        // `compare(values=['output_of_query2', 'output_of_query4'])` lists the two sides.
        if let (RawValue::List(values, _), Function::Compare) = (&arg.value, *function)
            && values.iter().all(|v| matches!(v, RawValue::Text { text, .. } if reference(text).is_some()))
        {
            self.set(call, arg);
            return true;
        }
        let RawValue::Text { text, .. } = &arg.value else { return false };
        let mut extra = Extra { function, call, arg, name: &name, text };
        for reading in READINGS {
            match reading(self, &mut extra) {
                Taken::Yes => return true,
                Taken::AsSet => return false,
                Taken::Perhaps => {}
            }
        }
        false
    }

    /// `set_negation(set=…, universe='output_of_query1')`: the universe is the first set.
    fn universe(&mut self, extra: &mut Extra<'_>) -> Taken {
        if *extra.function != Function::SetNegation
            || !matches!(extra.name, "universe" | "from" | "all" | "domain" | "total")
        {
            return Taken::Perhaps;
        }
        let Some(term) = self.term(&extra.arg.value) else { return Taken::Perhaps };
        extra.call.sets.insert(0, term);
        Taken::Yes
    }

    /// `max(set=…, exclude='output_of_query2')`
    fn without_set(&mut self, extra: &mut Extra<'_>) -> Taken {
        if matches!(extra.name, "exclude" | "except" | "without" | "excluding")
            && let (Some(term), Some(set)) = (self.term(&extra.arg.value), extra.call.sets.pop())
        {
            let without = FunctionCall::of(Function::SetDifference, vec![set, term]);
            let without = self.nested(Call::Function(without), &extra.arg.span);
            extra.call.sets.push(without);
            return Taken::Yes;
        }
        Taken::Perhaps
    }

    /// `sum(set=…, condition='output_of_query4')` sums only what is in that step, too.
    fn set_in_common(&mut self, extra: &mut Extra<'_>) -> Taken {
        let function = *extra.function;
        if matches!(extra.name, "condition" | "where" | "filter")
            && matches!(
                function,
                Function::Sum | Function::Mean | Function::Count | Function::Max | Function::Min
            )
            && reference(extra.text).is_some()
            && let (Some(term), Some(set)) = (self.term(&extra.arg.value), extra.call.sets.pop())
        {
            // The intersection consists of rows, but the values of the column are to be summed.
            if let Term::Output(at) = set
                && function != Function::Count
                && let Some(Call::GetInformation(info)) = self.steps.get(at).map(|s| &s.call)
                && info.tail.is_none()
                && info.value.is_none()
            {
                extra.call.relation = info.key.clone().or_else(|| info.relation.clone());
            }
            let both = FunctionCall::of(Function::SetIntersection, vec![set, term]);
            let both = self.nested(Call::Function(both), &extra.arg.span);
            extra.call.sets.push(both);
            return Taken::Yes;
        }
        Taken::Perhaps
    }

    /// `count(set=…, condition='output_of_query1 == Clay')` counts the members that fulfil the condition. Any
    /// other reference or expression is a set.
    fn condition(&mut self, extra: &mut Extra<'_>) -> Taken {
        if reference(extra.text).is_none() && !is_expression(extra.text) {
            return Taken::Perhaps;
        }
        if extra.name == "condition"
            && let Some(RawValue::Call(test)) = expression(extra.text, extra.arg.value.span().start)
            && let [_, RawArg { op, value, .. }] = test.args.as_slice()
            && let (Some(term), Some(set)) = (self.term(value), extra.call.sets.pop())
        {
            let mut keep = FunctionCall::of(Function::Keep, vec![set]);
            keep.value = Some(Constraint { op: *op, term });
            let kept = self.nested(Call::Function(keep), &extra.arg.span);
            extra.call.sets.push(kept);
            return Taken::Yes;
        }
        Taken::AsSet
    }

    /// `compare(…, operator='greater than')`, `calculate(operation='subtraction', …)`.
    fn comparison_in_words(&mut self, extra: &mut Extra<'_>) -> Taken {
        let function = *extra.function;
        let names_operator = is_operator_name(extra.name)
            || extra.arg.name.is_none() && !extra.text.chars().any(char::is_alphanumeric);
        if !names_operator
            || !matches!(function, Function::Compare | Function::Test | Function::Difference | Function::Keep)
        {
            return Taken::Perhaps;
        }
        if let Some(op) = operator(extra.arg) {
            extra.call.op = Some(op);
            return Taken::Yes;
        }
        // An operation names the function itself.
        if let Some((named, op)) = Function::guess(extra.text).filter(|_| function != Function::Keep) {
            *extra.function = named;
            extra.call.op = op.or(extra.call.op);
            return Taken::Yes;
        }
        Taken::Perhaps
    }

    /// `top_k(set=…, limit=3)`
    fn how_many(&mut self, extra: &mut Extra<'_>) -> Taken {
        let names_k = matches!(extra.name, "k" | "n" | "index" | "position" | "limit" | "number" | "rank");
        match extra.text.parse().ok().filter(|k| names_k && extra.function.signature().k && *k > 0) {
            Some(k) => {
                extra.call.k = Some(k);
                Taken::Yes
            }
            None => Taken::Perhaps,
        }
    }

    /// `get_any(set=…, n=1)`: one result is the default.
    fn one_of_them(&mut self, extra: &mut Extra<'_>) -> Taken {
        if !matches!(extra.function, Function::First | Function::Last) || extra.text != "1" {
            return Taken::Perhaps;
        }
        self.ignored(extra);
        Taken::Yes
    }

    /// `count(set=…, distinct=True)`
    fn distinct(&mut self, extra: &mut Extra<'_>) -> Taken {
        let distinct = *extra.function == Function::Count
            && extra.name.contains("distinct")
            && words::truth(extra.text) == Some(true);
        if !distinct {
            return Taken::Perhaps;
        }
        *extra.function = Function::CountDistinct;
        Taken::Yes
    }

    /// `sort(set=…, order='desc')`, `sort(set=…, ascending=False)`
    fn descending(&mut self, extra: &mut Extra<'_>) -> Taken {
        if *extra.function != Function::Sort
            || !matches!(extra.text.to_ascii_lowercase().as_str(), "desc" | "descending" | "false")
        {
            return Taken::Perhaps;
        }
        let unchanged = extra.text.eq_ignore_ascii_case("false") && !extra.name.starts_with("asc");
        *extra.function = if unchanged { Function::Sort } else { Function::SortDescending };
        Taken::Yes
    }

    /// Ignores a unit, a format or a column beside the set, and an empty argument such as `set2=''`.
    fn passed_over(&mut self, extra: &mut Extra<'_>) -> Taken {
        let empty = extra.text.is_empty();
        let beside = !extra.function.signature().takes_many() && !extra.call.sets.is_empty() || empty;
        if !beside || !empty && !lexicon::contains("function.extras", extra.name) {
            return Taken::Perhaps;
        }
        self.ignored(extra);
        Taken::Yes
    }

    fn ignored(&mut self, extra: &Extra<'_>) {
        let (function, name) = (extra.function.name(), extra.name);
        self.warnings.push(Diagnostic::warning(
            "ignored-parameter",
            extra.arg.span.clone(),
            format!("`{function}` has no parameter `{name}`; it was ignored"),
        ));
    }
}

/// The comparison that an argument gives as a sign or in words.
pub(super) fn operator(arg: &RawArg) -> Option<Comparison> {
    match &arg.value {
        RawValue::Text { text, .. } => words::comparison(text),
        _ => None,
    }
}
