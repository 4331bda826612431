//! Serves a chat of another process, whose graph is open in this one: requests arrive over a connection,
//! and events go back over it.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use trustuqa_tui::{Backend as _, BackendEvent, BackendRequest, Events, RequestId, Task};

use super::{Chat, lock};
use crate::session::Session;
use crate::sharing::holder::Peer;
use crate::sharing::transport::Stream;
use crate::sharing::wire::{self, ChatEvent, ChatHello, ChatRequest, Tag};

/// Requests under way, by their numbers.
type Tasks = Arc<Mutex<HashMap<RequestId, Task>>>;

/// Serves a chat until it ends. Sources that it removed from sight leave the graph only when its user
/// leaves; if the connection breaks, they stay, as if the chat had been killed.
pub fn serve(
    session: Arc<Session>,
    hello: ChatHello,
    mut stream: Stream,
    peer: &Arc<Peer>,
) -> io::Result<()> {
    let runtime = crate::session::shared_runtime().map_err(|error| io::Error::other(error.to_string()))?;
    let _inside = runtime.enter();
    let chat = Arc::new(Chat::new(session, hello.suggestions));
    chat.go_on(&hello.before);
    let (reports, reported) = unbounded_channel();
    let tasks = Tasks::default();
    let forwarding = {
        let (chat, peer, tasks) = (Arc::downgrade(&chat), peer.clone(), tasks.clone());
        std::thread::spawn(move || {
            let record = move || chat.upgrade().and_then(|chat| chat.record());
            forward(reported, &record, &peer, &tasks);
        })
    };
    let read = loop {
        let (tag, json) = match wire::read(&mut stream) {
            Ok(frame) => frame,
            Err(error) => break Err(error),
        };
        match tag {
            Tag::ChatRequest => {
                let ChatRequest { id, request } = match wire::content(&json) {
                    Ok(request) => request,
                    Err(error) => break Err(error),
                };
                let events = match request {
                    BackendRequest::Open => Events::endless(id, reports.clone()),
                    _ => {
                        peer.busy.fetch_add(1, Ordering::SeqCst);
                        Events::new(id, reports.clone())
                    }
                };
                // Locked, so that the task is listed before it can end.
                let mut tasks = lock(&tasks);
                tasks.insert(id, chat.start(request, events));
            }
            Tag::ChatCancel => {
                if let Ok(id) = wire::content::<RequestId>(&json) {
                    let task = lock(&tasks).remove(&id);
                    drop(task);
                }
            }
            Tag::ChatBye => {
                // What cannot be removed now stays, as if this chat had been killed.
                let _ = chat.leave();
                break Ok(());
            }
            _ => break Err(wire::garbled()),
        }
    };
    let stopped = std::mem::take(&mut *lock(&tasks));
    drop(stopped);
    chat.rest();
    drop((chat, reports));
    // Work that cannot be interrupted is not waited for; its reports go nowhere.
    drop(forwarding);
    read
}

/// Forwards events to the other process until no request reports any more.
fn forward(
    mut reported: UnboundedReceiver<(RequestId, BackendEvent)>,
    record: &dyn Fn() -> Option<String>,
    peer: &Peer,
    tasks: &Tasks,
) {
    while let Some((id, event)) = reported.blocking_recv() {
        let ends = event.ends_request();
        peer.write(Tag::ChatEvent, &ChatEvent { id, record: record(), event });
        if ends {
            let task = lock(tasks).remove(&id);
            drop(task);
            peer.busy.fetch_sub(1, Ordering::SeqCst);
        }
    }
}
