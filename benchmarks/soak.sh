#!/bin/sh
# Samples the memory of a weir up under load from many sources: benchmarks/soak.sh [SECONDS] [RATE]
# Options: --help
set -e
cd "$(dirname "$0")/.."
# Builds Weir if necessary.
./weir --version >&2
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
exec java -Xmx256m -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" io.weir.benchmarks.pipeline.Soak "$@"
