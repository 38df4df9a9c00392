#!/bin/sh
# Measures the gateway alone, from datagram to Kafka's acknowledgement, beside its peers: benchmarks/gateway.sh [PART...]
# Its options: --help. TELEGRAF and INFLUXD name peers that are not on the PATH; WEIR_JAVA_OPTS adds to the options of the gateway's Java.
set -e
cd "$(dirname "$0")/.."
command -v cc >/dev/null || {
  echo "gateway.sh: a C compiler is missing (cc): install one, such as Debian's gcc" >&2
  exit 2
}
mkdir -p benchmarks/target
cc -O2 -Wall -o benchmarks/target/udpblast benchmarks/udpblast.c
cc -O2 -Wall -o benchmarks/target/udpsink benchmarks/udpsink.c
# Builds Weir if need be.
./weir --version >&2
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
# Whatever happens, it ends, and what it started with it.
exec timeout --foreground --kill-after=30 "${LIMIT:-20m}" java -Xmx256m \
  -cp "benchmarks/target/classes:$(cat benchmarks/target/classpath)" io.weir.benchmarks.gateway.GatewayBenchmark "$@"
