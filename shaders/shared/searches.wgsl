// Many two-phase searches side by side.

// The place of a node of a level. Its number counts from the first one that waits, and a level is a ring of `places` places.
fn place_of(level: u32, first: u32, number: u32, places: u32) -> u32 {
    let place = first + number;
    return level * places + select(place - places, place, place < places);
}
