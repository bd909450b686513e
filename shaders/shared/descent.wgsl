// The way from G1 to solved by the complete table.

// Adds the first move that leads nearer until the position is solved. Whether the moves that were added lead there.
fn descend(start: Phase2Index) -> bool {
    var here = start;
    for (var distance = phase2_entry(here); distance > 0u; distance--) {
        var m = 0u;
        var there = phase2_neighbour(here, phase2_image_of(here, 0u));
        while phase2_entry(there) >= distance {
            m++;
            if m == PHASE2_MOVES {
                return false;
            }
            there = phase2_neighbour(here, phase2_image_of(here, m));
        }
        here = there;
        add(tables[PHASE2_MOVE_INDICES + m]);
    }
    for (var i = 0u; i < BALL_RADIUS && number_of(here) != 0u; i++) {
        let images = nearer_in_ball(number_of(here));
        if images == 0u {
            return false;
        }
        // One has its bit. Without the bound SwiftShader takes wrong moves.
        var m = 0u;
        while m < PHASE2_MOVES - 1u && ((images >> phase2_image_of(here, m)) & 1u) == 0u {
            m++;
        }
        here = phase2_neighbour(here, phase2_image_of(here, m));
        add(tables[PHASE2_MOVE_INDICES + m]);
    }
    return true;
}
