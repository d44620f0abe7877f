#!/bin/sh
# The command line as a program of the matrix (README.md).
set -eu
bin=${ONEBLOOM_CLI:-target/release/onebloom}
table=tests/matrix/cases.tsv
tab=$(printf '\t')

keys() { # one step of a case: its keys, one a line (of "keys": in hexadecimal)
    case $1 in
    user) seq -f 'user:%.0f' "$2" "$3" ;;
    int) seq "$2" "$3" ;;
    text) yes "$2" | head -n "$3" ;;
    keys) grep -v '^#' "${ONEBLOOM_VECTORS:-tests/vectors}/keys.tsv" | cut -f2 ;;
    none) ;;
    *) echo "the command line cannot do step $1" >&2; exit 3 ;;
    esac
}

write() {
    line=$(grep "^$1$tab" "$table")
    flags=
    for option in $(printf '%s' "$line" | cut -f2); do flags="$flags --$option"; done
    parts=$(mktemp -d)
    printf '%s\n' "$line" | cut -f3 | sed 's/; /\n/g' | while read -r step first last; do
        how=
        case $step in now) now=$first; continue ;; keys) how=--hex ;; esac
        if [ ! -e "$parts/f.bloom" ]; then
            # shellcheck disable=SC2086
            keys "$step" "$first" "$last" | "$bin" build --quiet $flags $how ${now:+--now $now} -o "$parts/f.bloom"
        else
            # shellcheck disable=SC2086
            keys "$step" "$first" "$last" | "$bin" add --quiet $how ${now:+--now $now} "$parts/f.bloom"
        fi
    done
    # What was added in place is not sealed; joining its sections seals it.
    "$bin" split --quiet "$parts/f.bloom" -o "$parts"
    "$bin" join --quiet --force -o "$2" "$parts"/*.part
    rm -r "$parts"
}

check() {
    now=
    case $1 in *rotating*) now='--now 1767441600000' ;; esac
    case $1 in
    *-ints) seq 0 1999 ;;
    *) seq -f 'user:%.0f' 0 1999 ;;
    esac | { # shellcheck disable=SC2086
        "$bin" check $now "$2" || [ $? -eq 1 ]
    } | awk -F "$tab" '{ print $2 "\t" ($1 == "maybe" ? 1 : 0) }'
}

sorted() { find "$1" -maxdepth 1 -name '*.bloom' | sed 's|.*/||; s|\.bloom$||' | LC_ALL=C sort; }

case $1 in
write) write "$2" "$3" ;;
write-all)
    grep -v '^#' "$table" | cut -f1 | while read -r name; do
        write "$name" "$2/$name.bloom"
    done ;;
check) check "$2" "$3" ;;
check-all)
    sorted "$2" | while read -r name; do
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
