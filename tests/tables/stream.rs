//! Tables in streams: what was written is read, and what is not a table is refused.

use cubebatch::progress::Control;
use cubebatch::table::{Table, TableId, file_bytes};
use cubebatch_cube::cube::HTM;
use cubebatch_search::engine::Build;
use cubebatch_search::engine::cpu::Cpu;
use cubebatch_tables::table::wire::HEADER_BYTES;
use cubebatch_tables::table::{Complete, Phase, ReadError, SortedSpec, TableRefusal, verify};

fn built(id: TableId) -> Table {
    Cpu.build(id, &Control::default()).unwrap().into()
}

fn written(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write(&mut bytes).unwrap();
    bytes
}

fn tables() -> [TableId; 3] {
    let sorted = |phase, depth| SortedSpec::new(phase, depth).unwrap().into();
    [sorted(Phase::One, 4), sorted(Phase::Two, 5), Complete::Phase2Pruning(HTM).into()]
}

#[test]
fn a_table_that_was_written_is_read() {
    for id in tables() {
        let bytes = written(&built(id));
        assert_eq!(bytes.len() as u64, file_bytes(id));
        let followed = [&bytes[..], b"next"].concat();
        let mut stream = &followed[..];
        let read = Table::read(&mut stream).unwrap();
        assert_eq!((read.id(), stream), (id, &b"next"[..]));
        assert!(verify(&read, 100).is_ok());
        // What was read is written as it was.
        assert!(written(&read) == bytes);
    }
}

#[test]
fn what_is_not_the_table_is_refused() {
    let bytes = written(&built(tables()[0]));
    let read = |bytes: &[u8]| Table::read(&mut { bytes }).map(|table| table.id()).unwrap_err();
    let changed = |place: usize| {
        let mut bytes = bytes.clone();
        bytes[place] ^= 1;
        bytes
    };
    assert!(matches!(read(&changed(0)), ReadError::Refused(TableRefusal::Foreign)));
    assert!(matches!(read(&changed(100)), ReadError::Refused(TableRefusal::HeaderDamaged)));
    assert!(matches!(read(&changed(HEADER_BYTES)), ReadError::Damaged(_)));
    assert!(matches!(read(&changed(bytes.len() - 1)), ReadError::Damaged(_)));
    for length in [0, HEADER_BYTES - 1, bytes.len() - 1] {
        assert!(matches!(read(&bytes[..length]), ReadError::Io(_)), "{length}");
    }
}
