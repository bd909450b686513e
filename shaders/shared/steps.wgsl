// A step of a search, and the positions that are searched.
struct Steps {
    step: Step,
    // Those that are searched in this step, and those that are in the next one.
    list: array<u32>,
}
