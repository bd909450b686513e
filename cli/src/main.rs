//! The command line of cubebatch.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Where there is no desktop, Mesa's choice of a device for it complains on standard error.
    // SAFETY: no other thread runs yet.
    unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    cubebatch_cli::run()
}
