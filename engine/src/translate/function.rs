//! Reasoning functions as execution calls. The function itself is mostly kept: names in the place of sets and
//! relations are grounded, and rows are replaced by the column that the query is about.

use trustuqa_model::{Comparison, NodeId, Value};

use super::cell_lists::{self, ReasoningStep, is_of_names};
use super::{EmptyInput, Slot, Translated, Translator, compare, label, nodes, surface_cues, target, typed};
use crate::execute::{ExecuteError, Item, ItemValue, Result};
use crate::family::Family;
use crate::ground::lexical::{PreparedName, similarity, stem};
use crate::ground::synonyms::related;
use crate::ground::{Channel, Grounding, NodeCandidate, Parameter};
use crate::query::execution::{ExecutionCall, Operand};
use crate::query::llm::{FunctionCall, LlmQuery, Term};
use crate::query::{Function, words};

/// Translates the reasoning function of step `index`.
pub fn translate(
    t: &Translator<'_, '_>,
    query: &LlmQuery,
    index: usize,
    call: &FunctionCall,
) -> Result<Translated> {
    if let Some(typed) = typed::translate(t, call)? {
        return Ok(typed);
    }
    if t.uses(Family::Comparisons)
        && let Some(compared) = as_comparison(t, query, index, call)?
    {
        return Ok(compared);
    }
    let mut out = Translated::default();
    match (Reasoning { t, query, index, call, sets: Vec::new() }).translate(&mut out)? {
        Done::Translated => Ok(out),
        Done::EmptyInput => Ok(Translated { calls: Vec::new(), ..out }),
    }
}

/// Translates a step whose answer is one of two names or words; `None` when it is no such step.
fn as_comparison(
    t: &Translator<'_, '_>,
    query: &LlmQuery,
    index: usize,
    call: &FunctionCall,
) -> Result<Option<Translated>> {
    if matches!(call.function, Function::Test | Function::Or)
        && let Some(chosen) = surface_cues::alternative(t, query, index)?
    {
        return Ok(Some(chosen));
    }
    if let Some(sides) = compare::sides(query, call)
        && let Some(compared) = compare::translate(t, query, index, &sides)?
    {
        return Ok(Some(compared));
    }
    if call.function == Function::Or && index + 1 == query.steps.len() {
        return compare::either(t, query, call);
    }
    Ok(None)
}

/// How the translation of a step ended.
enum Done {
    /// The calls so far are its translation.
    Translated,
    /// An earlier step found nothing, so this one has no input.
    EmptyInput,
}

/// The translation of one reasoning step in progress.
struct Reasoning<'s, 'a, 'g> {
    t: &'s Translator<'a, 'g>,
    query: &'s LlmQuery,
    index: usize,
    call: &'s FunctionCall,
    sets: Vec<Operand<NodeId>>,
}

impl Reasoning<'_, '_, '_> {
    fn translate(mut self, out: &mut Translated) -> Result<Done> {
        if let Err(EmptyInput) = self.read_sets(out)? {
            return Ok(Done::EmptyInput);
        }
        if self.sets.is_empty() {
            return Ok(Done::Translated);
        }
        let relation = match self.relation(out)? {
            Grounded::Relation(relation) => relation,
            Grounded::Miss => return Ok(Done::Translated),
            Grounded::EmptyInput => return Ok(Done::EmptyInput),
        };
        let Ok(value) = self.value(out) else { return Ok(Done::EmptyInput) };
        let asked = asked_words(self.t, self.query, self.index);
        let step = ReasoningStep { call: self.call, sets: &self.sets, relation: &relation };
        if cell_lists::of_function(self.t, &step, out)? {
            return Ok(Done::Translated);
        }
        self.years_of_dates(&asked, out)?;
        if let Some(function) = self.other_function(&relation, &asked)? {
            out.calls.push(plain(function, self.sets));
            return Ok(Done::Translated);
        }
        if self.call.function == Function::If && self.is_last() {
            label::named_results(self.t, self.query, self.call, &mut self.sets)?;
        }
        self.dates_of_rows(out)?;
        if relation.is_empty() {
            self.column_of_target(out)?;
        }
        // Only values of a relation are looked up in sources.
        let sources = if relation.is_empty() { Vec::new() } else { self.t.source_names.clone() };
        let sets = std::mem::take(&mut self.sets);
        let (function, k) = (self.call.function, self.call.k);
        out.calls.push(ExecutionCall::Reason { function, sets, relation, value, k, sources });
        self.worded_as_asked(out);
        Ok(Done::Translated)
    }

    /// The step's note: the words beside its call.
    fn note(&self) -> &'_ str {
        self.query.steps.get(self.index).map_or("", |step| step.note.as_str())
    }

    /// Whether this is the last step, which gives the answer.
    fn is_last(&self) -> bool {
        self.index + 1 == self.query.steps.len()
    }

    /// Reads the sets of the call; an error when an earlier step that is needed found nothing.
    fn read_sets(&mut self, out: &mut Translated) -> Result<std::result::Result<(), EmptyInput>> {
        let (t, call) = (self.t, self.call);
        for term in &call.sets {
            match t.slot(term) {
                Ok(Slot::Set(index)) => self.sets.push(Operand::Set(index)),
                // With a relation, these names are heads, and are grounded together with it.
                Ok(Slot::Names(_)) if self.sets.is_empty() && call.relation.is_some() => {
                    self.sets.push(Operand::Nodes(Vec::new()));
                }
                Ok(Slot::Names(names)) => {
                    let mut members = Vec::new();
                    for name in names {
                        members.push(name_operand(t, &name, call, out)?);
                    }
                    self.sets.push(one_set(t, members, out));
                }
                // An earlier step found nothing, so this set is left out. A union still has its other sets,
                // and a difference its first.
                Err(EmptyInput) if forgives_empty(call.function, self.sets.len()) => {}
                // These functions have an answer even for an empty set.
                Err(EmptyInput) if accepts_empty_sets(call.function) => {
                    self.sets.push(Operand::Nodes(Vec::new()));
                }
                Err(EmptyInput) => return Ok(Err(EmptyInput)),
            }
        }
        Ok(Ok(()))
    }

    /// The relation of the call, grounded together with its first set.
    fn relation(&mut self, out: &mut Translated) -> Result<Grounded> {
        let (t, call) = (self.t, self.call);
        let Some(term) = &call.relation else { return Ok(Grounded::Relation(Vec::new())) };
        let asked = match t.slot(term) {
            Ok(Slot::Names(names)) => names,
            Ok(Slot::Set(index)) => {
                let texts = t.set(index).items().iter().map(|item| t.executor.text(item));
                texts.collect::<Result<Vec<_>>>()?
            }
            Err(EmptyInput) => Vec::new(),
        };
        if asked.is_empty() {
            return Ok(Grounded::EmptyInput);
        }
        let head = match call.sets.first() {
            Some(Term::Names(names)) => Slot::Names(names.clone()),
            Some(term) => match t.slot(term) {
                Ok(head) => head,
                Err(EmptyInput) => return Ok(Grounded::EmptyInput),
            },
            None => return Ok(Grounded::Miss),
        };
        match t.head_and_relation(&head, &asked, Parameter::Relation)? {
            Ok(pair) => {
                if !pair.entity.is_empty() {
                    self.sets[0] = Operand::Nodes(nodes(&pair.entity));
                }
                out.groundings.extend(pair.groundings);
                Ok(Grounded::Relation(nodes(&pair.relation)))
            }
            Err((miss, shown)) => {
                out.calls.clear();
                out.groundings.extend(shown);
                out.miss = Some(miss);
                Ok(Grounded::Miss)
            }
        }
    }

    /// The value with which the call compares.
    fn value(
        &self,
        out: &mut Translated,
    ) -> std::result::Result<Option<(Comparison, Operand<NodeId>)>, EmptyInput> {
        let Some(constraint) = &self.call.value else { return Ok(None) };
        Ok(Some(match self.t.slot(&constraint.term)? {
            Slot::Set(index) => (constraint.op, Operand::Set(index)),
            Slot::Names(names) => {
                let members = names.into_iter().map(Operand::Literal).collect();
                (constraint.op, one_set(self.t, members, out))
            }
        }))
    }

    /// For a difference in years, replaces sets of dates by their years.
    fn years_of_dates(&mut self, asked: &[String], out: &mut Translated) -> Result<()> {
        if self.call.function != Function::Difference
            || !asked.iter().any(|word| matches!(word.as_str(), "year" | "years"))
        {
            return Ok(());
        }
        let t = self.t;
        for set in &mut self.sets {
            let Operand::Set(at) = *set else { continue };
            let mut dated = !t.set(at).is_empty();
            for item in t.set(at).items() {
                let value = ExecuteError::computed(t.executor.value(item))?;
                dated &= matches!(value, Some(Value::Date(_)));
                if !dated {
                    break;
                }
            }
            if dated {
                out.calls.push(plain(Function::Year, vec![Operand::Set(at)]));
                *set = Operand::Set(t.results.len() + out.calls.len() - 1);
            }
        }
        Ok(())
    }

    /// The function to run instead, where the one that is written does not fit its set.
    fn other_function(&self, relation: &[NodeId], asked: &[String]) -> Result<Option<Function>> {
        let [set] = self.sets.as_slice() else { return Ok(None) };
        // `the set that is not empty` means the set itself.
        if self.call.function == Function::SetNegation && self.note().to_lowercase().contains("not empty") {
            return Ok(Some(Function::SetUnion));
        }
        let Operand::Set(at) = *set else { return Ok(None) };
        Ok(match self.call.function {
            Function::Count => counts_names(self.t, at, asked)?.then_some(Function::CountDistinct),
            // Names have no order, so the top one is the first in the table.
            Function::TopK | Function::BottomK
                if relation.is_empty() && self.call.k.unwrap_or(1) == 1 && is_of_names(self.t, at)? =>
            {
                let top = self.call.function == Function::TopK;
                Some(if top { Function::First } else { Function::Last })
            }
            _ => None,
        })
    }

    /// Replaces rows by their dates: by the target column for a difference, otherwise by the column through
    /// which the rows were found.
    fn dates_of_rows(&mut self, out: &mut Translated) -> Result<()> {
        let (t, function) = (self.t, self.call.function);
        if !matches!(function, Function::Year | Function::Month | Function::Day | Function::Difference) {
            return Ok(());
        }
        for (set, term) in self.sets.iter_mut().zip(&self.call.sets) {
            let Operand::Set(at) = *set else { continue };
            let named = self
                .query
                .target
                .as_deref()
                .map(|target| target::column(t, at, target))
                .transpose()?
                .flatten();
            if t.rows_in(t.set(at))? > 0
                && (named.is_none() || function == Function::Difference)
                && let Some(relation) = compare::relation_of(self.query, term)
                && let Some((column, grounding)) = match named {
                    Some(named) => Some(named),
                    None => target::column(t, at, &relation)?,
                }
                && t.is_dated(&nodes(&grounding.chosen))
            {
                out.groundings.push(grounding);
                out.calls.push(column);
                *set = Operand::Set(t.results.len() + out.calls.len() - 1);
            }
        }
        Ok(())
    }

    /// Replaces rows by the target column, where the function works on values.
    fn column_of_target(&mut self, out: &mut Translated) -> Result<()> {
        if works_on_values(self.call.function)
            && let (Some(Operand::Set(index)), Some(target)) =
                (self.sets.first(), self.query.target.as_deref())
            && let Some((column, grounding)) = target::column(self.t, *index, target)?
        {
            out.groundings.push(grounding);
            out.calls.push(column);
            self.sets[0] = Operand::Set(self.t.results.len() + out.calls.len() - 1);
        }
        Ok(())
    }

    /// Puts the answer as the words ask for it: a difference without its sign, a truth value in the words of
    /// the question.
    fn worded_as_asked(&self, out: &mut Translated) {
        if !self.is_last() {
            return;
        }
        let (t, function) = (self.t, self.call.function);
        let last = |out: &Translated| Operand::Set(t.results.len() + out.calls.len() - 1);
        if function == Function::Difference
            && self.call.sets.len() == 2
            && surface_cues::says_difference(self.note())
        {
            out.calls.push(plain(Function::Absolute, vec![last(out)]));
        }
        let is_truth = matches!(
            function,
            Function::Test | Function::IsEmpty | Function::And | Function::Or | Function::Not
        );
        let offered = words::alternatives(t.question.unwrap_or(""))
            .filter(|pair| pair.op.is_none() && pair.yes != "yes");
        if let (true, Some(pair)) = (is_truth, offered) {
            let [yes, no] = [pair.yes, pair.no].map(|word| Operand::Literal(word.to_owned()));
            out.calls.push(plain(Function::If, vec![last(out), yes, no]));
        }
    }
}

/// The outcome of grounding the relation of a call.
enum Grounded {
    /// Its nodes; none where the call has no relation.
    Relation(Vec<NodeId>),
    /// The relation was not found.
    Miss,
    /// A step on which the relation or its heads depend found nothing.
    EmptyInput,
}

fn plain(function: Function, sets: Vec<Operand<NodeId>>) -> ExecutionCall<NodeId> {
    ExecutionCall::Reason { function, sets, relation: Vec::new(), value: None, k: None, sources: Vec::new() }
}

/// The words that ask for a step: those of its note, of the target type and of the question.
fn asked_words(t: &Translator<'_, '_>, query: &LlmQuery, index: usize) -> Vec<String> {
    let note = query.steps.get(index).map_or("", |s| s.note.as_str());
    let texts = [note, query.target.as_deref().unwrap_or(""), t.question.unwrap_or("")];
    texts.iter().flat_map(|text| trustuqa_model::tokens(text)).collect()
}

/// Whether a count of cells means distinct values: the words say so, or they count what the column is named
/// after (`how many languages` of the column Language).
fn counts_names(t: &Translator<'_, '_>, at: usize, asked: &[String]) -> Result<bool> {
    let mut column: Option<NodeId> = None;
    for item in t.set(at).items().iter().take(1_000) {
        let (ItemValue::Cell(_), Some(fact)) = (&item.value, item.facts.first()) else { return Ok(false) };
        let relation = t.executor.graph().fact(*fact)?.relation;
        if *column.get_or_insert(relation) != relation {
            return Ok(false);
        }
    }
    let Some(column) = column else { return Ok(false) };
    if asked.iter().any(|w| matches!(w.as_str(), "different" | "distinct" | "unique" | "various")) {
        return Ok(true);
    }
    let name = PreparedName::new(&t.executor.node(column)?.0);
    // Every row has a position of its own, even if several share the same one.
    if words::is_place(&name.text) {
        return Ok(false);
    }
    let folded = name.tokens.join(" ");
    let counted = asked.windows(2).enumerate().filter(|(_, pair)| matches!(pair, [a, b] if matches!((a.as_str(), b.as_str()), ("how", "many") | ("number", "of"))));
    for (start, _) in counted {
        let things: Vec<String> = asked[start + 2..]
            .iter()
            .filter(|w| !matches!(w.as_str(), "total" | "the" | "of" | "all"))
            .take(name.tokens.len().max(1))
            .cloned()
            .collect();
        let Some(first) = things.first() else { continue };
        let head = PreparedName::new(&things.join(" "));
        if similarity(&head, &name).0 >= 0.9
            || name.stems.iter().any(|s| s == stem(first))
            || related(stem(first), &folded)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Combines several names in the place of one set into one operand.
fn one_set(
    t: &Translator<'_, '_>,
    mut members: Vec<Operand<NodeId>>,
    out: &mut Translated,
) -> Operand<NodeId> {
    if members.len() == 1 {
        return members.swap_remove(0);
    }
    let mut nodes = Vec::new();
    for member in &members {
        match member {
            Operand::Nodes(more) => nodes.extend(more.iter().copied()),
            // A literal can be combined with nodes only by a call of its own.
            _ => {
                let (function, relation) = (Function::SetUnion, Vec::new());
                out.calls.push(ExecutionCall::Reason {
                    function,
                    sets: members,
                    relation,
                    value: None,
                    k: None,
                    sources: Vec::new(),
                });
                return Operand::Set(t.results.len() + out.calls.len() - 1);
            }
        }
    }
    Operand::Nodes(nodes)
}

fn forgives_empty(function: Function, sets_before: usize) -> bool {
    match function {
        Function::SetUnion | Function::Sum | Function::Mean | Function::Greater | Function::Less => true,
        Function::SetDifference => sets_before > 0,
        _ => false,
    }
}

fn accepts_empty_sets(function: Function) -> bool {
    use Function::{And, If, IsEmpty, Not, Or, Test};
    matches!(function, Test | IsEmpty | And | Or | Not | If)
}

fn works_on_values(function: Function) -> bool {
    matches!(
        function,
        Function::Min
            | Function::Max
            | Function::Mean
            | Function::Sum
            | Function::MostFrequent
            | Function::LeastFrequent
            | Function::Year
            | Function::Month
            | Function::Day
    )
}

/// The operand for a name in the place of a set: the member of the call's other sets with that name,
/// otherwise an entity of the graph, otherwise the text itself.
fn name_operand(
    t: &Translator<'_, '_>,
    name: &str,
    call: &FunctionCall,
    out: &mut Translated,
) -> Result<Operand<NodeId>> {
    if let Some(chosen) = t.pinned(name, false)? {
        let node = chosen.node;
        out.groundings.push(Grounding {
            parameter: Parameter::Set,
            asked: name.to_owned(),
            chosen: vec![chosen],
            runners_up: Vec::new(),
        });
        return Ok(Operand::Nodes(vec![node]));
    }
    let mut members = Vec::new();
    for term in &call.sets {
        let Ok(Slot::Set(index)) = t.slot(term) else { continue };
        members.extend(t.set(index).items().iter().take(10_000).filter_map(Item::node));
    }
    let mut best: Option<NodeCandidate> = None;
    // An identical name wins, and is mostly among the members.
    for node in &members {
        if t.executor.is_named(*node, name)? {
            let text = name.to_owned();
            best = Some(NodeCandidate { node: *node, text, score: 1.0, channel: Channel::Exact });
            break;
        }
    }
    if best.is_none() {
        let asked = PreparedName::new(name);
        for node in members {
            let text = t.executor.node(node)?.0;
            let (score, channel) = similarity(&asked, &PreparedName::new(&text));
            if score >= 0.8 && best.as_ref().is_none_or(|b| score > b.score) {
                best = Some(NodeCandidate { node, text, score, channel });
            }
        }
    }
    if best.is_none()
        && matches!(
            call.function,
            Function::SetUnion | Function::SetIntersection | Function::SetDifference | Function::SetNegation
        )
        && let Ok(grounding) = t.entity(&[name.to_owned()], Parameter::Set)?
        && grounding.score() >= 0.8
    {
        out.groundings.push(grounding.clone());
        return Ok(Operand::Nodes(nodes(&grounding.chosen)));
    }
    match best {
        Some(candidate) => {
            let node = candidate.node;
            out.groundings.push(Grounding {
                parameter: Parameter::Set,
                asked: name.to_owned(),
                chosen: vec![candidate],
                runners_up: Vec::new(),
            });
            Ok(Operand::Nodes(vec![node]))
        }
        None => Ok(Operand::Literal(name.to_owned())),
    }
}
