"""The demo's list: the words of jieba's dictionary (Chinese), fetched with pip and kept in build/demo."""

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "0.42.1"


def fetch(folder: Path):
    """The file of all words, one a line, each once, in the dictionary's order."""
    words = folder / "words.txt"
    if words.exists():
        return words
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        print(f"fetching the dictionary of jieba {VERSION} with pip ...", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", f"jieba=={VERSION}",
             "--no-deps", "--no-binary", ":all:", "--dest", temporary],
            capture_output=True, text=True,
        )
        archives = list(Path(temporary).glob("*.tar.gz"))
        if not archives:
            sys.exit(f"demo: the word list could not be fetched with pip:\n{done.stderr}")
        with tarfile.open(archives[0]) as archive:
            text = archive.extractfile(f"jieba-{VERSION}/jieba/dict.txt").read().decode("utf-8")
        unique = dict.fromkeys(line.split(" ")[0] for line in text.splitlines())
        part = Path(temporary) / "words"
        part.write_text("".join(f"{word}\n" for word in unique), encoding="utf-8")
        part.rename(words)
    return words


def halves(words: Path, folder: Path):
    """Every other word is a member, the rest are not: (members, others), each a file of one word a line."""
    lines = words.read_text(encoding="utf-8").splitlines(keepends=True)
    members, others = folder / "members.txt", folder / "others.txt"
    members.write_text("".join(lines[0::2]), encoding="utf-8")
    others.write_text("".join(lines[1::2]), encoding="utf-8")
    return members, others
