package io.weir.query.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.query.series.ValueType;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes values as lines of text. */
final class LineWriter implements ValueWriter {
    private static final int BUFFER = 32 << 10;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final LineFormat format;
    private final OutputStream out;
    private final StringBuilder buffer;
    private final StringBuilder series = new StringBuilder();

    private String seriesText = "";
    private String measurement = "";
    private @Nullable Map<String, String> tags;
    private Instant time = Instant.EPOCH;

    LineWriter(LineFormat format, OutputStream out) {
        this.format = format;
        this.out = out;
        this.buffer = new StringBuilder(format.head());
    }

    @Override
    public void row(String next, Map<String, String> nextTags, long nanos) {
        if (!next.equals(measurement) || !nextTags.equals(tags)) {
            measurement = next;
            tags = nextTags;
            series.setLength(0);
            format.series(next, nextTags, series);
            seriesText = series.toString();
        }
        time = Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
    }

    @Override
    public void value(String field, ValueType type, String text) throws IOException {
        format.line(time, seriesText, field, type, text, buffer);
        if (buffer.length() >= BUFFER) {
            write();
        }
    }

    @Override
    public void end(long values) throws IOException {
        buffer.append(format.end(values));
        write();
    }

    @Override
    public void cut(ErrorType type, String why) throws IOException {
        buffer.append(format.failure(type, why));
        write();
    }

    @Override
    public void close() {
        // Has nothing to release.
    }

    private void write() throws IOException {
        byte[] lines = buffer.toString().getBytes(UTF_8);
        buffer.setLength(0);
        out.write(lines);
    }
}
