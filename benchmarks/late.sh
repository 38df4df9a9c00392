#!/bin/sh
# Measures weir late with many rules over a QuestDB with many series: benchmarks/late.sh
# Options: --help. WEIR_JAVA_OPTS adds Java options to Weir, such as
# -XX:StartFlightRecording:filename=weir.jfr
set -e
cd "$(dirname "$0")/.."
# Builds Weir if necessary.
./weir --version >&2
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
# Stops at the time limit; Java's shutdown hooks then stop the child processes.
exec timeout --foreground --kill-after=30 "${LIMIT:-30m}" java -Xmx512m \
  -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" \
  io.weir.benchmarks.late.LateBenchmark "$@"
