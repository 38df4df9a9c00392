package io.weir.gateway.intake;

/** Receives the rejected lines of one call, for inputs that answer their senders. */
public interface RefusalListener {
    /** For inputs that do not answer. */
    RefusalListener NONE = (reason, line, column) -> {};

    /** {@code line} and {@code column} count from 1. */
    void refused(String reason, int line, int column);
}
