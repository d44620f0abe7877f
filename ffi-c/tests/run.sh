#!/usr/bin/env bash
# The tests of the C face. Closes with `ffi-c: N passed, M failed`; exits 0 only if M is 0.
#
#   bash ffi-c/tests/run.sh            builds the library (profile dev, so that its own checks are in) and runs everything
#   ONEBLOOM_QUICK=1 bash …            without valgrind and AddressSanitizer
set -uo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-target}
work=$target/ffi-c-tests
strict="-Wall -Wextra -Wpedantic -Werror"
includes="-Iffi-c/include -Iffi-c/tests"
passed=0
failed=0

say() { printf '%-34s %s\n' "$1" "$2"; }

# A step that is one check: its exit code says it all.
step() {
    local name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
        say "$name" ok
    else
        failed=$((failed + 1))
        say "$name" FAILED
        tail -n 40 "$work/log"
    fi
}

# A program that counts its tests and closes with `name: N passed, M failed (K checks)`.
program() {
    local name=$1 code=0 line
    shift
    "$@" >"$work/out" 2>"$work/err" || code=$?
    line=$(grep -E '^[a-z]+: [0-9]+ passed, [0-9]+ failed' "$work/out" | tail -n 1)
    if [[ -z $line ]]; then
        failed=$((failed + 1))
        say "$name" "FAILED: ended early, exit code $code"
    else
        read -r _ p _ f _ <<<"$line"
        passed=$((passed + p))
        failed=$((failed + f))
        say "$name" "${line#*: }"
        if [[ $f == 0 && $code != 0 ]]; then
            failed=$((failed + 1))
            say "" "FAILED: exit code $code"
        fi
    fi
    if [[ $code != 0 ]]; then
        tail -n 40 "$work/err"
    fi
}

close() {
    echo "ffi-c: $passed passed, $failed failed"
    [[ $failed == 0 ]]
    exit
}

# --- the library, with and without the hooks that panic
rm -rf "$work"
mkdir -p "$work"/{plain,hooks,scratch}
work=$(cd "$work" && pwd)
export ONEBLOOM_SCRATCH="$work/scratch"
for kind in hooks plain; do
    features=""
    [[ $kind == hooks ]] && features="--features test-hooks"
    # shellcheck disable=SC2086
    if ! cargo build --quiet -p onebloom-ffi $features 2>"$work/log"; then
        cat "$work/log"
        failed=$((failed + 1))
        close
    fi
    cp "$target"/debug/libonebloom.{so,a} "$work/$kind/"
    ln -sf libonebloom.so "$work/$kind/libonebloom.so.0"
done
library=$work/plain
hooks=$work/hooks

# --- header and symbols
step "header and symbols regenerated" cargo test --quiet -p onebloom-ffi --test header
for std in c99 c11 c17; do
    step "header as $std" gcc -std=$std $strict -fsyntax-only -x c ffi-c/include/onebloom.h
    for source in ffi-c/examples/*.c; do
        step "$(basename "$source") as $std" gcc -std=$std $strict $includes -fsyntax-only "$source"
    done
done
for std in c++11 c++14 c++17; do
    step "header as $std" g++ -std=$std $strict -fsyntax-only -x c++ ffi-c/include/onebloom.h
    for source in ffi-c/examples/*.c; do
        step "$(basename "$source") as $std" g++ -std=$std $strict $includes -fsyntax-only -x c++ "$source"
    done
done
exported() { nm -D --defined-only "$library/libonebloom.so" | awk '{print $3}' | LC_ALL=C sort; }
step "only symbols.txt is exported" diff <(exported) ffi-c/symbols.txt
surface() { awk -F'\t' '!/^#/ && $3 != "-" { print $3 }' tests/surface.tsv | LC_ALL=C sort -u; }
step "every verb of surface.tsv" diff <(LC_ALL=C comm -23 <(surface) ffi-c/symbols.txt) /dev/null
step "SONAME" grep -q 'SONAME.*\[libonebloom.so.0\]' <(readelf -d "$library/libonebloom.so")

# --- the programs
build() { # build NAME LIBRARY OUTPUT [flags]
    local name=$1 lib=$2 out=$3
    shift 3
    gcc -std=c99 -g -O1 $strict $includes "ffi-c/tests/$name.c" -o "$out" -L"$lib" -lonebloom -Wl,-rpath,"$lib" -pthread "$@"
}
programs="api nulls params errors threads vectors files forms family redis"
for name in $programs; do
    step "build $name" build "$name" "$library" "$work/$name"
    program "$name" "$work/$name"
done
step "build panic" build panic "$hooks" "$work/panic"
program panic "$work/panic"

# the static library says the same
# shellcheck disable=SC2046
step "build api, static" gcc -std=c99 $strict $includes ffi-c/tests/api.c "$library/libonebloom.a" -o "$work/api-static" \
    -lgcc_s -lutil -lrt -lpthread -lm -ldl
program "api, static" "$work/api-static"

# --- under valgrind and AddressSanitizer, with shorter loops
if [[ -z ${ONEBLOOM_QUICK:-} ]]; then
    export ONEBLOOM_SLOW=1
    # Not "possible": Rust's standard library keeps each thread's handle by a pointer into the middle of its block.
    memcheck="valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite,indirect"
    memcheck+=" --errors-for-leak-kinds=definite,indirect"
    for name in $programs panic; do
        # shellcheck disable=SC2086
        program "$name, valgrind" $memcheck "$work/$name"
        lib=$library
        [[ $name == panic ]] && lib=$hooks
        step "build $name, ASan" build "$name" "$lib" "$work/$name-asan" -fsanitize=address,undefined -fno-sanitize-recover=undefined
        program "$name, ASan" env ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 "$work/$name-asan"
    done
    unset ONEBLOOM_SLOW
    for source in ffi-c/examples/*.c; do
        name=$(basename "$source" .c)
        step "build example $name, ASan" gcc -std=c99 -g $strict $includes -fsanitize=address "$source" -o "$work/$name-asan" \
            -L"$library" -lonebloom -Wl,-rpath,"$library"
        step "example $name, ASan" "$work/$name-asan" "$ONEBLOOM_SCRATCH/$name.bloom"
    done
fi

# --- installed under a DESTDIR, found by pkg-config, linked and run: the example, shared and static
root=$ONEBLOOM_SCRATCH/root
installed() {
    [[ -f $root/usr/include/onebloom.h && -f $root/usr/lib/libonebloom.a && -L $root/usr/lib/libonebloom.so ]] &&
        [[ $(readlink "$root/usr/lib/libonebloom.so.0") == "libonebloom.so.$(pc --modversion)" ]]
}
pc() {
    PKG_CONFIG_LIBDIR=$root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 \
        PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 pkg-config "$@" onebloom
}
example() { # example OUTPUT FLAGS…: compiles with what pkg-config says, and nothing of ours
    local out=$1
    shift
    # shellcheck disable=SC2046
    gcc -std=c99 $strict ffi-c/examples/hello.c -o "$out" $(pc --cflags) "$@"
}
answers() { # answers PROGRAM: it runs with the installed library and says what it must
    (cd "$ONEBLOOM_SCRATCH" && LD_LIBRARY_PATH=$root/usr/lib "$1" hello.bloom >answers &&
        [[ $(grep -c 'maybe$' answers) == 3 ]] && grep -q '^mallory certainly not$' answers)
}
step "install" env ONEBLOOM_LIBRARY="$library" bash ffi-c/install.sh "$root" /usr
step "installed files" installed
# shellcheck disable=SC2046
step "example by pkg-config" example "$work/hello" $(pc --libs)
step "example runs" answers "$work/hello"
step "it asks for libonebloom.so.0" grep -q 'NEEDED.*\[libonebloom.so.0\]' <(readelf -d "$work/hello")
# shellcheck disable=SC2046
step "example by pkg-config --static" example "$work/hello-static" -Wl,-Bstatic $(pc --libs) -Wl,-Bdynamic $(pc --static --libs-only-l | sed 's/-lonebloom//')
step "static example runs" answers "$work/hello-static"
close
