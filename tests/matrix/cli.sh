#!/bin/sh
# The command line as a program of the matrix (README.md). Keys are lines there, so the cases that need other keys
# (classic-tricky-keys) or another time than now (rotating) are listed in programs.tsv as ones it cannot do.
set -eu
bin=${ONEBLOOM_CLI:-target/release/onebloom}
table=tests/matrix/cases.tsv
tab=$(printf '\t')

keys() { # one step of a case: its keys, one a line
    case $1 in
    user) seq -f 'user:%.0f' "$2" "$3" ;;
    int) seq "$2" "$3" ;;
    text) yes "$2" | head -n "$3" ;;
    none) ;;
    *) echo "the command line cannot do step $1" >&2; exit 3 ;;
    esac
}

write() {
    line=$(grep "^$1$tab" "$table")
    options=$(printf '%s' "$line" | cut -f2)
    steps=$(printf '%s' "$line" | cut -f3)
    flags=
    for option in $options; do flags="$flags --$option"; done
    printf '%s\n' "$steps" | sed 's/; /\n/g' | while read -r step; do
        # shellcheck disable=SC2086
        keys $step
    done | "$bin" build --quiet --force $flags -o "$2"
}

check() {
    case $1 in
    *-ints) seq 0 1999 ;;
    *) seq -f 'user:%.0f' 0 1999 ;;
    esac | { "$bin" check "$2" || [ $? -eq 1 ]; } | awk -F "$tab" '{ print $2 "\t" ($1 == "maybe" ? 1 : 0) }'
}

sorted() { find "$1" -maxdepth 1 -name '*.bloom' | sed 's|.*/||; s|\.bloom$||' | LC_ALL=C sort; }

case $1 in
write) write "$2" "$3" ;;
write-all)
    grep -v '^#' "$table" | cut -f1 | while read -r name; do
        case $name in classic-tricky-keys | *rotating*) continue ;; esac
        write "$name" "$2/$name.bloom"
    done ;;
check) check "$2" "$3" ;;
check-all)
    sorted "$2" | while read -r name; do
        case $name in *rotating*) continue ;; esac
        check "$name" "$2/$name.bloom" | sed "s|^|$name$tab|"
    done ;;
codes)
    sorted "$2" | while read -r name; do
        # verify maps the file and compares the seals: together what loading checks
        if said=$("$bin" verify --quiet "$2/$name.bloom" 2>&1) || [ $? -eq 1 ]; then said='onebloom: OK:'; fi
        said=${said#onebloom: }
        printf '%s\t%s\n' "$name" "${said%%:*}"
    done ;;
*) echo "verbs: write, write-all, check, check-all, codes" >&2; exit 2 ;;
esac
