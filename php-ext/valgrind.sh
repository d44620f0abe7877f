#!/usr/bin/env bash
# Runs the phpt under valgrind, without PHP's own allocator: a leak or a wrong access fails the test.
# Arguments: tests to run (default: all). Needs a build; takes minutes. Closes with `valgrind: N passed, M failed`.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${ONEBLOOM_PHP_BUILD:-$(dirname "$here")/build/php}
log=$build/valgrind.log
tests=("$@")
((${#tests[@]})) || tests=(tests)

cd "$build"
rm -rf tests
cp -rp "$here/tests" tests
# -m also sets USE_ZEND_ALLOC=0. memory_limit is PHP's own allocator's, so bailout.phpt says little here and is left out.
rm -f tests/bailout.phpt
# run-tests.php asks valgrind for errors only; blocks that nobody points to any more count here as well.
export VALGRIND_OPTS="--suppressions=$here/valgrind.supp --leak-check=full --show-leak-kinds=definite,possible --errors-for-leak-kinds=definite,possible"
NO_INTERACTION=1 make test TESTS="-m -j2 --set-timeout 900 --show-diff --show-mem ${tests[*]}" >"$log" 2>&1 || true
count() { sed -n "s/^Tests $1 *: *\([0-9]*\).*/\1/p" "$log"; }
passed=$(count passed)
failed=$(($(count failed) + $(count leaked || true)))
if [[ -z $passed || $failed -ne 0 ]]; then
	sed -n '/========DIFF/,/========DONE/p; /========MEM/,/========DONE/p' "$log" | head -n 150
	echo "php-ext: all of it is in $log" >&2
fi
echo "valgrind: ${passed:-0} passed, $failed failed"
[[ -n $passed && $failed -eq 0 ]]
