//! Values of settings as they are typed. An error says what was expected and what was found.

use std::time::Duration;

/// An http or https address.
pub(super) fn url(text: &str) -> Result<String, String> {
    let good =
        reqwest::Url::parse(text).is_ok_and(|u| ["http", "https"].contains(&u.scheme()) && u.has_host());
    if good { Ok(text.to_owned()) } else { Err(format!("expected an http or https address, found `{text}`")) }
}

/// A sampling temperature; `none` leaves it to the server.
pub(super) fn temperature(text: &str) -> Result<Option<f32>, String> {
    if text == "none" {
        return Ok(None);
    }
    match text.parse::<f32>() {
        Ok(value) if (0.0..=2.0).contains(&value) => Ok(Some(value)),
        _ => Err(format!("expected a number from 0 to 2, or `none`, found `{text}`")),
    }
}

/// A number of tokens; `none` leaves it to the server.
pub(super) fn tokens(text: &str) -> Result<Option<u32>, String> {
    match text.parse::<u32>() {
        _ if text == "none" => Ok(None),
        Ok(value) if value > 0 => Ok(Some(value)),
        _ => Err(format!("expected a number of tokens, or `none`, found `{text}`")),
    }
}

/// A whole number between two bounds.
pub(super) fn number(text: &str, least: usize, most: usize) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        _ => Err(format!("expected a whole number from {least} to {most}, found `{text}`")),
    }
}

/// A time in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= 86_400.0 => Ok(Duration::from_secs_f64(value)),
        _ => Err(format!("expected a number of seconds up to a day, found `{text}`")),
    }
}
