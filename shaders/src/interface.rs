//! The interface of a kernel, declared once for its shader and for its host: parameters, and buffers by name.

use bytemuck::NoUninit;

use super::wgsl::Bindings;

/// Buffers that WebGPU grants a kernel everywhere.
pub const BUFFERS_EVERYWHERE: usize = 8;

/// The most buffers of a kernel. Only the two-phase search by both complete tables has more than are granted everywhere, where the
/// tables have to be cut.
pub const MOST_BUFFERS: usize = 11;

/// A buffer that kernels see whole has at most these bytes: no table has more.
pub const WHOLE_BYTES: u64 = 1 << 30;

/// The interface of a kernel.
pub trait Interface {
    /// The parameters of a dispatch.
    type Parameters: NoUninit;
    /// The buffers by name, each a `B`.
    type Buffers<B>;

    /// The buffers in the order of their bindings; `are_whole` as in [`Bindings::of`].
    fn in_order<B>(buffers: Self::Buffers<B>, are_whole: bool) -> Vec<B>;

    /// The same as WGSL.
    fn wgsl() -> Bindings;
}

/// Declares kernels: the type of the parameters, a struct of the buffers, and for each buffer its access, `read` or
/// `write`, and what it holds, as [`Words`](crate::wgsl::Words). Buffers are bound from 1 on, in this order. Where a
/// number stands behind the name there are that many buffers, which kernels see as `name0`, `name1`, …
macro_rules! kernels {
    (@field $buffer:ident) => { $buffer };
    (@field $buffer:ident $count:expr) => { [$buffer; $count] };
    (@each $name:expr, $are_whole:ident, $field:expr) => { [$field] };
    (@each $name:expr, $are_whole:ident, $field:expr, $count:expr) => {
        $field.into_iter().take(if $are_whole && $name.ends_with("_slice") { 1 } else { $count })
    };
    (@names $name:expr) => { vec![$name.to_owned()] };
    (@names $name:expr, $count:expr) => { (0..$count).map(|i| format!("{}{i}", $name)).collect() };
    (@is_written read) => { false };
    (@is_written write) => { true };
    ($($name:ident($parameters:ty) $buffers:ident {
        $($(#[doc = $about:literal])*
        $field:ident $([$count:expr])?: $access:ident $(@$atomic:ident)? $kind:ty),+ $(,)?
    })+) => {$(
        #[doc = concat!("The kernel that is given [`", stringify!($buffers), "`].")]
        pub enum $name {}

        const _: () = assert!(size_of::<$buffers<u8>>() <= $crate::interface::MOST_BUFFERS);

        /// The buffers of the kernel.
        pub struct $buffers<B> {
            $($(#[doc = $about])* pub $field: $crate::interface::kernels!(@field B $($count)?),)+
        }

        impl $crate::interface::Interface for $name {
            type Parameters = $parameters;
            type Buffers<B> = $buffers<B>;

            #[allow(unused_variables)]
            fn in_order<B>(buffers: $buffers<B>, are_whole: bool) -> Vec<B> {
                let mut all = Vec::new();
                $(all.extend($crate::interface::kernels!(@each stringify!($field), are_whole, buffers.$field $(, $count)?));)+
                all
            }

            fn wgsl() -> $crate::wgsl::Bindings {
                let buffers = vec![$($crate::wgsl::Buffers {
                    names: $crate::interface::kernels!(@names stringify!($field) $(, $count)?),
                    about: &[$($about),*],
                    is_written: $crate::interface::kernels!(@is_written $access),
                    kind: <$kind as $crate::wgsl::Words>::wgsl(
                        $crate::record::records!(@word $($atomic)?),
                    ),
                }),+];
                $crate::wgsl::Bindings { parameters: <$parameters>::wgsl(), buffers }
            }
        }
    )+};
}

pub(crate) use kernels;
