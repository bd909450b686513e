use cubebatch::cube::{Cube, random::Random};
use cubebatch::engine::cpu::Cpu;
use cubebatch::solve::*;
use cubebatch::table::*;
fn main() {
    let l = Library::new("/tmp/tables");
    let d1 = l.open_complete(Phase::One).unwrap().unwrap().load().unwrap();
    let d2 = l.open_complete(Phase::Two).unwrap().unwrap().load().unwrap();
    let s = TwoPhase::new(
        &Cpu,
        Phase1Ways::new(d1.entries()),
        Phase2Distances::new(d2.entries()),
        Limits { max_length: 20, max_nodes: u64::MAX, max_time: None },
    )
    .unwrap();
    let mut r = Random::new(1);
    let cubes: Vec<Cube> = (0..200).map(|_| r.cube()).collect();
    let rep: Vec<Cube> = cubes.iter().flat_map(|&c| vec![c; 64]).collect();

    for (name, v) in [("same", &rep), ("same", &rep), ("same", &rep)] {
        let t = std::time::Instant::now();
        s.solve(v).unwrap();
        println!("{name}: {:.1} us", t.elapsed().as_secs_f64() / v.len() as f64 * 1e6);
    }
}
