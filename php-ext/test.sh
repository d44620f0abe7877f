#!/usr/bin/env bash
# Builds the extension, runs its phpt (its own `make test`), the tests under php-fpm, those of filters in Redis and
# the example of examples/php.
# Closes with `php: N passed, M failed`.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${ONEBLOOM_PHP_BUILD:-$(dirname "$here")/build/php}
passed=0 failed=0

tally() { # passed failed
	passed=$((passed + $1))
	failed=$((failed + $2))
}

if ! bash "$here/build.sh"; then
	echo "php: 0 passed, 1 failed"
	exit 1
fi

# The committed signatures are those of the stubs.
for name in onebloom redis; do
	if [[ $(sed -n 's/.*Stub hash: //p' "$here/${name}_arginfo.h" | cut -d' ' -f1) == \
		$(php -r 'echo sha1(str_replace("\r\n", "\n", file_get_contents($argv[1])));' "$here/$name.stub.php") ]]; then
		tally 1 0
	else
		echo "FAILED: ${name}_arginfo.h is older than $name.stub.php: run php-ext/bless.sh"
		tally 0 1
	fi
done

# Nothing but get_module is for others.
if [[ $(nm -D --defined-only "$here/modules/onebloom.so" | awk '{ print $3 }') == get_module ]]; then
	tally 1 0
else
	echo "FAILED: the module exports more than get_module"
	tally 0 1
fi

# It loads with every symbol bound at once.
# (Not `php | grep -q`: grep would end first, and php die of the broken pipe now and then.)
modules=$(LD_BIND_NOW=1 php -n -d extension="$here/modules/onebloom.so" -m)
if grep -qx onebloom <<<"$modules"; then
	tally 1 0
else
	echo "FAILED: the module does not load with LD_BIND_NOW=1"
	tally 0 1
fi

# make install copies; it runs no cargo and needs no library any more.
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir "$root/bin"
printf '#!/bin/sh\necho "cargo was run" >&2\nexit 1\n' >"$root/bin/cargo"
chmod +x "$root/bin/cargo"
if (cd "$build" && PATH=$root/bin:$PATH make install INSTALL_ROOT="$root/to") >"$root/log" 2>&1 &&
	! grep -q "cargo was run" "$root/log" && [[ -n $(find "$root/to" -name onebloom.so) ]]; then
	tally 1 0
else
	echo "FAILED: make install: $(tail -n 3 "$root/log")"
	tally 0 1
fi

# Without the library, configure says what to run.
said=$(cd "$build" && cp -r . "$root/copy" && cd "$root/copy" && ./configure --with-onebloom-lib="$root/none.a" 2>&1)
if [[ $said == *"cargo build --release -p onebloom-ffi"* ]]; then
	tally 1 0
else
	echo "FAILED: configure without the library: $(tail -n 3 <<<"$said")"
	tally 0 1
fi

log=$build/phpt.log
(cd "$build" && NO_INTERACTION=1 make test TESTS="-j2 --show-diff tests") >"$log" 2>&1
count() { sed -n "s/^Tests $1 *: *\([0-9]*\).*/\1/p" "$log"; }
if [[ -n $(count passed) ]]; then
	tally "$(count passed)" "$(count failed)"
	skipped=$(count skipped)
	((skipped == 0)) || sed -n 's/.*SKIP.*/&/p' "$log"
	(($(count failed) == 0)) || sed -n '/========DIFF/,/========DONE/p; /^.\{0,8\}FAIL/p' "$log" | head -n 120
else
	tail -n 20 "$log"
	tally 0 1
fi

# Programs that count themselves: they close with `NAME: N passed, M failed`.
counted() { # name command…
	local name=$1 said
	said=$("${@:2}" 2>&1)
	if [[ $said =~ $name:\ ([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
		tally "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
		if ((BASH_REMATCH[2] > 0)); then
			echo "$said" | head -n 120
		else
			grep SKIP <<<"$said"
		fi
	else
		echo "$said"
		tally 0 1
	fi
}
counted fpm python3 "$here/fpm/test_fpm.py"
# Real servers, and the clients phpredis and Predis as the system's php.ini loads them.
counted redis php -d "extension=$here/modules/onebloom.so" "$here/redis/run.php"
counted gate python3 "$here/../examples/php/run.py"

echo "php: $passed passed, $failed failed"
((failed == 0))
