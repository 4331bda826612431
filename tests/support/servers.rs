//! Database servers of Debian's packages, each started for one test, with a folder and a socket of
//! its own. As root they run as the user that their package makes, because neither runs as root.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a server may take until it answers.
const START: Duration = Duration::from_secs(60);

/// A server that ends with the test.
pub struct DatabaseServer {
    folder: String,
    user: &'static str,
    child: Child,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Postgres(&'static str),
    MariaDb,
}

/// A program that is run as this user when the test is run as root.
fn as_user(user: &str, program: impl AsRef<Path>) -> Command {
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !root {
        return Command::new(program.as_ref());
    }
    let mut command = Command::new("runuser");
    command.args(["-u", user, "--"]).arg(program.as_ref());
    command
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn folder(user: &str, name: &str) -> String {
    // The folder for temporary files may be one that only this user may enter.
    run(as_user(user, "mktemp").args(["-d", &format!("/tmp/trustuqa-{name}-XXXXXX")]))
}

/// Where the programs of PostgreSQL's server are; they are not in the path.
fn postgres_programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<PathBuf> = versions.flatten().map(|version| version.path().join("bin")).collect();
    found.retain(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file());
    found.sort();
    found.pop()
}

impl DatabaseServer {
    /// A PostgreSQL with a user `me` who has this password; `None` where it is not installed.
    pub fn postgres(password: &'static str) -> Option<DatabaseServer> {
        let programs = postgres_programs()?;
        let user = "postgres";
        let folder = folder(user, "pg");
        let (data, secret) = (format!("{folder}/data"), format!("{folder}/password"));
        run(as_user(user, "sh").args(["-c", &format!("printf '%s' '{password}' > {secret}")]));
        run(as_user(user, programs.join("initdb"))
            .args(["-D", &data, "-U", "me", "-A", "scram-sha-256", "--pwfile", &secret, "--no-sync"])
            .args(["-E", "UTF8", "--locale=C"]));
        let mut server = as_user(user, programs.join("postgres"));
        server.args(["-D", &data, "-k", &folder, "-c", "listen_addresses=", "-c", "fsync=off"]);
        let child = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let server = DatabaseServer { folder, user, child, kind: Kind::Postgres(password) };
        server.wait();
        server.sql("postgres", "CREATE DATABASE shop");
        Some(server)
    }

    /// A MariaDB whose `root` needs no password; `None` where it is not installed.
    pub fn mariadb() -> Option<DatabaseServer> {
        let server = ["/usr/sbin/mariadbd", "/usr/sbin/mysqld"].map(Path::new);
        let program = server.into_iter().find(|program| program.is_file())?;
        let user = "mysql";
        let folder = folder(user, "mariadb");
        let data = format!("--datadir={folder}/data");
        let authentication = "--auth-root-authentication-method=normal";
        run(as_user(user, "mariadb-install-db").args([
            "--no-defaults",
            &data,
            authentication,
            "--skip-test-db",
        ]));
        let mut server = as_user(user, program);
        server.args(["--no-defaults", &data, "--skip-networking"]);
        server.args([format!("--socket={folder}/socket"), format!("--pid-file={folder}/pid")]);
        let child = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let server = DatabaseServer { folder, user, child, kind: Kind::MariaDb };
        server.wait();
        server.sql("", "CREATE DATABASE shop");
        Some(server)
    }

    /// The address of its database `shop`, for a user with this password.
    pub fn address(&self, password: Option<&str>) -> String {
        let password = password.map(|word| format!(":{word}")).unwrap_or_default();
        match self.kind {
            Kind::Postgres(_) => {
                format!("postgres://me{password}@{}/shop", self.folder.replace('/', "%2F"))
            }
            Kind::MariaDb => format!("mysql://root{password}@localhost/shop?socket={}/socket", self.folder),
        }
    }

    fn client(&self, database: &str, sql: &str) -> Command {
        match self.kind {
            Kind::Postgres(password) => {
                let mut client = Command::new("psql");
                client.env("PGPASSWORD", password);
                client.args([
                    "-h",
                    &self.folder,
                    "-U",
                    "me",
                    "-d",
                    database,
                    "-v",
                    "ON_ERROR_STOP=1",
                    "-qc",
                    sql,
                ]);
                client
            }
            Kind::MariaDb => {
                let mut client = Command::new("mariadb");
                client.args([
                    "--no-defaults",
                    "-S",
                    &format!("{}/socket", self.folder),
                    "-u",
                    "root",
                    "-e",
                    sql,
                ]);
                client.arg(format!("--database={database}"));
                client
            }
        }
    }

    /// Runs statements in a database.
    pub fn sql(&self, database: &str, sql: &str) {
        run(&mut self.client(database, sql));
    }

    fn wait(&self) {
        let database = if self.kind == Kind::MariaDb { "" } else { "postgres" };
        let started = Instant::now();
        while !self.client(database, "SELECT 1").output().is_ok_and(|output| output.status.success()) {
            assert!(started.elapsed() < START, "{} did not start", self.folder);
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Ends it, as somebody does who switches the machine off.
    pub fn stop(&mut self) {
        let data = format!("{}/data/postmaster.pid", self.folder);
        let file = if self.kind == Kind::MariaDb { format!("{}/pid", self.folder) } else { data };
        let script = format!("kill -QUIT $(head -1 {file})");
        let script = if self.kind == Kind::MariaDb { script.replace("QUIT", "KILL") } else { script };
        let _ = as_user(self.user, "sh").args(["-c", &script]).output();
        let _ = self.child.wait();
    }
}

impl Drop for DatabaseServer {
    fn drop(&mut self) {
        self.stop();
        let _ = as_user(self.user, "rm").args(["-rf", &self.folder]).output();
    }
}
