package io.weir.gateway.http;

import io.weir.gateway.intake.RefusalListener;

/**
 * Collects the rejected lines of one request and describes the first few. Reusable; belongs to one
 * event loop.
 */
final class BadLines implements RefusalListener {
    private static final int LISTED = 5;

    private final StringBuilder listed = new StringBuilder();
    private int count;

    void clear() {
        listed.setLength(0);
        count = 0;
    }

    @Override
    public void refused(String reason, int line, int column) {
        if (count++ < LISTED) {
            listed.append(count == 1 ? "" : ", ")
                    .append("line ")
                    .append(line)
                    .append(" column ")
                    .append(column)
                    .append(' ')
                    .append(reason);
        }
    }

    int count() {
        return count;
    }

    /**
     * Uses InfluxDB's wording, from which clients know that a retry is useless:
     * {@code partial write} if other lines were accepted.
     */
    String message(int taken) {
        String more = count > LISTED ? " and " + (count - LISTED) + " more" : "";
        return (taken > 0 ? "partial write: " : "") + "unable to parse: " + listed + more + " dropped=" + count;
    }
}
