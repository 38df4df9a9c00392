package io.weir.writer.store.clickhouse;

/** No table can store such lines. */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param reason for the sender of the line */
    RefusedException(String reason) {
        super(reason);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
