"""The PHP row of the demo: demo.php as one request to php-fpm with the extension."""

import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "php-ext" / "fpm"))
from fastcgi import Fpm

verb, *args = sys.argv[1:]
names = {"build": ("words", "out", "capacity", "fpp"), "ask": ("filter", "words")}[verb]
arguments = {name: str(Path(arg).resolve()) if "/" in arg else arg for name, arg in zip(names, args, strict=True)}
with tempfile.TemporaryDirectory() as folder, Fpm(folder, workers=1, ini=["memory_limit=1G"]) as fpm:
    said = fpm.raw(verb, script=ROOT / "demo" / "programs" / "demo.php", **arguments)
if not re.fullmatch({"build": "", "ask": r"\d+\t\d+\t\d+\n"}[verb], said):
    sys.exit(f"demo.php said: {said}")
print(said, end="")
