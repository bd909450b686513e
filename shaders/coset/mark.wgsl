// Sets bits of a part of a map, and counts the new ones.
//
// An invocation sets a bit.

var<workgroup> fresh: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if local == 0u {
        atomicStore(&fresh, 0u);
    }
    workgroupBarrier();
    let number = workgroup_number(workgroup, params.columns) * WORKGROUP + local;
    if number < params.count {
        let bit = 1u << (bits[number] % 32u);
        if (atomicOr(&map[bits[number] / 32u], bit) & bit) == 0u {
            atomicAdd(&fresh, 1u);
        }
    }
    workgroupBarrier();
    if local == 0u {
        atomicAdd(&marked, atomicLoad(&fresh));
    }
}
