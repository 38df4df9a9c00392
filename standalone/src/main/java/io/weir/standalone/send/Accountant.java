package io.weir.standalone.send;

import java.io.IOException;
import java.util.Optional;

/**
 * Reads the meters before sending, and after it until all lines have an outcome or the wait times
 * out. For one thread.
 */
final class Accountant {
    private static final String DATAGRAMS = "gateway_datagrams";
    private static final long POLL_NANOS = 200_000_000;
    private static final long COUNTED_WITHIN_NANOS = 3_000_000_000L;

    private final MetersClient client;
    private final Meters before;

    private Accountant(MetersClient client, Meters before) {
        this.client = client;
        this.before = before;
    }

    /**
     * Reads the meters before anything is sent.
     *
     * @param knock sends one datagram, to verify that the meters belong to the target
     * @throws IOException if the meters are not readable, or do not count that datagram
     */
    static Accountant begin(MetersClient client, Knock knock, Time time) throws IOException, InterruptedException {
        long datagrams = client.now().count(DATAGRAMS);
        long startNanos = time.nanos();
        knock.run();
        Meters now = client.now();
        while (now.count(DATAGRAMS) <= datagrams) {
            if (time.nanos() - startNanos > COUNTED_WITHIN_NANOS) {
                throw new IOException("they do not count the datagrams sent there, so they belong to another gateway");
            }
            time.park(POLL_NANOS);
            now = client.now();
        }
        return new Accountant(client, now);
    }

    /** Sends one datagram without lines. */
    interface Knock {
        void run() throws IOException;
    }

    /** Waits at most {@code waitNanos} for the sent lines. */
    Account end(Sent sent, long waitNanos, Time time, Progress progress) throws IOException, InterruptedException {
        Journey journey = new Journey(before, sent.datagrams());
        long startNanos = time.nanos();
        while (true) {
            long nanos = time.nanos();
            boolean isLastPoll = nanos - startNanos >= waitNanos;
            try {
                Meters now = client.now();
                boolean isOver = journey.isOver(now);
                // A hop ends with one answer, and the next hop begins with another one.
                for (int hop = 1; isLastPoll && !isOver && hop < Hop.WAY.size(); hop++) {
                    now = client.now();
                    isOver = journey.isOver(now);
                }
                if (isOver) {
                    return new Account(sent, before, now, Optional.empty());
                }
                if (isLastPoll) {
                    return new Account(sent, before, now, Optional.of(journey.awaited()));
                }
            } catch (IOException e) {
                // A gateway that restarts may return.
                if (isLastPoll) {
                    throw e;
                }
            }
            if (progress.isDue(nanos)) {
                progress.say(nanos, "waiting: " + journey.awaited());
            }
            time.park(POLL_NANOS);
        }
    }
}
