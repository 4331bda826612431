//! The address of a database: `postgres://me@localhost/shop`, or `postgres://me@localhost/shop:orders` for
//! one table of it.
//!
//! A password is used to connect and never kept: the address that is shown, stored with a source and read
//! back for a refresh has none.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::super::LoadError;

/// The kind of server at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseKind {
    Postgres,
    MySql,
}

/// The schemes of addresses.
const SCHEMES: [(&str, DatabaseKind); 4] = [
    ("postgres://", DatabaseKind::Postgres),
    ("postgresql://", DatabaseKind::Postgres),
    ("mysql://", DatabaseKind::MySql),
    ("mariadb://", DatabaseKind::MySql),
];

impl DatabaseKind {
    /// The name of the kind, for messages.
    #[cfg(feature = "databases")]
    pub(crate) fn name(self) -> &'static str {
        match self {
            DatabaseKind::Postgres => "PostgreSQL",
            DatabaseKind::MySql => "MySQL",
        }
    }

    /// The environment variable in which the programs of this database look for a password.
    pub(crate) fn variable(self) -> &'static str {
        match self {
            DatabaseKind::Postgres => "PGPASSWORD",
            DatabaseKind::MySql => "MYSQL_PWD",
        }
    }
}

/// Whether a path is the address of a database, or of a table of one.
#[must_use]
pub fn is_database(path: &Path) -> bool {
    path.to_str().is_some_and(|text| engine(text).is_some())
}

fn engine(text: &str) -> Option<(&'static str, DatabaseKind)> {
    let starts = |scheme: &str| text.get(..scheme.len()).is_some_and(|s| s.eq_ignore_ascii_case(scheme));
    SCHEMES.into_iter().find(|(scheme, _)| starts(scheme))
}

/// The address of a database.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct DatabaseAddress {
    pub(crate) engine: DatabaseKind,
    /// User, host and port; the user's name is percent-encoded as in the address.
    user: String,
    host: String,
    /// Name of the database as in the address, and the text after the question mark.
    database: String,
    options: String,
    password: Option<String>,
}

/// Without the password.
impl std::fmt::Debug for DatabaseAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.shown())
    }
}

impl DatabaseAddress {
    /// Parses an address, with an optional table name at its end.
    ///
    /// # Errors
    ///
    /// When the text is not the address of a database, or names no database.
    pub(crate) fn parse(path: &Path) -> Result<(DatabaseAddress, Option<String>), LoadError> {
        let text = path.to_string_lossy();
        let Some((scheme, engine)) = engine(&text) else {
            return Err(LoadError::new(path, None, "this is not the address of a database", FORM));
        };
        let rest = &text[scheme.len()..];
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, tail) = rest.split_at(end);
        let (login, host) = authority.rsplit_once('@').unwrap_or(("", authority));
        let (user, password) = match login.split_once(':') {
            Some((user, password)) => (user, Some(decoded(password).into_owned())),
            None => (login, None),
        };
        let (tail, table) = match tail.split_once(':') {
            Some((tail, table)) => (tail, Some(decoded(table).into_owned())),
            None => (tail, None),
        };
        let (database, options) = tail.split_once('?').unwrap_or((tail, ""));
        let (secret, options): (Vec<&str>, Vec<&str>) =
            options.split('&').filter(|o| !o.is_empty()).partition(|option| option.starts_with("password="));
        let secret = secret.first().and_then(|option| option.split_once('='));
        let address = DatabaseAddress {
            engine,
            user: user.to_owned(),
            host: host.to_owned(),
            database: database.trim_start_matches('/').to_owned(),
            options: options.join("&"),
            password: password.or_else(|| secret.map(|(_, word)| decoded(word).into_owned())),
        };
        if address.database.is_empty() {
            let shown = PathBuf::from(address.shown());
            return Err(LoadError::new(&shown, None, "this address names no database", FORM));
        }
        Ok((address, table.filter(|table| !table.is_empty())))
    }

    /// The address without a password.
    pub(crate) fn shown(&self) -> String {
        self.written(None)
    }

    /// The complete address, for drivers.
    pub(crate) fn whole(&self) -> String {
        self.written(self.password().as_deref())
    }

    fn written(&self, password: Option<&str>) -> String {
        let scheme = match self.engine {
            DatabaseKind::Postgres => "postgres://",
            DatabaseKind::MySql => "mysql://",
        };
        let mut text = format!("{scheme}{}", self.user);
        if let Some(password) = password {
            text.push_str(&format!(":{}", utf8_percent_encode(password, NON_ALPHANUMERIC)));
        }
        if !text.ends_with("//") {
            text.push('@');
        }
        text.push_str(&format!("{}/{}", self.host, self.database));
        if !self.options.is_empty() {
            text.push_str(&format!("?{}", self.options));
        }
        text
    }

    /// The name of the database.
    pub(crate) fn database(&self) -> Cow<'_, str> {
        decoded(&self.database)
    }

    /// Whether nobody can eavesdrop on the connection to the server.
    #[cfg(any(feature = "databases", test))]
    pub(crate) fn is_here(&self) -> bool {
        let host = match self.host.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => &self.host,
        };
        let host = decoded(host.trim_matches(['[', ']']));
        let option = |start: &str| self.options.split('&').any(|option| option.starts_with(start));
        let socket = option("host=/") || option("host=%2F") || !self.has_option("host");
        let loopback = host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
        (host.is_empty() && socket) || host.starts_with('/') || loopback || host == "localhost"
    }

    /// Whether an option is given.
    #[cfg(any(feature = "databases", test))]
    pub(crate) fn has_option(&self, name: &str) -> bool {
        self.options.split('&').any(|option| option.split('=').next() == Some(name))
    }

    /// The password, from the address, the environment variable or the password file.
    fn password(&self) -> Option<String> {
        let set = || std::env::var(self.engine.variable()).ok().filter(|word| !word.is_empty());
        self.password.clone().or_else(set).or_else(|| self.kept_password())
    }

    /// The password for this address in `~/.pgpass`.
    fn kept_password(&self) -> Option<String> {
        if self.engine != DatabaseKind::Postgres {
            return None;
        }
        let named = std::env::var_os("PGPASSFILE").map(PathBuf::from);
        let file = named.or_else(|| Some(std::env::home_dir()?.join(".pgpass")))?;
        let host = decoded(&self.host);
        let (host, port) = host.rsplit_once(':').unwrap_or((&host, "5432"));
        let host = if host.is_empty() { "localhost" } else { host };
        let (user, database) = (decoded(&self.user), self.database());
        let text = std::fs::read_to_string(file).ok()?;
        text.lines().find_map(|line| of_line(line, [host, port, &database, &user]))
    }
}

/// The password of a line `host:port:database:user:password` if it matches this address.
fn of_line(line: &str, wanted: [&str; 4]) -> Option<String> {
    let mut fields: Vec<String> = Vec::new();
    let mut field = String::new();
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => field.extend(characters.next()),
            ':' if fields.len() < wanted.len() => fields.push(std::mem::take(&mut field)),
            c => field.push(c),
        }
    }
    let fits = fields.len() == wanted.len()
        && fields.iter().zip(wanted).all(|(own, wanted)| own == "*" || own == wanted);
    fits.then_some(field)
}

/// Hint on how to write an address.
const FORM: &str = "write it as postgres://USER@HOST/DATABASE or mysql://USER@HOST/DATABASE";

fn decoded(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

/// The address of a table of a database, as a path to load.
#[must_use]
pub fn table_of(database: &Path, table: &str) -> PathBuf {
    let mut path = OsString::from(database);
    path.push(format!(":{}", table.replace('%', "%25")));
    PathBuf::from(path)
}

/// The address of the database and the table that a source was loaded from; `None` for a file.
#[must_use]
pub fn database_of(stored: &str) -> Option<(PathBuf, String)> {
    let (address, table) = DatabaseAddress::parse(Path::new(stored)).ok()?;
    Some((PathBuf::from(address.shown()), table?))
}

/// The address with the password that this process knows, to pass it on to another process; other paths are
/// returned unchanged.
#[must_use]
pub fn with_password(path: &Path) -> PathBuf {
    match DatabaseAddress::parse(path) {
        Ok((address, None)) => PathBuf::from(address.whole()),
        Ok((address, Some(table))) => table_of(Path::new(&address.whole()), &table),
        Err(_) => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (DatabaseAddress, Option<String>) {
        DatabaseAddress::parse(Path::new(text)).unwrap()
    }

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (text, shown, table) in [
            ("postgres://me:se%3Acret@db.example:5433/shop", "postgres://me@db.example:5433/shop", None),
            ("postgresql://localhost/shop:sales.orders", "postgres://localhost/shop", Some("sales.orders")),
            ("mariadb://me@[::1]:3307/shop?a=1:a%25b:c", "mysql://me@[::1]:3307/shop?a=1", Some("a%b:c")),
            ("postgres:///shop?host=/run/pg&password=x", "postgres:///shop?host=/run/pg", None),
        ] {
            let (address, found) = parse(text);
            assert_eq!((address.shown().as_str(), found.as_deref()), (shown, table), "{text}");
            assert_eq!(format!("{address:?}"), shown);
        }
        assert_eq!(parse("postgres://me:a%40b@h/d").0.whole(), "postgres://me:a%40b@h/d");
        assert_eq!(parse("postgres:///d?password=x").0.password, Some("x".to_owned()));
    }

    #[test]
    fn a_source_leads_back_to_its_database_and_table() {
        let (database, table) = (Path::new("mysql://me@h/shop"), "odd:na%me");
        let stored = table_of(database, table);
        assert_eq!(database_of(&stored.to_string_lossy()), Some((database.to_owned(), table.to_owned())));
        for other in ["/data/shop.csv", "C:\\x.csv", "mysql://me@h/shop", "postgres://", "http://x/y:z"] {
            assert_eq!(database_of(other), None, "{other}");
        }
    }

    #[test]
    fn what_names_no_database_is_an_error() {
        for text in ["postgres://", "mysql://me:secret@localhost", "postgres:///?host=/run"] {
            let error = DatabaseAddress::parse(Path::new(text)).unwrap_err().to_string();
            assert!(error.contains("names no database") && !error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn only_what_is_near_needs_no_encryption() {
        for near in ["localhost/d", "127.0.0.1:5432/d", "[::1]/d", "%2Frun%2Fpg/d", "/d?host=/run/pg", "/d"] {
            assert!(parse(&format!("postgres://me@{near}")).0.is_here(), "{near}");
        }
        for far in ["db.example/d", "10.0.0.7:5432/d", "localhost.example/d", "/d?host=db"] {
            assert!(!parse(&format!("postgres://me@{far}")).0.is_here(), "{far}");
        }
    }

    #[test]
    fn kept_passwords_are_found_by_their_address() {
        let wanted = ["localhost", "5432", "shop", "me"];
        assert_eq!(of_line(r"localhost:5432:shop:me:pass\:word", wanted).as_deref(), Some("pass:word"));
        assert_eq!(of_line("*:*:*:me:a:b", wanted).as_deref(), Some("a:b"));
        for line in ["", "# note", "localhost:5433:shop:me:x", "localhost:5432:shop:you:x"] {
            assert_eq!(of_line(line, wanted), None, "{line}");
        }
    }
}
