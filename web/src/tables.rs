//! Tables: read from the page's storage, built, written there.

use std::io::{self, Read, Write};

use cubebatch::Method;
use cubebatch::table::{Table, TableId};
use cubebatch_search::engine::BuildError;
use wasm_bindgen::prelude::*;

use crate::stopping::BUILD;
use crate::workshop::{self, engine, table};
use crate::{failure, jobs, watching};

#[wasm_bindgen]
extern "C" {
    /// A file of the browser's own storage, opened in a worker (`FileSystemSyncAccessHandle`).
    pub type Handle;

    #[wasm_bindgen(method, catch)]
    fn read(this: &Handle, to: &mut [u8], options: &JsValue) -> Result<f64, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn write(this: &Handle, from: &[u8], options: &JsValue) -> Result<f64, JsValue>;
}

/// A file that is read or written from its beginning.
struct Stream<'a> {
    handle: &'a Handle,
    at: f64,
}

impl Stream<'_> {
    fn options(&self) -> JsValue {
        let options = js_sys::Object::new();
        js_sys::Reflect::set(&options, &"at".into(), &self.at.into()).expect("an object takes a field");
        options.into()
    }

    fn went(&mut self, bytes: Result<f64, JsValue>) -> io::Result<usize> {
        let bytes = bytes.map_err(|error| io::Error::other(format!("{error:?}")))?;
        self.at += bytes;
        Ok(bytes as usize)
    }
}

impl Read for Stream<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let bytes = self.handle.read(to, &self.options());
        self.went(bytes)
    }
}

impl Write for Stream<'_> {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        let bytes = self.handle.write(from, &self.options());
        self.went(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The names of the tables that a method needs, on the GPU or on the processor, and that are not there.
#[wasm_bindgen]
pub fn missing_tables(method: &str, on_gpu: bool) -> Vec<String> {
    let needed =
        Method::named(method).and_then(|method| workshop::tables_of(method, on_gpu)).unwrap_or_default();
    needed.into_iter().filter(|&id| table(id).is_none()).map(|id| id.to_string()).collect()
}

/// Reads a table and checks all of it.
#[wasm_bindgen]
pub fn load_table(name: &str, handle: &Handle) -> Result<(), JsValue> {
    let read = Table::read(&mut Stream { handle, at: 0.0 }).map_err(failure)?;
    if read.id().to_string() != name {
        return Err(failure(format_args!("it is the table {}, not {name}", read.id())));
    }
    workshop::keep(read);
    Ok(())
}

/// Writes a table that is there.
#[wasm_bindgen]
pub fn save_table(name: &str, handle: &Handle) -> Result<(), JsValue> {
    let table = table(named(name)?).ok_or_else(|| failure(format_args!("{name} is not there")))?;
    let mut writer = io::BufWriter::with_capacity(1 << 20, Stream { handle, at: 0.0 });
    table.write(&mut writer).and_then(|()| writer.flush()).map_err(failure)
}

/// Prepares to build a table and to keep it: on a GPU, if one is open and does that in less time than the processor.
#[wasm_bindgen]
pub fn prepare_build(name: String, report: js_sys::Function) {
    jobs::prepare(move || {
        let (id, gpu, cpu) = (named(&name)?, engine(true), engine(false));
        let on_gpu = (gpu.is_gpu() && !gpu.is_software() && gpu.can_build(id))
            .then(|| watching::here(report.clone(), BUILD, |control| gpu.build(id, control)));
        let built = match on_gpu {
            // A GPU may have no room.
            None | Some(Err(BuildError::Engine(_))) => {
                watching::on_all_threads(report, BUILD, |control| cpu.build(id, control))
            }
            Some(built) => built,
        };
        workshop::keep(built.map_err(failure)?.into());
        Ok(JsValue::UNDEFINED)
    });
}

/// The table of this name.
pub fn named(name: &str) -> Result<TableId, JsValue> {
    TableId::named(name).ok_or_else(|| failure(format_args!("there is no table {name}")))
}
