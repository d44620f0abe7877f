#!/usr/bin/env python3
"""Runs the code blocks of README.md's first section as they stand, and compares the files that they write.

Also looks whether every relative link in the top-level and docs/ texts leads somewhere. Wants `make build`.
Closes with `readme: N passed, M failed`.
"""

import glob
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECTION = "## The same file in each language"
RELEASE = ROOT / "target" / "release"


def blocks():
    """{language: code} of the section."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.split(SECTION, 1)[1].split("\n## ", 1)[0]
    return dict(re.findall(r"^```(\w+)\n(.*?)^```$", section, re.M | re.S))


def shell(folder, code):
    yield ["bash", "-euo", "pipefail", "-c", code]


def rust(folder, code):
    """A package of its own, with the lock file of the workspace so that nothing new is fetched."""
    package = ROOT / "build" / "readme" / "rust"
    (package / "src").mkdir(parents=True, exist_ok=True)
    (package / "src" / "main.rs").write_text(code, encoding="utf-8")
    (package / "Cargo.toml").write_text(
        '[package]\nname = "readme"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n'
        f'[dependencies]\nonebloom = {{ path = "{ROOT}/core" }}\n'
    )
    (package / "Cargo.lock").write_bytes((ROOT / "Cargo.lock").read_bytes())
    yield ["cargo", "run", "--quiet", "--manifest-path", str(package / "Cargo.toml"), "--target-dir", str(package / "target")]


def c(folder, code):
    source = folder / "seen.c"
    source.write_text(code, encoding="utf-8")
    for name, extra in (("shared", ["-L", str(RELEASE), "-lonebloom", f"-Wl,-rpath,{RELEASE}"]),
                        ("static", [str(RELEASE / "libonebloom.a"), "-lpthread", "-ldl", "-lm"])):
        yield ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/ffi-c/include", str(source), "-o", name, *extra]
        yield [f"./{name}"]


def python(folder, code):
    yield [str(ROOT / ".venv" / "bin" / "python"), "-c", code]


def java(folder, code):
    source = folder / "Seen.java"
    source.write_text(code, encoding="utf-8")
    jars = [jar for jar in glob.glob(f"{ROOT}/java/target/onebloom-*.jar") if not re.search("sources|javadoc|tests", jar)]
    yield ["java", "-Dfile.encoding=UTF-8", "-cp", ":".join([*jars, f"{ROOT}/java/target/lib/*"]), str(source)]


def php(folder, code):
    source = folder / "seen.php"
    source.write_text(code, encoding="utf-8")
    yield ["php", "-n", "-d", f"extension={ROOT}/php-ext/modules/onebloom.so", str(source)]


RUNNERS = {"sh": shell, "rust": rust, "c": c, "python": python, "java": java, "php": php}
EXPECTED = {
    "sh": "seen.bloom: 2 keys read, 2 new",
    "php": "bool(true)\nbool(false)\n",
}


def run(language, code):
    """None and the file's sha256, or what went wrong."""
    environment = {**os.environ, "PATH": f"{RELEASE}:{os.environ['PATH']}"}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        output = ""
        for command in RUNNERS[language](folder, code):
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            output += done.stdout
            if done.returncode:
                return f"{' '.join(command)[:120]}: exit code {done.returncode}\n{done.stdout}{done.stderr}", None
        if not output.startswith(EXPECTED.get(language, "")):
            return f"printed {output!r}", None
        file = folder / "seen.bloom"
        if not file.exists():
            return "wrote no seen.bloom", None
        return None, hashlib.sha256(file.read_bytes()).hexdigest()


def dead_links():
    """Relative links of the texts that lead nowhere."""
    for text in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text.read_text(encoding="utf-8")):
            if "://" not in target and not (text.parent / target).exists():
                yield f"{text.relative_to(ROOT)}: {target}"


def main():
    found = blocks()
    passed, problems, sums = 0, [], {}
    for language in RUNNERS:
        problem, sums[language] = run(language, found[language]) if language in found else ("README.md has no such block", None)
        if problem:
            problems.append(f"{language}: {problem}")
        else:
            passed += 1
            print(f"{language}: {sums[language]}")
    if len(set(sums.values())) == 1 and None not in sums.values():
        passed += 1
    else:
        problems.append(f"the files are not all equal: {sums}")
    dead = list(dead_links())
    if dead:
        problems.append("links that lead nowhere: " + "; ".join(dead))
    else:
        passed += 1
    for problem in problems:
        print(problem)
    print(f"readme: {passed} passed, {len(problems)} failed")
    sys.exit(1 if problems else 0)


main()
