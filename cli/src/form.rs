//! The form of rows: the requested one, or the one of the output's name.

use std::path::Path;

use cubebatch_rows::Form;

use super::compression::Compression;
use super::failure::{Failure, UNUSABLE};
use super::remote::Show;

/// Ends of names of tables and documents in forms that the program does not write.
const FOREIGN: [&str; 23] = [
    "arrow", "avro", "db", "doc", "docx", "feather", "htm", "html", "json", "ods", "orc", "parq", "pdf",
    "pq", "sqlite", "tab", "tsv", "xls", "xlsb", "xlsm", "xlsx", "xml", "yaml",
];

/// The form of rows. If the name of the output has a form, a requested form must be the same.
pub fn decide(given: Option<Form>, out: Option<&Path>) -> Result<Form, Failure> {
    match (given, out.and_then(of_name)) {
        (Some(given), Some(named)) if given != named => {
            let out = out.unwrap_or(Path::new("")).shown();
            let problem =
                format!("{out}: the name means {}, but --format means {}", named.name(), given.name());
            Err(Failure::new(UNUSABLE, problem, "Leave out --format, or choose another name."))
        }
        (None, None) => match out.and_then(|out| Some((out, ending(out)?))) {
            Some((out, ending)) if FOREIGN.contains(&&*ending) => {
                let problem = format!("{}: the program cannot write .{ending}", out.shown());
                let known: Vec<String> = Form::ALL
                    .iter()
                    .flat_map(|form| form.endings())
                    .map(|ending| format!(".{ending}"))
                    .collect();
                let remedy = format!(
                    "Choose a name with one of the extensions {}, or a format with --format.",
                    known.join(", ")
                );
                Err(Failure::new(UNUSABLE, problem, &remedy))
            }
            _ => Ok(Form::ALL[0]),
        },
        (given, named) => Ok(given.or(named).unwrap_or(Form::ALL[0])),
    }
}

/// The end of a name before the ending of a compression, in small letters, without its dot.
fn ending(path: &Path) -> Option<String> {
    Some(Compression::stripped(path).extension()?.to_str()?.to_ascii_lowercase())
}

/// The form that the name ends in, before the ending of a compression.
pub fn of_name(path: &Path) -> Option<Form> {
    let ending = ending(path)?;
    Form::ALL.iter().copied().find(|form| form.endings().contains(&ending.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_forms() {
        for (name, form) in [
            ("a.txt", Some(Form::Text)),
            ("a.JSONL", Some(Form::Jsonl)),
            ("a.ndjson.gz", Some(Form::Jsonl)),
            ("b/a.b.Csv.ZST", Some(Form::Csv)),
            ("a.parquet", Some(Form::Parquet)),
            ("csv", None),
            (".csv", None),
            ("a.csv.b", None),
            ("a.gz", None),
        ] {
            assert_eq!(of_name(Path::new(name)), form, "{name}");
        }
    }

    #[test]
    fn a_name_and_a_wish_agree() {
        let out = Some(Path::new("a.csv"));
        assert_eq!(decide(Some(Form::Csv), out).unwrap(), Form::Csv);
        assert_eq!(decide(None, out).unwrap(), Form::Csv);
        assert_eq!(decide(Some(Form::Csv), Some(Path::new("a"))).unwrap(), Form::Csv);
        assert_eq!(decide(None, None).unwrap(), Form::Text);
        assert!(decide(Some(Form::Text), out).is_err());
    }

    #[test]
    fn a_name_promises_no_form_that_the_program_cannot_write() {
        for name in ["a.xlsx", "a.json", "a.TSV", "a.tsv.gz", "a.parq"] {
            let out = Some(Path::new(name));
            let Err(Failure::Told { message, .. }) = decide(None, out) else { panic!("{name} is refused") };
            assert!(
                message.contains(".txt, .jsonl, .ndjson, .csv, .parquet, or a format with --format"),
                "{message}"
            );
            assert_eq!(decide(Some(Form::Csv), out).unwrap(), Form::Csv, "{name}");
        }
        for name in ["a", "a.out", "a.TXT", "run.3", "tsv", ".xlsx"] {
            assert_eq!(decide(None, Some(Path::new(name))).unwrap(), Form::Text, "{name}");
        }
    }
}
