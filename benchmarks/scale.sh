#!/bin/sh
# Measures the cost of a load that several instances of processing share, with three brokers:
# benchmarks/scale.sh [INSTANCES...]
# Options: --help. WEIR_JAVA_OPTS adds Java options to Weir.
set -e
cd "$(dirname "$0")/.."
# Builds Weir if necessary.
./weir --version >&2
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
# Stops at the time limit; Java's shutdown hooks then stop the child processes.
exec timeout --foreground --kill-after=30 "${LIMIT:-30m}" java -Xmx768m \
  -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" \
  io.weir.benchmarks.processing.ScaleBenchmark "$@"
