package io.weir.standalone.ruletest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Refusal;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The lines that a test sends, by receive time. Lines with the same receive time keep the order in
 * which they were added.
 */
final class TestLines {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long LONGEST_MILLIS = Long.MAX_VALUE / NANOS_PER_MILLI;

    private final NavigableMap<Long, ByteArrayOutputStream> byMillis = new TreeMap<>();
    private final LineReader reader = new LineReader();
    private final SeriesReader seriesReader = new SeriesReader();
    private long lastStampNanos;

    record FieldValues(String series, String field, List<Optional<String>> values) {}

    /** Adds a line for each interval and series, with all fields that have a value at that time. */
    void add(List<FieldValues> inputs, long intervalMillis) {
        int longest =
                inputs.stream().mapToInt(input -> input.values().size()).max().orElse(0);
        if (longest > 1 && intervalMillis > LONGEST_MILLIS / (longest - 1)) {
            throw new Refusal("interval", "lets " + longest + " values span more than 290y", "shorten it");
        }
        for (int i = 0; i < longest; i++) {
            Map<String, StringBuilder> lines = new LinkedHashMap<>();
            for (FieldValues input : inputs) {
                Optional<String> value =
                        i < input.values().size() ? input.values().get(i) : Optional.empty();
                if (value.isPresent()) {
                    StringBuilder line = lines.computeIfAbsent(input.series(), series -> new StringBuilder(series));
                    line.append(line.length() == input.series().length() ? ' ' : ',')
                            .append(input.field())
                            .append('=')
                            .append(value.get());
                }
            }
            long millis = i * intervalMillis;
            lines.values().forEach(line -> add(line.toString(), millis * NANOS_PER_MILLI, millis));
        }
    }

    /** Adds a line that has its own times. */
    void add(TimedLine line) {
        add(line.line(), line.stampNanos(), line.receivedNanos() / NANOS_PER_MILLI);
    }

    private void add(String line, long stampNanos, long millis) {
        byte[] bytes = (line + " " + stampNanos + "\n").getBytes(UTF_8);
        LineError error = error(bytes);
        if (error != LineError.NONE) {
            throw new Refusal("has " + Refusal.quote(line), error.meaning());
        }
        lastStampNanos = Math.max(lastStampNanos, stampNanos);
        byMillis.computeIfAbsent(millis, first -> new ByteArrayOutputStream()).writeBytes(bytes);
    }

    private LineError error(byte[] bytes) {
        reader.wrap(bytes, 0, bytes.length);
        if (!reader.next()) {
            return LineError.MISSING_FIELDS;
        }
        return reader.error() == LineError.NONE
                ? seriesReader.read(bytes, reader.seriesStart(), reader.seriesEnd())
                : reader.error();
    }

    /** The latest timestamp of a line, since the start of the test; at least zero. */
    Duration lastStamp() {
        return Duration.ofNanos(lastStampNanos);
    }

    NavigableMap<Long, byte[]> batches() {
        NavigableMap<Long, byte[]> batches = new TreeMap<>();
        byMillis.forEach((millis, lines) -> batches.put(millis, lines.toByteArray()));
        return batches;
    }
}
