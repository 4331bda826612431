//! N-Triples and Turtle.

use super::*;

const TURTLE: &str = r#"@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

ex:einstein a ex:Physicist ;
    ex:born_in ex:Ulm ;
    ex:birthDate "1879-03-14"^^xsd:date ;
    ex:note """two
lines""" .
ex:Ulm ex:part_of ex:Baden-W%C3%BCrttemberg .
ex:einstein rdfs:label "Einstein, Albert"@de , "Albert Einstein"@en .
_:b0 ex:knows [ ex:name "X" ] .
"#;

#[test]
fn turtle_is_shown_by_labels_and_local_names() {
    let (sink, summary) = load("people.ttl", TURTLE);
    assert_eq!(
        sink.lines(),
        [
            "5: Albert Einstein | type | Physicist",
            "6: Albert Einstein | born in | Ulm",
            "7: Albert Einstein | birthDate | 1879-03-14",
            "9: Albert Einstein | note | two lines",
            "10: Ulm | part of | Baden-Württemberg",
            "11: Albert Einstein | label | Einstein, Albert",
            "12: [blank b0 of test] | knows | [blank #1 of test]",
            "12: [blank #1 of test] | name | X",
        ]
    );
    assert_eq!(sink.iris["Albert Einstein"], "http://example.org/einstein");
    assert_eq!(sink.iris["born in"], "http://example.org/born_in");
    // The label that names the node is read but yields no fact of its own.
    assert_eq!((summary.records, summary.facts), (9, 8));
}

#[test]
fn two_iris_of_one_name_stay_apart() {
    let content = "<http://e.org/p/1> <http://e.org/r> <http://e.org/q/1> .\n\
                   <http://e.org/x> <http://www.w3.org/2000/01/rdf-schema#label> \"Twin\" .\n\
                   <http://e.org/y> <http://www.w3.org/2000/01/rdf-schema#label> \"Twin\" .\n\
                   <http://e.org/x> <http://e.org/r> <http://e.org/y> .\n";
    let (sink, _) = load("twins.nt", content);
    assert_eq!(sink.lines(), ["1: 1 | r | 1 (q)", "4: Twin | r | Twin (y)"]);
}

#[test]
fn rdf_is_known_by_its_text_when_the_name_says_nothing() {
    let (found, why) = kind("data.txt", "<http://e.org/a> <http://e.org/r> \"x\" .\n");
    assert_eq!((found, why.as_str()), (SourceKind::Kg, "N-Triples by its first line, a triple of IRIs"));
    assert_eq!(kind("data.txt", "# c\n@prefix e: <http://e.org/> .\ne:a e:r e:b .\n").0, SourceKind::Kg);
}

#[test]
fn syntax_errors_have_line_and_column() {
    let told =
        error("a.nt", "<http://e.org/a> <http://e.org/r> \"x\" .\n<http://e.org/a> oops \"x\" .\n", None);
    assert!(told.starts_with("a.nt:2:18: this is not valid RDF: "), "{told}");
    assert!(told.contains("\nhint: correct the statement on this line"), "{told}");
    // Also where the preceding lines are only searched for labels.
    let told = error("a.nt", "<a:a> <a:b> <a:c> .\n<a:a> <a:b> <a:d> .\n<a:a> <a:/name> oops .\n", None);
    assert!(told.starts_with("a.nt:3:"), "{told}");
    let told = error("a.ttl", "ex:a ex:b ex:c .\n", None);
    assert!(told.starts_with("a.ttl:1:") && told.contains("hint: declare the prefix"), "{told}");
    let header =
        format!("{}{}", "# about this file\n\n".repeat(5000), "@prefix e: <http://e.org/> .\n".repeat(2000));
    assert_eq!(load("a.ttl", format!("{header}<a:a> <a:b> <a:c> .\n")).1.facts, 1);
    let lost = format!("<a:a> <a:b> \"\"\" lost .\n{}", "<a:a> <a:b> <a:c> .\n".repeat(3000));
    let told = error("a.ttl", &lost, None);
    assert!(told.contains("does not end within") && told.contains("never closed"), "{told}");
    let told = error("a.ttl", "<a> <b> <c> .\n", None);
    assert!(told.contains("hint: add `@base"), "{told}");
    let told = error("a.ttl", "@prefix e: <http://e.org/> .\n", Some(SourceKind::Table));
    assert!(told.starts_with("a.ttl: RDF is a knowledge graph and cannot be loaded as `table`"), "{told}");
}

#[test]
fn skip_bad_goes_on_after_a_syntax_error() {
    let content = "<http://e.org/a> <http://e.org/r> \"x\" .\nthis is wrong .\n<http://e.org/b> <http://e.org/r> \"y\" .\n";
    let (_folder, path) = file("a.nt", content);
    let (sink, summary) = load_path(&path, None, true).unwrap();
    assert_eq!(sink.lines(), ["1: a | r | x", "3: b | r | y"]);
    assert_eq!(summary.skipped.total, 1);
    assert_eq!(summary.skipped.lines[0].line, 2);
}
