//! What every HTTP client of the program begins with.

/// A builder of clients that speak TLS with ring and say which program they are of.
pub fn client() -> reqwest::ClientBuilder {
    // An error says that one is installed already, which is as good.
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
