// Exhaustive searches side by side.

// The place of a node with `left` moves left. Its number counts from the first node of its level, and a level is a ring of
// `places` places.
fn place_of(left: u32, first: u32, number: u32, places: u32) -> u32 {
    let place = first + number;
    return (left - 1u) * places + select(place - places, place, place < places);
}
