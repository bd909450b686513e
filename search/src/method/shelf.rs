//! What calls asked for last and takes long to make, within a bound of memory.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::pool::{NoThreads, Pool};
use cubebatch_tables::progress::{Cancelled, Control};

/// How often a call that waits for tables looks whether it has to stop, and whether other searches have given up theirs.
pub(super) const PATIENCE: Duration = Duration::from_millis(10);

/// Tables `V`, each with the key that decides them.
pub struct Shelf<K, V> {
    /// The bytes that all of them may take.
    memory: u64,
    pool: Pool,
    kept: Mutex<ShelfContents<K, V>>,
    has_changed: Condvar,
}

struct ShelfContents<K, V> {
    /// The ones used last come last.
    tables: Vec<ShelvedTables<K, V>>,
    /// Whether a call makes tables.
    is_busy: bool,
}

struct ShelvedTables<K, V> {
    key: K,
    tables: Arc<V>,
    bytes: u64,
}

impl<K: PartialEq, V> ShelfContents<K, V> {
    /// The tables with this key, which are now the ones used last.
    fn take(&mut self, key: &K) -> Option<Arc<V>> {
        let found = self.tables.remove(self.tables.iter().position(|tables| tables.key == *key)?);
        let tables = found.tables.clone();
        self.tables.push(found);
        Some(tables)
    }

    /// Gives up tables until others of `bytes` bytes have room, those first that were used longest ago. Tables that a search
    /// uses stay: whether there is room without them.
    fn make_room(&mut self, bytes: u64, memory: u64) -> bool {
        loop {
            let taken: u64 = self.tables.iter().map(|tables| tables.bytes).sum();
            if taken + bytes <= memory || self.tables.is_empty() {
                return true;
            }
            // Tables are lent with the shelf locked, so none is lent meanwhile.
            match self.tables.iter().position(|tables| Arc::strong_count(&tables.tables) == 1) {
                Some(unused) => _ = self.tables.remove(unused),
                None => return false,
            }
        }
    }
}

impl<K: Clone + PartialEq + Sync, V: Send + Sync> Shelf<K, V> {
    pub fn new(memory: u64, pool: &Pool) -> Shelf<K, V> {
        let kept = ShelfContents { tables: Vec::new(), is_busy: false };
        Shelf { memory, pool: pool.clone(), kept: Mutex::new(kept), has_changed: Condvar::new() }
    }

    /// The tables with this key, if there are any now.
    pub fn take(&self, key: &K) -> Option<Arc<V>> {
        self.kept().take(key)
    }

    /// The tables with this key. The first call that asks for them makes them, about `bytes` bytes, while others that want the same
    /// wait. One call makes tables at a time, so that all of them together have the memory, and each the threads.
    ///
    /// # Errors
    /// When a caller asked to stop, the system gives no threads, or they cannot be made.
    pub fn of<E: From<Cancelled> + From<NoThreads> + Send>(
        &self,
        key: &K,
        bytes: u64,
        control: &Control,
        make: impl FnOnce() -> Result<V, E> + Send,
    ) -> Result<Arc<V>, E> {
        let _making = loop {
            // The check may do anything, so no lock is held.
            control.check()?;
            let mut kept = self.kept();
            if let Some(tables) = kept.take(key) {
                return Ok(tables);
            }
            if !kept.is_busy && kept.make_room(bytes, self.memory) {
                kept.is_busy = true;
                break Making(self);
            }
            drop(self.has_changed.wait_timeout(kept, PATIENCE));
        };
        // A thread of the solver's pool that takes part in work of that pool may begin another task of it, which may wait for these
        // very tables.
        let tables = Arc::new(self.pool.apart(make)??);
        self.kept().tables.push(ShelvedTables { key: key.clone(), tables: tables.clone(), bytes });
        Ok(tables)
    }
}

impl<K, V> Shelf<K, V> {
    fn kept(&self) -> MutexGuard<'_, ShelfContents<K, V>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The keys of all tables, those last that were used last, and the bytes that all take.
    #[cfg(test)]
    pub fn list<T>(&self, of: impl Fn(&K) -> T) -> (Vec<T>, u64) {
        let kept = self.kept();
        (
            kept.tables.iter().map(|tables| of(&tables.key)).collect(),
            kept.tables.iter().map(|tables| tables.bytes).sum(),
        )
    }
}

/// Lets another call make tables when this one has made some, or has failed to.
struct Making<'a, K, V>(&'a Shelf<K, V>);

impl<K, V> Drop for Making<'_, K, V> {
    fn drop(&mut self) {
        self.0.kept().is_busy = false;
        self.0.has_changed.notify_all();
    }
}
