//! `cubebatch universal de-bruijn`.

use cubebatch::universal::DeBruijn;

use crate::args::universal::{self as args, SequenceLetters};
use crate::failure::{Failure, UNUSABLE};
use crate::output::Out;
use crate::output::print;

/// Runs the command.
pub fn run(args: &args::DeBruijnArgs) -> Result<u8, Failure> {
    let alphabet = args.alphabet.clone().unwrap_or_else(SequenceLetters::moves);
    let (letters, length) = (alphabet.letters.len(), args.length as usize);
    if args.total {
        let count = DeBruijn::count(letters, length).ok_or_else(|| {
            let problem = format!("{letters}^{length} letters are too many to count: 2^128 or more");
            Failure::new(UNUSABLE, problem, "The sequence itself can be printed.")
        })?;
        print(&format!("{count}\n"))?;
        return Ok(0);
    }
    let mut out = Out::stdout();
    let separator = if alphabet.spaced { " " } else { "" };
    let mut before = "";
    for letter in DeBruijn::new(letters, length) {
        out.write(before.as_bytes())?;
        out.write(alphabet.letters[letter].as_bytes())?;
        before = separator;
    }
    out.write(b"\n")?;
    out.flush()?;
    Ok(0)
}
