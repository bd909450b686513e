//! The arguments of a command: each names a file, or is a text to read. All commands share one rule.

use std::path::{Path, PathBuf};

use cubebatch::cube::FACELETS;
use cubebatch::notation::{Format, parse_line};
use cubebatch_cube::notation::is_link;

use super::Input;
use crate::failure::{Failure, UNUSABLE};
use crate::remote::is_remote;

/// A file or a text among the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A file, or `-` for standard input.
    File(PathBuf),
    /// A text that stands for a file of one line.
    Text(String),
}

/// The things that a command reads.
pub struct Reads<'a> {
    /// Their name.
    pub name: &'static str,
    /// What is read has this many symbols. An argument with nearly as many is not taken for the name of a file that is missing.
    pub symbols: usize,
    /// Whether a text is not blank, if it can be read.
    pub parse: &'a dyn Fn(&str) -> Result<bool, String>,
}

impl Given {
    /// The path of a file.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Given::File(path) => Some(path),
            Given::Text(_) => None,
        }
    }

    /// Opens it, a file by this function.
    pub fn open(&self, file: impl FnOnce(&Path) -> Result<Input, Failure>) -> Result<Input, Failure> {
        match self {
            Given::File(path) => file(path),
            Given::Text(text) => Ok(Input::of_argument(text)),
        }
    }
}

/// Positions of the cube, and files of them.
pub fn positions(arguments: &[PathBuf], format: Option<Format>) -> Result<Vec<Given>, Failure> {
    let parse = |text: &str| {
        let cube = parse_line(text, format).map_err(|error| error.to_string())?;
        Ok(cube.is_some())
    };
    Reads { name: "position", symbols: FACELETS, parse: &parse }.given(arguments)
}

/// The files among what is given.
pub fn files(given: &[Given]) -> Vec<PathBuf> {
    given.iter().filter_map(Given::path).map(Path::to_owned).collect()
}

impl Reads<'_> {
    /// A file that is there is a file. Other words side by side are one text if they can be read as one, so that moves
    /// need no quotes; else they are names of files. An argument with white space is a text of its own.
    pub fn given(&self, arguments: &[PathBuf]) -> Result<Vec<Given>, Failure> {
        let runs = arguments.chunk_by(|one, next| self.is_word(one) && self.is_word(next));
        Ok(runs.map(|run| self.of_run(run)).collect::<Result<Vec<_>, _>>()?.concat())
    }

    fn is_word(&self, argument: &Path) -> bool {
        text_of(argument).is_some_and(|text| !self.is_long(text) && !is_link(text))
    }

    /// Whether a text looks like no name of a file. A path that long has other symbols.
    fn is_long(&self, text: &str) -> bool {
        let count = text.chars().count();
        let is_nearly =
            || count >= self.symbols - self.symbols / 10 && text.chars().all(char::is_alphanumeric);
        text.trim().contains(char::is_whitespace) || count >= self.symbols || is_nearly()
    }

    fn of_run(&self, run: &[PathBuf]) -> Result<Vec<Given>, Failure> {
        let Some(words) = run.iter().map(|argument| text_of(argument)).collect::<Option<Vec<_>>>() else {
            return Ok(names(run));
        };
        let text = words.join(" ");
        match (self.parse)(&text) {
            Ok(true) => Ok(vec![Given::Text(text)]),
            Err(error) if self.is_meant(&words) => {
                let problem = format!("{text:?} is not a file and not a {}: {error}", self.name);
                let remedy = format!("Check the name, or the {}.", self.name);
                Err(Failure::new(UNUSABLE, problem, &remedy))
            }
            _ => Ok(names(run)),
        }
    }

    /// Whether words that cannot be read were not meant to be names of files.
    fn is_meant(&self, words: &[&str]) -> bool {
        self.is_long(words[0]) || matches!((self.parse)(words[0]), Ok(true))
    }
}

/// The text of an argument that names no file.
fn text_of(argument: &Path) -> Option<&str> {
    let is_file = |text: &str| text == "-" || is_remote(argument) && !is_link(text) || argument.exists();
    argument.to_str().filter(|text| !is_file(text))
}

fn names(run: &[PathBuf]) -> Vec<Given> {
    run.iter().cloned().map(Given::File).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(arguments: &[&str]) -> Result<Vec<Given>, Failure> {
        positions(&arguments.iter().map(PathBuf::from).collect::<Vec<_>>(), None)
    }

    #[test]
    fn words_that_are_no_files_are_one_position() {
        let file = |name: &str| Given::File(name.into());
        let text = |text: &str| Given::Text(text.to_owned());
        for (arguments, expected) in [
            (&["R", "U", "R'"][..], vec![text("R U R'")]),
            (&["R U", "F D"], vec![text("R U"), text("F D")]),
            (&["R", "-", "U", "D"], vec![text("R"), file("-"), text("U D")]),
            (&["R", "Cargo.toml", "U"], vec![text("R"), file("Cargo.toml"), text("U")]),
            (&["a.txt", "b.txt"], vec![file("a.txt"), file("b.txt")]),
            (&["R", "s3://bucket/a b"], vec![text("R"), file("s3://bucket/a b")]),
            (&[""], vec![file("")]),
            (&["https://example.org/a.csv?version=2"], vec![file("https://example.org/a.csv?version=2")]),
            (
                &["https://alg.cubing.net/?alg=R_U-", "R", "https://alg.cubing.net/?alg=F"],
                vec![
                    text("https://alg.cubing.net/?alg=R_U-"),
                    text("R"),
                    text("https://alg.cubing.net/?alg=F"),
                ],
            ),
        ] {
            assert_eq!(given(arguments).unwrap(), expected, "{arguments:?}");
        }
    }

    #[test]
    fn a_position_without_a_sticker_is_no_file() {
        let Err(Failure::Told { message, .. }) = given(&[&"U".repeat(53)]) else { panic!("it is refused") };
        assert!(message.contains("a cube has 54 facelets, but 53 are given"), "{message}");
    }

    #[test]
    fn a_word_that_is_no_move_is_told() {
        let Err(Failure::Told { message, .. }) = given(&["R", "U", "Q"]) else { panic!("it is refused") };
        assert!(message.starts_with("\"R U Q\" is not a file and not a position: column 5: "), "{message}");
    }
}
