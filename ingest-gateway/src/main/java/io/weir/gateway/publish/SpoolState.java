package io.weir.gateway.publish;

import java.time.Duration;

/**
 * How the way to Kafka is, at a moment.
 *
 * @param way what lines go through, and what does not work
 * @param waitingBytes in the spool and not acknowledged
 * @param roomBytes by which the spool may grow
 * @param growth of the spool, in bytes a second
 * @param oldestMillis when the oldest was received that is not acknowledged; 0 if there is none
 */
public record SpoolState(Way way, long waitingBytes, long roomBytes, double growth, long oldestMillis) {
    /**
     * What lines go through, and what does not work.
     *
     * @param isSpooling whether lines go through the spool
     * @param isStuck whether Kafka takes nothing, or not everything
     * @param answers whether Kafka acknowledges something
     * @param trouble what Kafka does not take, and why; empty if it says nothing
     * @param hint what the producer says that gets rid of nothing; empty if it says nothing
     * @param disk why the spool's disk cannot be used; empty if it can
     */
    public record Way(boolean isSpooling, boolean isStuck, boolean answers, String trouble, String hint, String disk) {}

    /** That of a gateway at its start. */
    static final SpoolState NOTHING = new SpoolState(new Way(false, false, false, "", "", ""), 0, 0, 0, 0);

    private static final long MIB = 1 << 20;
    /** Slower than this is no growth. */
    private static final double STILL = 1024;

    /** Whether everything goes to Kafka directly. */
    public boolean isDirect() {
        return !way.isSpooling && !way.isStuck;
    }

    /** How old the oldest is at this time. */
    public double ageSeconds(long nowMillis) {
        return oldestMillis == 0 ? 0 : Math.max(0, nowMillis - oldestMillis) / 1000.0;
    }

    /** In words for the operator. */
    public String text() {
        return words() + (way.hint.isEmpty() ? "" : "; the producer says: " + way.hint);
    }

    private String words() {
        if (!way.disk.isEmpty()) {
            return who() + ": the disk of the spool fails (" + way.disk + "), so lines wait in memory";
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
