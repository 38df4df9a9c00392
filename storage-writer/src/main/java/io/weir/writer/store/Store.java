package io.weir.writer.store;

/**
 * Storage of metrics. Used by one thread, except {@link #cancel}. Problems of the store are
 * returned as a {@link Reply}, never thrown.
 */
public interface Store extends AutoCloseable {

    /** The store's address as configured, without secrets. */
    String url();

    /**
     * Creates everything that the store needs for these lines, such as databases and tables.
     * Reports lines that can never be stored to {@code refusals}, which removes them from
     * {@code bytes} during the call. May rewrite others in place.
     *
     * @param bytes canonical lines, each ended by a newline, at {@code [0, length)}
     * @return {@link Reply.Stored} if the rest may now be written, else {@link Reply.Away}
     */
    Reply prepare(byte[] bytes, int length, Refusals refusals);

    /** Writes the lines at {@code [from, to)} in one request. */
    Reply write(byte[] bytes, int from, int to);

    /**
     * Whether a rejection since {@link #prepare} has provided new information. Another
     * {@link #prepare} may then detect bad lines, or correct them, which is far cheaper than
     * isolating each. False where the store's answers do not say what would help.
     */
    default boolean hasLearnt() {
        return false;
    }

    /** Cancels a running call, whose reply is then {@link Reply.Away}. Any thread may call this. */
    void cancel();

    /** Closes all connections. */
    @Override
    void close();
}
