package io.weir.gateway.mapping;

import com.fasterxml.jackson.core.JsonPointer;

/** Writes the records of messages as lines, with timestamps in nanoseconds. Belongs to one thread. */
public interface RecordLines {
    /** Receives lines and the records that are refused. */
    interface Target {
        /** Called with whole lines, {@code of[0, length)}, which must not be retained. */
        void lines(byte[] of, int length);

        /**
         * Called for a record, {@code of[from, to)}. {@code where} is the place in the record of the wrong
         * value, and {@code at} the index of its first byte.
         */
        void refused(RecordError why, JsonPointer where, byte[] of, int from, int to, int at);

        /** Called with the number of texts between records, such as lines of a log. */
        default void passedOver(int texts) {}
    }

    /**
     * Reads a message, and refuses each wrong record alone. Hands over the lines in portions, the same
     * ones for the same message.
     */
    void read(byte[] bytes, int from, int to);
}
