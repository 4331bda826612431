//! Notifies the other chats over a graph that its sources have changed.

use std::sync::{Mutex, PoisonError};

/// Called on a change; false when it need not be called again.
type Listener = Box<dyn Fn() -> bool + Send + Sync>;

/// The listeners of one open graph.
#[derive(Default)]
pub struct ChangeListeners {
    listeners: Mutex<Vec<Listener>>,
}

impl ChangeListeners {
    /// Has `listener` called after every change, until it returns false. It must not block.
    pub fn listen(&self, listener: impl Fn() -> bool + Send + Sync + 'static) {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(listener));
    }

    /// Notifies the listeners that the graph has changed.
    pub fn tell(&self) {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).retain(|listener| listener());
    }
}
