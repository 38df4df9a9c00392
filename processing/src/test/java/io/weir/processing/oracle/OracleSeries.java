package io.weir.processing.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One series as it is sent, and the results of {@link FarmOracle}'s rules for it. */
final class OracleSeries {

    private static final long SECOND = 1_000_000_000;

    private final String measurement;
    private final String tags;
    private final boolean hasHall;
    private final Map<String, List<String>> points;
    private final @Nullable OracleWindows everySecond;
    private final @Nullable OracleWindows threeSeconds;
    private final OracleFields lines = new OracleFields();
    private final Map<String, OracleOutput> outputs = new HashMap<>();

    /** @param points receives points, by feed */
    OracleSeries(String measurement, String host, Map<String, List<String>> points) {
        this.measurement = measurement;
        this.points = points;
        this.hasHall = host.matches("h[0-9]");
        this.tags = tags(measurement, host, hasHall);
        this.everySecond = measurement.equals("cpu")
                ? new OracleWindows(
                        SECOND,
                        SECOND,
                        2 * SECOND,
                        List.of("count", "sum", "mean", "min", "max", "spread", "first", "last"))
                : null;
        this.threeSeconds = hasHall ? new OracleWindows(3 * SECOND, SECOND, SECOND, List.of("sum", "count")) : null;
    }

    private static String tags(String measurement, String host, boolean hasHall) {
        Map<String, String> tags =
                new TreeMap<>(Map.of("site", "p2", measurement.equals("link") ? "node" : "host", host));
        if (!measurement.equals("cpu")) {
            tags.put("batch", "7");
        }
        if (hasHall) {
            tags.put("hall", "SX\\ 2");
        }
        String rack = FarmOracle.RACKS.get(host);
        if (rack != null) {
            tags.put("rack", rack);
        }
        return tags.entrySet().stream()
                .map(tag -> "," + tag.getKey() + "=" + tag.getValue())
                .collect(Collectors.joining());
    }

    /** In line protocol. */
    String tags() {
        return tags;
    }

    /** Whether it belongs to a group by hall. */
    boolean hasHall() {
        return hasHall;
    }

    /** Returns the fields of its line, converted and with derived ones. */
    Map<String, String> add(Sent sent, long receivedNanos) {
        Map<String, String> fields = lines.of(sent, isAhead(sent.stamp(), receivedNanos));
        write(measurement, fields, sent.stamp(), receivedNanos);
        boolean isAhead = isAhead(sent.stamp(), receivedNanos);
        if (everySecond != null) {
            Map<String, String> numbers = numbers(sent, "value");
            boolean isMissed = isAhead
                    || everySecond.add(
                            numbers,
                            sent.stamp(),
                            receivedNanos,
                            (start, results) -> write("cpu_1s", results, start, receivedNanos));
            if (isMissed) {
                numbers.forEach((field, number) -> point("storage", measurement, field, number, sent.stamp()));
            }
        }
        if (threeSeconds != null && !isAhead) {
            threeSeconds.add(
                    numbers(sent, "load_.*"),
                    sent.stamp(),
                    receivedNanos,
                    (start, loads) -> write(measurement + "_load", loads, start, receivedNanos));
        }
        return fields;
    }

    /** Advances log time to {@code logNanos} by a tick at {@code receivedNanos}. */
    void pass(long logNanos, long receivedNanos) {
        if (everySecond != null) {
            everySecond.pass(logNanos, (start, fields) -> write("cpu_1s", fields, start, receivedNanos));
        }
        if (threeSeconds != null) {
            threeSeconds.pass(logNanos, (start, fields) -> write(measurement + "_load", fields, start, receivedNanos));
        }
        outputs.values().forEach(output -> output.pass(logNanos));
    }

    private void write(String as, Map<String, String> fields, long stamp, long receivedNanos) {
        boolean isAggregate = !as.equals(measurement);
        if (!as.equals("debug")) {
            Map<String, String> stored = new TreeMap<>(fields);
            if (as.equals("cpu") && !isAggregate) {
                stored.computeIfPresent("value", (field, value) -> OracleNumber.isNumber(value) ? null : value);
            }
            add(output(as, false), stored, stamp, receivedNanos, !isAggregate);
        }
        if (!as.equals("debug") && !as.endsWith("_load")) {
            add(output(as, true), fields, stamp, receivedNanos, !isAggregate);
        }
        if (as.equals("debug") || as.equals("cpu_1s")) {
            fields.forEach((field, value) -> point("alarming", as, field, value, stamp));
        }
    }

    private static void add(
            OracleOutput output, Map<String, String> fields, long stamp, long receivedNanos, boolean isRaw) {
        if (isRaw && isAhead(stamp, receivedNanos)) {
            output.addAhead(fields, stamp);
        } else {
            output.add(fields, stamp, receivedNanos);
        }
    }

    static boolean isAhead(long stamp, long receivedNanos) {
        return stamp - receivedNanos > 10 * SECOND;
    }

    private OracleOutput output(String as, boolean isLive) {
        String feed = isLive ? "live" : "storage";
        return outputs.computeIfAbsent(
                feed + as,
                unseen -> new OracleOutput(as, isLive, (field, value, stamp) -> point(feed, as, field, value, stamp)));
    }

    private void point(String feed, String as, String field, String value, long stamp) {
        points.computeIfAbsent(feed, unseen -> new ArrayList<>())
                .add(as + tags + " " + field + "=" + value + " " + stamp);
    }

    private static Map<String, String> numbers(Sent sent, String fields) {
        Map<String, String> numbers = new TreeMap<>();
        sent.fields().forEach((field, value) -> {
            if (field.matches(fields) && OracleNumber.isNumber(value)) {
                numbers.put(field, value);
            }
        });
        return numbers;
    }
}
