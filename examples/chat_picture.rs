//! Takes the picture of the chat that the README shows: a real run over the
//! bundled data, as an SVG of the cells of its screen.
//!
//! Run with `cargo run --example chat_picture -- docs/chat.svg`; the screen is
//! printed as text, too.

use std::error::Error;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Duration;

use crossterm::event::KeyCode;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use trustuqa::config::{Flags, Locations, Settings};
use trustuqa::session::Session;
use trustuqa::session::loading::{LoadRequest, load};
use trustuqa_tui::ChatOptions;
use trustuqa_tui::headless::Headless;

const WIDTH: u16 = 104;
const HEIGHT: u16 = 44;

/// A question that needs a table, a graph and a temporal graph.
const QUESTION: &str =
    "What is the census population of the country where the Mayor of London in 2010 was born?";

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: chat_picture FILE.svg")?;
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("files");
    std::fs::create_dir(&data)?;
    for (name, text) in trustuqa::demo::FILES {
        std::fs::write(data.join(name), text)?;
    }
    let flags = Flags {
        data_dir: Some(folder.path().join("data")),
        encoder: Some("off".into()),
        writer: Some("offline".into()),
        graph: Some("demo".into()),
        ..Flags::default()
    };
    let at = |name: &str| Some(folder.path().join(name));
    let locations = Locations { config_dir: at("config"), data_dir: at("data"), cache_dir: at("cache") };
    let session = Session::open(Settings::resolve(&flags, &|_| None, &locations)?, true)?;
    let request = LoadRequest { paths: vec![data], ..LoadRequest::default() };
    load(session.graph(), &request, &mut |_| ControlFlow::Continue(()))?;

    let backend = trustuqa::chat::backend(session, Vec::new());
    let mut chat = Headless::new(WIDTH, HEIGHT, ChatOptions::default(), backend)?;
    chat.until("sources", PATIENCE).await?;
    chat.send("/clear");
    chat.send(QUESTION);
    chat.until("How this was computed", PATIENCE).await?;
    // The trace, and in it the step that leads from the graph into the temporal one.
    chat.ctrl('t');
    chat.press(KeyCode::Right);
    for _ in 0..4 {
        chat.press(KeyCode::Down);
    }
    chat.press(KeyCode::Enter);
    chat.until("joined", PATIENCE).await?;
    print!("{}", chat.text());
    std::fs::write(&file, svg(chat.draw()))?;
    eprintln!("wrote {file}");
    Ok(())
}

/// Width and height of a cell in pixels.
const CELL: (f64, f64) = (8.4, 18.0);

const STYLE: &str = "\
text { font: 14px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre; fill: #24292f; }
.paper { fill: #ffffff; stroke: #d0d7de; }
.b { font-weight: bold; } .d { opacity: .62; } .u { text-decoration: underline; }
.cyan { fill: #0b7285; } .green { fill: #1a7f37; } .yellow { fill: #9a6700; } .red { fill: #b42318; }
@media (prefers-color-scheme: dark) {
  text { fill: #dfe3e8; } .paper { fill: #0d1117; stroke: #30363d; }
  .cyan { fill: #56d4dd; } .green { fill: #7ee787; } .yellow { fill: #e3b341; } .red { fill: #ff7b72; }
}
";

/// The cells as text elements, one for every run of one style.
fn svg(buffer: &Buffer) -> String {
    let area = buffer.area;
    let (width, height) = (f64::from(area.width) * CELL.0 + 24.0, f64::from(area.height) * CELL.1 + 24.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\">\n\
         <title>The chat with an answer and its trace</title>\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" x=\"0.5\" y=\"0.5\" width=\"{:.0}\" height=\"{:.0}\" rx=\"8\"/>\n",
        width - 1.0,
        height - 1.0
    );
    for y in area.top()..area.bottom() {
        let mut x = area.left();
        while x < area.right() {
            let class = class(&buffer[(x, y)]);
            let start = x;
            let mut text = String::new();
            while x < area.right() && self::class(&buffer[(x, y)]) == class {
                text.push_str(buffer[(x, y)].symbol());
                x += 1;
            }
            if text.trim().is_empty() {
                continue;
            }
            let trimmed = text.trim_start();
            let skipped = text.chars().count() - trimmed.chars().count();
            let left = 12.0 + (f64::from(start) + skipped as f64) * CELL.0;
            let trimmed = trimmed.trim_end();
            let length = trimmed.chars().count() as f64 * CELL.0;
            let _ = writeln!(
                out,
                "<text class=\"{class}\" x=\"{left:.1}\" y=\"{:.1}\" textLength=\"{length:.1}\">{}</text>",
                12.0 + f64::from(y) * CELL.1 + 14.0,
                trimmed.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The classes of a cell's style.
fn class(cell: &Cell) -> String {
    let style = cell.style();
    let colour = match style.fg {
        Some(Color::Cyan) => "cyan",
        Some(Color::Green) => "green",
        Some(Color::Yellow) => "yellow",
        Some(Color::Red) => "red",
        _ => "",
    };
    let has = |modifier: Modifier| style.add_modifier.contains(modifier);
    let parts = [
        colour,
        if has(Modifier::BOLD) { "b" } else { "" },
        if has(Modifier::DIM) { "d" } else { "" },
        if has(Modifier::UNDERLINED) { "u" } else { "" },
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
