#!/bin/sh
# Java as a program of tests/matrix (README.md there); run in the repository's root.
set -eu
java=java/target
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Dfile.encoding=US-ASCII -XX:TieredStopAtLevel=1 \
    -cp "$java/onebloom-0.1.0.jar:$java/lib/*:$java/test-classes" io.onebloom.Matrix "$@"
