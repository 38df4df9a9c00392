#!/bin/sh
# Runs the fuzz tests of all inputs of the gateway, with INPUTS random inputs each:
# benchmarks/fuzz.sh [INPUTS] [Maven options]
# A failure prints its seed; -Dweir.test.seed=SEED repeats it.
set -e
cd "$(dirname "$0")/.."
inputs=${1:-10000000}
[ $# -eq 0 ] || shift
exec mvn -B -Dquick -pl ingest-gateway -am test -Dtest='*FuzzTest' -Dsurefire.failIfNoSpecifiedTests=false \
  -Dweir.test.fuzz.inputs="$inputs" "$@"
