//! The Hugging Face hub over HTTPS. Nothing is sent but the requests for the files.

use super::{FetchProgress, LARGEST_FILE, OnFetchProgress};
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use trustuqa_encoder::FILES;

/// A machine without a way to the hub should learn it soon: there is another source.
const CONNECT: Duration = Duration::from_secs(5);

/// The longest silence in the middle of a download.
const READ: Duration = Duration::from_secs(30);

/// Progress is reported each time this many bytes have arrived.
const STEP: u64 = 1 << 20;

/// Downloads the files into `to`. The error is one line for the user.
pub(super) async fn download(hub: &str, to: &Path, progress: OnFetchProgress<'_>) -> Result<(), String> {
    let client =
        crate::http::client().connect_timeout(CONNECT).read_timeout(READ).build().map_err(|e| reason(&e))?;
    for file in FILES {
        let url = format!("{hub}/sentence-transformers/all-MiniLM-L6-v2/resolve/main/{file}");
        one(&client, &url, file, to, progress).await.map_err(|e| format!("{file}: {e}"))?;
    }
    Ok(())
}

async fn one(
    client: &reqwest::Client,
    url: &str,
    file: &'static str,
    to: &Path,
    progress: OnFetchProgress<'_>,
) -> Result<(), String> {
    let mut response = client.get(url).send().await.map_err(|e| reason(&e))?;
    if !response.status().is_success() {
        return Err(format!("the server answered {}", response.status()));
    }
    let total = response.content_length();
    let mut out = std::fs::File::create(to.join(file)).map_err(|e| e.to_string())?;
    let (mut done, mut reported) = (0, 0);
    while let Some(bytes) = response.chunk().await.map_err(|e| reason(&e))? {
        done += bytes.len() as u64;
        if done > LARGEST_FILE {
            return Err("the file is far larger than the model's".into());
        }
        out.write_all(&bytes).map_err(|e| e.to_string())?;
        if done - reported >= STEP {
            reported = done;
            progress(FetchProgress::Bytes { file, done, total });
        }
    }
    progress(FetchProgress::Bytes { file, done, total });
    Ok(())
}

/// reqwest's message alone says "error sending request"; the cause is at the end of the chain.
fn reason(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    match (error.is_connect(), error.is_timeout()) {
        (true, _) => format!("cannot connect ({cause})"),
        (_, true) => format!("no answer in time ({cause})"),
        _ => cause.to_string(),
    }
}
