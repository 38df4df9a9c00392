#!/bin/sh
# Measures the archive without Kafka: processor time and bytes per value for several kinds of values.
# benchmarks/archive.sh [-Dseries=10000] [-Dpasses=300] [-Dmemory-mib=64]
set -e
cd "$(dirname "$0")/.."
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
exec java -Xmx1g "$@" -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" \
  io.weir.benchmarks.storage.ArchiveBenchmark
