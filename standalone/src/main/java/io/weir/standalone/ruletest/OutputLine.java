package io.weir.standalone.ruletest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.LineReader;
import io.weir.standalone.replay.Output;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A line of an output.
 *
 * @param at when it was written, since the start of the test
 * @param series as line protocol spells it
 */
record OutputLine(Output feed, Duration at, String series, long stampNanos, Map<String, FieldValue> fields) {

    /** The lines of a record. */
    static List<OutputLine> of(Output feed, Duration at, byte[] value) {
        List<OutputLine> lines = new ArrayList<>();
        LineReader line = new LineReader();
        line.wrap(value, 0, value.length);
        while (line.next()) {
            Map<String, FieldValue> fields = new LinkedHashMap<>();
            for (int field = 0; field < line.fieldCount(); field++) {
                fields.put(line.fieldKey(field), FieldValue.of(line, field));
            }
            String series = new String(value, line.seriesStart(), line.seriesEnd() - line.seriesStart(), UTF_8);
            lines.add(new OutputLine(feed, at, series, line.timestamp(), fields));
        }
        return lines;
    }

    /** {@code 10 cpu_1s,host=a value_mean=5.0}: its timestamp in seconds, and the line. */
    String text() {
        return Seconds.show(stampNanos) + " " + series + " " + show(fields);
    }

    /** The text with the time at which the line was written. */
    @Override
    public String toString() {
        return text() + " (written at " + Seconds.show(at) + ")";
    }

    static String show(Map<String, FieldValue> fields) {
        StringBuilder text = new StringBuilder();
        fields.forEach((key, value) ->
                text.append(text.isEmpty() ? "" : ",").append(key).append('=').append(value.spelled()));
        return text.toString();
    }
}
