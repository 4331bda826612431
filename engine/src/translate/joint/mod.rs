//! Joint grounding: which relation and which entity are meant, given which of them occur together in the
//! graph.
//!
//! This module answers the two questions that a step asks: head with relation, and relation with tail.
//!
//! * `single_names` - a name on its own
//! * `pairs` - the best pair of candidates that exists in the graph
//! * `typed_tails` - tails matched by value instead of by name
//! * `misspelt_cells` - tails that are misspelt
//! * `names_in_cells` - names inside longer cells
//! * `other_wording` - tails worded differently from the cells
//! * `repeated_columns` - columns that share one name
//! * `unnamed_columns` - the column that is meant although none has the name
//! * `relations_of_heads` - whether heads have a relation
//! * `cells` - the contents of columns
//! * `not_found` - why nothing was found

mod cells;
mod misspelt_cells;
mod names_in_cells;
mod not_found;
mod other_wording;
mod pairs;
mod relations_of_heads;
mod repeated_columns;
mod single_names;
mod typed_tails;
mod unnamed_columns;

use trustuqa_model::{Comparison, NodeId, Value};

use self::not_found::quote_all;
use self::pairs::each_pair;
use self::single_names::best_of;
use super::{Miss, Slot, Translator};
use crate::execute::Result;
use crate::ground::{Channel, Grounding, NodeCandidate, Parameter};

/// Minimum score of an entity to be taken for the name that was asked for.
const FLOOR_ENTITY: f32 = 0.55;
/// Minimum score of a candidate that has the name asked for, up to case and plural.
const SAME_NAME: f32 = 0.95;
/// The most members of a set that are tried, to see whether a relation applies to it.
const TRIED: usize = 256;
/// The most runners-up that a trace keeps.
const RUNNERS_UP: usize = 5;

/// How a head is connected to a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The head has facts under the relation.
    Direct,
    /// The head is a cell of rows which have the relation as a column.
    Rows,
}

/// A relation and an entity that were chosen together.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The relation's nodes.
    pub relation: Vec<NodeCandidate>,
    /// The entity's nodes; empty when the entity is a set or a literal.
    pub entity: Vec<NodeCandidate>,
    /// How the head is connected to the relation; `Direct` for tails.
    pub reach: Reach,
    /// The groundings that the trace shows.
    pub groundings: Vec<Grounding>,
}

/// The pair, or why there is none; the groundings are reported in both cases.
pub type JointChoice = std::result::Result<Pair, (Miss, Vec<Grounding>)>;

impl Translator<'_, '_> {
    /// Grounds a head together with a relation: `get_information(head_entity, relation)`.
    pub(super) fn head_and_relation(
        &self,
        head: &Slot,
        relation: &[String],
        parameter: Parameter,
    ) -> Result<JointChoice> {
        each_pair(relation, head, |relation, head| self.one_head_and_relation(head, relation, parameter))
    }

    fn one_head_and_relation(
        &self,
        head: &Slot,
        relation: &[String],
        parameter: Parameter,
    ) -> Result<JointChoice> {
        let mut relations = self.relation_candidates(relation)?;
        if relations.is_empty() {
            relations = self.relation_by_words(relation)?;
        }
        if relations.is_empty() {
            return Ok(Err((self.no_such_relation(parameter, relation)?, Vec::new())));
        }
        match head {
            // An empty set has nothing under any relation, and that is an answer: none of them, a sum of
            // zero.
            Slot::Set(index) if self.set(*index).is_empty() => {
                let shown = best_of(parameter, relation, relations);
                let (chosen, groundings) = (shown.chosen.clone(), vec![shown]);
                Ok(Ok(Pair { relation: chosen, entity: Vec::new(), reach: Reach::Direct, groundings }))
            }
            Slot::Set(index) => {
                let relations = self.with_values_first(*index, relations)?;
                for (at, candidate) in relations.iter().enumerate() {
                    let worse = relations.get(at).map_or(0.0, |c| c.score);
                    let reach = self.set_reaches(*index, candidate.node)?;
                    if let Some(reach) = reach {
                        let mut chosen = if candidate.score >= SAME_NAME && reach == Reach::Direct {
                            self.copies_for(*index, candidate)?
                        } else {
                            vec![candidate.clone()]
                        };
                        for other in relations[at + 1..].iter().filter(|o| o.score == worse) {
                            if self.set_reaches(*index, other.node)? == Some(reach) {
                                chosen.push(other.clone());
                            }
                        }
                        let shown = grounding(parameter, relation, relations.clone(), |c| {
                            chosen.iter().any(|x| x.node == c.node)
                        });
                        return Ok(Ok(Pair {
                            relation: chosen,
                            entity: Vec::new(),
                            reach,
                            groundings: vec![shown],
                        }));
                    }
                }
                let shown = best_of(parameter, relation, relations.clone());
                let hint = self.set_direction_hint(*index, &relations)?;
                Ok(Err((
                    Miss::NoSuchFact {
                        what: format!("nothing in the set has {}", quote_all(relation)),
                        hint,
                    },
                    vec![shown],
                )))
            }
            Slot::Names(asked) => {
                let check = |t: &Self, r: NodeId, h: NodeId| t.head_reaches(h, r);
                match self.best_pair(relation, &relations, asked, parameter, Parameter::HeadEntity, &check)? {
                    Ok(pair) => Ok(Ok(pair)),
                    Err((miss, shown)) => {
                        Ok(Err((self.with_direction(miss, &relations, asked, true)?, shown)))
                    }
                }
            }
        }
    }

    /// Grounds a relation together with a tail: `get_information(relation, tail_entity)`.
    pub(super) fn relation_and_tail(
        &self,
        relation: &[String],
        parameter: Parameter,
        op: Comparison,
        tail: &Slot,
        tail_parameter: Parameter,
    ) -> Result<JointChoice> {
        // A list of names is grounded name by name.
        each_pair(relation, tail, |relation, tail| {
            self.one_relation_and_tail(relation, parameter, op, tail, tail_parameter)
        })
    }

    fn one_relation_and_tail(
        &self,
        relation: &[String],
        parameter: Parameter,
        op: Comparison,
        tail: &Slot,
        tail_parameter: Parameter,
    ) -> Result<JointChoice> {
        let relations = self.relation_candidates(relation)?;
        if relations.is_empty() {
            if let (Slot::Names(asked), Comparison::Eq) = (tail, op)
                && let Some(pair) = self.relation_by_cells(relation, asked, parameter, tail_parameter)?
            {
                return Ok(Ok(pair));
            }
            return Ok(Err((self.no_such_relation(parameter, relation)?, Vec::new())));
        }
        match tail {
            Slot::Names(asked) if matches!(op, Comparison::Eq | Comparison::Ne) => {
                self.relation_and_named_tail(relation, relations, parameter, op, asked, tail_parameter)
            }
            Slot::Names(asked) => self.relation_with_range(relation, relations, parameter, op, asked),
            Slot::Set(index) => self.relation_with_members(relation, relations, parameter, op, *index),
        }
    }

    /// Grounds a relation together with a tail that is given by name.
    fn relation_and_named_tail(
        &self,
        relation: &[String],
        relations: Vec<NodeCandidate>,
        parameter: Parameter,
        op: Comparison,
        asked: &[String],
        tail_parameter: Parameter,
    ) -> Result<JointChoice> {
        if let Some(pair) = self.typed_pair(relation, &relations, asked, parameter, tail_parameter)? {
            return Ok(Ok(pair));
        }
        let check = |t: &Self, r: NodeId, e: NodeId| {
            Ok((!t.executor.graph().facts_of_relation(r, Some(e), &t.scope)?.is_empty())
                .then_some(Reach::Direct))
        };
        let found = self.best_pair(relation, &relations, asked, parameter, tail_parameter, &check)?;
        // No cell equals the name, so every cell that contains it matches.
        if let Ok(pair) = &found
            && pair.entity.first().is_some_and(|c| c.score < SAME_NAME && c.channel != Channel::User)
            && let Some(pair) =
                self.contained_pair(relation, &relations, &pair.relation, asked, parameter, tail_parameter)?
        {
            return Ok(Ok(pair));
        }
        // A weak match, or one that lacks the number asked for, is retried as other wording of a cell.
        let poor = found.as_ref().map_or(true, |pair| {
            pair.entity.first().is_none_or(|c| {
                c.score < 0.7
                    || c.score < SAME_NAME
                        && c.channel != Channel::User
                        && lacks_number(&c.text, asked.first().map_or("", String::as_str))
            })
        });
        if poor
            && let Some(pair) = self.column_pair(relation, &relations, asked, parameter, tail_parameter)?
        {
            return Ok(Ok(pair));
        }
        match found {
            Ok(pair) => Ok(Ok(pair)),
            Err(missed) => {
                self.without_named_tail(relation, relations, parameter, op, (asked, tail_parameter), missed)
            }
        }
    }

    /// What a relation means when the tail asked for was not found: all its facts, a guessed column, or a
    /// miss.
    fn without_named_tail(
        &self,
        relation: &[String],
        relations: Vec<NodeCandidate>,
        parameter: Parameter,
        op: Comparison,
        (asked, tail_parameter): (&[String], Parameter),
        (miss, shown): (Miss, Vec<Grounding>),
    ) -> Result<JointChoice> {
        let nothing = || {
            // The name asks for an empty cell, so nothing was missed.
            let nothing = asked.iter().all(|name| other_wording::is_nothing(name));
            nothing && op == Comparison::Eq && relations[0].score >= SAME_NAME
        };
        // No tail is this name, so every tail differs from it. That also holds for a number or a date that is
        // stored nowhere; a word that is stored nowhere is probably misspelt.
        let differs =
            || matches!(miss, Miss::NoSuchFact { .. }) || are_typed(asked) && relations[0].score >= SAME_NAME;
        if op == Comparison::Ne && differs() || nothing() {
            let shown = best_of(parameter, relation, relations);
            return Ok(Ok(Pair {
                relation: shown.chosen.clone(),
                entity: Vec::new(),
                reach: Reach::Direct,
                groundings: vec![shown],
            }));
        }
        // The relation is only a guess, but the name occurs in one column.
        let guessed = relations[0].score <= 0.5;
        if guessed
            && op == Comparison::Eq
            && let Some(pair) = self.relation_by_cells(relation, asked, parameter, tail_parameter)?
        {
            return Ok(Ok(pair));
        }
        Ok(Err((self.with_direction(miss, &relations, asked, false)?, shown)))
    }

    /// Grounds a relation whose values compare with a bound. When a relation has the very name, only such
    /// relations are tried: an empty result is then the answer.
    fn relation_with_range(
        &self,
        relation: &[String],
        relations: Vec<NodeCandidate>,
        parameter: Parameter,
        op: Comparison,
        asked: &[String],
    ) -> Result<JointChoice> {
        let named = relations.iter().any(|c| c.score >= SAME_NAME);
        let relations =
            if named { relations.into_iter().filter(|c| c.score >= SAME_NAME).collect() } else { relations };
        let bound = Value::parse(asked.first().map_or("", String::as_str));
        let fits = |t: &Self, r: NodeId| -> Result<bool> {
            Ok(bound.order_key().is_some() && !t.executor.facts_in_range(r, op, &bound, &t.scope)?.is_empty())
        };
        self.relation_that(relation, relations, parameter, fits)
    }

    /// Grounds a relation that has members of a set as its tails.
    fn relation_with_members(
        &self,
        relation: &[String],
        relations: Vec<NodeCandidate>,
        parameter: Parameter,
        op: Comparison,
        index: usize,
    ) -> Result<JointChoice> {
        let nodes: Vec<NodeId> = self.executor.nodes_of(self.set(index))?.into_iter().take(TRIED).collect();
        let eq = matches!(op, Comparison::Eq | Comparison::Ne);
        let fits = |t: &Self, r: NodeId| -> Result<bool> {
            if !eq || nodes.is_empty() {
                return Ok(true);
            }
            for node in &nodes {
                if !t.executor.graph().facts_of_relation(r, Some(*node), &t.scope)?.is_empty() {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        self.relation_that(relation, relations, parameter, fits)
    }

    /// The best relation that fits. When none does, the best one is chosen, and the empty result is the
    /// answer.
    fn relation_that(
        &self,
        asked: &[String],
        relations: Vec<NodeCandidate>,
        parameter: Parameter,
        fits: impl Fn(&Self, NodeId) -> Result<bool>,
    ) -> Result<JointChoice> {
        let mut at = 0;
        for (i, candidate) in relations.iter().enumerate() {
            if fits(self, candidate.node)? {
                at = i;
                break;
            }
        }
        let score = relations[at].score;
        let mut chosen = vec![relations[at].clone()];
        for other in relations.iter().skip(at + 1).filter(|o| o.score == score) {
            if fits(self, other.node)? {
                chosen.push(other.clone());
            }
        }
        let shown = grounding(parameter, asked, relations, |c| chosen.iter().any(|x| x.node == c.node));
        Ok(Ok(Pair { relation: chosen, entity: Vec::new(), reach: Reach::Direct, groundings: vec![shown] }))
    }
}

/// Whether a name contains numbers, and a text none of them.
fn lacks_number(text: &str, asked: &str) -> bool {
    let digits = |text: &str| -> Vec<String> {
        trustuqa_model::tokens(text)
            .into_iter()
            .filter(|word| word.bytes().all(|b| b.is_ascii_digit()))
            .collect()
    };
    let (own, asked) = (digits(text), digits(asked));
    !asked.is_empty() && !asked.iter().any(|number| own.contains(number))
}

/// The pair of the chosen relations and the tails that one name means, with its groundings.
fn tails_of(
    (parameter, relation): (Parameter, &[String]),
    relations: &[NodeCandidate],
    chosen: &[NodeCandidate],
    (tail_parameter, name): (Parameter, &str),
    entity: Vec<NodeCandidate>,
) -> Pair {
    let is_chosen = |c: &NodeCandidate| chosen.iter().any(|x| x.node == c.node);
    let groundings = vec![
        grounding(parameter, relation, relations.to_vec(), is_chosen),
        Grounding {
            parameter: tail_parameter,
            asked: name.to_owned(),
            chosen: entity.clone(),
            runners_up: Vec::new(),
        },
    ];
    Pair { relation: chosen.to_vec(), entity, reach: Reach::Direct, groundings }
}

/// A grounding of the chosen candidates, with the best of the others as runners-up.
pub fn grounding(
    parameter: Parameter,
    asked: &[String],
    candidates: Vec<NodeCandidate>,
    chosen: impl Fn(&NodeCandidate) -> bool,
) -> Grounding {
    let (chosen, mut runners_up): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|c| chosen(c));
    runners_up.truncate(RUNNERS_UP);
    Grounding { parameter, asked: asked.join(", "), chosen, runners_up }
}

/// Whether all names are numbers or dates.
fn are_typed(asked: &[String]) -> bool {
    asked.iter().all(|name| Value::parse(name).order_key().is_some())
}
