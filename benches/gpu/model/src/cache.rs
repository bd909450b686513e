//! A core's own cache: lines of four sectors, each loaded when it is needed.

pub const KIB: usize = 1024;
const LINE_BYTES: usize = 128;
const SECTORS_A_LINE: u32 = 4;
const WAYS: usize = 16;

#[derive(Clone, Copy, Default)]
struct Line {
    /// Its number and its buffer's, plus 1; 0 is none.
    tag: u64,
    sectors: u8,
    used: u64,
}

pub struct Cache {
    sets: Vec<[Line; WAYS]>,
    clock: u64,
}

impl Cache {
    pub fn new(bytes: usize) -> Cache {
        Cache { sets: vec![[Line::default(); WAYS]; bytes / LINE_BYTES / WAYS], clock: 0 }
    }

    /// Whether a sector is there; then it is.
    pub fn holds(&mut self, buffer: u32, sector: u32) -> bool {
        self.clock += 1;
        let line = u64::from(sector / SECTORS_A_LINE);
        let tag = (u64::from(buffer) << 40 | line) + 1;
        let mixed = tag.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let count = self.sets.len() as u64;
        let set = &mut self.sets[(mixed % count) as usize];
        let bit = 1 << (sector % SECTORS_A_LINE);
        if let Some(line) = set.iter_mut().find(|line| line.tag == tag) {
            let was_there = line.sectors & bit != 0;
            (line.sectors, line.used) = (line.sectors | bit, self.clock);
            return was_there;
        }
        let oldest = set.iter_mut().min_by_key(|line| line.used).expect("ways");
        *oldest = Line { tag, sectors: bit, used: self.clock };
        false
    }
}
