//! A file for a report, which is written at the end of long work or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// A file that can be written. What is in it stays until the report is whole.
pub struct ReportFile {
    path: PathBuf,
    /// The file to which `path` leads, if it is a link.
    target: PathBuf,
    /// A device or pipe is written to; it is opened once, as the reader of a pipe leaves when it is closed. A file gives its name
    /// to a new one.
    device: Option<File>,
}

impl ReportFile {
    /// Finds out before long work whether there can be such a file; leaves nothing.
    pub fn probe(path: &Path) -> Result<ReportFile, Failure> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let is_replaced = fs::metadata(&target).map_or(true, |metadata| metadata.is_file());
        let opened = match is_replaced {
            true => temporary(&target).map(|_| None),
            false => OpenOptions::new().write(true).open(path).map(Some),
        };
        let file = opened.map(|device| ReportFile { path: path.to_owned(), target, device });
        file.map_err(|error| Failure::io(path, error))
    }

    /// Writes the report.
    pub fn write(&self, report: &[u8]) -> Result<(), Failure> {
        self.try_write(report).map_err(|error| Failure::io(&self.path, error))
    }

    fn try_write(&self, report: &[u8]) -> io::Result<()> {
        if let Some(mut device) = self.device.as_ref() {
            return device.write_all(report);
        }
        let mut temporary = temporary(&self.target)?;
        temporary.write_all(report)?;
        temporary.persist(&self.target).map(drop).map_err(|error| error.error)
    }
}

/// A file beside the target, which goes away by itself.
fn temporary(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // Without this, temporary files are for their owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    builder.prefix(".report-").tempfile_in(folder.unwrap_or(Path::new(".")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_stays_until_the_report_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report");
        let names = || fs::read_dir(folder.path()).unwrap().count();
        let file = ReportFile::probe(&path).unwrap();
        assert_eq!(names(), 0);
        file.write(b"old").unwrap();
        let file = ReportFile::probe(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        file.write(b"new").unwrap();
        assert_eq!((fs::read(&path).unwrap().as_slice(), names()), (&b"new"[..], 1));
    }

    #[test]
    fn a_folder_that_is_not_there_is_found_out_before() {
        let folder = tempfile::tempdir().unwrap();
        assert!(ReportFile::probe(&folder.path().join("missing/report")).is_err());
        assert!(ReportFile::probe(folder.path()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_what_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        ReportFile::probe(&link).unwrap().write(b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
    }
    /// A pipe that is closed and opened again has lost its reader.
    #[cfg(unix)]
    #[test]
    fn a_pipe_is_opened_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let reader = std::thread::spawn({
            let path = path.clone();
            move || fs::read(path).unwrap()
        });
        let file = ReportFile::probe(&path).unwrap();
        file.write(b"new").unwrap();
        drop(file);
        assert_eq!(reader.join().unwrap(), b"new");
    }
}
