//! A PostgreSQL server of a test's own, where PostgreSQL is installed: in a temporary folder, over
//! a socket in that folder, gone when the test ends.
#![allow(clippy::unwrap_used, dead_code, missing_docs, reason = "a test; each uses a part")]

use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use trustuqa_postgres::{GraphAddress, PostgresGraph};

/// Where Debian and others have the programs of the server.
fn programs() -> Option<PathBuf> {
    let named = std::env::var_os("TRUSTUQA_POSTGRES_BIN").map(PathBuf::from);
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions.map(|entry| entry.path().join("bin")).collect();
    found.sort();
    found.extend(named);
    found.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    found
        .into_iter()
        .rev()
        .find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

pub struct Server {
    pub folder: tempfile::TempDir,
    programs: PathBuf,
    process: Option<Child>,
    /// The server refuses to run as root.
    user: Option<(u32, u32)>,
}

impl Server {
    /// Starts a server; says that the test was skipped where there is none.
    pub fn start() -> Option<Server> {
        let Some(programs) = programs() else {
            eprintln!("SKIPPED: PostgreSQL is not installed (Debian: apt-get install postgresql)");
            return None;
        };
        let folder = tempfile::Builder::new().prefix("tqpg").tempdir_in("/tmp").unwrap();
        let is_root = std::fs::metadata("/proc/self").is_ok_and(|data| {
            use std::os::unix::fs::MetadataExt as _;
            data.uid() == 0
        });
        let user = is_root.then(|| {
            let id = |of: &str| -> u32 {
                let told = Command::new("id").args([of, "nobody"]).output().unwrap();
                String::from_utf8(told.stdout).unwrap().trim().parse().unwrap()
            };
            (id("-u"), id("-g"))
        });
        if let Some((uid, gid)) = user {
            std::os::unix::fs::chown(folder.path(), Some(uid), Some(gid)).unwrap();
        }
        let mut server = Server { folder, programs, process: None, user };
        let made = server
            .program("initdb")
            .args([
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--username=tester",
                "--no-sync",
                "-D",
            ])
            .arg(server.data())
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        server.run();
        Some(server)
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        command.current_dir(self.folder.path());
        command
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts the process, and waits until it lets somebody in.
    pub fn run(&mut self) {
        let until = Instant::now() + Duration::from_secs(60);
        // One that lets somebody in says that there is no such graph.
        while !matches!(
            PostgresGraph::open(&self.address("none"), false),
            Err(trustuqa_postgres::Error::NoGraph { .. })
        ) {
            assert!(Instant::now() < until, "the server does not start");
            // It refuses to start while a process of a killed one still lives.
            let lives = self.process.as_mut().is_some_and(|process| process.try_wait().unwrap().is_none());
            if !lives {
                let started = self
                    .program("postgres")
                    .arg("-D")
                    .arg(self.data())
                    .args(["-c", "listen_addresses=", "-c", "shared_buffers=64MB", "-k"])
                    .arg(self.folder.path())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn();
                self.process = Some(started.unwrap());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends the process at once, as a power cut would. Those that serve connections see it and end.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    pub fn address(&self, graph: &str) -> GraphAddress {
        self.url(graph).parse().unwrap()
    }

    pub fn url(&self, graph: &str) -> String {
        let folder = self.folder.path().to_str().unwrap().replace('/', "%2F");
        format!("postgres://tester@{folder}/postgres?graph={graph}")
    }

    pub fn open(&self, graph: &str) -> PostgresGraph {
        PostgresGraph::open(&self.address(graph), true).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            // SIGQUIT ends it at once without leaving shared memory behind.
            let _ = Command::new("kill").arg("-QUIT").arg(process.id().to_string()).status();
            let _ = process.wait();
        }
    }
}
