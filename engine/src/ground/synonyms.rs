//! Words that head columns of the same kind. Only where no relation is like a name by
//! its letters, and no sentence encoder is there to tell what it means.

const GROUPS: &[&[&str]] = &[
    &["country", "nation", "nationality", "nationalities", "noc", "team nation"],
    &[
        "name",
        "player",
        "athlete",
        "driver",
        "person",
        "rider",
        "skater",
        "swimmer",
        "cyclist",
        "competitor",
        "candidate",
        "artist",
        "contestant",
    ],
    &["team", "club", "school", "constructor", "squad", "nation"],
    &["year", "season", "date", "years", "edition"],
    &["location", "venue", "place", "city", "site", "town", "stadium", "ground", "surface"],
    &["title", "song", "album", "film", "single", "track", "movie", "show", "work", "book"],
    &["position", "rank", "pos", "place", "standing", "finish", "result"],
    &["score", "result", "results", "final score", "outcome"],
    &["opponent", "opposition", "against", "opponents", "rival"],
    &["genre", "type", "format", "kind", "category", "class"],
    &["winner", "champion", "winners", "winning team", "champions"],
    &["length", "duration", "time", "running time"],
    &["party", "affiliation", "political party"],
    &["position", "title", "office", "role", "post", "area represented"],
    &["total votes", "votes", "total"],
    &["event", "competition", "tournament", "race"],
];

/// Whether two names, folded, are used for columns of the same kind.
pub fn related(asked: &str, name: &str) -> bool {
    let holds = |group: &&[&str], text: &str| {
        group.contains(&text) || text.strip_suffix('s').is_some_and(|t| group.contains(&t))
    };
    GROUPS.iter().any(|group| holds(group, asked) && holds(group, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_one_kind_are_related() {
        assert!(related("country", "nation"));
        assert!(related("teams", "club"));
        assert!(!related("country", "club"));
    }
}
