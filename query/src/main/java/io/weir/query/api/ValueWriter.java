package io.weir.query.api;

import io.weir.query.series.ValueType;
import java.io.IOException;
import java.util.Map;

/** Writes the values of one answer in one format. It collects what it writes in a buffer. Used by one thread. */
interface ValueWriter extends AutoCloseable {
    /** The next values belong to this row. The parameters are those of {@link io.weir.query.series.ValueSink}. */
    void row(String measurement, Map<String, String> tags, long nanos) throws IOException;

    /** A value of the row. */
    void value(String field, ValueType type, String text) throws IOException;

    /** Ends a complete answer. */
    void end(long values) throws IOException;

    /** Ends an answer that is cut, so that a reader can distinguish it from a complete one. */
    void cut(ErrorType type, String why) throws IOException;

    @Override
    void close() throws IOException;
}
