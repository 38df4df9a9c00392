package io.weir.notify.alertmanager;

import io.weir.notify.alertmanager.AlertBook.Page;
import io.weir.notify.post.Outcome;
import io.weir.notify.post.Receiver;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Tells one Alertmanager what is in the book: what changes, at once; everything, every so often. What could not be told waits in
 * the book. Used by one thread, but for {@link #lag}.
 */
final class AlertSender {
    /** As Prometheus does it; of 50 000 alerts that are two hundred requests. */
    private static final int ALERTS_PER_REQUEST = 256;

    /** A lasting alert that was not told again for so many times is over: whoever told it is away. */
    private static final int LIFETIME = 3;

    /** So long is told again that an alert is over, for an Alertmanager that was away; as Prometheus does it. */
    private static final Duration TELL_RESOLVED = Duration.ofMinutes(15);

    private static final long EVERYTHING = Long.MAX_VALUE;

    private final AlertBook book;
    private final Receiver receiver;
    private final Duration resend;
    private final Clock clock;
    private volatile long told;
    private long toldAgain;
    private long toTellAgain;

    AlertSender(AlertBook book, Receiver receiver, Duration resend, Clock clock) {
        this.book = book;
        this.receiver = receiver;
        this.resend = resend;
        this.clock = clock;
    }

    /** Sends until it is interrupted. */
    void run() throws InterruptedException {
        while (!book.isWhole()) {
            book.await(0, resend.toMillis());
        }
        long dueNanos = System.nanoTime() + resend.toNanos();
        while (true) {
            if (System.nanoTime() - dueNanos >= 0) {
                dueNanos = System.nanoTime() + resend.toNanos();
                book.forgetResolvedBefore(clock.instant().minus(TELL_RESOLVED));
                toldAgain = 0;
                toTellAgain = told;
            }
            if (!sendNews() && !sendAgain()) {
                long millis = TimeUnit.NANOSECONDS.toMillis(dueNanos - System.nanoTime()) + 1;
                book.await(told, Math.max(1, millis));
            }
        }
    }

    /** How many alerts have changed that it has not been told of; from any thread. */
    long lag() {
        return book.changedAfter(told);
    }

    /** Whether there was anything. */
    private boolean sendNews() throws InterruptedException {
        Page page = book.page(told, EVERYTHING, ALERTS_PER_REQUEST);
        if (isDone(page)) {
            told = page.last();
        }
        return !page.alerts().isEmpty();
    }

    private boolean sendAgain() throws InterruptedException {
        Page page = book.page(toldAgain, toTellAgain, ALERTS_PER_REQUEST);
        if (isDone(page)) {
            toldAgain = page.last();
        }
        return !page.alerts().isEmpty();
    }

    /** Whether Alertmanager has it, or never will; else some time has passed. */
    private boolean isDone(Page page) throws InterruptedException {
        if (page.alerts().isEmpty()) {
            return true;
        }
        Instant now = clock.instant();
        byte[] body = AlertJson.write(page.alerts(), now, now.plus(resend.multipliedBy(LIFETIME)));
        Outcome outcome = receiver.post(body, page.alerts().size());
        if (outcome.isToBeRepeated()) {
            TimeUnit.MILLISECONDS.sleep(receiver.pause().toMillis());
            return false;
        }
        return true;
    }
}
