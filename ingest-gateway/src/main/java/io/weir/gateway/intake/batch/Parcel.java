package io.weir.gateway.intake.batch;

import io.weir.gateway.intake.count.InputCounts;
import org.jspecify.annotations.Nullable;

/**
 * One record on its way from an event loop to Kafka. Immutable: its byte arrays must not be
 * modified.
 */
@SuppressWarnings("ArrayRecordComponent") // Parcels are never compared or copied.
public sealed interface Parcel {
    /** Fixed cost of a parcel in bytes: objects, queue node, headers. */
    int OVERHEAD = 256;

    /**
     * Receive time of the content in milliseconds since the epoch; becomes the timestamp of the
     * record.
     */
    long receivedMillis();

    /** The partition of {@code metrics.raw}; 0 if the parcel goes to another topic. */
    default int partition() {
        return 0;
    }

    /** Parcels of one lane stay in order: 0 for rejected lines, else the partition plus one. */
    default int lane() {
        return partition() + 1;
    }

    /**
     * Weight in the queue, in bytes. Always above 0, so that the number of parcels is bounded
     * too.
     */
    int weight();

    /**
     * Lines of one partition, joined by {@code \n}.
     *
     * @param counts counts the outcome of the lines
     * @param receipt is notified of the outcome, too; null if no sender waits
     * @param origin where the lines can be read again; null if nowhere
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
        /** Lines for which no sender waits. */
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
     * Marks that everything that the gateway received before {@code receivedMillis} is earlier in
     * the partition.
     *
     * @param next name of the first batch of the partition that may come after this tick
     * @param lost number of lines and datagrams that the gateway has lost since it started
     * @param sentMillis the gateway's current time if it still has older lines to send; else
     *     {@link #NOT_BEHIND}
     */
    record Tick(int partition, BatchName next, long receivedMillis, long lost, long sentMillis) implements Parcel {
        /** Value for a gateway that has nothing older to send. */
        public static final long NOT_BEHIND = -1;

        /** A tick of a gateway that has nothing older to send. */
        public Tick(int partition, BatchName next, long receivedMillis, long lost) {
            this(partition, next, receivedMillis, lost, NOT_BEHIND);
        }

        /**
         * The same tick, from a gateway that still has lines received before {@code nowMillis} to
         * send.
         */
        public Tick behind(long nowMillis) {
            return new Tick(partition, next, receivedMillis, lost, nowMillis);
        }

        @Override
        public int weight() {
            return OVERHEAD;
        }
    }

    /** State marker: the farm state from here on, as the bytes of a {@code FarmState}. */
    record State(int partition, byte[] state, long receivedMillis) implements Parcel {
        @Override
        public int weight() {
            return state.length + OVERHEAD;
        }
    }

    /**
     * A rejected line.
     *
     * @param source the sender, {@code address:port} for a datagram
     * @param line number of the line in its datagram, from 1
     * @param at index of the offending byte in {@code bytes}
     * @param counts counts the line if it does not reach {@code metrics.rejected}
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
