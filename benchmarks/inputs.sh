#!/bin/sh
# Measures the protocols of the gateway's inputs, from their bytes to batches for Kafka:
# benchmarks/inputs.sh [JMH options]
set -e
cd "$(dirname "$0")/.."
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath
exec java -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" org.openjdk.jmh.Main InputsBenchmark -prof gc -prof io.weir.benchmarks.CpuTimeProfiler "$@"
