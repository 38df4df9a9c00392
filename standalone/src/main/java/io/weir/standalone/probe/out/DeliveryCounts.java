package io.weir.standalone.probe.out;

/** Counts what became of lines. Thread-safe. */
public interface DeliveryCounts {

    /** The receiver has them. */
    void sent(int lines);

    /** Nobody has them: the receiver was away for too long, or refused them. */
    void lost(long lines);
}
