#!/bin/sh
# Measures the cost of forcing the spool to its disk: benchmarks/spool.sh [JMH options]
# DIRECTORY names a directory on the disk to measure; the default is that of temporary files.
set -e
cd "$(dirname "$0")/.."
mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath
exec java -cp "benchmarks/target/test-classes:$(cat benchmarks/target/classpath)" org.openjdk.jmh.Main SpoolBenchmark \
  ${DIRECTORY:+-jvmArgsAppend "-Djava.io.tmpdir=$DIRECTORY"} "$@"
