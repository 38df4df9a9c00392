#!/usr/bin/env bash
# Measures `weir rules check` with up to 10 000 rules, including the start of Java, beside a file with one
# rule: benchmarks/rule-check.sh [runs]
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-5}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

# rules KIND COUNT RULE: a file in which # in the rule is its number.
rules() {
  echo "version: 1"
  echo "$1:"
  seq 1 "$2" | sed "s|.*|${3//#/&}|"
}

declare -A template=(
  [routes]='route|  - {match: {measurement: m#}, to: [storage]}'
  [patterns]="route|  - {match: {measurement: '*_m#_*'}, to: [storage]}"
  [aggregations]='aggregate|  - {name: a#, match: {measurement: m#}, fields: [f], functions: [mean], window: 10s}'
  [alarms]='alarms|  - {name: a#, match: {measurement: m#}, field: f, major: {above: 1}}'
)
TIMEFORMAT='%R'
# seconds FILE: the median of the runs.
seconds() {
  for ((run = 1; run <= runs; run++)); do
    { time ./weir rules check "$1" >/dev/null 2>&1 || true; } 2>&1
  done | sort -n | sed -n "$(((runs + 1) / 2))p"
}

rules route 1 "  - {match: {measurement: m#}, to: [storage]}" >"$directory/one.yaml"
./weir rules check "$directory/one.yaml" # builds Weir if necessary, and fills the disk cache
echo "| rules | seconds | beyond one rule |"
echo "|---|--:|--:|"
one=$(seconds "$directory/one.yaml")
echo "| one route | $one |  |"
for kind in routes patterns aggregations alarms; do
  for count in 2500 5000 10000; do
    rules "${template[$kind]%%|*}" "$count" "${template[$kind]#*|}" >"$directory/$kind.yaml"
    many=$(seconds "$directory/$kind.yaml")
    echo "| $count $kind | $many | $(awk "BEGIN {printf \"%.2f\", $many - $one}") |"
  done
done
