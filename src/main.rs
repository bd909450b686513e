use cubebatch::{
    cube::random::Random,
    engine::{Engine, cpu::Cpu},
    progress::Unwatched,
    solve::Modified,
    table::*,
};
use std::time::Instant;
fn open(kind: Kind, depth: u8) -> Table {
    let spec = Spec::new(kind, depth).unwrap();
    let lib = Library::new("/tmp");
    if lib.open(spec).unwrap().is_none() {
        let c = Cpu.build(spec, &Unwatched).unwrap();
        Table::create(&lib.path(spec), &c, &Unwatched).unwrap();
    }
    lib.open(spec).unwrap().unwrap()
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let p0 = open(Kind::P0, args[1].parse().unwrap());
    let p1 = open(Kind::P1, args[2].parse().unwrap());
    let n: usize = args[3].parse().unwrap();
    let solver = Modified::new(&Cpu, p0.view(), p1.view());
    let mut random = Random::new(1);
    let cubes: Vec<_> = (0..n).map(|_| random.cube()).collect();
    for _ in 0..3 {
        let t = Instant::now();
        let mut sum = 0;
        let mut sum1 = 0;
        for chunk in cubes.chunks(256) {
            for (cube, s) in chunk.iter().zip(solver.solve(chunk)) {
                let s = s.unwrap();
                assert!(s.solves(cube));
                sum += s.length();
                sum1 += s.phase1_length;
            }
        }
        println!(
            "{:?} {} cubes/s mean {} phase1 {}",
            t.elapsed(),
            n as f64 / t.elapsed().as_secs_f64(),
            sum as f64 / n as f64,
            sum1 as f64 / n as f64
        );
    }
}
