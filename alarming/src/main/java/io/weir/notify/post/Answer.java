package io.weir.notify.post;

import java.time.Duration;

/**
 * The answer to a request.
 *
 * @param said for people, on one line
 * @param pause what the receiver asks for before the next request; zero if it does not
 */
record Answer(Outcome outcome, String said, Duration pause) {

    private static final int SHOWN = 200;
    /** Who asks for more is asked again all the same: Kafka's retention goes on. */
    private static final long LONGEST_WAIT_SECONDS = 300;

    static Answer none(Outcome outcome, String said) {
        return new Answer(outcome, oneLine(said), Duration.ZERO);
    }

    /**
     * One over HTTP.
     *
     * @param retryAfter the header of that name, or empty; seconds only, since a date would need the clocks to agree
     */
    static Answer of(int status, String body, String retryAfter) {
        return new Answer(
                Outcome.ofStatus(status),
                oneLine("HTTP " + status + (body.isBlank() ? "" : ": " + body)),
                pause(retryAfter));
    }

    private static Duration pause(String retryAfter) {
        try {
            long seconds = Long.parseLong(retryAfter.strip());
            return Duration.ofSeconds(Math.max(0, Math.min(LONGEST_WAIT_SECONDS, seconds)));
        } catch (NumberFormatException e) {
            return Duration.ZERO;
        }
    }

    /** So that nobody's page looks like a log. */
    private static String oneLine(String text) {
        String line = text.strip().replaceAll("\\p{Cntrl}+", " ");
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
    }
}
