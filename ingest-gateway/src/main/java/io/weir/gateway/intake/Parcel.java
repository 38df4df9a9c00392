package io.weir.gateway.intake;

import org.jspecify.annotations.Nullable;

/** One record on its way from an event loop to Kafka; immutable, and its byte arrays must not be written to. */
@SuppressWarnings("ArrayRecordComponent") // Parcels are never compared; their bytes are not copied on the way.
public sealed interface Parcel {
    /** Bytes that any parcel costs besides its value: objects, queue node, headers. */
    int OVERHEAD = 256;

    /** When the gateway received what is in it, in milliseconds since the epoch: the record's timestamp. */
    long receivedMillis();

    /** The partition of {@code metrics.raw} that it is for; 0 if it is for none. */
    default int partition() {
        return 0;
    }

    /** Whose order it keeps: 0 for the refused, else one more than the partition. */
    default int lane() {
        return partition() + 1;
    }

    /** What it weighs in the hand-off, in bytes; never nothing, so that no number of parcels is free. */
    int weight();

    /**
     * Lines of one partition, joined by {@code \n}.
     *
     * @param counts is told what becomes of them
     * @param receipt is told, too; null if nobody waits for it
     * @param origin where its lines can be read again; null if nowhere
     */
    record Batch(
            int partition,
            BatchName name,
            byte[] lines,
            int lineCount,
            long receivedMillis,
            InputCounts counts,
            @Nullable Receipt receipt,
            @Nullable BatchOrigin origin)
            implements Parcel {
        /** Lines for which nobody waits. */
        public Batch(
                int partition, BatchName name, byte[] lines, int lineCount, long receivedMillis, InputCounts counts) {
            this(partition, name, lines, lineCount, receivedMillis, counts, null, null);
        }

        @Override
        public int weight() {
            return lines.length
                    + OVERHEAD
                    + (origin == null ? 0 : origin.offsets().length());
        }
    }

    /**
     * Says that the gateway has put everything it received before {@code receivedMillis} in front of this.
     *
     * @param next the name of the first batch of the partition that need not be in front of this
     * @param lost how much of what was sent to it the gateway has lost since it began
     * @param behindMillis the gateway's time if it has not sent everything that it received until then; else {@link #NOT_BEHIND}
     */
    record Tick(int partition, BatchName next, long receivedMillis, long lost, long behindMillis) implements Parcel {
        /** Of a tick of a gateway that has nothing older to send. */
        public static final long NOT_BEHIND = -1;

        /** One of a gateway that has nothing older to send. */
        public Tick(int partition, BatchName next, long receivedMillis, long lost) {
            this(partition, next, receivedMillis, lost, NOT_BEHIND);
        }

        /** The same from a gateway that has not sent everything that it received until now. */
        public Tick behind(long nowMillis) {
            return new Tick(partition, next, receivedMillis, lost, nowMillis);
        }

        @Override
        public int weight() {
            return OVERHEAD;
        }
    }

    /** Says what is set for the farm from here on: the bytes of a {@code FarmState}. */
    record State(int partition, byte[] state, long receivedMillis) implements Parcel {
        @Override
        public int weight() {
            return state.length + OVERHEAD;
        }
    }

    /**
     * A line that was refused.
     *
     * @param source who sent it, {@code address:port} for a datagram
     * @param line which line of its datagram it was, from 1
     * @param at index of the offending byte in {@code bytes}
     * @param counts is told if it does not get to the topic of the rejected
     */
    record Refused(
            byte[] bytes, String reason, String source, int line, int at, long receivedMillis, InputCounts counts)
            implements Parcel {
        @Override
        public int lane() {
            return 0;
        }

        @Override
        public int weight() {
            return bytes.length + OVERHEAD;
        }
    }
}
