#!/usr/bin/env bash
# Builds php-ext/modules/onebloom.so in build/php, out of the source tree, with the static library that cargo
# has built. ONEBLOOM_LIB names another library, PHPIZE another phpize (its php-config is taken from beside it).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
build=${ONEBLOOM_PHP_BUILD:-$root/build/php}
lib=${ONEBLOOM_LIB:-$root/target/release/libonebloom.a}
phpize=${PHPIZE:-phpize}
php_config=${PHP_CONFIG:-$(dirname "$(command -v "$phpize")")/$(basename "$phpize" | sed 's/phpize/php-config/')}

if [[ ! -f $lib ]]; then
	echo "php-ext: $lib does not exist; run first: cargo build --release -p onebloom-ffi" >&2
	exit 1
fi

mkdir -p "$build"
# -u keeps times, so that make compiles what changed and no more.
for name in config.m4 onebloom.map onebloom.stub.php redis.stub.php $(cd "$here" && ls ./*.c ./*.h); do
	cp -pu "$here/$name" "$build/"
done
# Tests are copied anew: a phpt that was renamed must not live on here.
rm -rf "$build/tests"
cp -rp "$here/tests" "$build/tests"

cd "$build"
# make would regenerate the signatures, and fetch what it needs for that: bless.sh does, and test.sh compares.
for name in onebloom redis; do
	[[ ${name}_arginfo.h -nt $name.stub.php ]] || touch "${name}_arginfo.h"
done
log=$build/build.log
if ! {
	stamp=$(cat config.m4; "$php_config" --version --extension-dir; echo "$lib")
	if [[ ! -f Makefile || ! -f .configured || $(cat .configured) != "$stamp" ]]; then
		"$phpize" &&
			./configure --with-php-config="$php_config" --with-onebloom-lib="$lib" \
				--with-onebloom-include="$root/ffi-c/include" &&
			make clean && # another library may be older than what was linked with the last one
			echo "$stamp" >.configured
	fi &&
		make -j2
} >"$log" 2>&1; then
	tail -n 30 "$log" >&2
	echo "php-ext: the build failed; all of it is in $log" >&2
	exit 1
fi
mkdir -p "${ONEBLOOM_PHP_MODULES:-$here/modules}"
# By rename: a process that has the old module loaded keeps it.
cp modules/onebloom.so "${ONEBLOOM_PHP_MODULES:-$here/modules}/.onebloom.so.new"
mv -f "${ONEBLOOM_PHP_MODULES:-$here/modules}/.onebloom.so.new" "${ONEBLOOM_PHP_MODULES:-$here/modules}/onebloom.so"
