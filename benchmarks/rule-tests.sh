#!/usr/bin/env bash
# Measures `weir rules test` with a file of 100 tests, ten of each kind, including the start of Java:
# benchmarks/rule-tests.sh [runs]
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-5}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

printf 'host,rack\na,1\nb,1\nc,2\n' >"$directory/hosts.csv"
cat >"$directory/rules.yaml" <<'RULES'
version: 1
enrich:
  - {name: rack, match: {measurement: "*"}, lookup: {file: hosts.csv, by: host, add: rack}}
convert:
  - {name: kib, match: {measurement: disk}, field: used, scale: 1024}
derive:
  - {name: rate, match: {measurement: net}, field: rx, function: rate, wraps: 32}
  - {name: age, match: {measurement: link}, field: status, function: since-change}
aggregate:
  - {name: cpu-1s, match: {measurement: cpu}, fields: [value], functions: [mean, p95, count], window: 1s, grace: 2s}
  - {name: load, match: {measurement: load}, by: [rack], fields: [value], functions: [sum], window: 2s, grace: 0s}
correlate:
  - {name: loss, window: 2s, grace: 0s, by: [rack], fields: {lost: in - out},
     let: {in: {measurement: in, field: v, function: sum}, out: {measurement: out, field: v, function: sum, otherwise: 0}}}
peers:
  - {name: odd, match: {measurement: peer}, by: [rack], field: v, window: 2s, grace: 0s}
route:
  - {match: {measurement: debug}, to: []}
suppress:
  - {name: status, match: {measurement: link}, field: status, mode: change, heartbeat: 10s}
  - {name: beat, match: {measurement: beat}, field: value, mode: at-most, every: 5s}
alarms:
  - {name: hot, match: {measurement: temp}, field: c, path: [host], minor: {above: 80, clear: 75}, major: {above: 90}, for: 2s}
RULES

{
  echo 'rules: rules.yaml'
  echo 'tests:'
  for i in 0 1 2 3 4 5 6 7 8 9; do
    cat <<TESTS
  - name: look-up $i
    input: [{series: "any,host=a", values: "$i+1x60"}]
    expect: [{series: "any,host=a,rack=1", time: 60s, fields: {value: $((i + 60))}}, {feed: alarming, none: true}]
  - name: conversion $i
    input: [{series: "disk,host=b", field: used, values: "${i}x60"}]
    expect: [{series: "disk,host=b,rack=1", fields: {used: $((i * 1024))}}]
  - name: rate $i
    input: [{series: "net,host=c", field: rx, values: "0+${i}x60"}]
    expect: [{series: "net,host=c,rack=2", time: 60s, fields: {rx_rate: $i}}]
  - name: means, with late lines $i
    input: [{series: "cpu,host=a", values: "0+${i}x60"}]
    lines: |
      1.5@50 cpu,host=a value=1
    expect: [{series: "cpu_1s,host=a,rack=1", time: 1s, fields: {value_mean: $i, value_count: 1i}}, {at: 2s, absent: "cpu_1s,host=a,rack=1"}]
  - name: sums of racks, with restarts $i
    restart-at: [10s, 30s]
    input: [{series: "load,host=a", values: "${i}x60"}, {series: "load,host=b", values: "1x60"}]
    expect: [{series: "load_2s,rack=1", time: 40s, fields: {value_sum: $((2 * i + 2)), sources: 2}}]
  - name: correlation $i
    input: [{series: "in,host=a", field: v, values: "${i}x60"}, {series: "out,host=b", field: v, values: "1x20"}]
    expect: [{series: "loss_2s,rack=1", time: 60s, fields: {lost: $i}}]
  - name: peers $i
    input: [{series: "peer,host=a", field: v, values: "${i}x60"}, {series: "peer,host=b", field: v, values: "${i}x60"}]
    expect: [{series: "peer_peers,host=a,rack=1", fields: {v_score: 0}}]
  - name: repeats and time since a change $i
    input: [{series: "link,host=a", field: status, values: "\"up\"x30 \"down$i\""}]
    expect: [{series: "link,host=a,rack=1", time: 31s, fields: {status: down$i}}, {series: "link,host=a,rack=1", time: 30s, fields: {status_since_change: 30}}]
  - name: routes and what is held back $i
    input: [{series: "debug,host=a", values: "${i}x60"}, {series: "beat,host=c", values: "${i}+1x11"}]
    expect: [{absent: "debug,host=a,rack=1"}, {lines: "0 beat,host=c,rack=2 value=$i\n4 beat,host=c,rack=2 value=$((i + 4))\n9 beat,host=c,rack=2 value=$((i + 9))\n11 beat,host=c,rack=2 value=$((i + 11))"}]
  - name: alarms $i
    restart-at: 4s
    input: [{series: "temp,host=a", field: c, values: "10 8${i}.5x5 10x50"}]
    expect: [{alarms: [{id: hot/a, to: unacknowledged, severity: minor, time: 3s}, {id: hot/a, to: normal}]}]
TESTS
  done
} >"$directory/rules.test.yaml"

./weir rules test "$directory/rules.test.yaml" # builds Weir if necessary, and fills the disk cache
TIMEFORMAT='%R s, of the processors %U s and %S s for the system'
for ((run = 1; run <= runs; run++)); do
  echo -n "run $run: "
  time ./weir rules test "$directory/rules.test.yaml" >/dev/null
done
