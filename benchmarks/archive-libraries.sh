#!/bin/sh
# Compares the libraries that docs/decisions/0022-the-archive-writes-parquet-itself.md speaks of.
set -e
cd "$(dirname "$0")/archive-libraries"
mvn -B -q dependency:copy-dependencies -DoutputDirectory=target/lib >&2
ls -l target/lib | awk '/jar$/ { printf "%8.1f MB  %s\n", $5 / 1e6, $9 }'
exec java -Xmx2g -cp 'target/lib/*' Compare.java
