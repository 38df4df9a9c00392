#!/bin/sh
# Measures the cost of aggregation alone per metric: benchmarks/aggregator.sh [JMH options]
set -e
cd "$(dirname "$0")/.."
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath
exec java -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" org.openjdk.jmh.Main AggregatorBenchmark -prof gc -prof io.weir.benchmarks.CpuTimeProfiler "$@"
