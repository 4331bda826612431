//! Hidden rows and columns of a sheet. They are read like others, because a filter hides rows that still
//! count, and reported.
//!
//! The library for workbooks does not report them. If they cannot be determined, for instance in a damaged
//! file, nothing is reported here: the reader of the cells reports what is wrong with the file.

use std::collections::HashMap;
use std::path::Path;

use super::SpreadsheetFormat;

mod xls;
mod xml;

/// Number of hidden rows and of hidden columns.
pub(super) type Parts = (u64, u64);

/// The hidden parts of the sheets with these names; sheets without any may be missing.
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
