//! The best pair of a relation and an entity that exists in the graph.

use std::collections::HashSet;

use trustuqa_model::NodeId;

use super::single_names::best_of;
use super::{FLOOR_ENTITY, JointChoice, Pair, Reach, grounding};
use crate::execute::Result;
use crate::ground::{NodeCandidate, Parameter};
use crate::query::ticked as quote;
use crate::translate::{Miss, Slot, Translator};

/// Whether a relation and an entity occur together in the graph, and how.
pub(super) type PairCheck<'c, T> = &'c dyn Fn(&T, NodeId, NodeId) -> Result<Option<Reach>>;

struct FoundPair {
    score: f32,
    reach: Reach,
    relations: Vec<NodeId>,
    entities: Vec<NodeId>,
}

impl Translator<'_, '_> {
    /// The pair that exists in the graph with the highest product of scores.
    pub(super) fn best_pair(
        &self,
        relation: &[String],
        relations: &[NodeCandidate],
        asked: &[String],
        parameter: Parameter,
        entity_parameter: Parameter,
        check: PairCheck<'_, Self>,
    ) -> Result<JointChoice> {
        // Identical names are tried first: they decide nearly every call.
        let mut entities = self.same_name(asked)?;
        let mut best = self.search_pairs(relations, &entities, check)?;
        let poor = |best: &Option<FoundPair>| best.as_ref().is_none_or(|b| b.score < 0.9);
        if poor(&best) {
            entities = self.entity_candidates(asked)?;
            entities.retain(|c| c.score >= FLOOR_ENTITY);
            if let Some(wider) = self.search_pairs(relations, &entities, check)?
                && best.as_ref().is_none_or(|b| wider.score > b.score)
            {
                best = Some(wider);
            }
        }
        let Some(found) = best else {
            if entities.is_empty() {
                let all = self.entity_candidates(asked)?;
                let shown = vec![best_of(parameter, relation, relations.to_vec())];
                return Ok(Err((self.no_such_name(entity_parameter, asked, &all)?, shown)));
            }
            let shown = vec![
                best_of(parameter, relation, relations.to_vec()),
                best_of(entity_parameter, asked, entities.clone()),
            ];
            let what =
                format!("no fact connects {} with {}", quote(&relations[0].text), quote(&entities[0].text));
            return Ok(Err((Miss::NoSuchFact { what, hint: None }, shown)));
        };
        let groundings = vec![
            grounding(parameter, relation, relations.to_vec(), |c| found.relations.contains(&c.node)),
            grounding(entity_parameter, asked, entities.clone(), |c| found.entities.contains(&c.node)),
        ];
        Ok(Ok(Pair {
            relation: groundings[0].chosen.clone(),
            entity: groundings[1].chosen.clone(),
            reach: found.reach,
            groundings,
        }))
    }

    fn search_pairs(
        &self,
        relations: &[NodeCandidate],
        entities: &[NodeCandidate],
        check: PairCheck<'_, Self>,
    ) -> Result<Option<FoundPair>> {
        let mut best: Option<FoundPair> = None;
        for relation in relations {
            for entity in entities {
                let score = relation.score * entity.score;
                let enough = best.as_ref().is_none_or(|b| score >= b.score);
                if !enough {
                    continue;
                }
                let Some(reach) = check(self, relation.node, entity.node)? else { continue };
                match &mut best {
                    // Pairs with equal scores are chosen together: any of them may be meant.
                    Some(b) if b.score == score && b.reach == reach => {
                        if !b.relations.contains(&relation.node) {
                            b.relations.push(relation.node);
                        }
                        if !b.entities.contains(&entity.node) {
                            b.entities.push(entity.node);
                        }
                    }
                    Some(b) if b.score == score && b.reach == Reach::Direct => {}
                    _ => {
                        best = Some(FoundPair {
                            score,
                            reach,
                            relations: vec![relation.node],
                            entities: vec![entity.node],
                        })
                    }
                }
            }
        }
        Ok(best)
    }
}

/// Grounds each pair of a list of relations and a list of heads or tails on its own, and joins the results.
/// Pairs whose reach differs from that of the first are left out, because one call has only one; a `Direct`
/// pair replaces others.
pub(super) fn each_pair(
    relation: &[String],
    other: &Slot,
    ground: impl Fn(&[String], &Slot) -> Result<JointChoice>,
) -> Result<JointChoice> {
    let others: Vec<Slot> = match other {
        Slot::Names(names) if names.len() > 1 => {
            names.iter().map(|name| Slot::Names(vec![name.clone()])).collect()
        }
        other => vec![other.clone()],
    };
    if relation.len() < 2 && others.len() < 2 {
        return ground(relation, other);
    }
    let mut joined: Option<Pair> = None;
    let mut missed = None;
    for relation in relation {
        for other in &others {
            match (ground(std::slice::from_ref(relation), other)?, &mut joined) {
                (Ok(pair), None) => joined = Some(pair),
                (Ok(pair), Some(joined)) if pair.reach == joined.reach => {
                    joined.relation.extend(pair.relation);
                    joined.entity.extend(pair.entity);
                    let new = pair
                        .groundings
                        .into_iter()
                        .filter(|g| !joined.groundings.contains(g))
                        .collect::<Vec<_>>();
                    joined.groundings.extend(new);
                }
                // An entity that is itself a head takes precedence over one that is a cell.
                (Ok(pair), Some(joined)) if pair.reach == Reach::Direct => *joined = pair,
                (Ok(_), Some(_)) => {}
                (Err(miss), _) => missed = missed.or(Some(miss)),
            }
        }
    }
    let Some(mut joined) = joined else {
        return match missed {
            Some(missed) => Ok(Err(missed)),
            None => ground(relation, other),
        };
    };
    for candidates in [&mut joined.relation, &mut joined.entity] {
        let mut seen = HashSet::new();
        candidates.retain(|c| seen.insert(c.node));
    }
    Ok(Ok(joined))
}
