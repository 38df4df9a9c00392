package io.weir.writer.store;

/**
 * Where metrics are kept. Used by one thread, but for {@link #cancel}. Nothing here throws for what a store says or
 * fails to say; that is a {@link Reply}.
 */
public sealed interface Store extends AutoCloseable permits InfluxDb, QuestDb {

    /** The store's address as the operator wrote it, without secrets. */
    String url();

    /**
     * Sees to what the store needs before these lines may come, such as databases and tables. Lines that can never be
     * stored are told to {@code refusals}, which takes them out of {@code bytes} before this goes on; others may be spelled
     * anew in place.
     *
     * @param bytes canonical lines, each ended by a newline, at {@code [0, length)}
     * @return {@link Reply.Stored} if the rest may now be written, else {@link Reply.Away}
     */
    Reply prepare(byte[] bytes, int length, Refusals refusals);

    /** Writes the lines at {@code [from, to)} in one request. */
    Reply write(byte[] bytes, int from, int to);

    /**
     * Whether a refusal has taught something new since {@link #prepare}, so that another one may tell bad lines on sight,
     * or make good ones of them, which is far cheaper than to look for each.
     */
    boolean hasLearnt();

    /** Breaks off a call under way, whose reply is then {@link Reply.Away}; from any thread. */
    void cancel();

    /** Gives up connections. */
    @Override
    void close();
}
