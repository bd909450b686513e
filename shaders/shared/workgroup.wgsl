// The number of a workgroup in a dispatch of more than 65,535, laid out in rows. The length of a row is a parameter:
// some drivers give wrong values for `num_workgroups`.
fn workgroup_number(id: vec3<u32>, columns: u32) -> u32 {
    return id.y * columns + id.x;
}
