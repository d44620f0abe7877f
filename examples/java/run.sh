#!/usr/bin/env bash
# CacheGate.java against a redis-server and a SQLite file of its own. Needs java/build.sh once, redis-server, mvn.
set -euo pipefail
cd "$(dirname "$0")/../../java"
folder=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
port=${PORT:-16390}
redis-server --port "$port" --bind 127.0.0.1 --save '' --dir "$folder" --loglevel warning >"$folder/log" & server=$!
mvn -q -B dependency:copy-dependencies -DincludeScope=test -DoutputDirectory=target/example-lib
# It is flushed: be sure that it is ours and nobody else's on that port.
until redis-cli -p "$port" info server 2>/dev/null | tr -d '\r' | grep -qx "process_id:$server"; do
    kill -0 "$server" || { cat "$folder/log"; echo "port $port is taken: set PORT" >&2; exit 1; }
    sleep 0.1
done
java -cp "target/onebloom-0.1.0.jar:target/example-lib/*" ../examples/java/CacheGate.java "$port" "$folder/users.db"
