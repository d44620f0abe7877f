"""make demo: one filter of real words in each language, then cache penetration with and without a gate.

Each language is a row of rows.tsv: a program that builds the filter and one that asks it. Every program
writes the same bytes; each then asks the file that another one wrote.
"""

import hashlib
import subprocess
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import penetration
import words as word_list

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "demo"
FPP = 0.01


def run(command, *args):
    done = subprocess.run([*command, *map(str, args)], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"demo: {' '.join(command)} {args[0]} failed:\n{done.stderr or done.stdout}")
    return done.stdout


def read_rows():
    for line in (ROOT / "demo" / "rows.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            name, command = line.split("\t")
            yield name, command.split()


def compile_programs():
    """The rows in compiled languages; the others run as they are."""
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "onebloom-cli", "--example", "demo"], cwd=ROOT, check=True)
    subprocess.run(
        ["gcc", "-O2", "-std=c11", "-Wall", "-Iffi-c/include", "demo/programs/demo.c", "-o", "build/demo/demo-c",
         "-Ltarget/release", "-lonebloom", f"-Wl,-rpath,{ROOT}/target/release"],
        cwd=ROOT, check=True,
    )


def table(head, rows):
    """Columns as wide as their widest cell; the first to the left, the others to the right."""
    def width(cell):
        return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in cell)
    cells = [head, *[[str(c) for c in row] for row in rows]]
    widths = [max(width(row[i]) for row in cells) for i in range(len(head))]
    for row in cells:
        print("  ".join(
            (" " * (w - width(c)) + c) if i else (c + " " * (w - width(c))) for i, (c, w) in enumerate(zip(row, widths))
        ).rstrip())


def ask(command, file, words):
    asked, maybe, ns = (int(n) for n in run(command, "ask", file, words).split())
    return asked, maybe, ns


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    members, others = word_list.halves(word_list.fetch(FOLDER), FOLDER)
    member_words = members.read_text(encoding="utf-8").splitlines()
    compile_programs()
    rows = list(read_rows())

    print(f"\nMembers: {len(member_words):,} Chinese words, as {', '.join(member_words[1000:1003])} ...; "
          f"fpp {FPP}: of the absent words 1 in {1 / FPP:.0f} may be answered maybe.")
    print("\nThe same filter, built in each language:\n")
    files, sums = {}, {}
    for name, command in rows:
        files[name] = FOLDER / f"{name.split()[0].lower()}.bloom"
        run(command, "build", members, files[name], len(member_words), FPP)
        sums[name] = hashlib.sha256(files[name].read_bytes()).hexdigest()
    table(["", "bytes", "sha256"], [[name, f"{files[name].stat().st_size:,}", sums[name]] for name, _ in rows])
    if len(set(sums.values())) != 1:
        sys.exit("\ndemo: the files differ; they must be equal byte for byte")

    print("\nEach asks the file that the row above it wrote (the first that of the last):\n")
    result = []
    for i, (name, command) in enumerate(rows):
        file = files[rows[i - 1][0]]
        asked_in, found, ns = ask(command, file, members)
        asked_out, maybe, _ = ask(command, file, others)
        rate = maybe / asked_out
        result.append([name, f"{found:,} of {asked_in:,}", f"{maybe:,} of {asked_out:,}", f"{rate:.4f}", f"{FPP:g}",
                       ns if name != "CLI" else f"{ns} *"])
        if found != asked_in:
            sys.exit(f"demo: {name} missed {asked_in - found} members; a filter may never do that")
    table(["", "members found", "others answered maybe", "rate", "promised", "ns a key"], result)
    chance = 2 * (FPP * (1 - FPP) / len(member_words)) ** 0.5
    print(f"* the whole process: starting, reading the list, printing. Java is timed after 20 passes, when it is compiled.\n"
          f"Of so many questions chance alone moves a rate of {FPP} by up to {chance:.4f}.")

    print("\nSize, for the same members:\n")
    size = files[rows[0][0]].stat().st_size
    python_set = set(member_words)
    set_bytes = sys.getsizeof(python_set) + sum(map(sys.getsizeof, python_set))
    table(["", "bytes", "bits a word"], [
        [label, f"{n:,}", f"{8 * n / len(member_words):.1f}"]
        for label, n in (("the filter, on disk and in memory", size), ("the list as a text file", members.stat().st_size),
                         ("a Python set of them in memory", set_bytes))
    ])

    penetration.show(FOLDER, member_words, others.read_text(encoding="utf-8").splitlines(), table)


main()
