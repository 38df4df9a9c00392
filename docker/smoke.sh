#!/usr/bin/env bash
# Tests the image and compose.yaml: builds, starts, sends metrics, checks that they are stored, raise an
# alarm and are shown, then stops.
#
#   docker/smoke.sh                      InfluxDB 2.x; STORE=influxdb1 for 1.x
#   SCALE=1 docker/smoke.sh              compose.scale.yaml, too; kills 1 of 3 brokers, and 1 of 2 of each service
#   WITHOUT="grafana" docker/smoke.sh    omits services, such as those without an image (docker/stand-ins.sh)
#
# The variables of compose.yaml apply, too, such as KAFKA_IMAGE. The exit code is 0, or 1 after a message
# about the failed step. The test has its own project, ports and volumes and removes them at the end; KEEP=1
# keeps them. WITHIN=600 allows 600 s per step instead of 120.
set -euo pipefail
cd "$(dirname "$0")"

store=${STORE:-influxdb2}
export WEIR_IMAGE=${WEIR_IMAGE:-weir:smoke} WEIR_STORE_TOKEN=${WEIR_STORE_TOKEN:-weir-smoke-token}
export UDP_PORT=${UDP_PORT:-18089} INFLUXDB_PORT=${INFLUXDB_PORT:-18086} GRAFANA_PORT=${GRAFANA_PORT:-13000}
export GRAFANA_PASSWORD=${GRAFANA_PASSWORD:-weir-smoke}
export GATEWAY_METERS_PORT=19400 PROCESSING_METERS_PORT=19401 ALARMING_METERS_PORT=19402 WRITER_METERS_PORT=19403
export DASHBOARD_PORT=${DASHBOARD_PORT:-18080} DASHBOARD_METERS_PORT=19404 PROBE_METERS_PORT=19405 PROBE_HOSTNAME=smoke$$
services=(gateway processing alarming writer dashboard probe)
ports=(19400 19401 19402 19403 19404 19405)
host=$PROBE_HOSTNAME
sent=0
within=${WITHIN:-120}

case $store in
  influxdb2) environment=(--env-file .env) ;;
  influxdb1) environment=(--env-file influxdb1.env) ;;
  *) echo "STORE=$store: is neither influxdb2 nor influxdb1" >&2 && exit 1 ;;
esac
first=("${services[@]}")
if [[ ${SCALE:-} == 1 ]]; then
  environment+=(--env-file scale.env)
  export UDP2_PORT=${UDP2_PORT:-18090} DASHBOARD2_PORT=${DASHBOARD2_PORT:-18081}
  export GATEWAY2_METERS_PORT=19410 PROCESSING2_METERS_PORT=19411 ALARMING2_METERS_PORT=19412 WRITER2_METERS_PORT=19413
  export DASHBOARD2_METERS_PORT=19414
  services+=(gateway2 processing2 alarming2 writer2 dashboard2)
  ports+=(19410 19411 19412 19413 19414)
fi
docker compose version >/dev/null 2>&1 || { echo "docker compose is missing: install Docker's compose plugin, version 2" >&2 && exit 1; }

compose() {
  docker compose --progress quiet "${environment[@]}" -p weir-smoke "$@"
}

say() {
  printf '%3d s  %s\n' "$SECONDS" "$*"
}

fail() {
  say "FAILED: $*"
  compose logs --tail 25 2>&1 | sed 's/^/       /'
  exit 1
}

# await SECONDS WHAT COMMAND…: waits until the command succeeds.
await() {
  local deadline=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < deadline)) || fail "$what: timed out"
    sleep 0.5
  done
  say "$what"
}

end() {
  docker rm -f weir-smoke-tap >/dev/null 2>&1 || true
  if [[ ${KEEP:-} != 1 ]]; then
    compose down -v --timeout 10 >/dev/null 2>&1 || true
  fi
}

ready() {
  curl -sf "http://127.0.0.1:$1/health/ready"
}

healthy() {
  [[ $(docker inspect -f '{{.State.Health.Status}}' "$(compose ps -q "$1")") == healthy ]]
}

# count MEASUREMENT FIELD: number of values of this run in the store; the answers end with that number.
count() {
  if [[ $store == influxdb1 ]]; then
    curl -sG "http://127.0.0.1:$INFLUXDB_PORT/query" --data-urlencode db=metrics \
      --data-urlencode "q=select count($2) from $1 where hostname='$host'"
  else
    curl -s "http://127.0.0.1:$INFLUXDB_PORT/api/v2/query?org=weir" -H "Authorization: Token $WEIR_STORE_TOKEN" \
      -H 'Content-Type: application/vnd.flux' -H 'Accept: application/csv' --data "from(bucket: \"metrics\") |> range(start: -1h)
        |> filter(fn: (r) => r._measurement == \"$1\" and r._field == \"$2\" and r.hostname == \"$host\")
        |> group() |> count() |> keep(columns: [\"_value\"])"
  fi | grep -oE '[0-9]+' | tail -n 1
}

stored() {
  [[ $(count "$1" "$2") -ge $3 ]]
}

# send PORT NUMBER: sends this number of metrics to a gateway.
send() {
  local i
  for ((i = 0; i < $2; i++)); do
    echo "cpu,hostname=$host,detector=TPC value=97.$i $(date +%s%N)" >/dev/udp/127.0.0.1/"$1"
  done
  sent=$((sent + $2))
}

rules_published() {
  [[ $(docker inspect -f '{{.State.Status}} {{.State.ExitCode}}' "$(compose ps -aq rules)") == 'exited 0' ]]
}

shown() {
  curl -sf "http://127.0.0.1:$1/api/alarms" | grep -q "$host"
}

alarmed() {
  docker logs weir-smoke-tap 2>&1 | grep -q "cpu-high.*$host.*UNACKNOWLEDGED" && return
  docker start weir-smoke-tap # It stops if Kafka answers slowly.
  return 1
}

grafana_has_the_dashboards() {
  for board in grafana/dashboards/*.json; do
    curl -sf -u "admin:$GRAFANA_PASSWORD" "http://127.0.0.1:$GRAFANA_PORT/api/dashboards/uid/weir-$(basename "$board" .json)" >/dev/null || return 1
  done
}

# grafana_sees UID: the data source answers.
grafana_sees() {
  curl -sf -u "admin:$GRAFANA_PASSWORD" "http://127.0.0.1:$GRAFANA_PORT/api/datasources/uid/$1/health" | grep -q '"OK"'
}

trap end EXIT
end

compose build --quiet gateway || fail "the image does not build"
say "image $WEIR_IMAGE: $(docker image inspect -f '{{.Size}}' "$WEIR_IMAGE" | awk '{printf "%.0f MB", $1 / 1e6}')"

if answer=$(docker run --rm "$WEIR_IMAGE" up 2>&1) || [[ $answer != *--bootstrap* ]]; then
  fail "weir up in the image must name the missing parts and the remedy; its output: $answer"
fi
say "weir up, without the embedded Kafka and store, names the remedy"

started=()
for service in $(compose config --services); do
  [[ " ${WITHOUT:-} " == *" $service "* ]] || started+=("$service")
done
compose up -d --quiet-pull "${started[@]}" >/dev/null || fail "compose does not start"
for i in "${!services[@]}"; do
  await "$within" "${services[i]} is ready" ready "${ports[i]}"
done

await "$within" "the rules are published" rules_published

send "$UDP_PORT" 10
if [[ ${SCALE:-} == 1 ]]; then
  send "$UDP2_PORT" 10
fi
say "sent $sent metrics over UDP"
await "$within" "all $sent are stored" stored cpu value "$sent"
await "$within" "their averages over a second are stored" stored cpu_1s value_mean 1
await "$within" "the metrics of this host are stored" stored system load1 1

compose run -d --no-deps --name weir-smoke-tap alarming tap alarms.events --from-beginning --bootstrap kafka:9092 >/dev/null
await "$within" "the alarm is raised" alarmed
docker rm -f weir-smoke-tap >/dev/null
await "$within" "the dashboard shows the alarm" shown "$DASHBOARD_PORT"

for service in "${services[@]}"; do
  await "$within" "docker reports $service as healthy" healthy "$service"
done
if [[ " ${WITHOUT:-} " != *" grafana "* ]]; then
  await "$within" "Grafana sees the store" grafana_sees weir
  # PromQL does not read InfluxDB 2.x.
  if [[ $store == influxdb1 ]]; then
    await "$within" "Grafana sees the dashboard's PromQL" grafana_sees weir-promql
  fi
  await "$within" "Grafana has the dashboards" grafana_has_the_dashboards
fi

if [[ ${SCALE:-} == 1 ]]; then
  await "$within" "the second dashboard shows the alarm" shown "$DASHBOARD2_PORT"
  compose kill kafka3 gateway2 processing2 alarming2 writer2 dashboard2 >/dev/null 2>&1
  services=("${first[@]}")
  send "$UDP_PORT" 10
  say "killed one of three brokers and one of two of each service, sent 10 metrics more"
  await "$within" "all $sent are stored" stored cpu value "$sent"
fi

declare -A ids
for service in "${services[@]}"; do
  ids[$service]=$(compose ps -q "$service")
done
compose stop --timeout 10 "${services[@]}" >/dev/null 2>&1
for service in "${services[@]}"; do
  # 143 is an end on SIGTERM; 137 would be a kill after an ignored SIGTERM.
  code=$(docker inspect -f '{{.State.ExitCode}}' "${ids[$service]}")
  [[ $code == 143 ]] || fail "$service ended with $code instead of on SIGTERM"
done
say "all of Weir ended on SIGTERM"
say "passed, with $store"
