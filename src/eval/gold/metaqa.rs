//! MetaQA's question types, such as `movie_to_actor_to_movie`, as queries: a path over
//! the film graph. The topic is taken out of the set that the second step reaches, as the
//! makers of the set did: "films with the same actors" does not mean the film itself.

use trustuqa_engine::query::Function;
use trustuqa_engine::query::llm::{GetInformation, Term};

use super::draft::{Draft, equal, name};
use crate::eval::{GoldQuery, Hints};

/// The relation between a film and another thing, with the words of a step.
fn relation(thing: &str) -> Option<(&'static str, &'static str)> {
    Some(match thing {
        "director" => ("directed_by", "directors"),
        "writer" => ("written_by", "writers"),
        "actor" => ("starred_actors", "actors"),
        "year" => ("release_year", "years"),
        "genre" => ("has_genre", "genres"),
        "language" => ("in_language", "languages"),
        "tag" | "tags" => ("has_tags", "tags"),
        "imdbrating" => ("has_imdb_rating", "ratings"),
        "imdbvotes" => ("has_imdb_votes", "votes"),
        _ => return None,
    })
}

/// The query for a question type from `topic`.
pub fn query(kind: &str, topic: &str) -> GoldQuery {
    let stations: Vec<&str> = kind.split("_to_").collect();
    let Some(pairs) = stations.get(1..).filter(|rest| !rest.is_empty()) else {
        return GoldQuery::Impossible(format!("`{kind}` is not a path such as `movie_to_actor`"));
    };
    let mut draft = Draft::default();
    let mut at: Option<Term> = None;
    for (step, (from, to)) in stations.iter().zip(pairs).enumerate() {
        let here = at.take().unwrap_or_else(|| Term::Names(vec![topic.to_owned()]));
        let info = match (relation(to), relation(from)) {
            (Some((relation, _)), None) if *from == "movie" => {
                GetInformation { head: Some(here), relation: name(relation), ..Default::default() }
            }
            (None, Some((relation, _))) if *to == "movie" => {
                let mut tail = equal(topic);
                if let Some(constraint) = &mut tail {
                    constraint.term = here;
                }
                GetInformation { relation: name(relation), tail, ..Default::default() }
            }
            _ => return GoldQuery::Impossible(format!("no relation leads from `{from}` to `{to}`")),
        };
        let what = relation(to).map_or("films", |(_, what)| what);
        let note =
            if step == 0 { format!("Find the {what} of {topic}") } else { format!("Find their {what}") };
        let mut found = draft.get(note, info);
        if step == 1 {
            let without = vec![found, Term::Names(vec![topic.to_owned()])];
            found = draft.apply(format!("Leave out {topic}"), Function::SetDifference, without);
        }
        at = Some(found);
    }
    draft.query()
}

/// What the question type gives away.
pub fn hints(kind: &str, topic: &str) -> Hints {
    let mut relations: Vec<String> = Vec::new();
    for (relation, _) in kind.split("_to_").filter_map(relation) {
        if !relations.iter().any(|known| known == relation) {
            relations.push(relation.to_owned());
        }
    }
    Hints { relations, entities: vec![topic.to_owned()], question_type: Some(kind.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leaves_the_topic_out_after_two_steps() {
        let GoldQuery::Query(text) = query("movie_to_actor_to_movie_to_year", "Quill's Sea") else {
            panic!("a known path");
        };
        let calls: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("Query")).collect();
        assert_eq!(
            calls,
            [
                r#"1: "get_information(head_entity='Quill\'s Sea', relation='starred_actors')""#,
                r#"2: "get_information(relation='starred_actors', tail_entity='output_of_query1')""#,
                r#"3: "set_difference(set1='output_of_query2', set2='Quill\'s Sea')""#,
                r#"4: "get_information(head_entity='output_of_query3', relation='release_year')""#,
            ]
        );
        assert!(trustuqa_engine::query::parse(&text).is_ok());
    }

    #[test]
    fn an_unknown_path_is_told() {
        for kind in ["movie", "movie_to_studio", "actor_to_director", ""] {
            assert!(matches!(query(kind, "X"), GoldQuery::Impossible(_)), "{kind}");
        }
    }
}
