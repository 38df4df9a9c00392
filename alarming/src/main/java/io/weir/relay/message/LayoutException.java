package io.weir.relay.message;

/** A line cannot be written as a record. */
final class LayoutException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    LayoutException(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    /** A short code for the rejection. */
    String reason() {
        return reason;
    }
}
