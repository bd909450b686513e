//! The threads of the module: workers of the browser that share its memory.
//!
//! The page starts them, as only a worker that does not compute can start others. Each worker calls [`be_thread`] and waits for
//! a place in the pool. Then [`start_threads`] makes the pool, which is the only one of the module. Where no worker can share
//! memory, the engine has one thread.

use std::sync::{Condvar, Mutex, PoisonError};

use rayon::{ThreadBuilder, ThreadPoolBuilder};
use wasm_bindgen::prelude::*;

use crate::failure;

/// The places in the pool that no worker has taken.
static PLACES: Mutex<Vec<ThreadBuilder>> = Mutex::new(Vec::new());

/// There is a place.
static OFFERED: Condvar = Condvar::new();

/// Takes a place in the pool, and works there until the worker ends.
#[wasm_bindgen]
pub fn be_thread() {
    let mut places = PLACES.lock().unwrap_or_else(PoisonError::into_inner);
    let place = loop {
        if let Some(place) = places.pop() {
            break place;
        }
        places = OFFERED.wait(places).unwrap_or_else(PoisonError::into_inner);
    };
    drop(places);
    place.run();
}

/// Makes the pool, of as many workers as call [`be_thread`].
#[wasm_bindgen]
pub fn start_threads(count: usize) -> Result<(), JsValue> {
    let offer = |place| {
        PLACES.lock().unwrap_or_else(PoisonError::into_inner).push(place);
        OFFERED.notify_one();
        Ok(())
    };
    ThreadPoolBuilder::new().num_threads(count).spawn_handler(offer).build_global().map_err(failure)
}

/// The number of threads that work.
#[wasm_bindgen]
pub fn threads() -> usize {
    rayon::current_num_threads()
}

/// The module, for the workers.
#[wasm_bindgen]
pub fn shared_module() -> JsValue {
    wasm_bindgen::module()
}

/// Its memory, which the workers share.
#[wasm_bindgen]
pub fn shared_memory() -> JsValue {
    wasm_bindgen::memory()
}
