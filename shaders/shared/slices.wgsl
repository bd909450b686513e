// Words that are spread over several buffers, as no binding need hold them all: 2^shift in each but the last.

fn slice_of(i: u32) -> u32 {
    return i >> params.shift;
}

fn in_slice(i: u32) -> u32 {
    return i & ((1u << params.shift) - 1u);
}
