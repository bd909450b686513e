//! The tables of solvers: each is opened or built once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::store::Store;
use cubebatch_search::engine::Engine;
use cubebatch_search::error::Error;
use cubebatch_search::memory::available_memory;
use cubebatch_search::pool::Pool;
use cubebatch_tables::progress::Control;
use cubebatch_tables::table::{Table, TableId, file_bytes};

/// The tables that solvers have open.
pub(super) struct SolverTables {
    store: Store,
    /// Whether so much is looked up in them that they are to be in large pages.
    is_long: bool,
    control: Control,
    /// The threads that build.
    pool: Pool,
    slots: Mutex<HashMap<TableId, TableSlot>>,
    /// A slot is open, or empty again.
    changed: Condvar,
}

/// The place of a table.
enum TableSlot {
    /// A thread opens or builds it.
    Awaited,
    Open(Table),
}

impl TableSlot {
    fn table(&self) -> Option<&Table> {
        match self {
            TableSlot::Awaited => None,
            TableSlot::Open(table) => Some(table),
        }
    }
}

impl SolverTables {
    /// The tables of a store, and before them some open ones.
    pub fn new(store: Store, is_long: bool, open: Vec<Table>, control: Control, pool: Pool) -> SolverTables {
        let slots = open.into_iter().map(|table| (table.id(), TableSlot::Open(table))).collect();
        SolverTables { store, is_long, control, pool, slots: Mutex::new(slots), changed: Condvar::new() }
    }

    /// Whether a table need not be built.
    pub fn is_there(&self, table: TableId) -> bool {
        self.slots().get(&table).is_some_and(|slot| slot.table().is_some()) || self.store.has(table)
    }

    /// The tables that are open.
    pub fn ids(&self) -> Vec<TableId> {
        let slots = self.slots();
        let mut ids: Vec<TableId> = slots.values().filter_map(TableSlot::table).map(Table::id).collect();
        ids.sort_by_key(TableId::to_string);
        ids
    }

    /// The file of a table that is open, if it has one.
    pub fn path(&self, table: TableId) -> Option<PathBuf> {
        self.slots().get(&table)?.table()?.path().map(Path::to_owned)
    }

    /// For a moment only: no table is built meanwhile.
    fn slots(&self) -> MutexGuard<'_, HashMap<TableId, TableSlot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a table once, while others wait: on their own threads, as a thread of the pool may have to go on with the build.
    /// This engine builds it if it is missing.
    pub fn open(&self, id: TableId, engine: &dyn Engine) -> Result<Table, Error> {
        let mut slots = self.slots();
        loop {
            match slots.get(&id) {
                Some(TableSlot::Open(table)) => return Ok(table.clone()),
                Some(TableSlot::Awaited) => {
                    slots = self.changed.wait(slots).unwrap_or_else(PoisonError::into_inner);
                }
                None => break,
            }
        }
        slots.insert(id, TableSlot::Awaited);
        drop(slots);
        // The promise is kept in the pool: the calling thread may wait for the pool in the midst of other work.
        self.pool.install(|| {
            let promise = SlotPromise { tables: self, id };
            self.open_now(id, engine, &self.control).inspect(|table| promise.keep(table.clone()))
        })
    }

    /// A table for exact distances: in memory of this process where there is room, so that evidence of them takes no time.
    pub fn open_in_memory(&self, id: TableId, engine: &dyn Engine) -> Result<Table, Error> {
        let table = self.open(id, engine)?;
        let bytes = file_bytes(id);
        if has_room(bytes + bytes / 8) { Ok(table.loaded(&mut self.control.loading(id))?) } else { Ok(table) }
    }

    /// A table for calls in another metric, which is not kept here. It is opened or built on the threads of the current pool.
    pub fn open_for_calls(
        &self,
        id: TableId,
        engine: &dyn Engine,
        control: &Control,
    ) -> Result<Table, Error> {
        let open = self.slots().get(&id).and_then(TableSlot::table).cloned();
        open.map_or_else(|| self.open_now(id, engine, control), Ok)
    }

    fn open_now(&self, id: TableId, engine: &dyn Engine, control: &Control) -> Result<Table, Error> {
        let table = self.store.open_or_build(id, engine, control)?;
        let bytes = file_bytes(id);
        if let TableId::Filter(_) = id {
            // A search for a shortest solution takes longer than loading, and twice as long without large pages; so it is
            // enough that little else is pushed out of memory.
            if has_room(bytes + bytes / 8) {
                return Ok(table.loaded(&mut control.loading(id))?);
            }
            // A damaged filter excludes too much, so nothing that it excluded would be proved.
            table.vouch(&mut control.loading(id))?;
        } else if self.is_long {
            return Ok(table.in_large_pages(has_room(2 * bytes), &mut control.loading(id))?);
        }
        Ok(table)
    }
}

/// Whether the system has so much memory available, as far as it says.
fn has_room(bytes: u64) -> bool {
    available_memory().is_none_or(|available| available > bytes)
}

/// The promise that a slot does not stay [`TableSlot::Awaited`].
struct SlotPromise<'a> {
    tables: &'a SolverTables,
    id: TableId,
}

impl SlotPromise<'_> {
    fn keep(&self, table: Table) {
        self.tables.slots().insert(self.id, TableSlot::Open(table));
    }
}

impl Drop for SlotPromise<'_> {
    /// Empties the slot after an error or a panic, so that the next thread tries.
    fn drop(&mut self) {
        let mut slots = self.tables.slots();
        if let Some(TableSlot::Awaited) = slots.get(&self.id) {
            slots.remove(&self.id);
        }
        self.tables.changed.notify_all();
    }
}
