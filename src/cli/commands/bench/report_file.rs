//! A file for a report, which is written at the end of long work or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::cli::failure::Failure;

/// A file that can be written. What is in it stays until the report is whole.
pub struct ReportFile {
    path: PathBuf,
    /// The file to which `path` leads, if it is a link.
    target: PathBuf,
}

impl ReportFile {
    /// Finds out before long work whether there can be such a file; leaves nothing.
    pub fn probe(path: &Path) -> Result<ReportFile, Failure> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let file = ReportFile { path: path.to_owned(), target };
        let probed = if file.is_replaced() {
            file.temporary().map(drop)
        } else {
            OpenOptions::new().write(true).open(path).map(drop)
        };
        probed.map(|()| file).map_err(|error| Failure::io(path, error))
    }

    /// Writes the report.
    pub fn write(&self, report: &[u8]) -> Result<(), Failure> {
        self.try_write(report).map_err(|error| Failure::io(&self.path, error))
    }

    fn try_write(&self, report: &[u8]) -> io::Result<()> {
        if !self.is_replaced() {
            return OpenOptions::new().write(true).open(&self.path)?.write_all(report);
        }
        let mut temporary = self.temporary()?;
        temporary.write_all(report)?;
        temporary.persist(&self.target).map(drop).map_err(|error| error.error)
    }

    /// Devices and pipes are written to; files give their name to a new one.
    fn is_replaced(&self) -> bool {
        fs::metadata(&self.target).map_or(true, |metadata| metadata.is_file())
    }

    /// A file beside the target, which goes away by itself.
    fn temporary(&self) -> io::Result<NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        // Without this, temporary files are for their owner alone.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let folder = self.target.parent().filter(|folder| !folder.as_os_str().is_empty());
        builder.prefix(".report-").tempfile_in(folder.unwrap_or(Path::new(".")))
    }
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
}
