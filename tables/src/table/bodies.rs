//! The checksums of the bodies of tables that proofs, counts and exact distances rest on.
//!
//! The bytes of a table follow from its name. So a file whose body has another checksum is rejected when it is opened, whatever its
//! header says.

use super::TableId;

/// XXH3-64, for each table by its name. The filter of 16 GB and tables by costs that are no metric have none noted.
const BODIES: [(&str, u64); 16] = [
    ("phase1-complete", 0xe96c_f8e9_3a90_cc3a),
    ("phase1-distances", 0x96c4_5a27_25e5_bbe5),
    ("phase2-complete", 0x5731_c6f0_51c6_96b6),
    ("phase2-pruning", 0x0986_93a8_2b84_6b76),
    ("phase1-complete-qtm", 0x55d9_4c1f_213e_872c),
    ("phase1-distances-qtm", 0x86cc_17c8_0ec8_95f5),
    ("phase2-pruning-qtm", 0x5037_11ea_b06e_58b7),
    ("phase1-complete-atm", 0x6835_2236_7111_d3cb),
    ("phase1-distances-atm", 0x6cd6_545f_b9c6_663e),
    ("phase2-pruning-atm", 0xdba3_3f8b_7b5e_5b31),
    ("phase1-complete-stm", 0xc61c_0b13_6584_95e4),
    ("phase1-distances-stm", 0x81cf_1bc4_388c_0590),
    ("phase2-pruning-stm", 0xc46e_b8f3_979f_7ff1),
    ("proof-300MB", 0xcdfd_7fec_270c_b047),
    ("proof-1GB", 0x24c5_7f85_2c2d_aebc),
    ("proof-8GB", 0xbc79_769c_fb10_b575),
];

impl TableId {
    /// The checksum that its body has, if that is noted. Nothing that is claimed rests on a sorted table.
    pub fn body_checksum(self) -> Option<u64> {
        let name = self.to_string();
        BODIES.into_iter().find_map(|(table, checksum)| (table == name).then_some(checksum))
    }
}
