package io.weir.processing.suppress;

/** Decides whether a filter may take more memory. Called only for growth. */
public interface GrowthLimit {

    /** Whether a kept value may be longer than the one that it replaces. */
    boolean allowsText();

    /** Whether another stretch of time may be kept. */
    boolean allowsStretch();
}
