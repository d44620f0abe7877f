"""Pickle, fork and spawn, processes killed in the middle of a save, subinterpreters."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import warnings
from collections.abc import Callable

import numpy as np
import pytest
from onebloom import BloomFilter, FormatError

Saved = Callable[..., pathlib.Path]


def python(code: str, *args: object, timeout: float = 100, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", textwrap.dedent(code), *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, env={**os.environ, **env})


def in_child(work: Callable[[], object]) -> None:
    """Forks; the child does it and must end well."""
    with warnings.catch_warnings():
        # From 3.12 on Python warns of fork in a process with threads; that is what is tested.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        status = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(60)
            work()
            status = 0
        except BaseException:  # noqa: BLE001
            sys.excepthook(*sys.exc_info())
        finally:
            os._exit(status)
    assert os.waitpid(pid, 0)[1] == 0


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle_keeps_every_key_B108(protocol: int, saved: Saved) -> None:
    f = BloomFilter(1000)
    f.update(["apple", "pear", "orange"])
    path = saved(["apple", "pear", "orange"])
    for source in (f, BloomFilter.open(path), BloomFilter.load(path)):
        g = pickle.loads(pickle.dumps(source, protocol))
        assert g == source and all(g.contains_many(["apple", "pear", "orange"])) and "plum" not in g
        assert not g.stats()["mapped"] and g.stats()["path"] is None
        assert g.add("plum") and "plum" not in source
    deep = copy.deepcopy({"f": f, "list": [f]})
    assert deep["f"] == f and deep["list"][0] is deep["f"] is not f


def ask(f: BloomFilter, key: object) -> bool:
    return key in f


def fail(f: BloomFilter) -> None:
    f.add_many(["a", 1.5])


@pytest.mark.parametrize("method", ["spawn", "fork", "forkserver"])
def test_multiprocessing_B108(method: str) -> None:
    f = BloomFilter(1000)
    f.update(["apple", "pear", 42])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        context = multiprocessing.get_context(method)
        with context.Pool(2) as pool:
            assert pool.starmap(ask, [(f, "apple"), (f, b"42"), (f, "plum")]) == [True, True, False]
            with pytest.raises(TypeError) as caught:
                pool.apply(fail, (f,))
    assert caught.value.name == "KEY_TYPE" and caught.value.index == 1


def test_built_here_asked_there_B08_B09(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "f.bloom"
    keys = r"['x', '\u4e2d\u6587', b'de12aa3166ca2e5710233ddf5b5ffe1f', bytes(range(65)), 42, -1, 2**70]"
    build = f"from onebloom import BloomFilter\nf = BloomFilter(100, 1e-9)\nf.update({keys})\nf.save({str(path)!r})"
    asked = f"from onebloom import BloomFilter\nprint(BloomFilter.open({str(path)!r}).contains_many({keys}))"
    images = set()
    for seed in ("1", "2", "random"):
        for locale in ("C", "C.UTF-8"):
            assert python(build, PYTHONHASHSEED=seed, LC_ALL=locale, PYTHONUTF8="0").returncode == 0
            images.add(path.read_bytes())
            answer = python(asked, PYTHONHASHSEED="3", LC_ALL="C", PYTHONUTF8="0")
            assert answer.stdout == f"{[True] * 7}\n", answer.stderr
    assert len(images) == 1


def test_fork_private_memory_diverges() -> None:
    f = BloomFilter(1000)
    f.add("before")

    def child() -> None:
        assert "before" in f
        f.add("child")
        f.add_many(np.arange(500))
        assert "child" in f and BloomFilter.from_bytes(f.to_bytes()) == f

    in_child(child)
    assert "child" not in f and "before" in f and f.stats()["items"] == 1


def test_fork_a_file_stays_shared(saved: Saved) -> None:
    path = saved(["before"])
    f, reader = BloomFilter.open(path, "r+"), BloomFilter.open(path)

    def child() -> None:
        f.add("child")
        assert "before" in reader

    in_child(child)
    assert "child" in f and "child" in reader
    f.close()
    assert "child" in BloomFilter.load(path)


@pytest.mark.skipif(not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="documented: not without a GIL")
def test_fork_in_the_middle_of_a_batch() -> None:
    """The child has no thread that would end the batch: it must not wait for it."""
    f = BloomFilter(1000)
    keys = np.broadcast_to(np.int64(7), (30_000_000,))
    begun = threading.Event()

    def batch() -> None:
        begun.set()
        f.add_many(keys)

    thread = threading.Thread(target=batch)
    thread.start()
    begun.wait()
    time.sleep(0.05)
    forked_inside = thread.is_alive()

    def child() -> None:
        assert f.add("child") and "child" in f
        f.merge(BloomFilter(1000))
        f.clear()
        f.close()

    in_child(child)
    thread.join()
    assert forked_inside and 7 in f and "child" not in f


def test_close_in_the_child_leaves_the_parent_alone(saved: Saved) -> None:
    f = BloomFilter.open(saved(["a"]), "r+")
    in_child(f.close)
    assert "a" in f and f.add("b")


SAVER = """
import sys
from onebloom import BloomFilter
f = BloomFilter(int(sys.argv[2]), 0.01)
f.add_many(range(1000))
print("ready", flush=True)
while True:
    f.add(f"version {f.stats()['items']}")
    f.save(sys.argv[1])
    print("saved", flush=True)
"""


def test_killed_while_saving_B89(tmp_path: pathlib.Path) -> None:
    """kill -9 at 50 random times: the old file or the new one, whole; and the next save leaves
    nothing of the killed one behind."""
    capacity, kills, damaged = 3_000_000, 50, 0
    path = tmp_path / "f.bloom"
    chance = random.Random(1)
    f = BloomFilter(capacity, 0.01)
    f.add_many(range(1000))
    f.save(path)
    left = 0
    while kills:
        with subprocess.Popen(
            [sys.executable, "-c", SAVER, str(path), str(capacity)], stdout=subprocess.PIPE, text=True
        ) as saver:
            assert saver.stdout is not None and saver.stdout.readline() == "ready\n"
            saver.stdout.readline()
            time.sleep(chance.random() * 0.03)
            saver.kill()
        kills -= 1
        left += len(os.listdir(tmp_path)) > 1
        try:
            loaded = BloomFilter.load(path)
            assert loaded.verify() and all(loaded.contains_many(range(1000)))
        except FormatError:
            damaged += 1
    assert damaged == 0
    assert left > 0, "no kill hit a save: the test tests nothing"
    f.save(path)
    assert os.listdir(tmp_path) == ["f.bloom"]


WRITER = """
import sys
from onebloom import BloomFilter
f = BloomFilter.open(sys.argv[1], "r+")
sys.stdin.readline()
number, count = int(sys.argv[2]), int(sys.argv[3])
for i in range(0, count, 2):
    f.add(f"{number}:{i}")
f.add_many(f"{number}:{i}" for i in range(1, count, 2))
"""


@pytest.mark.parametrize("kind", ["classic", "blocked", "counting"])
def test_processes_write_one_file_B93_B91(kind: str, tmp_path: pathlib.Path) -> None:
    """No bit is lost, and the estimate is near the truth."""
    path = tmp_path / "f.bloom"
    count = 20_000
    BloomFilter(4 * count, 0.01, kind=kind).save(path)
    command = [sys.executable, "-c", WRITER, str(path)]
    writers = [
        subprocess.Popen([*command, str(number), str(count)], stdin=subprocess.PIPE, text=True) for number in range(4)
    ]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        assert writer.wait(timeout=100) == 0
        assert writer.stdin is not None
        writer.stdin.close()
    for f in (BloomFilter.open(path), BloomFilter.load(path)):
        for number in range(4):
            assert all(f.contains_many(f"{number}:{i}" for i in range(count)))
        stats = f.stats(exact=True)
        assert abs(stats["estimated_items"] - 4 * count) < 0.03 * 4 * count


def test_truncated_while_mapped_B85(tmp_path: pathlib.Path) -> None:
    """Documented: SIGBUS, as for any map. Our own replace never does it, and load is safe."""
    program = """
        import os, sys
        from onebloom import BloomFilter
        f = getattr(BloomFilter, sys.argv[2])(sys.argv[1])
        if sys.argv[3] == "truncate":
            os.truncate(sys.argv[1], 0)
        else:
            BloomFilter(10**6).replace(sys.argv[1])
        print("member" in f)
    """
    path = tmp_path / "f.bloom"

    def fresh() -> None:
        f = BloomFilter(10**6)
        f.add("member")
        f.save(path)

    fresh()
    inode = path.stat().st_ino
    assert python(program, path, "open", "replace").stdout == "True\n"
    assert path.stat().st_ino != inode
    fresh()
    assert python(program, path, "load", "truncate").stdout == "True\n"
    fresh()
    assert python(program, path, "open", "truncate").returncode == -signal.SIGBUS


def test_read_only_files_B87() -> None:
    program = """
        import os, sys
        from onebloom import BloomFilter, AccessError, StateError
        if os.geteuid() == 0:
            os.setuid(65534)
        f = BloomFilter.open(sys.argv[1])
        assert "a" in f and f.verify()
        try:
            f.add("b")
        except StateError as error:
            print(error.name)
        try:
            BloomFilter.open(sys.argv[1], "r+")
        except AccessError as error:
            print(error.name, error.errno, error.filename == sys.argv[1])
    """
    # Not tmp_path: pytest keeps that from other users.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        path = pathlib.Path(folder, "f.bloom")
        f = BloomFilter(1000)
        f.add("a")
        f.save(path)
        path.chmod(0o444)
        before = path.stat().st_mtime_ns, path.read_bytes()
        found = python(program, path)
        assert found.stdout == "READ_ONLY\nPERMISSION 13 True\n", found.stderr
        assert (path.stat().st_mtime_ns, path.read_bytes()) == before


def test_subinterpreters_B99() -> None:
    """A second interpreter gets a clear ImportError (or a working module), and does not hang."""
    program = """
        import onebloom
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        inside = '''
        try:
            import onebloom
            assert onebloom.BloomFilter(10).add("a")
            print("works", flush=True)
        except ImportError as error:
            print("refused:", error, flush=True)
        '''
        import textwrap
        for _ in range(2):
            one = interpreters.create()
            interpreters.run_string(one, textwrap.dedent(inside))
            interpreters.destroy(one)
        assert onebloom.BloomFilter(10).add("a")
    """
    found = python(program, timeout=30)
    assert found.returncode == 0, found.stderr
    lines = found.stdout.splitlines()
    assert len(lines) == 2
    for line in lines:
        assert line == "works" or (line.startswith("refused:") and "interpreter" in line)


def test_a_huge_capacity_leaves_the_process_alive_B49() -> None:
    program = """
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        from onebloom import BloomFilter, OnebloomError
        for capacity in (10**10, 10**12, 2**48, 2**48 + 1, 10**18, 2**62, 2**64, 10**30):
            for kind in ("classic", "counting", "blocked"):
                try:
                    BloomFilter(capacity, 0.01, kind=kind)
                    print("made", capacity)
                except OnebloomError as error:
                    print(error.name)
        assert BloomFilter(10).add("alive")
    """
    found = python(program)
    assert found.returncode == 0, found.stderr
    assert set(found.stdout.split()) == {"OUT_OF_MEMORY", "OUT_OF_RANGE"}


def test_import_is_quick_and_light() -> None:
    found = python("import sys, onebloom; print(*sorted(m for m in sys.modules if m.startswith('onebloom')))")
    assert "onebloom.redis" not in found.stdout
