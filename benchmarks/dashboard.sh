#!/bin/sh
# Measures the page in a browser: from the datagram to the screen, its weight, its frames, many browsers: benchmarks/dashboard.sh [PART...]
# Its options: --help. WEIR_JAVA_OPTS adds to those of Weir's Java, such as -XX:StartFlightRecording:filename=weir.jfr
set -e
cd "$(dirname "$0")/.."
# Builds Weir if need be.
./weir --version >&2
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
# Whatever happens, it ends, and what it started with it.
exec timeout --foreground --kill-after=30 "${LIMIT:-30m}" java -Xmx512m \
  -cp "benchmarks/target/classes:$(cat benchmarks/target/classpath)" \
  io.weir.benchmarks.dashboard.DashboardBenchmark "$@"
