// Many two-phase searches side by side.

// The place of a node of a level. Its number counts from the first one that waits, and a level is a ring of `places` places.
fn place_of(level: u32, first: u32, number: u32, places: u32) -> u32 {
    let place = first + number;
    return level * places + select(place - places, place, place < places);
}

// How many workgroups a number of invocations takes.
fn workgroups_of(invocations: u32) -> u32 {
    return (invocations + WORKGROUP - 1u) / WORKGROUP;
}

// The workgroups of a step: one for each question, and some for passes that begin and for walks.
fn workgroups_of_step(asks: u32, begun: u32, walks: u32) -> u32 {
    return asks + workgroups_of(begun) + workgroups_of(walks);
}
