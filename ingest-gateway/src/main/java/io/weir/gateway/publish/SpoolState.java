package io.weir.gateway.publish;

import java.time.Duration;

/**
 * How the way to Kafka is, at a moment.
 *
 * @param isSpooling whether lines go through the spool
 * @param answers whether Kafka acknowledges something
 * @param waitingBytes in the spool and not acknowledged
 * @param roomBytes by which the spool may grow
 * @param growth of the spool, in bytes a second
 * @param oldestMillis when the oldest was received that is not acknowledged; 0 if there is none
 */
public record SpoolState(
        boolean isSpooling, boolean answers, long waitingBytes, long roomBytes, double growth, long oldestMillis) {
    /** That of a gateway at its start. */
    static final SpoolState NOTHING = new SpoolState(false, false, 0, 0, 0, 0);

    private static final long MIB = 1 << 20;
    /** Slower than this is no growth. */
    private static final double STILL = 1024;

    /** How old the oldest is at this time. */
    public double ageSeconds(long nowMillis) {
        return oldestMillis == 0 ? 0 : Math.max(0, nowMillis - oldestMillis) / 1000.0;
    }

    /** In words for the operator. */
    public String text() {
        String spooled = ((waitingBytes + MIB - 1) / MIB) + " MiB in the spool";
        if (roomBytes <= 0) {
            return who() + ": " + spooled + ", which is full: lines are dropped";
        }
        if (growth > STILL) {
            return who() + ": " + spooled + ", room for " + about(roomBytes / growth);
        }
        if (growth < -STILL) {
            return "catches up with Kafka: " + spooled + ", " + about(waitingBytes / -growth) + " to go";
        }
        return who() + ": " + spooled;
    }

    private String who() {
        return answers ? "Kafka is slow" : "Kafka is away";
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
