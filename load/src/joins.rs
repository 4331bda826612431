//! Foreign keys as joins, for every kind of database.
//!
//! Next to the key a column is added with the name of the referenced row, so that a row with `customer_id` 7
//! has the `customer` Ada Finch. A question about a customer's orders then needs no numbers.

/// Columns that name a row, best first.
const NAMES: [&str; 8] =
    ["name", "title", "label", "full_name", "fullname", "display_name", "description", "code"];

/// A column of a table, with the properties that joins need.
#[derive(Clone, Debug)]
pub(super) struct KeyColumn {
    pub(super) name: String,
    pub(super) is_text: bool,
    /// It is the primary key, or a part of it.
    pub(super) in_key: bool,
}

/// A foreign key of one column.
pub(super) struct ForeignKey<'t> {
    pub(super) from: String,
    /// The referenced table: its name, its quoted form in a query, and its columns.
    pub(super) table: String,
    pub(super) quoted: String,
    pub(super) columns: &'t [KeyColumn],
    /// The referenced column; `None` means the primary key.
    pub(super) to: Option<String>,
}

/// A column that is added from a referenced row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ForeignKeyJoin {
    /// The column with the key, the referenced table and its key.
    from: String,
    table: String,
    quoted: String,
    to: String,
    /// The column of the referenced table that names a row, and the name of the added column.
    label: String,
    name: String,
}

impl ForeignKeyJoin {
    /// A remark about it, as a full sentence.
    pub(super) fn note(&self) -> String {
        format!(
            "The foreign key `{}` is followed: `{}` is the `{}` of the row of `{}` with this `{}`.",
            self.from, self.name, self.label, self.table, self.to
        )
    }

    /// The name of the added column.
    #[cfg(feature = "databases")]
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The added column as an expression in a query in which the table has the alias `t`. It is a subquery
    /// and not a join, because a key that occurs twice must not duplicate a row.
    pub(super) fn sql(&self, quote: fn(&str) -> String) -> String {
        format!(
            "(SELECT o.{} FROM {} o WHERE o.{} = t.{} LIMIT 1) AS {}",
            quote(&self.label),
            self.quoted,
            quote(&self.to),
            quote(&self.from),
            quote(&self.name)
        )
    }
}

/// The foreign keys of a table that can be followed: those that refer to the primary key of a table with a
/// column that names its rows.
pub(super) fn follow(own: &[KeyColumn], keys: Vec<ForeignKey<'_>>) -> Vec<ForeignKeyJoin> {
    let mut taken: Vec<String> = own.iter().map(|column| column.name.to_lowercase()).collect();
    let mut joins = Vec::new();
    for ForeignKey { from, table, quoted, columns, to } in keys {
        let mut primary = columns.iter().filter(|column| column.in_key);
        let (Some(key), None) = (primary.next(), primary.next()) else { continue };
        if to.is_some_and(|to| !to.eq_ignore_ascii_case(&key.name)) {
            continue;
        }
        let Some(label) = label(columns, &key.name) else { continue };
        let plain = stem(&from).unwrap_or(&table).to_owned();
        let free = [plain, format!("{table} {label}")]
            .into_iter()
            .find(|name| !taken.contains(&name.to_lowercase()));
        let Some(name) = free else { continue };
        taken.push(name.to_lowercase());
        joins.push(ForeignKeyJoin { from, table, quoted, to: key.name.clone(), label, name });
    }
    joins
}

/// The column that names a row.
fn label(columns: &[KeyColumn], key: &str) -> Option<String> {
    let text = |column: &&KeyColumn| column.name != key && column.is_text;
    let called = NAMES.iter().find_map(|name| columns.iter().find(|c| c.name.eq_ignore_ascii_case(name)));
    let own = || columns.iter().filter(text).find(|c| c.name.to_lowercase().contains("name"));
    called.or_else(own).or_else(|| columns.iter().find(text)).map(|column| column.name.clone())
}

/// `customer` of `customer_id`.
fn stem(key: &str) -> Option<&str> {
    let cut = ["_id", " id", "_ID", "Id", "ID", "_fk", "_key", "_no"];
    cut.iter().find_map(|end| key.strip_suffix(end)).filter(|stem| !stem.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_called_after_what_it_names() {
        for (key, expected) in
            [("customer_id", Some("customer")), ("customerId", Some("customer")), ("id", None)]
        {
            assert_eq!(stem(key), expected);
        }
        assert_eq!(stem("_id"), None);
    }
}
