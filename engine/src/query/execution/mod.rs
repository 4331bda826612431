//! The execution query: `search_node`, `search_condition` and the reasoning
//! functions over the condition graph (section 3.2 of the paper).
//!
//! The text form names nodes exactly as they are stored, so a stored execution
//! query runs again without any grounding and gives the same answer.
//!
//! ```text
//! s1 = search_condition(node1='Nation', node2='Brazil', op='=', source=['medals'])
//! s2 = search_node(node1='Gold', condition=s1)
//! ```
//!
//! | call | result |
//! |---|---|
//! | `search_node(node1=R)` | node2 of `(R, node2, [any])`: every tail under R |
//! | `search_node(node1=R, condition=H)` | node2 of `(R, node2, [H])` |
//! | `search_node(node1=H, condition=[])` | node2 of `(H, node2, [])`: the relations of H; H may be a step |
//! | `search_node(node1=time, scope=s1)` | node2 of `(time, node2, [h, r, t])` for the facts of s1 |
//! | `search_condition(node1=R, node2=T, op='=')` | heads h of `(R, T, [h])` |
//! | `search_condition(node1=time, node2='1994', op='=', scope=s1)` | facts `[h, r, t]` of s1 that hold then |
//! | `search_node(node1=row_number, condition=s1)` | the numbers of the rows of s1 in their tables, from 1 |
//! | `search_condition(node1=row_number, node2='3', op='<')` | the rows with such a number |
//! | `heads(set=s1)`, `relations(set=s1)`, `tails(set=s1)` | that part of the facts of s1 |
//! | `rows(set=s1, relation=R)` | the table rows for which a cell or name of s1 stands, where the table has column R |
//! | `search_all(source='orders')`, `search_all(relation=R)` | every row and head, or those of the sources with R |
//! | `search_test(set=s1, column=R, test=contains('x'))` | the members whose value under R passes the test |
//! | `search_test(set=s1, column=R, by=S, test=compare('>', s2))` | those above the value of their group S in s2 |
//! | `derive(set=s1, column=formula('x1 - x2', R, S))` | the result of the formula for each member |
//! | `group(set=s1, by=R, of=S, with='sum')` | the values of R, each with the sum of S over its members |
//! | `group(set=s1, by=R, of=S, with='most', weight=T)` | the values of R, each with the S of the largest sum of T |
//! | `path(R, S)` | in the place of a column: the S of what a member has as its R |
//! | `calculate(formula='x1 / x2', x1=s1, x2=s2)` | arithmetic on single values or groups |
//! | `count(set=literal('1994'))` | a reasoning function; `literal` is a text that need not be a node |
//!
//! The types are here; `read` builds them from parsed calls, and `text` writes them as calls.

mod read;
mod text;

use trustuqa_model::Comparison;

pub use self::read::{analyse, test_of};
pub use self::text::test_text;
use super::column::{Aggregate, Column, Test};
use super::formula::Expression;
use super::function::Function;

/// The steps of an execution query, over nodes of type `N`: names as text, or ids once resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct ExecutionQuery<N = String> {
    /// The steps; the last one gives the answer.
    pub steps: Vec<ExecutionCall<N>>,
}

/// The three built-in terms that qualify a temporal fact (section 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Qualifier {
    /// Every time at which the fact holds.
    Time,
    /// The first.
    StartTime,
    /// The last.
    EndTime,
}

/// The `node1` of a search: the term at which its triples start.
#[derive(Clone, Debug, PartialEq)]
pub enum Node1<N> {
    /// Nodes of the graph; several mean any of them.
    Nodes(Vec<N>),
    /// A built-in term.
    Qualifier(Qualifier),
    /// The number of a row in its table, from 1: the built-in term of tables.
    RowNumber,
    /// The members of an earlier step, by index.
    Set(usize),
}

/// The value with which a search compares, or on which it is conditioned.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand<N> {
    /// Nodes of the graph; several mean any of them.
    Nodes(Vec<N>),
    /// A literal that need not be a node: the bound of a range, a time.
    Literal(String),
    /// The result of an earlier step, by index.
    Set(usize),
}

/// Which part of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactPart {
    /// Head entity.
    Head,
    /// Relation.
    Relation,
    /// Tail entity.
    Tail,
}

/// The condition of a `search_node`.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition<N> {
    /// Not given: triples of any condition.
    Any,
    /// `[]`: triples without a condition, which link heads and relations.
    Empty,
    /// Triples conditioned on these heads.
    On(Operand<N>),
}

/// One call of an execution query.
#[derive(Clone, Debug, PartialEq)]
pub enum ExecutionCall<N> {
    /// `search_node(node1, condition, scope)`
    SearchNode {
        /// Where the triples start.
        node1: Node1<N>,
        /// The heads of the triples.
        condition: Condition<N>,
        /// For a qualifier: the step that holds the facts.
        scope: Option<usize>,
        /// Names of the sources to look in; empty for all.
        sources: Vec<String>,
    },
    /// `search_condition(node1, node2, op)`
    SearchCondition {
        /// Where the triples start.
        node1: Node1<N>,
        /// What node2 is compared with.
        node2: Operand<N>,
        /// The comparison.
        op: Comparison,
        /// Only triples with one of these heads.
        condition: Option<Operand<N>>,
        /// For a qualifier: only facts of these relations.
        relation: Vec<N>,
        /// For a qualifier: the step that holds the facts.
        scope: Option<usize>,
        /// Names of the sources to look in; empty for all.
        sources: Vec<String>,
    },
    /// `heads(set)`, `relations(set)`, `tails(set)`
    Part {
        /// The part.
        part: FactPart,
        /// The step that holds the facts.
        set: usize,
    },
    /// `rows(set, relation)`
    Rows {
        /// Cells or names.
        set: Operand<N>,
        /// A column that the rows must have.
        relation: Vec<N>,
        /// Names of the sources to look in; empty for all.
        sources: Vec<String>,
    },
    /// `search_all(source)`, `search_all(relation)`
    All {
        /// Only sources with one of these relations, and in graphs only heads with facts under it.
        relation: Vec<N>,
        /// Names of the sources to look in; empty for all.
        sources: Vec<String>,
    },
    /// `search_test(set, column, test)`
    Select {
        /// The members; without a set, everything that has the column.
        set: Option<Operand<N>>,
        /// The value of each member that is tested.
        column: Column<N>,
        /// The key of a member's group, when it is compared with the value of its own group.
        by: Option<Column<N>>,
        /// The test.
        test: Test<N>,
        /// Names of the sources to look in; empty for all.
        sources: Vec<String>,
    },
    /// `derive(set, column)`
    Derive {
        /// The members.
        set: Operand<N>,
        /// The value computed for each member.
        column: Column<N>,
        /// Names of the sources to look in; empty for all.
        sources: Vec<String>,
    },
    /// `group(set, by, of, with)`
    Group {
        /// The members.
        set: Operand<N>,
        /// The column by which members are grouped; without it, each member is a group.
        by: Option<Column<N>>,
        /// The column whose values are aggregated; without it, the members themselves.
        of: Option<Column<N>>,
        /// How the values are aggregated.
        with: Aggregate,
        /// The weight of each member, for `most` and `least`; without it, one.
        weight: Option<Column<N>>,
        /// Names of the sources to look in; empty for all.
        sources: Vec<String>,
    },
    /// `calculate(formula, x1, x2)`
    Calculate {
        /// The formula over the operands.
        expression: Expression,
        /// Steps or texts: single values, or groups.
        operands: Vec<Operand<N>>,
    },
    /// A reasoning function.
    Reason {
        /// The function.
        function: Function,
        /// Its sets.
        sets: Vec<Operand<N>>,
        /// `relation`, where the function takes one.
        relation: Vec<N>,
        /// The comparison of functions such as `keep`.
        value: Option<(Comparison, Operand<N>)>,
        /// `k` of functions such as `top_k`.
        k: Option<usize>,
        /// The names of the sources in which `relation` is looked up; empty for all.
        sources: Vec<String>,
    },
}

/// How [`Node1::RowNumber`] is written.
const ROW_NUMBER: &str = "row_number";
/// Marks a text in the place of a set, to distinguish it from a node with that name.
const LITERAL: &str = "literal";
/// Marks a column that is computed from others.
const FORMULA: &str = "formula";
/// Marks columns that are followed one after the other.
const PATH: &str = "path";
/// Marks the member itself in the place of a column.
const ITSELF: &str = "itself";
const CALLS: [&str; 8] =
    ["search_node", "search_condition", "heads", "relations", "tails", "rows", "search_all", "search_test"];

/// Whether a function exists in the execution query language only.
pub fn is_execution_function(name: &str) -> bool {
    CALLS.contains(&name.to_ascii_lowercase().as_str())
}

impl Qualifier {
    /// The qualifier that a key names, in the spellings that writers use.
    pub fn named(key: &str) -> Option<Qualifier> {
        match trustuqa_model::fold(key).as_str() {
            "time" | "times" => Some(Qualifier::Time),
            "start time" | "start" | "start year" | "start date" | "starttime" => Some(Qualifier::StartTime),
            "end time" | "end" | "end year" | "end date" | "endtime" => Some(Qualifier::EndTime),
            _ => None,
        }
    }

    /// The name, as written without quotes in an execution query.
    pub fn name(self) -> &'static str {
        match self {
            Qualifier::Time => "time",
            Qualifier::StartTime => "start_time",
            Qualifier::EndTime => "end_time",
        }
    }
}

impl<N> ExecutionQuery<N> {
    /// The same query over other nodes, for instance names instead of ids.
    pub fn map_nodes<M, E>(&self, f: &mut impl FnMut(&N) -> Result<M, E>) -> Result<ExecutionQuery<M>, E> {
        let steps = self.steps.iter().map(|call| call.map_nodes(f)).collect::<Result<_, E>>()?;
        Ok(ExecutionQuery { steps })
    }
}

impl<N> ExecutionCall<N> {
    /// The same call over other nodes.
    pub fn map_nodes<M, E>(&self, f: &mut impl FnMut(&N) -> Result<M, E>) -> Result<ExecutionCall<M>, E> {
        fn list<N, M, E>(nodes: &[N], f: &mut impl FnMut(&N) -> Result<M, E>) -> Result<Vec<M>, E> {
            nodes.iter().map(f).collect()
        }
        fn operand<N, M, E>(
            operand: &Operand<N>,
            f: &mut impl FnMut(&N) -> Result<M, E>,
        ) -> Result<Operand<M>, E> {
            Ok(match operand {
                Operand::Nodes(nodes) => Operand::Nodes(list(nodes, f)?),
                Operand::Literal(text) => Operand::Literal(text.clone()),
                Operand::Set(index) => Operand::Set(*index),
            })
        }
        fn node1<N, M, E>(node1: &Node1<N>, f: &mut impl FnMut(&N) -> Result<M, E>) -> Result<Node1<M>, E> {
            Ok(match node1 {
                Node1::Nodes(nodes) => Node1::Nodes(list(nodes, f)?),
                Node1::Qualifier(qualifier) => Node1::Qualifier(*qualifier),
                Node1::RowNumber => Node1::RowNumber,
                Node1::Set(index) => Node1::Set(*index),
            })
        }
        Ok(match self {
            ExecutionCall::SearchNode { node1: n, condition, scope, sources } => ExecutionCall::SearchNode {
                node1: node1(n, f)?,
                condition: match condition {
                    Condition::Any => Condition::Any,
                    Condition::Empty => Condition::Empty,
                    Condition::On(on) => Condition::On(operand(on, f)?),
                },
                scope: *scope,
                sources: sources.clone(),
            },
            ExecutionCall::SearchCondition { node1: n, node2, op, condition, relation, scope, sources } => {
                ExecutionCall::SearchCondition {
                    node1: node1(n, f)?,
                    node2: operand(node2, f)?,
                    op: *op,
                    condition: condition.as_ref().map(|c| operand(c, f)).transpose()?,
                    relation: list(relation, f)?,
                    scope: *scope,
                    sources: sources.clone(),
                }
            }
            ExecutionCall::Part { part, set } => ExecutionCall::Part { part: *part, set: *set },
            ExecutionCall::Rows { set, relation, sources } => ExecutionCall::Rows {
                set: operand(set, f)?,
                relation: list(relation, f)?,
                sources: sources.clone(),
            },
            ExecutionCall::All { relation, sources } => {
                ExecutionCall::All { relation: list(relation, f)?, sources: sources.clone() }
            }
            ExecutionCall::Select { set, column, by, test, sources } => ExecutionCall::Select {
                set: set.as_ref().map(|set| operand(set, f)).transpose()?,
                column: column.map_nodes(f)?,
                by: by.as_ref().map(|column| column.map_nodes(f)).transpose()?,
                test: match test {
                    Test::Compare(op, bound) => Test::Compare(*op, operand(bound, f)?),
                    Test::Contains(texts) => Test::Contains(texts.clone()),
                    Test::StartsWith(texts) => Test::StartsWith(texts.clone()),
                    Test::EndsWith(texts) => Test::EndsWith(texts.clone()),
                    Test::Between(low, high) => Test::Between(low.clone(), high.clone()),
                    Test::IsEmpty => Test::IsEmpty,
                    Test::NotEmpty => Test::NotEmpty,
                },
                sources: sources.clone(),
            },
            ExecutionCall::Derive { set, column, sources } => ExecutionCall::Derive {
                set: operand(set, f)?,
                column: column.map_nodes(f)?,
                sources: sources.clone(),
            },
            ExecutionCall::Group { set, by, of, with, weight, sources } => ExecutionCall::Group {
                set: operand(set, f)?,
                by: by.as_ref().map(|column| column.map_nodes(f)).transpose()?,
                of: of.as_ref().map(|column| column.map_nodes(f)).transpose()?,
                with: *with,
                weight: weight.as_ref().map(|column| column.map_nodes(f)).transpose()?,
                sources: sources.clone(),
            },
            ExecutionCall::Calculate { expression, operands } => ExecutionCall::Calculate {
                expression: expression.clone(),
                operands: operands.iter().map(|o| operand(o, f)).collect::<Result<_, E>>()?,
            },
            ExecutionCall::Reason { function, sets, relation, value, k, sources } => ExecutionCall::Reason {
                function: *function,
                sets: sets.iter().map(|s| operand(s, f)).collect::<Result<_, E>>()?,
                relation: list(relation, f)?,
                value: value.as_ref().map(|(op, v)| Ok((*op, operand(v, f)?))).transpose()?,
                k: *k,
                sources: sources.clone(),
            },
        })
    }
}
