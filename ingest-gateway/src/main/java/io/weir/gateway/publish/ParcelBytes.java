package io.weir.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.batch.BatchName;
import io.weir.gateway.intake.batch.BatchOrigin;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.count.InputCounts;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Serialises parcels for the spool. The layout is the kind (1 byte), followed by:
 *
 * <ul>
 *   <li>for a batch: partition, line count (4 bytes each), receive time, epoch, number (8 each),
 *       input, source log and its offsets (both empty if the source cannot be read again), lines
 *   <li>for a tick: partition (4), receive time, losses, epoch, number of the next batch (8 each)
 *   <li>for a state: partition (4), receive time (8), its bytes
 *   <li>for a rejected line: line, index of the wrong byte (4 each), receive time (8), input,
 *       reason, source, bytes
 * </ul>
 *
 * <p>Texts are a length (4) and UTF-8.
 */
final class ParcelBytes {
    // The letters differ from older layouts, which used 'B', 'N' and 'T'.
    private static final byte BATCH = 'O';
    private static final byte TICK = 'K';
    private static final byte STATE = 'S';
    private static final byte REFUSED = 'R';
    // Size of each kind without its texts and bytes.
    private static final int BATCH_BYTES = 45;
    private static final int TICK_BYTES = 37;
    private static final int STATE_BYTES = 13;
    private static final int REFUSED_BYTES = 29;

    private final Function<String, InputCounts> countsOf;

    /** {@code countsOf} finds an input by name, also one that is no longer configured. */
    ParcelBytes(Function<String, InputCounts> countsOf) {
        this.countsOf = countsOf;
    }

    static byte[] write(Parcel parcel) {
        if (parcel instanceof Parcel.Batch batch) {
            byte[] input = utf8(batch.counts().input());
            byte[] log = utf8(batch.origin() == null ? "" : batch.origin().log());
            byte[] offsets = utf8(batch.origin() == null ? "" : batch.origin().offsets());
            int texts = input.length + log.length + offsets.length;
            byte[] bytes = new byte[BATCH_BYTES + texts + batch.lines().length];
            ByteBuffer into = ByteBuffer.wrap(bytes);
            into.put(BATCH).putInt(batch.partition()).putInt(batch.lineCount()).putLong(batch.receivedMillis());
            name(into, batch.name());
            text(text(text(into, input), log), offsets).put(batch.lines());
            return bytes;
        }
        if (parcel instanceof Parcel.Tick tick) {
            byte[] bytes = new byte[TICK_BYTES];
            ByteBuffer into = ByteBuffer.wrap(bytes);
            into.put(TICK)
                    .putInt(tick.partition())
                    .putLong(tick.receivedMillis())
                    .putLong(tick.lost());
            name(into, tick.next());
            return bytes;
        }
        if (parcel instanceof Parcel.State state) {
            byte[] bytes = new byte[STATE_BYTES + state.state().length];
            ByteBuffer into = ByteBuffer.wrap(bytes);
            into.put(STATE)
                    .putInt(state.partition())
                    .putLong(state.receivedMillis())
                    .put(state.state());
            return bytes;
        }
        if (parcel instanceof Parcel.Refused refused) {
            byte[] input = utf8(refused.counts().input());
            byte[] reason = utf8(refused.reason());
            byte[] source = utf8(refused.source());
            int texts = input.length + reason.length + source.length;
            byte[] bytes = new byte[REFUSED_BYTES + texts + refused.bytes().length];
            ByteBuffer into = ByteBuffer.wrap(bytes);
            into.put(REFUSED).putInt(refused.line()).putInt(refused.at()).putLong(refused.receivedMillis());
            text(text(text(into, input), reason), source).put(refused.bytes());
            return bytes;
        }
        throw new IllegalArgumentException("a parcel of this kind cannot be stored");
    }

    /** Null for bytes that are not a parcel, such as those of a later version. */
    @Nullable
    Parcel read(byte[] from) {
        ByteBuffer bytes = ByteBuffer.wrap(from);
        try {
            byte kind = bytes.get();
            if (kind == BATCH) {
                int partition = bytes.getInt();
                int lines = bytes.getInt();
                long millis = bytes.getLong();
                BatchName name = name(bytes);
                InputCounts counts = countsOf.apply(text(bytes));
                BatchOrigin origin = new BatchOrigin(text(bytes), text(bytes));
                boolean hasOrigin = !origin.log().isEmpty();
                return new Parcel.Batch(
                        partition, name, rest(bytes), lines, millis, counts, null, hasOrigin ? origin : null);
            }
            if (kind == TICK) {
                int partition = bytes.getInt();
                long millis = bytes.getLong();
                long lost = bytes.getLong();
                return new Parcel.Tick(partition, name(bytes), millis, lost);
            }
            if (kind == STATE) {
                int partition = bytes.getInt();
                long millis = bytes.getLong();
                return new Parcel.State(partition, rest(bytes), millis);
            }
            if (kind == REFUSED) {
                int line = bytes.getInt();
                int at = bytes.getInt();
                long millis = bytes.getLong();
                InputCounts counts = countsOf.apply(text(bytes));
                String reason = text(bytes);
                String source = text(bytes);
                return new Parcel.Refused(rest(bytes), reason, source, line, at, millis, counts);
            }
            return null;
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            return null;
        }
    }

    private static void name(ByteBuffer bytes, BatchName name) {
        bytes.putLong(name.epoch()).putLong(name.number());
    }

    private static BatchName name(ByteBuffer bytes) {
        return new BatchName(bytes.getLong(), bytes.getLong());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }

    private static ByteBuffer text(ByteBuffer bytes, byte[] text) {
        return bytes.putInt(text.length).put(text);
    }

    private static String text(ByteBuffer bytes) {
        int length = bytes.getInt();
        if (length > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] text = new byte[length];
        bytes.get(text);
        return new String(text, UTF_8);
    }

    private static byte[] rest(ByteBuffer bytes) {
        byte[] rest = new byte[bytes.remaining()];
        bytes.get(rest);
        return rest;
    }
}
