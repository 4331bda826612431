//! How a connection is made: encrypted where the feature `tls` is on and the address wants it.

use std::future::Future;
use std::pin::Pin;

use tokio_postgres::{Client, Config, Error};

type Carrier = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Connects; the second part carries what is said and must run for as long as the connection.
#[cfg(not(feature = "tls"))]
pub(crate) async fn connect(config: &Config) -> Result<(Client, Carrier), Error> {
    let (client, connection) = config.connect(tokio_postgres::NoTls).await?;
    Ok((client, Box::pin(async { drop(connection.await) })))
}

/// The same over TLS, unless `sslmode=disable` says otherwise.
#[cfg(feature = "tls")]
pub(crate) async fn connect(config: &Config) -> Result<(Client, Carrier), Error> {
    let (client, connection) = config.connect(encrypted::Rustls).await?;
    Ok((client, Box::pin(async { drop(connection.await) })))
}

#[cfg(feature = "tls")]
mod encrypted {
    //! rustls as the client library wants it. The server must have a certificate that the
    //! system trusts and that names the host; there is no way to look away.

    use std::future::Future;
    use std::io;
    use std::pin::Pin;
    use std::sync::{Arc, OnceLock};
    use std::task::{Context, Poll};

    use rustls::pki_types::ServerName;
    use rustls::{ClientConfig, RootCertStore};
    use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
    use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect};
    use tokio_rustls::TlsConnector;
    use tokio_rustls::client::TlsStream;

    #[derive(Clone)]
    pub(super) struct Rustls;

    type Socket = tokio_postgres::Socket;

    fn settings() -> io::Result<Arc<ClientConfig>> {
        static SETTINGS: OnceLock<Arc<ClientConfig>> = OnceLock::new();
        if let Some(known) = SETTINGS.get() {
            return Ok(known.clone());
        }
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let made = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(SETTINGS.get_or_init(|| Arc::new(made)).clone())
    }

    impl MakeTlsConnect<Socket> for Rustls {
        type Stream = Encrypted;
        type TlsConnect = ToHost;
        type Error = io::Error;

        fn make_tls_connect(&mut self, host: &str) -> io::Result<ToHost> {
            // A socket in a folder has no name; it is never encrypted.
            let name = ServerName::try_from(host.to_owned()).ok();
            Ok(ToHost { name, connector: TlsConnector::from(settings()?) })
        }
    }

    pub(super) struct ToHost {
        name: Option<ServerName<'static>>,
        connector: TlsConnector,
    }

    impl TlsConnect<Socket> for ToHost {
        type Stream = Encrypted;
        type Error = io::Error;
        type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted>> + Send>>;

        fn connect(self, socket: Socket) -> Self::Future {
            Box::pin(async move {
                let name = self.name.ok_or_else(|| io::Error::other("the host has no name for TLS"))?;
                Ok(Encrypted(self.connector.connect(name, socket).await?))
            })
        }
    }

    pub(super) struct Encrypted(TlsStream<Socket>);

    impl AsyncRead for Encrypted {
        fn poll_read(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            Pin::new(&mut self.0).poll_read(context, buffer)
        }
    }

    impl AsyncWrite for Encrypted {
        fn poll_write(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            Pin::new(&mut self.0).poll_write(context, bytes)
        }
        fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
            Pin::new(&mut self.0).poll_flush(context)
        }
        fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
            Pin::new(&mut self.0).poll_shutdown(context)
        }
    }

    impl tokio_postgres::tls::TlsStream for Encrypted {
        fn channel_binding(&self) -> ChannelBinding {
            ChannelBinding::none()
        }
    }
}
