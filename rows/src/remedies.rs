//! Remedies in words: what to leave out, and what to use instead.

use cubebatch::Method;
use cubebatch_search::method::{Question, SolveOption};

/// The words of a front end for parts of a question.
pub struct Wording {
    pub option: fn(SolveOption) -> String,
    /// An option with its value.
    pub value: fn(SolveOption, &str) -> String,
    pub method: fn(Method) -> String,
}

/// What to do about a question that this method rejects, where there are other methods.
pub fn of_question(asked: &Question, method: Method, methods: &[Method], words: &Wording) -> String {
    let remedies = asked.remedies(method, methods);
    let (taken, others) = remedies.split_first().expect("a method takes a part of each question");
    let left_out = asked.options().filter(|&option| !taken.question.is_given(option)).map(words.option);
    let changed =
        taken.question.options().filter(|&option| taken.question.text(option) != asked.text(option));
    let used: Vec<String> = changed
        .map(|option| (words.value)(option, &taken.question.text(option).unwrap_or_default()))
        .collect();
    let others: Vec<String> = others.iter().map(|other| (words.method)(other.method)).collect();
    sentence(&left_out.collect::<Vec<_>>(), &used, &others)
}

/// Leave these out and use those instead, or use one of the others.
pub fn sentence(left_out: &[String], used: &[String], others: &[String]) -> String {
    let leave = (!left_out.is_empty()).then(|| format!("leave {} out", left_out.join(" and ")));
    let use_those = (!used.is_empty()).then(|| format!("use {}", used.join(" ")));
    let first = leave.into_iter().chain(use_those).collect::<Vec<_>>().join(" and ");
    let other = (!others.is_empty()).then(|| format!("use {}", others.join(" or ")));
    let text = Some(first).filter(|first| !first.is_empty()).into_iter().chain(other).collect::<Vec<_>>();
    let text = text.join(", or ") + ".";
    text[..1].to_uppercase() + &text[1..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remedies_are_one_sentence() {
        let sentence = |lists: [&[&str]; 3]| {
            let [left_out, used, others] =
                lists.map(|list| list.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
            sentence(&left_out, &used, &others)
        };
        assert_eq!(sentence([&["--a"], &[], &[]]), "Leave --a out.");
        assert_eq!(sentence([&[], &[], &["--c", "--d"]]), "Use --c or --d.");
        assert_eq!(
            sentence([&["--a", "--b"], &["--x 1", "--y 2"], &["--c"]]),
            "Leave --a and --b out and use --x 1 --y 2, or use --c."
        );
    }
}
