package io.weir.gateway.exposition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.LineBounds;
import io.weir.gateway.intake.spelling.LineSpeller;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;

/** Spells the labels of a series as the beginning of a line, up to its fields. */
public final class SeriesSpelling {
    private SeriesSpelling() {}

    /**
     * The bytes of a series.
     *
     * @throws IllegalArgumentException if line protocol cannot express it
     */
    public static byte[] of(SortedMap<String, String> labels) {
        LineSpeller line = new LineSpeller(256);
        ExpositionError error = write(labels, line);
        if (error != ExpositionError.NONE) {
            throw new IllegalArgumentException(error.code() + ": " + labels);
        }
        return Arrays.copyOf(line.array(), line.length());
    }

    static ExpositionError write(SortedMap<String, String> labels, LineSpeller line) {
        line.clear();
        byte[] name = labels.getOrDefault(SeriesText.NAME, "").getBytes(UTF_8);
        boolean isRight = line.measurement(name, 0, name.length);
        for (Map.Entry<String, String> label : labels.entrySet()) {
            // A label with an empty value is the same as none.
            if (isRight
                    && !label.getKey().equals(SeriesText.NAME)
                    && !label.getValue().isEmpty()) {
                byte[] key = label.getKey().getBytes(UTF_8);
                byte[] value = label.getValue().getBytes(UTF_8);
                isRight = line.tagKey(key, 0, key.length) && line.tagValue(value, 0, value.length);
            }
        }
        if (!isRight) {
            return ExpositionError.BAD_LABEL;
        }
        return line.length() > LineBounds.MOST_SERIES_BYTES ? ExpositionError.LONG_SERIES : ExpositionError.NONE;
    }
}
