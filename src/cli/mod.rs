//! The command line: flags become settings, commands become calls of a session.
//! Data goes to stdout, narration to stderr. Exit codes: 0 answered, 1 no answer
//! found, 2 bad usage or input, 3 environment, 130 stopped by Ctrl-C.

mod args;
mod commands;
mod data;
mod demo;
mod doctor;
mod eval;
mod generate;
mod print;
mod questions;
#[cfg(feature = "serve")]
mod serve;
mod sessions;
mod upkeep;

#[cfg(feature = "serve")]
pub(crate) use commands::stage_text;
#[cfg(feature = "serve")]
pub(crate) use print::harmless;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Args, Command, ConfigCommand};

use crate::config::{Locations, Settings, config_file, process_env};
use crate::session::SessionError;

/// Exit code when nothing was found.
const NOT_FOUND: u8 = 1;

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    // The store turns panics of its database on damaged files into errors; only
    // panics that nobody catches are reported.
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !trustuqa_storage::panic_is_caught() {
            report(info);
        }
    }));
    // clap prints help and usage errors itself and ends with 0 or 2.
    let args = Args::parse();
    match run(args) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            print::error(&error);
            ExitCode::from(error.exit_code())
        }
    }
}

fn run(args: Args) -> Result<u8, SessionError> {
    let flags = args.global.flags();
    if args.resume.resume.is_some() && !matches!(args.command, None | Some(Command::Chat { .. })) {
        return Err(SessionError::usage(
            "only the chat can resume a session",
            "`trustuqa --resume` opens it",
        ));
    }
    match &args.command {
        Some(Command::Completions { shell }) => {
            // Written to memory first: clap panics when its reader has gone away.
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Args::command(), "trustuqa", &mut script);
            print::raw(&script);
            return Ok(0);
        }
        Some(Command::Config { command: ConfigCommand::Path }) => {
            match config_file(&flags, &process_env, &Locations::of_platform()) {
                Some(file) => print::line(&file.value.display().to_string()),
                None => {
                    return Err(SessionError::environment(
                        "no folder for settings is known on this platform",
                        "name a file with --config",
                    ));
                }
            }
            return Ok(0);
        }
        Some(Command::Man { folder }) => {
            clap_mangen::generate_to(Args::command(), folder).map_err(|error| {
                SessionError::usage(
                    format!("{} cannot be written: {error}", folder.display()),
                    "name a folder that is there and can be written",
                )
            })?;
            return Ok(0);
        }
        // Writes files and needs no graph.
        Some(Command::Generate(command)) => return generate::run(command),
        _ => {}
    }
    let settings = Settings::resolve(&flags, &process_env, &Locations::of_platform())?;
    for warning in &settings.warnings {
        print::warning(warning);
    }
    match args.command {
        None => sessions::chat(settings, args.resume.resume),
        Some(Command::Chat { resume }) => sessions::chat(settings, resume.resume.or(args.resume.resume)),
        Some(Command::Sessions { search, json }) => sessions::list(&settings, &search.join(" "), json),
        Some(Command::Demo(command)) => demo::run(settings, &flags, &command),
        Some(Command::Load(command)) => data::load(settings, command),
        Some(Command::Refresh { names }) => data::refresh(settings, &names),
        Some(Command::Remove { names }) => data::remove(settings, &names),
        Some(Command::Check { tables }) => upkeep::check(settings, tables),
        Some(Command::Backup { file }) => upkeep::backup(settings, &file),
        Some(Command::Compact) => upkeep::compact(settings),
        #[cfg(feature = "postgres")]
        Some(Command::Cluster { command: args::ClusterCommand::Init }) => upkeep::cluster_init(&settings),
        Some(Command::Sources { name, json }) => data::sources(settings, name.as_deref(), json),
        #[cfg(feature = "serve")]
        Some(Command::Serve(command)) => serve::serve(settings, command),
        Some(Command::Query(command)) => commands::query(settings, &command),
        Some(Command::Ask(command)) => commands::ask(settings, &command),
        Some(Command::Trace { file, output }) => commands::trace(settings, &file, &output),
        Some(Command::Eval(command)) => eval::run(settings, &command),
        Some(Command::Learn(training)) => {
            let training = (*training).into();
            print::raw(crate::eval::learn::run(&training)?.as_bytes());
            Ok(0)
        }
        Some(Command::Encoder { command }) => commands::encoder(settings, &command),
        Some(Command::Config { command: ConfigCommand::Keys }) => {
            print::raw(settings.chat.keys.listed().as_bytes());
            Ok(0)
        }
        Some(Command::Config { .. }) => {
            print::raw(settings.show().as_bytes());
            Ok(0)
        }
        Some(Command::Doctor) => doctor::run(&settings),
        Some(Command::Completions { .. } | Command::Man { .. } | Command::Generate(_)) => Ok(0),
    }
}
