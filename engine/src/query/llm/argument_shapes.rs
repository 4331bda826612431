//! Adjusts calls whose arguments have another shape than the function takes.

use trustuqa_model::Comparison;

use super::analyse::Analysis;
use super::{Call, Constraint, FunctionCall, Term};
use crate::query::function::Function;

impl Analysis {
    /// Whether these sets are counts, and the words of the step ask to compare.
    fn compares_counts(&self, sets: &[Term]) -> bool {
        let asks_to_compare = trustuqa_model::tokens(&self.note).iter().any(|word| word == "compare");
        asks_to_compare && sets.iter().all(|set| self.is_count(set))
    }

    /// Adjusts a call whose arguments have another shape.
    pub(super) fn settled(&mut self, call: &mut FunctionCall) {
        // `keep(set=…, value='5', op='>')`: a comparison given beside the value belongs to it.
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
            // Words given to a count beside its set say what is counted.
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

    /// Adjusts a call with one set.
    fn settled_one(&mut self, call: &mut FunctionCall) {
        match call.function {
            // The count of a count is that count.
            Function::Count | Function::CountDistinct if self.is_count(&call.sets[0]) => {
                call.function = Function::SetUnion;
            }
            // `compare(set=output_of_query1)` compares the members of the set with each other.
            Function::Compare => {
                call.function = match call.op.take() {
                    Some(Comparison::Lt | Comparison::Le) => Function::Argmin,
                    _ => Function::Argmax,
                };
            }
            _ => {}
        }
    }

    /// Adjusts a call with two sets.
    fn settled_two(&mut self, call: &mut FunctionCall) {
        match call.function {
            // `contains(set, element)` and `is_in(set1, set2)`: the second argument is the one looked for.
            Function::Test | Function::Keep if call.value.is_none() => {
                let op = call.op.take().unwrap_or(Comparison::Eq);
                call.value = call.sets.pop().map(|term| Constraint { op, term });
            }
            // `split(x, '-')`: the text beside the set is the separator.
            Function::Split if call.value.is_none() && matches!(call.sets[1], Term::Names(_)) => {
                let op = Comparison::Eq;
                call.value = call.sets.pop().map(|term| Constraint { op, term });
            }
            // Sorting two things means comparing them, and so does combining two counts when the words say
            // `compare`.
            Function::Sort | Function::SortDescending => call.function = Function::Compare,
            Function::SetUnion if self.compares_counts(&call.sets) => call.function = Function::Compare,
            // `get_information(…) or get_information(…)` combines results, not truth values.
            Function::Or | Function::And if call.sets.iter().all(|set| self.is_search(set)) => {
                let or = call.function == Function::Or;
                call.function = if or { Function::SetUnion } else { Function::SetIntersection };
            }
            _ => {}
        }
    }

    /// The function of the step to which a term refers.
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

    /// Makes a count count only what the words beside its set name.
    fn count_with_words(&mut self, call: &mut FunctionCall) {
        let words = call.sets.iter().find(|set| matches!(set, Term::Names(_))).cloned();
        call.sets.retain(|set| matches!(set, Term::Output(_)));
        call.sets.truncate(1);
        // In a whole column, the cells with that name are counted.
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
