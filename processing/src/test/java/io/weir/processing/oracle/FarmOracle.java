package io.weir.processing.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The points that {@link #RULES} make of a farm's metrics. */
public final class FarmOracle {

    /** Every kind of rule. This package implements their meaning a second time. */
    public static final String RULES = """
            version: 1
            enrich:
              - {name: site, match: {measurement: "*"}, set: {site: p2}}
              - {name: hall, match: {tags: {host: "/h[0-9]/"}}, set: {hall: "SX 2"}}
              - {name: rack, match: {tags: {host: "*"}}, lookup: {file: hosts.csv, by: host, add: rack}}
              - {name: node, match: {measurement: link}, rename: {host: node, slot: place}}
              - {name: batch, match: {measurement: cpu}, drop: [batch]}
            convert:
              - {name: kb, match: {measurement: "*"}, field: kb, scale: 1024, offset: 1}
              - {name: state, match: {measurement: "*"}, field: state, map: {RUN: 1, STOP: 2}, otherwise: -1}
              - {name: mode, match: {measurement: "*"}, field: mode, map: {0: idle, 1: runs-on, true: yes}}
            derive:
              - {name: rate, match: {measurement: "*"}, field: bytes, function: rate, wraps: 32}
              - {name: grown, match: {measurement: "*"}, field: bytes, function: increment}
              - {name: age, match: {measurement: "*"}, field: status, function: since-change}
              - {name: trend, match: {measurement: "*"}, field: volts, function: trend, over: 8s, per: 1m}
              - {name: until, match: {measurement: "*"}, field: volts, function: time-until, over: 8s, above: 60000}
              - {name: steps, match: {measurement: "*"}, field: meter, function: difference}
              - {name: scaled, match: {measurement: "*"}, expression: "2 * meter_difference + meter", as: meter_scaled}
            aggregate:
              - name: cpu-1s
                match: {measurement: cpu}
                fields: value
                functions: [count, sum, mean, min, max, spread, first, last]
                window: 1s
                grace: 2s
              - name: load
                match: {tags: {hall: "*"}}
                fields: "load_*"
                functions: [sum, count]
                window: 3s
                every: 1s
                grace: 1s
                as: <measurement>_load
                keep-raw: true
            correlate:
              - name: balance
                let:
                  in: {measurement: cpu, field: kb, function: mean, of: samples}
                  out: {measurement: link, tags: {hall: "*"}, field: value, function: max, of: samples}
                  steps: {measurement: "*", field: meter_difference, function: count, of: samples, otherwise: 0}
                by: [rack]
                window: 2s
                grace: 1s
                as: balance
                fields: {part: in / out, weight: (1 + steps) * out, steps: steps}
            peers:
              - {name: odd, match: {measurement: link}, field: value, by: [hall], window: 2s, grace: 1s}
            route:
              - {match: {measurement: debug}, to: []}
              - {match: {measurement: "*_load"}, to: [storage]}
              - {match: {measurement: cpu}, to: [storage, live], live-every: 2s}
            suppress:
              - {name: status, match: {measurement: "*"}, field: status, mode: change, heartbeat: 5s}
              - {name: temp, match: {measurement: "*"}, field: "temp_*", mode: deadband, absolute: 0.5, relative: 5%, on: [storage, live]}
              - {name: beat, match: {measurement: "*"}, field: beat, mode: at-most, every: 3s}
              - {name: scores, match: {measurement: link_peers}, mode: at-most, every: 5s}
              - {name: top, match: {measurement: cpu_1s}, field: value_max, mode: deadband, absolute: 5, on: [live]}
            alarms:
              - {name: busy, match: {measurement: cpu_1s}, field: value_mean, major: {above: 90}}
              - {name: debug, match: {measurement: debug}, field: value, major: {above: 90}}
              - {name: uneven, match: {measurement: balance}, field: part, major: {above: 1000}}
            """;

    /** The racks of most hosts; the table has one host without a rack. */
    static final Map<String, String> RACKS = new TreeMap<>();

    static {
        for (int host = 0; host < 20; host++) {
            RACKS.put("h" + host, "r" + host % 4);
        }
    }

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Map<String, OracleSeries> series = new HashMap<>();
    private final OraclePeers peers = new OraclePeers();
    private final OracleBalance balance = new OracleBalance();
    private final Map<String, OracleOutput> scores = new HashMap<>();
    private final Map<String, Long> gateways = new TreeMap<>();
    private final Map<String, List<String>> points = new HashMap<>();
    private long logMillis = Long.MIN_VALUE;

    /** The table that {@link #RULES} name. */
    public static byte[] table() {
        StringBuilder table = new StringBuilder("host,rack\n");
        RACKS.forEach(
                (host, rack) -> table.append(host).append(',').append(rack).append('\n'));
        return table.append("h20,\n").toString().getBytes(UTF_8);
    }

    /** A record with these metrics was received. */
    public void batch(long receivedMillis, List<Sent> metrics) {
        for (Sent sent : metrics) {
            OracleSeries of = series.computeIfAbsent(
                    sent.measurement() + " " + sent.host(),
                    unseen -> new OracleSeries(sent.measurement(), sent.host(), points));
            Map<String, String> fields = of.add(sent, receivedMillis * NANOS_PER_MILLI);
            if (OracleSeries.isAhead(sent.stamp(), receivedMillis * NANOS_PER_MILLI)) {
                continue;
            }
            balance.add(sent, fields, logNanos());
            String value = sent.fields().getOrDefault("value", "");
            if (sent.measurement().equals("link") && of.hasHall() && OracleNumber.isNumber(value)) {
                peers.add(of.tags(), OracleNumber.number(value), sent.stamp(), logNanos());
            }
        }
    }

    private long logNanos() {
        return logMillis == Long.MIN_VALUE ? logMillis : logMillis * NANOS_PER_MILLI;
    }

    /** A gateway ticked. */
    public void tick(String gateway, long millis) {
        gateways.merge(gateway, millis, Math::max);
        long slowest = gateways.values().stream().mapToLong(each -> each).min().orElseThrow();
        logMillis = Math.max(logMillis, slowest);
        series.values().forEach(each -> each.pass(logNanos(), millis * NANOS_PER_MILLI));
        peers.pass(logNanos(), this::score);
        scores.values().forEach(each -> each.pass(logNanos()));
        balance.pass(logNanos(), this::point);
    }

    /** All feeds receive the result of a rack unmodified. */
    private void point(String point) {
        for (String feed : List.of("storage", "live", "alarming")) {
            points.computeIfAbsent(feed, unseen -> new ArrayList<>()).add(point);
        }
    }

    /**
     * Live receives every score, storage at most one per five seconds; a held-back score waits for
     * log time.
     */
    private void score(String tags, long start, double score) {
        for (String feed : List.of("storage", "live")) {
            scores.computeIfAbsent(
                            feed + tags,
                            unseen -> new OracleOutput(
                                    "link_peers", feed.equals("live"), (field, value, stamp) -> points.computeIfAbsent(
                                                    feed, first -> new ArrayList<>())
                                            .add("link_peers" + tags + " " + field + "=" + value + " " + stamp)))
                    .add(Map.of("value_score", Double.toString(score)), start, logNanos());
        }
    }

    /** The points of a feed since the last call, {@code SERIES FIELD=VALUE STAMP}, in no order. */
    public List<String> points(String feed) {
        List<String> since = List.copyOf(Objects.requireNonNullElse(points.get(feed), List.of()));
        points.remove(feed);
        return since;
    }
}
