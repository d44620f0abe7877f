#!/usr/bin/env bash
# Makes onebloom_arginfo.h and redis_arginfo.h anew from their stubs, with PHP's own generator. It wants PHP-Parser: Debian's
# package php-parser is taken if it is there.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
generator=$(php-config --prefix)/lib/php/$(php-config --phpapi)/build/gen_stub.php
parser=/usr/share/php/PhpParser
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp "$generator" "$work/gen_stub.php"
version=$(sed -n 's/.*\$version = "\([0-9.]*\)";.*/\1/p' "$work/gen_stub.php" | head -n 1)
if [[ ! -d $parser ]]; then
	echo "php-ext: PHP-Parser is missing (Debian: apt-get install php-parser)" >&2
	exit 1
fi
mkdir -p "$work/PHP-Parser-$version/lib"
ln -s "$parser" "$work/PHP-Parser-$version/lib/PhpParser"
for stub in onebloom redis; do
	php "$work/gen_stub.php" -f "$here/$stub.stub.php"
done
