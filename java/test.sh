#!/usr/bin/env bash
# Builds, then runs the whole suite on the baseline JDK 17 and on the newest JDK of the machine.
# Closes with one line: `java: N passed, M failed`.
set -uo pipefail
cd "$(dirname "$0")"
bash build.sh || { echo "java: 0 passed, 1 failed"; exit 1; }

major() { sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null; }
baseline='' newest='' newest_major=0
for home in "${JAVA_HOME:-/nowhere}" /usr/lib/jvm/*; do
    if [ -x "$home/bin/javac" ]; then
        version=$(major "$home")
        if [ "${version:-0}" = 17 ]; then baseline=$home; fi
        if [ "${version:-0}" -gt "$newest_major" ]; then newest=$home newest_major=$version; fi
    fi
done
if [ -z "$newest" ]; then echo "no JDK found" >&2; echo "java: 0 passed, 1 failed"; exit 1; fi

passed=0 failed=0
run() { # name, home of the JDK
    log=target/test-$1.log
    echo "java $1: $2 (log: java/$log)"
    mvn -B -Dstyle.color=never surefire:test -Djvm="$2/bin/java" -Dtest.jvm.args=--enable-native-access=ALL-UNNAMED \
        -DreportsDirectory="$PWD/target/reports-$1" >"$log" 2>&1
    code=$?
    sum=$(grep -E '^(\[[A-Z]+\] )?Tests run: [0-9]+, Failures: [0-9]+, Errors: [0-9]+, Skipped: [0-9]+ *$' "$log" | tail -1 | grep -oE '[0-9]+' | tr '\n' ' ')
    # shellcheck disable=SC2086
    set -- ${sum:-0 1 0 0}
    passed=$((passed + $1 - $2 - $3 - $4)) failed=$((failed + $2 + $3))
    if [ "$code" != 0 ] && [ $(($2 + $3)) = 0 ]; then failed=$((failed + 1)); fi
    if [ "$code" != 0 ]; then grep -E '^\[ERROR\]' "$log" | grep -v 'Tests run:' | head -40; fi
}
if [ -n "$baseline" ]; then run 17 "$baseline"; fi
if [ "$newest" != "$baseline" ]; then run "$newest_major" "$newest"; fi

# Javadoc without a warning.
if mvn -q -B javadoc:javadoc >target/javadoc.log 2>&1; then
    passed=$((passed + 1))
else
    failed=$((failed + 1)); tail -20 target/javadoc.log
fi
echo "java: $passed passed, $failed failed"
[ "$failed" = 0 ]
