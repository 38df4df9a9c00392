package io.weir.gateway.publish;

import java.time.Duration;

/**
 * State of the route to Kafka at one moment.
 *
 * @param way the current route and its problems
 * @param waitingBytes unacknowledged bytes in the spool
 * @param roomBytes free room of the spool in bytes
 * @param growth growth of the spool in bytes per second
 * @param oldestMillis receive time of the oldest unacknowledged parcel, or 0
 */
public record SpoolState(Way way, long waitingBytes, long roomBytes, double growth, long oldestMillis) {
    /**
     * The current route and its problems.
     *
     * @param isSpooling whether lines go through the spool
     * @param isStuck whether Kafka accepts nothing, or not everything
     * @param answers whether Kafka acknowledges anything
     * @param trouble the topics that Kafka does not accept, and why; empty if Kafka accepts
     *     all or does not answer
     * @param hint the producer's reason for accepting nothing, or empty
     * @param disk why the spool's disk is not usable; empty if it is
     */
    public record Way(boolean isSpooling, boolean isStuck, boolean answers, String trouble, String hint, String disk) {}

    /** State of a gateway at its start. */
    static final SpoolState NOTHING = new SpoolState(new Way(false, false, false, "", "", ""), 0, 0, 0, 0);

    private static final long MIB = 1 << 20;
    /** Slower growth counts as none. */
    private static final double STILL = 1024;

    /** Whether everything goes to Kafka directly. */
    public boolean isDirect() {
        return !way.isSpooling && !way.isStuck;
    }

    /** Age of the oldest unacknowledged parcel at this time. */
    public double ageSeconds(long nowMillis) {
        return oldestMillis == 0 ? 0 : Math.max(0, nowMillis - oldestMillis) / 1000.0;
    }

    /** Description for the operator. */
    public String text() {
        return words() + (way.hint.isEmpty() ? "" : "; the producer reports: " + way.hint);
    }

    private String words() {
        if (!way.disk.isEmpty()) {
            return who() + ": the spool's disk fails (" + way.disk + "), so lines wait in memory";
        }
        if (!way.isSpooling && waitingBytes == 0) {
            return who() + ": lines wait in memory";
        }
        String spooled = ((waitingBytes + MIB - 1) / MIB) + " MiB in the spool";
        if (roomBytes <= 0) {
            return who() + ": " + spooled + ", which is full: lines are dropped";
        }
        if (growth > STILL) {
            return who() + ": " + spooled + ", room for " + about(roomBytes / growth);
        }
        if (growth < -STILL && way.trouble.isEmpty()) {
            return "catches up with Kafka: " + spooled + ", " + about(waitingBytes / -growth) + " to go";
        }
        return who() + ": " + spooled;
    }

    private String who() {
        if (!way.trouble.isEmpty()) {
            return "Kafka " + way.trouble;
        }
        return way.answers ? "Kafka is slow" : "Kafka is away";
    }

    private static String about(double seconds) {
        Duration time = Duration.ofSeconds((long) seconds);
        if (time.toMinutes() < 1) {
            return "less than a minute";
        }
        if (time.toHours() < 3) {
            return "about " + time.toMinutes() + " minutes";
        }
        return time.toDays() < 3 ? "about " + time.toHours() + " hours" : "about " + time.toDays() + " days";
    }
}
