"""The exceptions of onebloom, one table from the stable code names to classes.

Every one is an ``OnebloomError`` with ``.code``, the number that is the same in every language,
and ``.name``, its stable name; and each is also the built-in exception that a Python programmer
would expect. File errors carry ``errno`` and ``filename`` as any ``OSError`` does.
"""

from __future__ import annotations

import errno

__all__ = [
    "AccessError",
    "ExistsError",
    "FilterUnavailable",
    "FormatError",
    "InvalidArgumentError",
    "KeyEncodingError",
    "KeyTypeError",
    "LockedError",
    "NotFoundError",
    "OnebloomError",
    "StateError",
    "StorageError",
]


class OnebloomError(Exception):
    """Any error of onebloom.

    ``code`` is the stable number and ``name`` the stable name. Of an exception that ended
    ``add_many`` or ``contains_many``, ``index`` is the number of keys that were done before it
    (so the place of the bad key), and ``added`` how many of these were new.
    """

    code: int = 0
    name: str = "OK"
    index: int | None = None
    added: int | None = None

    def __str__(self) -> str:
        # An OSError with a filename would print the path twice.
        if isinstance(self, OSError) and self.strerror is not None:
            return str(self.strerror)
        return super().__str__()


class InvalidArgumentError(OnebloomError, ValueError):
    """An argument is of the wrong form, out of range, or two filters do not fit together."""


class KeyTypeError(OnebloomError, TypeError):
    """A key is neither text, bytes nor an integer."""


class KeyEncodingError(OnebloomError, UnicodeError):
    """A text key has a lone surrogate, so it has no UTF-8."""


class StateError(OnebloomError, RuntimeError):
    """The filter cannot do that: it is closed, read-only, or of a kind that has no such verb."""


class FormatError(OnebloomError, ValueError):
    """The bytes are no filter, a damaged one, or one that this version cannot read."""


class NotFoundError(OnebloomError, FileNotFoundError):
    """There is no such file or folder."""


class AccessError(OnebloomError, PermissionError):
    """The operating system does not permit it."""


class ExistsError(OnebloomError, FileExistsError):
    """The file exists already."""


class LockedError(OnebloomError, BlockingIOError):
    """Somebody else has the file open for writing."""


class StorageError(OnebloomError, OSError):
    """Any other trouble with a file."""


class FilterUnavailable(OnebloomError, RuntimeError):
    """A filter in Redis cannot be asked now: its key is gone, or the server cannot be reached."""


#: Code name → class and, for file errors, the errno if the core names none.
#: What is not here (OK, OUT_OF_MEMORY, PANIC, and codes of a later core) is an OnebloomError.
_CLASSES: dict[str, tuple[type[OnebloomError], int]] = {
    "INVALID_ARGUMENT": (InvalidArgumentError, 0),
    "NULL_POINTER": (InvalidArgumentError, 0),
    "OUT_OF_RANGE": (InvalidArgumentError, 0),
    "INCOMPATIBLE": (InvalidArgumentError, 0),
    "CLOSED": (StateError, 0),
    "READ_ONLY": (StateError, 0),
    "UNSUPPORTED": (StateError, 0),
    "KEY_TYPE": (KeyTypeError, 0),
    "KEY_ENCODING": (KeyEncodingError, 0),
    "NOT_A_FILTER": (FormatError, 0),
    "VERSION_UNSUPPORTED": (FormatError, 0),
    "FEATURE_UNSUPPORTED": (FormatError, 0),
    "CORRUPT_HEADER": (FormatError, 0),
    "CHECKSUM_MISMATCH": (FormatError, 0),
    "TRUNCATED": (FormatError, 0),
    "TRAILING_BYTES": (FormatError, 0),
    "RESERVED_NOT_ZERO": (FormatError, 0),
    "INCOMPLETE": (FormatError, 0),
    "NOT_FOUND": (NotFoundError, errno.ENOENT),
    "PERMISSION": (AccessError, errno.EACCES),
    "ALREADY_EXISTS": (ExistsError, errno.EEXIST),
    "LOCKED": (LockedError, errno.EWOULDBLOCK),
    "IO": (StorageError, errno.EIO),
    "UNAVAILABLE": (FilterUnavailable, 0),
}


def _from_core(
    code: int, name: str, message: str, os_error: int | None, path: str | None
) -> OnebloomError:
    """The exception for an error of the core (called by the compiled part)."""
    cls, default = _CLASSES.get(name, (OnebloomError, 0))
    file_error = issubclass(cls, OSError)
    error = cls(os_error or default, message, path) if file_error else cls(message)
    error.code = code
    error.name = name
    return error


def _in_batch(error: BaseException, index: int, added: int | None) -> None:
    """Says of an exception how far the batch came that it ended (called by the compiled part)."""
    if added is None:
        where = f"key {index} of the batch (counted from 0)"
    else:
        where = f"key {index} of the batch (counted from 0); the {index} before it are in, {added} of them new"
    if isinstance(error, OnebloomError):
        error.index = index
        error.added = added
    if isinstance(error, (KeyTypeError, KeyEncodingError)):
        error.args = (f"{where}: {error}",)
    else:
        error.add_note(f"onebloom: this ended at {where}")
