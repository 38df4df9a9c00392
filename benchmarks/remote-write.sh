#!/bin/sh
# Measures remote write 1.0 and 2.0 without Kafka: bytes per sample and processor time of the writer's thread.
# benchmarks/remote-write.sh [-Dpasses=20]
set -e
cd "$(dirname "$0")/.."
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath >&2
exec java -Xmx1g "$@" -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" \
  io.weir.benchmarks.RemoteWriteBenchmark
