"""The exceptions: one table, equal to the list that the core exports."""

from __future__ import annotations

import errno
import pathlib
import pickle

import onebloom
import pytest
from conftest import TESTS, table
from onebloom import BloomFilter, errors

BUILTINS = {
    "InvalidArgumentError": ValueError,
    "KeyTypeError": TypeError,
    "KeyEncodingError": UnicodeError,
    "StateError": RuntimeError,
    "FormatError": ValueError,
    "NotFoundError": FileNotFoundError,
    "AccessError": PermissionError,
    "ExistsError": FileExistsError,
    "LockedError": BlockingIOError,
    "StorageError": OSError,
    "FilterUnavailable": RuntimeError,
}


def test_the_codes_are_the_shared_list() -> None:
    shared = {name: int(number) for number, name in table(TESTS / "errors.tsv")}
    assert onebloom.error_codes() == shared


def test_every_code_has_its_class() -> None:
    codes = onebloom.error_codes()
    without = {"OK", "OUT_OF_MEMORY", "PANIC"}
    assert set(errors._CLASSES) == set(codes) - without
    for name, number in codes.items():
        error = errors._from_core(number, name, "what happened", None, "/some/path")
        assert isinstance(error, onebloom.OnebloomError)
        assert (error.code, error.name, str(error)) == (number, name, "what happened")
        if name in without:
            assert type(error) is onebloom.OnebloomError
        if isinstance(error, OSError):
            assert error.errno and error.filename == "/some/path" and error.strerror == "what happened"


def test_an_unknown_code_of_a_later_core_is_an_onebloom_error() -> None:
    error = errors._from_core(77, "NEW_CODE", "text", None, None)
    assert type(error) is onebloom.OnebloomError and error.code == 77


def test_classes_are_also_what_python_expects() -> None:
    for name, builtin in BUILTINS.items():
        cls = getattr(onebloom, name)
        assert cls.__bases__ == (onebloom.OnebloomError, builtin)
    assert onebloom.OnebloomError.__bases__ == (Exception,)
    used = {cls.__name__ for cls, _ in errors._CLASSES.values()}
    assert used == set(BUILTINS)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_exceptions_pickle(protocol: int) -> None:
    """multiprocessing carries them from worker to parent."""
    for name, number in onebloom.error_codes().items():
        error = errors._from_core(number, name, "message", 7, "/path")
        error.index = 3
        back = pickle.loads(pickle.dumps(error, protocol))
        assert type(back) is type(error) and str(back) == "message"
        assert (back.code, back.name, back.index) == (number, name, 3)
        if isinstance(error, OSError):
            assert (back.errno, back.filename) == (7, "/path")


def test_file_errors_carry_errno_and_filename(tmp_path: pathlib.Path) -> None:
    missing = tmp_path / "missing" / "f.bloom"
    with pytest.raises(FileNotFoundError) as caught:
        BloomFilter.open(missing)
    error = caught.value
    assert isinstance(error, onebloom.NotFoundError) and isinstance(error, onebloom.OnebloomError)
    assert (error.errno, error.filename, error.name) == (errno.ENOENT, str(missing), "NOT_FOUND")
    assert str(missing) in str(error)


def test_messages_say_what_was_given_and_what_is_allowed() -> None:
    with pytest.raises(onebloom.InvalidArgumentError, match=r"fpp must be between 1e-9 and 0\.5, got 1\.5"):
        BloomFilter(1000, 1.5)
    with pytest.raises(onebloom.KeyTypeError, match="a key must be text, bytes or an integer, got float"):
        BloomFilter(1000).add(1.5)
    with pytest.raises(onebloom.InvalidArgumentError, match="colour.*capacity.*fpp.*kind"):
        BloomFilter(1000, colour="red")


def test_closed_says_so() -> None:
    f = BloomFilter(10)
    f.close()
    with pytest.raises(RuntimeError, match="closed") as caught:
        f.add("a")
    assert isinstance(caught.value, onebloom.StateError) and caught.value.name == "CLOSED"
