package io.weir.gateway.publish;

import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.Receipt;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.spool.Frame;
import io.weir.gateway.spool.Spool;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parcels in the spool; empty if there is no spool. After a disk failure, the backlog retries
 * after a pause; parcels stay in memory meanwhile. Belongs to the publishing thread.
 */
final class Backlog {
    /** Returned instead of a position: there was no room, or the disk failed. */
    static final long NOT_STORED = -1;

    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);
    private static final long LEAVE_ALONE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long READ_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SAVE_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Failure text if the disk is full although the spool itself is empty. */
    private static final String NO_ROOM = "no room is left";
    /** Drop reason for lines of an earlier process: the topic has fewer partitions now. */
    private static final String NO_SUCH_PARTITION = "no-such-partition";

    private static final String TOO_LARGE = "record-too-large";
    /**
     * Drop reason for lines of an earlier process that follow a damaged place. Consumers would take
     * them as proof that the damaged lines arrived, too. The input reads all these lines again at
     * their source, where their offsets are not committed.
     */
    private static final String READ_AGAIN = "read-again";
    /** Drop reason for lines of this process: the bytes read differ from the bytes written. */
    private static final String SPOILED = "spool-spoiled";

    private final @Nullable Spool spool;
    private final ParcelBytes bytes;
    private final int lanes;
    private final LongAdder failures;
    private final KafkaReceipts receipts = new KafkaReceipts();
    /** Lines stored by this process and not read yet. Lines left after reading all were damaged. */
    private final Map<InputCounts, Long> unread = new HashMap<>();

    private @Nullable String failure;
    private @Nullable String readFailure;
    private long failedNanos;
    private long readFailedNanos;
    private long savedNanos;
    private int refusedLength;
    private @Nullable Stored shown;

    /** A parcel that was read from the spool. */
    record Stored(Frame frame, Parcel parcel) {
        int lane() {
            return frame.lane();
        }
    }

    /** {@code countsOf} finds an input by name; {@code failures} counts disk failures. */
    Backlog(@Nullable Spool spool, Function<String, InputCounts> countsOf, int lanes, LongAdder failures) {
        this.spool = spool;
        this.bytes = new ParcelBytes(countsOf);
        this.lanes = lanes;
        this.failures = failures;
    }

    /** Whether there is a spool and its disk works, full or not. */
    boolean isUsable(long nowNanos) {
        return spool != null && !(failure != null && nowNanos - failedNanos < LEAVE_ALONE_NANOS);
    }

    /** Ends the pause after a disk failure, because the gateway stops. */
    void tryAgain(long nowNanos) {
        failedNanos = nowNanos - LEAVE_ALONE_NANOS;
    }

    /** Whether a parcel would be stored now. */
    boolean isOpen(long nowNanos) {
        return isUsable(nowNanos) && !isFull();
    }

    /** Why the disk cannot be written or read, as reported by the system; null if it can. */
    @Nullable
    String failure() {
        if (failure == null && readFailure == null && isFull() && waitingBytes() == 0) {
            return NO_ROOM;
        }
        return failure == null ? readFailure : failure;
    }

    /** Whether the spool holds a parcel of the lane that this process has not read yet. */
    boolean hasUnread(int lane) {
        return spool != null && spool.hasUnread(lane);
    }

    /** Whether the spool holds a parcel that this process has not read yet. */
    boolean hasUnread() {
        return spool != null && spool.hasUnread();
    }

    /** Whether the parcel that found no room last would still find none. */
    boolean isFull() {
        return spool != null && refusedLength > 0 && !spool.hasRoom(refusedLength);
    }

    /** The used share of the room, from 0 to 1. */
    double fullness() {
        if (spool == null) {
            return 0;
        }
        return isFull() ? 1 : Math.min(1, (double) spool.usedBytes() / Math.max(1, spool.capacity()));
    }

    long waitingBytes() {
        return spool == null ? 0 : spool.waitingBytes();
    }

    /** Free room in bytes. */
    long roomBytes() {
        return spool == null || isFull() ? 0 : Math.max(0, spool.capacity() - spool.usedBytes());
    }

    /** Stores a parcel to be sent later. Returns false if there is no room or the disk fails. */
    boolean store(Parcel parcel, long nowNanos) {
        Spool into = spool;
        byte[] frame = into == null ? null : frame(parcel, nowNanos);
        if (into == null || frame == null) {
            return false;
        }
        if (frame.length > Spool.MAX_FRAME_BYTES) {
            DeliveryOutcomes.dropped(parcel, TOO_LARGE); // Kafka would reject it, too.
            return true;
        }
        try {
            long end = into.append(parcel.lane(), frame);
            stored(parcel);
            unread(parcel, 1);
            Receipt receipt = parcel instanceof Parcel.Batch batch ? batch.receipt() : null;
            if (receipt != null && receipt.isForKafka()) {
                receipts.add(parcel.lane(), end, receipt);
            } else if (receipt != null) {
                into.whenForced(isForced -> {
                    if (isForced) {
                        receipt.safe();
                    } else {
                        receipt.failed();
                    }
                });
            }
            return true;
        } catch (IOException e) {
            fails(e, nowNanos);
            return false;
        }
    }

    /**
     * Stores a parcel that was already sent, for a restart only. Returns the position after it, or
     * {@link #NOT_STORED}. Call this only while the lane has nothing unread.
     */
    long keep(ParcelDelivery delivery, long nowNanos) {
        Parcel parcel = delivery.parcel();
        Spool into = spool;
        byte[] frame = into == null ? null : frame(parcel, nowNanos);
        if (into == null || frame == null || frame.length > Spool.MAX_FRAME_BYTES) {
            return NOT_STORED;
        }
        try {
            long end = into.keep(parcel.lane(), frame);
            stored(parcel);
            into.whenForced(delivery::forced);
            return end;
        } catch (IOException e) {
            fails(e, nowNanos);
            return NOT_STORED;
        }
    }

    /** The bytes of a parcel; null if the disk fails or has no room for them. */
    private byte @Nullable [] frame(Parcel parcel, long nowNanos) {
        if (spool == null || !isOpen(nowNanos)) {
            return null;
        }
        byte[] frame = ParcelBytes.write(parcel);
        boolean hasRoom = spool.hasRoom(frame.length) || frame.length > Spool.MAX_FRAME_BYTES;
        refusedLength = hasRoom ? 0 : frame.length;
        return hasRoom ? frame : null;
    }

    private void stored(Parcel parcel) {
        DeliveryOutcomes.spooled(parcel);
        if (failure != null) {
            failure = null;
            LOG.info("spool: the disk works again");
        }
    }

    /**
     * The first unread parcel of the lanes that read together; null if there is none yet.
     */
    @Nullable
    Stored peek(long nowNanos) {
        Spool from = spool;
        while (from != null && shown == null && isReadable(nowNanos)) {
            Frame frame = read(from::peek, nowNanos);
            if (frame == null) {
                return null;
            }
            shown = sendable(from, frame);
        }
        return shown;
    }

    /** The content of a frame; null if it must not be sent, and was counted. */
    private @Nullable Stored sendable(Spool from, Frame frame) {
        Parcel parcel = parcel(from, frame);
        String whyNot = parcel == null ? null : whyNot(from, parcel, frame);
        if (parcel == null || whyNot == null) {
            return parcel == null ? null : new Stored(frame, parcel);
        }
        count(parcel, frame);
        from.take(frame);
        DeliveryOutcomes.dropped(parcel, whyNot);
        return null;
    }

    /** Why a parcel must not be sent; null if it may be. */
    private @Nullable String whyNot(Spool from, Parcel parcel, Frame frame) {
        if (frame.lane() >= lanes) {
            return NO_SUCH_PARTITION;
        }
        boolean canBeReadAgain = parcel instanceof Parcel.Batch batch && batch.origin() != null;
        boolean followsLoss =
                from.isRecovered(frame.end()) && from.damage().ranges.sum() > 0;
        return canBeReadAgain && followsLoss ? READ_AGAIN : null;
    }

    /**
     * The first unread parcel of a lane with its own cursor; null if there is none yet.
     */
    @Nullable
    Stored peek(int lane, long nowNanos) {
        Spool from = spool;
        while (from != null && from.isLeft(lane) && isReadable(nowNanos)) {
            Frame frame = read(() -> from.peek(lane), nowNanos);
            if (frame == null) {
                return null;
            }
            Stored stored = sendable(from, frame);
            if (stored != null) {
                return stored;
            }
        }
        return null;
    }

    private static @Nullable Parcel parcelOrNull(ParcelBytes bytes, Frame frame) {
        Parcel parcel = bytes.read(frame.bytes());
        return parcel == null || parcel.lane() != frame.lane() ? null : parcel;
    }

    private @Nullable Parcel parcel(Spool from, Frame frame) {
        Parcel parcel = parcelOrNull(bytes, frame);
        if (parcel == null) {
            from.countDamaged(frame);
        }
        return parcel;
    }

    private interface Reading {
        @Nullable
        Frame read() throws IOException;
    }

    private @Nullable Frame read(Reading reading, long nowNanos) {
        try {
            Frame frame = reading.read();
            if (readFailure != null) {
                readFailure = null;
                LOG.info("spool: reading works again");
            }
            return frame;
        } catch (IOException e) {
            failures.increment();
            readFailedNanos = nowNanos;
            if (readFailure == null) {
                LOG.warn("spool: reading fails and is retried every second: {}", e.toString());
            }
            readFailure = e.toString();
            return null;
        }
    }

    /** Whether to read now: false during the pause after a failure. */
    boolean isReadable(long nowNanos) {
        return readFailure == null || nowNanos - readFailedNanos >= READ_AGAIN_NANOS;
    }

    /** Marks the parcel of the last peek as sent. */
    void take(Stored stored) {
        count(stored.parcel, stored.frame);
        if (spool != null) {
            shown = spool.isLeft(stored.lane()) ? shown : null;
            spool.take(stored.frame);
        }
    }

    /** Moves on from the result of {@link #peek(long)}: its lane gets its own cursor. */
    void leave(Stored stored) {
        if (spool != null) {
            spool.leave(stored.frame);
        }
        shown = null;
    }

    private void count(Parcel parcel, Frame frame) {
        if (spool != null && spool.isRecovered(frame.end())) {
            DeliveryOutcomes.recovered(parcel);
        } else {
            unread(parcel, -1);
        }
    }

    /** Marks everything of the lane before this position as acknowledged. */
    void acknowledge(int lane, long position) {
        if (spool != null) {
            spool.acknowledge(lane, position);
            receipts.acknowledged(lane, position);
        }
    }

    /** Marks everything of the lane that was read as acknowledged. */
    void acknowledgeTaken(int lane) {
        if (spool != null) {
            spool.acknowledgeTaken(lane);
            if (!spool.hasUnread(lane)) {
                receipts.ended(lane);
            }
        }
    }

    private void unread(Parcel parcel, int sign) {
        if (parcel instanceof Parcel.Batch batch) {
            unread.merge(batch.counts(), (long) sign * batch.lineCount(), Long::sum);
        }
    }

    /** Checks for disk failures, and saves the acknowledged positions from time to time. */
    void save(long nowNanos) {
        if (spool == null || nowNanos - savedNanos <= SAVE_EVERY_NANOS) {
            return;
        }
        savedNanos = nowNanos;
        try {
            spool.checkForced();
            spool.save();
        } catch (IOException e) {
            fails(e, nowNanos);
        }
        if (!unread.isEmpty() && !spool.hasUnread()) {
            unread.forEach((counts, lines) -> {
                if (lines > 0) {
                    counts.dropped.add(SPOILED, lines);
                }
            });
            unread.clear();
        }
    }

    private void fails(IOException e, long nowNanos) {
        failures.increment();
        failedNanos = nowNanos;
        if (failure == null) {
            LOG.warn(
                    "spool: the disk fails and is retried every {} s; lines wait in memory only: {}",
                    TimeUnit.NANOSECONDS.toSeconds(LEAVE_ALONE_NANOS),
                    e.toString());
        }
        failure = e.toString();
    }

    void close() {
        if (spool != null) {
            spool.close();
        }
    }
}
