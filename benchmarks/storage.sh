#!/bin/sh
# Measures storage against a real InfluxDB 1.x, from topic or datagram to what a query finds: benchmarks/storage.sh [PART...]
# Its options: --help. INFLUXD names an influxd that is not on the PATH, ILP_BLAST a loader to compare with beside our own;
# WEIR_JAVA_OPTS adds to the options of Weir's Java.
set -e
cd "$(dirname "$0")/.."
command -v cc >/dev/null || {
  echo "storage.sh: a C compiler is missing (cc): install one, such as Debian's gcc" >&2
  exit 2
}
mkdir -p benchmarks/target
cc -O2 -Wall -o benchmarks/target/udpblast benchmarks/udpblast.c
# Builds Weir if need be.
./weir --version >&2
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
# Whatever happens, it ends, and what it started with it.
exec timeout --foreground --kill-after=30 "${LIMIT:-60m}" java -Xmx2g \
  -cp "benchmarks/target/classes:$(cat benchmarks/target/classpath)" \
  io.weir.benchmarks.storage.StorageBenchmark "$@"
