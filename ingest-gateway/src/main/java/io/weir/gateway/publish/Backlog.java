package io.weir.gateway.publish;

import io.weir.gateway.intake.InputCounts;
import io.weir.gateway.intake.Parcel;
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
 * The parcels in the spool, or none where there is no spool. A disk that fails is left alone for a while, and counted; what is in
 * memory then stays there. Belongs to the publishing thread.
 */
final class Backlog {
    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);
    private static final long LEAVE_ALONE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long SAVE_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Why lines of an earlier process are dropped: the topic has fewer partitions now. */
    private static final String NO_SUCH_PARTITION = "no-such-partition";

    private static final String TOO_LARGE = "record-too-large";
    /** Why lines of this process are dropped: what was read from the disk is not what was written. */
    private static final String SPOILED = "spool-spoiled";

    private final @Nullable Spool spool;
    private final ParcelBytes bytes;
    private final int partitions;
    private final LongAdder failures;
    /** Lines stored by this process and not read yet; what is left when all is read was spoiled. */
    private final Map<InputCounts, Long> unread = new HashMap<>();

    private boolean isFailed;
    private long failedNanos;
    private long savedNanos;
    private int refusedLength;
    private @Nullable Parcel shown;

    /** {@code countsOf} an input by its name; {@code failures} of the disk are counted there. */
    Backlog(@Nullable Spool spool, Function<String, InputCounts> countsOf, int partitions, LongAdder failures) {
        this.spool = spool;
        this.bytes = new ParcelBytes(countsOf);
        this.partitions = partitions;
        this.failures = failures;
    }

    /** Whether there is a spool and its disk does not fail; with room or not. */
    boolean isUsable(long nowNanos) {
        return spool != null && !(isFailed && nowNanos - failedNanos < LEAVE_ALONE_NANOS);
    }

    /** Whether there is something that was not sent since the start. */
    boolean hasUnread() {
        return spool != null && !spool.isRead();
    }

    /** Whether what was to be stored last found no room, and there is none yet. */
    boolean isFull() {
        return spool != null && refusedLength > 0 && !spool.hasRoom(refusedLength);
    }

    /** How much of the room is taken, from 0 to 1. */
    double fullness() {
        if (spool == null) {
            return 0;
        }
        return isFull() ? 1 : Math.min(1, (double) spool.usedBytes() / Math.max(1, spool.capacity()));
    }

    long waitingBytes() {
        return spool == null ? 0 : spool.waitingBytes();
    }

    /** How many bytes more there is room for. */
    long roomBytes() {
        return spool == null || isFull() ? 0 : Math.max(0, spool.capacity() - spool.usedBytes());
    }

    /** Stores a parcel; returns the position behind it, or {@link Window#NOT_STORED} where there is no room or the disk fails. */
    long store(Parcel parcel, long nowNanos) {
        long end = append(parcel, nowNanos);
        if (end != Window.NOT_STORED) {
            unread(parcel, 1);
        }
        return end;
    }

    private long append(Parcel parcel, long nowNanos) {
        if (spool == null || !isUsable(nowNanos)) {
            return Window.NOT_STORED;
        }
        byte[] frame = ParcelBytes.write(parcel);
        if (frame.length > Spool.MAX_FRAME_BYTES) {
            Fate.dropped(parcel, TOO_LARGE); // Larger than what Kafka takes, too.
            unread(parcel, -1);
            return spool.end();
        }
        if (!spool.hasRoom(frame.length)) {
            refusedLength = frame.length;
            return Window.NOT_STORED;
        }
        refusedLength = 0;
        try {
            long end = spool.append(frame);
            Fate.spooled(parcel);
            works();
            return end;
        } catch (IOException e) {
            fails(e, nowNanos);
            return Window.NOT_STORED;
        }
    }

    /** As {@link #store} for what was sent already: it is only kept for a restart. To be called while nothing is unread. */
    long keep(Parcel parcel, long nowNanos) {
        long end = append(parcel, nowNanos);
        if (spool != null && end != Window.NOT_STORED) {
            spool.passOver();
        }
        return end;
    }

    /** The first unread parcel, or null. */
    @Nullable
    Parcel peek() {
        Spool from = spool;
        while (from != null && shown == null) {
            byte[] frame = from.peek();
            if (frame == null) {
                return null;
            }
            Parcel parcel = bytes.read(frame);
            if (parcel == null) {
                from.cutShown();
            } else if (parcel.partition() < partitions) {
                shown = parcel;
            } else {
                count(parcel, from.take());
                Fate.dropped(parcel, NO_SUCH_PARTITION);
            }
        }
        return shown;
    }

    /** The position behind what {@link #peek} showed. */
    long shownEnd() {
        return spool == null ? 0 : spool.shownEnd();
    }

    /** Reads past what {@link #peek} showed. */
    void take() {
        Parcel parcel = shown;
        if (spool != null && parcel != null) {
            count(parcel, spool.take());
            shown = null;
        }
    }

    private void count(Parcel parcel, long end) {
        if (spool != null && spool.isRecovered(end)) {
            Fate.recovered(parcel);
        } else {
            unread(parcel, -1);
        }
    }

    /** Everything before this position is acknowledged. */
    void acknowledge(long position) {
        if (spool != null) {
            spool.acknowledge(position);
        }
    }

    /** Everything that was read is acknowledged. */
    void acknowledgeRead() {
        if (spool != null) {
            spool.acknowledge(spool.readPosition());
            if (spool.isRead() && !unread.isEmpty()) {
                unread.forEach((counts, lines) -> {
                    if (lines > 0) {
                        counts.dropped.add(SPOILED, lines);
                    }
                });
                unread.clear();
            }
        }
    }

    private void unread(Parcel parcel, int sign) {
        if (parcel instanceof Parcel.Batch batch) {
            unread.merge(batch.counts(), (long) sign * batch.lineCount(), Long::sum);
        }
    }

    /** Saves from time to time how far it is acknowledged. */
    void save(long nowNanos) {
        if (spool != null && nowNanos - savedNanos > SAVE_EVERY_NANOS) {
            savedNanos = nowNanos;
            try {
                spool.save();
            } catch (IOException e) {
                fails(e, nowNanos);
            }
        }
    }

    private void fails(IOException e, long nowNanos) {
        failures.increment();
        failedNanos = nowNanos;
        if (!isFailed) {
            isFailed = true;
            LOG.warn(
                    "spool: the disk fails; lines wait in memory only, and the disk is tried again every {} s: {}",
                    TimeUnit.NANOSECONDS.toSeconds(LEAVE_ALONE_NANOS),
                    e.toString());
        }
    }

    private void works() {
        if (isFailed) {
            isFailed = false;
            LOG.info("spool: the disk works again");
        }
    }

    void close() {
        if (spool != null) {
            spool.close();
        }
    }
}
