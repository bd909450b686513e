//! The cases of the last layer's permutation: U shows its colour, and its cubies are at wrong places.

use super::{Case, Family};

const fn pll(name: &'static str, solved_by: &'static str) -> Case {
    Case { family: Family::Pll, name, solved_by }
}

/// The 21 cases by their usual letters. Each algorithm brings the layer home without another turn of U.
pub(super) static PLL: [Case; 21] = [
    pll("Aa", "x R' U R' D2 R U' R' D2 R2 x'"),
    pll("Ab", "x R2 D2 R U R' D2 R U' R x'"),
    pll("E", "x' R U' R' D R U R' D' R U R' D R U' R' D' x"),
    pll("F", "R' U' F' R U R' U' R' F R2 U' R' U' R U R' U R"),
    pll("Ga", "R2 U R' U R' U' R U' R2 D U' R' U R D' U"),
    pll("Gb", "R' U' R U D' R2 U R' U R U' R U' R2 D U'"),
    pll("Gc", "R2 U' R U' R U R' U R2 D' U R U' R' D U'"),
    pll("Gd", "R U R' U' D R2 U' R U' R' U R' U R2 D' U"),
    pll("H", "M2 U M2 U2 M2 U M2"),
    pll("Ja", "x R2 F R F' R U2 r' U r U2 x'"),
    pll("Jb", "R U R' F' R U R' U' R' F R2 U' R' U'"),
    pll("Na", "R U R' U R U R' F' R U R' U' R' F R2 U' R' U2 R U' R'"),
    pll("Nb", "R' U R U' R' F' U' F R U R' F R' F' R U' R"),
    pll("Ra", "R U' R' U' R U R D R' U' R D' R' U2 R' U'"),
    pll("Rb", "R' U2 R U2 R' F R U R' U' R' F' R2 U'"),
    pll("T", "R U R' U' R' F R2 U' R' U' R U R' F'"),
    pll("Ua", "M2 U M U2 M' U M2"),
    pll("Ub", "M2 U' M U2 M' U' M2"),
    pll("V", "R' U R' U' R D' R' D R' U D' R2 U' R2 D R2"),
    pll("Y", "F R U' R' U' R U R' F' R U R' U' R' F R F'"),
    pll("Z", "M' U' M2 U' M2 U' M' U2 M2 U"),
];
