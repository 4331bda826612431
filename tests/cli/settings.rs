//! Settings, help, completions.

use crate::support::home::Home;

/// The line of a setting in `config show`.
fn setting(shown: &str, key: &str) -> String {
    let line = shown.lines().find(|line| line.split_whitespace().next() == Some(key));
    line.unwrap_or_else(|| panic!("{key} is missing in {shown}"))
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn flags_come_before_the_environment_and_that_before_the_file() {
    let home = Home::new();
    home.write("settings.toml", "model = \"from-file\"\nsamples = 3\nshare = \"off\"\n");
    let env = [("TRUSTUQA_CONFIG", "settings.toml"), ("TRUSTUQA_MODEL", "from-env")];
    let show = |args: &[&str], env: &[(&str, &str)]| {
        let ran = home.run_with(&[&["config", "show"], args].concat(), env, "");
        assert_eq!(ran.code, 0, "{ran:#?}");
        ran.stdout
    };
    let all = show(&["--model", "from-flag"], &env);
    assert_eq!(setting(&all, "model"), "model from-flag flag --model");
    assert_eq!(setting(&all, "samples"), "samples 3 file, line 2");
    assert_eq!(setting(&all, "share"), "share off file, line 3");
    assert_eq!(setting(&all, "writer"), "writer offline default");
    assert_eq!(setting(&show(&[], &env), "model"), "model from-env environment TRUSTUQA_MODEL");
    assert_eq!(setting(&show(&[], &env[..1]), "model"), "model from-file file, line 1");
    let by_flag = show(&["--config", "settings.toml"], &[]);
    assert_eq!(setting(&by_flag, "config"), "config settings.toml flag --config");
    assert_eq!(setting(&by_flag, "model"), "model from-file file, line 1");
}

#[test]
fn the_path_of_the_settings_file_is_told_even_when_the_file_is_broken() {
    let home = Home::new();
    let path = home.ok(&["config", "path"]).stdout;
    assert!(path.trim().ends_with("trustuqa/config.toml"), "{path}");
    home.write("settings.toml", "model = \n");
    let env = [("TRUSTUQA_CONFIG", "settings.toml")];
    assert_eq!(home.run_with(&["config", "path"], &env, "").stdout, "settings.toml\n");
    assert_eq!(home.run_with(&["config", "show"], &env, "").code, 2);
}

#[test]
fn the_key_is_never_shown() {
    let home = Home::new();
    let key = "sk-quite-secret-4711";
    let from_env = home.run_with(&["config", "show"], &[("OPENAI_API_KEY", key)], "");
    home.write("settings.toml", format!("api_key = \"{key}\"\n"));
    let from_file = home.run_with(&["config", "show", "--config", "settings.toml"], &[], "");
    for ran in [from_env, from_file] {
        assert_eq!(ran.code, 0, "{ran:#?}");
        let line = setting(&ran.stdout, "api_key");
        assert!(!format!("{ran:?}").contains("quite-secret"), "{ran:#?}");
        assert!(line.contains("environment OPENAI_API_KEY") || line.contains("file, line 1"), "{line}");
    }
}

#[test]
fn settings_that_cannot_be_used_are_named_with_their_place() {
    let home = Home::new();
    let mut runs = Vec::new();
    for (name, text) in [
        ("unknown.toml", "model = \"m\"\nmodle = \"n\"\n"),
        ("syntax.toml", "model = \"m\"\nsamples = = 3\n"),
        ("kind.toml", "samples = true\n"),
        ("range.toml", "# samples\nsamples = 500\n"),
    ] {
        home.write(name, text);
        runs.push(home.fails(2, &["config", "show", "--config", name]));
    }
    runs.push(home.fails(2, &["config", "show", "--config", "missing.toml"]));
    runs.push(home.run_with(&["config", "show"], &[("TRUSTUQA_READ_TIMEOUT", "soon")], ""));
    runs.push(home.fails(2, &["ask"]));
    runs.push(home.fails(2, &["aks", "Who?"]));
    runs.push(home.fails(2, &["ask", "Who?", "--modle", "m"]));
    insta::assert_snapshot!("bad_settings", home.shown(&runs));
    assert!(runs.iter().all(|ran| ran.code == 2 && ran.stdout.is_empty()), "{runs:#?}");
}

/// The names under `Commands:` in a help text.
fn commands(help: &str) -> Vec<String> {
    help.lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_help_of_every_command_has_an_example() {
    let home = Home::new();
    let mut queue: Vec<Vec<String>> = vec![Vec::new()];
    let mut seen = 0;
    while let Some(path) = queue.pop() {
        let mut args: Vec<&str> = path.iter().map(String::as_str).collect();
        args.push("--help");
        let help = home.ok(&args).stdout;
        assert!(help.contains("Example"), "{} has no example:\n{help}", path.join(" "));
        let example = help.split("Example").nth(1).unwrap();
        assert!(example.contains("trustuqa"), "{}: {example}", path.join(" "));
        for name in commands(&help) {
            queue.push([path.clone(), vec![name]].concat());
        }
        seen += 1;
    }
    assert!(seen >= 16, "only {seen} help texts were found");
}

#[test]
fn completions_are_written_for_every_shell() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = home.ok(&["completions", shell]).stdout;
        for word in ["trustuqa", "skip-bad", "sources"] {
            assert!(script.contains(word), "{shell} does not complete {word}");
        }
    }
    let ran = home.fails(2, &["completions", "cmd"]);
    assert!(ran.stderr.contains("possible values"), "{ran:#?}");
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    let home = Home::new();
    let folder = home.path("man");
    std::fs::create_dir(&folder).unwrap();
    home.ok(&["man", folder.to_str().unwrap()]);
    for page in ["trustuqa.1", "trustuqa-ask.1", "trustuqa-load.1", "trustuqa-serve.1"] {
        let text = std::fs::read_to_string(folder.join(page)).unwrap();
        assert!(text.contains(".SH NAME"), "{page}: {text}");
    }
}
