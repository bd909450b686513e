// Entries of a complete table, and how symmetries go together. Bindings 2 and 3 are each kernel's own.

@group(0) @binding(0) var<uniform> params: Params;
// What moves and symmetries do, see src/engine/layout/tables.rs.
@group(0) @binding(1) var<storage, read> tables: array<u32>;
// The words of the entries; buffers that are not needed are the first again.
@group(0) @binding(4) var<storage, read> slice0: array<u32>;
@group(0) @binding(5) var<storage, read> slice1: array<u32>;
@group(0) @binding(6) var<storage, read> slice2: array<u32>;
@group(0) @binding(7) var<storage, read> slice3: array<u32>;
@group(0) @binding(8) var<storage, read> slice4: array<u32>;

// A word of the entries.
fn word(i: u32) -> u32 {
    switch slice_of(i) {
        case 0u: { return slice0[in_slice(i)]; }
        case 1u: { return slice1[in_slice(i)]; }
        case 2u: { return slice2[in_slice(i)]; }
        case 3u: { return slice3[in_slice(i)]; }
        default: { return slice4[in_slice(i)]; }
    }
}

// First one symmetry, then the other.
fn product(first: u32, next: u32) -> u32 {
    return tables[PRODUCTS + first * SYMMETRIES + next];
}
