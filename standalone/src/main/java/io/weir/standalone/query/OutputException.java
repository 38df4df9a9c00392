package io.weir.standalone.query;

import java.io.IOException;

/** The output cannot be written. */
final class OutputException extends IOException {
    private static final long serialVersionUID = 1L;
    /** The words of the C library; Java has no other sign of it. The script weir selects English. */
    private static final String NOBODY_READS = "Broken pipe";

    OutputException(IOException cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }

    /** Whether the reader of a pipe, such as head, has ended. */
    boolean isPipeClosed() {
        return NOBODY_READS.equals(getMessage());
    }
}
