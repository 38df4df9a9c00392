package io.weir.writer.tier;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Windows of a tier that are to be computed once more, since metrics came into them after the store had computed them, or may have.
 *
 * @param tier its name
 * @param measurement of one; of all if it is empty
 * @param fromMillis where the first of the windows begins
 * @param toMillis where the last one ends
 */
record Mark(String tier, Optional<String> measurement, long fromMillis, long toMillis) {
    /** Far from what Kafka takes, whatever the measurement that comes last. */
    private static final int RECORD_CHARACTERS = 100_000;

    Mark {
        if (toMillis <= fromMillis) {
            throw new IllegalArgumentException("no window from " + fromMillis + " to " + toMillis);
        }
    }

    /** In texts that a record has room for, of a line for each: {@code TIER FROM TO[ MEASUREMENT]}. */
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

    /** What {@link #records} wrote; lines that it cannot have written are left out. */
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
                // Not ours: whoever writes to the topic must not stop the writer.
            }
        }
        return marks;
    }
}
