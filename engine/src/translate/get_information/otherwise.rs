//! Tails that are read otherwise than by name: rough numbers, sides of scores, parts of
//! cells. The rules are in `reading`; here they meet the column that is asked about.

use trustuqa_model::{Comparison, NodeId};

use super::{Build, Compared, Step, Stop};
use crate::ground::Parameter;
use crate::query::execution::{Condition, ExecutionCall, Operand, Part};
use crate::query::llm::Call;
use crate::query::{Function, ticked, words};
use crate::translate::calls::{literal, reason};
use crate::translate::reading::{Sought, absent, dates, listed, record, rough};
use crate::translate::{Slot, nodes, told};

/// Whether a name is one that a rule can read: with a number in it, or a superlative.
fn is_said_otherwise(name: &str) -> bool {
    let words = trustuqa_model::tokens(name);
    let superlative = words.first().is_some_and(|word| words::superlative(word).is_some());
    name.bytes().any(|b| b.is_ascii_digit()) || superlative
}

impl Build<'_, '_, '_> {
    /// The words of the step.
    pub(super) fn note(&self) -> &str {
        self.t.query.steps.get(self.t.step).map_or("", |step| step.note.as_str())
    }

    /// The heads whose tail is meant otherwise than by its name, when a rule says so.
    pub(super) fn otherwise(
        &mut self,
        relation: &[String],
        parameter: Parameter,
        (tail, tail_parameter): (&Compared, Parameter),
        on: Option<&Operand<NodeId>>,
    ) -> Step<Option<usize>> {
        let Slot::Names(names) = &tail.slot else { return Ok(None) };
        let [name] = names.as_slice() else { return Ok(None) };
        // Most tails are names, and no rule is about those.
        if tail.op == Comparison::Eq && !is_said_otherwise(name) {
            return Ok(None);
        }
        let Ok(grounded) = self.t.relation(relation, parameter)? else { return Ok(None) };
        let columns = nodes(&grounded.chosen);
        let note = self.note().to_owned();
        let sought = Sought { columns: &columns, op: tail.op, name, note: &note, on };
        let mut read = record::by_part(self.t, &sought, &mut self.out)?
            || rough::asked_for(self.t, &sought, &mut self.out)?
            || self.first_instance(&sought)
            || self.by_letter(&sought)?
            || dates::year_previous_to(self.t, &sought, &mut self.out)?
            || listed::so_many(self.t, &sought, &mut self.out)?;
        if !read && tail.op == Comparison::Eq {
            let cells = record::sides(self.t, &columns, name)?;
            if !cells.is_empty() {
                let texts: Vec<String> = cells.iter().map(|(_, text)| text.clone()).collect();
                let found = cells.iter().map(|(node, _)| *node).collect();
                self.out.rows_where(self.t, &columns, Comparison::Eq, Operand::Nodes(found), on.cloned());
                self.out.groundings.push(rough::chosen(tail_parameter, name, &cells));
                let list = crate::translate::reading::some(&texts);
                self.out.readings.push(format!("{} was read as one side of a score: {list}", ticked(name)));
                read = true;
            }
        }
        if !read {
            return Ok(None);
        }
        self.out.groundings.insert(0, grounded);
        Ok(Some(self.base + self.out.calls.len() - 1))
    }

    /// The part of scores that a relation names which is no column: the wins of `9–4` under
    /// `W–L`.
    pub(super) fn part_of(&mut self, slot: &Slot, relation: &[String]) -> Step<bool> {
        let Slot::Set(index) = slot else { return Ok(false) };
        if *index >= self.base || self.t.relation(relation, Parameter::Relation)?.is_ok() {
            return Ok(false);
        }
        Ok(record::named_part(self.t, relation, *index, &mut self.out)?)
    }

    /// A head that is a cell of the very column that it is asked for, in a step whose words
    /// speak of that column: the cells are meant that are called so.
    pub(super) fn own_column(&mut self, head: &Slot, relation: &[String], shown: usize) -> Step<bool> {
        let (Slot::Names(names), [name]) = (head, relation) else { return Ok(false) };
        // The words must speak of the column, and not of what something has there.
        if !told::names_column(name, names, self.note()) {
            return Ok(false);
        }
        let found = self.t.relation_and_tail(
            relation,
            Parameter::Relation,
            Comparison::Eq,
            head,
            Parameter::HeadEntity,
        )?;
        let Ok(pair) = found else { return Ok(false) };
        let named = pair.relation.first().is_some_and(|column| column.score >= 0.9);
        let columns = nodes(&pair.relation);
        let in_tables = columns.iter().all(|column| !self.t.tables_with(*column).is_empty());
        if !named || pair.entity.is_empty() || !in_tables {
            return Ok(false);
        }
        self.out.groundings.truncate(shown);
        self.out.groundings.extend(pair.groundings);
        let cells = Operand::Nodes(nodes(&pair.entity));
        let rows = self.search_condition(columns, cells, Comparison::Eq, None);
        self.push(ExecutionCall::Part { part: Part::Tail, set: rows });
        let name = names.join(", ");
        self.out.readings.push(format!("{} stands under {} itself", ticked(&name), relation.join(", ")));
        Ok(true)
    }

    /// A tail that is none, of which the words of the step say that its relation is asked
    /// for: `the Age of Ana`.
    pub(super) fn tail_as_head(&mut self, relation: &[String], tail: &Compared, shown: usize) -> Step<bool> {
        let (Slot::Names(names), [name]) = (&tail.slot, relation) else { return Ok(false) };
        let said = names.iter().all(|head| told::is_head(name, head, self.note()));
        if tail.op != Comparison::Eq || !said {
            return Ok(false);
        }
        self.out.groundings.truncate(shown);
        match self.head_relation(&tail.slot.clone(), relation, Parameter::Relation) {
            Ok((pair, on)) => {
                self.search_node(nodes(&pair.relation), Condition::On(on));
                self.out.readings.push(format!("{} of {} is asked for", name, ticked(&names.join(", "))));
                Ok(true)
            }
            Err(Stop::Miss(_)) => Ok(false),
            Err(stop) => Err(stop),
        }
    }

    /// Rows in place of a tail, which has to be a value, are those among which the key
    /// selects.
    pub(super) fn rows_to_select(&mut self, relation: &[String], tail: &Compared) -> Step<Option<usize>> {
        let Slot::Set(index) = tail.slot else { return Ok(None) };
        if self.t.relation(relation, Parameter::Relation)?.is_err() {
            return Ok(None);
        }
        if tail.op != Comparison::Eq || self.t.rows_in(self.t.set(index))? == 0 {
            return Ok(None);
        }
        self.out.readings.push("rows are no value, so those among them were taken".to_owned());
        Ok(Some(index))
    }

    /// The top of values that were sorted is the first of them.
    pub(super) fn top_of_sorted(&mut self, tail: &Compared) -> Option<Compared> {
        let Slot::Set(index) = tail.slot else { return None };
        let sorted = matches!(self.t.step_of(index).map(|step| &step.call), Some(Call::Function(call))
            if matches!(call.function, Function::Sort | Function::SortDescending));
        let said = trustuqa_model::tokens(self.note());
        let top = said.iter().any(|word| matches!(word.as_str(), "top" | "first"));
        if !sorted || !top || tail.op != Comparison::Eq || self.t.set(index).len() < 2 {
            return None;
        }
        let first = self.out.reason_k(self.t, Function::Nth, Operand::Set(index), None, 1);
        self.out.readings.push("only the first of the sorted values was taken".to_owned());
        let Operand::Set(first) = first else { return None };
        Some(Compared { op: tail.op, slot: Slot::Set(first) })
    }

    /// A single letter bounds no numbers: what is at least it, is it.
    pub(super) fn of_letter(&self, tail: &Compared) -> Comparison {
        let Slot::Names(names) = &tail.slot else { return tail.op };
        let letter = |name: &String| name.chars().count() == 1 && name.chars().all(char::is_alphabetic);
        match tail.op {
            Comparison::Ge | Comparison::Le if names.iter().all(letter) => Comparison::Eq,
            op => op,
        }
    }

    /// Names are ordered by the alphabet where a single letter bounds them.
    fn by_letter(&mut self, sought: &Sought<'_>) -> Step<bool> {
        let Sought { columns, op, name, on, .. } = *sought;
        let mut letters = name.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return Ok(false) };
        if !letter.is_alphabetic() || matches!(op, Comparison::Eq | Comparison::Ne) {
            return Ok(false);
        }
        let bound = trustuqa_model::fold(name);
        let fits = |text: &str| {
            let text = trustuqa_model::fold(text);
            match op {
                // Up to N are all names that begin with it.
                Comparison::Lt | Comparison::Le => {
                    let first: String = text.chars().take(1).collect();
                    op.holds(first.cmp(&bound))
                }
                _ => op.holds(text.cmp(&bound)),
            }
        };
        if columns.iter().any(|column| self.t.is_ordered(&[*column])) {
            return Ok(false);
        }
        let Some(cells) = self.t.cells_of(columns)? else { return Ok(false) };
        let found: Vec<NodeId> =
            cells.into_iter().filter(|cell| fits(&cell.text)).map(|cell| cell.node).collect();
        self.out.rows_where(self.t, columns, Comparison::Eq, Operand::Nodes(found), on.cloned());
        self.out.readings.push(format!("names {} {} by the alphabet", op.symbol(), ticked(name)));
        Ok(true)
    }

    /// The first instance of a number that is counted is the first row in which it is not 0.
    fn first_instance(&mut self, sought: &Sought<'_>) -> bool {
        let Sought { columns, name, note, on, .. } = *sought;
        let said = trustuqa_model::tokens(note).join(" ");
        let first =
            ["first instance", "first time", "first occurrence"].iter().any(|words| said.contains(words));
        if !first || trustuqa_model::fold(name) != "first" || !self.t.is_ordered(columns) {
            return false;
        }
        let some = self.out.rows_where(self.t, columns, Comparison::Gt, literal("0"), on.cloned());
        self.out.reason(self.t, Function::First, vec![some]);
        self.out.readings.push("the first instance is the first row with more than 0".to_owned());
        true
    }

    /// Adds to heads that were found by order those whose tails are rough numbers on that
    /// side, and takes from those that have another tail the ones that have none.
    pub(super) fn with_rough(
        &mut self,
        columns: &[NodeId],
        tail: &Compared,
        on: Option<Operand<NodeId>>,
        at: usize,
    ) -> Step<usize> {
        let Slot::Names(names) = &tail.slot else { return Ok(at) };
        let [name] = names.as_slice() else { return Ok(at) };
        let (cells, join) = match tail.op {
            Comparison::Eq => return Ok(at),
            Comparison::Ne if absent::says_nothing(name) || name.trim().is_empty() => return Ok(at),
            Comparison::Ne => (absent::cells(self.t, columns)?, Function::SetDifference),
            op => (rough::on_side(self.t, columns, op, name)?, Function::SetUnion),
        };
        if cells.is_empty() {
            return Ok(at);
        }
        let texts: Vec<String> = cells.iter().map(|(_, text)| text.clone()).collect();
        let found = Operand::Nodes(cells.into_iter().map(|(node, _)| node).collect());
        let others = self.out.rows_where(self.t, columns, Comparison::Eq, found, on);
        let list = crate::translate::reading::some(&texts);
        self.out.readings.push(match join {
            Function::SetDifference => format!("no value, and so none other than {}: {list}", ticked(name)),
            _ => format!("read as numbers {} {}: {list}", tail.op.symbol(), ticked(name)),
        });
        self.out.push(self.t, reason(join, vec![Operand::Set(at), others], None));
        Ok(self.base + self.out.calls.len() - 1)
    }
}
