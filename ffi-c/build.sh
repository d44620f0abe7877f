#!/usr/bin/env bash
# Compiles the C programs that other suites start, against the finished library in target/release:
# target/c/matrix (tests/matrix/README.md).
set -euo pipefail
cd "$(dirname "$0")/.."
release=${ONEBLOOM_LIBRARY:-target/release}
mkdir -p target/c
gcc -std=c99 -O2 -Wall -Wextra -Wpedantic -Werror -Iffi-c/include -Iffi-c/tests ffi-c/tests/matrix.c -o target/c/matrix \
    -L"$release" -lonebloom -Wl,-rpath,"$(cd "$release" && pwd)"
