package io.weir.processing.suppress;

/** Decides whether a memory may grow. Called only for growth. */
public interface Room {

    /** Whether a value may be longer than the one that it replaces. */
    boolean forText();

    /** Whether another stretch of time may be remembered. */
    boolean forStretch();
}
