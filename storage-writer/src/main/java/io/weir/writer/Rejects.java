package io.weir.writer;

import java.util.concurrent.CountDownLatch;

/** Where refused lines are kept. */
interface Rejects {

    /**
     * Takes a line; it is safe only after {@link #flush}.
     *
     * @param line the caller does not touch it any more
     * @param reason a code, a colon, the store's own words
     * @param source where it came from: {@code partition/offset}
     */
    void keep(byte[] line, String reason, String source);

    /** Forgets what was taken since the last {@link #flush}: it will come again. */
    void forget();

    /**
     * Waits until everything taken since the last call is safe.
     *
     * @param stop gives up soon after it opens
     * @return whether it is; if not, it is forgotten
     */
    boolean flush(CountDownLatch stop);
}
