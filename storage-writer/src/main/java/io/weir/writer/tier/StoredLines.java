package io.weir.writer.tier;

import java.util.concurrent.CountDownLatch;

/**
 * Notified of every batch that the store has accepted, before its offsets are committed. Used by
 * one thread.
 */
public interface StoredLines {

    /** For a store without tiers. */
    StoredLines IGNORED = (bytes, length, stop) -> true;

    /**
     * Records durable information about the lines.
     *
     * @param bytes canonical lines, each ended by a newline, at {@code [0, length)}; blank ones
     *     were rejected
     * @param stop gives up once it is open
     * @return whether it is recorded durably, so that the offsets may be committed
     */
    boolean stored(byte[] bytes, int length, CountDownLatch stop);
}
