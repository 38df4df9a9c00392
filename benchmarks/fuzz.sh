#!/bin/sh
# Runs the fuzz tests of all the gateway's doors, each with that many inputs: benchmarks/fuzz.sh [INPUTS] [Maven options]
# A failure prints its seed; repeat it with -Dweir.test.seed=SEED.
set -e
cd "$(dirname "$0")/.."
inputs=${1:-10000000}
[ $# -eq 0 ] || shift
exec mvn -B -Dquick -pl ingest-gateway -am test -Dtest='*FuzzTest' -Dsurefire.failIfNoSpecifiedTests=false \
  -Dweir.test.fuzz.inputs="$inputs" "$@"
