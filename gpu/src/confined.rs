//! What one thread alone may use.
//!
//! A device of a browser belongs to the worker that opened it, and the threads of a solver there are other workers. Elsewhere
//! every thread may use a device.

#[cfg(not(target_family = "wasm"))]
pub use anywhere::Confined;
/// A value of the thread that made it. Each other thread that uses it or drops it panics.
#[cfg(target_family = "wasm")]
pub use send_wrapper::SendWrapper as Confined;

#[cfg(not(target_family = "wasm"))]
mod anywhere {
    use std::ops::Deref;

    /// A value that all threads may use.
    pub struct Confined<T>(T);

    impl<T> Confined<T> {
        /// Takes a value.
        pub fn new(value: T) -> Confined<T> {
            Confined(value)
        }
    }

    impl<T> Deref for Confined<T> {
        type Target = T;

        fn deref(&self) -> &T {
            &self.0
        }
    }
}
