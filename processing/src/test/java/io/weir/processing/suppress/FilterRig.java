package io.weir.processing.suppress;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A filter and the store downstream of it, as seen by a reader of the store. */
final class FilterRig {

    static final GrowthLimit UNLIMITED = limit(true);
    static final GrowthLimit REFUSING = limit(false);

    private final Supplier<FieldFilter> fresh;
    private FieldFilter filter;

    /** The values let through; for each timestamp, the last one. */
    final NavigableMap<Long, String> stored = new TreeMap<>();

    FilterRig(Supplier<FieldFilter> fresh) {
        this.fresh = fresh;
        this.filter = fresh.get();
    }

    /** Passes a value in line protocol. */
    Verdict offer(String spelling, long timestamp) {
        return offer(spelling, timestamp, UNLIMITED);
    }

    /** Passes a value in line protocol with a growth limit. */
    Verdict offer(String spelling, long timestamp, GrowthLimit limit) {
        Verdict verdict = filter.judge(value(spelling), timestamp, limit);
        // A value that is too late is stored as well, but here it would disturb the test of the
        // others.
        if (verdict != Verdict.LEFT_OUT && verdict != Verdict.TOO_LATE) {
            stored.put(timestamp, spelling);
        }
        if (verdict == Verdict.LET_THROUGH_AND_RESTATE) {
            storeExtra();
        }
        return verdict;
    }

    /** Advances the series' time without a value. */
    void advance(long now) {
        while (filter.release(now)) {
            storeExtra();
        }
    }

    private void storeExtra() {
        stored.put(filter.extraAt(), filter.takeExtra().spelling());
    }

    private static GrowthLimit limit(boolean isAllowed) {
        return new GrowthLimit() {
            @Override
            public boolean allowsText() {
                return isAllowed;
            }

            @Override
            public boolean allowsStretch() {
                return isAllowed;
            }
        };
    }

    long extraBytes() {
        return filter.extraBytes();
    }

    long dueAt() {
        return filter.dueAt();
    }

    /** The value at a time, as seen by a reader. */
    String valueAt(long timestamp) {
        return stored.floorEntry(timestamp).getValue();
    }

    /** A crash, which must not lose anything. */
    void restart() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            filter.write(new DataOutputStream(bytes));
            filter = fresh.get();
            filter.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A view in the middle of other bytes, as in a record. */
    static Value value(String spelling) {
        LineReader reader = new LineReader();
        byte[] line = ("m f=" + spelling + ",g=1").getBytes(UTF_8);
        reader.wrap(line, 0, line.length);
        if (!reader.next() || reader.error() != LineError.NONE) {
            throw new IllegalArgumentException("no value: " + spelling);
        }
        Value value = new Value();
        boolean isNumber = reader.fieldType(0).isNumber();
        value.wrap(
                line,
                reader.valueStart(0),
                reader.valueEnd(0),
                reader.fieldType(0),
                isNumber ? reader.doubleValue(0) : Double.NaN);
        return value;
    }
}
