#!/usr/bin/env bash
# Builds replacements for the official images from Debian packages, for machines without access to a registry:
#
#   docker/stand-ins.sh                            weir-stand-in/java, …/influxdb1, and …/kafka of standalone/target/weir
#   INFLUXD2=/path/to/influxd docker/stand-ins.sh  also …/influxdb2
#
# Prints the variables that select them: set -a; eval "$(docker/stand-ins.sh)"; WITHOUT=grafana docker/smoke.sh
#
# The images are for trials only, and provide only the functions that compose.yaml needs.
# weir-stand-in/java has the packages of the official image and, like it, no shell. Requires Debian 12 or
# another release with these packages, apt-get and Docker.
set -euo pipefail
cd "$(dirname "$0")/.."

java=(base-files netbase tzdata libc6 libgcc-s1 libstdc++6 zlib1g libuuid1 libexpat1 libbrotli1 libjpeg62-turbo libpng16-16 liblcms2-2
  libfreetype6 fontconfig-config libfontconfig1 fonts-dejavu-core libgraphite2-3 libharfbuzz0b libglib2.0-0 libpcre2-8-0 openjdk-17-jre-headless)
shell=(bash libtinfo6 coreutils libacl1 libattr1 libselinux1 libpcre2-8-0 libgmp10)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# unpack ROOT PACKAGE…: extracts packages without running their scripts.
unpack() {
  local root=$1
  shift
  mkdir -p "$work/debs" "$root/tmp" "$root/etc/ssl/certs/java" "$root/usr/bin"
  chmod 1777 "$root/tmp"
  (cd "$work/debs" && rm -f -- *.deb && apt-get download -q "$@" >&2)
  for package in "$work"/debs/*.deb; do
    dpkg-deb --extract "$package" "$root"
  done
  rm -rf "$root"/usr/share/{doc,man,locale,lintian,bug}
  echo root:x:0:0:root:/:/bin/false >"$root/etc/passwd"
}

with_java() {
  local home
  home=$(cd "$1" && echo usr/lib/jvm/java-17-openjdk-*)
  ln -s "/$home/bin/java" "$1/usr/bin/java"
  # Normally created when the package is installed.
  cp /etc/ssl/certs/java/cacerts "$1/etc/ssl/certs/java/cacerts"
}

# image NAME ROOT CHANGE…
image() {
  local name=$1 root=$2 changes=()
  shift 2
  for change in "$@"; do
    changes+=(--change "$change")
  done
  tar --owner=0 --group=0 --numeric-owner -C "$root" -c . | docker import "${changes[@]}" - "weir-stand-in/$name" >/dev/null
  echo "made weir-stand-in/$name" >&2
}

# entry ROOT: writes the entry point of the container from standard input.
entry() {
  { echo '#!/bin/bash'; cat; } >"$1/entry"
  chmod +x "$1/entry"
}

unpack "$work/java" "${java[@]}"
with_java "$work/java"
image java "$work/java"
echo WEIR_BASE_IMAGE=weir-stand-in/java
echo WEIR_DIST=made

cp -a "$work/java" "$work/kafka"
unpack "$work/kafka" "${shell[@]}"
mkdir -p "$work/kafka/opt/kafka" "$work/kafka/var/lib/kafka/data"
cp standalone/target/weir/lib/*.jar standalone/target/weir/embedded/*.jar "$work/kafka/opt/kafka"
cat >"$work/kafka/opt/kafka/logback.xml" <<'END'
<configuration>
  <appender name="out" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%d %-5level %logger{0} %msg%n</pattern></encoder></appender>
  <root level="WARN"><appender-ref ref="out"/></root>
</configuration>
END
# As in the official image, KAFKA_SOME_KEY sets some.key.
entry "$work/kafka" <<'END'
for name in $(compgen -e KAFKA_); do
  key=${name#KAFKA_}
  key=${key//_/.}
  echo "${key,,}=${!name}"
done >/tmp/server.properties
kafka=(java -Xmx512m -Dlogback.configurationFile=/opt/kafka/logback.xml -cp '/opt/kafka/*')
"${kafka[@]}" kafka.tools.StorageTool format --ignore-formatted -t "$CLUSTER_ID" -c /tmp/server.properties &&
  exec "${kafka[@]}" kafka.Kafka /tmp/server.properties
END
image kafka "$work/kafka" 'ENTRYPOINT ["/entry"]'
echo KAFKA_IMAGE=weir-stand-in/kafka

unpack "$work/influxdb1" libc6 libgcc-s1 "${shell[@]}" influxdb
# Like the official image, creates the database named by INFLUXDB_DB.
entry "$work/influxdb1" <<'END'
export INFLUXDB_META_DIR=/var/lib/influxdb/meta INFLUXDB_DATA_DIR=/var/lib/influxdb/data INFLUXDB_DATA_WAL_DIR=/var/lib/influxdb/wal
influxd 2>&1 &
server=$!
trap 'kill $server' TERM
until exec 3<>/dev/tcp/127.0.0.1/8086; do sleep 0.2; done 2>/dev/null
printf 'POST /query?q=CREATE%%20DATABASE%%20%s HTTP/1.0\r\n\r\n' "$INFLUXDB_DB" >&3
cat <&3
wait
wait
END
image influxdb1 "$work/influxdb1" 'ENTRYPOINT ["/entry"]' 'ENV INFLUXDB_REPORTING_DISABLED=true INFLUXDB_HTTP_LOG_ENABLED=false'
echo INFLUXDB1_IMAGE=weir-stand-in/influxdb1

if [[ -n ${INFLUXD2:-} ]]; then
  unpack "$work/influxdb2" libc6 libgcc-s1 "${shell[@]}"
  cp "$INFLUXD2" "$work/influxdb2/usr/bin/influxd"
  # Like the official image, applies DOCKER_INFLUXDB_INIT_…. The server refuses a second setup, which
  # changes nothing.
  entry "$work/influxdb2" <<'END'
influxd --bolt-path /var/lib/influxdb2/influxd.bolt --engine-path /var/lib/influxdb2/engine --reporting-disabled 2>&1 &
server=$!
trap 'kill $server' TERM
until exec 3<>/dev/tcp/127.0.0.1/8086; do sleep 0.2; done 2>/dev/null
body=$(printf '{"username": "%s", "password": "%s", "org": "%s", "bucket": "%s", "token": "%s"}' "$DOCKER_INFLUXDB_INIT_USERNAME" \
  "$DOCKER_INFLUXDB_INIT_PASSWORD" "$DOCKER_INFLUXDB_INIT_ORG" "$DOCKER_INFLUXDB_INIT_BUCKET" "$DOCKER_INFLUXDB_INIT_ADMIN_TOKEN")
printf 'POST /api/v2/setup HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' ${#body} "$body" >&3
cat <&3 >/dev/null
wait
wait
END
  image influxdb2 "$work/influxdb2" 'ENTRYPOINT ["/entry"]'
  echo INFLUXDB2_IMAGE=weir-stand-in/influxdb2
fi
