use cubebatch::cube::{Cube, random::Random};
use cubebatch::solve::*;
use cubebatch::table::*;
fn main() {
    let l = Library::new("/tmp/tables");
    let d1 = l.open_complete(Phase::One).unwrap().unwrap();
    let d2 = l.open_complete(Phase::Two).unwrap().unwrap();
    let a: Vec<String> = std::env::args().collect();
    let n: usize = a[2].parse().unwrap();
    let m: u8 = a[1].parse().unwrap();
    let mut r = Random::new(1);
    let cubes: Vec<Cube> = (0..n).map(|_| r.cube()).collect();
    let s = TwoPhase::new(
        Phase1Ways::new(d1.entries()),
        Phase2Distances::new(d2.entries()),
        Limits { max_length: m, max_nodes: u64::MAX },
    );
    s.solve(&cubes[..n.min(1000)]).unwrap();
    for _ in 0..3 {
        let t = std::time::Instant::now();
        let mut sum = 0;
        let mut mx = 0;
        for c in cubes.chunks(1000) {
            for x in s.solve(c).unwrap() {
                let k = x.unwrap().length();
                sum += k;
                mx = mx.max(k);
            }
        }
        let d = t.elapsed().as_secs_f64();
        println!(
            "<= {m}: {:.2} us {:.0}/s mean {:.3} max {mx}",
            d / n as f64 * 1e6,
            n as f64 / d,
            sum as f64 / n as f64
        );
    }
}
