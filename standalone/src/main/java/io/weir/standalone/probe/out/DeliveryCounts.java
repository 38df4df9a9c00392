package io.weir.standalone.probe.out;

/** Counts what became of lines. Thread-safe. */
public interface DeliveryCounts {

    /** The receiver has them. */
    void sent(int lines);

    /**
     * Nobody has them: the receiver was away for too long, or refused them. If it refused values of
     * a batch, it does not say of which lines; then each value counts as a line, up to all of them.
     */
    void lost(long lines);
}
