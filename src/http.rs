//! What every HTTP client of the program starts from.

/// A builder of clients that speak TLS with ring and name this program as their user agent.
pub fn client() -> reqwest::ClientBuilder {
    // It fails when a provider is installed already, which does as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().user_agent(concat!("trustuqa/", env!("CARGO_PKG_VERSION")))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_client_can_be_built_more_than_once() {
        for _ in 0..2 {
            assert!(super::client().build().is_ok());
        }
    }
}
