#!/usr/bin/env bash
# Builds the native library and java/target/onebloom-*.jar with it inside (tests are compiled, not run).
# ONEBLOOM_PROFILE: the cargo profile, default release.
set -euo pipefail
cd "$(dirname "$0")"
profile=${ONEBLOOM_PROFILE:-release}
target=$(realpath -m "${CARGO_TARGET_DIR:-../target}")
export CARGO_TARGET_DIR=$target

cargo build --quiet --profile "$profile" -p onebloom-jni --manifest-path ../Cargo.toml

case $(uname -s) in
Linux)
    os=linux file=libonebloom_jni.so
    if compgen -G '/lib/ld-musl-*' >/dev/null && ! compgen -G '/lib*/ld-linux*' >/dev/null; then os=linux-musl; fi ;;
Darwin) os=macos file=libonebloom_jni.dylib ;;
*) echo "java/build.sh does not know the system $(uname -s)" >&2; exit 1 ;;
esac
case $(uname -m) in
x86_64 | amd64) cpu=x86_64 ;;
aarch64 | arm64) cpu=aarch64 ;;
*) cpu=$(uname -m) ;;
esac
folder=target/native-resources/META-INF/native/$os-$cpu
mkdir -p "$folder"
# Not over the old file: a JVM may have it mapped.
cp "$target/$profile/$file" "$folder/$file.new"
mv "$folder/$file.new" "$folder/$file"

mvn -q -B package -DskipTests
