#!/bin/sh
# Measures the gateway alone, from a datagram to Kafka's acknowledgement, compared with other programs:
# benchmarks/gateway.sh [PART...]
# Options: --help. INFLUXD, TELEGRAF, VMAGENT and OTELCOL name programs that are not on the PATH. WEIR_JAVA_OPTS adds
# Java options to the gateway. LIMIT=60m raises the time limit of 20 minutes, as the whole part peers needs.
set -e
cd "$(dirname "$0")/.."
command -v cc >/dev/null || {
  echo "gateway.sh: a C compiler is missing (cc): install one, such as Debian's gcc" >&2
  exit 2
}
mkdir -p benchmarks/target
cc -O2 -Wall -o benchmarks/target/udpblast benchmarks/udpblast.c
cc -O2 -Wall -o benchmarks/target/udpsink benchmarks/udpsink.c
# Builds Weir if necessary.
./weir --version >&2
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
# Stops at the time limit; Java's shutdown hooks then stop the child processes.
exec timeout --foreground --kill-after=30 "${LIMIT:-20m}" java -Xmx256m \
  -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" io.weir.benchmarks.gateway.GatewayBenchmark "$@"
