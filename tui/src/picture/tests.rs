//! The picture at several widths, and that it says what the trace says.

use insta::assert_snapshot;

use super::*;
use crate::model::{FactView, ItemView};
use crate::testing::{cross_source, many};
use crate::theme::Theme;

/// Three steps of which the last uses both others, over two sources.
fn branching() -> AnswerView {
    let fact = |source: &str| FactView { source: source.into(), ..FactView::default() };
    let step = |title: &str, query: &str, results: &[&str], facts: Vec<FactView>| StepView {
        title: title.into(),
        query: query.into(),
        result_total: results.len(),
        results: results.iter().map(|text| (*text).to_owned()).collect(),
        fact_total: facts.len(),
        facts,
        ..StepView::default()
    };
    AnswerView {
        items: ["a", "b", "c", "d", "e"]
            .map(|text| ItemView { text: text.into(), detail: String::new() })
            .to_vec(),
        trace: vec![
            step(
                "tarns of tarns.csv whose Depth is above 20 m: 2",
                "get_information()",
                &["Glint", "Murk"],
                vec![fact("tarns"), fact("tarns")],
            ),
            step(
                "walks to 日本 lakes: 3",
                "get_information()",
                &["Glint", "Oval", "Pike"],
                vec![fact("walks")],
            ),
            step(
                "names in both",
                "set_intersection(set1=output_of_query1, set2=output_of_query2)",
                &["Glint"],
                vec![],
            ),
        ],
        ..AnswerView::default()
    }
}

fn drawn(answer: &AnswerView, width: usize) -> String {
    let picture = Picture::of(answer).expect("a picture");
    lines(&picture, width, Theme::new(false)).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_chain_over_two_sources() {
    assert_snapshot!("chain_96", drawn(&cross_source(), 96));
    assert_snapshot!("chain_56", drawn(&cross_source(), 56));
}

#[test]
fn branches_meet() {
    assert_snapshot!("branches_96", drawn(&branching(), 96));
    assert_snapshot!("branches_56", drawn(&branching(), 56));
}

#[test]
fn steps_are_joined_by_what_their_queries_use() {
    let picture = Picture::of(&branching()).expect("a picture");
    assert_eq!(picture.lanes, ["tarns", "walks", "reasoning"]);
    let ends: Vec<(usize, usize)> = picture.edges.iter().map(|edge| (edge.from, edge.to)).collect();
    assert_eq!(ends, [(0, 2), (1, 2), (2, 3)]);
    assert!(picture.edges.iter().all(|edge| !edge.joins), "a computation joins no sources");
    assert!(Picture::of(&cross_source()).expect("a picture").edges[0].joins);
    assert_eq!(inputs("f(output_of_query2, output_of_query12, output_of_query2, output_of_query)"), [1, 11]);
    assert_eq!(Picture::of(&AnswerView::default()), None);
}

#[test]
fn no_width_breaks_it_and_no_line_is_too_long() {
    for answer in [cross_source(), branching(), many(3)] {
        let picture = Picture::of(&answer).expect("a picture");
        for width in 0..130 {
            for line in lines(&picture, width, Theme::new(true)) {
                assert!(line.width() <= width, "{width} {line}");
            }
        }
    }
}

#[test]
fn the_svg_is_escaped_and_whole() {
    let mut answer = branching();
    answer.trace[0].title = "<script>alert(1)</script> & \"x\"".into();
    let svg = svg(&Picture::of(&answer).expect("a picture"));
    assert!(!svg.contains("<script") && svg.contains("&lt;script&gt;"), "{svg}");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<rect").count(), 4);
    assert_eq!(svg.matches("<polyline").count(), 3);
    assert!(!svg.contains("http"), "the page needs nothing from outside");
}
