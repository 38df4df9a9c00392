#!/bin/sh
# Measures alarming: what a stream thread judges, how long an alarm takes from its datagram, an avalanche: benchmarks/alarming.sh [PART...]
# Its options: --help. WEIR_JAVA_OPTS adds to those of Weir's Java, such as -XX:StartFlightRecording:filename=weir.jfr
set -e
cd "$(dirname "$0")/.."
# Builds Weir if need be.
./weir --version >&2
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
# Whatever happens, it ends, and what it started with it.
exec timeout --foreground --kill-after=30 "${LIMIT:-30m}" java -Xmx512m \
  -cp "benchmarks/target/classes:$(cat benchmarks/target/classpath)" \
  io.weir.benchmarks.alarming.AlarmingBenchmark "$@"
