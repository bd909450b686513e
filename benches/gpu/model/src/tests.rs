//! Small kernels with known results.

use crate::buffers::Buffers;
use crate::lanes::LANES;
use crate::machine::{Kernel, Machine};
use crate::tally::{Kind, Tally};

const WORDS: usize = 4096;

/// Runs one workgroup of a kernel with this body over words that hold `number + 8`: what was counted, and the words.
fn run(body: &str) -> (Tally, u32, u32, Vec<u32>) {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> words: array<u32>;
         @group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>>;
         @compute @workgroup_size(256) fn main(@builtin(local_invocation_index) local: u32) {{ {body} }}"
    );
    let (kernel, mut buffers, mut tally) = (Kernel::new(&source), Buffers::default(), Tally::default());
    buffers.zeros(0, 4 * WORDS);
    buffers.zeros(1, 4 * WORDS);
    (0..WORDS as u32).for_each(|word| assert!(buffers.set(0, word, word + 8)));
    let (waits, _) = Machine::run(&kernel, &mut buffers, &mut tally, [0, 0]);
    tally.end_group(waits.flow[0], waits.order[0]);
    tally.finish();
    let words = (0..WORDS as u32).map(|word| buffers.get(0, word).expect("a word")).collect();
    (tally, waits.flow[0], waits.order[0], words)
}

#[test]
fn lanes_leave_loops_one_after_the_other() {
    let (tally, _, _, words) =
        run("var sum = 0u; for (var i = 0u; i < local % 4u; i++) { if i == 1u { continue; } sum += i + 1u; }
        words[local] = sum;");
    // 1, not 2, and 3 are added.
    let sums = (0..LANES).map(|lane| [0, 1, 1, 4][lane % 4]);
    assert!(sums.eq(words[..LANES].iter().copied()), "{:?}", &words[..8]);
    // All warps are alike, and in each fewer and fewer lanes go on.
    assert!(tally.lane_instructions < 30 * tally.warp_instructions, "{}", tally.lane_instructions);
}

#[test]
fn loads_that_need_loads_wait_for_them() {
    let chain = "words[local] = words[words[words[local]]];";
    let beside = "words[local] = words[local] + words[local + 256u] + words[local + 512u];";
    let [(_, flow, order, words), (_, beside, beside_in_order, _)] = [run(chain), run(beside)];
    assert_eq!((words[0], words[1]), (24, 25));
    assert_eq!((flow, order), (3, 3));
    // A sum of two is made before the third is loaded, unless a compiler moves that up.
    assert_eq!((beside, beside_in_order), (1, 2));
}

#[test]
fn sectors_and_lines_are_those_of_a_warp() {
    let (row, spread) = (run("words[local] = 1u;").0, run("words[local * 16u] = 1u;").0);
    let counts = |tally: &Tally| {
        let stores = &tally.by[&(0, Kind::Store)];
        [stores.instructions, stores.lanes, stores.sectors, stores.lines, stores.runs]
    };
    assert_eq!(counts(&row), [8, 256, 8 * 4, 8, 1]);
    assert_eq!(counts(&spread), [8, 256, 8 * 32, 8 * 16, 256]);
}

#[test]
fn atomic_operations_come_one_after_the_other() {
    let (tally, .., words) = run("words[local] = atomicAdd(&sums[local % 2u], 3u);");
    assert_eq!(words[..6], [0, 0, 3, 3, 6, 6]);
    let atomics = &tally.by[&(1, Kind::Atomic)];
    assert_eq!([atomics.lanes, atomics.words, atomics.hottest], [256, 16, 128]);
}

#[test]
fn a_core_keeps_what_fits() {
    let again = |count: u32| {
        run(&format!("var sum = 0u; for (var i = 0u; i < 64u; i++) {{ sum += words[(i % {count}u) * 8u + local / 256u]; }}
            words[local] = sum;"))
    };
    let missed = |tally: Tally| tally.by[&(0, Kind::Load)].missed[&8];
    // The first eight of 64 rounds lack a sector each, which are two lines.
    assert_eq!(missed(again(8).0), 8);
    assert_eq!(missed(again(64).0), 64);
}
