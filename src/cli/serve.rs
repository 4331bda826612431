//! `trustuqa serve`.

use std::net::SocketAddr;

use super::args::ServeArgs;
use super::print;
use crate::config::{Settings, process_env};
use crate::serve::{self, ADDRESS, ServeOptions};
use crate::session::SessionError;
use crate::sharing::Shared;
use crate::writer::llm::Secret;

/// The environment variable with the token.
const TOKEN: &str = "TRUSTUQA_TOKEN";

/// `trustuqa serve`
pub fn serve(settings: Settings, command: ServeArgs) -> Result<u8, SessionError> {
    let http = match (command.http, command.mcp) {
        (Some(address), _) => Some(address.unwrap_or(ADDRESS)),
        (None, true) => None,
        (None, false) => Some(ADDRESS),
    };
    if let Some(folder) = command.allow_load.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(SessionError::usage(
            format!("{} is not a folder", folder.display()),
            "name the folder whose files may be loaded",
        ));
    }
    let options = ServeOptions {
        http,
        stdio: command.mcp,
        token: token(&command)?,
        hosts: command.host,
        load_from: command.allow_load,
        allow_answers: command.allow_answers,
        ..ServeOptions::default()
    };
    let shared = Shared::open(settings, options.load_from.is_some())?;
    serve::run(shared, options, |address: SocketAddr| {
        print::note(&format!(
            "http://{address}/ answers until this program is ended; /openapi.json describes it"
        ));
    })?;
    Ok(0)
}

/// The token from its file, else from the environment. No flag has it: a command line is
/// visible to other users of the machine.
fn token(command: &ServeArgs) -> Result<Option<Secret>, SessionError> {
    let text = match &command.token_file {
        None => process_env(TOKEN),
        Some(file) => Some(std::fs::read_to_string(file).map_err(|error| {
            SessionError::usage(
                format!("{}: the token cannot be read: {error}", file.display()),
                "name a file that has only the token in it",
            )
        })?),
    };
    Ok(text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).map(Secret::new))
}
