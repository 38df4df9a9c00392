package io.weir.query.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the values of one answer, which begins when the buffer is full or the last value is written. */
final class ValueOutput implements ValueSink {
    private static final int BUFFER = 32 << 10;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final ValueFormat format;
    private final ValueLimits limits;
    private final ValueResponse response;
    private final StringBuilder buffer;
    private final StringBuilder series = new StringBuilder();

    private @Nullable OutputStream out;
    private long values;
    private long bytes;
    private String seriesText = "";
    private String measurement = "";
    private @Nullable Map<String, String> tags;
    private Instant time = Instant.EPOCH;

    /** A client that reads slowly must not keep a place of other queries for longer. */
    private final Deadline deadline;

    ValueOutput(ValueFormat format, ValueLimits limits, ValueResponse response) {
        this.format = format;
        this.limits = limits;
        this.response = response;
        this.buffer = new StringBuilder(format.head());
        this.deadline = new Deadline(limits.timeout());
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
    public void value(String field, ValueType type, String text) {
        if (values == limits.values()) {
            throw tooMuch(limits.values() + " values");
        }
        format.line(time, seriesText, field, type, text, buffer);
        values++;
        if (buffer.length() >= BUFFER) {
            write();
        }
    }

    private static EvaluationException tooMuch(String most) {
        return new EvaluationException(
                "the answer has more than " + most + "; select fewer series, or a shorter range at a time");
    }

    /** Ends a complete answer. */
    void end() {
        buffer.append(format.end(values));
        write();
    }

    /** Ends an answer that cannot be completed. Returns false if it did not begin. */
    boolean cut(ErrorType type, String why) {
        if (out == null) {
            return false;
        }
        if (!deadline.isOver()) {
            buffer.append(format.failure(type, why));
            send();
        }
        return true;
    }

    private void write() {
        if (bytes + buffer.length() > limits.bytes()) {
            throw tooMuch(limits.bytes() + " bytes");
        }
        if (deadline.isOver()) {
            throw new EvaluationException(
                    EvaluationException.Reason.TIMEOUT,
                    "the answer took longer than " + limits.timeout().toSeconds()
                            + " s; read it faster, or select less");
        }
        send();
    }

    private void send() {
        byte[] more = buffer.toString().getBytes(UTF_8);
        buffer.setLength(0);
        bytes += more.length;
        try {
            if (out == null) {
                out = response.begin(200, format.mediaType());
            }
            out.write(more);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
