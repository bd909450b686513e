//! The known numbers of positions at each distance from a goal. `golden/counts.tsv` has them with their sources.

use std::sync::LazyLock;

use cubebatch_cube::cube::Metric;

/// A line of the file.
struct Line {
    name: &'static str,
    metric: Metric,
    counts: Vec<u64>,
}

static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let lines = include_str!("../golden/counts.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| parse(line).unwrap_or_else(|| panic!("golden/counts.tsv: {line}"))).collect()
});

fn parse(line: &'static str) -> Option<Line> {
    let [name, metric, _source, counts] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
    let metric = Metric::ALL.iter().copied().find(|known| known.name() == metric)?;
    let counts = counts.split(' ').map(|count| count.parse().ok()).collect::<Option<_>>()?;
    Some(Line { name, metric, counts })
}

/// The numbers of positions at the distances 0, 1, 2, … that the file has by this name and metric; empty where it has none.
pub fn known(name: &str, metric: Metric) -> &'static [u64] {
    let line = LINES.iter().find(|line| (line.name, line.metric) == (name, metric));
    line.map_or(&[], |line| &line.counts)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::coord::{phase1, phase2};
    use crate::table::Complete;

    /// How many positions there are by this name.
    fn positions(name: &str) -> u64 {
        match name {
            "phase1" => phase1::CODES,
            "phase2" => phase2::POSITIONS,
            // Because of parity.
            "phase2-cosets" => phase2::CODES / 2,
            "phase2-pruning" => 40_320 * 40_320,
            "pocket-cube" => 5040 * 729,
            _ => panic!("{name}: no number of positions is known"),
        }
    }

    #[test]
    fn every_line_counts_all_positions_and_no_two_lines_are_about_the_same() {
        let mut seen = HashSet::new();
        for Line { name, metric, counts } in LINES.iter() {
            assert!(seen.insert((name, metric)), "{name} {metric}: twice");
            assert_eq!(counts.iter().sum::<u64>(), positions(name), "{name} {metric}");
            assert!(counts[0] == 1 && !counts.contains(&0), "{name} {metric}");
        }
    }

    #[test]
    fn a_malformed_line_is_refused() {
        assert_eq!(parse("a\tqtm\tno source\t1 20 300").unwrap().counts, [1, 20, 300]);
        for line in ["", "a\tqtm\t1", "a\tqtm\tb\tc\t1", "a\tQTM\tb\t1", "a\tqtm\tb\t1  2", "a\tqtm\tb\t1,2"]
        {
            assert!(parse(line).is_none(), "{line}");
        }
    }

    #[test]
    fn tables_by_a_metric_have_known_counts_and_no_others_have() {
        for table in Complete::all() {
            assert_eq!(table.per_depth().is_empty(), table.costs().metric().is_none(), "{table}");
        }
    }
}
