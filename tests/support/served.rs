//! `trustuqa serve`, started for one test on a port that is free.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};

use super::home::Home;

/// A server, which is ended when it is dropped.
pub struct Served {
    pub child: Child,
    /// Address with port.
    pub address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    pub fn start(home: &Home, args: &[&str], env: &[(&str, &str)]) -> Served {
        let mut command = home.command();
        command.args(["serve", "--http", "127.0.0.1:0"]).args(args).envs(env.iter().copied());
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        while !said.contains("http://") {
            assert!(stderr.read_line(&mut said).unwrap() > 0, "it ended: {said}");
        }
        // What else it says goes nowhere, and must not block it.
        std::thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
        let address = said.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        Served { child, address }
    }
}
