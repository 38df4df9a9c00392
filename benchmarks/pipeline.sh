#!/bin/sh
# Measures the whole pipeline from a datagram to the store on this machine:
# benchmarks/pipeline.sh [SECONDS] [RATE] [PER_DATAGRAM] [--means]
# Options: --help. WEIR_JAVA_OPTS adds Java options to Weir, such as
# -XX:StartFlightRecording:filename=weir.jfr
set -e
cd "$(dirname "$0")/.."
# Builds Weir if necessary.
./weir --version >&2
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
exec java -Xmx256m -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" io.weir.benchmarks.pipeline.Pipeline "$@"
