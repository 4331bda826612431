//! Families of the rules that read more into a query than it literally says. Each family can be switched off,
//! so that its contribution can be measured.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::query::llm::LlmQuery;

/// A family of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Repairs of query texts that violate the grammar.
    Repairs,
    /// Rules that read a step's note: the words beside its call.
    StepWords,
    /// Rules that read the question.
    QuestionWords,
    /// Rules that read the target type, which chooses the column of an answer.
    TargetType,
    /// Comparisons whose answer is a name or a word, such as `more`.
    Comparisons,
    /// Superlatives given as a value, such as `tail_entity='highest'`.
    Superlatives,
    /// Cells that list several values.
    CellContents,
    /// Cells that contain a name among other words.
    PartsOfCells,
    /// Cells that express a name in other words, or with a misspelling.
    OtherWords,
    /// Cells that say that there is no value.
    EmptyCells,
    /// Columns found by their cells or by the words of a step, because none has the name asked for.
    UnnamedColumns,
    /// Columns of one table that share a name.
    RepeatedColumns,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 12] = [
        Family::Repairs,
        Family::StepWords,
        Family::QuestionWords,
        Family::TargetType,
        Family::Comparisons,
        Family::Superlatives,
        Family::CellContents,
        Family::PartsOfCells,
        Family::OtherWords,
        Family::EmptyCells,
        Family::UnnamedColumns,
        Family::RepeatedColumns,
    ];

    /// The name, as typed on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Family::Repairs => "repairs",
            Family::StepWords => "step-words",
            Family::QuestionWords => "question-words",
            Family::TargetType => "target-type",
            Family::Comparisons => "comparisons",
            Family::Superlatives => "superlatives",
            Family::CellContents => "cell-contents",
            Family::PartsOfCells => "parts-of-cells",
            Family::OtherWords => "other-words",
            Family::EmptyCells => "empty-cells",
            Family::UnnamedColumns => "unnamed-columns",
            Family::RepeatedColumns => "repeated-columns",
        }
    }

    /// What the rules of this family do, in one line.
    pub fn about(self) -> &'static str {
        match self {
            Family::Repairs => "repairs texts that do not keep to the grammar",
            Family::StepWords => "reads the words beside the call of a step",
            Family::QuestionWords => "reads the question",
            Family::TargetType => "reads the target type, which chooses the column of an answer",
            Family::Comparisons => "answers a comparison with a name or a word, such as `more`",
            Family::Superlatives => "takes a superlative in place of a value for the extreme",
            Family::CellContents => "reads cells that list values",
            Family::PartsOfCells => "finds a name inside longer cells",
            Family::OtherWords => "finds cells that say a name in other words, or misspelt",
            Family::EmptyCells => "leaves out cells that say that there is no value",
            Family::UnnamedColumns => "finds a column by its cells or the words of the step",
            Family::RepeatedColumns => "chooses among columns that share one name",
        }
    }
}

impl FromStr for Family {
    type Err = String;

    fn from_str(name: &str) -> Result<Family, String> {
        let known = || Family::ALL.map(Family::name).join(", ");
        Family::ALL
            .into_iter()
            .find(|family| family.name() == name)
            .ok_or_else(|| format!("there is no family `{name}`; the families are {}", known()))
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of families.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Families(u16);

impl Families {
    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains a family.
    pub fn has(self, family: Family) -> bool {
        self.0 & (1 << family as u16) != 0
    }

    /// The query without the words that the families in this set read: these families are switched off.
    pub(crate) fn withheld<'q>(self, query: &'q LlmQuery) -> Cow<'q, LlmQuery> {
        if !self.has(Family::StepWords) && !self.has(Family::TargetType) {
            return Cow::Borrowed(query);
        }
        let mut query = query.clone();
        if self.has(Family::StepWords) {
            query.steps.iter_mut().for_each(|step| step.note.clear());
        }
        if self.has(Family::TargetType) {
            query.target = None;
        }
        Cow::Owned(query)
    }
}

impl FromIterator<Family> for Families {
    fn from_iter<I: IntoIterator<Item = Family>>(families: I) -> Families {
        Families(families.into_iter().fold(0, |set, family| set | 1 << family as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for family in Family::ALL {
            assert_eq!(family.name().parse(), Ok(family));
            assert_eq!(Family::ALL[family as usize], family);
        }
        let error = "tolds".parse::<Family>().unwrap_err();
        assert!(error.contains("`tolds`") && error.contains("step-words"), "{error}");
    }

    #[test]
    fn a_set_has_its_members() {
        let set: Families = [Family::Repairs, Family::RepeatedColumns].into_iter().collect();
        assert!(set.has(Family::Repairs) && set.has(Family::RepeatedColumns));
        assert!(!set.has(Family::StepWords) && !set.is_empty());
    }
}
