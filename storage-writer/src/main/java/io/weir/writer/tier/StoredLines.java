package io.weir.writer.tier;

import java.util.concurrent.CountDownLatch;

/** Told of every body that the store has taken, before its offsets are committed. Used by one thread. */
public interface StoredLines {

    /** For a store without tiers. */
    StoredLines UNNOTED = (bytes, length, stop) -> true;

    /**
     * Notes what must not be forgotten of them.
     *
     * @param bytes canonical lines, each ended by a newline, at {@code [0, length)}; blank ones were refused
     * @param stop gives up once it is open
     * @return whether it is noted durably, so that the offsets may be committed
     */
    boolean stored(byte[] bytes, int length, CountDownLatch stop);
}
