#!/bin/sh
# Measures plain, signed and encrypted collectd packets, from their bytes to batches for Kafka:
# benchmarks/collectd.sh [JMH options]
set -e
cd "$(dirname "$0")/.."
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath
exec java -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" org.openjdk.jmh.Main CollectdBenchmark -prof gc -prof io.weir.benchmarks.CpuTimeProfiler "$@"
