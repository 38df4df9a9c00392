#!/bin/sh
# Measures storage with a real InfluxDB 1.x, from a topic or a datagram to the result of a query:
# benchmarks/storage.sh [PART...]
# Options: --help. INFLUXD names an influxd that is not on the PATH, ILP_BLAST a further loader to compare with.
# WEIR_JAVA_OPTS adds Java options to Weir.
set -e
cd "$(dirname "$0")/.."
command -v cc >/dev/null || {
  echo "storage.sh: a C compiler is missing (cc): install one, such as Debian's gcc" >&2
  exit 2
}
mkdir -p benchmarks/target
cc -O2 -Wall -o benchmarks/target/udpblast benchmarks/udpblast.c
# Builds Weir if necessary.
./weir --version >&2
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
# Stops at the time limit; Java's shutdown hooks then stop the child processes.
exec timeout --foreground --kill-after=30 "${LIMIT:-60m}" java -Xmx2g \
  -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" \
  io.weir.benchmarks.storage.StorageBenchmark "$@"
