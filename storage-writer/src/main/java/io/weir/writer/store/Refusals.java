package io.weir.writer.store;

/** Receives lines that a store rejects permanently. */
@FunctionalInterface
public interface Refusals {

    /**
     * The line at {@code [from, to)} of the current batch must be kept elsewhere and must not be
     * written.
     *
     * @param reason the store's own message if available
     */
    void refused(int from, int to, String reason);
}
