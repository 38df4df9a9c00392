#!/bin/sh
# Measures the way from datagram to store, all on this machine: benchmarks/pipeline.sh [SECONDS] [RATE] [PER_DATAGRAM] [--means]
# Its options: --help. WEIR_JAVA_OPTS adds to those of Weir's Java, such as -XX:StartFlightRecording:filename=weir.jfr
set -e
cd "$(dirname "$0")/.."
# Builds Weir if need be.
./weir --version >&2
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
exec java -Xmx256m -cp "benchmarks/target/classes:$(cat benchmarks/target/classpath)" io.weir.benchmarks.Pipeline "$@"
