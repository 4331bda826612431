//! Opens connections: encrypted if the feature `tls` is on and the address asks for it.

use std::future::Future;
use std::pin::Pin;

use tokio_postgres::{Client, Config};

/// A future that sends and receives for a connection when it is polled.
pub(crate) type Driver = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Exempts the connection from tokio's task budget: the caller may be a task of some runtime that blocks
/// here. Its budget, after which tokio makes futures yield, would run out in the middle of an answer and is
/// not renewed until the wait is over.
fn driver(connection: impl Future + Send + 'static) -> Driver {
    Box::pin(tokio::task::unconstrained(async { drop(connection.await) }))
}

/// Why a connection could not be opened.
pub(crate) type TlsError = Box<dyn std::error::Error + Send + Sync>;

/// Connects. The second part drives the connection and must be polled while it is used.
#[cfg(not(feature = "tls"))]
pub(crate) async fn connect(config: &Config) -> Result<(Client, Driver), TlsError> {
    let (client, connection) = config.connect(tokio_postgres::NoTls).await?;
    Ok((client, driver(connection)))
}

/// Connects over TLS if the server supports it, or as the `sslmode` of the address says.
#[cfg(feature = "tls")]
pub(crate) async fn connect(config: &Config) -> Result<(Client, Driver), TlsError> {
    let (client, connection) = config.connect(encrypted()?).await?;
    Ok((client, driver(connection)))
}

/// The server must have a certificate that the system trusts and that names the host; this cannot be switched
/// off.
#[cfg(feature = "tls")]
fn encrypted() -> Result<tokio_postgres_rustls::MakeRustlsConnect, rustls::Error> {
    use std::sync::{Arc, OnceLock};
    use tokio_postgres_rustls::MakeRustlsConnect;

    static KNOWN: OnceLock<MakeRustlsConnect> = OnceLock::new();
    if let Some(known) = KNOWN.get() {
        return Ok(known.clone());
    }
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let settings = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(KNOWN.get_or_init(|| MakeRustlsConnect::new(settings)).clone())
}
