//! Cells such as `none` or `-`, which say that there is no value: they do not satisfy `!=`.

use trustuqa_model::{Comparison, NodeId};

use super::{Compared, ShapeBuilder, ShapeResult};
use crate::family::Family;
use crate::query::execution::Operand;
use crate::query::{Function, ticked};
use crate::translate::Slot;
use crate::translate::calls::reason;
use crate::translate::cell_lists::absent_values;

impl ShapeBuilder<'_, '_, '_> {
    /// The step's note: the words beside its call.
    pub(super) fn note(&self) -> &str {
        self.t.query.steps.get(self.t.step).map_or("", |step| step.note.as_str())
    }

    /// Removes, from the heads whose tail differs from a name, those whose cell says that there is no value.
    pub(super) fn without_absent(
        &mut self,
        columns: &[NodeId],
        tail: &Compared,
        on: Option<Operand<NodeId>>,
        at: usize,
    ) -> ShapeResult<usize> {
        let Slot::Names(names) = &tail.slot else { return Ok(at) };
        let [name] = names.as_slice() else { return Ok(at) };
        if !self.t.uses(Family::EmptyCells)
            || tail.op != Comparison::Ne
            || absent_values::is_unknown_value(name)
            || name.trim().is_empty()
        {
            return Ok(at);
        }
        let cells = absent_values::cells(self.t, columns)?;
        if cells.is_empty() {
            return Ok(at);
        }
        let texts: Vec<String> = cells.iter().map(|(_, text)| text.clone()).collect();
        let found = Operand::Nodes(cells.into_iter().map(|(node, _)| node).collect());
        let others = self.out.rows_where(self.t, columns, Comparison::Eq, found, on);
        let list = crate::translate::cell_lists::first_three(&texts);
        self.out
            .readings
            .push(format!("cells without a value were not counted as other than {}: {list}", ticked(name)));
        self.out.push(self.t, reason(Function::SetDifference, vec![Operand::Set(at), others], None));
        Ok(self.base + self.out.calls.len() - 1)
    }
}
