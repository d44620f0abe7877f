#!/usr/bin/env bash
# The command line as a row of the demo. Its time is that of the whole process, reading the list included.
set -euo pipefail
onebloom=target/release/onebloom
case $1 in
  build)
    "$onebloom" build "$2" -o "$3" --force --quiet --capacity "$4" --fpp "$5"
    ;;
  ask)
    start=$(date +%s%N)
    counts=$("$onebloom" check "$2" --from "$3" --count || [[ $? == 1 ]])
    end=$(date +%s%N)
    maybe=$(awk '$1 == "maybe" { print $2 }' <<<"$counts")
    absent=$(awk '$1 == "absent" { print $2 }' <<<"$counts")
    asked=$((maybe + absent))
    printf '%d\t%d\t%d\n' "$asked" "$maybe" $(((end - start) / asked))
    ;;
esac
