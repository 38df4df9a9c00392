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

/** A field's memory and the store after it, as seen by a reader of the store. */
final class Told {

    static final Room UNLIMITED = room(true);
    static final Room NONE = room(false);

    private final Supplier<FieldMemory> fresh;
    private FieldMemory memory;

    /** The values let through; for each timestamp, the last one. */
    final NavigableMap<Long, String> stored = new TreeMap<>();

    Told(Supplier<FieldMemory> fresh) {
        this.fresh = fresh;
        this.memory = fresh.get();
    }

    /** Passes a value in line protocol. */
    Verdict tell(String spelling, long timestamp) {
        return tell(spelling, timestamp, UNLIMITED);
    }

    /** Passes a value in line protocol with limited room. */
    Verdict tell(String spelling, long timestamp, Room room) {
        Verdict verdict = memory.judge(value(spelling), timestamp, room);
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
    void pass(long now) {
        while (memory.release(now)) {
            storeExtra();
        }
    }

    private void storeExtra() {
        stored.put(memory.extraAt(), memory.takeExtra().spelling());
    }

    private static Room room(boolean isThere) {
        return new Room() {
            @Override
            public boolean forText() {
                return isThere;
            }

            @Override
            public boolean forStretch() {
                return isThere;
            }
        };
    }

    long extraBytes() {
        return memory.extraBytes();
    }

    long dueAt() {
        return memory.dueAt();
    }

    /** The value at a time, as seen by a reader. */
    String heldAt(long timestamp) {
        return stored.floorEntry(timestamp).getValue();
    }

    /** A crash, which must not lose anything. */
    void restart() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            memory.write(new DataOutputStream(bytes));
            memory = fresh.get();
            memory.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
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
