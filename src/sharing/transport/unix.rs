//! A Unix socket in the graph's folder: `graph.sock`, for its owner only. The kernel tells both
//! ends which user the other one is.

use std::fs::Permissions;
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use rustix::net::{RecvFlags, recv, sockopt};

use super::{ConnectError, no_connection};

/// Name of the socket in the graph's folder.
const SOCKET: &str = "graph.sock";

/// The socket of a process that has a graph open.
pub struct Listener {
    socket: UnixListener,
    folder: PathBuf,
}

impl Listener {
    /// Makes the socket. It gets its final name only when nobody else can open it any more.
    pub fn bind(folder: &Path) -> io::Result<Listener> {
        let made = format!("{SOCKET}.new");
        remove(&folder.join(&made));
        let socket = at(folder, &made, |path| UnixListener::bind(path))?;
        std::fs::set_permissions(folder.join(&made), Permissions::from_mode(0o600))?;
        std::fs::rename(folder.join(&made), folder.join(SOCKET))?;
        Ok(Listener { socket, folder: folder.to_owned() })
    }

    /// Waits for a connection.
    pub fn accept(&self) -> io::Result<UnixStream> {
        self.socket.accept().map(|(stream, _)| stream)
    }

    /// Removes the socket, and makes a connection to wake whoever waits for one.
    pub fn close(&self) {
        let wake = connect(&self.folder);
        clean(&self.folder);
        drop(wake);
    }
}

/// Removes what a process that was killed has left.
pub fn clean(folder: &Path) {
    remove(&folder.join(SOCKET));
}

/// Connects to the process that listens in `folder` if it belongs to this user: what is sent to it can be
/// a key.
pub fn connect(folder: &Path) -> Result<UnixStream, ConnectError> {
    let stream = match at(folder, SOCKET, |path| UnixStream::connect(path)) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            return Err(ConnectError::OtherUser("its socket is for its owner only".to_owned()));
        }
        connected => connected.map_err(no_connection)?,
    };
    let user = user_of(&stream)?;
    if !is_this_user(user) {
        return Err(ConnectError::OtherUser(format!("uid {user}")));
    }
    Ok(stream)
}

/// Fails when the process at the other end belongs to another user.
pub fn admit(stream: &UnixStream) -> io::Result<()> {
    if is_this_user(user_of(stream)?) { Ok(()) } else { Err(io::ErrorKind::PermissionDenied.into()) }
}

/// Whether anything has come that was not read, or the connection has ended.
pub fn has_news(stream: &UnixStream) -> bool {
    let mut byte = [0];
    match recv(stream.as_fd(), &mut byte, RecvFlags::PEEK | RecvFlags::DONTWAIT) {
        Ok(_) => true,
        Err(error) => error != rustix::io::Errno::AGAIN && error != rustix::io::Errno::INTR,
    }
}

fn user_of(stream: &UnixStream) -> io::Result<u32> {
    Ok(sockopt::socket_peercred(stream.as_fd())?.uid.as_raw())
}

/// Root is another user, too: its files would be left in the folder of this one.
fn is_this_user(user: u32) -> bool {
    user == rustix::process::geteuid().as_raw()
}

fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
}

/// Uses a name in a folder, however long the folder's path is: an address has 108 bytes, and the name of
/// an open folder in `/proc` is short.
fn at<T>(folder: &Path, name: &str, work: impl Fn(&Path) -> io::Result<T>) -> io::Result<T> {
    let path = folder.join(name);
    match work(&path) {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            let open = std::fs::File::open(folder)?;
            work(&Path::new("/proc/self/fd").join(open.as_raw_fd().to_string()).join(name))
        }
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::os::unix::fs::MetadataExt as _;

    use super::*;

    #[test]
    fn a_folder_with_a_long_path_has_a_socket_for_its_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let long = folder.path().join("a".repeat(100)).join("b".repeat(100));
        std::fs::create_dir_all(&long).unwrap();
        for folder in [folder.path(), long.as_path()] {
            assert!(matches!(connect(folder), Err(ConnectError::Nobody)));
            let listener = Listener::bind(folder).unwrap();
            assert_eq!(std::fs::metadata(folder.join(SOCKET)).unwrap().mode() & 0o777, 0o600);
            let mut client = connect(folder).unwrap();
            let mut server = listener.accept().unwrap();
            admit(&server).unwrap();
            assert!(!has_news(&server));
            client.write_all(b"x").unwrap();
            assert!(has_news(&server));
            let mut byte = [0];
            server.read_exact(&mut byte).unwrap();
            assert!(!has_news(&server));
            drop(client);
            assert!(has_news(&server), "the end of a connection is news");
            listener.close();
            assert!(!folder.join(SOCKET).exists());
        }
    }

    #[test]
    fn a_socket_that_a_killed_process_left_is_nobody_and_makes_room() {
        let folder = tempfile::tempdir().unwrap();
        // Dropped without being closed: the name stays.
        drop(Listener::bind(folder.path()).unwrap());
        assert!(folder.path().join(SOCKET).exists());
        assert!(matches!(connect(folder.path()), Err(ConnectError::Nobody)));
        let listener = Listener::bind(folder.path()).unwrap();
        connect(folder.path()).unwrap();
        listener.close();
    }

    #[test]
    fn only_this_user_is_let_in() {
        let own = rustix::process::geteuid().as_raw();
        assert!(is_this_user(own));
        assert!(!is_this_user(own + 1));
        assert!(own == 0 || !is_this_user(0), "root is another user");
    }
}
