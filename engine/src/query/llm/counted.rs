//! Counts of each value: `count(set=…, group_by='Country')`, or a count of which the
//! words of its step say that it is one of each value. Such a count is a set of values
//! that compare by how often they occur, not one number.

use trustuqa_model::tokens;

use super::analyse::Analysis;
use super::terms::reference;
use super::{Call, FunctionCall, Term};
use crate::query::diagnostic::{Diagnostic, Span};
use crate::query::function::Function;
use crate::query::syntax::{RawArg, RawValue};

impl Analysis {
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
        // Where the question asks for a number, it is the largest count itself, not the member that has it.
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
}

impl Analysis {}

/// Whether the words say `each` of what has that name.
fn says_each_of(note: &str, name: &str) -> bool {
    let (words, name) = (tokens(note), tokens(name));
    let each = words.iter().position(|word| matches!(word.as_str(), "each" | "every"));
    each.is_some_and(|at| words[at + 1..].iter().take(3).any(|word| name.contains(word)))
}

/// Whether the words of a step say that it is about each of several values.
fn says_each(note: &str) -> bool {
    tokens(note).iter().any(|word| matches!(word.as_str(), "each" | "every"))
}
