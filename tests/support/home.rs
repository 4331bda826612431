//! The real program in a clean home: nothing of the user's settings reaches it, and
//! nothing it writes is outside a temporary folder.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;

/// The folder of the bundled data.
pub fn demo_data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/demo")
}

/// A home with a data folder and a working folder; gone when it is dropped.
pub struct Home {
    folder: TempDir,
}

/// What a run of the program said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    pub line: String,
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Home {
    pub fn new() -> Home {
        let folder = tempfile::Builder::new().prefix("trustuqa-test").tempdir().unwrap();
        std::fs::create_dir(folder.path().join("work")).unwrap();
        Home { folder }
    }

    /// A home whose default graph holds the bundled data.
    pub fn with_demo() -> Home {
        static LOADED: OnceLock<Vec<u8>> = OnceLock::new();
        let bytes = LOADED.get_or_init(|| {
            let home = Home::new();
            home.ok(&["load", demo_data().to_str().unwrap()]);
            std::fs::read(home.graph().join("graph.redb")).unwrap()
        });
        let home = Home::new();
        std::fs::create_dir_all(home.graph()).unwrap();
        std::fs::write(home.graph().join("graph.redb"), bytes).unwrap();
        home
    }

    /// The data folder of the program.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The folder of the default graph.
    pub fn graph(&self) -> PathBuf {
        self.data().join("graphs/default")
    }

    /// A path in the folder that the program is run in.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("work").join(name)
    }

    /// Writes a file there.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    /// The program's environment.
    pub fn env(&self) -> Vec<(&'static str, PathBuf)> {
        vec![
            ("HOME", self.folder.path().to_owned()),
            ("XDG_CONFIG_HOME", self.folder.path().join("config")),
            ("TRUSTUQA_DATA_DIR", self.data()),
            ("TRUSTUQA_CACHE_DIR", self.folder.path().join("cache")),
            ("TRUSTUQA_ENCODER", "off".into()),
            ("TERM", "xterm-256color".into()),
        ]
    }

    /// The program, ready to be given arguments.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trustuqa"));
        command.env_clear().envs(self.env()).current_dir(self.path(""));
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, &[], "")
    }

    /// Runs the program with more environment variables and a standard input.
    pub fn run_with(&self, args: &[&str], env: &[(&str, &str)], stdin: &str) -> Ran {
        let mut command = self.command();
        command.args(args).envs(env.iter().copied());
        let output = assert_cmd::Command::from_std(command).write_stdin(stdin).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let ran = Ran {
            line: format!("trustuqa {}", args.join(" ")),
            code: output.status.code().unwrap_or(-1),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        };
        assert!(!ran.stderr.contains("panicked"), "{ran:#?}");
        ran
    }

    /// Runs the program, which must succeed.
    pub fn ok(&self, args: &[&str]) -> Ran {
        let ran = self.run(args);
        assert_eq!(ran.code, 0, "{ran:#?}");
        ran
    }

    /// Runs the program, which must end with this code.
    pub fn fails(&self, code: i32, args: &[&str]) -> Ran {
        let ran = self.run(args);
        assert_eq!(ran.code, code, "{ran:#?}");
        ran
    }

    /// What `sources` says.
    pub fn sources(&self) -> String {
        self.ok(&["sources"]).stdout
    }

    /// The answer items of an LLM query of one call, one a line.
    pub fn answers(&self, query: &str) -> Vec<String> {
        self.run(&["query", query]).stdout.lines().map(str::to_owned).collect()
    }

    /// Runs as they are kept in a snapshot: without the paths of this run.
    pub fn shown(&self, runs: &[Ran]) -> String {
        let mut text = String::new();
        for ran in runs {
            text.push_str(&format!("$ {}\nexit {}\n", ran.line, ran.code));
            for (name, said) in [("stdout", &ran.stdout), ("stderr", &ran.stderr)] {
                for line in said.lines() {
                    text.push_str(&format!("{name}: {line}\n"));
                }
            }
            text.push('\n');
        }
        let real = self.folder.path().canonicalize().unwrap();
        for folder in [real.as_path(), self.folder.path()] {
            text = text.replace(folder.to_str().unwrap(), "[HOME]");
        }
        text
    }
}
