package io.weir.standalone.send;

import java.io.IOException;
import java.util.Optional;

/** Asks the meters before the sending and, until all has come to its end or patience does, after it. For one thread. */
final class Accountant {
    private static final String DATAGRAMS = "gateway_datagrams";
    private static final long LOOK_AGAIN_NANOS = 200_000_000;
    private static final long COUNTED_WITHIN_NANOS = 3_000_000_000L;

    private final MetersClient client;
    private final Meters before;

    private Accountant(MetersClient client, Meters before) {
        this.client = client;
        this.before = before;
    }

    /**
     * Notes what the meters say before anything is sent; {@code knock} sends one datagram, by which one sees that these are the
     * right meters.
     *
     * @throws IOException if they cannot be had, or do not count that datagram
     */
    static Accountant begin(MetersClient client, Knock knock, Time time) throws IOException, InterruptedException {
        long datagrams = client.now().count(DATAGRAMS);
        long startNanos = time.nanos();
        knock.run();
        Meters now = client.now();
        while (now.count(DATAGRAMS) <= datagrams) {
            if (time.nanos() - startNanos > COUNTED_WITHIN_NANOS) {
                throw new IOException("they do not count what is sent there, so they are another gateway's");
            }
            time.park(LOOK_AGAIN_NANOS);
            now = client.now();
        }
        return new Accountant(client, now);
    }

    /** Sends one datagram without lines. */
    interface Knock {
        void run() throws IOException;
    }

    /** Waits at most {@code waitNanos} for what was sent. */
    Account end(Sent sent, long waitNanos, Time time, Progress progress) throws IOException, InterruptedException {
        Journey journey = new Journey(before, sent.datagrams());
        long startNanos = time.nanos();
        while (true) {
            long nanos = time.nanos();
            boolean isLastLook = nanos - startNanos >= waitNanos;
            try {
                Meters now = client.now();
                if (journey.isOver(now)) {
                    return new Account(sent, before, now, Optional.empty());
                }
                if (isLastLook) {
                    return new Account(sent, before, now, Optional.of(journey.awaited()));
                }
            } catch (IOException e) {
                // A gateway that is started again may come back.
                if (isLastLook) {
                    throw e;
                }
            }
            if (progress.isDue(nanos)) {
                progress.say(nanos, "waiting: " + journey.awaited());
            }
            time.park(LOOK_AGAIN_NANOS);
        }
    }
}
