package io.weir.benchmarks.storage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.benchmarks.harness.BatchLog;
import java.util.Random;

/** Values of one type: objects in turn, each once per second; the same bytes for the same begin. */
final class TypedLog implements BatchLog {
    private static final int BATCH_BYTES = 200_000;
    private static final int MOST_PER_BATCH = 1_000;

    private final ValueType type;
    private final boolean isByObject;
    private final int objects;
    private final long beginMillis;
    private final Random random = new Random(1);
    private final StringBuilder batch = new StringBuilder();
    private long lines;

    /**
     * @param isByObject whether each object has a measurement of its own, as with a route with
     *     {@code as: "{measurement}.{object}"}; otherwise the object is only a tag
     */
    TypedLog(ValueType type, boolean isByObject, int objects, long beginMillis) {
        this.type = type;
        this.isByObject = isByObject;
        this.objects = objects;
        this.beginMillis = beginMillis;
    }

    @Override
    public byte[] next() {
        batch.setLength(0);
        for (int i = 0; i < MOST_PER_BATCH && batch.length() < BATCH_BYTES; i++) {
            line();
        }
        return batch.toString().getBytes(US_ASCII);
    }

    private void line() {
        long object = lines % objects;
        batch.append("values");
        if (isByObject) {
            batch.append(".obj").append(object);
        }
        batch.append(",object=obj").append(object);
        for (int field = 0; field < type.fields(); field++) {
            batch.append(field == 0 ? ' ' : ',').append('v');
            if (type.fields() > 1) {
                batch.append('_').append(field);
            }
            batch.append('=');
            type.value(batch, random);
        }
        batch.append(' ').append(millis()).append("000000\n");
        lines++;
    }

    @Override
    public long lines() {
        return lines;
    }

    /** All objects have the same stamp. */
    @Override
    public long millis() {
        return beginMillis + lines / objects * 1_000;
    }
}
