//! The parts of the program that read what others wrote, as they stand in `src/cli`: a program has no library to call.

/// As in the program, but without output.
macro_rules! tell {
    ($($message:tt)*) => {
        _ = format!($($message)*)
    };
}

#[path = "../../../src/cli/build_options.rs"]
pub mod build_options;
#[path = "../../../src/cli/compression.rs"]
pub mod compression;
#[path = "../../../src/cli/counted.rs"]
pub mod counted;
#[path = "../../../src/cli/empty.rs"]
pub mod empty;
#[path = "../../../src/cli/failure.rs"]
pub mod failure;
#[path = "../../../src/cli/input/mod.rs"]
pub mod input;
/// Nothing is written to standard output here.
pub mod output {
    pub struct Stdout;

    impl std::io::Write for Stdout {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
}
#[path = "../../../src/cli/parquet/mod.rs"]
pub mod parquet;
#[path = "../../../src/cli/remote/mod.rs"]
pub mod remote;
#[path = "../../../src/cli/run_record.rs"]
pub mod run_record;
#[path = "../../../src/cli/stored_file.rs"]
pub mod stored_file;
#[path = "../../../src/cli/target.rs"]
pub mod target;
#[path = "../../../src/cli/waiting.rs"]
pub mod waiting;
