package io.weir.notify.post;

import java.time.Duration;

/**
 * The answer to a request.
 *
 * @param text text for people, on one line
 * @param pause wait that the receiver asks for before the next request; otherwise zero
 */
record Answer(Outcome outcome, String text, Duration pause) {

    private static final int SHOWN = 200;
    /** Longest wait that a receiver can ask for: Kafka's retention continues meanwhile. */
    private static final long LONGEST_WAIT_SECONDS = 300;

    static Answer none(Outcome outcome, String text) {
        return new Answer(outcome, oneLine(text), Duration.ZERO);
    }

    /**
     * Evaluates an HTTP answer.
     *
     * @param retryAfter the header of that name, or empty. Only seconds are supported: a date would
     *     need synchronized clocks
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

    /** Puts an answer on one line, so that its text cannot look like log lines. */
    private static String oneLine(String text) {
        String line = text.strip().replaceAll("\\p{Cntrl}+", " ");
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
    }
}
