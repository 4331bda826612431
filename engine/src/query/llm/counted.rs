//! Counts of each value: `count(set=…, group_by='Country')`, or a count of which the
//! words of its step say that it is one of each value. Such a count is a set of values
//! that compare by how often they occur, not one number.

use trustuqa_model::{Comparison, tokens};

use super::analyse::Analysis;
use super::terms::reference;
use super::{Call, Constraint, FunctionCall, GetInformation, Term};
use crate::query::diagnostic::{Diagnostic, Span};
use crate::query::function::Function;
use crate::query::syntax::{RawArg, RawCall, RawValue};

impl Analysis {
    /// `count(set=…, condition=Finished == 'First')` of a column is of the rows of which
    /// another column is so. True when `arg` was such a condition.
    pub(super) fn of_rows_where(&mut self, call: &mut FunctionCall, arg: &RawArg) -> bool {
        let named = arg.name.as_deref().is_some_and(|name| matches!(name, "condition" | "where" | "filter"));
        let RawValue::Call(test) = &arg.value else { return false };
        let ([RawArg { value: RawValue::Text { text: column, .. }, .. }, bound], "test") =
            (test.args.as_slice(), test.name.as_str())
        else {
            return false;
        };
        let (RawValue::Text { text: value, .. }, [Term::Output(at)]) = (&bound.value, call.sets.as_slice())
        else {
            return false;
        };
        let Some(Call::GetInformation(info)) = self.steps.get(*at).map(|step| step.call.clone()) else {
            return false;
        };
        let open =
            info.head.is_none() && info.tail.is_none() && info.key.is_none() && info.relation.is_some();
        if !named || !open || reference(column).is_some() || reference(value).is_some() {
            return false;
        }
        let rows = GetInformation {
            relation: Some(Term::Names(vec![column.clone()])),
            tail: Some(Constraint { op: bound.op, term: Term::Names(vec![value.clone()]) }),
            ..GetInformation::default()
        };
        let rows = self.nested(Call::GetInformation(rows), &arg.span);
        let values = GetInformation { head: Some(rows), ..info };
        call.sets = vec![self.nested(Call::GetInformation(values), &arg.span)];
        true
    }

    /// The parameter by which a count is grouped. True when `arg` was one.
    pub(super) fn grouped_by(
        &mut self,
        function: &mut Function,
        call: &mut FunctionCall,
        arg: &RawArg,
    ) -> bool {
        let name = arg.name.as_deref().map(str::to_ascii_lowercase).unwrap_or_default();
        let says = match name.as_str() {
            "group_by" | "groupby" | "group" | "by" | "each" => true,
            // These say by what only where the words say that there is one for each.
            "key" | "relation" => says_each(&self.note),
            _ => false,
        };
        let RawValue::Text { text, .. } = &arg.value else { return false };
        // `group_by(set=…, key='Location')` takes its key as it stands.
        if *function == Function::CountBy && matches!(name.as_str(), "key" | "relation" | "by") {
            return false;
        }
        if !says || !matches!(function, Function::Count | Function::CountBy) {
            return false;
        }
        *function = Function::CountBy;
        // The set itself, its own column, or the rows one by one: the members are grouped.
        let own = match call.sets.first() {
            Some(Term::Output(at)) => match self.steps.get(*at).map(|s| &s.call) {
                Some(Call::GetInformation(info)) => info.relation.clone(),
                _ => None,
            },
            _ => None,
        };
        let is_own = own == Some(Term::Names(vec![text.clone()]));
        // Of `each album`, what is counted is not what it is counted by.
        let by_words = !matches!(name.as_str(), "key" | "relation") || says_each_of(&self.note, text);
        let is_own = is_own || !by_words;
        if reference(text).is_none() && !is_own && !text.to_ascii_lowercase().starts_with("row") {
            call.relation = Some(Term::Names(vec![text.clone()]));
        }
        true
    }

    /// Makes a count of each value of step `at`, where its words say that it is one. True
    /// when the step is one by then.
    /// `of_each` where nothing but such a count makes sense: one number has no most frequent.
    pub(super) fn grouped(&mut self, at: usize, of_each: bool, span: &Span) -> bool {
        // Of a number, the largest of the counts is asked for, and not whose it is.
        let of_number = tokens(self.target.as_deref().unwrap_or(""))
            .first()
            .is_some_and(|w| matches!(w.as_str(), "number" | "count" | "amount" | "total"));
        let Some(step) = self.steps.get_mut(at) else { return false };
        let Call::Function(call) = &mut step.call else { return false };
        let counts = matches!(call.function, Function::Count | Function::CountDistinct);
        if call.function == Function::CountBy {
            return true;
        }
        if !counts || of_number || !(of_each || says_each(&step.note)) {
            return false;
        }
        call.function = Function::CountBy;
        self.warnings.push(Diagnostic::warning(
            "guessed-function",
            span.clone(),
            match of_each && !says_each(&step.note) {
                true => format!("step {} counts each value: one number has no most frequent", step.number),
                false => format!("step {} counts each value, as its words say", step.number),
            },
        ));
        true
    }

    /// `get_information(relation='Engine', head_entity='output_of_query2>=3')`, the same.
    fn counted_heads(&mut self, info: &GetInformation, span: &Span) -> Option<Call> {
        let (Some(Term::Output(head)), None, None) = (&info.head, &info.tail, &info.key) else { return None };
        let Call::Function(test) = self.steps.get(*head)?.call.clone() else { return None };
        let ([Term::Output(at)], Some(_), Function::Test) =
            (test.sets.as_slice(), &test.value, test.function)
        else {
            return None;
        };
        if !self.grouped(*at, false, span) {
            return None;
        }
        if let Call::Function(call) = &mut self.steps.get_mut(*head)?.call {
            call.function = Function::Keep;
        }
        Some(Call::Function(FunctionCall::of(Function::SetUnion, vec![Term::Output(*head)])))
    }

    /// `get_information(relation='Engine', key='output_of_query2', value>='3')`, where that
    /// step counted each engine: those that are so many.
    pub(super) fn counted_values(&mut self, info: &GetInformation, span: &Span) -> Option<Call> {
        if let Some(kept) = self.counted_heads(info, span) {
            return Some(kept);
        }
        let (Some(Term::Output(at)), Some(value @ Constraint { term: Term::Names(_), .. })) =
            (&info.key, &info.value)
        else {
            return None;
        };
        if info.head.is_some() || info.tail.is_some() || !self.grouped(*at, false, span) {
            return None;
        }
        let mut keep = FunctionCall::of(Function::Keep, vec![Term::Output(*at)]);
        keep.value = Some(value.clone());
        Some(Call::Function(keep))
    }
}

impl Analysis {
    /// `get_duplicates(set)`, `set_count(set, count=1)`: the values that occur so often.
    pub(super) fn occurring(&mut self, raw: &RawCall) -> Option<Call> {
        let name = raw.name.to_ascii_lowercase();
        let is_text =
            |arg: &&RawArg| matches!(&arg.value, RawValue::Text { text, .. } if reference(text).is_none());
        let mut times = raw.args.iter().filter(|arg| {
            is_text(arg)
                && arg.name.as_deref().is_some_and(|n| matches!(n, "count" | "frequency" | "occurrences"))
        });
        let (op, number) = match times.next() {
            Some(arg) if name.contains("count") => match &arg.value {
                RawValue::Text { text, .. } if text.parse::<u32>().is_ok() => (arg.op, text.clone()),
                _ => return None,
            },
            _ if name.split('_').any(|w| matches!(w, "duplicate" | "duplicates"))
                && !name.contains("remove") =>
            {
                (Comparison::Gt, "1".to_owned())
            }
            _ => return None,
        };
        let set = raw.args.iter().find(|arg| !is_text(arg))?;
        let set = self.term(&set.value)?;
        let counted = self.nested(Call::Function(FunctionCall::of(Function::CountBy, vec![set])), &raw.span);
        let mut keep = FunctionCall::of(Function::Keep, vec![counted]);
        keep.value = Some(Constraint { op, term: Term::Names(vec![number]) });
        self.read_as(raw, "the values that occur so often");
        Some(Call::Function(keep))
    }

    /// `check_consecutive(set)`: whether all of them follow each other.
    pub(super) fn all_consecutive(&mut self, raw: &RawCall) -> Option<Call> {
        let name = raw.name.to_ascii_lowercase();
        let asks = name.starts_with("check") || name.starts_with("is_") || name.starts_with("are_");
        let [arg] = raw.args.as_slice() else { return None };
        if !asks || !name.contains("consecutive") {
            return None;
        }
        let set = self.term(&arg.value)?;
        let run = FunctionCall::of(Function::LongestRun, vec![set.clone()]);
        let run = self.nested(Call::Function(run), &raw.span);
        let all = FunctionCall::of(Function::CountDistinct, vec![set]);
        let all = self.nested(Call::Function(all), &raw.span);
        let mut test = FunctionCall::of(Function::Test, vec![run]);
        test.value = Some(Constraint { op: Comparison::Eq, term: all });
        self.read_as(raw, "whether all follow each other");
        Some(Call::Function(test))
    }
}

/// Whether the words say `each` of what is called so.
fn says_each_of(note: &str, name: &str) -> bool {
    let (words, name) = (tokens(note), tokens(name));
    let each = words.iter().position(|word| matches!(word.as_str(), "each" | "every"));
    each.is_some_and(|at| words[at + 1..].iter().take(3).any(|word| name.contains(word)))
}

/// Whether the words of a step say that it is about each of several values.
fn says_each(note: &str) -> bool {
    tokens(note).iter().any(|word| matches!(word.as_str(), "each" | "every"))
}
