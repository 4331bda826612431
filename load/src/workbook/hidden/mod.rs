//! Rows and columns of a sheet that are hidden in the program that wrote it. They are read like
//! others, because a filter hides what still counts, and reported.
//!
//! The library for workbooks does not report them. What cannot be found out, as of a damaged file, is
//! not reported: what is wrong with a file is said by whoever reads its cells.

use std::collections::HashMap;
use std::path::Path;

use super::SpreadsheetFormat;

mod xls;
mod xml;

/// How many rows and columns are hidden.
pub(super) type Parts = (u64, u64);

/// What is hidden in the sheets of these names; sheets in which nothing is may be left out.
pub(super) fn of(path: &Path, kind: SpreadsheetFormat, sheets: &[(String, bool)]) -> HashMap<String, Parts> {
    let found = match kind {
        SpreadsheetFormat::Xlsx => {
            let of_sheet = |(name, _): &(String, bool)| Some((name.clone(), xml::of_xlsx(path, name)?));
            Some(sheets.iter().filter_map(of_sheet).collect())
        }
        SpreadsheetFormat::Ods => xml::of_ods(path),
        SpreadsheetFormat::Xls => xls::of(path),
        SpreadsheetFormat::Xlsb => None,
    };
    found.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_is_not_there_nothing_is_said() {
        for kind in
            [SpreadsheetFormat::Xlsx, SpreadsheetFormat::Ods, SpreadsheetFormat::Xls, SpreadsheetFormat::Xlsb]
        {
            let found = of(Path::new("/none/there"), kind, &[("Sheet1".to_owned(), false)]);
            assert_eq!(found, HashMap::new());
        }
    }
}
