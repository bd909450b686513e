// The order of moves in sequences.

// Whether a move may follow another: never the same face twice in a row, and of two opposite faces the first one first.
fn may_precede(last: u32, next: u32) -> bool {
    return next / 3u != last / 3u && next / 3u + 3u != last / 3u;
}
