package io.weir.processing.repeat;

/** Whether a memory may take more than it has. Asked only where it would. */
public interface Room {

    /** For a value that is longer than the one whose place it takes. */
    boolean forText();

    /** For a further stretch of time. */
    boolean forStretch();
}
