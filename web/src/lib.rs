//! The part of the library that the page calls, in a worker of the browser.
//!
//! Quick calls ([`reading`], [`pocket`]) answer at once. A *job* ([`jobs`]) is prepared by one call, done by `run`, and its
//! outcome taken by another one, as a job that uses the GPU is suspended while the browser works. All threads ([`threads`]) take
//! part in a job, which the page can watch ([`watching`]). Tables ([`tables`]) come from
//! the page's storage or are built; solvers ([`workshop`]) are made of them. Which methods the page offers, with which options, their cards say
//! ([`methods`]).

mod compare;
mod faults;
mod jobs;
mod methods;
mod pocket;
mod reading;
mod repairs;
mod solving;
mod stopping;
mod tables;
mod threads;
mod watching;
mod workshop;

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Lets a panic be read in the browser's console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Makes an object of JavaScript.
fn object(value: &impl Serialize) -> JsValue {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).expect("it has the form of JSON")
}

/// Makes an error of JavaScript.
fn failure(error: impl std::fmt::Display) -> JsValue {
    js_sys::Error::new(&error.to_string()).into()
}

/// The version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
