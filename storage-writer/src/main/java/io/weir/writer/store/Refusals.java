package io.weir.writer.store;

/** Takes note of lines that a store will never take. */
@FunctionalInterface
public interface Refusals {

    /**
     * The line at {@code [from, to)} of the body in hand is to be kept elsewhere and not to be written.
     *
     * @param reason in the store's own words where it has any
     */
    void refused(int from, int to, String reason);
}
