//! The last adjustments of a call whose arguments came in another shape than the function
//! takes them.

use trustuqa_model::Comparison;

use super::analyse::Analysis;
use super::{Call, Constraint, FunctionCall, Term};
use crate::query::function::Function;

impl Analysis {
    /// Whether these sets are counts and the words of the step compare them.
    fn compares_counts(&self, sets: &[Term]) -> bool {
        let told = trustuqa_model::tokens(&self.note).iter().any(|word| word == "compare");
        told && sets.iter().all(|set| self.is_count(set))
    }

    /// The last adjustments of a call whose arguments came in another shape.
    pub(super) fn settled(&mut self, call: &mut FunctionCall) {
        // `keep(set=…, value='5', op='>')`: a comparison beside the value is the value's.
        if let (Function::Keep | Function::Test, Some(op), Some(value)) =
            (call.function, call.op, &mut call.value)
            && value.op == Comparison::Eq
        {
            (value.op, call.op) = (op, None);
        }
        match call.sets.len() {
            1 => self.settled_one(call),
            2 => self.settled_two(call),
            _ => {}
        }
        match call.function {
            // What a count is given beside its set says what it is of, in words.
            Function::Count | Function::CountDistinct | Function::Unique | Function::LongestRun
                if call.sets.iter().any(|s| matches!(s, Term::Output(_))) && call.sets.len() > 1 =>
            {
                self.count_with_words(call)
            }
            Function::Max if call.sets.len() > 1 => call.function = Function::Greater,
            Function::Min if call.sets.len() > 1 => call.function = Function::Less,
            Function::SetNegation | Function::Count | Function::First
                if call.sets.len() > call.function.signature().max_sets =>
            {
                let sets = std::mem::take(&mut call.sets);
                let union = FunctionCall::of(Function::SetUnion, sets);
                call.sets.push(self.nested(Call::Function(union), &(0..0)));
            }
            Function::Sum | Function::Difference | Function::Mean => call.op = None,
            _ => {}
        }
    }

    /// Adjustments of a call with one set.
    fn settled_one(&mut self, call: &mut FunctionCall) {
        match call.function {
            // The count of a count is that count.
            Function::Count | Function::CountDistinct if self.is_count(&call.sets[0]) => {
                call.function = Function::SetUnion;
            }
            // `compare(set=output_of_query1)` compares what its members are.
            Function::Compare => {
                call.function = match call.op.take() {
                    Some(Comparison::Lt | Comparison::Le) => Function::Argmin,
                    _ => Function::Argmax,
                };
            }
            _ => {}
        }
    }

    /// Adjustments of a call with two sets.
    fn settled_two(&mut self, call: &mut FunctionCall) {
        match call.function {
            // `contains(set, element)`, `is_in(set1, set2)`: the second is looked for.
            Function::Test | Function::Keep if call.value.is_none() => {
                let op = call.op.take().unwrap_or(Comparison::Eq);
                call.value = call.sets.pop().map(|term| Constraint { op, term });
            }
            // `split(x, '-')`: what is next to the set separates.
            Function::Split if call.value.is_none() && matches!(call.sets[1], Term::Names(_)) => {
                let op = Comparison::Eq;
                call.value = call.sets.pop().map(|term| Constraint { op, term });
            }
            // The order of two things is a comparison, as are two counts that are put together
            // to be compared.
            Function::Sort | Function::SortDescending => call.function = Function::Compare,
            Function::SetUnion if self.compares_counts(&call.sets) => call.function = Function::Compare,
            // `get_information(…) or get_information(…)` is of what is found, not of truth.
            Function::Or | Function::And if call.sets.iter().all(|set| self.is_search(set)) => {
                let or = call.function == Function::Or;
                call.function = if or { Function::SetUnion } else { Function::SetIntersection };
            }
            _ => {}
        }
    }

    /// The function of the step that a term refers to.
    fn function_of(&self, term: &Term) -> Option<Function> {
        let Term::Output(at) = term else { return None };
        match &self.steps.get(*at)?.call {
            Call::Function(call) => Some(call.function),
            Call::GetInformation(_) => None,
        }
    }

    fn is_count(&self, term: &Term) -> bool {
        matches!(self.function_of(term), Some(Function::Count | Function::CountDistinct))
    }

    fn is_search(&self, term: &Term) -> bool {
        matches!(term, Term::Output(at)
            if matches!(self.steps.get(*at).map(|s| &s.call), Some(Call::GetInformation(_))))
    }

    /// A count of what is called as the words beside its set.
    fn count_with_words(&mut self, call: &mut FunctionCall) {
        let words = call.sets.iter().find(|set| matches!(set, Term::Names(_))).cloned();
        call.sets.retain(|set| matches!(set, Term::Output(_)));
        call.sets.truncate(1);
        // Of a whole column, those are counted that have that name.
        if let (Some(term), Some(Term::Output(at))) = (words, call.sets.first().cloned())
            && let Some(Call::GetInformation(info)) = self.steps.get(at).map(|s| &s.call)
            && info.head.is_none()
            && info.tail.is_none()
            && info.value.is_none()
        {
            let mut keep = FunctionCall::of(Function::Keep, std::mem::take(&mut call.sets));
            keep.value = Some(Constraint { op: Comparison::Eq, term });
            call.sets.push(self.nested(Call::Function(keep), &(0..0)));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::query;

    fn printed(call: &str) -> String {
        let parsed = query::parse(&format!("Query1: \"{call}\"")).unwrap();
        parsed.llm().unwrap().step_text(0)
    }

    #[test]
    fn a_comparison_beside_a_value_is_that_of_the_value() {
        assert_eq!(printed("keep(set='a', value='5', op='>')"), "keep(set='a', value>'5')");
        assert_eq!(printed("test(set1='a', op='<', value='5')"), "test(set1='a', value<'5')");
        assert_eq!(printed("test(set1='a', op='>', set2='5')"), "test(set1='a', value>'5')");
        assert_eq!(printed("keep(set='a', op='<', value>'5')"), "keep(set='a', value>'5')");
        assert_eq!(printed("test(set1='a', op='>')"), "test(set1='a')");
    }

    #[test]
    fn a_list_is_no_bound_wherever_its_comparison_comes_from() {
        let errors = query::parse("Query1: \"test(set1='a', op='>', set2=['5', '6'])\"").unwrap_err();
        assert!(errors.0.iter().any(|error| error.code == "several-bounds"), "{errors:?}");
    }
}
