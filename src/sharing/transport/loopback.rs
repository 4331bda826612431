//! A port of this machine and a secret, in a file of the graph's folder that only its owner can read:
//! `graph.port`. Both ends prove that they know the secret without sending it, because the port of a
//! killed process may belong to anybody now.
//!
//! ```text
//! server -> client   32 random bytes
//! client -> server   32 random bytes, and their proof
//! server -> client   its proof
//! ```
//!
//! A proof is a hash of the secret, of who speaks, and of both random texts. On systems
//! without modes the file is as private as the folder.

use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::{ConnectError, no_connection};

/// Name of the file in the graph's folder.
const FILE: &str = "graph.port";
/// The longest silence while the ends show who they are.
const SILENCE: Duration = Duration::from_secs(5);

type Bytes = [u8; 32];

/// The port of a process that has a graph open.
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
    file: PathBuf,
    secret: Bytes,
}

impl Listener {
    /// Takes a free port and writes the file.
    pub fn bind(folder: &Path) -> io::Result<Listener> {
        let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = socket.local_addr()?;
        let secret = random()?;
        let file = folder.join(FILE);
        let made = folder.join(format!("{FILE}.new"));
        let _ = std::fs::remove_file(&made);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        writeln!(options.open(&made)?, "{}\n{}", address.port(), hex(&secret))?;
        std::fs::rename(&made, &file)?;
        Ok(Listener { socket, address, file, secret })
    }

    /// Waits for a connection.
    pub fn accept(&self) -> io::Result<TcpStream> {
        let (stream, _) = self.socket.accept()?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// An error when the other end does not know the secret.
    pub fn admit(&self, stream: &mut TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(SILENCE))?;
        let own = random()?;
        stream.write_all(&own)?;
        let (other, shown) = (read(stream)?, read(stream)?);
        if !same(&shown, &proof(&self.secret, b"client", &own, &other)) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        stream.write_all(&proof(&self.secret, b"server", &own, &other))?;
        stream.set_read_timeout(None)
    }

    /// Removes the file, and makes a connection to wake whoever waits for one.
    pub fn close(&self) {
        let _ = std::fs::remove_file(&self.file);
        drop(TcpStream::connect_timeout(&self.address, SILENCE));
    }
}

/// Removes what a process that was killed has left.
pub fn clean(folder: &Path) {
    let _ = std::fs::remove_file(folder.join(FILE));
}

/// Connects with the process that listens for `folder`.
pub fn connect(folder: &Path) -> Result<TcpStream, ConnectError> {
    let text = std::fs::read_to_string(folder.join(FILE)).map_err(no_connection)?;
    // A file that cannot be understood leads to nobody.
    let (port, secret) = read_file(&text).ok_or(ConnectError::Nobody)?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect_timeout(&address, SILENCE).map_err(no_connection)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(SILENCE))?;
    // A process that has the port now, but does not know the secret, is not the holder.
    if !introduce(&mut stream, &secret).unwrap_or(false) {
        return Err(ConnectError::Nobody);
    }
    stream.set_read_timeout(None)?;
    Ok(stream)
}

/// Proves that this end knows the secret; true when the other end does, too.
fn introduce(stream: &mut TcpStream, secret: &Bytes) -> io::Result<bool> {
    let other = read(stream)?;
    let own = random()?;
    stream.write_all(&own)?;
    stream.write_all(&proof(secret, b"client", &other, &own))?;
    Ok(same(&read(stream)?, &proof(secret, b"server", &other, &own)))
}

/// Whether anything has come that was not read, or the connection has ended.
pub fn has_news(stream: &TcpStream) -> bool {
    if stream.set_nonblocking(true).is_err() {
        return true;
    }
    let news = match stream.peek(&mut [0]) {
        Ok(_) => true,
        Err(error) => error.kind() != io::ErrorKind::WouldBlock,
    };
    stream.set_nonblocking(false).is_err() || news
}

fn read_file(text: &str) -> Option<(u16, Bytes)> {
    let mut lines = text.lines();
    let port = lines.next()?.parse().ok()?;
    let line = lines.next()?.as_bytes();
    let mut secret = [0; 32];
    if line.len() != 2 * secret.len() {
        return None;
    }
    for (byte, pair) in secret.iter_mut().zip(line.chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some((port, secret))
}

fn hex(bytes: &Bytes) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn random() -> io::Result<Bytes> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

fn read(stream: &mut TcpStream) -> io::Result<Bytes> {
    let mut bytes = [0; 32];
    stream.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Hashed twice, so that nothing can be appended to what was hashed.
fn proof(secret: &Bytes, who: &[u8; 6], server: &Bytes, client: &Bytes) -> Bytes {
    let inner = Sha256::new().chain_update(secret).chain_update(who).chain_update(server);
    let inner = inner.chain_update(client).finalize();
    Sha256::new().chain_update(secret).chain_update(inner).finalize().into()
}

/// Compares in constant time, wherever the first difference is.
fn same(a: &Bytes, b: &Bytes) -> bool {
    a.iter().zip(b).fold(0, |different, (a, b)| different | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_knows_the_secret_is_let_in_and_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(connect(folder.path()), Err(ConnectError::Nobody)));
        let listener = Listener::bind(folder.path()).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt as _;
            assert_eq!(std::fs::metadata(folder.path().join(FILE)).unwrap().mode() & 0o777, 0o600);
        }
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut first = listener.accept().unwrap();
                listener.admit(&mut first).unwrap();
                assert!(!has_news(&first));
                first.write_all(b"in").unwrap();
                let mut second = listener.accept().unwrap();
                let refused = listener.admit(&mut second).unwrap_err();
                assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
            });
            let mut stream = connect(folder.path()).unwrap();
            let mut said = [0; 2];
            stream.read_exact(&mut said).unwrap();
            assert_eq!(&said, b"in");
            // The right port, but another secret.
            let mut stream = TcpStream::connect(listener.address).unwrap();
            assert!(!introduce(&mut stream, &[7; 32]).unwrap_or(false));
        });
        listener.close();
        assert!(matches!(connect(folder.path()), Err(ConnectError::Nobody)));
    }

    #[test]
    fn a_port_that_is_somebody_elses_now_learns_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let stranger = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let secret = [9; 32];
        let port = stranger.local_addr().unwrap().port();
        std::fs::write(folder.path().join(FILE), format!("{port}\n{}\n", hex(&secret))).unwrap();
        std::thread::scope(|scope| {
            let heard = scope.spawn(|| {
                let (mut stream, _) = stranger.accept().unwrap();
                stream.write_all(&[1; 96]).unwrap();
                let mut heard = Vec::new();
                // It is closed when the answer is not right.
                let _ = stream.read_to_end(&mut heard);
                heard
            });
            assert!(matches!(connect(folder.path()), Err(ConnectError::Nobody)));
            let heard = heard.join().unwrap();
            assert!(!heard.windows(32).any(|part| part == secret), "the secret was told");
        });
        for text in ["", "x\ny\n", "12\n", "12\nzz\n", "12\n00\n"] {
            assert_eq!(read_file(text), None, "{text:?}");
        }
    }
}
