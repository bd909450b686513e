//! Structs of words that the host and kernels share.

/// Where the fields of a struct lie, in bytes.
#[derive(Debug, PartialEq, Eq)]
pub struct StructLayout {
    pub name: String,
    pub fields: Vec<(String, u32)>,
    pub size: u32,
}

/// Where Rust puts the fields of a struct.
macro_rules! layout_of {
    ($name:ident, $($field:ident),+) => {
        $crate::record::StructLayout {
            name: stringify!($name).to_owned(),
            fields: vec![$((stringify!($field).to_owned(), std::mem::offset_of!($name, $field) as u32)),+],
            size: size_of::<$name>() as u32,
        }
    };
}

/// Declares structs in storage, of words, arrays and other such structs: the same as WGSL, in which words are atomic
/// where `@atomic` stands before the type of a field.
macro_rules! records {
    (@word) => { "u32" };
    (@word atomic) => { "atomic<u32>" };
    ($($(#[doc = $about:literal])* $name:ident {
        $($(#[doc = $about_field:literal])* $field:ident: $(@$atomic:ident)? $kind:ty),+ $(,)?
    })+) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, bytemuck::Pod, bytemuck::Zeroable)]
        #[repr(C)]
        pub struct $name {
            $($(#[doc = $about_field])* pub $field: $kind,)+
        }

        impl $crate::wgsl::Words for $name {
            fn wgsl(_: &str) -> String {
                stringify!($name).to_owned()
            }
        }

        impl $name {
            /// As kernels see it.
            pub fn wgsl() -> $crate::wgsl::Record {
                let fields = vec![$($crate::wgsl::Field {
                    name: stringify!($field),
                    about: &[$($about_field),*],
                    kind: <$kind as $crate::wgsl::Words>::wgsl(
                        $crate::record::records!(@word $($atomic)?),
                    ),
                }),+];
                $crate::wgsl::Record { name: stringify!($name), about: &[$($about),*], fields }
            }

            pub fn layout() -> $crate::record::StructLayout {
                $crate::record::layout_of!($name, $($field),+)
            }
        }
    )+};
}

/// Declares the parameters of kernels: words, of which the first is always `columns`. Parameters of one file with the same
/// name mean the same; the comment stands at the first.
macro_rules! parameters {
    ($($(#[doc = $about:literal])* $name:ident {
        $($(#[doc = $about_field:literal])* $field:ident),+ $(,)?
    })+) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
        #[repr(C)]
        pub struct $name {
            /// Workgroups in a row of the dispatch; the most of them, where a kernel plans other dispatches.
            pub columns: u32,
            $($(#[doc = $about_field])* pub $field: u32,)+
        }

        impl $name {
            /// As kernels see it.
            pub fn wgsl() -> $crate::wgsl::Record {
                let word = |name, about| {
                    $crate::wgsl::Field { name, about, kind: "u32".to_owned() }
                };
                let fields = vec![word("columns", &[]), $(word(stringify!($field), &[$($about_field),*])),+];
                $crate::wgsl::Record { name: "Params", about: &[$($about),*], fields }
            }
        }
    )+};
}

/// Declares structs in storage that begin with another one, and end with as many items as there is room for.
macro_rules! lists {
    ($($(#[doc = $about:literal])* $name:ident {
        $head:ident: $head_kind:ty,
        $(#[doc = $about_list:literal])* $list:ident: $list_kind:ty $(,)?
    })+) => {$(
        $(#[doc = $about])*
        pub enum $name {}

        impl $crate::wgsl::Words for $name {
            fn wgsl(_: &str) -> String {
                stringify!($name).to_owned()
            }
        }

        impl $name {
            /// As kernels see it.
            pub fn wgsl() -> $crate::wgsl::Record {
                let field = |name, about, kind| $crate::wgsl::Field { name, about, kind };
                let fields = vec![
                    field(
                        stringify!($head),
                        &[],
                        <$head_kind as $crate::wgsl::Words>::wgsl("u32"),
                    ),
                    field(
                        stringify!($list),
                        &[$($about_list),*],
                        <$list_kind as $crate::wgsl::Words>::wgsl("u32"),
                    ),
                ];
                $crate::wgsl::Record { name: stringify!($name), about: &[$($about),*], fields }
            }
        }
    )+};
}

/// Declares the numbers that kernels see: constants of these names, or what stands behind them.
macro_rules! constants {
    (@value $name:ident) => { $name as usize };
    (@value $name:ident $value:expr) => { $value as usize };
    ($($name:ident $(= $value:expr)?),+ $(,)?) => {
        /// The numbers that kernels see.
        pub const CONSTANTS: &[(&str, usize)] =
            &[$((stringify!($name), $crate::record::constants!(@value $name $($value)?))),+];
    };
}

pub(crate) use layout_of;
pub(crate) use {constants, lists, parameters, records};
