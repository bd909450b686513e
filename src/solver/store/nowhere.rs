//! Tables that are kept nowhere: each solver builds its own.

use cubebatch_tables::time::Instant;

use cubebatch_search::engine::Build;
use cubebatch_search::error::Error;
use cubebatch_tables::progress::{Control, Note};
use cubebatch_tables::table::{Table, TableId};

/// No store.
pub struct Nowhere;

impl Nowhere {
    /// Whether a table need not be built.
    pub fn has(&self, _: TableId) -> bool {
        false
    }

    /// Builds a table.
    ///
    /// # Errors
    /// [`Error`].
    pub fn open_or_build(
        &self,
        table: TableId,
        engine: &dyn Build,
        control: &Control,
    ) -> Result<Table, Error> {
        control.progress.note(&Note::Builds { table, path: None });
        let start = Instant::now();
        let built = engine.build(table, control)?;
        control.progress.note(&Note::Built { table, took: start.elapsed() });
        Ok(built.into())
    }
}
