#!/usr/bin/env bash
# The Java rows by JMH: one fork, ROUNDS measured seconds each. Prints samples for bench/run.py.
#   bash bench/java/run.sh ROUNDS SIZE...
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=$1
shift
build=build/bench/java
mvn -q -B -f bench/java/pom.xml compile >&2
sizes=$(IFS=,; echo "$*")
java -cp "$build/classes:$build/lib/*:java/target/onebloom-0.1.0.jar:java/target/lib/*" org.openjdk.jmh.Main \
  -f 1 -wi 3 -w 1s -i "$rounds" -r 1s -p n="$sizes" -rf json -rff "$build/jmh.json" >&2
python3 - "$build/jmh.json" <<'PYTHON'
import json, sys

for run in json.load(open(sys.argv[1])):
    contender, keys, verb = run["benchmark"].rsplit(".", 1)[1].split("_")
    for ns in run["primaryMetric"]["rawData"][0]:
        print(f"Java, {run['params']['n']} keys", contender, f"{verb}, {keys}", f"{ns:.2f}", sep="\t")
PYTHON
