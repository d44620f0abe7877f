#!/usr/bin/env bash
# Installs the C library: header, shared library with its versioned links, static library, pkg-config file.
#
#   bash ffi-c/install.sh DESTDIR PREFIX       (DESTDIR may be empty)
#
# Environment: ONEBLOOM_LIBRARY, the folder of a finished build (default target/release); LIBDIR (PREFIX/lib) and
# INCLUDEDIR (PREFIX/include). It builds nothing.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
destdir=$1
prefix=$2
libdir=${LIBDIR:-$prefix/lib}
includedir=${INCLUDEDIR:-$prefix/include}
library=${ONEBLOOM_LIBRARY:-$here/../target/release}
version=$(sed -n '/^\[workspace\.package\]/,/^\[/s/^version *= *"\(.*\)"/\1/p' "$here/../Cargo.toml")

for file in libonebloom.so libonebloom.a; do
    if [[ ! -f $library/$file ]]; then
        echo "install: $library/$file is not there: run 'make build' first" >&2
        exit 1
    fi
done

install -d "$destdir$libdir/pkgconfig" "$destdir$includedir"
install -m 644 "$here/include/onebloom.h" "$destdir$includedir/onebloom.h"
install -m 644 "$library/libonebloom.a" "$destdir$libdir/libonebloom.a"
install -m 755 "$library/libonebloom.so" "$destdir$libdir/libonebloom.so.$version"
ln -sfn "libonebloom.so.$version" "$destdir$libdir/libonebloom.so.0"
ln -sfn libonebloom.so.0 "$destdir$libdir/libonebloom.so"
sed -e "s|@PREFIX@|$prefix|" -e "s|@LIBDIR@|$libdir|" -e "s|@INCLUDEDIR@|$includedir|" -e "s|@VERSION@|$version|" \
    "$here/onebloom.pc.in" >"$destdir$libdir/pkgconfig/onebloom.pc"
chmod 644 "$destdir$libdir/pkgconfig/onebloom.pc"
