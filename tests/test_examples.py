"""Every program in examples/redis runs; each checks itself."""

import pathlib
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "examples/redis"
PROGRAMS = sorted(path for path in FOLDER.glob("*.py") if path.name != "local.py")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_example(program):
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout
