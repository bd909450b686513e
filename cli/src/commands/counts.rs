//! Counts at each distance, beside the published ones.

use indicatif::HumanCount;

use crate::failure::{Failure, INTERNAL};

/// A line for each depth.
pub fn histogram(per_depth: &[u64]) -> String {
    let rows = per_depth.iter().enumerate();
    rows.map(|(depth, &count)| format!("{depth:>5} {:>13}\n", HumanCount(count).to_string())).collect()
}

/// A line for each depth: what was counted, and whether it was published like this.
pub fn comparison(counted: &[u64], published: &[u64]) -> String {
    let at = |counts: &[u64], depth: usize| counts.get(depth).copied().unwrap_or(0);
    let line = |depth| {
        let (counted, published) = (at(counted, depth), at(published, depth));
        let verdict = match counted == published {
            true => "as published".to_owned(),
            false => format!("published: {}", HumanCount(published)),
        };
        format!("{depth:>5} {:>13}  {verdict}\n", HumanCount(counted).to_string())
    };
    (0..counted.len().max(published.len())).map(line).collect()
}

/// For counts that are not the published ones.
pub fn wrong() -> Failure {
    Failure::new(INTERNAL, "the counts are not the published ones", "Please report this.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_that_was_not_published_is_told() {
        assert_eq!(
            comparison(&[1, 4000, 2], &[1, 4001]),
            "    0             1  as published\n    1         4,000  published: 4,001\n    2             2  published: 0\n"
        );
    }
}
