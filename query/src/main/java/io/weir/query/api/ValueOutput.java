package io.weir.query.api;

import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Writes the values of one answer, which begins when the writer's buffer is full or the last value is written. */
final class ValueOutput implements ValueSink, AutoCloseable {
    private final ValueLimits limits;
    private final AnswerStream stream;
    private final ValueWriter writer;

    private long values;

    ValueOutput(ValueFormat format, ValueLimits limits, ValueResponse response) throws IOException {
        this.limits = limits;
        stream = new AnswerStream(format.mediaType(), limits, response);
        writer = format.writer(stream);
    }

    @Override
    public void row(String measurement, Map<String, String> tags, long nanos) {
        try {
            writer.row(measurement, tags, nanos);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void value(String field, ValueType type, String text) {
        if (values == limits.values()) {
            throw ValueLimits.exceeded(limits.values() + " values");
        }
        values++;
        try {
            writer.value(field, type, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends a complete answer. */
    void end() {
        try {
            writer.end(values);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends an answer that cannot be completed. Returns false if it did not begin. */
    boolean cut(ErrorType type, String why) throws IOException {
        if (!stream.hasBegun()) {
            return false;
        }
        if (stream.cut()) {
            writer.cut(type, why);
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
