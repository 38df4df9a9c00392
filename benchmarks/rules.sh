#!/bin/sh
# Measures the cost of the number of rules: benchmarks/rules.sh [JMH options]
set -e
cd "$(dirname "$0")/.."
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath
exec java -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" org.openjdk.jmh.Main RulesBenchmark "$@"
