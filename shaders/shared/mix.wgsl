// A number that looks like chance, for each number another one: the end of MurmurHash3 by Austin Appleby.
fn mixed(number: u32) -> u32 {
    var bits = number;
    bits = (bits ^ (bits >> 16u)) * MIX_FIRST;
    bits = (bits ^ (bits >> 13u)) * MIX_SECOND;
    return bits ^ (bits >> 16u);
}
