//! Settings resolved from flags, a made-up environment and files of the test.

use std::path::PathBuf;

use super::*;

struct Place {
    folder: tempfile::TempDir,
    locations: Locations,
}

fn place(file: Option<&str>) -> Place {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| Some(folder.path().join(name));
    let locations = Locations { config_dir: at("config"), data_dir: at("data"), cache_dir: at("cache") };
    if let Some(text) = file {
        std::fs::create_dir(folder.path().join("config")).unwrap();
        std::fs::write(folder.path().join("config/config.toml"), text).unwrap();
    }
    Place { folder, locations }
}

fn resolve(place: &Place, flags: &Flags, env: &[(&str, &str)]) -> Result<Settings, ConfigError> {
    let lookup = |name: &str| env.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
    Settings::resolve(flags, &lookup, &place.locations)
}

#[test]
fn defaults_need_neither_file_nor_environment() {
    let place = place(None);
    let settings = resolve(&place, &Flags::default(), &[]).unwrap();
    assert_eq!(settings.writer, Setting { value: WriterChoice::Offline, origin: Origin::Default });
    assert_eq!(settings.share.value, ShareLevel::Schema);
    assert_eq!(settings.graph_dir(), Some(place.folder.path().join("data/graphs/default")));
    assert_eq!(settings.api_key, None);
    assert_eq!(settings.llm().base_url, "https://api.openai.com/v1");
    assert!(settings.warnings.is_empty());
}

#[test]
fn a_model_on_this_machine_may_see_samples_unless_that_is_set() {
    let place = place(None);
    let flags = Flags::default();
    for here in ["http://localhost:11434/v1", "http://127.0.0.1:8080/v1", "http://[::1]/v1"] {
        let settings = resolve(&place, &flags, &[("OPENAI_BASE_URL", here)]).unwrap();
        assert_eq!(
            settings.share,
            Setting { value: ShareLevel::Samples, origin: Origin::ModelHere },
            "{here}"
        );
        assert!(settings.llm().here && settings.llm().max_completion_tokens.is_some());
        // An agent that reads the graph through the service may run anywhere.
        assert_eq!(settings.share_elsewhere(), ShareLevel::Schema);
        assert!(
            settings.read_timeout.value
                > Settings::resolve(&flags, &|_| None, &place.locations).unwrap().read_timeout.value
        );
    }
    for elsewhere in ["http://10.0.0.7:11434/v1", "https://localhost.example.org/v1"] {
        let settings = resolve(&place, &flags, &[("OPENAI_BASE_URL", elsewhere)]).unwrap();
        assert_eq!(settings.share.value, ShareLevel::Schema, "{elsewhere}");
    }
    let env = [("OPENAI_BASE_URL", "http://localhost:1/v1"), ("TRUSTUQA_SHARE", "schema")];
    let settings = resolve(&place, &flags, &env).unwrap();
    assert_eq!(settings.share, Setting { value: ShareLevel::Schema, origin: Origin::Env("TRUSTUQA_SHARE") });
    assert_eq!(settings.share_elsewhere(), ShareLevel::Schema);
}

#[test]
fn flags_win_over_environment_and_environment_over_file() {
    let place =
        place(Some("model = \"f\"\ngraph = \"f\"\n\nwriter = \"llm\"\nsamples = 7\ntemperature = 0.25\n"));
    let flags = Flags { model: Some("flag".into()), ..Flags::default() };
    let env = [("TRUSTUQA_MODEL", "env"), ("TRUSTUQA_GRAPH", "env"), ("TRUSTUQA_WRITER", " ")];
    let settings = resolve(&place, &flags, &env).unwrap();
    assert_eq!(settings.model, Setting { value: "flag".into(), origin: Origin::Flag("--model") });
    let named = GraphChoice::Named("env".into());
    assert_eq!(settings.graph, Setting { value: named, origin: Origin::Env("TRUSTUQA_GRAPH") });
    assert_eq!(settings.writer, Setting { value: WriterChoice::Llm, origin: Origin::File(4) });
    assert_eq!(settings.samples, Setting { value: 7, origin: Origin::File(5) });
    assert_eq!(settings.temperature.value, Some(0.25));
}

#[test]
fn an_unknown_key_is_an_error_with_its_line_and_the_nearest_key() {
    let place = place(Some("# mine\nmodel = \"m\"\nbase-urll = \"http://h\"\n"));
    let error = resolve(&place, &Flags::default(), &[]).unwrap_err();
    assert!(error.what.ends_with("config.toml:3: `base-urll` is not a setting"), "{}", error.what);
    assert_eq!(error.hint, "did you mean `base_url`?");
    std::fs::write(place.folder.path().join("config/config.toml"), "[zzzzzzzzz]\na = 1\n").unwrap();
    let error = resolve(&place, &Flags::default(), &[]).unwrap_err();
    assert!(error.what.contains(":1: `zzzzzzzzz`") && error.hint.contains("the settings are data_dir"));
}

#[test]
fn broken_toml_and_wrong_values_name_their_line() {
    let broken = [
        ("model = \"m\"\nshare = \"everything\"\n", ":2: `share`: expected `off`, `schema` or `samples`"),
        ("samples = 0\n", ":1: `samples`: expected a whole number from 1 to 50, found `0`"),
        ("\nmodel = \n", ":2: "),
        ("model = true\n", ":1: `model` is a truth value"),
        ("base_url = \"localhost:1\"\n", ":1: `base_url`: expected an http or https address"),
        ("read_timeout = -1\n", ":1: `read_timeout`: expected a number of seconds"),
        ("temperature = \"warm\"\n", ":1: `temperature`: expected a number from 0 to 2, or `none`"),
    ];
    for (text, expected) in broken {
        let error = resolve(&place(Some(text)), &Flags::default(), &[]).unwrap_err();
        assert!(error.what.contains(expected), "{}", error.what);
        assert!(!error.hint.is_empty());
    }
}

#[test]
fn a_wrong_value_of_the_environment_names_the_variable() {
    let error = resolve(&place(None), &Flags::default(), &[("TRUSTUQA_SHARE", "all")]).unwrap_err();
    assert!(error.what.starts_with("environment TRUSTUQA_SHARE: `share`"), "{}", error.what);
}

#[test]
fn a_named_file_must_exist_and_is_found_by_flag_and_environment() {
    let place = place(None);
    let missing = place.folder.path().join("missing.toml");
    let flags = Flags { config: Some(missing.clone()), ..Flags::default() };
    assert!(resolve(&place, &flags, &[]).unwrap_err().what.contains("missing.toml"));
    std::fs::write(&missing, "max_tries = 2\n").unwrap();
    assert_eq!(resolve(&place, &flags, &[]).unwrap().max_tries.value, 2);
    let path = missing.to_string_lossy().into_owned();
    let settings = resolve(&place, &Flags::default(), &[("TRUSTUQA_CONFIG", &path)]).unwrap();
    assert_eq!(settings.max_tries.origin, Origin::File(1));
    let file = config_file(&Flags::default(), &|_| Some(path.clone()), &place.locations);
    assert_eq!(file, Some(Setting { value: missing, origin: Origin::Env("TRUSTUQA_CONFIG") }));
}

#[test]
fn the_key_is_masked_wherever_settings_are_shown() {
    let place = place(Some("api_key = \"sk-very-secret-abcd\"\n"));
    let settings = resolve(&place, &Flags::default(), &[]).unwrap();
    let shown = settings.show();
    assert!(shown.contains("****abcd") && shown.contains("file, line 1"));
    assert!(!shown.contains("secret") && !format!("{settings:?}").contains("secret"));
    assert_eq!(settings.llm().api_key.unwrap().expose(), "sk-very-secret-abcd");
    #[cfg(unix)]
    assert!(settings.warnings[0].contains("chmod 600"));
}

#[test]
fn without_a_home_folder_the_error_names_the_way_out() {
    let nowhere = Place { folder: tempfile::tempdir().unwrap(), locations: Locations::default() };
    let error = resolve(&nowhere, &Flags::default(), &[]).unwrap_err();
    assert!(error.hint.contains("TRUSTUQA_DATA_DIR"));
    let flags = Flags { data_dir: Some("d".into()), ..Flags::default() };
    let settings = resolve(&nowhere, &flags, &[("TRUSTUQA_CACHE_DIR", "c")]).unwrap();
    assert_eq!(settings.ledger_file(), PathBuf::from("d/sent.jsonl"));
    assert_eq!(settings.encoder_dir(), PathBuf::from("c/encoder"));
    assert_eq!(settings.config_file, None);
}

#[test]
fn a_key_for_a_plain_address_of_another_machine_is_warned_about() {
    let place = place(None);
    let warned = |url: &str| {
        let env = [("OPENAI_BASE_URL", url), ("OPENAI_API_KEY", "k")];
        resolve(&place, &Flags::default(), &env).unwrap().warnings.len()
    };
    assert_eq!(warned("http://models.example/v1"), 1);
    for fine in
        ["https://models.example/v1", "http://localhost:1/v1", "http://127.0.0.1:1", "http://[::1]:1/v1"]
    {
        assert_eq!(warned(fine), 0, "{fine}");
    }
}

#[test]
fn every_key_is_shown_once() {
    let shown = resolve(&place(None), &Flags::default(), &[]).unwrap().shown();
    for (key, _) in keys() {
        assert_eq!(shown.iter().filter(|row| row.key == key).count(), 1, "{key}");
    }
}

#[test]
fn sections_are_about_the_chat() {
    let place = place(Some(
        "model = \"m\"\n\n[theme]\nname = \"mono\"\n\n[keys]\ntrace = [\"f5\", \"ctrl-t\"]\n\n[chat]\nediting = \"vim\"\nnotify_after = 30\n",
    ));
    let settings = resolve(&place, &Flags::default(), &[]).unwrap();
    assert_eq!(settings.model.value, "m");
    assert_eq!(settings.chat.editing, trustuqa_tui::settings::EditingMode::Vim);
    assert_eq!(settings.chat.notify_after.as_secs(), 30);
    assert_eq!(settings.chat.theme, trustuqa_tui::Theme::named("mono").unwrap());
}

#[test]
fn mistakes_in_sections_are_errors_with_their_line() {
    for (text, what, hint) in [
        ("[theme]\n\naccent = \"blau\"\n", "config.toml:3: `blau` is neither", "#7dcfff"),
        ("[keys]\ntrace = [\"f5\", [1]]\n", "config.toml:2: `trace` is a list", "expected text"),
        ("[keys]\ntrase = \"f5\"\n", "config.toml:2: there is no action `trase`", "trace"),
        ("[colours]\nx = \"y\"\n", "`colours` is not a setting", ""),
    ] {
        let error = resolve(&place(Some(text)), &Flags::default(), &[]).unwrap_err();
        assert!(error.what.contains(what), "{}", error.what);
        assert!(error.hint.contains(hint), "{}", error.hint);
    }
}
