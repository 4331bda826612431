//! The query language as a grammar, for servers that hold a model to one.
//!
//! The notation is GBNF, that of llama.cpp, which vLLM's xgrammar reads, too. A query in it has
//! steps as `prompts/system.txt` describes them, and names the listed sources and relations only;
//! entities and values are any text. What the grammar says is in the prompt as well, so it tells a
//! server nothing more.
//!
//! How a rule is written decides what it costs. For each token, llama.cpp tests its whole vocabulary
//! against one alternative, then what that rejects against the next, and so on, from the last alternative
//! of a rule to the first. So names share their prefixes, and where a rule may end or continue,
//! continuing is written last: it accepts nearly every token, and few are left to test against the end.

use std::fmt::Write as _;

use trustuqa_engine::query::Function;
use trustuqa_engine::query::formula::FormulaFunction;

use super::SchemaSource;

/// How a server takes a grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum GrammarDialect {
    /// It takes none, or is sent none.
    #[default]
    Off,
    /// llama.cpp's own server and that of llama-cpp-python: the member `grammar`.
    LlamaCpp,
    /// vLLM: the member `structured_outputs`.
    Vllm,
}

impl GrammarDialect {
    /// The member of a request that holds `grammar`.
    pub fn member(self, grammar: &str) -> Option<(&'static str, serde_json::Value)> {
        match self {
            GrammarDialect::Off => None,
            GrammarDialect::LlamaCpp => Some(("grammar", grammar.into())),
            GrammarDialect::Vllm => Some(("structured_outputs", serde_json::json!({ "grammar": grammar }))),
        }
    }
}

impl std::str::FromStr for GrammarDialect {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "off" => Ok(GrammarDialect::Off),
            "llama.cpp" => Ok(GrammarDialect::LlamaCpp),
            "vllm" => Ok(GrammarDialect::Vllm),
            _ => Err(format!("expected `off`, `llama.cpp` or `vllm`, found `{text}`")),
        }
    }
}

impl std::fmt::Display for GrammarDialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            GrammarDialect::Off => "off",
            GrammarDialect::LlamaCpp => "llama.cpp",
            GrammarDialect::Vllm => "vllm",
        })
    }
}

/// The rules that do not depend on the sources, except the long repetitions of [`REPEATED`]. Every
/// repetition has a bound, because a small model may never end one without.
const RULES: &str = r###"root ::= target? step ("\n" step){0,7} "\n"?
target ::= "## Target type: {" type "}\n"
step ::= "Step" number ": " words "\nQuery" number ": \"" call "\""
number ::= [1-9] [0-9]?
call ::= get | other "(" argument (", " argument){0,4} ")"
get ::= "get_information(" part (", " part){0,5} ")"
part ::= "source=" source | "head_entity=" value | "relation=" relation | "tail_entity" test | "key=" key | "value" test
argument ::= "set" "1"? "=" output | "set2=" string | "relation=" relation | "by=" relation | "of=" column | "with=" column | "value" test | "source=" source | "k=" [0-9]{1,6} | ("unit" | "op" | "reason") "=" string | string
output ::= "'output_of_query" number "'"
value ::= string | "[" string (", " string){0,20} "]"
test ::= ("=" | "!=" | "<" | ">" | "<=" | ">=") value | "=" check
check ::= ("contains" | "starts_with" | "ends_with") "(" string ")" | "between(" string ", " string ")" | "is_empty()" | "not_empty()"
string ::= "'" letters "'"
letter ::= "\\'" | [^'"\\\n]
relation ::= "'" formula "'"
column ::= relation | string
formula ::= operand (" " [-+*/] " " operand){0,5}
operand ::= name | "[" name "]" | unary "(" formula ")" | "(" formula ")" | [0-9]{1,15} ("." [0-9]{1,15})?
key ::= "'" (name | "time" | "start time" | "end time" | "duration") "'"
"###;

/// Long repetitions: the rule, what it repeats, and how often at most.
const REPEATED: [(&str, &str, usize); 3] =
    [("type", r"[^{}\n]", 80), ("words", r"[^\n]", 120), ("letters", "letter", 120)];

/// The grammar of queries over these sources; `None` when they have nothing that a query could name.
pub fn of(schema: &[SchemaSource]) -> Option<String> {
    let mut names: Vec<&str> =
        schema.iter().flat_map(|source| &source.relations).map(|relation| relation.name.as_str()).collect();
    // Times of facts are columns of what was found through them.
    names.extend(["start time", "end time", "duration"]);
    let sources: Vec<&str> = schema.iter().map(|source| source.name.as_str()).collect();
    let (names, sources) = (literals(names), literals(sources));
    if names.is_empty() || sources.is_empty() {
        return None;
    }
    let functions = Function::all().map(|(name, _)| name).collect();
    let mut grammar = RULES.to_owned();
    // Writing to a text does not fail.
    let _ = writeln!(grammar, "other ::= {}", literals(functions));
    let _ = writeln!(grammar, "unary ::= {}", literals(FormulaFunction::NAMES.to_vec()));
    let _ = writeln!(grammar, "name ::= {names}");
    let _ = writeln!(grammar, "source ::= \"'\" ({sources}) \"'\"");
    for (rule, one, most) in REPEATED {
        let _ = writeln!(grammar, "{rule} ::= {}", up_to(one, most));
    }
    Some(grammar)
}

/// `one{1,most}`, with the alternative that ends written before the one that continues.
fn up_to(one: &str, most: usize) -> String {
    let more = most.saturating_sub(1);
    format!("{one}{}{}", format!(" (\"\" | {one}").repeat(more), ")".repeat(more))
}

/// Alternatives, each once. A name is left out if it has a quote that would end the query, or a line
/// break.
fn literals(mut names: Vec<&str>) -> String {
    names.retain(|name| !name.is_empty() && !name.contains(['"', '\n', '\r']));
    names.sort_unstable();
    names.dedup();
    sharing(&names)
}

/// Sorted names as alternatives, in which a common prefix is written once.
fn sharing(names: &[&str]) -> String {
    let first = |name: &str| name.chars().next();
    let ways = names.chunk_by(|a, b| first(a) == first(b)).filter_map(|group| {
        let (one, last) = (group.first()?, group.last()?);
        // The names are sorted, so those between the two begin as both do.
        let shared: usize =
            one.chars().zip(last.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
        let start = one[..shared].replace('\\', "\\\\").replace('\'', "\\\\'");
        let rests: Vec<&str> = group.iter().map(|name| &name[shared..]).collect();
        Some(match rests.as_slice() {
            [_] => format!("\"{start}\""),
            rests => format!("\"{start}\" ({})", sharing(rests)),
        })
    });
    ways.collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};
    use std::iter::Peekable;
    use std::str::Chars;

    use trustuqa_storage::SourceKind;

    use super::super::SchemaRelation;
    use super::super::demonstrations::builtin;
    use super::*;

    /// A grammar that was read, so that texts can be matched against it.
    #[derive(Debug)]
    enum Rule {
        Text(String),
        Signs {
            none_of: bool,
            ranges: Vec<(char, char)>,
        },
        Named(String),
        Sequence(Vec<Rule>),
        Either(Vec<Rule>),
        /// At least and at most so often.
        Often(Box<Rule>, usize, usize),
    }

    struct Reader<'t>(Peekable<Chars<'t>>);

    impl Reader<'_> {
        fn spaces(&mut self) {
            while self.0.next_if(|c| *c == ' ').is_some() {}
        }

        fn either(&mut self) -> Rule {
            let mut ways = vec![self.sequence()];
            while self.0.next_if_eq(&'|').is_some() {
                ways.push(self.sequence());
            }
            Rule::Either(ways)
        }

        fn sequence(&mut self) -> Rule {
            let mut parts = Vec::new();
            loop {
                self.spaces();
                let Some(first) = self.0.peek().copied().filter(|c| !['|', ')'].contains(c)) else {
                    return Rule::Sequence(parts);
                };
                let part = match first {
                    '"' => self.text(),
                    '[' => self.signs(),
                    '(' => {
                        self.0.next();
                        let inner = self.either();
                        assert_eq!(self.0.next(), Some(')'));
                        inner
                    }
                    _ => {
                        let mut name = String::new();
                        while let Some(c) = self.0.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
                            name.push(c);
                        }
                        assert!(!name.is_empty(), "{first:?} begins nothing");
                        Rule::Named(name)
                    }
                };
                if self.0.next_if_eq(&'{').is_some() {
                    let bounds: String = std::iter::from_fn(|| self.0.next_if(|c| *c != '}')).collect();
                    self.0.next();
                    let (least, most) = bounds.split_once(',').unwrap();
                    let most = most.parse().unwrap();
                    parts.push(Rule::Often(Box::new(part), least.parse().unwrap(), most));
                    continue;
                }
                let (least, most) = match self.0.peek() {
                    Some('?') => (0, 1),
                    Some('*') => (0, usize::MAX),
                    Some('+') => (1, usize::MAX),
                    _ => {
                        parts.push(part);
                        continue;
                    }
                };
                self.0.next();
                parts.push(Rule::Often(Box::new(part), least, most));
            }
        }

        fn sign(&mut self) -> char {
            match self.0.next().unwrap() {
                '\\' => match self.0.next().unwrap() {
                    'n' => '\n',
                    'r' => '\r',
                    other => other,
                },
                other => other,
            }
        }

        fn text(&mut self) -> Rule {
            self.0.next();
            let mut text = String::new();
            while self.0.peek() != Some(&'"') {
                text.push(self.sign());
            }
            self.0.next();
            Rule::Text(text)
        }

        fn signs(&mut self) -> Rule {
            self.0.next();
            let none_of = self.0.next_if_eq(&'^').is_some();
            let mut ranges = Vec::new();
            while self.0.peek() != Some(&']') {
                let low = self.sign();
                let mut ahead = self.0.clone();
                let range = low != '-' && ahead.next() == Some('-') && ahead.next() != Some(']');
                let high = if range && self.0.next().is_some() { self.sign() } else { low };
                ranges.push((low, high));
            }
            self.0.next();
            Rule::Signs { none_of, ranges }
        }
    }

    struct Grammar(HashMap<String, Rule>);

    impl Grammar {
        fn read(text: &str) -> Grammar {
            let rule = |line: &str| {
                let (name, rest) = line.split_once(" ::= ").unwrap();
                let mut reader = Reader(rest.chars().peekable());
                let rule = reader.either();
                assert!(reader.0.next().is_none(), "{line}");
                (name.to_owned(), rule)
            };
            Grammar(text.lines().map(rule).collect())
        }

        /// Where what the rule takes at `at` can end.
        fn ends(&self, rule: &Rule, text: &str, at: usize) -> BTreeSet<usize> {
            let one = |end: usize| BTreeSet::from([end]);
            match rule {
                Rule::Text(t) => {
                    text[at..].strip_prefix(t.as_str()).map_or_else(BTreeSet::new, |_| one(at + t.len()))
                }
                Rule::Signs { none_of, ranges } => match text[at..].chars().next() {
                    Some(c) if ranges.iter().any(|(l, h)| (*l..=*h).contains(&c)) != *none_of => {
                        one(at + c.len_utf8())
                    }
                    _ => BTreeSet::new(),
                },
                Rule::Named(name) => self.ends(&self.0[name.as_str()], text, at),
                Rule::Sequence(parts) => parts.iter().fold(one(at), |from, part| {
                    from.into_iter().flat_map(|at| self.ends(part, text, at)).collect()
                }),
                Rule::Either(ways) => ways.iter().flat_map(|way| self.ends(way, text, at)).collect(),
                Rule::Often(part, least, most) => {
                    let (mut all, mut from) = (BTreeSet::new(), one(at));
                    for times in 0..=*most {
                        if times >= *least {
                            all.extend(&from);
                        }
                        from = from
                            .into_iter()
                            .flat_map(|at| self.ends(part, text, at))
                            .filter(|end| !all.contains(end))
                            .collect();
                        if from.is_empty() {
                            break;
                        }
                    }
                    all
                }
            }
        }

        fn takes(&self, text: &str) -> bool {
            self.ends(&self.0["root"], text, 0).contains(&text.len())
        }
    }

    fn table(name: &str, columns: &[&str]) -> SchemaSource {
        let relation = |name: &&str| SchemaRelation { name: (*name).into(), ..SchemaRelation::default() };
        SchemaSource::new(name, SourceKind::Table, columns.iter().map(relation).collect())
    }

    #[test]
    fn every_demonstration_keeps_to_the_grammar_of_its_sources() {
        let mut held = 0;
        for named in builtin() {
            let demonstration = &named.demonstration;
            let grammar = Grammar::read(&of(&demonstration.schema).unwrap());
            let query = demonstration.query.trim();
            assert!(grammar.takes(query), "{query}");
            assert!(
                !grammar.takes(&query.replace("relation='", "relation='not listed "))
                    || !query.contains("relation='")
            );
            held += 1;
        }
        assert!(held > 20, "{held}");
    }

    /// A text in the places of a name and of a relation.
    fn names(listed: &[&str], name: &str) -> bool {
        let grammar = Grammar::read(&of(&[table("t", listed)]).unwrap());
        let query = format!("Step1: Look\nQuery1: \"get_information(relation='{name}')\"");
        grammar.takes(&query)
    }

    #[test]
    fn names_that_begin_alike_are_taken_whole() {
        let listed = ["Host", "Host City", "Host Nation", "Höhe", "Höhe (m)", "a", "ab", "abc", "aé", "aè"];
        for name in listed {
            assert!(names(&listed, name), "{name}");
        }
        for name in ["Hos", "Host ", "Host C", "Host CityNation", "H", "Höhe (", "abcd", "b", "é", "aéè"]
        {
            assert!(!names(&listed, name), "{name}");
        }
    }

    proptest::proptest! {
        #[test]
        fn the_names_that_are_taken_are_the_listed_ones(
            listed in proptest::collection::btree_set("[aé'\\\\ ]{1,4}", 1..12),
            other in "[aé'\\\\ ]{1,5}",
        ) {
            let rule: Vec<&str> = listed.iter().map(String::as_str).collect();
            let grammar = Grammar::read(&format!("root ::= {}", literals(rule)));
            let written = |name: &str| name.replace('\'', "\\'");
            for name in listed.iter().chain([&other]) {
                proptest::prop_assert_eq!(grammar.takes(&written(name)), listed.contains(name), "{}", name);
            }
        }
    }

    #[test]
    fn a_repetition_is_bounded() {
        let grammar = Grammar::read(&format!("root ::= {}", up_to("letter", 3)).replace("letter", "[ab]"));
        let taken = ["", "a", "ab", "aba", "abab"].map(|text| grammar.takes(text));
        assert_eq!(taken, [false, true, true, true, false]);
    }

    #[test]
    fn odd_names_have_their_place_and_no_others_do() {
        let sources =
            [table("o'briens", &["Price (EUR)", "a\\b", "it's", "say \"x\""]), table("größen", &["Länge"])];
        let grammar = Grammar::read(&of(&sources).unwrap());
        let step = |call: &str| format!("Step1: Look\nQuery1: \"{call}\"");
        for call in [
            r"get_information(source='o\'briens', relation='it\'s', tail_entity='O\'Dowd')",
            r"get_information(relation='Länge', tail_entity>='5 m')",
            r"get_information(relation='[Price (EUR)] / 2', tail_entity=between('1', '2'))",
            r"group(set='output_of_query1', by='month(Länge)', of='a\b', with='sum')",
            r"get_information(head_entity=['A', 'B'], relation='Länge', key='start time')",
        ] {
            assert!(grammar.takes(&step(call)), "{call}");
        }
        for call in [
            "get_information(relation='Breite')",
            "get_information(source='elsewhere')",
            "wibble(set='output_of_query1')",
            "get_information(relation='Länge'",
            "print('x') or get_information(relation='Länge')",
        ] {
            assert!(!grammar.takes(&step(call)), "{call}");
        }
        assert!(!grammar.takes("I am sorry, I do not know."));
        assert_eq!(of(&[]), None);
    }
}
