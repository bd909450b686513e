// Look-ups in a slice of a sorted table. A code is cut into its bucket and some low bits, its residue.

const EIGHT = 8u;

// Whether the bucket of a code is in this slice.
fn is_in_slice(code: u32) -> bool {
    let bucket = code >> params.shift;
    return bucket >= params.first_bucket && bucket < params.end_bucket;
}

// The number of a code's entry in the table; NONE if it is not there, or not in this slice.
fn find(code: u32) -> u32 {
    if !is_in_slice(code) {
        return NONE;
    }
    let bucket = (code >> params.shift) - params.first_bucket;
    let size = 1u << params.shift;
    let first = index[bucket];
    // No bucket holds more; what a damaged file says is not believed.
    let end = min(index[bucket + 1u], first + size);
    if first >= end {
        return NONE;
    }
    let residue = code % size;
    let last_eight = (end - 1u) / EIGHT;
    for (var eight = first / EIGHT; eight <= last_eight; eight++) {
        let difference = residues[eight - params.first_entry / EIGHT] ^ vec4(residue * 0x10001u);
        // A bit is left just where a half is 0, above the halves below which there is none.
        let zeros = (difference - 0x10001u) & ~difference & vec4(0x80008000u);
        if any(zeros != vec4(0u)) {
            let found = first_zero(difference, eight * EIGHT, first, end);
            if found != NONE {
                return found;
            }
        }
    }
    return NONE;
}

// The number of the first entry from `first` on and before `end` where a half is 0; the first half is that of entry `begin`.
fn first_zero(halves: vec4<u32>, begin: u32, first: u32, end: u32) -> u32 {
    let low = select(vec4(0u), vec4(1u, 4u, 16u, 64u), (halves & vec4(0xffffu)) == vec4(0u));
    let high = select(vec4(0u), vec4(2u, 8u, 32u, 128u), (halves >> vec4(16u)) == vec4(0u));
    var zeros = low.x | low.y | low.z | low.w | high.x | high.y | high.z | high.w;
    zeros &= 0xffu << (max(first, begin) - begin);
    zeros &= 0xffu >> (EIGHT - min(end - begin, EIGHT));
    return select(NONE, begin + countTrailingZeros(zeros), zeros != 0u);
}
