//! The form of rows: the requested one, or the one of the output's name.

use std::path::Path;

use cubebatch::rows::Form;

use super::compression::Compression;
use super::failure::{Failure, UNUSABLE};

/// The form of rows. If the name of the output has a form, a requested form must be the same.
pub fn decide(given: Option<Form>, out: Option<&Path>) -> Result<Form, Failure> {
    match (given, out.and_then(of_name)) {
        (Some(given), Some(named)) if given != named => {
            let out = out.unwrap_or(Path::new("")).display();
            let problem =
                format!("{out}: the name means {}, but --output means {}", named.name(), given.name());
            Err(Failure::new(UNUSABLE, problem, "Leave out --output, or choose another name."))
        }
        (given, named) => Ok(given.or(named).unwrap_or(Form::Text)),
    }
}

/// The form that the name ends in, before the ending of a compression.
pub fn of_name(path: &Path) -> Option<Form> {
    let ending = Compression::stripped(path).extension()?.to_str()?.to_ascii_lowercase();
    Form::ALL.into_iter().find(|form| form.endings().contains(&ending.as_str()))
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
}
