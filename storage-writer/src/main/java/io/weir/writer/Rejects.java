package io.weir.writer;

import java.util.concurrent.CountDownLatch;

/** Storage for rejected lines. */
interface Rejects {
    /**
     * For lines that were read from {@code metrics.rejected}, and so are there already. A second record would be
     * read, and refused, again.
     */
    Rejects KEPT_ALREADY = new Rejects() {
        @Override
        public void keep(byte[] line, String reason, String source) {}

        @Override
        public void forget() {}

        @Override
        public boolean flush(CountDownLatch stop) {
            return true;
        }
    };

    /**
     * Adds a line, which is safe only after {@link #flush}.
     *
     * @param line must not be modified afterwards
     * @param reason a code, a colon, the store's message
     * @param source origin of the line: {@code partition/offset}
     */
    void keep(byte[] line, String reason, String source);

    /** Discards lines added since the last {@link #flush}: they will be read again. */
    void forget();

    /**
     * Waits until all lines added since the last call are safe in Kafka.
     *
     * @param stop gives up soon after it opens
     * @return whether all are safe; if false, they are discarded
     */
    boolean flush(CountDownLatch stop);

    /** Where the lines are, for operators. */
    default String keeper() {
        return "metrics.rejected";
    }
}
