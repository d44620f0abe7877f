#!/usr/bin/env bash
# The Java rows of bench/redis: bench/redis/java.sh ROUNDS [SIZE ...], with REDIS_PORT set (with_server.py).
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p build/bench
mvn -q -B -f java/pom.xml dependency:build-classpath -DincludeScope=test -Dmdep.outputFile="$PWD/build/bench/redis-java.cp" >&2
java -cp "java/target/onebloom-0.1.0.jar:$(cat build/bench/redis-java.cp)" bench/redis/Bench.java "$@"
