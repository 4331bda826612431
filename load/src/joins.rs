//! Foreign keys as joins, for every kind of database.
//!
//! Beside the key is a column with what the other table's row is called, so that `customer_id` 7
//! has a `customer` Ada Finch, whose row has the same name. Who asks for a customer's orders need
//! not know the numbers.

/// Columns that say what a row is called, best first.
const NAMES: [&str; 8] =
    ["name", "title", "label", "full_name", "fullname", "display_name", "description", "code"];

/// A column of a table, as far as joins look at it.
#[derive(Clone, Debug)]
pub(super) struct KeyColumn {
    pub(super) name: String,
    pub(super) is_text: bool,
    /// It is the primary key, or part of it.
    pub(super) in_key: bool,
}

/// A foreign key of one column.
pub(super) struct ForeignKey<'t> {
    pub(super) from: String,
    /// The other table: its name, how it is written in a query, and its columns.
    pub(super) table: String,
    pub(super) quoted: String,
    pub(super) columns: &'t [KeyColumn],
    /// The column that it points to; the primary key when it names none.
    pub(super) to: Option<String>,
}

/// A column that another table's row gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ForeignKeyJoin {
    /// The column that has the key, the other table and its key.
    from: String,
    table: String,
    quoted: String,
    to: String,
    /// The column of the other table that says what a row is called, and its name here.
    label: String,
    name: String,
}

impl ForeignKeyJoin {
    /// What is said of it, as a full sentence.
    pub(super) fn note(&self) -> String {
        format!(
            "The foreign key `{}` is followed: `{}` is the `{}` of the row of `{}` with this `{}`.",
            self.from, self.name, self.label, self.table, self.to
        )
    }

    /// The name of the column that it adds.
    #[cfg(feature = "databases")]
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// It as a column of a query in which the table is called `t`. Not a join of the database: a
    /// key that is there twice must not double a row.
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

/// The foreign keys of a table that can be followed: to the primary key of a table whose rows are
/// called something.
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

/// The column that says what a row is called.
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
