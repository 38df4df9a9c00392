package io.weir.writer.tier;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Windows of a tier to compute again, because lines arrived after the store had computed them, or
 * may have.
 *
 * @param tier name of the tier
 * @param measurement a single measurement; empty for all
 * @param fromMillis start of the first window
 * @param toMillis end of the last window
 */
record Mark(String tier, Optional<String> measurement, long fromMillis, long toMillis) {
    /** Far below Kafka's record limit, however long the last measurement is. */
    private static final int RECORD_CHARACTERS = 100_000;

    Mark {
        if (toMillis <= fromMillis) {
            throw new IllegalArgumentException("empty range of windows: " + fromMillis + " to " + toMillis);
        }
    }

    /**
     * Serialises marks as texts that fit into a record, one line for each:
     * {@code TIER FROM TO[ MEASUREMENT]}.
     */
    static List<byte[]> records(Collection<Mark> marks) {
        List<byte[]> records = new ArrayList<>();
        StringBuilder lines = new StringBuilder();
        for (Mark mark : marks) {
            lines.append(mark.tier)
                    .append(' ')
                    .append(mark.fromMillis)
                    .append(' ')
                    .append(mark.toMillis);
            mark.measurement.ifPresent(name -> lines.append(' ').append(name));
            lines.append('\n');
            if (lines.length() > RECORD_CHARACTERS) {
                records.add(lines.toString().getBytes(UTF_8));
                lines.setLength(0);
            }
        }
        if (!lines.isEmpty()) {
            records.add(lines.toString().getBytes(UTF_8));
        }
        return records;
    }

    /** Parses the result of {@link #records} and skips invalid lines. */
    static List<Mark> read(byte[] bytes) {
        List<Mark> marks = new ArrayList<>();
        for (String line : new String(bytes, UTF_8).split("\n", -1)) {
            String[] parts = line.split(" ", 4);
            try {
                marks.add(new Mark(
                        parts[0],
                        parts.length > 3 ? Optional.of(parts[3]) : Optional.empty(),
                        Long.parseLong(parts[1]),
                        Long.parseLong(parts[2])));
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                // Not from Weir: other producers of the topic must not stop the writer.
            }
        }
        return marks;
    }
}
