//! Files that are being written: each by one process, which others can watch, and none for longer than that process lives.
//!
//! A file is locked while it is written. So if its lock is free, its writer was killed, whatever clocks say. The header comes
//! last; until then its place holds the progress of the writer in words.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tempfile::TempPath;

use crate::progress::{Control, Note, Progress, Step};
use crate::table::TableId;
use crate::table::wire::HEADER_BYTES;

/// The beginning of the names of unfinished files.
pub(super) const UNFINISHED: &str = ".building-";

/// A file that is being written by this process. It goes away unless it is finished.
#[derive(Debug)]
pub struct Unfinished {
    // Goes first: as long as the file is locked no other process uses its name.
    path: TempPath,
    file: Arc<File>,
}

/// The writer of a table.
#[derive(Debug)]
pub enum TableClaim {
    /// This process, into this file.
    Ours(Unfinished),
    /// Another process, with its progress if known.
    Others(Option<WriterProgress>),
}

/// The progress of the writer of a file, see [`Progress::report`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriterProgress {
    /// The step of the work.
    pub step: String,
    /// Units that are done.
    pub done: u64,
    /// Units of this step.
    pub total: u64,
}

impl Unfinished {
    /// A file in this folder under a new unique name.
    pub(super) fn anonymous(folder: &Path) -> io::Result<Unfinished> {
        let mut builder = tempfile::Builder::new();
        // Without this, temporary files are for their owner alone.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        loop {
            let (file, path) = builder.prefix(UNFINISHED).tempfile_in(folder)?.into_parts();
            // Before it is locked it looks like a left-over, which others may remove. Without locks no process removes it.
            let is_tidied = matches!(file.try_lock(), Err(TryLockError::WouldBlock)) || !is_at(&file, &path);
            if !is_tidied {
                return Ok(Unfinished { path, file: Arc::new(file) });
            }
        }
    }

    /// The file into which `table` is built, if no other process builds it. Where the file system has no locks, every
    /// process builds for itself.
    ///
    /// What a killed writer left behind is removed, never written over: the name may lead to a file of the user's.
    pub(super) fn claim(folder: &Path, table: TableId) -> io::Result<TableClaim> {
        let path = folder.join(format!("{UNFINISHED}{table}"));
        loop {
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => match file.try_lock() {
                    Ok(()) if is_at(&file, &path) => {
                        let path = TempPath::try_from_path(path)?;
                        return Ok(TableClaim::Ours(Unfinished { path, file: Arc::new(file) }));
                    }
                    // Another process took the file for one left behind before it was locked here.
                    Ok(()) | Err(TryLockError::WouldBlock) => {}
                    Err(TryLockError::Error(_)) => {
                        fs::remove_file(&path)?;
                        return Unfinished::anonymous(folder).map(TableClaim::Ours);
                    }
                },
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match remove_left(&path) {
                    Ok(Occupant::Left) => {}
                    Ok(Occupant::Written(state)) => return Ok(TableClaim::Others(state)),
                    // Another user's: it is left alone.
                    Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                        return Unfinished::anonymous(folder).map(TableClaim::Ours);
                    }
                    Err(error) => return Err(error),
                },
                Err(error) => return Err(error),
            }
        }
    }

    /// The file, to be written by [`write_all_at`].
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Watches work on this file, and writes its progress into the file.
    pub fn announce(&self, control: &Control) -> Control {
        let Control { stop, progress } = control.clone();
        let announced = Announced { progress, file: self.file.clone(), next: Mutex::new(Instant::now()) };
        Control { stop, progress: Arc::new(announced) }
    }

    /// Gives the file its name.
    pub(super) fn finish(self, path: &Path) -> io::Result<()> {
        self.path.persist(path).map_err(|error| error.error)
    }
}

/// The thing that has the name of a file to be written.
enum Occupant {
    /// A left-over of a killed writer, or a link: it was removed.
    Left,
    /// The file of a writer, with its progress if known.
    Written(Option<WriterProgress>),
}

/// Removes what has this name, unless a process writes it. A link is removed; the file it leads to is not touched.
fn remove_left(path: &Path) -> io::Result<Occupant> {
    let removed = |removed: io::Result<()>| match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(Occupant::Left),
    };
    let is_file = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.is_file(),
        Err(error) => return removed(Err(error)),
    };
    if !is_file {
        return removed(fs::remove_file(path));
    }
    // Over NFS a lock needs a file that was opened to be written.
    let opened = OpenOptions::new().read(true).write(true).open(path).or_else(|_| File::open(path));
    let file = match opened {
        Ok(file) => file,
        Err(error) => return removed(Err(error)),
    };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(Occupant::Written(WriterProgress::read(&file))),
        // While it is locked here no other process takes its name.
        Ok(()) if is_at(&file, path) => removed(fs::remove_file(path)),
        Ok(()) => Ok(Occupant::Left),
        // On a file system without locks, each writer has a name of its own.
        Err(TryLockError::Error(_)) => removed(fs::remove_file(path)),
    }
}

/// Whether this open file is still the one of that name, which is no link.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let (opened, named) = (file.metadata().map(identity), fs::symlink_metadata(path).map(identity));
    matches!((opened, named), (Ok(opened), Ok(named)) if opened == named)
}

/// Whether there is a file of that name: the system does not say which one.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Writes bytes, wherever the file's cursor is.
#[cfg(unix)]
pub(super) fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

/// Writes bytes, wherever the file's cursor is.
#[cfg(windows)]
pub(super) fn write_all_at(file: &File, mut bytes: &[u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_write(file, bytes, offset)? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            written => (bytes, offset) = (&bytes[written..], offset + written as u64),
        }
    }
    Ok(())
}

/// The first words of an unfinished file.
const TITLE: &str = "cubebatch writes a table here";

impl WriterProgress {
    /// The state takes the place of the header.
    fn write(&self, file: &File) -> io::Result<()> {
        let WriterProgress { step, done, total } = self;
        let mut text = format!("{TITLE}\n{step}\n{done} of {total}\n").into_bytes();
        text.resize(HEADER_BYTES, b' ');
        write_all_at(file, &text, 0)
    }

    /// `None` if the writer has reported nothing yet, or if the system hides locked files (Windows).
    pub(super) fn read(file: &File) -> Option<WriterProgress> {
        use std::io::Read;
        let mut text = Vec::new();
        file.take(HEADER_BYTES as u64).read_to_end(&mut text).ok()?;
        let text = String::from_utf8(text).ok()?;
        let mut lines = text.strip_prefix(TITLE)?.strip_prefix('\n')?.lines();
        let (step, (done, total)) = (lines.next()?.to_owned(), lines.next()?.split_once(" of ")?);
        Some(WriterProgress { step, done: done.parse().ok()?, total: total.parse().ok()? })
    }
}

/// The time between reports to others.
const PAUSE: Duration = Duration::from_millis(300);

/// Progress that is also written into the unfinished file.
struct Announced {
    progress: Arc<dyn Progress>,
    file: Arc<File>,
    /// The time of the next report; a thread locks it while it reports.
    next: Mutex<Instant>,
}

impl Progress for Announced {
    fn report(&self, step: &Step, done: u64, total: u64) {
        self.progress.report(step, done, total);
        if let Ok(mut next) = self.next.try_lock()
            && *next <= Instant::now()
        {
            // If writing fails, the others know less about the progress, and that is all.
            _ = WriterProgress { step: step.to_string(), done, total }.write(&self.file);
            *next = Instant::now() + PAUSE;
        }
    }

    fn note(&self, note: &Note) {
        self.progress.note(note);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Complete;
    use cubebatch_cube::cube::HTM;

    const TABLE: TableId = TableId::Complete(Complete::Phase1(HTM));

    fn ours(folder: &Path) -> Unfinished {
        match Unfinished::claim(folder, TABLE).unwrap() {
            TableClaim::Ours(file) => file,
            TableClaim::Others(state) => panic!("another builds it: {state:?}"),
        }
    }

    #[test]
    fn one_writes_and_others_see_how_far_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = ours(folder.path());
        let others = || match Unfinished::claim(folder.path(), TABLE).unwrap() {
            TableClaim::Others(state) => state,
            TableClaim::Ours(_) => panic!("two write one file"),
        };
        assert_eq!(others(), None);
        file.announce(&Control::default()).progress.report(&Step::Solving, 3, 12);
        // (On Windows no process reads a locked file.)
        #[cfg(unix)]
        assert_eq!(others(), Some(WriterProgress { step: "solving".to_owned(), done: 3, total: 12 }));
        drop(file);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_is_finished_can_be_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        for text in ["old", "new"] {
            let file = ours(folder.path());
            write_all_at(file.file(), text.as_bytes(), 0).unwrap();
            file.finish(&path).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn what_was_left_behind_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(".building-phase1-complete"), [7; 1000]).unwrap();
        assert_eq!(ours(folder.path()).file().metadata().unwrap().len(), 0);
    }

    /// Another user with write access may have put it there.
    #[cfg(unix)]
    #[test]
    fn a_file_that_a_link_of_the_name_leads_to_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let [precious, link] = ["precious", ".building-phase1-complete"].map(|name| folder.path().join(name));
        fs::write(&precious, "precious").unwrap();
        let links: [fn(&Path, &Path) -> io::Result<()>; 2] =
            [|file, link| std::os::unix::fs::symlink(file, link), |file, link| fs::hard_link(file, link)];
        for make_link in links {
            make_link(&precious, &link).unwrap();
            let file = ours(folder.path());
            write_all_at(file.file(), b"table", 0).unwrap();
            file.finish(&folder.path().join("table")).unwrap();
            assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
            assert!(fs::symlink_metadata(folder.path().join("table")).unwrap().is_file());
        }
    }

    #[test]
    fn a_file_that_was_replaced_is_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = File::create(&path).unwrap();
        assert!(is_at(&file, &path));
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&file, &path));
        #[cfg(unix)]
        {
            fs::write(&path, "another").unwrap();
            assert!(!is_at(&file, &path));
        }
    }
}
