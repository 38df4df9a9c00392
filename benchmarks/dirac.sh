#!/bin/sh
# Repeats DIRAC's experiment with several stores: plots of jobs from many clients: benchmarks/dirac.sh [--quick]
# Options: --help. INFLUXD names an influxd that is not on the PATH. WEIR_JAVA_OPTS adds Java options to Weir.
set -e
cd "$(dirname "$0")/.."
# Debian has servers in a directory that is not on the PATH of users.
PATH=$PATH:/usr/sbin
# Builds Weir if necessary.
./weir --version >&2
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
# Stops at the time limit; Java's shutdown hooks then stop the child processes.
exec timeout --foreground --kill-after=30 "${LIMIT:-6h}" java -Xmx1g \
  -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" \
  io.weir.benchmarks.dirac.DiracBenchmark "$@"
