//! Counts per value: `count(set=…, group_by='Country')`, or a count whose note says that it is one for each
//! value. Such a count is a set of values with the number of their occurrences, not a single number.

use trustuqa_model::tokens;

use super::analyse::Analysis;
use super::terms::reference;
use super::{Call, FunctionCall, Term};
use crate::query::diagnostic::{Diagnostic, Span};
use crate::query::function::Function;
use crate::query::syntax::{RawArg, RawValue};

impl Analysis {
    /// Reads a parameter by which a count is grouped; true when `arg` is one.
    pub(super) fn grouped_by(
        &mut self,
        function: &mut Function,
        call: &mut FunctionCall,
        arg: &RawArg,
    ) -> bool {
        let name = arg.name.as_deref().map(str::to_ascii_lowercase).unwrap_or_default();
        let says = match name.as_str() {
            "group_by" | "groupby" | "group" | "by" | "each" => true,
            // `key` and `relation` mean grouping only if the note says `each`.
            "key" | "relation" => says_each(&self.note),
            _ => false,
        };
        let RawValue::Text { text, .. } = &arg.value else { return false };
        // `group_by(set=…, key='Location')` needs no other reading.
        if *function == Function::CountBy && matches!(name.as_str(), "key" | "relation" | "by") {
            return false;
        }
        if !says || !matches!(function, Function::Count | Function::CountBy) {
            return false;
        }
        *function = Function::CountBy;
        // Grouping by the set itself, by its own column or by row groups the members.
        let own = match call.sets.first() {
            Some(Term::Output(at)) => match self.steps.get(*at).map(|s| &s.call) {
                Some(Call::GetInformation(info)) => info.relation.clone(),
                _ => None,
            },
            _ => None,
        };
        let is_own = own == Some(Term::Names(vec![text.clone()]));
        // When the note says `each album`, a count is grouped by albums, not by what is counted.
        let by_words = !matches!(name.as_str(), "key" | "relation") || says_each_of(&self.note, text);
        let is_own = is_own || !by_words;
        if reference(text).is_none() && !is_own && !text.to_ascii_lowercase().starts_with("row") {
            call.relation = Some(Term::Names(vec![text.clone()]));
        }
        true
    }

    /// Turns step `at` into a count per value, if it is a count and its note says `each`. With `of_each`, the
    /// note is not needed, because the context makes sense only for a count per value: a single number has no
    /// most frequent value. True when the step is a count per value in the end.
    pub(super) fn grouped(&mut self, at: usize, of_each: bool, span: &Span) -> bool {
        // When the question asks for a number, the answer is the largest count itself, not the value that has
        // it.
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

/// Whether the note says `each` of something with that name.
fn says_each_of(note: &str, name: &str) -> bool {
    let (words, name) = (tokens(note), tokens(name));
    let each = words.iter().position(|word| matches!(word.as_str(), "each" | "every"));
    each.is_some_and(|at| words[at + 1..].iter().take(3).any(|word| name.contains(word)))
}

/// Whether the note of a step says that it is about each of several values.
fn says_each(note: &str) -> bool {
    tokens(note).iter().any(|word| matches!(word.as_str(), "each" | "every"))
}
