package io.weir.processing.oracle;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What {@link #RULES} make of a farm's metrics. */
public final class FarmOracle {

    /** Every kind of rule; what they mean is spelled once more in this package, by hand. */
    public static final String RULES = """
            version: 1
            enrich:
              - {name: site, match: {measurement: "*"}, set: {site: p2}}
              - {name: hall, match: {tags: {host: "/h[0-9]/"}}, set: {hall: "SX 2"}}
            derive:
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
            route:
              - {match: {measurement: debug}, to: []}
              - {match: {measurement: "*_load"}, to: [storage]}
              - {match: {measurement: cpu}, to: [storage, live], live-every: 2s}
            suppress:
              - {name: status, match: {measurement: "*"}, field: status, mode: change, heartbeat: 5s}
              - {name: temp, match: {measurement: "*"}, field: "temp_*", mode: deadband, absolute: 0.5, relative: 5%, on: [storage, live]}
              - {name: beat, match: {measurement: "*"}, field: beat, mode: at-most, every: 3s}
              - {name: top, match: {measurement: cpu_1s}, field: value_max, mode: deadband, absolute: 5, on: [live]}
            alarms:
              - {name: busy, match: {measurement: cpu_1s}, field: value_mean, major: {above: 90}}
              - {name: debug, match: {measurement: debug}, field: value, major: {above: 90}}
            """;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Map<String, OracleSeries> series = new HashMap<>();
    private final Map<String, Long> gateways = new TreeMap<>();
    private final Map<String, List<String>> points = new HashMap<>();
    private long logMillis = Long.MIN_VALUE;

    /** A record of these metrics was received. */
    public void batch(long receivedMillis, List<Sent> metrics) {
        for (Sent sent : metrics) {
            series.computeIfAbsent(
                            sent.measurement() + " " + sent.host(),
                            unseen -> new OracleSeries(sent.measurement(), sent.host(), points))
                    .tell(sent, receivedMillis * NANOS_PER_MILLI);
        }
    }

    /** A gateway ticked. */
    public void tick(String gateway, long millis) {
        gateways.merge(gateway, millis, Math::max);
        long slowest = gateways.values().stream().mapToLong(each -> each).min().orElseThrow();
        logMillis = Math.max(logMillis, slowest);
        series.values().forEach(each -> each.pass(logMillis * NANOS_PER_MILLI, millis * NANOS_PER_MILLI));
    }

    /** The points of a feed since the last call, {@code SERIES FIELD=VALUE STAMP}, in no order. */
    public List<String> points(String feed) {
        List<String> since = List.copyOf(Objects.requireNonNullElse(points.get(feed), List.of()));
        points.remove(feed);
        return since;
    }
}
