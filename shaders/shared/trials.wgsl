// Tests of candidates for many positions side by side.

struct Params {
    // Workgroups in a row of the dispatch.
    columns: u32,
    // The bits of a code that stand in its bucket.
    shift: u32,
    // The buckets that are bound, and the index in the table of the first bound residue, a multiple of eight.
    first_bucket: u32,
    end_bucket: u32,
    first_entry: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read_write> steps: Steps;
