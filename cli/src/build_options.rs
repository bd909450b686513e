//! The options of `table build` that build a table, for remedies.

use cubebatch::cube::Metric;
use cubebatch::table::TableId;
use cubebatch_tables::table::Complete;

/// The options of `table build` for a table.
pub fn build_options(table: TableId) -> String {
    let depth = match table {
        TableId::Filter(size) => return format!("--proof {}", size.name()),
        TableId::Complete(Complete::Phase2Pruning(_)) => "pruning".to_owned(),
        TableId::Complete(Complete::Phase1Distances(_)) => "distances".to_owned(),
        TableId::Complete(_) => "complete".to_owned(),
        _ => table.depth().to_string(),
    };
    let phase = table.phase().map_or(String::new(), |phase| phase.number().to_string());
    let costs = table.costs();
    let metric = match costs.metric() {
        Some(Metric::HalfTurn) => String::new(),
        Some(metric) => format!(" --metric {}", metric.name()),
        None => format!(" --metric '{costs}'"),
    };
    format!("--phase {phase} --depth {depth}{metric}")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{BuildArgs, BuildDepth, Cli, Command, TableCommand};

    #[test]
    fn each_table_has_options_that_build_it() {
        for table in TableId::all() {
            let options = build_options(table);
            // A shell takes what is in quotes for one word.
            let words = options.split('\'').enumerate().flat_map(|(part, text)| match part % 2 {
                0 => text.split_whitespace().collect(),
                _ => vec![text],
            });
            let words = ["cubebatch", "table", "build"].into_iter().chain(words);
            let Ok(Cli { command: Command::Table(TableCommand::Build(build)), .. }) =
                Cli::try_parse_from(words)
            else {
                panic!("{table}: {options}")
            };
            let BuildArgs { phase, depth, proof, metric, .. } = *build;
            assert_eq!(metric.question.move_set().costs, table.costs().costs(), "{table}: {options}");
            let is_meant = match (table, depth) {
                (TableId::Filter(size), _) => proof == Some(size),
                (TableId::Sorted(_), Some(BuildDepth::Moves(depth))) => depth == table.depth(),
                (TableId::Complete(kind), Some(depth)) => match kind {
                    Complete::Phase1Distances(_) => matches!(depth, BuildDepth::Distances),
                    Complete::Phase2Pruning(_) => matches!(depth, BuildDepth::Pruning),
                    _ => matches!(depth, BuildDepth::Complete),
                },
                _ => false,
            };
            assert!(is_meant && table.phase() == phase, "{table}: {options}");
        }
    }
}
