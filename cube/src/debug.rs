//! `Debug` for types that hold too much to print.

/// Implements `Debug` for types: it prints their names alone.
#[macro_export]
macro_rules! debug_by_name {
    ($($type:ty),+ $(,)?) => {
        $(
            impl ::std::fmt::Debug for $type {
                fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                    f.debug_struct(stringify!($type)).finish_non_exhaustive()
                }
            }
        )+
    };
}
