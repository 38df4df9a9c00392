#!/bin/sh
# Compares the hot path of this clone with that of another one, in ten alternating pairs of runs:
# benchmarks/pairs.sh OTHER_CLONE [BENCHMARK...]
# For each benchmark, prints the processor time per operation here, and its ratio to the other clone with the 95 %
# interval. Both clones must have the benchmarks.
set -e
[ $# -ge 1 ] || {
  echo "pairs.sh: the other clone is missing: benchmarks/pairs.sh OTHER_CLONE [BENCHMARK...]" >&2
  exit 2
}
here=$(cd "$(dirname "$0")/.." && pwd)
there=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- LineReaderBenchmark.knownSeries LineReaderBenchmark.newSeries LineIntakeBenchmark AggregatorBenchmark
pairs=10

for clone in "$there" "$here"; do
  (cd "$clone" && mvn -B -q -Dquick -DskipTests -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath)
done
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

# Runs one clone once and appends its processor times per operation, by benchmark. Older clones have the benchmarks in
# target/classes.
run() {
  clone=$1
  name=$2
  shift 2
  java -cp "$clone/benchmarks/target/test-classes:$clone/benchmarks/target/classes:$(cat "$clone/benchmarks/target/classpath")" org.openjdk.jmh.Main "$@" \
    -p windows=MEAN_1S -foe true -f 1 -wi 4 -w 1 -i 5 -r 1 -prof io.weir.benchmarks.CpuTimeProfiler \
    -rf csv -rff "$results/csv" >"$results/out" 2>&1 || { cat "$results/out" >&2; exit 1; }
  grep ':cpu"' "$results/csv" | tr -d '"' | awk -F, -v clone="$name" '{ print $1, clone, $5 }' >>"$results/times"
}

pair=0
while [ $pair -lt $pairs ]; do
  pair=$((pair + 1))
  if [ $((pair % 2)) -eq 0 ]; then
    run "$here" here "$@"
    run "$there" there "$@"
  else
    run "$there" there "$@"
    run "$here" here "$@"
  fi
  echo "pair $pair of $pairs" >&2
done

# Averages the logarithms of the ratios; 2.262 is Student's t for ten pairs.
awk -v t=2.262 '
  { n = ++count[$1, $2]; time[$1, $2, n] = $3; names[$1] = 1 }
  END {
    for (name in names) {
      pairs = count[name, "here"]; sum = 0; squares = 0; nanos = 0
      for (i = 1; i <= pairs; i++) {
        ratio = log(time[name, "here", i] / time[name, "there", i])
        sum += ratio; squares += ratio * ratio; nanos += time[name, "here", i]
      }
      mean = sum / pairs
      half = t * sqrt((squares - pairs * mean * mean) / (pairs - 1) / pairs)
      printf "%s %.1f ns, ratio %.3f (%.3f to %.3f)\n", name, nanos / pairs, exp(mean), exp(mean - half), exp(mean + half)
    }
  }' "$results/times" | sort
