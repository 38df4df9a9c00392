package io.weir.gateway.intake;

import java.util.StringJoiner;

/** The records and lines of a message that were refused, of which it describes the first. */
public final class RefusedRecords implements RefusalListener {
    private static final int MOST_DESCRIBED = 10;

    private final StringJoiner described = new StringJoiner("; ");
    private int count;

    /** Adds one with the place of the wrong value, or empty. */
    public void add(String reason, String pointer) {
        if (count < MOST_DESCRIBED) {
            described.add(pointer.isEmpty() ? reason : pointer + ": " + reason);
        }
        count++;
    }

    /** Called for a line of a record. */
    @Override
    public void refused(String reason, int line, int column) {
        add(reason, "");
    }

    /** How many were refused. */
    public int count() {
        return count;
    }

    /** The message for the sender. */
    public String message() {
        return count + " refused: " + described + (count > MOST_DESCRIBED ? "; …" : "") + "; all others are accepted";
    }
}
