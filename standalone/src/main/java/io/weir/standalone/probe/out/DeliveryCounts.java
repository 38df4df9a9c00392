package io.weir.standalone.probe.out;

/** Counts what became of lines. Thread-safe. */
public interface DeliveryCounts {

    /** The receiver has them. */
    void sent(int lines);

    /**
     * Counts lost lines: the receiver was away for too long, or refused them. If it refused values of
     * a batch, it does not name their lines; then each value counts as a line, up to all of them.
     */
    void lost(long lines);
}
