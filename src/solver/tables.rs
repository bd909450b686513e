//! The tables of solvers: each is opened or built once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::memory::available_memory;
use super::store::Store;
use crate::engine::Build;
use crate::error::Error;
use crate::progress::Progress;
use crate::table::{
    Complete, CompleteTable, FilterSize, FilterTable, SortedSpec, SortedTable, Table, TableId, file_bytes,
};

/// The tables that solvers have open.
pub(super) struct Tables {
    store: Store,
    /// Whether they are copied into memory of this process.
    load: bool,
    progress: Arc<dyn Progress>,
    open: Mutex<HashMap<TableId, Table>>,
}

impl Tables {
    /// Those of a store, and before them some that are open already.
    pub fn new(store: Store, load: bool, open: Vec<Table>, progress: Arc<dyn Progress>) -> Tables {
        let open = open.into_iter().map(|table| (table.id(), table)).collect();
        Tables { store, load, progress, open: Mutex::new(open) }
    }

    /// Whether a table need not be built.
    pub fn is_there(&self, table: impl Into<TableId>) -> bool {
        let table = table.into();
        self.open().contains_key(&table) || self.store.has(table)
    }

    /// The tables that are open.
    pub fn ids(&self) -> Vec<TableId> {
        let mut ids: Vec<TableId> = self.open().keys().copied().collect();
        ids.sort_by_key(TableId::to_string);
        ids
    }

    /// The file of a table that is open, if it has one.
    pub fn path(&self, table: TableId) -> Option<PathBuf> {
        self.open().get(&table).and_then(|table| table.path().map(Path::to_owned))
    }

    fn open(&self) -> MutexGuard<'_, HashMap<TableId, Table>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A sorted table, which this engine builds if it is missing.
    pub fn sorted(&self, spec: SortedSpec, engine: &dyn Build) -> Result<Arc<SortedTable>, Error> {
        match self.get(spec.into(), engine)? {
            Table::Sorted(table) => Ok(table),
            _ => unreachable!("tables are kept by what they are"),
        }
    }

    /// A proof filter, which this engine builds if it is missing.
    pub fn filter(&self, size: FilterSize, engine: &dyn Build) -> Result<Arc<FilterTable>, Error> {
        match self.get(size.into(), engine)? {
            Table::Filter(table) => Ok(table),
            _ => unreachable!("tables are kept by what they are"),
        }
    }

    /// A complete table, which this engine builds if it is missing.
    pub fn complete(&self, table: Complete, engine: &dyn Build) -> Result<Arc<CompleteTable>, Error> {
        match self.get(table.into(), engine)? {
            Table::Complete(table) => Ok(table),
            _ => unreachable!("tables are kept by what they are"),
        }
    }

    /// Opens a table once, while others wait.
    fn get(&self, id: TableId, engine: &dyn Build) -> Result<Table, Error> {
        let mut open = self.open();
        if let Some(table) = open.get(&id) {
            return Ok(table.clone());
        }
        let table = self.open_now(id, engine)?;
        open.insert(id, table.clone());
        Ok(table)
    }

    fn open_now(&self, id: TableId, engine: &dyn Build) -> Result<Table, Error> {
        let table = self.store.open_or_build(id, engine, &*self.progress)?;
        let is_filter = matches!(id, TableId::Filter(_));
        let bytes = file_bytes(id);
        // A search for a shortest solution takes longer than loading, and twice as long without large pages; so for a filter it
        // is enough that little else is pushed out of memory.
        let spare = if is_filter { bytes / 8 } else { bytes };
        let fits = || available_memory().is_none_or(|available| available > bytes + spare);
        if (self.load || is_filter) && fits() {
            return Ok(table.loaded()?);
        }
        if is_filter {
            // What a damaged filter excludes is not proved.
            table.check_body()?;
        }
        Ok(table)
    }
}
