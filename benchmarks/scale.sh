#!/bin/sh
# Measures what a load costs that several instances of processing share, at three brokers: benchmarks/scale.sh [INSTANCES...]
# Its options: --help. WEIR_JAVA_OPTS adds to those of Weir's Java.
set -e
cd "$(dirname "$0")/.."
# Builds Weir if need be.
./weir --version >&2
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
# Whatever happens, it ends, and what it started with it.
exec timeout --foreground --kill-after=30 "${LIMIT:-30m}" java -Xmx768m \
  -cp "benchmarks/target/classes:$(cat benchmarks/target/classpath)" \
  io.weir.benchmarks.processing.ScaleBenchmark "$@"
