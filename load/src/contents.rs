//! From files to the tables and graphs in them: packed files are unpacked; archives, workbooks and databases
//! contain several. What is left out is reported.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use trustuqa_storage::SourceKind;

use super::detect::{Detected, detect_input};
use super::paths::{EXTENSIONS, InputFile, extension, is_known, unpacked_name};
use super::property_graph::{Header, Nodes};
use super::reader_kind::{FileContent, ReaderKind, SniffedForm, first_record, head, sniff};
use super::unpack::{self, Packing, Stopped, Unpacked, packing};
use super::{LoadError, columnar, database, encoding, json, sqlite, workbook};

/// Maximum nesting of packed files.
const DEEPEST: usize = 3;

/// The tables and graphs of files.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The tables and graphs, with unique names.
    pub inputs: Vec<InputFile>,
    /// The parts of archives, workbooks and JSON that were left out, as shown to the user.
    pub left_out: Vec<String>,
}

/// Finds the tables and graphs in files. Standard input is read from the file `stdin` if that is given,
/// because only one process can read it, and only once. `stopped` is called repeatedly with the bytes read of
/// each file, and returns true to cancel.
///
/// # Errors
///
/// When a file is damaged, is a decompression bomb, has a password or contains nothing to load;
/// [`LoadError::Cancelled`].
pub fn contents(
    files: Vec<InputFile>,
    stdin: Option<&Path>,
    stopped: &mut dyn FnMut(u64) -> bool,
) -> Result<Contents, LoadError> {
    let mut contents = Contents::default();
    for file in files {
        let (before, all_of) = (contents.inputs.len(), file.all_of.clone());
        let mut opened = Opening { stdin, stopped, contents: &mut contents };
        opened.file(file)?;
        contents.inputs[before..].iter_mut().for_each(|input| input.all_of.clone_from(&all_of));
    }
    property_graph(&mut contents.inputs)?;
    keep_names_apart(&mut contents.inputs, HashSet::new());
    Ok(contents)
}

/// Appends a number to each name that an earlier input has or that is in `taken`: `x.csv` and `x.tsv` of one
/// archive.
pub fn keep_names_apart(inputs: &mut [InputFile], mut taken: HashSet<String>) {
    for input in inputs {
        let plain = input.name.clone();
        let mut copy = 1;
        while !taken.insert(input.name.clone()) {
            copy += 1;
            input.name = format!("{plain} ({copy})");
        }
    }
}

/// Finds the files of nodes and edges among the text files, and the names of the nodes.
fn property_graph(inputs: &mut [InputFile]) -> Result<(), LoadError> {
    let mut headers = Vec::new();
    for (at, input) in inputs.iter().enumerate() {
        let path = input.content.path(&input.path);
        if input.content.form != ReaderKind::Text || !may_be_property_graph(path) {
            continue;
        }
        // Unreadable files are reported when they are loaded.
        let Ok(detected) = detect_input(input, Some(SourceKind::Table)) else { continue };
        let Ok(names) = first_record(&input.shown(), &detected) else { continue };
        if let Some(header) = Header::of(&names) {
            headers.push((at, detected, header));
        }
    }
    let nodes: Vec<(PathBuf, &Detected, &Header)> = headers
        .iter()
        .filter(|(.., header)| !header.is_edges())
        .map(|(at, detected, header)| (inputs[*at].shown(), detected, header))
        .collect();
    let nodes: Vec<(&Path, &Detected, &Header)> =
        nodes.iter().map(|(path, detected, header)| (path.as_path(), *detected, *header)).collect();
    let nodes = Nodes::learn(&nodes)?;
    for (at, _, header) in headers {
        let content = &mut inputs[at].content;
        content.form = ReaderKind::PropertyGraph(header.into());
        content.nodes = nodes.clone();
    }
    Ok(())
}

/// Whether the first line of a file has the marks of a property graph's header.
fn may_be_property_graph(path: &Path) -> bool {
    let head = head(path).unwrap_or_default();
    let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let has = |mark: &[u8]| line.windows(mark.len()).any(|part| part == mark);
    has(b":ID") || has(b":START_ID")
}

/// A file whose contents are being determined.
struct At {
    /// The file as the user named it, and its source's name.
    named: PathBuf,
    name: String,
    /// The position within that file: a member of an archive.
    part: Option<String>,
    /// The file to read, and its name when unpacked.
    unpacked: Option<Unpacked>,
    print: Option<(u64, String)>,
    depth: usize,
}

impl At {
    fn path(&self) -> &Path {
        self.unpacked.as_ref().map_or(&self.named, |unpacked| &unpacked.path)
    }

    fn shown(&self) -> PathBuf {
        shown(&self.named, self.part.as_deref())
    }

    /// An input for a part of this file; `name` is appended to the source's name.
    fn input(
        &self,
        part: Option<&str>,
        name: Option<&str>,
        form: ReaderKind,
        notes: Vec<String>,
    ) -> InputFile {
        let joined = match (&self.part, part) {
            (Some(outer), Some(inner)) => Some(format!("{outer}:{inner}")),
            (outer, inner) => outer.as_deref().or(inner).map(str::to_owned),
        };
        let name = name.map_or(self.name.clone(), |name| format!("{}/{name}", self.name));
        let content = FileContent {
            unpacked: self.unpacked.clone(),
            form,
            print: self.print.clone(),
            notes,
            ..FileContent::default()
        };
        InputFile { part: joined, content, ..InputFile::new(self.named.clone(), name) }
    }
}

/// A file and its part, as shown to the user: `shop.xlsx:Orders`.
pub(super) fn shown(path: &Path, part: Option<&str>) -> PathBuf {
    match part {
        None => path.to_owned(),
        Some(part) => PathBuf::from(format!("{}:{part}", path.display())),
    }
}

struct Opening<'o> {
    stdin: Option<&'o Path>,
    stopped: Stopped<'o>,
    contents: &'o mut Contents,
}

impl Opening<'_> {
    fn file(&mut self, file: InputFile) -> Result<(), LoadError> {
        if database::is_database(&file.path) {
            return self.database(&file);
        }
        let stream = !std::fs::metadata(&file.path).is_ok_and(|data| data.is_file());
        let (mut unpacked, mut print) = (None, None);
        if file.path.as_os_str() == "-" {
            unpacked = Some(unpack::stdin(self.stdin, self.stopped)?);
        } else if stream {
            let mut input = std::fs::File::open(&file.path)
                .map_err(|error| LoadError::io(&file.path, "open it", &error))?;
            unpacked = Some(unpack::stream(&file.path, &mut input, self.stopped)?);
        }
        if let Some(unpacked) = &unpacked {
            print = Some(self.print(&unpacked.path, &file.path)?);
        }
        let InputFile { path: named, name, .. } = file;
        self.open(At { named, name, part: None, unpacked, print, depth: 0 })
    }

    fn print(&mut self, path: &Path, shown: &Path) -> Result<(u64, String), LoadError> {
        encoding::print(path).map_err(|error| LoadError::io(shown, "read it", &error))
    }

    fn open(&mut self, mut at: At) -> Result<(), LoadError> {
        let shown = at.shown();
        let head = head(at.path()).map_err(|error| LoadError::io(&shown, "read it", &error))?;
        let packed = packing(&head);
        let sniffed = sniff(at.path(), &head);
        if packed.is_none() && sniffed == SniffedForm::Text {
            self.contents.inputs.push(at.input(None, None, ReaderKind::Text, Vec::new()));
            return Ok(());
        }
        if at.print.is_none() {
            at.print = Some(self.print(&at.named, &shown)?);
        }
        match packed {
            Some(Packing::Zip) => self.zip(at, &shown),
            Some(packing) => {
                if at.depth == DEEPEST {
                    let what = format!("this is packed more than {DEEPEST} times");
                    return Err(LoadError::new(&shown, None, what, "unpack it first"));
                }
                let name = unpacked_name(at.path());
                let unpacked = unpack::unpack(at.path(), &shown, packing, &name, self.stopped)?;
                at.unpacked = Some(unpacked);
                at.depth += 1;
                self.open(at)
            }
            None => self.plain(at, &shown, sniffed),
        }
    }

    fn plain(&mut self, at: At, shown: &Path, sniffed: SniffedForm) -> Result<(), LoadError> {
        match sniffed {
            SniffedForm::Text => {
                self.contents.inputs.push(at.input(None, None, ReaderKind::Text, Vec::new()))
            }
            SniffedForm::Workbook(kind) => self.workbook(&at, shown, kind)?,
            SniffedForm::Columns(kind) => {
                let notes = columnar::notes(at.path(), shown, kind)?;
                self.contents.inputs.push(at.input(None, None, ReaderKind::Columns(kind), notes));
            }
            SniffedForm::Json => {
                let survey =
                    encoding::survey(at.path()).map_err(|error| LoadError::io(shown, "read it", &error))?;
                let (tables, left_out) = json::tables(at.path(), shown, survey.encoding, &at.name)?;
                self.contents.left_out.extend(left_out);
                let alone = tables.len() == 1;
                for table in tables {
                    let name = (!table.name.is_empty() && !alone).then(|| table.name.clone());
                    let form = ReaderKind::Json(table.into());
                    self.contents.inputs.push(at.input(name.as_deref(), name.as_deref(), form, Vec::new()));
                }
            }
            SniffedForm::Sqlite => self.sqlite(&at, shown)?,
        }
        Ok(())
    }

    fn database(&mut self, file: &InputFile) -> Result<(), LoadError> {
        let (address, _) = database::DatabaseAddress::parse(&file.path)?;
        let opened = database::open(&address, &file.tables, self.stopped)?;
        self.contents.left_out.extend(opened.left_out);
        for (table, print) in opened.tables {
            // This identifies the table in the address of its source.
            let part = table.name.replace('%', "%25");
            let name = format!("{}/{}", file.name, table.name);
            let content = FileContent {
                form: ReaderKind::Database(table.into()),
                print: Some(print),
                ..FileContent::default()
            };
            let path = PathBuf::from(address.shown());
            let input = InputFile { part: Some(part), content, ..InputFile::new(path, name) };
            self.contents.inputs.push(input);
        }
        Ok(())
    }

    fn sqlite(&mut self, at: &At, shown: &Path) -> Result<(), LoadError> {
        let tables = sqlite::tables(at.path(), shown)?;
        if tables.is_empty() {
            let hint = "check that it is the right file: a database may be kept in another folder";
            return Err(LoadError::new(shown, None, "this database has no tables", hint));
        }
        for table in tables {
            let name = table.name.clone();
            let form = ReaderKind::Sqlite(table.into());
            self.contents.inputs.push(at.input(Some(&name), Some(&name), form, Vec::new()));
        }
        Ok(())
    }

    fn workbook(
        &mut self,
        at: &At,
        shown: &Path,
        kind: workbook::SpreadsheetFormat,
    ) -> Result<(), LoadError> {
        let (sheets, empty) = workbook::sheets(at.path(), shown, kind)?;
        if sheets.is_empty() {
            return Err(LoadError::new(shown, None, "this workbook has no cells", "leave it out"));
        }
        let empty =
            empty.into_iter().map(|sheet| format!("the empty sheet `{sheet}` of {}", shown.display()));
        self.contents.left_out.extend(empty);
        let alone = sheets.len() == 1;
        for sheet in sheets {
            let sheet_name = sheet.name.clone();
            let name = (!alone).then_some(sheet_name.as_str());
            let form = ReaderKind::Sheet(sheet.into());
            self.contents.inputs.push(at.input(Some(&sheet_name), name, form, Vec::new()));
        }
        Ok(())
    }

    /// A workbook is a ZIP archive, too.
    fn zip(&mut self, at: At, shown: &Path) -> Result<(), LoadError> {
        let members = unpack::members(at.path(), shown)?;
        let has = |name: &str| members.iter().any(|member| member == name);
        let kind = if has("xl/workbook.xml") {
            Some(workbook::SpreadsheetFormat::Xlsx)
        } else if has("xl/workbook.bin") {
            Some(workbook::SpreadsheetFormat::Xlsb)
        } else if has("content.xml") && extension(at.path()).starts_with("od") {
            Some(workbook::SpreadsheetFormat::Ods)
        } else {
            None
        };
        if let Some(kind) = kind {
            unpack::check(at.path(), shown, self.stopped)?;
            return self.workbook(&at, shown, kind);
        }
        if at.depth == DEEPEST {
            return Err(LoadError::new(shown, None, "archives in archives", "unpack it first"));
        }
        self.archive(&at, shown, members)
    }

    fn archive(&mut self, at: &At, shown: &Path, members: Vec<String>) -> Result<(), LoadError> {
        let hidden = |name: &str| name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX");
        let (known, others): (Vec<String>, Vec<String>) =
            members.into_iter().filter(|name| !hidden(name)).partition(|name| {
                let name = Path::new(name);
                is_known(name) && !matches!(extension(name).as_str(), "zip" | "txt")
            });
        let others = others.into_iter().map(|name| format!("`{name}` of {}", shown.display()));
        self.contents.left_out.extend(others);
        if known.is_empty() {
            let endings = EXTENSIONS.map(|extension| format!(".{extension}")).join(" ");
            let hint = format!("an archive is searched for {endings}");
            return Err(LoadError::new(shown, None, "no file to load in this archive", hint));
        }
        let alone = known.len() == 1;
        for member in known {
            let unpacked = unpack::member(at.path(), shown, &member, self.stopped)?;
            let plain = unpacked_name(Path::new(&member)).with_extension("");
            let plain = plain.to_string_lossy().into_owned();
            let part = match &at.part {
                Some(outer) => format!("{outer}:{member}"),
                None => member.clone(),
            };
            self.open(At {
                named: at.named.clone(),
                name: if alone { at.name.clone() } else { format!("{}/{plain}", at.name) },
                part: Some(part),
                unpacked: Some(unpacked),
                print: at.print.clone(),
                depth: at.depth + 1,
            })?;
        }
        Ok(())
    }
}
