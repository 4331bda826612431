//! The library in a program of one's own: a file is loaded, a question asked, a query run.
//! It is the example of `docs/embedding.md`.
//!
//!     cargo run --example embed

use std::ops::ControlFlow;

use trustuqa::{Flags, LoadRequest, Locations, Session, Settings, load};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("rivers.csv");
    std::fs::write(
        &file,
        "River,Country,Length\nRhine,Germany,1230\nElbe,Germany,1094\nLoire,France,1006\n",
    )?;

    // Everything of the program is kept below this folder; the settings file is not read.
    let flags = Flags { data_dir: Some(folder.path().join("data")), ..Flags::default() };
    let settings = Settings::resolve(&flags, &|_| None, &Locations::default())?;
    let session = Session::open(settings, true)?;
    let request = LoadRequest { paths: vec![file], ..LoadRequest::default() };
    load(session.graph(), &request, &mut |_| ControlFlow::Continue(()))?;

    // A question. The future can be dropped, which cancels it; the closure is told each stage.
    let runtime = tokio::runtime::Runtime::new()?;
    let asked = runtime.block_on(session.ask("How many rivers are in Germany?", &|_| ()))?;
    println!("{:?}, certain: {}", asked.trace.answers(), asked.trace.answer.doubts.is_empty());

    // A query of one's own.
    let trace = session.query("max(set=get_information(relation='Length'))", Vec::new())?;
    println!("{:?}", trace.answers());
    Ok(())
}
