//! B89: a save that is killed (kill -9, for real) leaves the old file or the new one, whole; the next save leaves no rubbish.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{make, Numbers};
use onebloom::{Code, Engine, Mode, Sharing};

const CHILD: &str = "ONEBLOOM_TEST_CHILD_SAVES";

/// 16 MiB, so that a save takes a while.
fn large(key: &str) -> Engine {
    let filter = make("m=134217728 k=7");
    filter.add(key).unwrap();
    filter
}

/// Not a test of its own: the process that is killed. Saves two filters in turn for ever.
#[test]
fn child() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let filters = [large("first"), large("second")];
    for filter in filters.iter().cycle() {
        filter.save(&path).unwrap();
    }
}

fn start(path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture"])
        .env(CHILD, path)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

fn leftovers(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("it.bloom"))
        .collect()
}

#[test]
fn a_killed_save_leaves_a_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    large("first").save(&path).unwrap();
    let begun = std::time::Instant::now();
    large("first").save(&path).unwrap();
    let one_save = begun.elapsed().as_millis() as u64 + 20; // only to aim: nothing is asserted on it
    let mut numbers = Numbers(std::process::id().into());
    let rounds = std::env::var("ONEBLOOM_KILLS").map_or(15, |n| n.parse().unwrap());
    let (mut interrupted, mut seen) = (0, [0, 0]);
    for _ in 0..rounds {
        let mut child = start(&path);
        std::thread::sleep(Duration::from_millis(50 + numbers.below(5 * one_save)));
        child.kill().unwrap();
        child.wait().unwrap();
        interrupted += usize::from(!leftovers(folder.path()).is_empty());
        let filter = Engine::load(&path, Sharing::Exclusive).expect("a whole file");
        assert!(filter.verify().unwrap());
        let (first, second) = (filter.contains("first").unwrap(), filter.contains("second").unwrap());
        assert!(first != second);
        seen[usize::from(second)] += 1;
    }
    eprintln!(
        "{rounds} kills, {interrupted} during a save; {} times the first, {} times the second filter",
        seen[0], seen[1]
    );
    assert!(interrupted > 0, "no kill hit a save: nothing was shown");
    make("capacity=10").save(&path).unwrap();
    assert_eq!(leftovers(folder.path()), Vec::<PathBuf>::new());
}

/// Saving keeps the file's readers on the old one, and is refused while somebody writes into it.
#[test]
fn save_beside_readers_and_writers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    let (old, new) = (make("capacity=100"), make("capacity=100"));
    old.add("old").unwrap();
    new.add("new").unwrap();
    old.save(&path).unwrap();
    let reader = Engine::open(&path, Mode::Read, Sharing::Exclusive).unwrap();
    assert!(!reader.is_stale().unwrap());
    new.save(&path).unwrap();
    assert!(reader.contains("old").unwrap() && !reader.contains("new").unwrap());
    assert!(reader.is_stale().unwrap());
    let reopened = reader.reopened().unwrap().expect("it was replaced");
    assert!(reopened.contains("new").unwrap() && reopened.reopened().unwrap().is_none());

    let writer = Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap();
    for denied in [old.save(&path), old.replace(&path), writer.save(&path)] {
        assert_eq!(denied.unwrap_err().code(), Code::Locked);
    }
    writer.save(folder.path().join("elsewhere")).unwrap();
    drop(writer);
    std::fs::remove_file(folder.path().join("elsewhere")).unwrap();
    old.save(&path).unwrap();
    assert_eq!(leftovers(folder.path()), Vec::<PathBuf>::new());
}

#[test]
fn generations() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    let generation = || Engine::load(&path, Sharing::Exclusive).unwrap().stats(false).unwrap().generation;
    let filter = make("capacity=100 shards=3");
    filter.replace(&path).unwrap();
    assert_eq!(generation(), 0);
    filter.replace(&path).unwrap();
    assert_eq!(generation(), 1);
    Engine::load(&path, Sharing::Exclusive).unwrap().save(&path).unwrap();
    assert_eq!(generation(), 1);
    filter.save(&path).unwrap();
    assert_eq!(generation(), 0);
    std::fs::write(&path, "no filter").unwrap();
    assert_eq!(filter.replace(&path).unwrap_err().code(), Code::NotAFilter);
    assert_eq!(std::fs::read(&path).unwrap(), b"no filter");
}

/// Permissions of the old file stay; a symbolic link is not followed into a half-written target.
#[test]
fn permissions_and_links() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    make("capacity=10").save(&path).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    make("capacity=20").save(&path).unwrap();
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    let missing = folder.path().join("no/such/folder/it.bloom");
    assert_eq!(make("capacity=10").save(missing).unwrap_err().code(), Code::NotFound);
}

/// A child that is forked during a save has a copy of every descriptor; the locks must not live on in it.
#[test]
fn locks_are_not_inherited() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it.bloom");
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Forks that never exec, as those of PHP-FPM and of Python's multiprocessing.
        let forks = scope.spawn(|| {
            let mut children = Vec::new();
            while !stop.load(std::sync::atomic::Ordering::Relaxed) && children.len() < 200 {
                // SAFETY: the child calls only pause, which is async-signal-safe.
                let pid = unsafe { libc::fork() };
                if pid == 0 {
                    loop {
                        // SAFETY: no arguments.
                        unsafe { libc::pause() };
                    }
                }
                children.push(pid);
                std::thread::sleep(Duration::from_micros(300));
            }
            children
        });
        let result = std::panic::catch_unwind(|| {
            for _ in 0..100 {
                make("capacity=20 growth=2").save(&path).unwrap();
                let writer = Engine::open(&path, Mode::ReadWrite, Sharing::Shared).unwrap();
                (0..200).for_each(|i| assert!(writer.add(&i).is_ok())); // appends sections under the file lock
                drop(writer);
                std::fs::remove_file(&path).unwrap(); // the mark of r+ may be inherited, as the map is
            }
        });
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        for pid in forks.join().unwrap() {
            // SAFETY: children of ours, not yet waited for.
            unsafe {
                libc::kill(pid, libc::SIGKILL);
                libc::waitpid(pid, std::ptr::null_mut(), 0);
            }
        }
        result.unwrap();
    });
}
