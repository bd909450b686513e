// Exhaustive searches side by side.

// Where a node stands that has so many moves left, whose number counts from the first one of its level. A level is a ring of so
// many places.
fn place_of(left: u32, first: u32, number: u32, places: u32) -> u32 {
    let place = first + number;
    return (left - 1u) * places + select(place - places, place, place < places);
}
