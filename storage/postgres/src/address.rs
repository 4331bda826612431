//! The address of a graph: `postgres://user@host:port/database?graph=schema`.

use std::str::FromStr;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::Host;

use crate::Error;

/// The default schema, for an address that names none.
const SCHEMA: &str = "trustuqa";
/// The maximum length of a name in PostgreSQL; longer ones are truncated.
const LONGEST: usize = 63;

/// The address of a graph: a server, a database on it, and a schema in that.
#[derive(Clone, Debug)]
pub struct GraphAddress {
    pub(crate) config: Config,
    pub(crate) schema: String,
}

impl GraphAddress {
    /// Whether a text is the address of a graph on a database server.
    pub fn is_one(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// The schema of the graph.
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// Host and port, for messages.
    pub fn server(&self) -> String {
        let ports = self.config.get_ports();
        let port = |at: usize| ports.get(at).or(ports.first()).copied().unwrap_or(5432);
        let hosts = self.config.get_hosts().iter().enumerate().map(|(at, host)| match host {
            Host::Tcp(name) => format!("{name}:{}", port(at)),
            #[cfg(unix)]
            Host::Unix(folder) => format!("{}:{}", folder.display(), port(at)),
        });
        hosts.collect::<Vec<_>>().join(", ")
    }
}

/// The address without its password, for messages.
pub fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (place, query) = rest.split_once('?').map_or((rest, None), |(place, query)| (place, Some(query)));
    let place = match place.rsplit_once('@') {
        Some((user, host)) => format!("{}@{host}", user.split(':').next().unwrap_or_default()),
        None => place.to_owned(),
    };
    let shown = query.map(|query| {
        let parts = query.split('&').filter(|part| !part.starts_with("password="));
        parts.collect::<Vec<_>>().join("&")
    });
    match shown.filter(|query| !query.is_empty()) {
        Some(query) => format!("{scheme}://{place}?{query}"),
        None => format!("{scheme}://{place}"),
    }
}

impl FromStr for GraphAddress {
    type Err = Error;

    /// Parses an address. The password may come from the environment variable `PGPASSWORD`.
    fn from_str(text: &str) -> Result<GraphAddress, Error> {
        let wrong = |what: String| Error::Address { address: without_password(text), what };
        let (place, query) = text.split_once('?').unwrap_or((text, ""));
        let mut schema = SCHEMA.to_owned();
        let mut rest = Vec::new();
        for part in query.split('&').filter(|part| !part.is_empty()) {
            match part.strip_prefix("graph=") {
                Some(name) => {
                    schema = percent_decode_str(name)
                        .decode_utf8()
                        .map_err(|_| wrong("the name of the graph is not text".to_owned()))?
                        .into_owned();
                }
                None => rest.push(part),
            }
        }
        if schema.is_empty() || schema.len() > LONGEST || schema.contains('\0') || schema.starts_with("pg_") {
            return Err(wrong(format!(
                "the name of a graph has 1 to {LONGEST} bytes and does not begin with `pg_`"
            )));
        }
        let plain = match rest.is_empty() {
            true => place.to_owned(),
            false => format!("{place}?{}", rest.join("&")),
        };
        let mut config: Config =
            plain.parse().map_err(|error: tokio_postgres::Error| wrong(crate::error::with_causes(&error)))?;
        if config.get_hosts().is_empty() {
            config.host("localhost");
        }
        if config.get_user().is_none() {
            return Err(wrong("it names no user".to_owned()));
        }
        if config.get_password().is_none()
            && let Ok(password) = std::env::var("PGPASSWORD")
        {
            config.password(password);
        }
        if config.get_application_name().is_none() {
            config.application_name("trustuqa");
        }
        Ok(GraphAddress { config, schema })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_server_database_and_schema() {
        let address: GraphAddress = "postgres://ann@db.example:6000/team?graph=films".parse().unwrap();
        assert_eq!((address.schema(), address.server().as_str()), ("films", "db.example:6000"));
        assert_eq!(address.config.get_dbname(), Some("team"));
        let address: GraphAddress = "postgresql://ann@%2Frun%2Fpg/team?connect_timeout=3".parse().unwrap();
        assert_eq!((address.schema(), address.server().as_str()), ("trustuqa", "/run/pg:5432"));
    }

    #[test]
    fn what_is_no_address_is_told_without_its_password() {
        for text in [
            "postgres://ann:secret@db:port/x",
            "postgres://ann:secret@db/x?graph=",
            "postgres://db/x?password=secret",
            "postgres://ann:secret@db/x?graph=pg_catalog",
        ] {
            let error = text.parse::<GraphAddress>().unwrap_err().to_string();
            assert!(!error.contains("secret") && error.contains("postgres://"), "{error}");
        }
    }
}
