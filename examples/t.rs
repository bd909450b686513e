use cubebatch::cube::{Cube, random::Random};
use cubebatch::solve::*;
use cubebatch::table::*;
fn huge(e: &[u8]) -> &'static [u8] {
    unsafe {
        let p = std::alloc::alloc(std::alloc::Layout::from_size_align(e.len(), 2 << 20).unwrap());
        unsafe extern "C" {
            fn madvise(a: *mut u8, l: usize, f: i32) -> i32;
        }
        madvise(p, e.len(), 14);
        std::ptr::copy_nonoverlapping(e.as_ptr(), p, e.len());
        std::slice::from_raw_parts(p, e.len())
    }
}
fn main() {
    let l = Library::new("/tmp/tables");
    let d1 = l.open_complete(Phase::One).unwrap().unwrap();
    let d2 = l.open_complete(Phase::Two).unwrap().unwrap();
    let a: Vec<String> = std::env::args().collect();
    let n: usize = a[2].parse().unwrap();
    let m: u8 = a[1].parse().unwrap();
    let mut r = Random::new(1);
    let cubes: Vec<Cube> = (0..n).map(|_| r.cube()).collect();
    let h = [huge(d1.entries()), huge(d2.entries())];
    for i in [0, 1, 0, 1] {
        let e = if i % 2 == 0 { [d1.entries(), d2.entries()] } else { h };
        let s = TwoPhase::new(
            Phase1Ways::new(e[0]),
            Phase2Distances::new(e[1]),
            Limits { max_length: m, max_nodes: u64::MAX },
        );
        s.solve(&cubes[..n.min(1000)]).unwrap();
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
            "huge {} <= {m}: {:.2} us {:.0}/s mean {:.3} max {mx}",
            i % 2,
            d / n as f64 * 1e6,
            n as f64 / d,
            sum as f64 / n as f64
        );
    }
}
