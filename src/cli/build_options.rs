//! The options of `table build` that build a table, for remedies.

use cubebatch::table::{Complete, TableId};

/// The options of `table build` for a table.
pub fn build_options(table: TableId) -> String {
    let depth = match table {
        TableId::Filter(size) => return format!("--proof {}", size.name()),
        TableId::Complete(Complete::Phase2Pruning) => "pruning".to_owned(),
        TableId::Complete(_) => "complete".to_owned(),
        _ => table.depth().to_string(),
    };
    let phase = table.phase().map_or(String::new(), |phase| phase.number().to_string());
    format!("--phase {phase} --depth {depth}")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::args::{BuildDepth, Cli, Command, TableCommand};

    #[test]
    fn each_table_has_options_that_build_it() {
        for table in TableId::all() {
            let options = build_options(table);
            let words = ["cubebatch", "table", "build"].into_iter().chain(options.split(' '));
            let Ok(Cli { command: Command::Table(TableCommand::Build { phase, depth, proof, .. }) }) =
                Cli::try_parse_from(words)
            else {
                panic!("{table}: {options}")
            };
            let is_meant = match (table, depth) {
                (TableId::Filter(size), _) => proof == Some(size),
                (TableId::Sorted(_), Some(BuildDepth::Moves(depth))) => depth == table.depth(),
                (TableId::Complete(kind), Some(BuildDepth::Pruning)) => kind == Complete::Phase2Pruning,
                (TableId::Complete(kind), Some(BuildDepth::Complete)) => kind != Complete::Phase2Pruning,
                _ => false,
            };
            assert!(is_meant && table.phase() == phase, "{table}: {options}");
        }
    }
}
