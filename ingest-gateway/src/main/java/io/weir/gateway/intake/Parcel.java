package io.weir.gateway.intake;

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

    /** What it weighs in the hand-off, in bytes; never nothing, so that no number of parcels is free. */
    int weight();

    /** Lines of one partition, joined by {@code \n}; {@code counts} is told what becomes of them. */
    record Batch(int partition, BatchName name, byte[] lines, int lineCount, long receivedMillis, InputCounts counts)
            implements Parcel {
        @Override
        public int weight() {
            return lines.length + OVERHEAD;
        }
    }

    /**
     * Says that the gateway has put everything it received before {@code receivedMillis} in front of this.
     *
     * @param next the name of the first batch of the partition that need not be in front of this
     * @param lost how much of what was sent to it the gateway has lost since it began
     */
    record Tick(int partition, BatchName next, long receivedMillis, long lost) implements Parcel {
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
        public int weight() {
            return bytes.length + OVERHEAD;
        }
    }

    /** Nothing to send: {@code whenSafe} is run once everything in front of it is safe. See {@link HandOff#mark}. */
    record Mark(Runnable whenSafe) implements Parcel {
        @Override
        public long receivedMillis() {
            return 0;
        }

        @Override
        public int weight() {
            return OVERHEAD;
        }
    }
}
