package io.weir.gateway.intake;

/** Hears of the refused lines of one call, for an input that answers its sender. */
public interface RefusalListener {
    /** For senders that hear nothing. */
    RefusalListener NONE = (reason, line, column) -> {};

    /** {@code line} and {@code column} count from 1. */
    void refused(String reason, int line, int column);
}
