//! How two processes of one user on one machine reach each other: by a Unix socket in the graph's folder
//! on Linux; by a loopback port with a secret elsewhere, and where the folder can have no socket. The
//! process behind a [`Stream`] has been checked to be of the same user.
//!
//! *It never knows* what the messages mean.

mod loopback;
#[cfg(target_os = "linux")]
mod unix;

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
#[cfg(target_os = "linux")]
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// Nobody listens: there is no socket, or it is one that a killed process left.
    #[error("nothing is listening")]
    Nobody,
    /// Whoever listens is another user.
    #[error("the graph is open in a program of another user ({0})")]
    OtherUser(String),
    /// Something else is wrong.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// A connection between two processes of one user.
#[derive(Debug)]
pub enum Stream {
    /// By a Unix socket.
    #[cfg(target_os = "linux")]
    Unix(UnixStream),
    /// By a loopback port.
    Tcp(TcpStream),
}

/// Runs one call on whichever stream it is.
macro_rules! on {
    ($stream:expr, $inner:ident => $call:expr) => {
        match $stream {
            #[cfg(target_os = "linux")]
            Stream::Unix($inner) => $call,
            Stream::Tcp($inner) => $call,
        }
    };
}

impl Stream {
    /// A second handle to the same connection.
    pub fn try_clone(&self) -> io::Result<Stream> {
        Ok(match self {
            #[cfg(target_os = "linux")]
            Stream::Unix(inner) => Stream::Unix(inner.try_clone()?),
            Stream::Tcp(inner) => Stream::Tcp(inner.try_clone()?),
        })
    }

    /// Ends the connection; what is blocked on it returns.
    pub fn close(&self) {
        // It may be closed already.
        let _ = on!(self, inner => inner.shutdown(Shutdown::Both));
    }

    /// Sets the longest silence after which a read or a write fails; `None` for no limit.
    pub fn set_timeout(&self, timeout: Option<Duration>) -> io::Result<()> {
        on!(self, inner => inner.set_read_timeout(timeout).and(inner.set_write_timeout(timeout)))
    }

    /// The same for reads only.
    pub fn set_read_timeout(&self, timeout: Option<Duration>) -> io::Result<()> {
        on!(self, inner => inner.set_read_timeout(timeout))
    }

    /// Whether anything has come that was not read, or the connection has ended.
    pub fn has_news(&self) -> bool {
        match self {
            #[cfg(target_os = "linux")]
            Stream::Unix(inner) => unix::has_news(inner),
            Stream::Tcp(inner) => loopback::has_news(inner),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        on!(self, inner => inner.read(bytes))
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        on!(self, inner => inner.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        on!(self, inner => inner.flush())
    }
}

/// Where connections come in.
pub enum Listener {
    /// A Unix socket.
    #[cfg(target_os = "linux")]
    Unix(unix::Listener),
    /// A loopback port.
    Tcp(loopback::Listener),
}

impl Listener {
    /// Listens for connections about the graph in `folder`. Only the process that has the graph open may
    /// call this: whatever another process left there is removed.
    pub fn bind(folder: &Path) -> io::Result<Listener> {
        #[cfg(target_os = "linux")]
        {
            loopback::clean(folder);
            match unix::Listener::bind(folder) {
                Ok(listener) => return Ok(Listener::Unix(listener)),
                // Some file systems have no sockets.
                Err(_) => unix::clean(folder),
            }
        }
        loopback::Listener::bind(folder).map(Listener::Tcp)
    }

    /// Waits for a connection, which is still to be let in.
    pub fn accept(&self) -> io::Result<Stream> {
        match self {
            #[cfg(target_os = "linux")]
            Listener::Unix(listener) => listener.accept().map(Stream::Unix),
            Listener::Tcp(listener) => listener.accept().map(Stream::Tcp),
        }
    }

    /// Admits a connection when the other end is the same user; an error otherwise.
    pub fn admit(&self, stream: &mut Stream) -> io::Result<()> {
        match (self, stream) {
            #[cfg(target_os = "linux")]
            (Listener::Unix(_), Stream::Unix(stream)) => unix::admit(stream),
            (Listener::Tcp(listener), Stream::Tcp(stream)) => listener.admit(stream),
            #[cfg(target_os = "linux")]
            _ => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    /// Removes the socket or the file, and wakes whoever waits in [`Listener::accept`].
    pub fn close(&self) {
        match self {
            #[cfg(target_os = "linux")]
            Listener::Unix(listener) => listener.close(),
            Listener::Tcp(listener) => listener.close(),
        }
    }
}

/// Connects with the process that has the graph in `folder` open.
pub fn connect(folder: &Path) -> Result<Stream, ConnectError> {
    #[cfg(target_os = "linux")]
    match unix::connect(folder) {
        Err(ConnectError::Nobody) => {}
        connected => return connected.map(Stream::Unix),
    }
    loopback::connect(folder).map(Stream::Tcp)
}

/// An error where nothing is listening, told apart from others.
fn no_connection(error: io::Error) -> ConnectError {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused | io::ErrorKind::ConnectionReset => {
            ConnectError::Nobody
        }
        _ => ConnectError::Io(error),
    }
}
