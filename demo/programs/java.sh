#!/usr/bin/env bash
# The Java row of the demo: the jar and one source file, compiled in memory.
set -euo pipefail
jar=$(ls java/target/onebloom-*.jar | grep -vE 'sources|javadoc' | head -n 1)
exec java -cp "$jar:java/target/lib/*" demo/programs/Demo.java "$@"
